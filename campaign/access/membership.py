"""Who may see what of which campaign. All reading starts here, from the viewer: a stranger finds nothing."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaign.base.dates.clock import now
from campaign.models import (
    Battle,
    Campaign,
    CampaignStatus,
    Deputy,
    Insight,
    InsightKind,
    Role,
    RoleKind,
    Seat,
    StandIn,
    User,
)


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """The campaigns in which the user has or had a seat, acts as a deputy or has a role, newest first."""
    return (
        Campaign.objects.filter(
            Q(seats__user=user)
            | Q(roles__user=user)
            | Q(seats__in=_deputed(user).values("seat"))
            | Q(insights__in=_left(user))
        )
        .distinct()
        .order_by("-id")
    )


def campaign_for(user: User, public_id: str) -> Campaign:
    """The campaign of this address, if the user has a part in it. Raises ``Campaign.DoesNotExist``."""
    return campaigns_of(user).get(public_id=public_id)


def open_campaigns() -> QuerySet[Campaign]:
    """The campaigns of which anybody may read what is public."""
    return Campaign.objects.filter(open_to_all=True).exclude(status=CampaignStatus.BUILDING)


def readable_for(user: User, public_id: str) -> Campaign:
    """The campaign of this address, if the user has a part in it or it is open to all.

    Raises ``Campaign.DoesNotExist``.
    """
    found = campaigns_of(user).filter(public_id=public_id).first()
    return found if found is not None else open_campaigns().get(public_id=public_id)


def seat_of(user: User, campaign: Campaign) -> Seat | None:
    """The seat in which the user acts now: the user's own, else the one it is deputy of; None if neither."""
    own = Seat.objects.filter(campaign=campaign, user=user).first()
    if own is not None:
        return own
    return Seat.objects.filter(campaign=campaign, pk__in=_deputed(user).values("seat")).order_by("id").first()


def acting_seats(user: User) -> QuerySet[Seat]:
    """All seats in which the user acts now: the user's own, and those the user is deputy of."""
    return Seat.objects.filter(Q(user=user) | Q(pk__in=_deputed(user).values("seat")))


def acts_as_deputy(user: User | None, seat: Seat) -> bool:
    """Whether the user acts in the seat for its player just now."""
    return user is not None and seat.user_id != user.pk and _deputed(user).filter(seat=seat).exists()


def may_act(user: User, seat: Seat) -> bool:
    """Whether the user may act in the seat just now."""
    return seat.user_id == user.pk or acts_as_deputy(user, seat)


def stands_in(user: User, battle: Battle, seat: Seat) -> bool:
    """Whether the user fights this one battle for the seat."""
    return stand_ins_of(user).filter(battle=battle, seat=seat).exists()


def stand_ins_of(user: User) -> QuerySet[StandIn]:
    """The battles that the user fights for others, by id."""
    taken = StandIn.objects.filter(user=user, accepted_at__isnull=False, ended_at__isnull=True)
    return taken.filter(battle__isnull=False).order_by("id")


def facilitates(user: User, campaign: Campaign) -> bool:
    """Whether the user is a facilitator of the campaign, and so holds no seat in it.

    Of a blind campaign nobody is: there the role allows inviting, announcements and the pause alone
    (``keeps``), whether or not its holder plays.
    """
    return (
        not campaign.blind
        and Role.objects.filter(campaign=campaign, user=user, kind=RoleKind.FACILITATOR).exists()
        and not Seat.objects.filter(campaign=campaign, user=user).exists()
    )


def run_by(user: User) -> QuerySet[Campaign]:
    """All campaigns that the user facilitates, as ``facilitates`` says of one."""
    run = Role.objects.filter(user=user, kind=RoleKind.FACILITATOR).values("campaign")
    played = Seat.objects.filter(user=user).values("campaign")
    return Campaign.objects.filter(pk__in=run, blind=False).exclude(pk__in=played)


def keeps(user: User, campaign: Campaign) -> bool:
    """Whether the user may invite, announce and pause: a facilitator, also one who plays in the campaign."""
    return Role.objects.filter(campaign=campaign, user=user, kind=RoleKind.FACILITATOR).exists()


def arbitrates(user: User, campaign: Campaign) -> bool:
    """Whether the user is an arbiter of the campaign: sees disputed battles, never the map."""
    return Role.objects.filter(campaign=campaign, user=user, kind=RoleKind.ARBITER).exists()


def watches(user: User, campaign: Campaign) -> bool:
    """Whether the user only watches or judges the campaign, and may leave it at any time."""
    kinds = (RoleKind.OBSERVER, RoleKind.ARBITER)
    return Role.objects.filter(campaign=campaign, user=user, kind__in=kinds).exists()


def facilitators_of(campaign: Campaign) -> QuerySet[User]:
    """The campaign's facilitators, by id."""
    return User.objects.filter(roles__campaign=campaign, roles__kind=RoleKind.FACILITATOR).order_by("id")


def left_seat(user: User, campaign: Campaign) -> Insight | None:
    """The seat that the user has given up and still reads what it knew then; None for all others."""
    return _left(user).filter(campaign=campaign).select_related("seat").order_by("-last_turn").first()


def _left(user: User) -> QuerySet[Insight]:
    return Insight.objects.filter(user=user, kind=InsightKind.PLAYER, last_turn__isnull=False)


def _deputed(user: User) -> QuerySet[Deputy]:
    moment = now()
    return Deputy.objects.filter(Q(until__isnull=True) | Q(until__gt=moment), user=user, since__lte=moment)


def has_ended(campaign: Campaign) -> bool:
    """Whether everything of the campaign may be shown."""
    return campaign.status == CampaignStatus.ENDED
