"""Who may see what of which campaign. All reading starts here, from the viewer: a stranger finds nothing."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaign.clock import now
from campaign.models import Campaign, Deputy, Role, RoleKind, Seat, User


def campaigns_of(user: User) -> QuerySet[Campaign]:
    """The campaigns in which the user has a seat, acts as a deputy or has a role, newest first."""
    return (
        Campaign.objects.filter(
            Q(seats__user=user) | Q(roles__user=user) | Q(seats__in=_deputed(user).values("seat"))
        )
        .distinct()
        .order_by("-id")
    )


def campaign_for(user: User, public_id: str) -> Campaign:
    """The campaign of this address, if the user has a part in it. Raises ``Campaign.DoesNotExist``."""
    return campaigns_of(user).get(public_id=public_id)


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


def facilitates(user: User, campaign: Campaign) -> bool:
    """Whether the user is a facilitator of the campaign, and so holds no seat in it."""
    return (
        Role.objects.filter(campaign=campaign, user=user, kind=RoleKind.FACILITATOR).exists()
        and not Seat.objects.filter(campaign=campaign, user=user).exists()
    )


def arbitrates(user: User, campaign: Campaign) -> bool:
    """Whether the user is an arbiter of the campaign: sees disputed battles, never the map."""
    return Role.objects.filter(campaign=campaign, user=user, kind=RoleKind.ARBITER).exists()


def facilitators_of(campaign: Campaign) -> QuerySet[User]:
    """The campaign's facilitators, by id."""
    return User.objects.filter(roles__campaign=campaign, roles__kind=RoleKind.FACILITATOR).order_by("id")


def _deputed(user: User) -> QuerySet[Deputy]:
    moment = now()
    return Deputy.objects.filter(Q(until__isnull=True) | Q(until__gt=moment), user=user, since__lte=moment)
