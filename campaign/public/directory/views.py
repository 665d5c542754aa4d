"""The list of open wars, a war that looks for players, one's own askings, and the facilitators' side."""

from __future__ import annotations

from dataclasses import asdict
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.open_vision import shows_front
from campaign.base.words.setting_words import vision_words
from campaign.models import CampaignStatus, SeatAsk, User
from campaign.people.open_vision.services import end_vision
from campaign.people.reliability.selectors import too_unreliable
from campaign.press.news.services import open_to_all
from campaign.public import feeds
from campaign.public.directory import services
from campaign.public.directory.forms import AdvertForm, FilterForm, WordForm
from campaign.public.directory.languages import language_name
from campaign.public.directory.selectors import (
    MOST_OPEN,
    asks_for,
    in_words,
    languages_listed,
    lately_told,
    listed,
    own_ask,
    own_asks,
    own_in_words,
    status_words,
    takes_part,
    waiting_asks,
    wars_listed,
)
from campaign.public.directory.wars_feed import wars_feed
from campaign.rulebook.open_book.selectors import open_book
from campaign.turn.stored_turns import latest_turn
from campaign.web.bounded_fields import whole
from campaign.web.kept_publicly import asked_each_time
from campaign.web.page_actions import Acting, Acts, carry_out
from campaign.web.paged_lists import paged
from campaign.web.viewer import viewer_of


@require_GET
def wars(request: HttpRequest) -> HttpResponse:
    """The open wars, narrowed by what is looked for."""
    user = request.user
    person = user if isinstance(user, User) and not user.guest else None
    form = FilterForm(request.GET, languages_listed(), known=person is not None)
    wanted = form.wanted()
    page = wars_listed(wanted, whole(request.GET.get("page", "1")) or 1, person)
    narrowed = {name: value for name, value in asdict(wanted).items() if value}
    context = {
        "form": form,
        "narrowed": bool(narrowed),
        "page": page,
        "wars": [(one, status_words(one), language_name(one.language)) for one in page.wars],
        "query": urlencode(narrowed),
        "asks": own_in_words(own_asks(person)[:MOST_OPEN]) if person is not None else (),
    }
    return render(request, "public/wars.html", context)


@require_safe
@asked_each_time
def feed(request: HttpRequest) -> HttpResponse:
    """The open wars as Atom."""
    return HttpResponse(wars_feed(lately_told(feeds.MOST)), feeds.TYPE)


@require_http_methods(["GET", "HEAD", "POST"])
def sought(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """A war on the list: how it is played, and the button that asks for a seat in it."""
    found = listed(campaign_id)
    if found is None:
        raise Http404
    campaign, one = found
    person = request.user if isinstance(request.user, User) and not request.user.guest else None
    form = WordForm(request.POST if request.method == "POST" else None)
    wrong = ""
    if request.method == "POST" and person is not None and form.is_valid():
        try:
            services.ask_for_seat(campaign=campaign, by=person, word=form.cleaned_data["word"])
        except Refusal as refusal:
            wrong = refusal.message
        else:
            messages.success(request, _("Your request is sent. You will be told of the answer."))
            return redirect("war_sought", campaign_id)
    context = {
        "war": one,
        "words": status_words(one),
        # ``language`` is the page's own.
        "spoken": language_name(one.language),
        "sees": vision_words(Variables.of(campaign)),
        "book": open_book(campaign),
        "form": form,
        "wrong": wrong,
        "ask": own_ask(person, campaign) if person is not None else None,
        "member": person is not None and takes_part(person, campaign),
        "waiting": waiting_asks(person) if person is not None else 0,
        "most": MOST_OPEN,
        "short": too_unreliable(person, campaign) if person is not None else "",
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "public/sought.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def asked(request: HttpRequest) -> HttpResponse:
    """What one has asked for, and taking it back."""
    user = request.user
    if not isinstance(user, User) or user.guest:
        raise Http404
    if request.method == "POST":
        row = SeatAsk.objects.filter(user=user, public_id=request.POST.get("ask", "")).first()
        if row is None:
            raise Http404
        try:
            services.withdraw_ask(ask=row, by=user)
        except Refusal as refusal:
            messages.error(request, refusal.message)
        else:
            messages.success(request, _("Withdrawn."))
        return redirect("asked")
    page = paged(request, own_asks(user))
    context = {"asks": own_in_words(page), "pages": page, "most": MOST_OPEN}
    return render(request, "public/asked.html", context)


class PublicFace(Acting):
    """One request to the page where a war's public face is seen to."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        super().__init__(request, campaign_id)
        advert = getattr(self.campaign, "advert", None)
        first = (
            {"experience": "any"}
            if advert is None
            else {name: getattr(advert, name) for name in ("seeking", "language", "experience", "word")}
        )
        self.forms = {
            "advert": AdvertForm(self.posted("advert"), initial=first),
            "answer": WordForm(self.posted("accept") or self.posted("decline")),
        }

    def advert(self) -> str:
        """Look for players, or no more."""
        services.save_advert(campaign=self.campaign, by=self.by, **self.forms["advert"].cleaned_data)
        return _("Saved.")

    def open(self) -> str:
        """Let anybody read what is public."""
        open_to_all(campaign=self.campaign, by=self.by, open_to_all=True)
        return _("Anybody may read what is public of this war now.")

    def close(self) -> str:
        """Let members only read it."""
        open_to_all(campaign=self.campaign, by=self.by, open_to_all=False)
        return _("Only members may read it now.")

    def accept(self) -> str:
        """Accept an asking."""
        return self._answer(accept=True)

    def decline(self) -> str:
        """Decline one."""
        return self._answer(accept=False)

    def end(self) -> str:
        """End that all see more than the public facts."""
        end_vision(campaign=self.campaign, by=self.by, reason=self.request.POST.get("reason", "")[:2000])
        return _("From now on all see nothing but the public facts.")

    def _answer(self, *, accept: bool) -> str:
        asked = SeatAsk.objects.filter(campaign=self.campaign, public_id=self.request.POST.get("ask", ""))
        row = asked.select_related("user").first()
        if row is None:
            raise Http404
        word = self.forms["answer"].cleaned_data["word"]
        services.answer_ask(ask=row, by=self.by, accept=accept, word=word)
        if accept:
            return _("%(name)s is invited, and told so.") % {"name": row.user.name}
        return _("%(name)s is told.") % {"name": row.user.name}


ACTS: Acts[PublicFace] = {
    "advert": (PublicFace.advert, "advert"),
    "open": (PublicFace.open, ""),
    "close": (PublicFace.close, ""),
    "accept": (PublicFace.accept, "answer"),
    "decline": (PublicFace.decline, "answer"),
    "end": (PublicFace.end, ""),
}


@login_required
def face(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Who may read a war, what all see of it, whether it looks for players, and who asks for a seat."""
    viewer = viewer_of(request, campaign_id)
    if viewer.watching or not keeps(viewer.user, viewer.campaign):
        raise Http404
    at = PublicFace(request, campaign_id)
    done, wrong = carry_out(at, ACTS)
    if done:
        return redirect("public_face", campaign_id)
    campaign, variables = at.campaign, Variables.of(at.campaign)
    page = paged(request, asks_for(campaign, at.by))
    context = {
        "viewer": at.viewer,
        "frame": frame_of(campaign, latest_turn(campaign), at.viewer.seat, facilitator=viewer.facilitator),
        "here": "face",
        "campaign": campaign,
        "ended": campaign.status == CampaignStatus.ENDED,
        "building": campaign.status == CampaignStatus.BUILDING,
        "forms": at.forms,
        "acting": at.act,
        "wrong": wrong,
        "sees": vision_words(variables),
        "may_end": shows_front(variables) and viewer.facilitator,
        "asks": in_words(page),
        "typed": request.POST.get("word", ""),
        "typed_for": request.POST.get("ask", ""),
        "pages": page,
        "embed_address": feeds.address("war_embed", campaign),
        "feed_address": feeds.address("war_feed", campaign),
        "page_address": feeds.address("war_map", campaign),
    }
    return render(request, "public/face.html", context, status=422 if request.method == "POST" else 200)
