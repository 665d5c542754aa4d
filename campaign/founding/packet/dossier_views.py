"""What each seat wants and knows from the start, as its builders write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.founding import services as building
from campaign.founding.draft_parts import dossier_version
from campaign.founding.packet.forms import AIMS, KnowledgeForm
from campaign.founding.selectors import DossierPage, dossier_of, dossiers
from campaign.founding.views import Builder, Changed, Part, saved_with
from campaign.models import Seat


@login_required
def players(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All seats with their aims."""
    at = _open(request, campaign_id)
    return at.show("founding/packet/players.html", dossiers=dossiers(at.campaign, at.draft))


@login_required
def player(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """One seat's aims, knowledge and private briefing."""
    at = _open(request, campaign_id)
    try:
        page = dossier_of(at.campaign, at.draft, number)
    except Seat.DoesNotExist:
        raise Http404 from None
    act = request.POST.get("act", "") if at.posted else ""
    aims = {
        name: form(page, request.POST if act == name else None, prefix=name) for name, form in AIMS.items()
    }
    if act == "know":
        return at.step("founding/packet/player.html", _knowledge(at, page), dossier=page, aims=aims)
    present = dossier_version(at.draft, page.seat)
    if act in aims:
        form = aims[act]
        try:
            if saved_with(form, lambda: _save_aims(at, page, [*page.conditions, form.condition()], present)):
                messages.success(request, _("Added."))
                return redirect(request.path)
        except Changed as changed:
            form.add_error(None, str(changed))
    if act == "remove":
        return _remove(at, page)
    return at.show(
        "founding/packet/player.html",
        status=422 if at.posted else 200,
        dossier=page,
        aims=aims,
        acting=act,
        form=KnowledgeForm(page),
        part_version=present,
    )


def _open(request: HttpRequest, campaign_id: str) -> Builder:
    """The builder; of a blind campaign there is no such page."""
    at = Builder(request, campaign_id, "players")
    if at.campaign.blind:
        raise Http404
    return at


def _remove(at: Builder, page: DossierPage) -> HttpResponse:
    """Take out the aim that was pointed at: the list must be the one that was shown."""
    text = at.request.POST.get("which", "")
    place = int(text) if text.isdecimal() and len(text) < 4 else len(page.conditions)
    left = [one for n, one in enumerate(page.conditions) if n != place]
    try:
        _save_aims(at, page, left, at.version)
    except Refusal as refusal:
        if refusal.code != "changed":
            raise
        messages.error(at.request, _("These aims are no longer as you saw them: look again."))
    else:
        messages.success(at.request, _("Taken out."))
    return redirect(at.request.path)


def _save_aims(
    at: Builder, page: DossierPage, conditions: Sequence[Mapping[str, object]], version: str
) -> None:
    known = [one.id for one in page.enemies if one.known]
    building.save_dossier(
        campaign=at.campaign,
        by=at.by,
        seat=page.seat,
        dossier={"conditions": list(conditions), "banners": known, "letter": page.letter},
        version=version,
    )


def _knowledge(at: Builder, page: DossierPage) -> Part:
    """What the seat knows from the start, as it was sent."""
    form = KnowledgeForm(page, at.request.POST)

    def now() -> tuple[forms.Form, str]:
        fresh = dossier_of(at.campaign, at.draft, page.seat.number)
        return KnowledgeForm(fresh), dossier_version(at.draft, page.seat)

    def save(version: str) -> None:
        data = form.cleaned_data
        building.save_dossier(
            campaign=at.campaign,
            by=at.by,
            seat=page.seat,
            dossier={
                "conditions": list(page.conditions),
                "banners": data.get("banners", []),
                "letter": data["letter"].replace("\r\n", "\n"),
            },
            features=data.get("features", []),
            relics=data.get("relics", []),
            version=version,
        )
        at.refresh()

    return Part(form, now, save)
