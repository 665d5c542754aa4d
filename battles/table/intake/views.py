"""The page "This is what I read": a list that was given in, unit by unit, with what is asked of it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from battles.models import Intake, Phone, Roster, Table, TableAction
from battles.table import rosters, selectors
from battles.table.deeds import game_of
from battles.table.intake import lists, parting_lists
from battles.table.intake.asking import seated, shown_at, user_of
from battles.table.intake.choices import choices_for
from battles.table.intake.entered import document_of, enter_once_more, entered_text
from battles.table.intake.group_rows import MOUNTS, with_rows
from battles.table.intake.reading import number_of
from battles.table.intake.unfolding import asked_for
from battles.table.services import LONGEST_CID
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.web.bounded_fields import whole
from campaign.web.busy import unless_busy
from rules.tabletop.lists.bounds import MOST_BYTES
from rules.tabletop.lists.entering import list_of
from rules.tabletop.lists.whole import WHOLE
from rules.tabletop.state import SETUP


@require_POST
def give_in(request: HttpRequest, table_id: str) -> HttpResponse:
    """Give in a list, pasted or as a file: entered, or shown with what is asked of it."""
    table, phone = seated(request, table_id)
    post, sent = request.POST, request.FILES.get("file")
    text = post.get("roster", "")
    try:
        player = number_of(post.get("look") or post.get("player", ""), "player")
        if sent is not None and text.strip():
            raise Refusal(_("Send the list as text or as a file, not both."), code="list", field="roster")
        if sent is not None and (sent.size or 0) > MOST_BYTES:
            raise Refusal(_("A list has at most 1 MiB."), code="list", field="roster")
        raw: bytes | str | Roster = sent.read() if sent is not None else text
        if "kept" in post:
            raw = rosters.kept_of(user_of(request), post["kept"])
        given = lists.give_in(
            table,
            phone,
            player=player,
            raw=raw,
            again=post.get("again") == "1",
            look="look" in post,
            cid=_id_of(post.get("cid", ""), player, raw),
        )
    except Refusal as refusal:
        place = post.get("look") or post.get("player", "")
        context = {"table": table, "wrong": refusal.message, "typed": text, "player": place}
        context["new_cid"] = random_id()
        page = render(request, "battles/table/lists/refused.html", context, status=422)
        return unless_busy(page, refusal)
    if isinstance(given, Intake):
        return redirect("table_list", table_id=table.public_id, number=player)
    if isinstance(given, TableAction):
        context = {"table": table, "number": player, "n": given.pk, "new_cid": random_id()}
        context["told"] = entered_text(document_of(given))
        return render(request, "battles/table/lists/entered.html", context, status=422)
    messages.success(request, entered_text(given.document, given.left))
    return redirect("table", table_id=table.public_id)


def _id_of(cid: str, player: int, raw: bytes | str | Roster) -> str:
    """One id for each list that a form sends: a second tap is the same, another list or place is not."""
    if not cid:
        return random_id()
    what = str(raw.pk) if isinstance(raw, Roster) else raw
    content = what if isinstance(what, bytes) else what.encode()
    return hashlib.sha256(b"\0".join((cid.encode(), str(player).encode(), content))).hexdigest()[:LONGEST_CID]


@never_cache
@require_GET
def unit_form(request: HttpRequest, table_id: str) -> HttpResponse:
    """The form of a unit of a large table, fetched when it is unfolded: as the page would hold it."""
    table, phone = seated(request, table_id)
    seen = selectors.look(table, phone, shown_at(request, table))
    unit, choices = seen.view["by_id"].get(asked_for(request)), choices_for(seen)
    setup = seen.view["phase"] == SETUP
    if unit is None or not seen.numbers or seen.view["over"]:
        raise Http404
    if setup and unit["side"] not in choices["can"]:
        raise Http404
    with_rows(seen.view, {unit["id"]}, {})
    context = {"seen": seen, "view": seen.view, "table": table, "unit": unit, "choices": choices}
    template = "battles/table/_unit_edit.html" if setup else "battles/table/_correct.html"
    return render(request, template, {**context, "mounts": MOUNTS})


@never_cache
@require_http_methods(["GET", "POST"])
def one_list(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """What was read of a list that waits, and its questions; nobody else's is shown."""
    table, phone = seated(request, table_id)
    if number not in phone.numbers:
        raise Http404
    wrong = ""
    if request.method == "POST":
        try:
            _answer(request, table, phone, number)
        except Refusal as refusal:
            wrong = refusal.message
    intake = lists.waiting_of(table, number)
    if intake is None:
        if wrong:
            messages.error(request, wrong)
        return redirect("table", table_id=table.public_id)
    read = lists.read_again(intake)
    if request.method == "POST" and not wrong:
        here = reverse("table_list", args=(table.public_id, number))
        return redirect(here + _next_asked(request, [one.unit for one in read.questions]))
    context = {
        "table": table,
        "begun": game_of(table).phase != SETUP,
        "intake": intake,
        "number": number,
        "cards": lists.cards_of(read),
        "whole": lists.asked_of_all(read),
        "partable": parting_lists.may_be_parted(intake),
        "left": read.left,
        "open": len(read.questions),
        "usual": any(one.question.usual for one in read.questions),
        "points": sum(unit["points"] * unit["count"] for unit in read.document["units"]),
        "units": sum(unit["count"] for unit in read.document["units"]),
        "wrong": wrong,
    }
    return render(request, "battles/table/lists/read.html", context, status=422 if wrong else 200)


def _next_asked(request: HttpRequest, asked: Sequence[int]) -> str:
    """Where the page goes on after an answer: at the next unit of which something is asked, else at its top.

    The card that was answered goes below all that ask.
    """
    said = [whole(name.partition("|")[0]) for name in request.POST if "|" in name]
    if WHOLE in asked or not asked or not said:
        return "#main"
    after = [unit for unit in sorted(asked) if unit >= (said[0] or 0)]
    return f"#u{after[0] if after else min(asked)}"


def _answer(request: HttpRequest, table: Table, phone: Phone, number: int) -> None:
    post = request.POST
    if post.get("do") == "drop":
        lists.drop_list(table, phone, player=number)
    elif post.get("do") == "usual":
        lists.take_usual(table, phone, player=number)
    elif post.get("do") == "more":
        cid = post.get("cid", "") or random_id()
        more = enter_once_more(table, phone, player=number, key=post.get("n", ""), cid=cid)
        messages.success(request, entered_text(more))
    else:
        said = {name: post.get(name, "") for name in post if "|" in name}
        waits = lists.answer_list(table, phone, player=number, said=said, same=post.get("same") == "1")
        if waits is None:
            messages.success(request, _("The list is entered."))


@never_cache
@require_http_methods(["GET", "POST"])
def list_lines(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """The lines of a list that waits: its owner says where each unit begins."""
    table, phone = seated(request, table_id)
    if number not in phone.numbers:
        raise Http404
    intake, wrong = lists.waiting_of(table, number), ""
    if intake is None or game_of(table).phase != SETUP or not parting_lists.may_be_parted(intake):
        return redirect("table_list", table_id=table.public_id, number=number)
    rows = parting_lists.rows_of(intake, request.GET.get("way", ""))
    if request.method == "POST":
        try:
            state = request.POST.get("state", "")
            waits = parting_lists.part_list(
                table, phone, player=number, said=request.POST.dict(), state=state
            )
        except Refusal as refusal:
            wrong, rows = refusal.message, parting_lists.rows_said(intake, request.POST.dict())
        else:
            if waits is None:
                messages.success(request, _("The list is entered."))
            return redirect("table_list", table_id=table.public_id, number=number)
    context = {
        "table": table,
        "number": number,
        "rows": rows,
        "roles": parting_lists.WORDS,
        "state": parting_lists.state_of(intake),
        "wrong": wrong,
    }
    return render(request, "battles/table/lists/lines.html", context, status=422 if wrong else 200)


@require_GET
def list_file(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """The own units as a list, which this app reads again as it is."""
    table, phone = seated(request, table_id)
    if number not in phone.numbers:
        raise Http404
    game = game_of(table)
    mine = [unit for unit in game.units if unit.player == number]
    document = list_of(mine, table.name, game.players[number].name)
    response = JsonResponse(document, json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="boltgun-list.json"'
    return response
