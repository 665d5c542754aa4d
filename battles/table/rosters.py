"""Rosters that a person keeps."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.lists.intake import take
from battles.models import Roster
from campaign.base.refusal import Refusal, check_line
from campaign.models import User

MOST = 50
LONGEST = 100_000
TYPED_ROSTER = "typed_roster"
"""Where a session keeps a list that could not be kept, until its page is shown again."""


def keep(user: User, name: str, text: str) -> Roster:
    """Keep a list under a name, in place of another of it; what it leaves open is asked when it is used.

    Raises ``Refusal`` with the field.
    """
    name = name.strip()[:60]
    if not name:
        raise Refusal(_("Give the list a name."), code="impossible", field="name")
    check_line(name, "name")
    if len(text) > LONGEST:
        raise Refusal(_("The list is too long."), code="impossible", field="roster")
    take(text)
    if Roster.objects.filter(user=user).exclude(name=name).count() >= MOST:
        raise Refusal(_("You have saved as many lists as fit: delete one."), code="full", field="name")
    roster, _new = Roster.objects.update_or_create(user=user, name=name, defaults={"text": text.strip()})
    return roster


def drop(user: User, name: str) -> None:
    """Drop a list."""
    Roster.objects.filter(user=user, name=name).delete()
