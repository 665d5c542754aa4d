"""The dice of a campaign that has ended: every seed and every die, and how to check them oneself."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaign.archive.dice.services import checked, dice_logs
from campaign.base.refusal import Refusal
from campaign.web.reader import Reader, for_readers


@require_GET
@for_readers
def dice(request: HttpRequest, reader: Reader) -> HttpResponse:
    """The page; before the end it says when the dice will be shown, and shows the commitment."""
    context = {**reader.head("dice"), "commitment": reader.campaign.commitment}
    context["elsewhere"] = sorted(reader.campaign.thrown, key=int)
    try:
        context["logs"] = checked(dice_logs(reader.campaign))
    except Refusal as refusal:
        context["refusal"] = refusal.message
    return render(request, "archive/dice/dice.html", context)


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
