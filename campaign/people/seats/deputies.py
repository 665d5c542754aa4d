"""Deputies: who acts in a seat while its player cannot."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.acquaintance import known_people
from campaign.access.knowledge_barriers import check_unseen, keep_seat
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import Deputy, Insight, InsightKind, Role, Seat, User
from campaign.outbox import services as notices_out


def name_deputy(
    *, seat: Seat, user: User, by: User, since: datetime | None = None, until: datetime | None = None
) -> Deputy:
    """Let ``user`` act in the seat for a period; naming the same one again sets a new period.

    A deputy has no other seat or role in the campaign. Raises ``Refusal``: ``not_yours``, ``itself``,
    ``taken``, ``period``, ``no_banners`` for a seat that is out of the war.
    """
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player names a deputy."), code="not_yours")
    if user.pk == by.pk:
        raise Refusal(_("You need no deputy to act for yourself."), code="itself", field="user")
    begins = since or clock.now()
    if until is not None and until <= begins:
        raise Refusal(_("A deputy's time must end after it begins."), code="period", field="until")
    with transaction.atomic():
        Seat.objects.select_for_update(no_key=True).get(pk=seat.pk)
        if not seat.banners.filter(alive=True).exists():
            raise Refusal(_("An army without banners needs no deputy."), code="no_banners")
        if _has_a_part(user, seat):
            raise Refusal(
                _("This person has a seat or a role in the campaign already; a deputy can have neither."),
                code="taken",
                field="user",
            )
        check_unseen(user, seat.campaign, seat)
        if Insight.objects.filter(seat=seat, user=user, kind=InsightKind.PLAYER).exists():
            raise Refusal(_("Whoever has given up a seat cannot be its deputy."), code="taken", field="user")
        deputy, _created = Deputy.objects.update_or_create(
            seat=seat, user=user, defaults={"since": begins, "until": until}
        )
        note(seat.campaign, LogKind.DEPUTY, {"person": user.name, "army": seat.army}, by=by)
        tell_deputy(deputy, user, "named", by)
        return deputy


def find_deputy(who: str, by: User) -> User:
    """The person meant: the address of an account, or the name of somebody ``by`` knows from a campaign.

    Raises ``Refusal`` with code ``unknown``, in the same words whatever is not there.
    """
    who = " ".join(who.split())
    if "@" in who:
        found = list(User.objects.filter(email=who.lower(), is_active=True)[:2])
    else:
        found = list(known_people(by).filter(name__iexact=who)[:2])
    if len(found) != 1:
        raise Refusal(
            _(
                "Nobody was found: write the e-mail address of an account, or the name of somebody"
                " with whom you have shared a campaign."
            ),
            code="unknown",
            field="who",
        )
    return found[0]


def end_deputy(*, deputy: Deputy, by: User) -> None:
    """End a deputy's time now; the player and the deputy may. Raises ``Refusal`` with code ``not_yours``."""
    if by.pk not in (deputy.user_id, deputy.seat.user_id):
        raise Refusal(_("Only the seat's player or the deputy ends this."), code="not_yours")
    with transaction.atomic():
        names = {"person": deputy.user.name, "army": deputy.seat.army}
        note(deputy.seat.campaign, LogKind.DEPUTY_ENDED, names, by=by)
        keep_seat(deputy.seat, deputy.user, InsightKind.DEPUTY)
        other = deputy.seat.user if by.pk == deputy.user_id else deputy.user
        if other is not None:
            tell_deputy(deputy, other, "over", by)
        deputy.delete()


def _has_a_part(user: User, seat: Seat) -> bool:
    campaign = seat.campaign_id
    return (
        Seat.objects.filter(campaign=campaign, user=user).exists()
        or Role.objects.filter(campaign=campaign, user=user).exists()
        or Deputy.objects.filter(seat__campaign=campaign, user=user).exclude(seat=seat).exists()
    )


def tell_deputy(deputy: Deputy, reader: User, what: str, by: User) -> None:
    """Tell whoever did not do it that a deputy is ``named``, or that the deputy's time is ``over``."""
    detail = {
        "what": what,
        "place": deputy.seat.army,
        "who": by.name,
        "since": deputy.since.isoformat(),
        "until": deputy.until.isoformat() if deputy.until else "",
        "own": reader.pk == deputy.user_id,
    }
    notices_out.tell(deputy.seat.campaign, notices_out.DEPUTY, [(reader.pk, None)], detail)
