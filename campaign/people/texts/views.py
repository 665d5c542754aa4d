"""The texts of a campaign that has started, for those who keep it; before that the builder has them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.models import Campaign, CampaignStatus
from campaign.people.texts.forms import TextsForm
from campaign.people.texts.selectors import texts_version, versions_of
from campaign.people.texts.services import save_texts
from campaign.turn.stored_turns import latest_turn
from campaign.web.edit_conflict import differences
from campaign.web.viewer import Viewer, viewer_of


@login_required
def texts(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All texts in one form; whatever differs is saved as a new version, and all are told."""
    viewer = viewer_of(request, campaign_id)
    campaign = viewer.campaign
    if viewer.watching or not keeps(viewer.user, campaign):
        raise Http404
    if campaign.status == CampaignStatus.BUILDING:
        return redirect("build_texts", campaign_id)
    form = TextsForm(initial=TextsForm.initial_of(campaign))
    if request.method != "POST":
        return _page(request, viewer, form, texts_version(campaign))
    version = request.POST.get("version", "")[:64]
    form = TextsForm(request.POST)
    if not form.is_valid():
        return _page(request, viewer, form, version)
    try:
        made = save_texts(campaign=campaign, by=viewer.user, texts=form.cleaned_data, version=version)
    except Refusal as refusal:
        if refusal.code == "changed":
            return _changed(request, viewer, form, refusal)
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        return _page(request, viewer, form, version)
    messages.success(request, _("Saved, and all are told.") if made else _("Nothing has changed."))
    return redirect("desk_texts", campaign_id)


def _changed(request: HttpRequest, viewer: Viewer, form: TextsForm, refusal: Refusal) -> HttpResponse:
    """Tell what somebody else has stored; what was typed stays in the form."""
    stored = TextsForm(initial=TextsForm.initial_of(viewer.campaign))
    meanwhile = {"changed": refusal.message, "meanwhile": differences(form, stored)}
    return _page(request, viewer, form, texts_version(viewer.campaign), **meanwhile)


def _page(
    request: HttpRequest, viewer: Viewer, form: TextsForm, version: str, **more: object
) -> HttpResponse:
    campaign: Campaign = viewer.campaign
    context = {
        "viewer": viewer,
        "frame": frame_of(campaign, latest_turn(campaign), viewer.seat, facilitator=viewer.facilitator),
        "here": "desk",
        "tab": "texts",
        "form": form,
        "part_version": version,
        "versions": versions_of(campaign),
        **more,
    }
    posted = request.method == "POST"
    status = 409 if "changed" in more else 422 if posted else 200
    template = "people/texts/desk.html" if viewer.facilitator else "people/texts/kept.html"
    return render(request, template, context, status=status)
