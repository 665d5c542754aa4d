"""Files in and out: a whole campaign, and what one player knows."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from campaign.archive.exchange.forms import ImportForm
from campaign.archive.exchange.selectors import export_of, exported_file, import_page, imports_of, reader_of
from campaign.archive.exchange.services import ask_export, ask_import
from campaign.archive.exchange.tables import name_of
from campaign.base.refusal import Refusal
from campaign.models import Transfer
from campaign.reports.knowledge_document import knowledge_document
from campaign.web.busy import unless_many
from campaign.web.made_files import attached
from campaign.web.page_actions import fulfilled
from campaign.web.reader import Reader
from campaign.web.viewer import viewer_of


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The whole campaign as a file: to be asked for, and how far it is. 404 for whoever may not have it."""
    viewer = viewer_of(request, campaign_id)
    reader = reader_of(viewer.user, viewer.campaign)
    if reader is None:
        raise Http404
    refused = ""
    if request.method == "POST":
        try:
            ask_export(campaign=viewer.campaign, by=viewer.user)
        except Refusal as refusal:
            refused = refusal.message
        else:
            return redirect("campaign_export", campaign_id)
    head = Reader(viewer.campaign, viewer).head("export")
    context = {**head, "page": export_of(reader), "refused": refused}
    return render(request, "archive/exchange/export.html", context, status=409 if refused else 200)


@never_cache
@login_required
@require_GET
def exported(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The file that was made; 404 if there is none, or none that the viewer may have now."""
    viewer = viewer_of(request, campaign_id)
    reader = reader_of(viewer.user, viewer.campaign)
    packed = None if reader is None else exported_file(reader)
    if packed is None:
        raise Http404
    return attached(packed, name_of(viewer.campaign), "application/zip")


@never_cache
@login_required
def take_in(request: HttpRequest) -> HttpResponse:
    """A campaign from a file: sent here, and looked into by a worker."""
    user = request.user
    assert user.is_authenticated
    form = ImportForm(request.POST or None, request.FILES or None)

    def act() -> Transfer:
        sent = form.cleaned_data["file"]
        return ask_import(file=sent.read(), name=sent.name or "", by=user)

    done = fulfilled(form, act, field="file")
    if done:
        return redirect("campaign_arrival", done[0].public_id)
    context = {"form": form, "sent": imports_of(user)}
    status = 422 if request.method == "POST" else 200
    return unless_many(render(request, "archive/exchange/import.html", context, status=status), form, "file")


@never_cache
@login_required
@require_GET
def arrival(request: HttpRequest, transfer_id: str) -> HttpResponse:
    """What comes of a file that was sent: its campaign, or what is wrong with it and where."""
    user = request.user
    assert user.is_authenticated
    try:
        page = import_page(user, transfer_id)
    except Transfer.DoesNotExist:
        raise Http404 from None
    form = None if page.open or page.state == "done" else ImportForm()
    return render(request, "archive/exchange/arrival.html", {"page": page, "form": form})


@never_cache
@login_required
@require_GET
def knowledge(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What the seat knows, turn by turn, as a file."""
    viewer = viewer_of(request, campaign_id)
    document = knowledge_document(viewer.player)
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return attached(text.encode(), "knowledge.json", "application/json")
