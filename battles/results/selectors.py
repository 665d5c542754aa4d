"""The pages of a player's battles, built up from what the two sides of a battle know.

A battle's row is the shared knowledge of its two sides but for three things that are never taken from it:
engine ids, the enemy's own name for its banner, and its full level. Of what the enemy tells its sacrifice is
left out: it is sealed until the turn is published.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from django.db.models import Q

from battles.missions.selectors import attacker_of, mission_card
from battles.results.battle_pages import BattlePage, BattlesPage, Cost, Force, Preview, ReportedResult, Result
from campaign.access.army_rules import rules_of, titles_by_seat
from campaign.base.answers import Json
from campaign.base.coordinates import sector_name
from campaign.base.dates.clock import now
from campaign.base.dates.downtime import will_be_spared
from campaign.base.documents import Told
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import house_of
from campaign.base.setup.missions import CATEGORY_NAMES, CATEGORY_REASONS
from campaign.base.words.ledger_words import OF_BATTLES, ChangeWords, cost_words
from campaign.base.words.report_lines import Names
from campaign.desk.disputes.unruled import ruler_of, unruled_by
from campaign.models import (
    Banner,
    Battle,
    BattleResult,
    Campaign,
    CampaignStatus,
    Phase,
    PlayerTurn,
    Seat,
    SeatStatus,
)
from campaign.turn.contact.battle_bounds import send_until
from campaign.turn.contact.battle_status import (
    BOUND,
    CLOSED,
    Standing,
    bounds_of,
    most_sacrificed,
    own_battles,
    said,
    standing_of,
    winner_for,
)
from campaign.turn.contact.house_in_battles import house_levels, house_rolls
from campaign.turn.stored_turns import latest_turn
from rules.armies import Trait
from rules.club.house import House, traits_of
from rules.combat import inflicted_levels
from rules.state import Works
from rules.tables import fighting_level

BATTLES_BY = ("-turn__number", "y", "x", "public_id")
"""The order of a seat's battles: the newest turn first, by sector within a turn."""

_STEP = 100
_RULED, _AGREED = 1, 3
"""Clauses of Rules 7."""


def battle_page(seat: Seat, battle: Battle) -> BattlePage:
    """One battle as ``seat`` sees it."""
    return _Reader(seat, [battle]).page(battle)


def battle_pages(seat: Seat, battles: Sequence[Battle]) -> tuple[BattlePage, ...]:
    """These battles of ``seat`` as it sees them."""
    reader = _Reader(seat, battles)
    return tuple(reader.page(battle) for battle in battles)


def battles_page(seat: Seat) -> BattlesPage:
    """All battles of ``seat``, newest turn first, by sector within a turn."""
    battles = list(own_battles(seat).order_by(*BATTLES_BY))
    latest = latest_turn(seat.campaign)
    reader = _Reader(seat, battles)
    running = latest if latest is not None and latest.phase != Phase.PUBLISHED else None
    present = [battle for battle in battles if running is not None and battle.turn_id == running.pk]
    past = [battle for battle in battles if running is None or battle.turn_id != running.pk]
    return BattlesPage(
        turn=latest.number if latest is not None else None,
        phase=latest.phase if latest is not None else None,
        due=latest.results_due if latest is not None else None,
        present=tuple(reader.page(battle) for battle in present),
        past=tuple(reader.page(battle) for battle in past),
        load=reader.variables.battle_load,
    )


def battles_waiting(seat: Seat) -> tuple[BattlePage, ...]:
    """The battles of the running turn in which ``seat`` has something to do."""
    return tuple(page for page in battles_page(seat).present if page.waits_for_me)


def published_pages(seats: Sequence[Seat]) -> dict[int, list[BattlePage]]:
    """The published battles of these seats, each as its seat sees them: as many queries as for one."""
    found = own_battles(*seats).filter(turn__phase=Phase.PUBLISHED).order_by(*BATTLES_BY)
    battles, pages = list(found), {}
    shelf = _Shelf(seats, battles)
    for seat in seats:
        own = [one for one in battles if seat.pk in (one.seat_first_id, one.seat_second_id)]
        reader = _Reader(seat, own, shelf)
        pages[seat.pk] = [reader.page(battle) for battle in own]
    return pages


class _Shelf:
    """What is read of seats to show their battles: titles, banners, what was told, and how many wait."""

    def __init__(self, seats: Sequence[Seat], battles: Sequence[Battle]) -> None:
        self.titles = titles_by_seat({side for one in battles for side in (one.seat_first, one.seat_second)})
        self.banners: defaultdict[int, dict[str, Banner]] = defaultdict(dict)
        for row in Banner.objects.filter(seat__in=seats).order_by("key"):
            self.banners[row.seat_id][row.key] = row
        turns = sorted({battle.turn_id for battle in battles})
        self.told: defaultdict[int, dict[int, PlayerTurn]] = defaultdict(dict)
        told = PlayerTurn.objects.filter(seat__in=seats, turn__in=turns)
        for part in told.only("seat_id", "turn_id", "announcement", "report"):
            self.told[part.seat_id][part.turn_id] = part
        sides = Q(seat_first__in=seats) | Q(seat_second__in=seats)
        waiting = Battle.objects.filter(sides, turn__in=turns, auto=False, dice__isnull=True)
        self.fought: Counter[tuple[int, int]] = Counter()
        for turn, *two in waiting.values_list("turn_id", "seat_first_id", "seat_second_id"):
            self.fought.update((seat, turn) for seat in two)


class _Reader:
    """Reads a seat's battles: its own banners, and what it was told of each turn, once."""

    def __init__(self, seat: Seat, battles: Sequence[Battle], shelf: _Shelf | None = None) -> None:
        campaign: Campaign = seat.campaign
        self.seat = seat
        self.now = now()
        if campaign.status == CampaignStatus.PAUSED and campaign.paused_at is not None:
            self.now = min(self.now, campaign.paused_at)  # its clock stands still
        self.campaign, self.variables = campaign, Variables.of(campaign)
        self.house = house_of(campaign)
        for battle in battles:
            battle.seat_first.campaign = battle.seat_second.campaign = campaign
        known = shelf if shelf is not None else _Shelf([seat], battles)
        self.titles, self.fought = known.titles, known.fought
        self.banners, self.told = known.banners[seat.pk], known.told[seat.pk]

    @cached_property
    def ruler(self) -> str:
        """Who rules on disputes: asked once, for all of its battles."""
        return ruler_of(self.campaign)

    def page(self, battle: Battle) -> BattlePage:
        """One battle as the seat sees it."""
        own = 0 if battle.seat_first_id == self.seat.pk else 1
        turn, results = battle.turn, sorted(battle.results.all(), key=lambda row: row.pk)
        standing = standing_of(battle, results)
        bounds = bounds_of(battle)
        mine = next((row for row in results if row.seat_id == self.seat.pk), None)
        theirs = next((row for row in results if row.seat_id != self.seat.pk), None)
        over = turn.results_due is not None and self.now >= turn.results_due
        still_open = turn.phase == Phase.BATTLES and (not over or will_be_spared(turn, self.now))
        may_tell = still_open and standing not in CLOSED
        roll = mission_card(battle, own, results, self.now, open_=may_tell)
        mission = roll.mission if roll is not None else None
        result = self._result(battle, own, standing, mine)
        attacker = attacker_of(battle, mission)
        return BattlePage(
            id=battle.public_id,
            turn=turn.number,
            phase=turn.phase,
            due=turn.results_due,
            sector=sector_name(battle.x, battle.y),
            at=(battle.x, battle.y),
            city=battle.city,
            category=CATEGORY_NAMES[battle.category],
            category_reason=CATEGORY_REASONS[battle.category],
            die=roll.die if roll is not None else None,
            attacker_die=dict(self._told(battle, "announcement").get("dice", ())).get("attacker"),
            mission=mission,
            roll=roll,
            own=self._force(battle, own, attacker, own=True),
            enemy=self._force(battle, 1 - own, attacker, own=False),
            standing=standing,
            mine=_reported(battle, own, mine, own_word=True),
            theirs=_reported(battle, own, theirs, own_word=False),
            result=result,
            preview=self._preview(battle, own) if still_open and not battle.auto else None,
            most_own=bounds[own],
            most_enemy=bounds[1 - own],
            most_sacrifice=most_sacrificed(battle, self.seat, own),
            open=still_open and not battle.auto,
            may_send=still_open and self._may_send(battle, standing, results),
            load=self.variables.battle_load,
            send_until=send_until(turn),
            unruled=unruled_by(self.campaign, turn) if standing == Standing.DISPUTE else "",
            ruler=self.ruler if standing == Standing.DISPUTE else "",
            cost=self._cost(result),
        )

    def _told(self, battle: Battle, document: str) -> Mapping[str, Json]:
        """The battle in what the seat was told: in its ``announcement`` or its ``report``; else empty."""
        told = self.told.get(battle.turn_id)
        entries = (getattr(told, document, None) or {}).get("told", {}).get("battles", ())
        return next((one for one in entries if _battle_id(one) == battle.public_id), {})

    def _force(self, battle: Battle, place: int, attacker: str, *, own: bool) -> Force:
        seat = (battle.seat_first, battle.seat_second)[place]
        level = fighting_level((battle.level_first, battle.level_second)[place])
        # What the works of both add is told with the dice, and stands while their banners stand as they met.
        shown = battle.turn.phase == Phase.BATTLES and battle.dice is not None
        return Force(
            army=seat.army,
            number=seat.number,
            name=(battle.name_first, battle.name_second)[place] if own else seat.army,
            level=level,
            points=100 * level,
            attacks=attacker == (battle.first, battle.second)[place],
            forfeits=(battle.forfeit_first, battle.forfeit_second)[place],
            rules=tuple(one.called for one in rules_of(seat, self.titles)),
            house=house_rolls(battle)[place] if shown else 0,
            led=seat.status not in (SeatStatus.OPEN, SeatStatus.RESIGNED),
        )

    def _may_send(self, battle: Battle, standing: Standing, results: Sequence[BattleResult]) -> bool:
        until = send_until(battle.turn)
        return (
            until is not None
            and self.now <= until
            and self.fought[self.seat.pk, battle.turn_id] > self.variables.battle_load
            and standing not in CLOSED
            and not any(row.method == "tabletop" for row in results)
        )

    def _preview(self, battle: Battle, own: int) -> Preview | None:
        banner = self.banners.get((battle.first, battle.second)[own])
        if banner is None:
            return None
        enemy = (battle.seat_first, battle.seat_second)[1 - own]
        return Preview(
            level=banner.level,
            works=banner.works,
            costs=_costs(battle, own, Works(banner.works), self.house),
            enemy_may_sacrifice=Trait.SACRIFICE in traits_of(tuple(enemy.rules), self.house),
        )

    def _result(
        self, battle: Battle, own: int, standing: Standing, mine: BattleResult | None
    ) -> Result | None:
        if battle.turn.phase == Phase.PUBLISHED:
            return self._published(battle)
        if standing == Standing.RULED:
            return _ruled(battle, own)
        if standing in BOUND and battle.dice is not None:
            return _rolled(battle, own, battle.dice)
        if standing == Standing.AGREED and mine is not None:
            told = said(battle, own, mine)
            return Result(
                "tabletop", told.winner, told.points_own, told.points_enemy, None, (), clause=_AGREED
            )
        return None

    def _published(self, battle: Battle) -> Result | None:
        """The result as the seat's report tells it, and what explains it there."""
        result = _published(battle, self._told(battle, "report"))
        told = self.told.get(battle.turn_id)
        report = cast("Told | None", told.report) if told is not None else None
        return result if result is None or report is None else _explained(result, battle, report)

    def _cost(self, result: Result | None) -> ChangeWords | None:
        """What the battle cost the own banner, as a number that unfolds."""
        if result is None or result.ledger is None:
            return None
        return cost_words(result.ledger, Names({}, {}, self.titles.get(self.seat.pk, {})))


def _reported(battle: Battle, own: int, row: BattleResult | None, *, own_word: bool) -> ReportedResult | None:
    if row is None:
        return None
    return ReportedResult(
        said=said(battle, own, row),
        story=row.story,
        at=row.changed_at,
        by_app=row.by_app,
        reopen=row.reopen,
        sacrifice=row.sacrifice if own_word else None,
    )


def _costs(battle: Battle, own: int, works: Works, house: House) -> tuple[Cost, ...]:
    """The attrition table for one banner, its rows joined while they cost the same."""
    seats = (battle.seat_first, battle.seat_second)
    traits, enemy_traits = (traits_of(tuple(seats[side].rules), house) for side in (own, 1 - own))
    more = {lost: house_levels(battle, own, works, house, beaten=lost) for lost in (False, True)}
    costs: list[Cost] = []
    for points in range(0, bounds_of(battle)[own] + 1, _STEP):
        won, beaten = (
            inflicted_levels(
                points,
                works=works,
                traits=traits,
                enemy_traits=enemy_traits,
                beaten=lost,
                house=more[lost],
            )
            for lost in (False, True)
        )
        if costs and (costs[-1].won, costs[-1].beaten) == (won, beaten):
            costs[-1] = Cost(costs[-1].points_from, points, won, beaten)
        else:
            costs.append(Cost(points - _STEP + 1 if points else 0, points, won, beaten))
    return tuple(costs)


def _battle_id(entry: Mapping[str, Json]) -> str:
    """The public id of a battle that was announced or reported: it stands where the enemy banner stood."""
    return str(entry.get("meeting", entry)["enemy"])


def _published(battle: Battle, fought: Mapping[str, Json]) -> Result | None:
    """The result as the seat's report tells it."""
    if not fought:
        return None
    points = fought["points_lost"]
    winner = fought["winner"]
    return Result(
        fought["method"],
        "draw" if winner is None else ("enemy" if winner == battle.public_id else "own"),
        points[0] if points else None,
        points[1] if points else None,
        fought["degree"],
        tuple((attempt[0], attempt[1]) for attempt in fought["rolls"]),
        lost=fought["lost"],
        sacrificed=fought["sacrificed"],
        destroyed=fought["destroyed"],
        enemy_destroyed=fought["enemy_destroyed"],
        reason=battle.ruling_reason,
    )


def _explained(result: Result, battle: Battle, report: Told) -> Result:
    """The result with what the report explains of it: nothing, if it was told before that was kept."""
    if "ledger" not in report:
        return result
    items = [
        item
        for account in report["ledger"]
        for item in account["items"]
        if (item["rule"], item["with"]) == (OF_BATTLES, battle.public_id)
    ]
    found = replace(result, ledger=None if result.destroyed else tuple(items))
    decided = next((one for one in report.get("decided", ()) if one["id"] == battle.public_id), None)
    if decided is None:
        return found
    return replace(
        found,
        clause=decided["clause"],
        attempts=tuple((own, enemy) for own, enemy in decided["attempts"]),
        difference=decided["difference"],
    )


def _ruled(battle: Battle, own: int) -> Result:
    """A ruling, without the enemy's sacrifice: the two sides read it on the battle's page."""
    ids, ruling = (battle.first, battle.second), battle.ruling
    assert ruling is not None
    points = ruling["points_lost"]
    return Result(
        "ruling",
        winner_for(battle, own, ruling.get("winner")),
        points[ids[own]],
        points[ids[1 - own]],
        None,
        (),
        sacrificed=ruling.get("sacrifice", {}).get(ids[own], 0),
        reason=battle.ruling_reason,
        clause=_RULED,
    )


def _rolled(battle: Battle, own: int, dice: Mapping[str, Json]) -> Result:
    """The abstract resolution that the battle is bound to: own dice first."""
    mine, enemy = (battle.first, battle.second)[own], (battle.first, battle.second)[1 - own]
    return Result(
        "abstract",
        winner_for(battle, own, dice["winner"]),
        dice["points_lost"][mine],
        dice["points_lost"][enemy],
        dice["degree"],
        tuple((attempt[mine], attempt[enemy]) for attempt in dice["rolls"]),
        clause=dice.get("clause"),
        attempts=tuple((attempt[mine], attempt[enemy]) for attempt in dice.get("attempts", ())),
        difference=dice.get("difference"),
    )
