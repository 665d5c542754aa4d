"""The pages of the companion: open, join, play, watch; everything works as a plain form too."""

from __future__ import annotations

import secrets

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connections
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from battles.models import Phone, Table
from battles.table import handing, rosters, selectors, services
from battles.table.intake import lists, sealed_lists, sitting
from battles.table.intake.asking import (
    NotSeatedError,
    digits_at,
    forget,
    phone_for,
    remember,
    remembered,
    seated,
    show_at,
    shown_at,
    table_at,
    user_of,
)
from battles.table.intake.choices import choices_for, headings
from battles.table.intake.firing import filled
from battles.table.intake.group_rows import MOUNTS, with_rows
from battles.table.intake.guessing import trial
from battles.table.intake.opening import OpenForm, open_quick
from battles.table.intake.reading import action_of, dice_of, number_of
from battles.table.intake.refilling import refilled
from battles.table.intake.speaking import spoken_for
from battles.table.intake.unfolding import asked_for as asked_for_unit
from battles.table.intake.unfolding import unfolded
from battles.table.log_file import log_document, log_lines
from battles.table.presence import AWAY, away, kept
from campaign.base.refusal import Refusal
from campaign.base.sse import hub
from campaign.ids import random_id
from campaign.operations.live_views import answer as stream_answer
from campaign.web.bounded_fields import whole
from campaign.web.busy import unless_busy

BAD = 400
"""From this status on an answer refuses something."""


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Open a quick battle, join one by its code, go back to one's own."""
    return _lobby(request, OpenForm())


def _lobby(request: HttpRequest, form: OpenForm, wrong: str = "", status: int = 200) -> HttpResponse:
    mine = selectors.tables_of(user_of(request), list(remembered(request).values()))
    rows = sitting.table_rows(mine)
    context = {"form": form, "tables": rows, "wrong": wrong, "code": request.POST.get("code", "")}
    # What waits for these is sent by their pages.
    context["known"] = " ".join(table.public_id for table in mine)
    return render(request, "battles/table/lobby.html", context, status=status)


@require_POST
def quick(request: HttpRequest) -> HttpResponse:
    """Open a quick battle."""
    form = OpenForm(request.POST)
    if not form.is_valid():
        return _lobby(request, form, status=422)
    phone = open_quick(form, user_of(request))
    remember(request, phone)
    return redirect("table", table_id=phone.table.public_id)


@require_POST
def find(request: HttpRequest) -> HttpResponse:
    """Find a table by the code that the first phone shows."""
    try:
        with trial(request, user_of(request)) as tried:
            table = selectors.table_by_code(request.POST.get("code", ""))
            tried.right = table is not None
    except Refusal as refusal:
        return _lobby(request, OpenForm(), wrong=refusal.message, status=429)
    if table is None:
        wrong = _(
            "There is no table with this code. It is six letters and digits, on top of the first phone."
        )
        return _lobby(request, OpenForm(), wrong=wrong, status=422)
    return redirect("table_join", table_id=table.public_id, code=table.code)


def join(request: HttpRequest, table_id: str, code: str) -> HttpResponse:
    """Sit down at a table whose link or code one has; of a campaign's battle only its players may."""
    table = table_at(table_id)
    try:
        with trial(request, user_of(request)) as tried:
            tried.right = secrets.compare_digest(table.code.encode(), code.upper().encode())
    except Refusal:
        return render(request, "errors/429.html", status=429)
    if not tried.right or (table.battle_id and phone_for(request, table) is None):
        raise NotSeatedError
    wrong = ""
    if request.method == "POST":
        try:
            phone = _sit_down(request, table)
        except Refusal as refusal:
            wrong = refusal.message
        else:
            remember(request, phone)
            return redirect("table", table_id=table.public_id)
    context = {
        "table": table,
        "places": selectors.free_places(table),
        "wrong": wrong,
        "offered": sitting.offered(table),
    }
    context["texts"] = selectors.texts_at(table)
    response = render(request, "battles/table/join.html", context, status=422 if wrong else 200)
    return refilled(response, request.path, request.POST) if wrong else response


def _sit_down(request: HttpRequest, table: Table) -> Phone:
    """Take the places that were asked for; four digits that are tried are counted. Raises ``Refusal``."""
    numbers, pins = sitting.asked_for(table, request.POST)
    user = user_of(request)
    if not any(pins.values()):
        return services.join(table=table, user=user, numbers=numbers, pins=pins)
    with trial(request, user) as tried:
        phone = services.join(table=table, user=user, numbers=numbers, pins=pins)
        tried.right = True
    return phone


@never_cache
@require_GET
def show(request: HttpRequest, table_id: str) -> HttpResponse:
    """The table as this phone sees it; a request by script gets the part that changes."""
    table, phone = seated(request, table_id)
    lists.open_sealed(table)
    return _page(request, table, phone)


def _page(
    request: HttpRequest, table: Table, phone: Phone, *, status: int = 200, **more: object
) -> HttpResponse:
    table.refresh_from_db()
    seen = selectors.look(table, phone, shown_at(request, table))
    sent = status >= BAD or "row" in request.POST
    forms = unfolded(request, seen.view)
    with_rows(seen.view, forms, request.POST if sent else {})
    sealed, game = sealed_lists.sealed_at(table), services.game_of(table)
    context = {
        "seen": seen,
        "view": seen.view,
        "table": table,
        "choices": choices_for(seen),
        "rosters": selectors.rosters_of(user_of(request)),
        "intakes": lists.waiting_at(table, phone),
        "changed": sealed_lists.changed_since(sealed, game, phone),
        "handed_in": sealed_lists.handed_in(sealed, game),
        "pins": selectors.pins_of(table, phone),
        "digits": digits_at(request, table),
        "mounts": MOUNTS,
        "unfolded": forms,
        "unfold": asked_for_unit(request),
        "new_cid": random_id,
        "can_sit": sitting.may_sit(table, seen),
        "all_here": sitting.all_here(table),
        "invitation": sitting.invitation_to(request, table),
        "sides_here": sitting.sides_here(table),
        # A list that could not be kept; it was sent beside the table.
        "typed_roster": request.session.pop(rosters.TYPED_ROSTER, ""),
        "typed_side": None,
        **more,
    }
    part = request.headers.get("X-Part") == "board"
    context["texts"] = () if part else selectors.texts_at(table)
    template = "battles/table/_board.html" if part else "battles/table/board.html"
    response = render(request, template, context, status=status)
    response["X-Table-Token"] = seen.token
    if seen.shared and not seen.hidden:
        response["X-Table-Keep"] = "no"
    return refilled(response, request.path, request.POST) if sent else response


def _side_of(table: Table, player: str) -> int | None:
    """The side of the place that was named, if there is one."""
    number, players = whole(player), services.game_of(table).players
    return players[number].side if number is not None and 0 <= number < len(players) else None


@require_POST
def act(request: HttpRequest, table_id: str) -> HttpResponse:
    """Do something at the table."""
    table, phone = seated(request, table_id)
    shown, digits = shown_at(request, table), digits_at(request, table)
    if shown is not None:
        # Before others hear of it: whatever asks meanwhile finds the screen blank already.
        show_at(request, table, None)
        request.session.save()
    try:
        if request.POST.get("kind") == "concede" and request.POST.get("sure") != "yes":
            raise Refusal(_("Tick the box: a side that concedes gives up the battle for good."), code="sure")
        asked = lists.with_list(phone, action_of(request))
        game = services.game_of(table)
        services.act(table, phone, filled(spoken_for(asked, game, phone), game))
    except Refusal as refusal:
        show_at(request, table, shown, digits)
        return _page(
            request,
            table,
            phone,
            status=422,
            wrong=refusal.message,
            wrong_kind=request.POST.get("kind"),
            typed_roster=request.POST.get("roster", ""),
            typed_side=_side_of(table, request.POST.get("player", "")),
        )
    return _after(request, table, phone)


def _after(request: HttpRequest, table: Table, phone: Phone) -> HttpResponse:
    if request.headers.get("X-Part") == "board":
        return _page(request, table, phone)
    return redirect("table", table_id=table.public_id)


@require_POST
def arms(request: HttpRequest, table_id: str) -> HttpResponse:
    """A row more or less in a unit's form, where there are no scripts: nothing is kept, nothing lost."""
    table, phone = seated(request, table_id)
    return _page(request, table, phone)


@require_POST
def agree(request: HttpRequest, table_id: str) -> HttpResponse:
    """Agree to what is proposed, or refuse it."""
    table, phone = seated(request, table_id)
    try:
        side = number_of(request.POST.get("side", ""), "side")
        said = request.POST.get("agree")
        services.answer(table, phone, side=side, agree=said in ("yes", "alone"), alone=said == "alone")
    except Refusal as refusal:
        return _page(request, table, phone, status=422, wrong=refusal.message)
    return _after(request, table, phone)


@require_POST
def respond(request: HttpRequest, table_id: str) -> HttpResponse:
    """Back again: let stand what was done meanwhile, or contest it."""
    table, phone = seated(request, table_id)
    try:
        side = number_of(request.POST.get("side", ""), "side")
        n = whole(request.POST.get("n", ""))
        services.respond(
            table, phone, n=-1 if n is None else n, side=side, contest=request.POST.get("say") == "contest"
        )
    except Refusal as refusal:
        return _page(request, table, phone, status=422, wrong=refusal.message)
    return _after(request, table, phone)


@never_cache
@require_GET
def here(request: HttpRequest, table_id: str) -> HttpResponse:
    """Which sides have gone quiet, and for how many seconds; asking is itself a sign of life."""
    table, _phone = seated(request, table_id)
    quiet = away(table, services.game_of(table))
    return JsonResponse({"away": {str(side): seconds for side, seconds in quiet.items()}, "after": AWAY})


@require_POST
def reveal(request: HttpRequest, table_id: str) -> HttpResponse:
    """A shared tablet is in a player's hands: show him his own; or blank it, or give him new digits."""
    table, phone = seated(request, table_id)
    if request.POST.get("hide"):
        show_at(request, table, None)
        return _after(request, table, phone)
    try:
        number = number_of(request.POST.get("player", ""), "player")
        if request.POST.get("renew"):
            handing.renew(table, phone, number)
            return _after(request, table, phone)
        digits = handing.uncover(table, phone, number, request.POST.get("pin", ""))
    except Refusal as refusal:
        return _page(request, table, phone, status=422, wrong=refusal.message)
    show_at(request, table, number, digits)
    return _after(request, table, phone)


@require_POST
def dice(request: HttpRequest, table_id: str) -> HttpResponse:
    """Whether a player, or all of this phone, roll their own dice and type them in."""
    table, phone = seated(request, table_id)
    try:
        numbers = [number_of(text, "player") for text in request.POST.getlist("player")]
        services.choose_dice(table, phone, own=request.POST.get("own") == "1", numbers=numbers)
    except Refusal as refusal:
        return _refused(request, table, phone, refusal)
    return _after(request, table, phone)


@require_POST
def lay(request: HttpRequest, table_id: str) -> HttpResponse:
    """Lay down the dice that this phone's player was asked for; another's are not for it (403)."""
    table, phone = seated(request, table_id)
    post = request.POST
    try:
        services.lay(
            table,
            phone,
            cid=post.get("waits", ""),
            at=whole(post.get("at", "")),
            typed=dice_of(post),
            local=post.get("local") == "1",
        )
    except Refusal as refusal:
        return _refused(request, table, phone, refusal)
    return _after(request, table, phone)


def _refused(request: HttpRequest, table: Table, phone: Phone, refusal: Refusal) -> HttpResponse:
    status = 403 if refusal.code == "not_yours" else 422
    typed = " ".join(request.POST.getlist("typed")).strip()
    page = _page(request, table, phone, status=status, wrong=refusal.message, typed=typed)
    return unless_busy(page, refusal)


@require_POST
def leave(request: HttpRequest, table_id: str) -> HttpResponse:
    """This browser forgets the table; the places are free for another phone."""
    table, phone = seated(request, table_id)
    forget(request, table)
    services.leave(table, phone)
    return redirect("tables")


@never_cache
@require_GET
def log(request: HttpRequest, table_id: str) -> HttpResponse:
    """All actions and dice, as this phone may read them."""
    table, phone = seated(request, table_id)
    seen = selectors.look(table, phone)
    lines = log_lines(table, services.game_of(table), seen.player)
    return render(request, "battles/table/log.html", {"table": table, "lines": lines, "view": seen.view})


@never_cache
@require_GET
def log_file(request: HttpRequest, table_id: str) -> HttpResponse:
    """The log as a file that the verifier reads."""
    table, phone = seated(request, table_id)
    seen = selectors.look(table, phone)
    response = JsonResponse(log_document(table, seen.player), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = 'attachment; filename="table-log.json"'
    return response


@never_cache
@require_GET
def wall(request: HttpRequest, table_id: str) -> HttpResponse:
    """The projector view: what everybody may see, in large."""
    table, _phone = seated(request, table_id)
    seen = selectors.look(table, Phone(table=table, numbers=[]))
    part = request.headers.get("X-Part") == "board"
    response = render(
        request,
        "battles/table/_wall.html" if part else "battles/table/wall.html",
        {"table": table, "seen": seen, "view": seen.view, **headings(seen.view)},
    )
    response["X-Table-Token"] = seen.token
    return response


@require_GET
async def stream(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Says "changed" when something has changed that this phone may see."""

    def find() -> tuple[list[hub.Key], Phone]:
        try:
            table, phone = seated(request, table_id)
            wanted = Phone(table=table, numbers=[]) if request.GET.get("wall") else phone
            return selectors.keys_of(table, wanted), phone
        finally:
            if isinstance(request, ASGIRequest):
                connections.close_all()

    keys, phone = await sync_to_async(find)()
    response = await stream_answer(request, keys, f"table {phone.public_id}")
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = kept(response.streaming_content, phone.pk)  # type: ignore[arg-type]
    return response
