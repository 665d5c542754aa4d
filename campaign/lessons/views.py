"""The lesson's own page, and the answers to its steps."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.access.membership import campaign_for
from campaign.access.play_keys import new_key
from campaign.access.visitors import asker_of
from campaign.base.refusal import Refusal
from campaign.lessons.curriculum import FIRST, lesson
from campaign.lessons.forms import GO_ON, AnswerForm, BeginForm
from campaign.lessons.hint_parts import hint_context
from campaign.lessons.machine import Act, OutOfOrderError
from campaign.lessons.selectors import Hint, hint_for, standing_of
from campaign.lessons.services import answer, ask_hints_again, begin, begin_as_guest, go_on
from campaign.models import Campaign, LessonState, User
from campaign.skirmish.admission import later, let_in
from campaign.skirmish.allowance import TooManyError
from campaign.web.confirmation import ask_first

JSON = "application/json"
WHERE = ("map", "table", "report")


@never_cache
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """What the lesson teaches, and the button that begins it or goes on with it; looking makes nothing."""
    user = request.user if isinstance(request.user, User) else None
    if request.method == "GET":
        taught = lesson(FIRST)
        context = {
            "chapters": [_(chapter.title) for chapter in taught.chapters],
            "standing": standing_of(user) if user is not None else None,
            "play_key": new_key(),
        }
        return render(request, "lessons/start.html", context)
    form = BeginForm(request.POST)
    typed = form.cleaned_data if form.is_valid() else {"instead_of": "", "key": ""}
    if (asked := _asked(request, user, typed["instead_of"])) is not None:
        return asked
    try:
        if user is not None:
            war = begin(user=user, instead_of=typed["instead_of"])
        else:
            begun = begin_as_guest(key=typed["key"], asker=asker_of(request))
            let_in(request, begun.user)
            war = begun.campaign
    except TooManyError as full:
        return later(request, full)
    except Refusal as refusal:
        messages.warning(request, refusal.message)
        return redirect("lesson")
    return redirect("war_map", war.public_id)


def _asked(request: HttpRequest, user: User | None, instead_of: str) -> HttpResponse | None:
    """The question whether a lesson that is under way is meant to be given up; None for one that is done."""
    standing = standing_of(user) if user is not None and instead_of else None
    if standing is None or standing.campaign_id != instead_of or standing.state == LessonState.DONE:
        return None
    question = _("The lesson begins anew at turn 1. How far you have come is erased.")
    return ask_first(request, question, _("Begin again"))


@login_required
@require_http_methods(["GET", "POST"])
def step(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The present step of the lesson in this war, or the answer to it.

    An answer to another step, or one that comes too early, is 422 with the present one, and changes nothing.
    """
    assert isinstance(request.user, User)
    try:
        campaign = campaign_for(request.user, campaign_id)
    except Campaign.DoesNotExist:
        raise Http404 from None
    if request.method == "GET":
        return _shown(request, campaign_id, campaign.kind)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return _refused(request, campaign_id, campaign.kind, _("There is no such answer to a step."))
    sent, there = form.cleaned_data, ""
    try:
        if sent["act"] == GO_ON:
            fresh = go_on(user=request.user, campaign_id=campaign_id)
            there = reverse("war_map", args=[fresh.public_id])
        elif answer(user=request.user, campaign_id=campaign_id, step=sent["step"], act=Act(sent["act"])):
            # Who has learnt all of it sees who won, and what to play next.
            there = reverse("war_end", args=[campaign_id])
    except OutOfOrderError as error:
        return _refused(request, campaign_id, campaign.kind, _why(error))
    except Refusal as refusal:
        raise Http404 from refusal
    if there:
        return JsonResponse({"there": there}) if _wants_json(request) else redirect(there)
    if _wants_json(request):
        # Of a first turn's hints the account itself counts how many are gone past.
        request.user.refresh_from_db(fields=("hints",))
        return _shown(request, campaign_id, campaign.kind)
    return redirect(_back(request, sent["next"], campaign_id))


@login_required
@require_POST
def hints_again(request: HttpRequest) -> HttpResponse:
    """Show the hints of the first turn again."""
    assert isinstance(request.user, User)
    ask_hints_again(user=request.user)
    messages.success(request, _("The hints will stand on the war map once more."))
    return redirect("account")


def _why(error: OutOfOrderError) -> str:
    if error.early and error.present.missed:
        return _("The lesson goes on from its own turn: press Go on.")
    if error.early:
        return _("That is not done yet: the lesson sees by itself when it is. You can also skip the step.")
    return _("That is not the present step. This is:")


def _found(request: HttpRequest, campaign_id: str, kind: str) -> Hint | None:
    assert isinstance(request.user, User)
    return hint_for(request.user, campaign_id, kind)


def _panel(request: HttpRequest, found: Hint | None, wrong: str = "") -> str:
    where = request.GET.get("where", "")
    context = hint_context(found, where if where in WHERE else "map") if found is not None else {}
    return render_to_string("lessons/_hint.html", {**context, "wrong": wrong}, request) if found else ""


def _shown(request: HttpRequest, campaign_id: str, kind: str) -> HttpResponse:
    found = _found(request, campaign_id, kind)
    if _wants_json(request):
        return JsonResponse({"html": _panel(request, found)})
    return redirect("war_map", campaign_id)


def _refused(request: HttpRequest, campaign_id: str, kind: str, why: str) -> HttpResponse:
    """422 with the present step: as a part of the page for its script, else as a page."""
    found = _found(request, campaign_id, kind)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if _wants_json(request):
        document = {
            "code": "out_of_order",
            "detail": why,
            "step": found.present.id if found is not None else "",
            "html": _panel(request, found, why),
        }
        return JsonResponse(document, status=status)
    context = (
        hint_context(found, "table")
        if found is not None
        else {"there": reverse("war_map", args=[campaign_id])}
    )
    return render(request, "lessons/step.html", {**context, "wrong": why}, status=status)


def _wants_json(request: HttpRequest) -> bool:
    return JSON in request.headers.get("Accept", "")


def _back(request: HttpRequest, wanted: str, campaign_id: str) -> str:
    """The page that the answer was sent from, if it is one of ours."""
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return wanted
    return reverse("war_map", args=[campaign_id])
