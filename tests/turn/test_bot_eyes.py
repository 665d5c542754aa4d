"""The bot sees what its seat sees, and not a sector more: from its question to the process that answers it.

What it is asked is read from a closed list of columns, however the truth lies; in the question is nothing by
which more could be reached; and the code that answers has no way to look elsewhere.
"""

from __future__ import annotations

import ast
import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from enum import Enum
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, models, transaction

import rules.bot
from campaign.base.dates import clock
from campaign.base.sandbox import children
from campaign.models import Banner, Campaign, Relic, Seat
from campaign.turn import bot_plans
from campaign.turn.plans import bot_knowledge
from campaign.turn.plans.bot_knowledge import asked_for
from campaign.turn.plans.knowledge import SeatView, view_of_seat
from rules.plans.knowledge import Knowledge, Sighting
from rules.state import BannerId, PlayerId
from tests.skirmish.weighing import rows_of
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db

THINGS = {
    "features": [
        {"id": "mill", "at": [2, 4], "known_to": ["north"]},
        {"id": "mine", "at": [9, 9], "needs_search": True, "known_to": ["south"]},
    ],
    "relics": [
        {"id": "orb", "carried_by": "north1"},
        {"id": "rod", "at": [3, 3], "known_to": ["north"]},
        {"id": "urn", "at": [12, 9], "known_to": ["south"]},
        {"id": "bell", "carried_by": "south2"},
    ],
}
MAY_SEE = {
    # Public: the land, what the war is played by; its key makes the seed, and tells nothing of dice.
    *("Campaign.map_rows", "Campaign.settings", "Campaign.house", "Campaign.id_key", "Turn.number"),
    *("own Seat.key", "own Seat.number", "foreign Seat.key", "foreign Seat.number"),
    *("own Seat.rules", "own Seat.node", "own Seat.conditions"),
    *("own Seat.bot_level", "own Seat.bot_character"),
    # What it was told, its own banners and what they carry, what it has itself decided and ordered.
    "own PlayerTurn.map",
    *(
        f"own Banner.{name}"
        for name in ("key", "public_id", "x", "y", "level", "works", "retreating", "alive")
    ),
    *(f"own Relic.{name}" for name in ("key", "public_id", "carrier", "x", "y", "destructible", "gone")),
    *("own Order.slot", "own Order.detail", "own BotDecision.plan", "own BotDecision.knowledge"),
}
"""The columns on which a bot's question may depend; ``own`` is what belongs to its seat."""


@pytest.fixture
def war() -> War:
    """A war in its second turn: north is a bot that knows a part of it, south has the rest."""
    war = begin_war(CLOSE, document=THINGS, bots=("north",))
    war.plan("south", {"south2": {"primary": {"order": "search"}}})
    war.publish()
    assert war.part("north").map is None, "the second turn is open"
    return war


def question(war: War) -> str:
    """What the bot in the north is asked now, as it goes to its process."""
    seat = Seat.objects.select_related("campaign").get(campaign=war.campaign, number=1)
    return json.dumps(asked_for(seat, 2).document(), sort_keys=True)


# What it depends on


def depends_on(war: War, only: tuple[type[models.Model], ...] = (models.Model,)) -> set[str]:
    """The columns of the war on which the question depends: each is changed, in all rows of one side."""
    before, own, found = question(war), war.seat("north"), set()
    rows: dict[tuple[str, type[models.Model]], list[Any]] = {}
    for row in filter(lambda one: isinstance(one, only), rows_of(war.campaign)):
        rows.setdefault((whose(own, row), type(row)), []).append(row.pk)
    for (side, model), keys in sorted(rows.items(), key=lambda one: (one[0][0], one[0][1].__name__)):
        for field in model._meta.concrete_fields:
            if field.is_relation or field.primary_key:
                continue
            if is_felt(war, model, field, keys, before):
                found.add(f"{side} {model.__name__}.{field.name}".strip())
    return found


def whose(own: Seat, row: models.Model) -> str:
    """Whether a row belongs to the bot's seat, or to somebody else; empty for what is the whole war's."""
    if isinstance(row, Campaign) or type(row).__name__ in ("Turn", "Draft"):
        return ""
    if isinstance(row, Relic):
        return "own" if row.key in ("orb", "rod") else "foreign"
    part = getattr(row, "player_turn", None)
    seat = row if isinstance(row, Seat) else getattr(part or row, "seat", None)
    return "own" if seat == own else "foreign"


def is_felt(
    war: War, model: type[models.Model], field: models.Field[Any, Any], keys: list[Any], before: str
) -> bool:
    """Whether the question is another, or none, once this column has other values; all is put back."""
    try:
        with transaction.atomic():
            for row in model._default_manager.filter(pk__in=keys):
                try:
                    with transaction.atomic():
                        other = other_than(field, field.value_from_object(row))
                        model._default_manager.filter(pk=row.pk).update(**{field.name: other})
                except DatabaseError:
                    continue  # the database itself knows that this cannot be
            try:
                felt = question(war) != before
            except (ObjectDoesNotExist, KeyError, ValueError, TypeError, AttributeError, IndexError):
                felt = True
            raise PutBackError(felt)
    except PutBackError as back:
        return bool(back.args[0])


class PutBackError(Exception):
    """Ends a transaction without its changes; says what was found."""


_numbers = count(1)


def other_than(field: models.Field[Any, Any], value: Any) -> Any:
    """Another value that the column takes."""
    kind = field.get_internal_type()
    if field.choices:
        return next(key for key, _label in field.flatchoices if key != value)
    if isinstance(field, models.JSONField):
        return {"other": next(_numbers)}
    if "Integer" in kind or kind == "BooleanField":
        return int(not value) if kind == "BooleanField" else (value or 0) + 1
    if kind == "DateTimeField":
        return (value or clock.now()) + timedelta(days=1)
    return bytes(32) if kind == "BinaryField" else f"z{next(_numbers)}{value}"[: field.max_length or 4000]


def test_a_bots_question_is_made_of_a_closed_list_of_columns(war: War) -> None:
    found = depends_on(war)
    assert found <= MAY_SEE
    assert {"own Banner.level", "own PlayerTurn.map", "own Relic.carrier", "Campaign.map_rows"} <= found


def test_a_bot_that_was_shown_a_little_of_the_truth_would_be_found(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(seat: Seat, *, of_others: bool = True) -> SeatView:
        view = view_of_seat(seat, of_others=of_others)
        enemy = Banner.objects.exclude(seat=seat).order_by("-key")[0]
        seen = Sighting(BannerId("seen"), PlayerId(enemy.seat.key), (enemy.x, enemy.y), None, 1)
        object.__setattr__(view.knowledge, "sightings", (*view.knowledge.sightings, seen))
        return view

    monkeypatch.setattr(bot_knowledge, "view_of_seat", leaking)
    assert depends_on(war, (Banner,)) - MAY_SEE == {"foreign Banner.x", "foreign Banner.y"}


# What hangs on it


def reached(start: object) -> Iterator[object]:
    """Everything that can be reached from an object, but for what types and modules hold for all."""
    todo, seen = [start], set()
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type) or callable(one):
            continue
        seen.add(id(one))
        yield one
        todo += gc.get_referents(one)


PLAIN = (str, bytes, int, bool, type(None), tuple, list, dict, frozenset, MappingProxyType, Enum)


def test_nothing_hangs_on_what_a_bot_is_given_but_values_of_the_rules(war: War) -> None:
    asked = asked_for(war.seat("north"), war.turn.number)
    kinds = {type(one) for one in reached(asked.own) if not isinstance(one, PLAIN)}
    assert Knowledge in kinds
    assert {kind.__module__.split(".")[0] for kind in kinds} == {"rules"}
    assert not {kind.__name__ for kind in kinds} & {"State", "Board", "Outcome", "Movement", "Dice"}
    # The walk goes where there is more: from the view beside it the rows are reached.
    assert Seat in {type(one) for one in reached(asked)}


# Who answers it

ALLOWED = {"__future__", "collections", "dataclasses", "enum", "functools", "hashlib", "typing", "rules"}
BARRED = {"open", "eval", "exec", "compile", "globals", "locals", "vars", "input", "breakpoint"}


def test_the_code_that_plans_has_no_way_to_look_elsewhere() -> None:
    folder = Path(rules.bot.__file__).parent
    # Whole games are played beside it, by tests and measurements: what plans does not load that.
    for file in sorted(set(folder.glob("*.py")) - {folder / "selfplay.py"}):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in names} <= ALLOWED, file.name
            if isinstance(node, ast.Name):
                assert node.id not in BARRED, file.name
                assert not node.id.startswith("__"), file.name
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("__"), file.name


def test_its_process_is_sealed_and_has_loaded_nothing_but_the_rules(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, bytes, children.Limits]] = []
    lines = children.lines

    def noted(module: str, text: bytes, limits: children.Limits, **more: Any) -> Any:
        given.append((module, text, limits))
        return lines(module, text, limits, **more)

    monkeypatch.setattr(children, "lines", noted)
    Seat.objects.filter(key="north").update(bot_level="veteran")
    asked = asked_for(war.seat("north"), war.turn.number)
    [(made, shortfall)] = bot_plans.decided([asked])
    assert (bool(made["plan"]), shortfall) == (True, "")
    [(module, text, limits)] = given
    assert limits.sealed
    assert json.loads(text) == json.loads(json.dumps(asked.document()))
    looks = f"import sys, {module}; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", looks], capture_output=True, check=True, cwd=children.ROOT)
    loaded = told.stdout.decode().split()
    assert "rules.bot.opponent" in loaded
    ours = {name for name in loaded if name.split(".")[0] in ("campaign", "battles", "config", "django")}
    assert ours == {"campaign", "campaign.base", "campaign.base.sandbox", module}
    assert not {"sqlite3", "psycopg", "redis", "socket", "rules.bot.selfplay"} & set(loaded)
