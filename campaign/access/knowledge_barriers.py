"""What people have seen and cannot unsee: it decides who may hold a seat, be deputy, or stand in.

Whoever has ever seen a campaign's truth holds no seat, deputy's or stand-in's place in it; whoever has known
one seat from within holds no other.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import (
    Campaign,
    Deputy,
    Insight,
    InsightKind,
    Phase,
    Role,
    RoleKind,
    Seat,
    StandIn,
    Turn,
    User,
)


def keep_truth(campaign: Campaign, user: User) -> None:
    """Write down that the user has seen the campaign's truth. Nobody ever sees that of a blind one."""
    if not campaign.blind:
        Insight.objects.get_or_create(
            campaign=campaign,
            user=user,
            seat=None,
            defaults={"kind": InsightKind.TRUTH, "at": clock.now()},
        )


def keep_seat(seat: Seat, user: User, kind: InsightKind) -> None:
    """Write down that the user knew the seat from within, as its player or deputy, until now."""
    told = Turn.objects.filter(campaign=seat.campaign_id, published_at__isnull=False).order_by("-number")
    last = told.values_list("number", flat=True).first()
    Insight.objects.update_or_create(
        campaign_id=seat.campaign_id,
        user=user,
        seat=seat,
        kind=kind,
        defaults={"at": clock.now(), "last_turn": last if kind == InsightKind.PLAYER else None},
    )


def has_seen_truth(user: User, campaign: Campaign) -> bool:
    """Whether the user sees the campaign's truth, or ever did. An arbiter has seen what others must not."""
    if Insight.objects.filter(campaign=campaign, user=user, seat=None).exists():
        return True
    seeing = [RoleKind.ARBITER] if campaign.blind else [RoleKind.ARBITER, RoleKind.FACILITATOR]
    return Role.objects.filter(campaign=campaign, user=user, kind__in=seeing).exists()


def knows_seat(user: User, seat: Seat) -> bool:
    """Whether the user knows the seat from within: as its player or deputy, or has fought a battle for it."""
    return (
        seat.user_id == user.pk
        or Insight.objects.filter(seat=seat, user=user).exists()
        or Deputy.objects.filter(seat=seat, user=user).exists()
        or StandIn.objects.filter(
            seat=seat, user=user, battle__isnull=False, accepted_at__isnull=False
        ).exists()
    )


def fights_now(user: User, campaign: Campaign) -> QuerySet[StandIn]:
    """The places in which the user fights, or waits to fight, for somebody in a turn that is not over."""
    taken = StandIn.objects.filter(
        seat__campaign=campaign, user=user, accepted_at__isnull=False, ended_at__isnull=True
    )
    return taken.exclude(battle__turn__phase=Phase.PUBLISHED)


def check_no_fight(user: User, campaign: Campaign) -> None:
    """Refuse the truth to whoever fights in the campaign just now. Raises ``Refusal`` with code ``role``."""
    if fights_now(user, campaign).exists():
        raise Refusal(
            _("Whoever stands in for a battle of this campaign cannot see its truth before that is over."),
            code="role",
        )


def check_unseen(user: User, campaign: Campaign, seat: Seat | None = None) -> None:
    """Refuse a place beside the players to whoever has seen too much; ``seat`` is the one to act in.

    Raises ``Refusal`` with code ``has_seen``.
    """
    if has_seen_truth(user, campaign):
        raise Refusal(
            _("Whoever has seen the truth of a campaign can hold no seat in it, nor act for one."),
            code="has_seen",
        )
    if seat is not None and _has_fought_another_side(user, seat):
        raise Refusal(
            _("Whoever fights a battle for another seat, or has fought one against this, cannot act in it."),
            code="has_seen",
        )
    elsewhere = Insight.objects.filter(campaign=campaign, user=user, seat__isnull=False)
    deputed = Deputy.objects.filter(seat__campaign=campaign, user=user)
    if elsewhere.exclude(seat=seat).exists() or deputed.exclude(seat=seat).exists():
        raise Refusal(
            _("Whoever has known the secrets of one seat of a campaign can act in no other."), code="has_seen"
        )


def _has_fought_another_side(user: User, seat: Seat) -> bool:
    """Whether the user stands in for another seat now, or ever did in a battle against this one."""
    against = Q(battle__seat_first=seat) | Q(battle__seat_second=seat)
    taken = StandIn.objects.filter(against, user=user, accepted_at__isnull=False)
    now = fights_now(user, seat.campaign)
    return now.exclude(seat=seat).exists() or taken.exclude(seat=seat).exists()
