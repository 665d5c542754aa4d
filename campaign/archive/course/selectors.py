"""One turn of a war that has ended, in sentences: what everybody planned and believed, what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from campaign.access.army_rules import Titles, titles_by_seat
from campaign.archive.course.belief import Belief, belief_of, heard_by
from campaign.archive.course.bot_whys import BotWhys, whys_of
from campaign.archive.course.deeds import (
    BattleLine,
    CorrectionMade,
    battle_lines,
    corrections_of,
    settlement_lines,
)
from campaign.archive.course.ledger_lines import LedgerLine, ledger_lines
from campaign.archive.course.moments import fired_in, trigger_told
from campaign.archive.course.pledges import Pledge, pledges_of
from campaign.archive.course.war_names import WarNames
from campaign.archive.selectors import turns_of
from campaign.base.answers import PAGE, Json, Named, called, one_of
from campaign.base.documents import MapSighting, Told
from campaign.base.words.plan_words import other_words, plan_words
from campaign.base.words.report_words import Names, sentences
from campaign.desk.review.truth_words import orders_in_words
from campaign.models import Campaign, Phase, PlanCounted, PlayerTurn, Turn
from rules.documents import Movement, Outcome, Scenario
from rules.reports.report import report_from


@called("CourseOrders")
@dataclass(frozen=True, slots=True)
class BannerOrders:
    """The orders of a banner, as they counted at the deadline; why one was void is among what was told."""

    banner: str
    orders: str


@called("CourseSide")
@dataclass(frozen=True, slots=True)
class TurnSide:
    """A side of a turn: its plan, what it was told came of it, its ledger, and what it had believed."""

    number: Annotated[int, Named("seat")]
    army: str
    plan: Annotated[str | None, one_of(PlanCounted), "What of its plan counted; null where that is not kept."]
    corrected: Annotated[bool, "Whether none stood, and a facilitator's orders counted in its place."]
    orders: tuple[BannerOrders, ...]
    told: Annotated[tuple[str, ...], "What its report said, sentence by sentence."]
    ledger: Annotated[tuple[LedgerLine, ...], "What changed its levels; empty where no ledger was kept."]
    belief: Belief | None
    heard: Annotated[tuple[str, ...], "In turn 1: what it heard before the war, and how true it was."]
    bot: Annotated[BotWhys | None, "What the bot thought, where it planned; null elsewhere."]


@called("CourseTurn")
@dataclass(frozen=True, slots=True)
class CourseTurn:
    """A turn of a finished war, in sentences."""

    turn: int
    sides: tuple[TurnSide, ...]
    battles: tuple[BattleLine, ...]
    triggers: Annotated[tuple[str, ...], "The triggers that fired."]
    settlements: Annotated[tuple[str, ...], "What came of orders in words."]
    corrections: tuple[CorrectionMade, ...]
    promises: Annotated[tuple[str, ...], "Promises that began, ended or were broken in it."]
    turns: Annotated[tuple[int, ...], PAGE]

    @property
    def earlier(self) -> int | None:
        """The turn before this one, if there is one."""
        return max((one for one in self.turns if one < self.turn), default=None)

    @property
    def later(self) -> int | None:
        """The turn after this one, if there is one."""
        return min((one for one in self.turns if one > self.turn), default=None)


def course_turns(campaign: Campaign) -> tuple[int, ...]:
    """The turns that can be told: all that were published, the deployment left out."""
    return tuple(number for number in turns_of(campaign) if number > 0)


def course_turn(campaign: Campaign, number: int) -> CourseTurn | None:
    """One turn, told; None if there is none of this number."""
    rows = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number=number, number__gt=0)
    turn = rows.filter(outcome__isnull=False).first()
    if turn is None:
        return None
    names = WarNames.of(campaign)
    began, outcome = cast("Scenario", turn.input or {}), cast("Outcome", turn.outcome)
    return CourseTurn(
        turn=number,
        sides=tuple(_sides(turn, began, outcome, names)),
        battles=tuple(battle_lines(turn, outcome, names)),
        triggers=tuple(trigger_told(one, names) for one in fired_in(outcome)),
        settlements=tuple(settlement_lines(campaign, turn)),
        corrections=tuple(corrections_of(turn, names)),
        promises=tuple(_promises(number, pledges_of(campaign))),
        turns=course_turns(campaign),
    )


def _sides(turn: Turn, began: Scenario, outcome: Outcome, names: WarNames) -> Iterator[TurnSide]:
    parts = {part.seat_id: part for part in PlayerTurn.objects.filter(turn=turn).defer("map", "announcement")}
    maps = _maps_before(turn)
    whys = whys_of(turn, began.get("banners", ()), names)
    titles = titles_by_seat(names.seats.values())
    moved = cast("Movement", turn.movement or {"banners": []})
    banners = (*began.get("banners", ()), *moved["banners"], *outcome["banners"])
    owners = {one["id"]: one["owner"] for one in banners}
    explained = cast("Mapping[str, Json] | None", turn.explained)
    for key, seat in names.seats.items():
        part = parts.get(seat.pk)
        told = cast("Told | None", part.report) if part is not None else None
        plan = told.get("plan") if told is not None else None
        sightings = maps.get(seat.pk)
        yield TurnSide(
            number=seat.number,
            army=seat.army,
            plan=plan["state"] if plan else None,
            corrected=bool(plan and plan["corrected"]),
            orders=tuple(_orders(key, began, names)),
            told=_said(told, titles.get(seat.pk, {})),
            ledger=tuple(ledger_lines(explained, owners, names, key)),
            belief=None if sightings is None else belief_of(key, sightings, began.get("banners", ()), names),
            heard=tuple(heard_by(seat, began.get("banners", ()), names)) if turn.number == 1 else (),
            bot=whys.get(seat.pk),
        )


def _maps_before(turn: Turn) -> dict[int, Sequence[MapSighting]]:
    """By seat, the enemies on the map with which it planned the turn."""
    found = PlayerTurn.objects.filter(
        turn__campaign=turn.campaign_id, turn__number=turn.number - 1, map__isnull=False
    )
    return {seat: sightings or () for seat, sightings in found.values_list("seat_id", "map__sightings")}


def _orders(key: str, began: Scenario, names: WarNames) -> Iterator[BannerOrders]:
    plan = began.get("plans", {}).get(key)
    for banner, orders in sorted(plan["orders"].items()) if plan is not None else ():
        said = orders_in_words(orders, names.banner, names.thing)
        if said:
            yield BannerOrders(names.banner(banner), said)


def _said(told: Told | None, titles: Titles) -> tuple[str, ...]:
    """A stored report as its player read it."""
    if told is None:
        return ()
    report = report_from(told["told"])
    names = Names(told["names"], {banner.id: banner.at for banner in report.banners}, titles)
    said = [one.text for one in sentences(report.lines, report.void, names)]
    answers = [f"“{one['text']}”: {other_words(one, over=True)}" for one in told.get("others", ())]
    plan = told.get("plan")
    entered = [plan_words(plan, (), {})] if plan and plan["corrected"] else []
    return (*entered, *said, *answers, *told.get("happened", ()))


def _promises(number: int, pledges: Sequence[Pledge]) -> Iterator[str]:
    for pledge in pledges:
        if number in (pledge.since, pledge.until):
            yield pledge.text
        for breach in pledge.breaches:
            if breach.turn == number:
                yield breach.text
