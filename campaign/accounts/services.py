"""Accounts: opened with a checked address; their people choose name, time zone and palette."""

from __future__ import annotations

from zoneinfo import available_timezones

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal, check_line
from campaign.models import Theme, User


@transaction.atomic
def open_account(*, name: str, email: str, password: str | None = None, time_zone: str = "UTC") -> User:
    """Store a person whose e-mail address needs no further check, for the demo and for imports.

    Raises ``Refusal`` if the address is taken.
    """
    check_line(name, "name")
    if User.objects.filter(email=email.strip().lower()).exists():
        raise Refusal(
            _("%(email)s has an account already; an address has one account.") % {"email": email},
            code="taken",
            field="email",
        )
    user = User.objects.create_user(email, password, name=name, time_zone=time_zone)
    EmailAddress.objects.create(user=user, email=user.address, verified=True, primary=True)
    return user


def change_account(*, user: User, name: str, time_zone: str, theme: str) -> None:
    """Store how a person is called, reads times and sees pages.

    Raises ``Refusal`` for an unknown zone, and for a name that is not one line.
    """
    check_line(name, "name")
    if time_zone not in available_timezones():
        raise Refusal(
            _("%(zone)s is no time zone; choose one such as Europe/Berlin.") % {"zone": time_zone},
            code="time_zone",
            field="time_zone",
        )
    user.name, user.time_zone, user.theme = name, time_zone, theme
    user.save(update_fields=("name", "time_zone", "theme"))


def choose_theme(*, user: User, theme: str) -> None:
    """Store the palette; an unknown one is the device's."""
    user.theme = theme if theme in Theme.values else Theme.SYSTEM
    user.save(update_fields=("theme",))
