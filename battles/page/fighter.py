"""Who looks at a battle: its player, a deputy, a facilitator through the player's eyes, or a stand-in."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from battles.results.battle_pages import BattlePage
from battles.results.selectors import battle_page
from battles.stand_ins.selectors import stand_in_keys
from campaign.access.membership import stand_ins_of
from campaign.base.sse import hub
from campaign.models import Battle, Campaign, Seat, User
from campaign.turn.contact.battle_status import battle_of
from campaign.web.viewer import Viewer, viewer_of


def fighter_of(request: HttpRequest, campaign_id: str, battle_id: str) -> tuple[Viewer, Battle]:
    """The viewer and the battle. Raises ``Http404`` for whoever is no side of it."""
    viewer = _viewer(request, campaign_id, battle_id)
    try:
        return viewer, battle_of(viewer.player, battle_id)
    except Battle.DoesNotExist:
        raise Http404 from None


def page_for(viewer: Viewer, battle: Battle) -> BattlePage:
    """The battle's page for its viewer."""
    return battle_page(viewer.player, battle)


def _viewer(request: HttpRequest, campaign_id: str, battle_id: str) -> Viewer:
    try:
        viewer = viewer_of(request, campaign_id)
    except Http404:
        viewer = None
    if viewer is not None and viewer.seat is not None:
        return viewer
    user = request.user
    if not isinstance(user, User):
        raise Http404
    place = (
        stand_ins_of(user)
        .filter(battle__public_id=battle_id, seat__campaign__public_id=campaign_id)
        .select_related("seat__campaign")
        .first()
    )
    if place is None:
        raise Http404
    seat: Seat = place.seat
    campaign: Campaign = seat.campaign
    seen = hub.token(stand_in_keys(place.token, user)) if request.method == "GET" else ""
    return Viewer(user, campaign, seat, facilitator=False, stand_in=True, place=place.token, seen=seen)
