"""What one player is told, and what not (page: who knows what)."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from rules.events import Event, EventKind, Purpose, Reason
from rules.orders import OrderKind
from rules.outcome import Outcome
from rules.reports.lines import ANNOUNCED, LINES, Line, lines_by_player
from rules.reports.report import (
    Announcement,
    Goal,
    Report,
    announcement,
    announcement_from,
    announcements,
    publication,
    publications,
    report_from,
    to_document,
)
from rules.state import BannerId, PlayerId, State
from tests.rules.builders import moved, played, tabletop

ALPHA, BETA = PlayerId("alpha"), PlayerId("beta")

MEETING = ("a1:15 . . b1:20f .", "a1 march 1,0")


def told(outcome: Outcome, player: PlayerId = ALPHA) -> dict[EventKind, Line]:
    """A player's lines by kind."""
    return {line.kind: line for line in publication(outcome, player).lines}


def test_reports_cannot_hold_the_truth() -> None:
    for kind in (Announcement, Report):
        assert "State" not in {str(field.type) for field in fields(kind)}
        assert State.__name__ not in " ".join(str(field.type) for field in fields(kind))


def test_an_announcement_tells_of_own_banners_and_own_battles_only() -> None:
    movement = moved(*MEETING, rules={"beta": ["massive_armies"]})
    own = announcement(movement, ALPHA)
    assert [banner.id for banner in own.banners] == ["a1"]
    (meeting,) = own.battles
    assert (meeting.banner, meeting.enemy, meeting.opponent) == ("a1", "b1", "beta")
    assert (meeting.level, meeting.enemy_level, meeting.sector, meeting.city) == (15, 20, (2, 0), False)
    assert (meeting.attacker, meeting.category) == ("a1", "breakthrough")
    assert meeting.dice == ((Purpose.MISSION, movement.battles[0].mission_die),)


def test_an_announcement_tells_the_fighting_level_and_not_the_full_one() -> None:
    movement = moved("a1:15 . . b1:27 .", "a1 march 1,0", rules={"beta": ["massive_armies"]})
    assert announcement(movement, ALPHA).battles[0].enemy_level == 20
    assert announcement(movement, BETA).battles[0].level == 20


def test_who_does_not_fight_is_told_of_no_battle() -> None:
    movement = moved("a1:15 . . b1:15 . . . g1:15", "a1 march 1,0")
    assert announcement(movement, PlayerId("gamma")).battles == ()


def test_an_announcement_tells_of_void_and_failed_orders_but_never_why_a_march_failed() -> None:
    movement = moved("a1:15 b1:15 .", "a1 march 1,0 fortify")
    (void, other) = announcement(movement, ALPHA).void
    assert (void.order, other.order) == (OrderKind.FORTIFY, OrderKind.MARCH)
    held, kept = (
        announcement(moved(drawing, "a1 march 1,0", "b1 march 1,0"), ALPHA).lines
        for drawing in ("a1:15 . b1:12", "a1:15 g1:12 b1:15")
    )
    assert held == kept
    (line,) = held
    assert (line.kind, line.reason, line.other, line.rule) == (EventKind.MARCH_FAILED, None, None, "5.4")


def test_an_own_teleport_is_told_with_its_dice() -> None:
    movement = moved("a1:15 . . . . . .", "a1 teleport 3,0", rules={"alpha": ["teleport"]})
    (line,) = announcement(movement, ALPHA).lines
    assert [purpose for purpose, _ in line.dice] == [Purpose.DIRECTION, Purpose.DISTANCE]
    assert announcement(movement, BETA).lines == ()


def test_at_the_announcement_the_owner_reads_how_a_retreating_banner_died_and_nobody_by_whom() -> None:
    movement = moved("a1:15r b1:15 .", "a1 retreat 1,0", rules={"beta": ["blood_reward"]})
    (line,) = announcement(movement, ALPHA).lines
    assert (line.kind, line.rule, line.at, line.to) == (
        EventKind.DESTROYED_IN_RETREAT,
        "5.6",
        (0, 0),
        (1, 0),
    )
    assert (line.reason, line.other, line.rival, line.levels) == (Reason.ENEMY_THERE, None, None, None)
    assert announcement(movement, BETA).lines == ()


def test_at_publication_the_owner_reads_by_whom_and_the_killer_whose_banner_it_was() -> None:
    outcome = played("a1:15r b1:15 .", "a1 retreat 1,0", rules={"beta": ["blood_reward"]})
    died = told(outcome)[EventKind.DESTROYED_IN_RETREAT]
    assert (died.reason, died.rival, died.other, died.levels) == (Reason.ENEMY_THERE, BETA, None, None)
    killed = told(outcome, BETA)[EventKind.DESTROYED_ENEMY_IN_RETREAT]
    assert (killed.rule, killed.banner, killed.at, killed.rival) == ("5.6", "b1", (1, 0), ALPHA)
    assert (killed.other, killed.levels) == (None, None)
    assert told(outcome, BETA)[EventKind.BLOOD_REWARD].levels == 5


@pytest.mark.parametrize(
    ("drawing", "orders", "rule", "reason"),
    [
        ("# a1:15r #", [], "3", Reason.NOWHERE_TO_GO),
        ("a1:15r . b1:15r", ["a1 retreat 1,0", "b1 retreat 1,0"], "5.6", Reason.ENEMIES_MET),
    ],
)
def test_where_nobody_is_credited_the_owner_reads_the_case(
    drawing: str, orders: list[str], rule: str, reason: Reason
) -> None:
    died = told(played(drawing, *orders))[EventKind.DESTROYED_IN_RETREAT]
    assert (died.rule, died.reason, died.rival) == (rule, reason, None)


def test_a_result_tells_the_own_losses_and_of_the_enemy_its_points_and_whether_it_is_destroyed() -> None:
    reports = tabletop("a1", "b1", "a1", (100, 1200), (2, 0))
    outcome = played(*MEETING, rules={"alpha": ["sacrifice"]}, reports=reports)
    (own,) = publication(outcome, ALPHA).battles
    (enemy,) = publication(outcome, BETA).battles
    assert (own.points_lost, own.lost, own.sacrificed, own.enemy_destroyed) == ((100, 1200), 2, 2, False)
    assert (enemy.points_lost, enemy.lost, enemy.sacrificed) == ((1200, 100), 3 + 3, 0)
    assert own.winner == enemy.winner == "a1"


def test_abstract_dice_are_told_own_first() -> None:
    outcome = played(*MEETING)
    (own,), (enemy,) = publication(outcome, ALPHA).battles, publication(outcome, BETA).battles
    assert own.rolls == outcome.battles[0].rolls
    assert enemy.rolls == tuple((second, first) for first, second in own.rolls)


def test_a_destroyed_enemy_is_told_as_destroyed() -> None:
    outcome = played("a1:15 . . b1:9 .", "a1 march 1,0")
    (own,), (enemy,) = publication(outcome, ALPHA).battles, publication(outcome, BETA).battles
    assert (own.destroyed, own.enemy_destroyed) == (False, True)
    assert (enemy.destroyed, enemy.enemy_destroyed) == (True, False)
    assert publication(outcome, BETA).banners == ()


def test_from_whom_a_sector_was_gained_is_not_told_but_who_took_one_is() -> None:
    outcome = played("a1:15 . . .", sectors=[{"at": [1, 0], "occupier": "beta"}])
    gained = told(outcome)[EventKind.SECTORS_GAINED]
    assert (gained.sectors, gained.rival) == (((0, 0), (1, 0)), None)
    assert EventKind.SECTOR_TAKEN not in told(outcome)
    assert told(outcome, BETA)[EventKind.SECTOR_LOST].rival == "alpha"


def test_where_a_dropped_relic_lies_is_not_told() -> None:
    outcome = played("a1:15 . . b1:9 .", "a1 march 1,0", relics=[{"id": "orb", "carried_by": "b1"}])
    dropped = told(outcome, BETA)[EventKind.RELIC_DROPPED]
    assert (dropped.relic, dropped.at) == ("orb", None)
    assert publication(outcome, BETA).relics == ()
    assert EventKind.RELIC_DROPPED not in told(outcome)


def test_why_a_relic_was_not_picked_up_is_not_told() -> None:
    relic: list[dict[str, Any]] = [{"id": "orb", "at": [1, 0], "known_to": ["alpha"]}]
    disputed = moved("a1:15 . b1:15 . .", "a1 transfer orb", relics=relic)
    (line,) = announcement(disputed, ALPHA).lines
    assert (line.kind, line.reason) == (EventKind.RELIC_NOT_PICKED_UP, None)


def test_relics_and_features_are_reported_without_who_else_knows_them() -> None:
    outcome = played(
        "a1:15 . . . . . b1:15",
        relics=[
            {"id": "orb", "carried_by": "a1"},
            {"id": "rod", "at": [1, 0], "known_to": ["alpha", "beta"]},
            {"id": "sun", "carried_by": "b1"},
        ],
        features=[{"id": "mill", "at": [2, 0], "needs_search": True, "known_to": ["alpha", "beta"]}],
    )
    report = publication(outcome, ALPHA)
    assert [(relic.id, relic.known_to) for relic in report.relics] == [("orb", ()), ("rod", ())]
    assert [(feature.id, feature.known_to) for feature in report.features] == [("mill", ())]


DESTRUCTION = [{"kind": "destruction", "banners": ["b1"]}, {"kind": "destruction", "player": "beta"}]


def goals(outcome: Outcome, *gone: str) -> tuple[Goal, ...]:
    """How alpha's conditions read in its report."""
    return publication(outcome, ALPHA, [BannerId(name) for name in gone]).conditions


UNKNOWN = Goal(None, None)


@pytest.mark.parametrize(
    ("drawing", "orders", "rules", "read"),
    [
        ("a1:15 . . . . . . . b1:15", [], [], (UNKNOWN, UNKNOWN)),
        ("a1:15 . . . b1:15 . . .", [], [], (Goal(False, 0), Goal(False, 0))),
        ("a1:15 . . . b2:15 . . .", [], [], (UNKNOWN, Goal(False, 0))),
        ("a1:15 . . . . . . . .", [], [], (UNKNOWN, UNKNOWN)),
        ("a1:15 . . . . . . . .", [], ["easily_observable"], (UNKNOWN, Goal(True, 1))),
        ("a1:15 . . b1:9 . . . .", ["a1 march 1,0"], [], (Goal(True, 1), UNKNOWN)),
    ],
)
def test_a_destruction_reads_as_known_only_if_battles_or_sightings_show_it(
    drawing: str, orders: list[str], rules: list[str], read: tuple[Goal, ...]
) -> None:
    outcome = played(drawing, *orders, rules={"beta": rules}, alpha_is={"conditions": DESTRUCTION})
    assert goals(outcome) == read


def test_a_banner_seen_to_fall_in_an_earlier_turn_is_still_known_to_be_gone() -> None:
    outcome = played("a1:15 . . . . .", alpha_is={"conditions": DESTRUCTION})
    assert goals(outcome, "b1") == (Goal(True, 1), UNKNOWN)


def test_an_heir_that_is_seen_bears_the_mark_and_shows_how_the_condition_stands() -> None:
    # b1 joins b2 in plain sight: alpha sees b2, which is the banner named now (spec page 8, section 1).
    outcome = played(
        "a1:15 . . . b1:5+b2:15", "b1 join b2", "b2 join b1", alpha_is={"conditions": DESTRUCTION[:1]}
    )
    assert [sighting.id for sighting in publication(outcome, ALPHA).sightings] == ["b2"]
    assert goals(outcome) == (Goal(False, 0),)


def test_of_an_heir_that_is_not_seen_nothing_is_learnt() -> None:
    outcome = played(
        "a1:15 . . . . . . . b1:5+b2:15", "b1 join b2", "b2 join b1", alpha_is={"conditions": DESTRUCTION[:1]}
    )
    assert publication(outcome, ALPHA).sightings == ()
    assert goals(outcome) == (UNKNOWN,)
    assert goals(outcome, "b2") == (UNKNOWN,)


def test_other_conditions_are_told_as_they_stand() -> None:
    conditions = [{"kind": "occupation", "count": 2}, {"kind": "retrieval", "relic": "orb"}]
    outcome = played("a1:15 . .", alpha_is={"conditions": conditions})
    assert goals(outcome) == (Goal(True, 1), Goal(False, 0))


def everything(kind: EventKind) -> Event:
    """An event with something in every field."""
    event = Event(kind, "1", ALPHA)
    filled = {name: f"<{name}>" for name in Event._fields if name not in ("kind", "rule", "player")}
    return event._replace(**filled)


@pytest.mark.parametrize("kind", list(EventKind))
def test_nothing_gets_past_the_table_of_lines(kind: EventKind) -> None:
    lines = lines_by_player([ALPHA], (everything(kind),))[ALPHA]
    if kind not in LINES:
        assert lines == ()
        return
    (line,) = lines
    shown = {name for name in Line._fields if getattr(line, name) not in (None, (), "1", kind)}
    assert shown == set(LINES[kind])
    assert all(getattr(line, name) == f"<{name}>" for name in shown)


SECRET = {
    EventKind.BATTLE_MET,
    EventKind.SECTOR_TAKEN,
    EventKind.CONDITION_HOLDS,
    EventKind.CONDITION_MET,
    EventKind.VICTORY,
}


def test_the_kinds_without_lines_are_the_secret_ones_and_those_told_elsewhere() -> None:
    assert set(EventKind) - set(LINES) == SECRET
    for kind in (EventKind.MARCH_FAILED, EventKind.TELEPORT_STAYED):
        assert not {"reason", "other", "rival"} & set(LINES[kind])


def test_until_publication_nobody_reads_who_destroyed_whom_in_a_retreat() -> None:
    assert EventKind.DESTROYED_ENEMY_IN_RETREAT not in ANNOUNCED
    assert "rival" not in ANNOUNCED[EventKind.DESTROYED_IN_RETREAT]
    for kind in (EventKind.DESTROYED_IN_RETREAT, EventKind.DESTROYED_ENEMY_IN_RETREAT):
        assert not {"other", "levels"} & set(LINES[kind])


def test_all_at_once_is_the_same_as_one_by_one() -> None:
    outcome = played("a1:15 . . b1:15 . . . g1:15", "a1 march 1,0 resupply", "g1 search")
    assert publications(outcome) == {
        player.id: publication(outcome, player.id) for player in outcome.state.players
    }
    movement = outcome.movement
    assert announcements(movement) == {
        player.id: announcement(movement, player.id) for player in outcome.state.players
    }


def test_stored_reports_read_as_themselves() -> None:
    outcome = played(
        "a1:15 . . b1:15 . . . g1:15",
        "a1 march 1,0 fortify",
        "b1 search",
        relics=[{"id": "orb", "at": [2, 0], "known_to": ["alpha"]}],
        features=[{"id": "mill", "at": [1, 0], "effect": "sensor"}],
        alpha_is={"conditions": DESTRUCTION},
    )
    for player, report in publications(outcome).items():
        stored = json.loads(json.dumps(to_document(report)))
        assert report_from(stored) == report
        told_before = announcement(outcome.movement, player)
        assert announcement_from(json.loads(json.dumps(to_document(told_before)))) == told_before


def test_known_sectors_have_those_of_nobody_too() -> None:
    report = publication(played("a1:15 . . . . ."), ALPHA)
    assert [(sector.at, sector.occupier) for sector in report.known_sectors()] == [
        ((0, 0), "alpha"),
        ((1, 0), "alpha"),
        ((2, 0), None),
        ((3, 0), None),
    ]
