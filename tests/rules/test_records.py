"""The rules' records: an order, a terrain, a condition is said once, and found by all that need it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from rules.declaration import script
from rules.maps.terrain import LETTERS, PLAIN, TERRAIN
from rules.orders import ORDERS, PAIRS, PARTS, SLOT_OF, STANDARD, OrderKind, Slot, pairs_for
from rules.plans.clauses import REASONS
from rules.state import CONDITIONS, ConditionKind
from tests.gates import run
from tests.rules.running import ROOT

pytestmark = pytest.mark.once

MOST_FILES = 8
"""In so many files at most a kind is named: record, clause, phase, words, and what plans with it."""
MORE = {OrderKind.MARCH: 2, OrderKind.RETREAT: 4, OrderKind.SEARCH: 6, OrderKind.RESUPPLY: 1}
"""The map, the pad and the bot deal with steps; a range and an army's radius are called search too; no
house rule forbids a retreat, one may change what a resupply gives, and the bot remembers its searches."""
OF_ORDERS = (
    "rules/",
    *(f"campaign/{room}/" for room in ("base/words", "desk", "turn", "warmap")),
    "static/js/warmap/",
)
"""Where the word of an order in quotes means the order."""
OTHER_GAMES = ("rules/tabletop/", "battles/table/", "static/js/battles/table/", "templates/battles/table/")
THE_BOT = "rules/bot/"
"""It gives orders, as a player does: all of it is one place."""


OTHER_WORDS = (
    *("rules/club/house.py", "rules/club/ledger.py", "rules/club/triggers.py", "rules/format/triggers.py"),
    *("rules/sentences.py", "rules/reports/film_phases.py", "campaign/warmap/changes.py"),
    "static/js/warmap/news/newslayer.js",
)
"""Where a word in quotes is one of Rules 14 or of the ledger (a house rule changes a march, say), one that is
to be translated, a phase of a film, or a change of the map."""
OF_PICTURES = (
    *("campaign/base/drawing/outlines.py", "campaign/base/drawing/look.py"),
    "campaign/base/drawing/inks.py",
)
"""Where a letter in quotes is a stroke of a path, or the first of a colour."""
COMMON = (OrderKind.OTHER, OrderKind.USE)
"""Orders whose word in quotes is nearly always something else: the other banner, a setting, a drawing."""
COMMON_CONDITIONS = (ConditionKind.TRIGGER,)
"""Conditions whose word in quotes is nearly always something else: the trigger itself."""


def sources() -> dict[str, str]:
    """The texts of the app by name, without the companion at the table, which has words of its own."""
    folders = ("rules", "campaign", "battles", "config", "static/js", "templates")
    found = {}
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.suffix in (".py", ".js", ".html") and "migrations" not in name:
                found[name] = path.read_text()
    del found["static/js/declared.js"]
    return {name: text for name, text in found.items() if not name.startswith(OTHER_GAMES)}


def naming(pattern: str) -> list[str]:
    """The files in which the pattern stands."""
    return sorted(name for name, text in sources().items() if re.search(pattern, text))


def test_every_kind_has_one_record_and_its_clause() -> None:
    assert [record.kind for record in ORDERS] == list(OrderKind)
    assert set(REASONS) == set(OrderKind)
    assert [record.kind for record in CONDITIONS] == list(ConditionKind)
    assert len(set(LETTERS)) == len({kind.id for kind in TERRAIN}) == len(TERRAIN)
    assert len({part.key for part in PARTS}) == len(PARTS)


def test_the_slots_and_pairs_are_those_of_the_rules() -> None:
    """Typed from Rules 3."""
    by_slot = {slot: {kind.value for kind, own in SLOT_OF.items() if own is slot} for slot in Slot}
    assert by_slot[Slot.PRIMARY] == {"march", "search", "teleport"}
    assert by_slot[Slot.SPECIAL] == {"retreat", "destroy_relic", "use", "other"}
    forbidden = {(f"{pair.primary}", f"{pair.secondary}") for pair in PAIRS}
    assert forbidden == {
        (move, dig) for move in ("march", "teleport") for dig in ("unfortify", "entrench", "fortify")
    }
    allowed = set(PAIRS) - set(pairs_for(["steadfast"]))
    assert {(f"{pair.primary}", f"{pair.secondary}") for pair in allowed} == {
        ("march", "fortify"),
        ("teleport", "fortify"),
    }


@pytest.mark.parametrize("kind", OrderKind)
def test_an_order_is_named_in_few_files(kind: OrderKind) -> None:
    found = naming(rf"[\"'`]{kind.value}[\"'`]")
    quoted = [name for name in found if name.startswith(OF_ORDERS) and name not in OTHER_WORDS]
    if kind in COMMON:
        quoted = []
    files = {*naming(rf"OrderKind\.{kind.name}\b"), *quoted}
    if found := {name for name in files if name.startswith(THE_BOT)}:
        files = {*files - found, THE_BOT}
    assert len(files) <= MOST_FILES + MORE.get(kind, 0), sorted(files)


@pytest.mark.parametrize("kind", ConditionKind)
def test_a_condition_is_named_in_few_files(kind: ConditionKind) -> None:
    quoted = "" if kind in COMMON_CONDITIONS else rf"|[\"']{kind.value}[\"']"
    files = naming(rf"ConditionKind\.{kind.name}\b{quoted}")
    assert len(files) <= MOST_FILES, files


@pytest.mark.parametrize("letter", LETTERS.replace(PLAIN, ""))
def test_a_letter_of_the_map_is_written_once(letter: str) -> None:
    found = naming(rf"[\"']{re.escape(letter)}[\"']")
    assert [name for name in found if name not in OF_PICTURES] == ["rules/maps/terrain.py"]
    assert naming(re.escape(LETTERS)) == []


def test_the_script_tells_of_every_record() -> None:
    told = script()
    assert (ROOT / "static" / "js" / "declared.js").read_text() == told
    assert all(f'"kind": "{record.kind}"' in told for record in STANDARD)
    assert all(f'"letter": {json.dumps(kind.letter)}' in told for kind in TERRAIN)


NEW = {
    "rules/orders.py": [
        (
            '    DESTROY_RELIC = "destroy_relic"\n',
            '    DESTROY_RELIC = "destroy_relic"\n    PARLEY = "parley"\n',
        ),
        (
            '"5.9", (RELIC,)),\n',
            '"5.9", (RELIC,)),\n    OrderRecord(_K.PARLEY, _SECOND, "5.7", (PARTNER,), mutual=True),\n',
        ),
    ],
    "rules/plans/clauses.py": [
        (
            "    OrderKind.SEARCH: _can_always,\n",
            "    OrderKind.SEARCH: _can_always,\n    OrderKind.PARLEY: _join,\n",
        )
    ],
    "rules/phases/supply.py": [
        (
            "    for piece, _ in board.ordered(OrderKind.RESUPPLY):\n",
            "    for piece, _ in board.ordered(OrderKind.PARLEY):\n        piece.level -= 1\n"
            "    for piece, _ in board.ordered(OrderKind.RESUPPLY):\n",
        )
    ],
    "campaign/base/words/order_words.py": [
        (
            "    OrderKind.RETREAT: OrderWords(",
            '    OrderKind.PARLEY: OrderWords(_("Parley"), _("parley")),\n    OrderKind.RETREAT: OrderWords(',
        )
    ],
}
"""A made-up order, in all the files that an order touches but its case: record, clause, phase, sentence."""

ASKED = """
import json, types
import django
import msgspec
django.setup()
from campaign.base.words.map_words import page_words
from campaign.desk.review.forms import SECONDARY
from campaign.base.documents import VoidReason
from campaign.turn.plans.plan_codec import read_plan, wire_document
from campaign.warmap.plan.forms import PlanForm
from campaign.warmap.plan.shapes import ORDERS_SCHEMA
from rules.declaration import script
from rules.scenario import load, move

order = {"order": "parley", "with": "a2"}
page = types.SimpleNamespace(banners=[types.SimpleNamespace(id="a1")])
plan = {"node": None, "orders": {"a1": {"secondary": order}}}
state = move(load({
    "turn": 1, "seed": "0" * 64, "map": ["..."], "players": [{"id": "a"}], "plans": {"a": plan},
    "banners": [{"id": name, "owner": "a", "at": [0, 0], "level": 15} for name in ("a1", "a2")],
}))[0].state
slot = ORDERS_SCHEMA["additionalProperties"]["properties"]["secondary"]["properties"]
print(json.dumps({
    "form": PlanForm(page, {"a1-secondary": "parley:a2"}).document() == plan,
    "codec": wire_document(read_plan(plan, ["a1", "a2"])) == plan,
    "desk": "parley" in SECONDARY,
    "schema": ["parley" in slot["order"]["enum"], slot["with"]["description"]],
    "reports": "parley" in str(msgspec.json.schema(VoidReason)),
    "words": [page_words()[part]["parley"] for part in ("orders", "short")],
    "script": [line for line in script().splitlines() if "parley" in line],
    "phase": [banner.level for banner in state.banners],
}))
"""


def test_a_made_up_order_is_found_wherever_orders_are(tmp_path: Path) -> None:
    for folder in ("rules", "campaign", "battles", "config"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    for name, changes in NEW.items():
        path = tmp_path / name
        text = path.read_text()
        for old, new in changes:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
        path.write_text(text)
    done = run([sys.executable, "-c", ASKED], cwd=tmp_path, env={"DJANGO_SETTINGS_MODULE": "config.settings"})
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(done.stdout)
    assert len(found.pop("script")) == 1
    assert found == {
        "form": True,
        "codec": True,
        "desk": True,
        "schema": [True, "Of join and parley: the other banner."],
        "reports": True,
        "words": ["Parley", "parley"],
        "phase": [14, 15],
    }
