"""The public page of a war, its card and its feed; and the page where its facilitators see to all of that."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from campaign.access.membership import keeps, left_seat, watches
from campaign.access.public_page import public_page
from campaign.accounts.profile.selectors import players_of
from campaign.base.dates.schedule import Schedule
from campaign.base.markdown import to_html
from campaign.base.sandbox.children import ChildFailedError, NoTurnError
from campaign.founding.drafts import builds
from campaign.models import Campaign, Invitation
from campaign.notices.war_card import site_card
from campaign.notices.war_card import war_card as card_of_war
from campaign.people.invitations.selectors import invitation_by_token
from campaign.people.texts.selectors import texts_of
from campaign.public import feeds
from campaign.public.invitation_card import invitation_card as card_of_invitation
from campaign.public.selectors import face_of, open_war
from campaign.warmap import views as warmap
from campaign.web.kept_publicly import asked_each_time
from campaign.web.reader import Reader, for_readers


def door(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """A war's own address: for whoever takes part its map or desk, for everybody else its public page."""
    return warmap.show(request, campaign_id, visitor_page)


@require_GET
@for_readers
def about(request: HttpRequest, reader: Reader) -> HttpResponse:
    """What is public of a war: the same for everybody who may read it, but for who may pause it."""
    viewer = reader.viewer
    if viewer is None:
        return visitor_page(request, reader)
    page = public_page(viewer.campaign, viewer.seat, facilitator=viewer.facilitator)
    context = {
        "page": page,
        **_face(viewer.campaign),
        "texts": texts_of(viewer.campaign),
        "players": players_of(viewer.campaign, viewer.user),
        "frame": page.frame,
        "here": "about",
        "viewer": viewer,
        "builds": builds(viewer.user, viewer.campaign),
        "left": None if viewer.seat is not None else left_seat(viewer.user, viewer.campaign),
        "may_leave": viewer.seat is None and watches(viewer.user, viewer.campaign),
        "may_pause": not viewer.watching and keeps(viewer.user, viewer.campaign),
    }
    return render(request, "home/public.html", context)


def visitor_page(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The public page of an open war, for whoever has no part in it."""
    campaign = reader.campaign
    context = {
        "page": public_page(campaign),
        **_face(campaign),
        "texts": texts_of(campaign),
        "players": players_of(campaign, None),
        "embed": True,
        **reader.head("about"),
    }
    return render(request, "home/public.html", context)


def _face(campaign: Campaign) -> dict[str, object]:
    face = face_of(campaign)
    news = [{"piece": piece, "html": to_html(piece.text)} for piece in face.news]
    return {"face": face, "film": face.film, "news": news}


@require_safe
@asked_each_time
def war_card(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """An open war's card; of any other address the site's, whether there is such a war or not."""
    campaign = open_war(campaign_id)
    if campaign is None:
        return _png(site_card)
    return _png(lambda: card_of_war(campaign))


@require_safe
@asked_each_time
def invitation_card(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation's card; looking at it uses nothing up."""
    try:
        invitation = invitation_by_token(token)
    except Invitation.DoesNotExist:
        return _png(site_card)
    with timezone.override(Schedule.of(invitation.campaign).zone):
        return _png(lambda: card_of_invitation(invitation))


def _png(draw: Callable[[], bytes]) -> HttpResponse:
    try:
        return HttpResponse(draw(), "image/png", headers={"X-Content-Type-Options": "nosniff"})
    except (NoTurnError, ChildFailedError):
        text = _("Other pictures are being drawn just now: try again in a minute.")
        return HttpResponse(text, "text/plain", HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": "60"})


@require_safe
@asked_each_time
def war_feed(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What happens in an open war, as Atom."""
    campaign = open_war(campaign_id)
    if campaign is None:
        raise Http404
    with timezone.override(Schedule.of(campaign).zone):
        return HttpResponse(feeds.war_feed(campaign), feeds.TYPE)
