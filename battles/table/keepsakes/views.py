"""Unit cards, the rematch, and a quick battle's summary: its link, its picture and its text."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from battles.models import Table
from battles.stories.sent_on import Summary, lost, text_of
from battles.stories.sent_picture import picture
from battles.stories.views import png
from battles.table import selectors
from battles.table.intake.asking import phone_for, remember, seated, shown_at, user_of
from battles.table.keepsakes import services
from battles.table.keepsakes.selectors import shared_table, summary_of
from battles.table.keepsakes.unit_cards import cards_seen
from campaign.base.refusal import Refusal


@never_cache
@require_GET
def cards(request: HttpRequest, table_id: str) -> HttpResponse:
    """A card for each unit that this phone may see, to read and to print; ``side`` for one side's alone."""
    table, phone = seated(request, table_id)
    seen = selectors.look(table, phone, shown_at(request, table))
    wanted = request.GET.get("side", "")
    found = [card for card in cards_seen(seen) if wanted in ("", str(card.number))]
    context = {"table": table, "view": seen.view, "cards": found, "wanted": wanted}
    return render(request, "battles/table/keepsakes/cards.html", context)


@require_POST
def rematch(request: HttpRequest, table_id: str) -> HttpResponse:
    """The same battle once more: open it, or sit down at it."""
    table, phone = seated(request, table_id)
    again = Table.objects.filter(rematch_of=table).first()
    if again is not None and phone_for(request, again) is not None:
        return redirect("table", table_id=again.public_id)
    try:
        mine = services.rematch(table, phone, user_of(request))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        if refusal.code == "taken" and again is not None:
            return redirect("table_join", table_id=again.public_id, code=again.code)
        return redirect("table", table_id=table.public_id)
    remember(request, mine)
    return redirect("table", table_id=mine.table.public_id)


@require_POST
def share(request: HttpRequest, table_id: str) -> HttpResponse:
    """Make the link of a summary, or revoke it."""
    table, phone = seated(request, table_id)
    try:
        services.share(table, phone, wanted=request.POST.get("wanted") == "yes")
    except Refusal as refusal:
        messages.error(request, refusal.message)
    return redirect(f"{request.path.removesuffix('share/')}report/#summary")


def _shared(token: str) -> Summary:
    """The summary behind a link. Raises ``Http404`` where there is none, or none any more."""
    table = shared_table(token)
    if table is None:
        raise Http404
    return summary_of(table)


@never_cache
@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The summary of a quick battle, for whoever has its link."""
    found = _shared(token)
    context = {"summary": found, "sides": [(side, lost(side)) for side in found.sides], "token": token}
    return render(request, "battles/table/keepsakes/shared.html", {**context, "text": text_of(found)})


@require_GET
def shared_picture(request: HttpRequest, token: str) -> HttpResponse:
    """The picture of a summary."""
    return png(picture(_shared(token), request.get_host()))


@never_cache
@require_GET
def own_picture(request: HttpRequest, table_id: str) -> HttpResponse:
    """The picture for those who sit at the table, shared or not; of a campaign's battle there is none."""
    table, _phone = seated(request, table_id)
    if not table.over or table.battle_id:
        raise Http404
    return png(picture(summary_of(table), request.get_host()))
