"""Pages on which one of several acts is posted: who acts, the forms as typed in, what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, QueryDict

from campaign.base.refusal import Refusal
from campaign.web.viewer import Viewer, viewer_of


class Acting:
    """One request to such a page: ``act`` is what was posted, empty when the page is only looked at."""

    forms: Mapping[str, forms.Form]

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        self.request = request
        self.viewer: Viewer = viewer_of(request, campaign_id)
        self.campaign, self.by = self.viewer.campaign, self.viewer.user
        if self.viewer.watching:
            raise Http404
        self.act = request.POST.get("act", "") if request.method == "POST" else ""

    def posted(self, act: str) -> QueryDict | None:
        """What was typed into the form of an act, if that is the act that was posted."""
        return self.request.POST if self.act == act else None


A = TypeVar("A", bound=Acting)
T = TypeVar("T")
Acts = Mapping[str, tuple[Callable[[A], str], str]]
"""What can be posted: what does it and gives the sentence that confirms it, and the form to be valid."""


def carry_out(at: A, acts: Acts[A]) -> tuple[bool, str]:
    """Do what was posted: whether it is done, and what is wrong if that belongs to no field.

    Raises ``Http404`` for an act that the page does not have.
    """
    if at.request.method != "POST":
        return False, ""
    if at.act not in acts:
        raise Http404
    do, name = acts[at.act]
    if name and not at.forms[name].is_valid():
        return False, ""
    try:
        messages.success(at.request, do(at))
    except Refusal as refusal:
        return False, explain(at.forms.get(name), refusal)
    return True, ""


def fulfilled(
    form: forms.Form,
    act: Callable[[], T],
    *,
    field: str | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> tuple[T] | None:
    """Do what a page's one form asks for, if it was posted and is valid: what came of it; None if not done.

    A refusal is shown at ``field``, else at its own (``names`` says what the form calls it), else above the
    form; ``form.has_error`` knows its code.
    """
    if not form.is_valid():
        return None
    try:
        return (act(),)
    except Refusal as refusal:
        own = names.get(refusal.field or "", refusal.field)
        place = field or (own if own in form.fields else None)
        form.add_error(place, forms.ValidationError(refusal.message, code=refusal.code))
        return None


def explain(form: forms.Form | None, refusal: Refusal) -> str:
    """Show a refusal at its field, else above the page."""
    if form is not None and refusal.field in form.fields:
        form.add_error(refusal.field, refusal.message)
        return ""
    return refusal.message
