"""The form of a war for tonight, and the page on which its people come together."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.base.dates import clock
from campaign.base.dates.schedule_presets import QUICK
from campaign.founding.tonight.again import way_to
from campaign.founding.tonight.forms import WALL, LevelForm, StartForm, TonightForm
from campaign.founding.tonight.offers import offer, war_for
from campaign.founding.tonight.selectors import GatheringPage, gathering_of, gathering_page, newest_of
from campaign.founding.tonight.services import fill_tonight, found_tonight, set_start, start_tonight
from campaign.models import Campaign, CampaignStatus, Gathering, User
from campaign.web.page_actions import Acting, Acts, carry_out, fulfilled
from campaign.web.viewer import viewer_of

View = Callable[[HttpRequest, str], HttpResponse]

TWICE = timedelta(seconds=10)
"""A second click on the button within this time founds no second war."""


@login_required
def tonight(request: HttpRequest) -> HttpResponse:
    """One form: found a war for tonight."""
    user = request.user
    assert isinstance(user, User)
    form = TonightForm(request.POST or None)
    if request.method == "POST":
        known = newest_of(user, clock.now() - TWICE)
        if known is not None:
            return redirect("gathering", known.campaign.public_id)
        founded = fulfilled(form, lambda: found_tonight(by=user, wish=form.wish()))
        if founded is not None:
            return redirect(way_to(founded[0], user))
    chosen = (form["pace"].value() or "", form["players"].value() or "")
    tables = offer().tables
    now = next((one for one in tables if (one.pace, str(one.players)) == (chosen[0], str(chosen[1]))), None)
    context = {
        "form": form,
        "paces": {pace.key: pace for pace in QUICK},
        "wars": {war.key: war for war in (now or tables[0]).wars},
        "goes_with": war_for(now.pace, now.players).name if now is not None else "",
        "tables": {
            f"{one.pace}/{one.players}": {
                "goes": str(war_for(one.pace, one.players).name),
                "why": {war.key: war.why_not for war in one.wars},
            }
            for one in tables
        },
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "founding/tonight/tonight.html", context, status=status)


class Gathered(Acting):
    """One request to the page of a gathering. Raises ``Http404`` where there is none."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        super().__init__(request, campaign_id)
        self.gathering = _gathering(self.campaign)
        given = self.gathering.starts_at
        initial = {"starts_at": timezone.localtime(given).strftime(WALL) if given is not None else ""}
        self.forms = {
            "starts_at": StartForm(self.posted("starts_at"), initial=initial),
            "level": LevelForm(request.POST or None),
        }
        if self.act and not keeps(self.by, self.campaign):
            raise Http404

    @property
    def level(self) -> str:
        """The bots' level that was chosen; empty for the gathering's."""
        return str(self.forms["level"].cleaned_data["level"])

    def starts_at(self) -> str:
        """Set when it starts by itself."""
        at = self.forms["starts_at"].cleaned_data["starts_at"]
        set_start(campaign=self.campaign, by=self.by, starts_at=at)
        return _("Set.") if at is not None else _("It starts when all are in, or when you say so.")

    def fill(self) -> str:
        """Give the empty seats to bots."""
        count = fill_tonight(campaign=self.campaign, by=self.by, level=self.level)
        words = ngettext("A bot plays the empty seat.", "%(count)d bots play the empty seats.", count)
        return words % {"count": count}

    def start(self) -> str:
        """Start, with bots in the empty seats."""
        start_tonight(campaign=self.campaign, by=self.by, fill="bots", level=self.level)
        return _("The war has begun: turn 1 is open.")

    def fewer(self) -> str:
        """Start, without the empty seats."""
        start_tonight(campaign=self.campaign, by=self.by, fill="fewer")
        return _("The war has begun: turn 1 is open.")


ACTS: Acts[Gathered] = {
    "starts_at": (Gathered.starts_at, "starts_at"),
    "fill": (Gathered.fill, "level"),
    "start": (Gathered.start, "level"),
    "fewer": (Gathered.fewer, ""),
}


def _or_home(view: View) -> View:
    """Where there is no gathering, a page that asks again and again is led home and told."""

    @wraps(view)
    def found(request: HttpRequest, campaign_id: str) -> HttpResponse:
        try:
            return view(request, campaign_id)
        except Http404:
            if not request.headers.get("HX-Request"):
                raise
            gone = _("The war you were waiting for was called off, or your place in it was taken away.")
            messages.warning(request, gone)
            return _elsewhere(reverse("home"))

    return found


@login_required
@_or_home
def gathering(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Who is here, the link with its picture, and the start."""
    at = Gathered(request, campaign_id)
    if at.campaign.status != CampaignStatus.BUILDING:
        return _begun(request, campaign_id)
    done, wrong = carry_out(at, ACTS)
    if done:
        return redirect("gathering", campaign_id=campaign_id)
    page = gathering_page(at.gathering, at.campaign, at.by)
    context = {
        "page": page,
        "frame": frame_of(at.campaign, None, at.viewer.seat, facilitator=page.host),
        "viewer": at.viewer,
        "here": "tonight",
        "forms": at.forms,
        "wrong": wrong,
        "acting": at.act,
    }
    return _shown(request, page, "founding/tonight/gathering.html", context)


@login_required
@require_GET
@_or_home
def screen(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The link large enough for a wall, and who is here.

    Once the war has begun it says so and no more: all in the room read a wall, and a map is one player's.
    """
    viewer = viewer_of(request, campaign_id)
    found = _gathering(viewer.campaign)
    if viewer.campaign.status != CampaignStatus.BUILDING:
        if request.headers.get("HX-Request"):
            return _elsewhere(request.path)
        return render(request, "founding/tonight/screen_begun.html", {"campaign": viewer.campaign})
    page = gathering_page(found, viewer.campaign, viewer.user)
    return _shown(request, page, "founding/tonight/screen.html", {"page": page, "big": True})


def _gathering(campaign: Campaign) -> Gathering:
    try:
        return gathering_of(campaign)
    except Gathering.DoesNotExist:
        raise Http404 from None


def _shown(
    request: HttpRequest, page: GatheringPage, template: str, context: dict[str, object]
) -> HttpResponse:
    """The page; to its script, which asks again and again, only who is here: nothing if all is as it was."""
    if not request.headers.get("HX-Request"):
        return render(request, template, context, status=422 if request.method == "POST" else 200)
    if request.GET.get("seen") == page.mark:
        return HttpResponse(status=204)
    return render(request, "founding/tonight/_here.html", context)


def _begun(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """To the war map, for a script by its header."""
    to = reverse("war_map", args=[campaign_id])
    if not request.headers.get("HX-Request"):
        return redirect(to)
    return _elsewhere(to)


def _elsewhere(to: str) -> HttpResponse:
    """A script's way to another page."""
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = to
    return answer
