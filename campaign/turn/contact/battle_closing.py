"""When a battle is closed: what is settled from the start, what binds it to the dice, what is left open.

A battle whose result is bound to be abstract has its dice from that moment on, and both sides may see them
(Rules 4); so nothing that binds one can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import F

from campaign.access.knowledge_barriers import knows_seat
from campaign.base.answers import JsonObject
from campaign.base.sse import hub
from campaign.engine.seeds import dice_of
from campaign.models import Battle, BattleResult, Seat, SeatStatus, StandIn, Turn
from campaign.turn.contact.battle_status import BOUND, CLOSED, Standing, standing_of
from campaign.turn.contact.dice_shown import BOTH_ASKED, FORFEITED, dice_document, parts_of
from campaign.turn.contact.house_in_battles import house_rolls
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


def open_battles(turn: Turn, moment: datetime) -> list[StandIn]:
    """Settle what is settled when the battles are announced: auto battles, forfeits, and those of bots.

    Gives the stand-ins of bots who have a battle to fight now.

    To be called once, in the transaction of the announcement. A bot's battles are abstract, but for the one
    that a stand-in has agreed to fight for it.
    """
    found = battles_of(turn)
    places = _stand_ins_take(found)
    spared = {(place.battle_id, place.seat_id) for place in places}
    for battle in found:
        sides = (battle.seat_first, battle.seat_second)
        unfought = [seat for seat in sides if seat.status == SeatStatus.BOT]
        if not battle.auto and any((battle.pk, seat.pk) not in spared for seat in unfought):
            ask_for_dice(battle, sides)
        close_if_settled(battle, moment)
    return places


def _stand_ins_take(battles: list[Battle]) -> list[StandIn]:
    """Give whoever waits to stand in for a bot its greatest battle; gives those who got one."""
    bots = {
        seat.pk: seat
        for battle in battles
        for seat in (battle.seat_first, battle.seat_second)
        if seat.status == SeatStatus.BOT
    }
    if not bots:
        return []
    waiting = StandIn.objects.filter(
        seat__in=bots, battle__isnull=True, accepted_at__isnull=False, ended_at__isnull=True
    )
    taken: set[tuple[int, int]] = set()
    places: list[StandIn] = []
    for one in waiting.select_related("user").order_by("id"):
        fights = [
            battle
            for battle in battles
            if one.seat_id in (battle.seat_first_id, battle.seat_second_id)
            and not (battle.auto or battle.forfeit_first or battle.forfeit_second)
            and (battle.pk, one.seat_id) not in taken
            and one.user is not None
            and not knows_seat(one.user, _rival(battle, one.seat_id))
        ]
        if fights:
            one.battle = max(
                fights, key=lambda battle: (battle.level_first + battle.level_second, -battle.pk)
            )
            one.save(update_fields=("battle",))
            taken.add((one.battle.pk, one.seat_id))
            places.append(one)
    return places


def _rival(battle: Battle, seat_id: int) -> Seat:
    """The seat on the other side; nobody who knows it from within fights against it."""
    return battle.seat_second if battle.seat_first_id == seat_id else battle.seat_first


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


def roll(battle: Battle) -> JsonObject:
    """The battle's abstract resolution by the turn's dice, and what the rolls are made of (Rules 7)."""
    number = battle.turn.number
    banners = (BannerId(battle.first), BannerId(battle.second))
    levels = (battle.level_first, battle.level_second)
    forfeited = (battle.forfeit_first, battle.forfeit_second)
    house = house_rolls(battle)
    result = abstract_result(
        dice_of(battle.turn),
        turn=number,
        banners=banners,
        levels=levels,
        forfeited=forfeited,
        house=house,
    )
    return dice_document(
        banners,
        winner=result.winner,
        degree=result.degree,
        points=result.points_lost,
        rolls=result.rolls,
        parts=parts_of(result.rolls, levels, forfeited, house),
        clause=FORFEITED if any(forfeited) else BOTH_ASKED,
    )


def touch(battle: Battle) -> None:
    """Tell the pages of the battle's two sides, and of who stands in, that what they may see has changed."""
    StandIn.objects.filter(battle=battle).update(version=F("version") + 1)
    touch_seats(battle.seat_first, battle.seat_second)


def touch_seats(*seats: Seat) -> None:
    """Tell the pages of these seats that something they may see has changed."""
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(version=F("version") + 1)
    hub.raised()
