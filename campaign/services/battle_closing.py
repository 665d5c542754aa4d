"""When a battle is closed: what is settled from the start, what binds it to the dice, what is left open.

A battle whose result is bound to be abstract has its dice from that moment on, and both sides may see them
(Rules 4); so nothing that binds one can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import F

from campaign.models import Battle, BattleResult, Seat, SeatStatus, Turn
from campaign.seeds import dice_of
from campaign.selectors.standing import BOUND, CLOSED, Standing, standing_of
from rules.combat import abstract_result
from rules.state import BannerId


def battles_of(turn: Turn) -> list[Battle]:
    """The battles of a turn with their seats, in the order of their banners."""
    found = Battle.objects.filter(turn=turn).select_related("seat_first", "seat_second")
    battles = list(found.order_by("first", "second"))
    for battle in battles:
        battle.turn = turn
    return battles


def results_of(battle: Battle) -> list[BattleResult]:
    """What has been told of the battle, in the order of its sides."""
    rows = {row.seat_id: row for row in BattleResult.objects.filter(battle=battle).order_by("id")}
    return [rows[seat] for seat in (battle.seat_first_id, battle.seat_second_id) if seat in rows]


def open_battles(turn: Turn, moment: datetime) -> None:
    """Settle what is settled when the battles are announced: auto battles, forfeits, and those of bots.

    To be called once, in the transaction of the announcement. A bot's battles are abstract (a stand-in may
    not fight them yet).
    """
    for battle in battles_of(turn):
        sides = (battle.seat_first, battle.seat_second)
        if not battle.auto and any(seat.status == SeatStatus.BOT for seat in sides):
            ask_for_dice(battle, sides)
        close_if_settled(battle, moment)


def ask_for_dice(battle: Battle, seats: Iterable[Seat]) -> None:
    """Put in requests for abstract resolution on behalf of the app; sacrifices that were declared stay."""
    for seat in seats:
        BattleResult.objects.update_or_create(
            battle=battle,
            seat=seat,
            defaults={
                "method": "abstract",
                "winner": "",
                "points_first": 0,
                "points_second": 0,
                "by_app": True,
                "reopen": False,
            },
        )


def close_if_settled(battle: Battle, moment: datetime) -> Standing:
    """Close the battle if its two sides agree or it is bound otherwise; roll its dice if they bind it."""
    if battle.closed_at is None:
        battle.closed_at = moment
    told = results_of(battle)
    standing = standing_of(battle, told)
    if standing not in CLOSED:
        battle.closed_at = None
    if standing == Standing.FORFEIT:
        # Both sides have a row from now on, so that a sealed sacrifice makes none appear.
        silent = {battle.seat_first, battle.seat_second} - {row.seat for row in told}
        ask_for_dice(battle, sorted(silent, key=lambda seat: seat.pk))
    battle.dice = roll(battle) if standing in BOUND else None
    battle.save(update_fields=("closed_at", "dice"))
    return standing


def roll(battle: Battle) -> Mapping[str, Any]:
    """The battle's abstract resolution as an outcome has it, by the turn's dice (Rules 7)."""
    number = battle.turn.number
    banners = (BannerId(battle.first), BannerId(battle.second))
    result = abstract_result(
        dice_of(battle.turn.campaign, number),
        turn=number,
        banners=banners,
        levels=(battle.level_first, battle.level_second),
        forfeited=(battle.forfeit_first, battle.forfeit_second),
    )
    return {
        "winner": result.winner,
        "degree": str(result.degree),
        "rolls": [dict(zip(banners, map(list, attempt), strict=True)) for attempt in result.rolls],
        "points_lost": dict(zip(banners, result.points_lost, strict=True)),
    }


def touch(battle: Battle) -> None:
    """Tell the pages of the battle's two sides that something they may see has changed."""
    touch_seats(battle.seat_first, battle.seat_second)


def touch_seats(*seats: Seat) -> None:
    """Tell the pages of these seats that something they may see has changed."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(version=F("version") + 1)
