"""Flags: raised by readers, settled by those who moderate."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.press.messages import selectors as reading
from campaign.press.messages.press_modes import person_in
from campaign.press.messages.views import _head, _line, _one, _viewer
from campaign.press.moderation import services as flagging
from campaign.press.moderation.forms import FlagForm, SettleForm
from campaign.press.moderation.selectors import flag_rows, flags_of
from campaign.web.page_actions import fulfilled
from campaign.web.viewer import Viewer


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def flag(request: HttpRequest, campaign_id: str, name: str, message_id: str) -> HttpResponse:
    """Show a message to the moderators."""
    viewer = _viewer(request, campaign_id)
    page, line = _line(request, viewer, name, message_id)
    if line.mine or line.hidden:
        raise Http404
    form = FlagForm(request.POST if request.method == "POST" else None)

    def act() -> None:
        flagging.flag_message(
            user=viewer.user,
            campaign=viewer.campaign,
            message_id=message_id,
            reason=form.cleaned_data["reason"],
        )
        messages.success(request, _("The moderators are shown this message, and nothing around it."))

    return _one(request, viewer, page, line, form, act, "flag")


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
    flags = flag_rows(viewer.campaign, flags_of(viewer.campaign))
    context = {**_head(viewer), "flags": flags, "form": form, "wrong": flag_id}
    return render(request, "press/messages/flags.html", context, status=422 if flag_id else 200)
