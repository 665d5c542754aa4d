"""The scenario format: what is refused and how it is said, and what is written."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.orders import OrderKind
from rules.scenario import (
    ScenarioError,
    adjudicate,
    dump,
    load,
    load_plan,
    loads,
    move,
    movement_document,
    outcome_document,
    plan_document,
    to_text,
)
from rules.state import BannerId, Settings, Works

GIVEN: dict[str, Any] = {
    "turn": 4,
    "seed": "0f" * 32,
    "settings": {"battle_radius": 1, "recon_radius": 2, "search_radius": 3, "engagement": "on_contact"},
    "map": ["......#", "..C....", "......."],
    "players": [
        {
            "id": "alpha",
            "rules": ["sacrifice"],
            "conditions": [
                {"kind": "retrieval", "relic": "orb"},
                {"kind": "occupation", "sectors": [[0, 0]], "turns": 2, "held": 1, "primary": False},
                {"kind": "destruction", "player": "beta"},
            ],
        },
        {"id": "beta", "rules": ["hive_mentality"], "node": "b1"},
    ],
    "banners": [
        {"id": "a1", "owner": "alpha", "at": [0, 0], "level": 15},
        {"id": "a2", "owner": "alpha", "at": [0, 2], "level": 12, "works": "fortified"},
        {"id": "b1", "owner": "beta", "at": [3, 0], "level": 14, "retreating": False, "beaten_by": None},
    ],
    "sectors": [{"at": [6, 2], "occupier": "beta"}, {"at": [5, 2], "disputed": True}],
    "features": [{"id": "cache", "at": [1, 1], "needs_search": True, "known_to": ["alpha"]}],
    "relics": [{"id": "orb", "carried_by": "a1"}, {"id": "rod", "at": [4, 2], "known_to": ["beta"]}],
    "plans": {
        "alpha": {
            "node": None,
            "orders": {
                "a1": {"primary": {"order": "march", "to": [1, 0]}, "secondary": {"order": "resupply"}},
                "a2": {"secondary": {"order": "transfer", "from": "a1", "levels": 2, "relic": "orb"}},
            },
        }
    },
    "reports": [
        {
            "battle": ["b1", "a1"],
            "by": "alpha",
            "method": "tabletop",
            "winner": "a1",
            "points_lost": {"a1": 100, "b1": 900},
            "sacrifice": 1,
        },
        {"battle": ["a1", "b1"], "by": "beta", "method": "abstract"},
    ],
    "forfeits": [{"battle": ["a1", "b1"], "by": "beta"}],
    "rulings": [{"battle": ["a1", "b1"], "winner": None, "points_lost": {"a1": 0, "b1": 0}}],
}  # fmt: skip


def at(path: str) -> tuple[list[Any], Any]:
    """The keys of a path like ``banners[0].at`` without the last, and the last."""
    keys: list[Any] = []
    for part in path.replace("]", "").replace("[", ".").split("."):
        keys.append(int(part) if part.isdigit() else part)
    return keys[:-1], keys[-1]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The scenario with one value put in another's place."""
    document = copy.deepcopy(GIVEN)
    *keys, last = *at(path)[0], at(path)[1]
    place: Any = document
    for key in keys:
        place = place[key]
    if isinstance(place, list) and last == len(place):
        place.append(value)
    elif value is GONE:
        del place[last]
    else:
        place[last] = value
    return document


GONE = object()


def refused(document: Any, act: Callable[[Any], Any] = load) -> ScenarioError:
    """The error that a document raises."""
    with pytest.raises(ScenarioError) as error:
        act(document)
    assert "\n" not in str(error.value)
    return error.value


def test_the_scenario_itself_is_valid() -> None:
    assert outcome_document(adjudicate(load(GIVEN)))["battles"]


A1 = {"id": "a1", "owner": "alpha", "at": [1, 0], "level": 15}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("turn", GONE, "is missing"),
        ("turn", 0, "must be 1 or more, not 0"),
        ("turn", True, "must be a whole number, not true"),
        ("turn", 4.0, "must be a whole number, not 4.0"),
        ("turn", "4", 'must be a whole number, not "4"'),
        ("turn", None, "must be a whole number, not null"),
        ("seed", GONE, "is missing"),
        ("seed", "0f" * 31, "must be 64 hex digits"),
        ("seed", "xx" * 32, "must be 64 hex digits"),
        ("seed", 12, "must be text, not 12"),
        ("speed", 1, "is an unknown key; allowed are turn, map,"),
        ("settings.battle_radius", -1, "must be from 0 to 100, not -1"),
        ("settings.recon_radius", "2", "must be a whole number"),
        ("settings.engagement", "never", "must be one of on_contact, every_turn"),
        ("settings.speed", 1, "is an unknown key"),
        ("settings", 3, "must be an object, not 3"),
        ("map", [], "has no rows"),
        ("map", "...", 'must be a list, not "..."'),
        ("map[0]", "", "has 0 sectors; a row has 1 to 1000"),
        ("map[1]", "......", "has 6 sectors; the first row has 7"),
        ("map[2]", "...x...", 'holds "x"'),
        ("map[2]", 5, "must be text"),
        ("players[1].id", "alpha", '"alpha" is the id of another player too'),
        ("players[0].id", "", "must be text that is not empty"),
        ("players[0].id", "\ud800", "must be text"),
        ("players[0].rules[0]", "tall", '"tall" is not the id of an army rule'),
        ("players[0].rules[1]", "sacrifice", '"sacrifice" is listed twice'),
        ("players[0].node", "a1", "only an army with hive_mentality has a node"),
        ("players[1].node", "a1", '"a1" is not a banner of player "beta"'),
        ("players[1].node", "b9", '"b9" is not the id of a banner'),
        ("players[0].submitted", 1, "must be true or false, not 1"),
        ("players[0].excused", "no", "must be true or false"),
        ("players[0].hat", 1, "is an unknown key"),
        ("players[0].conditions[0].kind", "peace", "must be one of retrieval, occupation, destruction"),
        ("players[0].conditions[0].kind", "occupation", None),
        ("players[0].conditions[0].turns", 0, "must be 1 or more"),
        ("players[0].conditions[0].held", -1, "must be 0 or more"),
        ("players[0].conditions[0].primary", 1, "must be true or false"),
        ("players[0].conditions[1].sectors[0]", [6, 0], "sector [6, 0] is impassable"),
        ("players[0].conditions[1].sectors", [], "is empty"),
        ("players[0].conditions[2].player", "gamma", '"gamma" is not the id of a player'),
        ("banners[3]", A1, None),
        ("banners[0].owner", "gamma", '"gamma" is not the id of a player'),
        ("banners[0].at", [40, 2], "sector [40, 2] is off the map"),
        ("banners[0].at", [-1, 0], "sector [-1, 0] is off the map"),
        ("banners[0].at", [6, 0], "sector [6, 0] is impassable"),
        ("banners[0].at", [1], "must be a sector [x, y]"),
        ("banners[0].at[1]", "0", "must be a whole number"),
        ("banners[2].at", [0, 0], 'sector [0, 0] holds banner "a1" of another player'),
        ("banners[0].level", -1, "must be 0 or more, not -1"),
        ("banners[0].level", 21, "must be from 0 to 20, not 21"),
        ("banners[0].level", True, "must be a whole number"),
        ("banners[0].works", "dug", "must be one of none, fortified, entrenched"),
        ("banners[0].retreating", 0, "must be true or false"),
        ("banners[0].beaten_by", 7, "must be text"),
        ("banners[0].hat", 1, "is an unknown key"),
        ("banners[1].id", GONE, "is missing"),
        ("sectors[0].at", [6, 0], "sector [6, 0] is impassable"),
        ("sectors[1].at", [6, 2], "sector [6, 2] is listed twice"),
        ("sectors[0].occupier", "gamma", '"gamma" is not the id of a player'),
        ("sectors[0].disputed", True, "a disputed sector has no occupier"),
        ("features[0].at", [6, 0], "sector [6, 0] is impassable"),
        ("features[0].effect", "magic", "must be one of supply, sensor"),
        ("features[0].known_to[0]", "gamma", '"gamma" is not the id of a player'),
        ("features[1]", {"id": "cache", "at": [0, 0]}, None),
        ("relics[0].carried_by", "a9", '"a9" is not the id of a banner'),
        ("relics[1].at", [9, 9], "sector [9, 9] is off the map"),
        ("relics[1].known_to[0]", "gamma", '"gamma" is not the id of a player'),
        ("relics[1].destructible", None, "must be true or false"),
        ("plans.gamma", {}, '"gamma" is not the id of a player'),
        ("plans.alpha.orders.b1", {}, '"b1" is not a banner of this player'),
        ("plans.alpha.orders.a9", {}, '"a9" is not a banner of this player'),
        ("plans.alpha.orders.a1.third", {}, "is an unknown key"),
        ("plans.alpha.orders.a1.primary.order", "dance", "must be one of march, teleport"),
        ("plans.alpha.orders.a1.primary.order", "fortify", "fortify is a secondary order, not a primary one"),
        ("plans.alpha.orders.a1.primary.order", GONE, "is missing"),
        ("plans.alpha.orders.a1.primary.to", GONE, "is missing"),
        ("plans.alpha.orders.a1.primary.to", [1, 0, 0], "must be a sector [x, y]"),
        ("plans.alpha.orders.a1.primary.with", "a2", "is an unknown key"),
        ("plans.alpha.orders.a2.secondary.levels", 1.5, "must be a whole number"),
        ("plans.alpha.orders.a2.secondary.from", 3, "must be text"),
        ("plans.alpha.node", 3, "must be text"),
        ("reports[0].battle[0]", "a1", None),
        ("reports[0].battle", ["a1"], "must be the ids of two banners, not 1"),
        ("reports[0].by", "gamma", '"gamma" is not the id of a player'),
        ("reports[0].method", "auto", "must be one of tabletop, abstract"),
        ("reports[0].winner", "a2", '"a2" is not in this battle'),
        ("reports[0].winner", GONE, "is missing"),
        ("reports[0].points_lost", GONE, "is missing"),
        ("reports[0].points_lost.a1", -1, "must be 0 or more, not -1"),
        ("reports[0].points_lost.b1", GONE, "is missing"),
        ("reports[0].points_lost.a2", 0, "is an unknown key"),
        ("reports[0].sacrifice", 4, "must be from 0 to 3, not 4"),
        ("reports[1].sacrifice", 1, "only an army with sacrifice gives up levels"),
        ("reports[1].winner", None, "is an unknown key"),
        ("forfeits[0].by", "gamma", '"gamma" is not the id of a player'),
        ("rulings[0].winner", GONE, "is missing"),
        ("rulings[0].sacrifice", {"a2": 1}, None),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_its_path(path: str, value: Any, said: str | None) -> None:
    error = refused(changed(path, value))
    assert error.path == path or (said is None and error.path.startswith(path.rsplit(".", 1)[0][:8]))
    assert said is None or error.message.startswith(said), error.message


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("settings.battle_radius", 3, "settings"),
        ("settings.search_radius", 1, "settings"),
        ("players[0].conditions[0].relic", GONE, "players[0].conditions[0]"),
        ("players[0].conditions[1].count", 3, "players[0].conditions[1]"),
        ("players[0].conditions[0].count", 3, "players[0].conditions[0].count"),
        ("banners[3]", A1, "banners[3].id"),
        ("features[1]", {"id": "cache", "at": [0, 0]}, "features[1].id"),
        ("relics[2]", {"id": "orb", "at": [0, 0]}, "relics[2].id"),
        ("relics[0].at", [0, 0], "relics[0]"),
        ("relics[1].at", GONE, "relics[1]"),
        ("reports[0].battle[0]", "a1", "reports[0].battle"),
        ("reports[2]", {"battle": ["a1", "b1"], "by": "beta", "method": "abstract"}, "reports[2]"),
        ("rulings[1]", GIVEN["rulings"][0], "rulings[1]"),
        ("rulings[0].sacrifice", {"a2": 1}, "rulings[0].sacrifice.a2"),
    ],
)
def test_a_fault_between_values_is_named_by_what_holds_them(path: str, value: Any, where: str) -> None:
    assert refused(changed(path, value)).path == where


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("reports[0].points_lost.a1", 1601, "reports[0].points_lost.a1"),
        ("reports[0].battle", ["a2", "b1"], "reports[0].battle"),
        ("reports[1].battle", ["b1", "c1"], "reports[1].battle"),
        ("forfeits[0].battle", ["a2", "b1"], "forfeits[0].battle"),
        ("rulings[0].battle", ["a1", "b2"], "rulings[0].battle"),
        ("rulings[0].points_lost.b1", 1401, "rulings[0].points_lost.b1"),
        ("rulings[0].sacrifice", {"b1": 1}, "rulings[0].sacrifice.b1"),
    ],
)
def test_what_is_said_about_battles_must_fit_those_that_take_place(path: str, value: Any, where: str) -> None:
    error = refused(changed(path, value), lambda document: move(load(document)))
    assert error.path.startswith(where)


def test_a_battle_that_does_not_take_place_is_named_before_a_sacrifice_in_it() -> None:
    for battle in ({"battle": ["a2", "b1"]}, {"battle": ["a1", "b1"]}):
        document = changed("reports[0]", {**GIVEN["reports"][0], **battle, "by": "beta", "sacrifice": 1})
        document["players"][1]["rules"] = []
        document["players"][1]["node"] = None
        where = "reports[0].battle" if battle["battle"] == ["a2", "b1"] else "reports[0].sacrifice"
        assert refused(document, lambda given: move(load(given))).path == where


def test_a_side_of_another_battle_cannot_speak_and_nobody_about_an_auto_battle() -> None:
    other = copy.deepcopy(GIVEN)
    other["players"].append({"id": "gamma"})
    other["forfeits"] = [{"battle": ["a1", "b1"], "by": "gamma"}]
    assert refused(other, lambda document: move(load(document))).path == "forfeits[0].by"
    weak = changed("banners[2].level", 9)
    assert refused(weak, lambda document: move(load(document))).path == "reports[0].battle"


def test_levels_above_20_are_for_massive_armies() -> None:
    massive = changed("banners[0].level", 27)
    massive["players"][0]["rules"] = ["massive_armies", "sacrifice"]
    assert load(massive).state.banners[0].level == 27
    massive["banners"][0]["level"] = 10**9 + 1
    assert refused(massive).path == "banners[0].level"


def test_the_plan_of_who_has_not_submitted_is_checked_and_then_ignored() -> None:
    given = changed("plans.alpha.orders.a2", {"special": {"order": "retreat", "to": [0, 1]}})
    for said in ("reports", "forfeits", "rulings"):
        del given[said]
    assert [one["banner"] for one in outcome_document(adjudicate(load(given)))["void"]] == ["a2"]
    given["players"][0]["submitted"] = False
    assert outcome_document(adjudicate(load(given)))["void"] == []
    given["plans"]["alpha"]["orders"]["b1"] = {}
    assert refused(given).path == "plans.alpha.orders.b1"


def test_a_value_that_is_nested_too_deeply_to_be_shown_is_still_refused() -> None:
    nested: list[Any] = []
    for _ in range(5000):
        nested = [nested]
    assert refused(changed("turn", nested)).path == "turn"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", "$"),
        ("{", "$"),
        ("[]", "$"),
        ("7", "$"),
        (b"\xff\xfe", "$"),
        ("[" * 100_000, "$"),
        ('{"turn": 1, "turn": 2}', "$"),
        ('{"turn": NaN, "seed": "' + "0" * 64 + '", "map": ["."], "players": [], "banners": []}', "turn"),
        ('{"turn": 1e999, "seed": "", "map": ["."], "players": [], "banners": []}', "seed"),
        ("1" * 5000, "$"),
    ],
)
def test_what_is_no_json_is_refused(text: str | bytes, path: str) -> None:
    with pytest.raises(ScenarioError) as error:
        loads(text)
    assert error.value.path == path


def test_a_key_written_twice_is_found_where_it_is() -> None:
    text = json.dumps(GIVEN).replace('"level": 12,', '"level": 12, "level": 13,')
    with pytest.raises(ScenarioError) as error:
        loads(text)
    assert str(error.value) == 'banners[1]: key "level" is written twice'


def test_a_key_that_is_no_plain_word_is_quoted_in_the_path() -> None:
    assert refused(changed("plans", {"al pha": {}})).path == 'plans["al pha"]'
    assert refused(changed("plans.alpha.orders", {"a1.3": {}})).path == 'plans.alpha.orders["a1.3"]'
    assert refused(changed("plans", {"a\nb": {}})).path == 'plans["a\\nb"]'


def test_whatever_has_a_default_may_be_left_out() -> None:
    bare = {key: GIVEN[key] for key in ("turn", "seed", "map")}
    bare |= {
        "players": [{"id": "alpha"}],
        "banners": [{"id": "a1", "owner": "alpha", "at": [0, 0], "level": 5}],
    }
    scenario = load(bare)
    (banner,) = scenario.state.banners
    assert (banner.works, banner.retreating, banner.beaten_by) == (Works.NONE, False, None)
    assert scenario.state.settings == Settings()
    (player,) = scenario.state.players
    assert (player.rules, player.node, player.submitted, player.excused) == ((), None, True, False)
    assert (scenario.plans, scenario.results.reports) == ({}, ())


def test_a_written_scenario_reads_as_itself() -> None:
    scenario = load(GIVEN)
    assert loads(to_text(dump(scenario))) == scenario


def test_a_plan_is_written_by_banner_with_only_what_each_order_carries() -> None:
    document = GIVEN["plans"]["alpha"]
    plan = load_plan(document, ("a2", "a1"))
    assert plan_document(plan) == document
    secondary = plan.orders[BannerId("a2")].secondary
    assert secondary is not None
    assert (secondary.kind, secondary.giver, secondary.levels) == (OrderKind.TRANSFER, "a1", 2)


def test_the_movement_document_has_its_keys_and_no_more() -> None:
    document = movement_document(move(load(GIVEN))[0])
    assert set(document) == {"banners", "destroyed", "heirs", "sectors", "relics", "void", "battles"}
    assert set(document["battles"][0]) == {
        "banners", "levels", "sector", "city", "attacker", "category", "mission_die", "auto",
    }  # fmt: skip


def test_no_set_or_dict_order_shows_in_the_text() -> None:
    text = to_text(outcome_document(adjudicate(load(GIVEN))))
    assert text == json.dumps(json.loads(text), sort_keys=True, indent=2) + "\n"
