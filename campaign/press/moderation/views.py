"""Flags: raised by readers, settled by those who moderate."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access.visitors import asker_of
from campaign.models import FlagKind, User
from campaign.press.messages import selectors as reading
from campaign.press.messages.press_modes import person_in
from campaign.press.messages.views import _head, _line, _one, _viewer
from campaign.press.moderation import services as flagging
from campaign.press.moderation.flaggable_parts import sections
from campaign.press.moderation.forms import FlagForm, SettleForm, VisitorsFlagForm
from campaign.press.moderation.selectors import flag_picture, flag_rows, flags_of
from campaign.press.moderation.subjects import Found, find, member
from campaign.web.page_actions import fulfilled
from campaign.web.paged_lists import paged
from campaign.web.viewer import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
def flag_thing(request: HttpRequest, kind: str, thing: str) -> HttpResponse:
    """Show something to moderators or operators; visitors may what they can read."""
    reader = request.user if isinstance(request.user, User) else None
    found = find(reader, kind, thing)
    if found is None or (reader is not None and found.person == reader):
        raise Http404
    asks = FlagForm if _may_choose(reader, found) else VisitorsFlagForm
    form = asks(request.POST if request.method == "POST" else None)

    def act() -> None:
        flagging.flag(
            reader=reader,
            kind=kind,
            thing=thing,
            reason=form.cleaned_data["reason"],
            to_operators=form.cleaned_data.get("to_operators", True),
            asker=asker_of(request),
        )
        messages.success(request, _("Thank you. It is shown as it is now, and nothing around it."))

    if fulfilled(form, act):
        return redirect(found.path)
    status = 422 if request.method == "POST" else 200
    beside = sections(found, reader)
    context = {"found": found, "called": FlagKind(kind).label, "form": form, "sections": beside}
    return render(request, "press/moderation/flag.html", context, status=status)


def _may_choose(reader: User | None, found: Found) -> bool:
    """Whether there are moderators that the reader might be content with."""
    return member(reader) is not None and found.campaign is not None


@require_GET
def thing_picture(request: HttpRequest, kind: str, thing: str) -> HttpResponse:
    """The picture that would be shown with it, for a reader who can see it."""
    reader = request.user if isinstance(request.user, User) else None
    found = find(reader, kind, thing)
    return _jpeg(found.picture if found is not None else None)


def _jpeg(data: bytes | None) -> HttpResponse:
    if data is None:
        raise Http404
    answer = HttpResponse(data, content_type="image/jpeg")
    answer["Content-Disposition"] = "inline"
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def flag(request: HttpRequest, campaign_id: str, name: str, message_id: str) -> HttpResponse:
    """Show a message to the moderators, or to the operators of the site."""
    viewer = _viewer(request, campaign_id)
    page, line = _line(request, viewer, name, message_id)
    if line.mine or line.hidden:
        raise Http404
    form = FlagForm(request.POST if request.method == "POST" else None)

    def act() -> None:
        made = flagging.flag_message(
            user=viewer.user, campaign=viewer.campaign, message_id=message_id, **form.cleaned_data
        )
        if made.to_operators:
            told = _("The operators of the site are shown this message, and nothing around it.")
        else:
            told = _("The moderators are shown this message, and nothing around it.")
        messages.success(request, told)

    return _one(request, viewer, page, line, form, act, "flag")


@login_required
@require_GET
def picture(request: HttpRequest, campaign_id: str, flag_id: str) -> HttpResponse:
    """The picture of something flagged, for the moderators."""
    viewer = _viewer(request, campaign_id)
    if not reading.moderates(person_in(viewer.user, viewer.campaign)):
        raise Http404
    return _jpeg(flag_picture(viewer.campaign, viewer.user, flag_id))


@login_required
@require_GET
def flags(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What was flagged, for the moderators."""
    viewer = _viewer(request, campaign_id)
    return _flags(request, viewer, SettleForm(), "")


@login_required
@require_POST
def settle(request: HttpRequest, campaign_id: str, flag_id: str) -> HttpResponse:
    """Decide on a flagged message."""
    viewer = _viewer(request, campaign_id)
    form = SettleForm(request.POST)

    def act() -> None:
        flagging.settle_flag(user=viewer.user, campaign=viewer.campaign, flag_id=flag_id, **form.cleaned_data)
        messages.success(request, _("Settled."))

    if fulfilled(form, act):
        return redirect("flags", campaign_id)
    if form.has_error(NON_FIELD_ERRORS, "unknown"):
        raise Http404
    return _flags(request, viewer, form, flag_id)


def _flags(request: HttpRequest, viewer: Viewer, form: SettleForm, flag_id: str) -> HttpResponse:
    person = person_in(viewer.user, viewer.campaign)
    if not reading.moderates(person):
        raise Http404
    page = paged(request, flags_of(viewer.campaign, viewer.user))
    flags = flag_rows(viewer.campaign, page)
    context = {**_head(viewer), "flags": flags, "pages": page, "form": form, "wrong": flag_id}
    return render(request, "press/messages/flags.html", context, status=422 if flag_id else 200)
