"""The facilitator's desk: a page for each question, each with the acts that answer it.

An act is posted to the page it stands on, so that what was typed stays there when it is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_words import kept_reason
from campaign.desk import services as desk
from campaign.desk.asked_first import question_of
from campaign.desk.forms import (
    ActForm,
    ChampionForm,
    ExcuseForm,
    ExtendForm,
    HoldForm,
    PublicForm,
    RulingForm,
    WithdrawForm,
)
from campaign.desk.pages import BattleRow, DeskPage
from campaign.desk.review.correctable import correctable
from campaign.desk.review.forms import FORMS, CorrectionForm
from campaign.desk.review.selectors import review_page
from campaign.desk.selectors import desk_page, seat_of_campaign
from campaign.desk.settling.acts import settle_acts, settle_forms
from campaign.desk.time import services as desk_dates
from campaign.founding.mapedit.selectors import any_backdrop
from campaign.models import Phase, Seat, Turn
from campaign.people.invitations.selectors import lacks_second_factor
from campaign.turn.stored_turns import latest_turn, turn_of
from campaign.turn.turn_rights import mark_of
from campaign.web.confirmation import ask_first
from campaign.web.form_options import FormOptions, Initial, Posted
from campaign.web.page_actions import explain
from campaign.web.viewer import Viewer, backdrop_address, desk_of, viewer_of, watch

Do = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Act:
    """A form and what it does; doing gives the sentence that confirms it."""

    form: ActForm
    do: Do


Acts = Mapping[str, Act]
Make = Callable[..., ActForm]
TYPED = ("reason", "words")
"""The fields of the desk's forms that hold what somebody has written."""


class Desk:
    """One request to a page of the desk: the viewer, the turn, and the forms as they are typed in."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        self.request = request
        self.viewer: Viewer = desk_of(request, campaign_id)
        self.campaign = self.viewer.campaign
        turn = latest_turn(self.campaign)
        if turn is None:
            raise Http404
        self.turn: Turn = turn
        self.page: DeskPage = desk_page(self.campaign, turn)
        self.by = self.viewer.user
        self.acting = request.POST.get("act", "") if request.method == "POST" else ""

    def act(self, name: str, make: Make, do: Do) -> tuple[str, Act]:
        """The act ``name``, its form filled with what was posted if it is the one that was."""
        posted = self.request.POST if self.acting == name else None
        form = make(posted, auto_id=f"{name}_%s", initial={"seen": mark_of(self.turn)})
        return name, Act(form, do)

    def answer(self, template: str, acts: Acts, here: str, **context: Any) -> HttpResponse:
        """Show the page, or do the act that was posted and show the page anew."""
        wrong = ""
        if self.request.method == "POST":
            chosen = acts.get(self.acting)
            if chosen is None:
                return self._too_late(template, here, context)
            if chosen.form.is_valid():
                asked = self._ask_first(chosen.form)
                if asked is not None:
                    return asked
                try:
                    messages.success(self.request, chosen.do(chosen.form))
                    return redirect(self.request.path)
                except Refusal as refusal:
                    wrong = explain(chosen.form, refusal)
            elif chosen.form.non_field_errors():
                wrong = " ".join(str(one) for one in chosen.form.non_field_errors())
        shown = {
            **self._shown(here),
            "wrong": wrong,
            **{name: act.form for name, act in acts.items()},
            **context,
        }
        return render(self.request, template, shown, status=422 if self.request.method == "POST" else 200)

    def _too_late(self, template: str, here: str, context: Mapping[str, object]) -> HttpResponse:
        """Answer to a form that the page had before the turn went on, with what was typed into it."""
        posted = self.request.POST
        if posted.get("seen", "") in ("", mark_of(self.turn)):
            raise Http404
        wrong = _("The turn has gone on since you opened this page: this can no longer be done here.")
        typed = [one for name, one in posted.items() if name in TYPED or len(str(one).split()) > 1]
        shown = {**self._shown(here), **context, "wrong": wrong, "typed": typed}
        return render(self.request, template, shown, status=409)

    def _shown(self, here: str) -> dict[str, object]:
        return {
            "viewer": self.viewer,
            "page": self.page,
            "frame": frame_of(self.campaign, self.turn, None, facilitator=True),
            "here": "desk",
            "tab": here,
            "acting": self.acting,
            "lacks_second_factor": lacks_second_factor(self.by),
        }

    def _ask_first(self, form: ActForm) -> HttpResponse | None:
        """Ask once more before what nobody can undo, or is rarely meant."""
        question = question_of(self.acting, form, self.page)
        return None if question is None else ask_first(self.request, *question)

    # The acts

    def remind(self, form: ActForm) -> str:
        """Remind those of whom there is nothing."""
        count = desk_dates.remind_missing(turn=self.turn, by=self.by)
        return _("Reminded: %(count)s.") % {"count": count}

    def excuse(self, form: ActForm) -> str:
        """Excuse a player."""
        data = form.cleaned_data
        seat = seat_of_campaign(self.campaign, data["seat"])
        desk.excuse_player(
            turn=self.turn, seat=seat, reason=data["reason"], by=self.by, seen=data["seen"] or None
        )
        return _("%(army)s is excused: no orders, no forfeit.") % {"army": seat.army}

    def announce(self, form: ActForm) -> str:
        """Announce the battles."""
        desk.announce_now(turn=self.turn, by=self.by, seen=form.cleaned_data["seen"] or None)
        return _("Announced. Every player now knows of their own battles.")

    def publish(self, form: ActForm) -> str:
        """Publish the turn."""
        data = form.cleaned_data
        desk.publish_now(
            turn=self.turn, by=self.by, champion=data.get("champion") or None, seen=data["seen"] or None
        )
        return _("Turn %(number)s is published.") % {"number": self.turn.number}

    def hold(self, form: ActForm) -> str:
        """Hold the review."""
        data = form.cleaned_data
        desk_dates.hold_review(
            turn=self.turn,
            days=data["days"],
            reason=data["reason"],
            by=self.by,
            seen=data["seen"] or None,
        )
        return _("The review is held; all players are told.")

    def extend(self, form: ActForm) -> str:
        """Extend a deadline."""
        data = form.cleaned_data
        desk_dates.extend_deadline(
            turn=self.turn,
            name=data["name"],
            to=data["to"],
            reason=data["reason"],
            by=self.by,
            seen=data["seen"] or None,
        )
        return _("The date has moved; all players are told.")

    def early(self, form: ActForm) -> str:
        """Stop the early close."""
        desk_dates.stop_early_close(turn=self.turn, reason=form.cleaned_data["reason"], by=self.by)
        return _("The plan deadline is back where it was; the plans stay final.")

    def correct(self, form: ActForm) -> str:
        """Correct the input or the outcome."""
        assert isinstance(form, CorrectionForm)
        movement = self.turn.phase == Phase.MOVEMENT_REVIEW
        correct = desk.correct_input if movement else desk.correct_outcome
        data = form.cleaned_data
        correct(
            turn=self.turn,
            change=form.change(),
            reason=data["reason"],
            by=self.by,
            seen=data["seen"] or None,
        )
        return _("Corrected, and worked out again.")

    def withdraw(self, form: ActForm) -> str:
        """Take a correction back."""
        data = form.cleaned_data
        desk.withdraw_correction(
            turn=self.turn,
            number=data["number"],
            reason=data["reason"],
            by=self.by,
            seen=data["seen"] or None,
        )
        return _("Withdrawn, and worked out again.")


@login_required
def overview(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What needs a decision, who is missing, which battles are open."""
    at = Desk(request, campaign_id)
    acts = dict(
        (
            at.act("remind", ActForm, at.remind),
            at.act("excuse", lambda *a, **k: ExcuseForm(at.page, *a, **k), at.excuse),
            at.act("announce", ActForm, at.announce),
            at.act("publish", lambda *a, **k: ChampionForm(at.page, *a, **k), at.publish),
        )
    )
    return at.answer("desk/overview.html", acts, "overview")


@login_required
def review(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The dry run, and the corrections."""
    at = Desk(request, campaign_id)
    dry_run = review_page(at.campaign, at.turn)
    acts: dict[str, Act] = {}
    settling: list[dict[str, object]] = []
    if dry_run is not None and dry_run.live:
        things = correctable(at.campaign, at.turn)
        for name, form in FORMS.items():
            if name == "orders" and not things.movement:
                continue

            def make(
                data: Posted, *, form: type[CorrectionForm] = form, **options: Unpack[FormOptions]
            ) -> ActForm:
                return form(things, data, **options)

            acts.update((at.act(name, make, at.correct),))
        standing = [(row.number, row.what) for row in dry_run.corrections if not row.withdrawn]
        acts.update((at.act("withdraw", lambda *a, **k: WithdrawForm(standing, *a, **k), at.withdraw),))
        acts.update((at.act("announce", ActForm, at.announce),))
        acts.update((at.act("publish", lambda *a, **k: ChampionForm(at.page, *a, **k), at.publish),))
        acts.update(settle_acts(at.act, at.turn, at.by, dry_run, things))
        settling = settle_forms(dry_run, {name: act.form for name, act in acts.items()})
    picture = backdrop_address(at.campaign, any_backdrop(at.campaign))
    shown = {"review": dry_run, "settling": settling, "backdrop": picture}
    return at.answer("desk/review/review.html", acts, "review", **shown)


@login_required
def dates(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The dates, and what can be done to them."""
    at = Desk(request, campaign_id)
    acts = dict(
        (
            at.act("extend", lambda *a, **k: ExtendForm(at.page, *a, **k), at.extend),
            at.act("hold", HoldForm, at.hold),
            at.act("early", PublicForm, at.early),
        )
    )
    closes = Variables.of(at.campaign).early_close
    return at.answer("desk/time/dates.html", acts, "dates", closes_early=closes)


def ruling_form(
    row: BattleRow, data: Posted, *, like: str = "", **options: Unpack[FormOptions]
) -> RulingForm:
    """A ruling form that proposes what the side ``like`` (first, second) has told, else what was ruled
    before, else what the only side that spoke has told.
    """
    fought = [one for one in row.told if one is not None and one.method == "tabletop"]
    chosen = dict(zip(("first", "second"), row.told, strict=True)).get(like)
    if chosen is not None and chosen.method != "tabletop":
        chosen = None
    told = chosen or row.ruled or (fought[0] if len(fought) == 1 else None)
    known: Initial = {}
    if told is not None:
        known = {"winner": told.winner, "points_first": told.points[0], "points_second": told.points[1]}
    for side, one in zip(("first", "second"), row.told, strict=True):
        known[f"sacrifice_{side}"] = one.sacrifice if one is not None else 0
    options["initial"] = {**known, **options.get("initial", {})}
    return RulingForm(row.forces, data, **options)


@login_required
@require_GET
def scenario(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """A turn as a scenario document, for download; not before its plan deadline."""
    viewer = desk_of(request, campaign_id)
    try:
        document = desk.scenario_of(turn_of(viewer.campaign, number))
    except Turn.DoesNotExist:
        raise Http404 from None
    if document is None:
        raise Http404
    response = JsonResponse(document, json_dumps_params={"indent": 2, "sort_keys": True})
    response["Content-Disposition"] = f'attachment; filename="turn-{number}.json"'
    return response


@login_required
@require_POST
def look_as(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Look at the pages through a player's eyes, read-only; or come back to the desk."""
    viewer = desk_of(request, campaign_id)
    chosen = request.POST.get("seat", "")
    if not chosen:
        watch(request, viewer.campaign, None)
        return redirect("desk", campaign_id=campaign_id)
    try:
        seat = seat_of_campaign(viewer.campaign, chosen)
    except Seat.DoesNotExist:
        raise Http404 from None
    desk.look_as(seat=seat, by=viewer.user)
    watch(request, viewer.campaign, seat)
    return redirect("war_map", campaign_id=campaign_id)


@login_required
def pause(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Pause and resume the campaign: also for a facilitator who plays in it."""
    viewer = viewer_of(request, campaign_id)
    if not keeps(viewer.user, viewer.campaign):
        raise Http404
    turn = latest_turn(viewer.campaign)
    form = PublicForm(request.POST if request.POST.get("act") == "pause" else None)
    wrong = ""
    if request.method == "POST":
        try:
            if request.POST.get("act") == "resume":
                desk_dates.resume_campaign(campaign=viewer.campaign, by=viewer.user)
                messages.success(request, _("The campaign goes on."))
                name = "desk_dates" if viewer.facilitator else "war_map"
                return redirect(name, campaign_id=viewer.campaign.public_id)
            if form.is_valid():
                desk_dates.pause_campaign(
                    campaign=viewer.campaign, reason=form.cleaned_data["reason"], by=viewer.user
                )
                messages.success(request, _("The campaign is paused; all players are told."))
                return redirect(request.path)
        except Refusal as refusal:
            wrong = explain(form, refusal)
    context = {
        "viewer": viewer,
        "frame": frame_of(viewer.campaign, turn, viewer.seat, facilitator=viewer.facilitator),
        "here": "desk",
        "tab": "pause",
        "campaign": viewer.campaign,
        "reason": kept_reason(viewer.campaign.pause_reason),
        "resumed": desk_dates.due_if_resumed(viewer.campaign),
        "form": form,
        "wrong": wrong,
    }
    return render(request, "desk/time/pause.html", context, status=422 if request.method == "POST" else 200)
