"""From a campaign's battle to its table and back: opened there, reported from here; and kept rosters."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from battles.models import Table
from battles.results import services as battle_results
from battles.table import rosters as kept
from battles.table.deeds import game_of
from battles.table.intake.asking import phone_for, remember
from battles.table.intake.opening import table_for
from battles.table.keepsakes.selectors import keepsakes_of
from battles.table.selectors import last_words, table_by_id
from battles.table.story import LONGEST, draft
from campaign.base.refusal import Refusal
from campaign.models import Battle, Seat, User
from campaign.turn.contact.battle_bounds import Claim
from campaign.turn.contact.battle_status import battle_of, bounds_of
from campaign.web.page_actions import fulfilled
from campaign.web.viewer import viewer_of
from rules.tabletop.lists.bounds import MOST_BYTES
from rules.tabletop.state import NOBODY, UNSAID
from rules.tabletop.turn import losses


@login_required
@require_POST
def from_battle(request: HttpRequest, campaign_id: str, battle_id: str) -> HttpResponse:
    """Sit down at the table of a campaign's battle."""
    viewer = viewer_of(request, campaign_id)
    if viewer.watching:
        raise Http404
    try:
        battle = battle_of(viewer.player, battle_id)
    except Battle.DoesNotExist:
        raise Http404 from None
    try:
        phone = table_for(battle, viewer.player, viewer.user)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("battle", campaign_id=campaign_id, battle_id=battle_id)
    remember(request, phone)
    return redirect("table", table_id=phone.table.public_id)


class ReportForm(forms.Form):
    """The draft of a battle report: winner and points to confirm, a story to edit."""

    winner = forms.ChoiceField(
        label=lazy("Who won the mission?"),
        choices=[("own", lazy("We did")), ("enemy", lazy("They did")), ("draw", lazy("Nobody"))],
        widget=forms.RadioSelect,
    )
    points_own = forms.IntegerField(label=lazy("Points we lost"), min_value=0)
    points_enemy = forms.IntegerField(label=lazy("Points they lost"), min_value=0)
    story = forms.CharField(
        label=lazy("The story"), widget=forms.Textarea(attrs={"rows": 10}), required=False, max_length=LONGEST
    )


@never_cache
def report(request: HttpRequest, table_id: str) -> HttpResponse:
    """The end of a battle: losses and story; for a campaign's battle the report to confirm and send."""
    try:
        table = table_by_id(table_id)
    except Table.DoesNotExist:
        raise Http404 from None
    phone = phone_for(request, table)
    if phone is None:
        raise Http404
    side = phone.numbers[0] if table.battle_id and phone.numbers else None
    seat = _seat(request, table, side)
    form = ReportForm(request.POST or None, initial=_initial(table, side, seat))
    if seat is not None and fulfilled(form, lambda: _send(table, seat, form, request)):
        messages.success(request, _("Your report is in. The other side confirms it, or enters its own."))
        assert table.battle is not None
        return redirect("battle", campaign_id=seat.campaign.public_id, battle_id=table.battle.public_id)
    game = game_of(table)
    rows = [
        {"side": one, "lost": lost, "units": sum(1 for _unit in game.of_side(number))}
        for number, (one, lost) in enumerate(zip(game.sides, losses(game), strict=True))
    ]
    context = {"table": table, "form": form, "seat": seat, "rows": rows, "game": game, "story": draft(table)}
    context["words"] = last_words(game)
    if table.over:
        context |= keepsakes_of(table)
        context["may_share"] = bool(phone.numbers)
    if game.winner >= 0:
        context["winner"] = game.sides[game.winner].name
    return render(request, "battles/table/report.html", context, status=422 if form.errors else 200)


def _seat(request: HttpRequest, table: Table, side: int | None) -> Seat | None:
    """The seat for which this person may report, if the table is a campaign's."""
    user = request.user
    if table.battle is None or side is None or not isinstance(user, User):
        return None
    viewer = viewer_of(request, table.battle.turn.campaign.public_id)
    seat = table.battle.seat_first if side == 0 else table.battle.seat_second
    return seat if viewer.seat == seat and not viewer.watching else None


def _initial(table: Table, side: int | None, seat: Seat | None) -> dict[str, object]:
    """What the table knows of the result, within what the battle allows."""
    if seat is None or side is None or table.battle is None:
        return {}
    game = game_of(table)
    lost, most = losses(game), bounds_of(table.battle)
    # Where the words differ each side begins its report with its own.
    word = game.words[side] if game.apart else game.winner
    won = {NOBODY: "draw", side: "own"}.get(NOBODY if word == UNSAID else word, "enemy")
    return {
        "winner": won,
        "points_own": min(lost[side], most[side]),
        "points_enemy": min(lost[1 - side], most[1 - side]),
        "story": draft(table),
    }


def _send(table: Table, seat: Seat, form: ReportForm, request: HttpRequest) -> None:
    data = form.cleaned_data
    assert table.battle is not None
    assert isinstance(request.user, User)
    claim = Claim(
        method="tabletop",
        winner=data["winner"],
        points_own=data["points_own"],
        points_enemy=data["points_enemy"],
        sacrifice=0,
        story=data["story"],
    )
    battle_results.report_result(battle=table.battle, seat=seat, claim=claim, by=request.user)


@login_required
@require_POST
def rosters(request: HttpRequest) -> HttpResponse:
    """Keep a list of units for later battles, or drop one."""
    assert isinstance(request.user, User)
    try:
        if request.POST.get("drop"):
            kept.drop(request.user, request.POST["drop"])
        else:
            file = request.FILES.get("file")
            kept.keep(
                request.user,
                request.POST.get("name", ""),
                request.POST.get("roster", ""),
                file.read(MOST_BYTES + 1) if file is not None else None,
            )
            messages.success(request, _("The list is saved."))
    except Refusal as refusal:
        messages.error(request, refusal.message)
        request.session[kept.TYPED_ROSTER] = request.POST.get("roster", "")[: kept.LONGEST]
    back = request.POST.get("table", "")
    return redirect("table", table_id=back) if back else redirect("tables")
