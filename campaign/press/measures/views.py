"""The operators' queue of flags."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign.models import User
from campaign.press.measures import selectors
from campaign.press.measures import services as measures
from campaign.press.measures.forms import MeasureForm, UndoForm
from campaign.web.bounded_fields import whole
from campaign.web.operator_pages import for_operators
from campaign.web.page_actions import fulfilled


@for_operators
@require_GET
def queue(request: HttpRequest, operator: User) -> HttpResponse:
    """What waits for operators, and what they did."""
    return _shown(request, operator)


@for_operators
@require_GET
def picture(request: HttpRequest, operator: User, flag_id: str) -> HttpResponse:
    """The picture of a snapshot."""
    data = selectors.flag_picture(operator, flag_id)
    if data is None:
        raise Http404
    answer = HttpResponse(data, content_type="image/jpeg")
    answer["Content-Disposition"] = "inline"
    answer["Cache-Control"] = "private, no-store"
    return answer


@for_operators
@require_POST
def act(request: HttpRequest, operator: User, flag_id: str) -> HttpResponse:
    """Decide on a flag."""
    form = MeasureForm(request.POST)

    def do() -> None:
        sent = form.cleaned_data
        wish = measures.Act(sent["kind"], sent["reason"], sent["name"], sent["days"] or 0)
        measures.act(operator=operator, flag_id=flag_id, wish=wish)
        messages.success(request, _("Done. The person is told, and who has flagged it."))

    if fulfilled(form, do):
        return redirect("operator_flags")
    return _refused(request, operator, form, flag_id)


@for_operators
@require_POST
def undo(request: HttpRequest, operator: User, measure_id: str) -> HttpResponse:
    """Take a measure back."""
    form = UndoForm(request.POST)

    def do() -> None:
        measures.undo(operator=operator, measure_id=measure_id, reason=form.cleaned_data["reason"])
        messages.success(request, _("Undone. The person is told."))

    if fulfilled(form, do):
        return redirect("operator_flags")
    return _refused(request, operator, form, measure_id)


def _refused(request: HttpRequest, operator: User, form: MeasureForm | UndoForm, wrong: str) -> HttpResponse:
    if form.has_error(NON_FIELD_ERRORS, "unknown"):
        raise Http404
    return _shown(request, operator, form, wrong)


def _shown(
    request: HttpRequest, operator: User, form: MeasureForm | UndoForm | None = None, wrong: str = ""
) -> HttpResponse:
    number = whole(request.GET.get("page", "1")) or 1
    context = {
        "queue": selectors.queue(operator, number),
        "form": form,
        "wrong": wrong,
        "kinds": MeasureForm().fields["kind"].choices,  # type: ignore[attr-defined]
        "days": measures.KEPT.days,
        "most_days": measures.LONGEST_SUSPENSION,
    }
    return render(request, "press/measures/queue.html", context, status=422 if wrong else 200)
