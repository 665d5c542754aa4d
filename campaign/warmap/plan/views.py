"""Making a plan: saved as one goes by the script, or as a form of plain fields beside the table."""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.base.answers import Json
from campaign.base.dates.times import when
from campaign.base.jobs.wake import TICK, wake
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.order_words import problem_and_rule
from campaign.models import PlanState, Seat, User
from campaign.turn.plans.services import Receipt, save_plan
from campaign.turn.plans.stored_plans import standing_receipt
from campaign.warmap.forms import SectorFilter
from campaign.warmap.page_data import problem_document
from campaign.warmap.plan.forms import PlanForm, UnreadableError, read_body
from campaign.warmap.sector_table import sector_rows
from campaign.warmap.selectors import WarMapPage, part_to_plan
from campaign.warmap.views import news_and_strip, page_of
from campaign.web.bounded_fields import whole
from campaign.web.confirmation import ask_first

STATUS = {
    "illegal": HTTPStatus.UNPROCESSABLE_ENTITY,
    "unknown": HTTPStatus.UNPROCESSABLE_ENTITY,
    "malformed": HTTPStatus.BAD_REQUEST,
    "no_turn": HTTPStatus.NOT_FOUND,
    "not_yours": HTTPStatus.FORBIDDEN,
}
"""The answer to each refusal; what comes too late or is final already is a conflict."""

ANY = "*"
"""What a page says for the receipt of the plan that it replaces if it cannot know what stands."""


@login_required
@require_POST
def save(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Save the plan that the script sends; the answer is a receipt, or everything that is wrong."""
    return _answer(request, campaign_id, submit=False)


@login_required
@require_POST
def submit(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Submit the plan that the script sends: it is final."""
    return _answer(request, campaign_id, submit=True)


def _answer(request: HttpRequest, campaign_id: str, *, submit: bool) -> HttpResponse:
    mine = _part_of(request, campaign_id)
    try:
        mine = _as_shown(mine, request.headers.get("X-Turn", ""))
        over = request.headers.get("X-Over", ANY)
        known = None if over == ANY else over
        receipt = _store(request, mine, read_body(request.body), submit=submit, over=known)
    except UnreadableError as error:
        return _refused("malformed", str(error), HTTPStatus.BAD_REQUEST)
    except Refusal as refusal:
        found = [problem_document(problem) for problem in refusal.problems]
        text = _("These orders cannot be carried out:") if found else refusal.message
        more = _either(mine) if refusal.code == "changed" else {}
        status = STATUS.get(refusal.code, HTTPStatus.CONFLICT)
        return _refused(refusal.code, text, status, found, more)
    if submit:
        wake(TICK)
    final = receipt.state == PlanState.SUBMITTED and not Variables.of(mine.seat.campaign).plan_revision
    answer = {
        "receipt": receipt.hash,
        "saved": when(receipt.saved_at),
        "state": receipt.state,
        "final": final,
    }
    return JsonResponse(answer)


def _either(part: _Part) -> dict[str, Json]:
    """Of a plan that was saved elsewhere: its receipt, and what looking at it and replacing it are called."""
    return {
        "receipt": standing_receipt(part.seat, part.number),
        "either": [_("See the other plan"), _("Save this one in its place")],
    }


class _Part(NamedTuple):
    """The seat that is planned for, in the turn that runs, and whether somebody only looks on."""

    seat: Seat
    number: int
    watching: bool


def _part_of(request: HttpRequest, campaign_id: str) -> _Part:
    """For whom a request plans; one query for who holds a seat. Raises ``Http404``."""
    assert isinstance(request.user, User)
    part = part_to_plan(request.user, campaign_id)
    if part is not None:
        return _Part(part.seat, part.turn.number, watching=False)
    page = page_of(request, campaign_id)
    return _Part(page.seat, page.number, page.watching)


def _as_shown(part: _Part, turn: str) -> _Part:
    """The part for the turn that the page showed: what was planned for one must not become the next one's.

    Without a turn it is the one that runs. Raises ``Refusal``.
    """
    if not turn:
        return part
    number = whole(turn)
    if number is None:
        raise Refusal(_("The turn must be a number."), code="malformed", field="turn")
    return part._replace(number=number)


def _store(
    request: HttpRequest, part: _Part, plan: dict[str, object], *, submit: bool, over: str | None
) -> Receipt:
    assert isinstance(request.user, User)
    if part.watching:
        raise Refusal(_("You only look through this player's eyes."), code="not_yours")
    return save_plan(seat=part.seat, number=part.number, plan=plan, by=request.user, submit=submit, over=over)


def _refused(
    code: str,
    detail: str,
    status: HTTPStatus,
    problems: list[dict[str, Json]] | None = None,
    more: dict[str, Json] | None = None,
) -> JsonResponse:
    answer = {"code": code, "detail": detail, "problems": problems or [], **(more or {})}
    return JsonResponse(answer, status=status)


@login_required
@require_GET
def table(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The map as a table, with the plan as a form of plain fields: the same actions as on the map."""
    page = page_of(request, campaign_id)
    return _table(request, page, PlanForm(page))


_SUBMIT = lazy("A submitted plan is final: nothing in it can be changed afterwards, by you or by anybody.")


@login_required
@require_http_methods(["GET", "POST"])
def write(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Save or submit what the form or a row of the table sends; what is wrong stands beside it, as typed.

    Whoever asks for the address itself, to look again after something was wrong, is led to the table.
    """
    page = page_of(request, campaign_id)
    if request.method == "GET":
        return redirect("sector_table", campaign_id)
    form = PlanForm(page, {key: str(value) for key, value in request.POST.items()})
    plan = form.document()
    final = request.POST.get("do") == "submit"
    if not form.errors:
        final_once = final and not page.variables.plan_revision
        asked = ask_first(request, _SUBMIT, _("Submit the plan")) if final_once else None
        if asked is not None:
            return asked
        try:
            part = _as_shown(_Part(page.seat, page.number, page.watching), request.POST.get("turn", ""))
            receipt = _store(request, part, plan, submit=final, over=request.POST.get("over"))
        except Refusal as refusal:
            _blame(form, refusal)
        else:
            pattern = _("Plan submitted. Receipt %(hash)s") if final else _("Plan saved. Receipt %(hash)s")
            messages.success(request, pattern % {"hash": receipt.hash})
            if final and page.frame.undated:
                wake(TICK)
                return redirect("turn_comes", campaign_id, part.number)
            return redirect("sector_table", campaign_id)
    return _table(request, page, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@never_cache
@login_required
@require_GET
def comes(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """Where a turn without dates is waited for; it leads on to what has come of it."""
    page = page_of(request, campaign_id)
    if page.published >= number:
        return redirect("turn_report", campaign_id, number)
    return render(request, "warmap/plan/comes.html", {"frame": page.frame, "here": "map", "number": number})


def _blame(form: PlanForm, refusal: Refusal) -> None:
    if refusal.code == "changed":
        # Above it stands already that nothing was saved.
        words = _(
            "Your plan was changed elsewhere after this page was opened, on another device, in another tab or"
            " by your deputy. Save again to put this plan in its place, or open this page again to see it."
        )
        form.add_problem("", words)
        return
    for problem in refusal.problems:
        form.add_problem(problem.banner, problem_and_rule(problem))
    if not refusal.problems:
        place, _dot, rest = (refusal.field or "").partition(".")
        banner = rest.partition(".")[0] if place == "orders" else ""
        known = any(one.id == banner for one in form.page.banners)
        text = refusal.message.removeprefix(f"{refusal.field}:").strip()
        form.add_problem(banner if known else "", text)


def _table(
    request: HttpRequest, page: WarMapPage, form: PlanForm, status: int = HTTPStatus.OK
) -> HttpResponse:
    chosen = SectorFilter(request.GET or None, page=page)
    news, strip = news_and_strip(page)
    context = {
        "news": news,
        "strip": strip,
        "page": page,
        "frame": page.frame,
        "here": "map",
        "form": form,
        "filter": chosen,
        "table": sector_rows(page, chosen.area()),
    }
    return render(request, "warmap/plan/table.html", context, status=status)
