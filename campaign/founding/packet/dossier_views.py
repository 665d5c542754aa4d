"""What each seat wants and knows from the start, as its builders write it."""

from __future__ import annotations

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.founding import services as building
from campaign.founding.draft_parts import dossier_version
from campaign.founding.packet.forms import AIMS, KnowledgeForm
from campaign.founding.packet.selectors import board_picture
from campaign.founding.packet.sighting_form import SightingForm
from campaign.founding.selectors import DossierPage, dossier_of, dossiers
from campaign.founding.start.started import while_built
from campaign.founding.views import Builder, Changed, Part, saved_with
from campaign.models import Seat

_REMOVE = {"remove": "conditions", "forget": "sightings"}
"""The acts that take one out of a list of the dossier."""


@while_built
def players(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """All seats with their aims."""
    at = _open(request, campaign_id)
    return at.show("founding/packet/players.html", dossiers=dossiers(at.campaign, at.draft))


@while_built
def player(request: HttpRequest, campaign_id: str, number: int) -> HttpResponse:
    """One seat's aims, knowledge and private briefing."""
    at = _open(request, campaign_id)
    try:
        page = dossier_of(at.campaign, at.draft, number)
    except Seat.DoesNotExist:
        raise Http404 from None
    act = request.POST.get("act", "") if at.posted else ""
    aims = {
        name: form(page, at.draft.board, request.POST if act == name else None, prefix=name)
        for name, form in AIMS.items()
    }
    heard = SightingForm(page, at.draft.board, request.POST if act == "heard" else None, prefix="heard")
    shown = {"dossier": page, "aims": aims, "heard": heard, "picture": board_picture(at.campaign, at.draft)}
    if act == "know":
        return at.step("founding/packet/player.html", _knowledge(at, page), **shown)
    present = dossier_version(at.draft, page.seat)
    if act in aims:
        aim = aims[act]
        added = _added(aim, lambda: _save(at, page, present, conditions=[*page.conditions, aim.condition()]))
    else:
        added = act == "heard" and _added(
            heard, lambda: _save(at, page, present, sightings=[*page.sightings, heard.sighting()])
        )
    if added:
        messages.success(request, _("Added."))
        return redirect(request.path)
    if act in _REMOVE:
        return _remove(at, page, _REMOVE[act])
    return at.show(
        "founding/packet/player.html",
        status=422 if at.posted else 200,
        acting=act,
        form=KnowledgeForm(page),
        part_version=present,
        **shown,
    )


def _open(request: HttpRequest, campaign_id: str) -> Builder:
    """The builder; of a blind campaign there is no such page."""
    at = Builder(request, campaign_id, "players")
    if at.campaign.blind:
        raise Http404
    return at


def _added(form: forms.Form, save: Callable[[], None]) -> bool:
    """Add what a form holds; what somebody else saved meanwhile is said in it."""
    try:
        return saved_with(form, save)
    except Changed as changed:
        form.add_error(None, str(changed))
        return False


def _remove(at: Builder, page: DossierPage, kind: str) -> HttpResponse:
    """Take out the aim or sighting that was pointed at: the list must be the one that was shown."""
    text = at.request.POST.get("which", "")
    kept = _kept(page)[kind]
    place = int(text) if text.isdecimal() and len(text) < 4 else len(kept)
    left = [one for n, one in enumerate(kept) if n != place]
    try:
        _save(at, page, at.version, **{kind: left})
    except Refusal as refusal:
        if refusal.code != "changed":
            raise
        messages.error(at.request, _("This list is no longer as you saw it: look again."))
    else:
        messages.success(at.request, _("Removed."))
    return redirect(at.request.path)


def _kept(page: DossierPage) -> dict[str, list[object]]:
    return {"conditions": list(page.conditions), "sightings": list(page.sightings)}


def _save(at: Builder, page: DossierPage, version: str, **changes: object) -> None:
    """Save the dossier with some of it changed."""
    known = [one.id for one in page.enemies if one.known]
    building.save_dossier(
        campaign=at.campaign,
        by=at.by,
        seat=page.seat,
        dossier={**_kept(page), "banners": known, "letter": page.letter, **changes},
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
                **_kept(page),
                "banners": data.get("banners", []),
                "letter": data["letter"].replace("\r\n", "\n"),
            },
            features=data.get("features", []),
            relics=data.get("relics", []),
            version=version,
        )
        at.refresh()

    return Part(form, now, save)
