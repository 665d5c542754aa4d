"""Who is looking at a campaign's page: a player, a facilitator, or a facilitator through a player's eyes.

A facilitator may look at the pages as a player sees them (read-only, logged); which player is kept in the
session. A person without a part in the campaign gets 404, as for a campaign that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse

from campaign.access.membership import campaign_for, facilitates, seat_of
from campaign.access.versions import keys_of
from campaign.base.sse import hub
from campaign.models import Campaign, Seat, User

SESSION_KEY = "view_as"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The user in one campaign: the seat whose knowledge is shown, and whether anything may be changed."""

    user: User
    campaign: Campaign
    seat: Seat | None
    facilitator: bool
    watching: bool = False
    stand_in: bool = False
    """Whether the user fights one battle for the seat, and sees nothing else."""
    place: str = ""
    """On that battle's page: the token of the stand-in's place."""
    seen: str = ""
    """Without a seat of one's own: the versions from before the page was read, where its stream of changes
    starts. A seat carries its own version."""

    @property
    def player(self) -> Seat:
        """The seat that is looked at, or as. Raises ``Http404`` without one."""
        if self.seat is None:
            raise Http404
        return self.seat


def viewer_of(request: HttpRequest, campaign_id: str) -> Viewer:
    """The viewer of a campaign's page. Raises ``Http404`` for a stranger."""
    user = request.user
    if not isinstance(user, User):
        raise Http404
    try:
        campaign = campaign_for(user, campaign_id)
    except Campaign.DoesNotExist:
        raise Http404 from None
    facilitator = facilitates(user, campaign)
    seat = watched_seat(request, campaign) if facilitator else seat_of(user, campaign)
    seen = ""
    if seat is None and request.method == "GET":
        seen = hub.token(keys_of(campaign, None, facilitator=facilitator))
    return Viewer(user, campaign, seat, facilitator, facilitator and seat is not None, seen=seen)


def backdrop_address(campaign: Campaign, picture: str | None) -> str:
    """Where the picture under the campaign's map is; nothing without one."""
    return reverse("backdrop", args=[campaign.public_id, picture]) if picture else ""


def watched_seat(request: HttpRequest, campaign: Campaign) -> Seat | None:
    """The seat through whose eyes a facilitator looks at the campaign just now."""
    public_id = request.session.get(SESSION_KEY, {}).get(campaign.public_id)
    return campaign.seats.filter(public_id=public_id).first() if public_id else None


def watch(request: HttpRequest, campaign: Campaign, seat: Seat | None) -> None:
    """Look through the seat's eyes from now on, or with None through one's own again."""
    watched: dict[str, object] = dict(request.session.get(SESSION_KEY, {}))
    watched.pop(campaign.public_id, None)
    if seat is not None:
        watched[campaign.public_id] = seat.public_id
    request.session[SESSION_KEY] = watched


def desk_of(request: HttpRequest, campaign_id: str) -> Viewer:
    """The viewer of a page of the desk. Raises ``Http404`` for everybody but the campaign's facilitators."""
    viewer = viewer_of(request, campaign_id)
    if not viewer.facilitator:
        raise Http404
    return viewer
