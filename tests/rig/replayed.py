"""A war played again from its plans and results, by nobody's fault and at once: its reports must be the same.

The second war has the first one's secrets, so its dice and ids fall alike. Nothing of it stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat, Substr

from campaign.base.dates import clock
from campaign.base.setup.campaign_settings import CHAIN, OPEN
from campaign.models import (
    Banner,
    Battle,
    BattleResult,
    Campaign,
    DiceClosing,
    DiceSeal,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
)
from campaign.turn import tick
from tests.faults.wars import found
from tests.rig.field import Fought

SECRETS = ("id_key", "sealed_seed", "chain_start", "chain_length", "commitment", "old_chains", "beacon")
PLANNED = ("state", "receipt", "node", "saved_at", "submitted_at", "by_bot")
TOLD = ("announcement", "report", "map")
SAID = ("method", "winner", "points_first", "points_second", "sacrifice")


class _OverError(Exception):
    """All that was done in here is to be forgotten."""


def problems_of_reports(one: Fought) -> Iterator[str]:
    """What each seat was told of each turn, if a replay comes to something else."""
    known = _Known(one.war.campaign)
    if not known.turns:
        return
    told: list[str] = []
    try:
        with transaction.atomic():
            told = list(_compared(one, known))
            raise _OverError
    except _OverError:
        yield from told


class _Known:
    """What the first war's people did and were told."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = Campaign.objects.get(pk=campaign.pk)
        published = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0)
        self.turns = list(published.order_by("number"))
        self.parts = {
            (part.turn_id, part.seat.key): part
            for part in PlayerTurn.objects.filter(turn__in=self.turns).select_related("seat")
        }
        self.orders = list(
            Order.objects.filter(player_turn__turn__in=self.turns).values_list(
                "player_turn_id", "banner", "slot", "detail"
            )
        )
        told = BattleResult.objects.filter(battle__turn__in=self.turns).select_related("battle", "seat")
        self.results = list(told.order_by("id"))
        deployed = PlayerTurn.objects.filter(turn__campaign=campaign, turn__number=0).select_related("seat")
        self.deployed = {part.seat.key: part for part in deployed}
        self.ids = dict(Banner.objects.filter(campaign=campaign).values_list("key", "public_id"))


def _compared(one: Fought, known: _Known) -> Iterator[str]:
    for model in (
        Banner.objects.filter(campaign=known.campaign),
        Battle.objects.filter(turn__in=known.turns),
    ):
        model.update(public_id=Concat(Value("~"), Substr(F("public_id"), 2)))
    dice = {"dice": OPEN if one.open else CHAIN}
    number = 100_000 + one.number
    twin = found(number, automatic=one.automatic, variables=dice, starts=one.starts).campaign
    for name in SECRETS:
        setattr(twin, name, getattr(known.campaign, name))
    twin.name, twin.dice_id = known.campaign.name, known.campaign.mixed_as
    twin.save(update_fields=[*SECRETS, "name", "dice_id"])
    for banner in Banner.objects.filter(campaign=twin):
        Banner.objects.filter(pk=banner.pk).update(public_id=known.ids[banner.key])
    for part in PlayerTurn.objects.filter(turn__campaign=twin, turn__number=0).select_related("seat"):
        # Made with the second war's own key, before it had the first one's.
        for name in TOLD:
            setattr(part, name, getattr(known.deployed[part.seat.key], name))
        part.save(update_fields=TOLD)
    for turn in known.turns:
        again = Turn.objects.get(campaign=twin, number=turn.number)
        _play(again, turn, known)
        again.refresh_from_db()
        if again.phase != Phase.PUBLISHED:
            yield f"{known.campaign}, {turn}: a replay stays in {again.phase}: {again.last_error[-300:]}"
            return
        differing = list(_differences(again, turn, known))
        yield from differing
        if differing:
            return


def _play(again: Turn, turn: Turn, known: _Known) -> None:
    """Put the plans and results of a turn where the second war has its own, and let the deadlines come."""
    for part in PlayerTurn.objects.filter(turn=again).select_related("seat"):
        first = known.parts[(turn.pk, part.seat.key)]
        if first.state == PlanState.NOTHING:
            continue
        if not first.by_bot:
            # Whoever plans again has the seat back from the bot.
            back = {"status": SeatStatus.PLAYER, "missed_in_a_row": 0}
            Seat.objects.filter(pk=part.seat_id, status=SeatStatus.BOT).update(**back)
        PlayerTurn.objects.filter(pk=part.pk).update(**{name: getattr(first, name) for name in PLANNED})
        Order.objects.bulk_create(
            Order(player_turn=part, banner=banner, slot=slot, detail=detail)
            for owner, banner, slot, detail in known.orders
            if owner == first.pk
        )
    for _ in range(7):
        again.refresh_from_db()
        if again.phase == Phase.PUBLISHED:
            return
        if again.phase == Phase.BATTLES:
            _tell_results(again, turn, known)
        if again.draw_due is not None:
            _draw_alike(again, turn)
        tick.run_now(again.pk)


def _draw_alike(again: Turn, turn: Turn) -> None:
    """Let the dice be mixed of what the first war's were."""
    if turn.mix["beacon"] is not None:
        # What the beacon gave is known already.
        DiceClosing.objects.filter(turn=again).update(round=turn.mix["beacon"]["round"])
        return
    DiceClosing.objects.filter(turn=again).update(round=None)
    for number, share in turn.mix["shares"].items():
        seat = Seat.objects.get(campaign=again.campaign_id, number=number)
        # Where the app was down meanwhile, the dice are waited for once more.
        sealed = {"sealed_at": clock.now(), "share": share}
        DiceSeal.objects.update_or_create(turn=again, seat=seat, defaults=sealed)


def _tell_results(again: Turn, turn: Turn, known: _Known) -> None:
    battles = {(battle.first, battle.second): battle for battle in Battle.objects.filter(turn=again)}
    seats = {seat.key: seat for seat in Seat.objects.filter(campaign=again.campaign_id)}
    for row in known.results:
        if row.battle.turn_id != turn.pk:
            continue
        battle = battles[(row.battle.first, row.battle.second)]
        said = {name: getattr(row, name) for name in SAID if hasattr(row, name)}
        BattleResult.objects.update_or_create(battle=battle, seat=seats[row.seat.key], defaults=said)
    Battle.objects.filter(turn=again).update(closed_at=clock.now())


def _differences(again: Turn, turn: Turn, known: _Known) -> Iterator[str]:
    place = f"{known.campaign}, {turn}"
    plans, before = ((one.input or {})["plans"] for one in (again, turn))
    for key in sorted({*plans, *before}):
        if plans.get(key) != before.get(key):
            yield f"{place}: {key} had the plan {before.get(key)}, in its rows is {plans.get(key)}"
    if _text(again.outcome) != _text(turn.outcome):
        yield f"{place}: a replay of the war comes to another outcome"
    for part in PlayerTurn.objects.filter(turn=again).select_related("seat"):
        first = known.parts[(turn.pk, part.seat.key)]
        for name in TOLD:
            if _text(getattr(part, name)) != _text(getattr(first, name)):
                yield f"{place}, {first.seat}: the {name} is another than in a replay"


def _text(document: Any) -> str:
    return json.dumps(document, sort_keys=True)
