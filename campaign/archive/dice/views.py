"""The dice of a campaign that has ended: every seed and every die, and how to check them oneself."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.access.membership import seat_of
from campaign.archive.dice.bonds import armies_of, bonds_of
from campaign.archive.dice.services import checked, dice_logs, kept_document
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import CHAIN
from campaign.models import CampaignStatus
from campaign.warmap.dice.selectors import OwnSeal, own_dice
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def dice(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The page; before the end it says when the dice will be shown, and shows the commitment."""
    context = {**reader.head("dice"), "commitment": reader.campaign.commitment}
    context["elsewhere"] = sorted(reader.campaign.thrown, key=int)
    context["bonds"] = bonds_of(reader.campaign)
    context["own"] = _own(reader)
    try:
        logs = dice_logs(reader.campaign)
        context["logs"] = checked(logs, armies_of(reader.campaign))
        context["kept"] = kept_document(logs)
    except Refusal as refusal:
        context["refusal"] = refusal.message
    return render(request, "archive/dice/dice.html", context)


def _own(reader: Reader) -> OwnSeal | None:
    """What the reader's own army has given to the turn that runs: for whoever acts in it now, as oneself."""
    viewer = reader.viewer
    if viewer is None or viewer.watching or reader.campaign.status == CampaignStatus.ENDED:
        return None
    seat = seat_of(viewer.user, reader.campaign)
    if seat is None:
        return None
    own = own_dice(reader.campaign, seat)
    return None if own.state == CHAIN or not own.turn else own


@require_GET
@for_readers
def dice_file(request: HttpRequest, reader: Reader, first: int) -> HttpResponse:
    """The log of one chain of seeds as a file for the verifier; 404 before the end."""
    try:
        logs = {log.first_turn: log for log in dice_logs(reader.campaign)}
    except Refusal:
        raise Http404 from None
    if first not in logs:
        raise Http404
    text = json.dumps(logs[first].document(), indent=2, sort_keys=True) + "\n"
    response = HttpResponse(text, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="dice-{first}.json"'
    return response
