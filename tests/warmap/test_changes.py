"""What has changed on a seat's map is what the film shows; how its aims stand is what its map knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import pytest

from campaign.base.documents import Goal, Map
from campaign.base.progress import Mark, progress_of
from campaign.base.strip import strip_of
from campaign.base.words.battle_words import goal_words
from campaign.base.words.report_lines import Names
from campaign.warmap.change_words import news_of
from campaign.warmap.changes import Change, ChangeKind, changes_of, runs_of
from rules.state import ConditionKind
from tests.fights import HARDLY, confirm, meet, tell
from tests.warmap.test_warmap import ask, data_of
from tests.wars import begin_war

NAMES = Names({"1": "North", "2": "South"}, {})


def board(**parts: Any) -> Map:
    """A small map of seat 1's, as much of it as aims and changes read."""
    plain: dict[str, Any] = {
        "turn": 3,
        "size": [5, 3],
        "seats": [{"n": 1, "army": "North", "you": True}, {"n": 2, "army": "South", "you": False}],
        "territory": [".11..", ".1*22", "...22"],
        **{key: [] for key in ("banners", "sightings", "features", "relics", "battles", "goals")},
    }
    return cast("Map", plain | parts)


def goal(kind: ConditionKind, **parts: Any) -> Goal:
    """A condition as a map lists it."""
    plain = {"kind": kind.value, "primary": True, "turns": 1, "met": False, "held": 0}
    return cast("Goal", plain | parts)


def own(key: str, at: list[int], level: int = 15, **parts: Any) -> dict[str, Any]:
    """A banner of seat 1's."""
    plain = {"works": "none", "retreating": False, "relics": [], "node": False, "alive": True}
    return {"id": key, "name": key.title(), "at": at, "level": level, **plain, **parts}


def seen(key: str, at: list[int], turn: int = 3, level: int | None = 12, **parts: Any) -> dict[str, Any]:
    """A sighting of seat 2's."""
    return {"id": key, "seat": 2, "name": key, "at": at, "level": level, "turn": turn, "since": 1, **parts}


# Aims


@pytest.mark.parametrize(
    ("one", "known", "counted", "told"),
    [
        (
            goal(ConditionKind.OCCUPATION, count=50, turns=2, held=1),
            board(),
            (3, 50),
            "3 of 50 sectors, turn 1 of 2",
        ),
        (
            goal(ConditionKind.OCCUPATION, count=3, turns=2, held=4, met=True),
            board(),
            (3, 3),
            "3 of 3 sectors, turn 2 of 2",
        ),
        (
            goal(ConditionKind.OCCUPATION, sectors=[[1, 0], [2, 1], [4, 2]]),
            board(),
            (1, 3),
            "1 of 3 held",
        ),
        (
            goal(ConditionKind.RETRIEVAL, relic="Orb", turns=3),
            board(relics=[{"id": "r", "name": "Orb", "at": [4, 1], "description": ""}]),
            (0, 1),
            "Orb lies at E2, turn 0 of 3",
        ),
        (goal(ConditionKind.RETRIEVAL, relic="Orb"), board(), (0, 1), "where Orb is, is not known"),
        (
            goal(ConditionKind.RETRIEVAL, relic="Orb", held=1, met=True),
            board(banners=[own("guard", [1, 1], relics=["Orb"])]),
            (1, 1),
            "Guard carries Orb at B2",
        ),
        (
            goal(ConditionKind.DESTRUCTION, seat=2, met=None, held=None),
            board(),
            (None, None),
            "",
        ),
        (
            goal(ConditionKind.DESTRUCTION, seat=2),
            board(sightings=[seen("a", [4, 1]), seen("b", [4, 2], 1)]),
            (None, None),
            "South: one in sight",
        ),
        (
            goal(ConditionKind.DESTRUCTION, banners=2, title="The twins", met=None, held=None),
            board(sightings=[seen("a", [4, 1], 2, mark="Other, The twins")]),
            (None, 2),
            "The twins: last seen in turn 2",
        ),
        (
            goal(ConditionKind.DESTRUCTION, banners=2, title="The twins", met=True, held=1),
            board(),
            (2, 2),
            "",
        ),
        (goal(ConditionKind.TRIGGER, title="Wake it", turns=2), board(), (0, 1), "turn 0 of 2"),
    ],
)
def test_an_aim_tells_how_far_it_is_from_the_map_alone(
    one: Goal, known: Map, counted: tuple[int | None, int | None], told: str
) -> None:
    progress = progress_of(one, known)
    assert (progress.done, progress.wanted) == counted
    assert goal_words(one, NAMES, known).told == told


def test_every_kind_of_condition_has_its_progress() -> None:
    assert all(progress_of(goal(kind, relic="Orb", count=2), board()).wanted != 0 for kind in ConditionKind)


def test_what_is_not_known_stays_unknown() -> None:
    unknown = goal(ConditionKind.DESTRUCTION, seat=2, met=None, held=None, turns=2)
    words = goal_words(unknown, NAMES, board())
    assert (words.standing, words.tally, words.pace) == ("not known", "", "")


def test_the_strip_leads_with_the_first_primary_aim_that_is_not_met() -> None:
    met = goal(ConditionKind.OCCUPATION, sectors=[[1, 0]], held=1, met=True)
    wanted = goal(ConditionKind.OCCUPATION, count=9, turns=2)
    strip = strip_of(board(goals=[goal(ConditionKind.TRIGGER, primary=False), met, wanted]))
    assert strip.lead is not None
    assert strip.lead.words.told == "3 of 9 sectors, turn 0 of 2"
    assert (strip.met, strip.primary) == (1, 2)
    assert strip.document[1]["places"] == [{"mark": Mark.HELD, "at": [1, 0]}]


# Changes


def test_each_kind_of_change_is_told() -> None:
    before = board(
        turn=2,
        territory=["11...", ".1122", "...22"],
        banners=[own("guard", [1, 1]), own("lost", [0, 0], 9)],
        sightings=[
            seen("came", [4, 1], 2),
            seen("hid", [3, 2], 2),
            seen("gone", [0, 2], 1),
            seen("stays", [4, 0], 2),
        ],
        relics=[{"id": "r", "name": "Orb", "at": [1, 1], "description": ""}],
        goals=[goal(ConditionKind.OCCUPATION, count=5)],
    )
    after = board(
        banners=[own("guard", [1, 1], 12, retreating=True, relics=["Orb"]), own("new", [2, 0], 5)],
        sightings=[
            seen("came", [3, 1], level=14),
            seen("hid", [3, 2], 2),
            seen("fresh", [3, 0], level=None),
            seen("stays", [4, 0]),
        ],
        features=[{"id": "f", "name": "Well", "at": [2, 2], "effect": None, "description": ""}],
        goals=[goal(ConditionKind.OCCUPATION, count=5)],
    )
    told = news_of(before, after)
    assert [(row.text, row.chip, row.change.sector) for group in told.groups for row in group.rows] == [
        ("One sector no longer yours", "\u22121", "A1"),
        ("One sector now disputed", "\u22121", "C2"),
        ("One sector occupied", "+1", "C1"),
        ("Lost", "gone", "A1"),
        ("New, level 5", "new", "C1"),
        ("Guard, level 15 to 12", "\u22123", "B2"),
        ("Guard must retreat", "", "B2"),
        ("fresh, level unknown", "new", "D1"),
        ("came, level 14, was at E2", "+2", "D2"),
        ("hid", "out of sight", "D3"),
        ("gone", "no longer there", "A3"),
        ("Well", "found", "C3"),
        ("Guard carries Orb", "", "B2"),
        ("Hold 5 sectors undisputed", "\u22121", ""),
    ]
    assert told.gist.startswith("Sectors +1 \u22122, Your banners \u22123 levels, Enemies 4")
    marks = {mark["id"]: mark for mark in told.document["marks"] if mark["kind"] != "retreat"}
    assert marks["came"] == {
        "kind": "followed",
        "id": "came",
        "at": [3, 1],
        "by": 2,
        "was": [4, 1],
        "seat": 2,
    }
    assert "stays" not in marks


def test_areas_are_told_as_wholes_and_by_whom_they_were_held() -> None:
    before = board(territory=["22...", "22...", "....2"])
    after = board(territory=["11...", "11..1", "....1"])
    found = changes_of(before, after)
    assert [(one.sign, len(one.cells), one.at) for one in found] == [
        ("2", 4, (0, 0)),
        (".", 1, (4, 1)),
        ("2", 1, (4, 2)),
    ]
    assert runs_of(found[0].cells) == [(0, 0, 2), (1, 0, 2)]


def test_the_first_map_has_changed_nothing() -> None:
    told = news_of(None, board())
    assert (told.told, told.changes, told.document["marks"]) == (False, (), [])


# The film


def of_film(before: Map, film: Mapping[str, Any]) -> Counter[tuple[Any, ...]]:
    """The same, read from the film's beats alone, on the map from which they go on."""
    beats: dict[str, list[dict[str, Any]]] = {}
    for phase in film["phases"]:
        for beat in phase["beats"]:
            beats.setdefault(beat["t"], []).append(beat)
    levels: Counter[str] = Counter()
    for beat in beats.get("level", []):
        levels[beat["id"]] += beat["by"]
    born = {beat["entry"]["id"] for beat in beats.get("born", [])}
    gone = {beat["id"] for beat in beats.get("gone", [])} & {one["id"] for one in before["banners"]}
    found: Counter[tuple[Any, ...]] = Counter()
    found.update(("born", key) for key in born - gone)
    found.update(("gone", key) for key in gone - born)
    found.update(("level", key, by) for key, by in levels.items() if by and key not in born | gone)
    found.update(("found", beat["entry"]["id"]) for beat in beats.get("pin", []) if beat["kind"] != "hint")
    found.update(
        seen_in(before, [beat for beat in beats.get("seen", []) if beat["entry"]["turn"] == film["turn"]])
    )
    found.update(land_in(before, beats.get("land", [])))
    return found


def seen_in(before: Map, beats: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """Who is new, and who was followed to another place or is known to be of another level."""
    known = {one["id"]: one for one in before["sightings"]}
    for beat in beats:
        entry, was = beat["entry"], beat["was"]
        if was is None:
            yield "seen", entry["id"]
        elif (entry["at"], entry["level"]) != (was, known[entry["id"]]["level"]):
            yield "followed", entry["id"], tuple(was)


def land_in(before: Map, beats: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Any, ...]]:
    """The sectors that are one's own now, or are no longer."""
    mine = next(format(seat["n"]) for seat in before["seats"] if seat["you"])
    land = {(x, y): sign for y, row in enumerate(before["territory"]) for x, sign in enumerate(row)}
    now = dict(land)
    for y, x, signs in (run for beat in beats for run in beat["rows"]):
        now.update({(x + i, y): sign for i, sign in enumerate(signs)})
    for (x, y), was in land.items():
        if was != now[x, y] and mine in (was, now[x, y]):
            yield "gained" if now[x, y] == mine else "lost", x, y


def of_maps(changes: tuple[Change, ...]) -> Counter[tuple[Any, ...]]:
    """What is told, in the same few words."""
    found: Counter[tuple[Any, ...]] = Counter()
    for one in changes:
        if one.cells:
            found.update((one.kind.value, *cell) for cell in one.cells)
        elif one.kind is ChangeKind.LEVEL:
            found["level", one.id, one.by] += 1
        elif one.kind is ChangeKind.FOLLOWED:
            found["followed", one.id, one.was or one.at] += 1
        elif one.kind in (ChangeKind.SEEN, ChangeKind.BORN, ChangeKind.GONE) or (
            one.kind is ChangeKind.FOUND and not one.sign
        ):
            found[one.kind.value, one.id] += 1
    return found


@pytest.mark.django_db
def test_what_has_changed_is_what_the_film_shows() -> None:
    war = meet()
    tell(war, "north", HARDLY)
    confirm(war, "south")
    war.publish()
    for army in ("north", "south"):
        before, after = war.part(army, 0).map, war.part(army, 1).map
        film = ask(war, army, "turns/1/film.json").json()
        told = of_maps(changes_of(cast("Map", before), cast("Map", after)))
        assert told == of_film(cast("Map", before), film)
        assert told, army
        shown = data_of(ask(war, army))["page-data"]["changes"]
        assert shown["turn"] == 1
        areas = [(area["kind"], run) for area in shown["areas"] for run in area["runs"]]
        marked = {(kind, x + i, y) for kind, (y, x, count) in areas for i in range(count)}
        assert marked == {key for key in told if key[0] in ("gained", "lost")}
        assert {mark["id"] for mark in shown["marks"]} >= {key[1] for key in told if key[0] == "level"}
        page = ask(war, army).content.decode()
        table = ask(war, army, "table/").content.decode()
        assert "What changed in turn 1" in page
        assert "What changed in turn 1" in table


@pytest.mark.django_db
def test_of_a_large_map_the_server_counts_for_the_page_has_only_parts() -> None:
    spread = {"kind": "occupation", "count": 40, "turns": 2, "primary": True}
    players = [{"id": "north", "conditions": [spread]}, {"id": "south"}]
    places = {"north": ((2, 2), (98, 9)), "south": ((50, 2), (51, 9))}
    war = begin_war(places, document={"map": ["." * 101] * 12, "players": players})
    war.publish()
    known = war.part("north", 1).map
    held = sum(row.count("1") for row in known["territory"])
    page = ask(war, "north")
    assert "territory" not in data_of(page)["map-data"]
    told = f"{held} of 40 sectors, turn 0 of 2"
    assert told in page.content.decode()
    assert told in ask(war, "north", "table/").content.decode()
    assert data_of(page)["page-data"]["aims"][0]["told"] == f"{told}, not yet"


def test_a_long_list_is_folded_but_for_its_first_rows() -> None:
    def told(count: int) -> tuple[int, int]:
        news = news_of(
            board(turn=2, banners=[own(f"b{n}", [1, 1]) for n in range(count)]),
            board(banners=[own(f"b{n}", [1, 1], 12) for n in range(count)]),
        )
        (group,) = news.groups
        assert (*group.first, *group.rest) == group.rows
        return len(group.first), len(group.rest)

    assert [told(count) for count in (1, 8, 9, 30)] == [(1, 0), (8, 0), (6, 3), (6, 24)]
