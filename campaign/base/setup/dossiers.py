"""What one seat alone will know and want when its campaign starts, as it stands in the draft.

::

    {"conditions": [{"kind": "occupation", "sectors": [[3, 4]], "primary": true, "turns": 2},
                    {"kind": "occupation", "count": 40}, {"kind": "retrieval", "relic": "r1"},
                    {"kind": "destruction", "player": "s2"},
                    {"kind": "destruction", "banners": ["b4"], "title": "The Butcher"}],
     "banners": ["b9"],
     "letter": "What the facilitator writes to this player alone.",
     "sightings": [{"banner": "b4", "at": [3, 4], "level": 12, "age": 2, "grade": "old", "marked": false}]}

``banners`` are the enemies whose places the seat knows from the start (which features and relics it knows
stands with these on the board). Conditions are the scenario format's (Rules 10); one that names banners may
have a ``title`` beside: the mark under which the seat will see them. ``sightings`` are what it has heard
before the war, true or not (``early_sightings``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from campaign.base.document_error import unfit
from campaign.base.setup.documents import Board, Condition, Dossier
from campaign.base.setup.early_sightings import read_sightings, sighting_faults
from rules.format.reading import Fields, Node, ScenarioError
from rules.maps.grid import is_passable
from rules.maps.terrain import BARRED
from rules.state import ALL_GOALS, GOALS, ConditionKind

__all__ = ["Dossier", "ScenarioError", "dossier_faults", "empty_dossier", "read_dossier"]

MOST_CONDITIONS = 12
MOST_LETTER = 5_000
MOST_TURNS = 99
MOST_LISTED = 500
MOST_TITLE = 60


def empty_dossier() -> Dossier:
    """Nothing known, nothing wanted."""
    return {"conditions": [], "banners": [], "letter": "", "sightings": []}


def read_dossier(document: object) -> Dossier:
    """The dossier in a JSON document, nothing left out. Raises ``ScenarioError`` with the path at fault."""
    fields = Node(document).fields((), ("conditions", "banners", "letter", "sightings"))
    dossier = empty_dossier()
    if "conditions" in fields:
        dossier["conditions"] = [_condition(node) for node in fields["conditions"].items(MOST_CONDITIONS)]
    if "banners" in fields:
        dossier["banners"] = sorted({node.name() for node in fields["banners"].items(MOST_LISTED)})
    if "letter" in fields:
        dossier["letter"] = _letter(fields["letter"])
    if "sightings" in fields:
        dossier["sightings"] = read_sightings(fields["sightings"])
    return dossier


def dossier_faults(dossier: Dossier, board: Board, seat: str, seats: Mapping[str, str]) -> Iterator[str]:
    """What of a seat's conditions cannot be met on this board, or of its sightings is not so, in words."""
    yield from _unmet(dossier, board, seat, seats)
    yield from sighting_faults(dossier["sightings"], board, seat, seats)


def _unmet(dossier: Dossier, board: Board, seat: str, seats: Mapping[str, str]) -> Iterator[str]:
    relics = {relic["id"] for relic in board["relics"]}
    triggers = {trigger["id"] for trigger in board.get("triggers", ())}
    owners = {banner["id"]: banner["owner"] for banner in board["banners"]}
    terrain = tuple(board["terrain"])
    for condition in dossier["conditions"]:
        if "relic" in condition and condition["relic"] not in relics:
            yield _("an aim asks for a relic that is not on the map")
        if "trigger" in condition and condition["trigger"] not in triggers:
            yield _("an aim asks for a trigger that is not there")
        if any(not is_passable(terrain, (at[0], at[1])) for at in condition.get("sectors", ())):
            yield _("an aim asks for a sector that is off the map or impassable")
        if "player" in condition and (condition["player"] == seat or condition["player"] not in seats):
            yield _("an aim asks for the destruction of a player who is not an enemy")
        if any(owners.get(banner, seat) == seat for banner in condition.get("banners", ())):
            yield _("an aim asks for the destruction of a banner that is no enemy's")
        if condition.get("count", 0) > sum(letter not in BARRED for row in terrain for letter in row):
            yield _("an aim asks for more sectors than the map has")


def _letter(node: Node) -> str:
    text = node.text()
    if "\x00" in text:
        raise unfit(node, _("holds the character NUL, which cannot be stored"))
    if len(text) > MOST_LETTER:
        raise unfit(
            node,
            _("has %(count)s characters; at most %(most)s are allowed")
            % {"count": len(text), "most": MOST_LETTER},
        )
    return text


def _condition(node: Node) -> Condition:
    kind = node.fields(("kind",), ("primary", "turns", "title", *ALL_GOALS))["kind"].choice(ConditionKind)
    goals = GOALS[kind]
    fields = node.fields(("kind",), ("primary", "turns", "title", *goals))
    given = [goal for goal in goals if goal in fields]
    if len(given) != 1:
        raise node.error("condition_goals", kind=kind.value, allowed=", ".join(goals))
    condition: Condition = {
        "kind": kind.value,
        "primary": fields.get("primary", Node.boolean, True),
        "turns": fields.get("turns", lambda turns: turns.integer(1, MOST_TURNS), 1),
    }
    _read_goal(condition, given[0], fields[given[0]])
    title = _title(fields, given[0])
    return {**condition, "title": title} if title else condition


def _read_goal(condition: Condition, name: str, goal: Node) -> None:
    if name == "relic":
        condition["relic"] = goal.name()
    elif name == "player":
        condition["player"] = goal.name()
    elif name == "trigger":
        condition["trigger"] = goal.name()
    elif name == "count":
        condition["count"] = goal.integer(1)
    elif name == "banners":
        condition["banners"] = list(dict.fromkeys(map(Node.name, _some(goal))))
    else:
        condition["sectors"] = [list(at) for at in dict.fromkeys(map(_sector, _some(goal)))]


def _some(goal: Node) -> list[Node]:
    items = goal.items(MOST_LISTED)
    if not items:
        raise goal.error("empty")
    return items


def _title(fields: Fields, goal: str) -> str:
    """The mark of the banners to be destroyed, or what is told of a trigger; empty if it says none."""
    if "title" not in fields:
        return ""
    if goal not in ("banners", "trigger"):
        raise unfit(
            fields["title"], _("is only for a condition that names banners to be destroyed, or a trigger")
        )
    title = " ".join(fields["title"].text().split())
    if not title.isprintable():
        raise unfit(
            fields["title"], _("holds a character that cannot be seen; letters and signs are allowed")
        )
    if len(title) > MOST_TITLE:
        raise unfit(
            fields["title"],
            _("has %(count)s characters; at most %(most)s are allowed")
            % {"count": len(title), "most": MOST_TITLE},
        )
    return title


def _sector(node: Node) -> tuple[int, int]:
    x, y = node.sector()
    if x < 0 or y < 0:
        raise unfit(node, _("must be two numbers from 0"))
    return x, y
