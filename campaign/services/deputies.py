"""Deputies: who acts in a seat while its player cannot."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from campaign import clock
from campaign.models import AuditEntry, Deputy, Role, Seat, User
from campaign.services.errors import Refusal


def name_deputy(
    *, seat: Seat, user: User, by: User, since: datetime | None = None, until: datetime | None = None
) -> Deputy:
    """Let ``user`` act in the seat for a period; naming the same one again sets a new period.

    A deputy has no other seat or role in the campaign. Raises ``Refusal``: ``not_yours``, ``itself``,
    ``taken``, ``period``, ``no_banners`` for a seat that is out of the war.
    """
    if seat.user_id != by.pk:
        raise Refusal("Only the seat's player names a deputy.", code="not_yours")
    if user.pk == by.pk:
        raise Refusal("You need no deputy to act for yourself.", code="itself", field="user")
    begins = since or clock.now()
    if until is not None and until <= begins:
        raise Refusal("A deputy's time must end after it begins.", code="period", field="until")
    with transaction.atomic():
        Seat.objects.select_for_update().get(pk=seat.pk)
        if not seat.banners.filter(alive=True).exists():
            raise Refusal("An army without banners needs no deputy.", code="no_banners")
        if _has_a_part(user, seat):
            raise Refusal(
                "This person has a seat or a role in the campaign already; a deputy can have neither.",
                code="taken",
                field="user",
            )
        deputy, _ = Deputy.objects.update_or_create(
            seat=seat, user=user, defaults={"since": begins, "until": until}
        )
        _note(seat, by, f"{user.name} is deputy of {seat.army}")
        return deputy


def end_deputy(*, deputy: Deputy, by: User) -> None:
    """End a deputy's time now; the player and the deputy may. Raises ``Refusal`` with code ``not_yours``."""
    if by.pk not in (deputy.user_id, deputy.seat.user_id):
        raise Refusal("Only the seat's player or the deputy ends this.", code="not_yours")
    with transaction.atomic():
        _note(deputy.seat, by, f"{deputy.user.name} is no longer deputy of {deputy.seat.army}")
        deputy.delete()


def _has_a_part(user: User, seat: Seat) -> bool:
    campaign = seat.campaign_id
    return (
        Seat.objects.filter(campaign=campaign, user=user).exists()
        or Role.objects.filter(campaign=campaign, user=user).exists()
        or Deputy.objects.filter(seat__campaign=campaign, user=user).exclude(seat=seat).exists()
    )


def _note(seat: Seat, by: User, text: str) -> None:
    AuditEntry.objects.create(campaign=seat.campaign, user=by, kind="deputy", text=text)
