"""The house: a room for each thing, the same names in every room, and what is written about it is there."""

from __future__ import annotations

import importlib
import re
import subprocess
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from rest_framework.serializers import BaseSerializer

from campaign.web.api.request_parsing import Strict

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 22
MOST_SHARED = 25
SAME_IN_ALL = {
    *("urls", "api_urls", "views", "api", "forms", "shapes", "services", "selectors", "documents"),
    *("models", "apps", "tasks", "admin"),
}
"""The names that every room's modules have; all others are nouns."""
OF_LIBRARIES = {"account", "mfa", "socialaccount", "allauth", "django"}
"""Folders of templates whose names other people's code gives."""
FOR_ALL = {"errors", "verify", "icons", "css", "js", "table"}
LOOK_AT_ALL = {
    *("api", "browser", "secrecy", "faults", "rig", "oracle", "cases", "js", "bench", "seeds"),
    *("rules", "table"),
}
"""Folders of tests that look at more than one room, or at one of ``rules`` and the table."""
RIGHT = 20
"""Of 25 requests, how often whoever is new here finds the file at once. It may not sink."""


def tracked(*patterns: str) -> list[Path]:
    """The files of the repository that fit, relative to its root."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [Path(name) for name in names.stdout.splitlines() if (ROOT / name).is_file()]


def modules() -> list[Path]:
    return [
        path
        for path in tracked("rules/*.py", "campaign/*.py", "battles/*.py")
        if "migrations" not in path.parts
    ]


def rooms() -> set[str]:
    """The names of the top rooms."""
    return {path.parts[1] for path in modules() if len(path.parts) > 2} | {"battles"}


def test_no_folder_is_crowded() -> None:
    files = Counter(str(path.parent) for path in modules() if path.name != "__init__.py")
    crowded = {name for name, count in files.items() if count > MOST_FILES}
    assert crowded == set()


def test_few_modules_share_their_name() -> None:
    nouns = Counter(
        path.stem
        for path in modules()
        if path.stem not in SAME_IN_ALL and path.stem != "__init__" and "models" not in path.parts
    )
    shared = {name for name, count in nouns.items() if count > 1}
    assert len(shared) <= MOST_SHARED, sorted(shared)


@pytest.mark.parametrize("top", ["templates", "static/js", "static/css", "static", "tests"])
def test_every_folder_is_a_rooms(top: str) -> None:
    depth = len(Path(top).parts)
    found = {path.parts[depth] for path in tracked(f"{top}/*") if len(path.parts) > depth + 1}
    strange = found - rooms() - (OF_LIBRARIES if top == "templates" else set()) - FOR_ALL
    assert strange - (LOOK_AT_ALL if top == "tests" else set()) == set()


def test_serializers_read_what_programs_send_and_answers_are_values() -> None:
    for path in modules():
        if path.name in ("shapes.py", "api.py", "fields.py"):
            importlib.import_module(".".join(path.with_suffix("").parts))
    ours = {
        kind
        for kind in _below(BaseSerializer)
        if kind.__module__.startswith(("campaign.", "battles.", "config."))
    }
    assert len(ours) > 50
    assert {kind for kind in ours if not issubclass(kind, Strict)} == set()


def _below(kind: type) -> set[type]:
    return {kind}.union(*map(_below, kind.__subclasses__()))


def test_each_room_says_what_it_is_for() -> None:
    silent = [
        str(path)
        for path in modules()
        if path.name == "__init__.py"
        and len(path.parts) > 2
        and not {"management", "templatetags", "migrations"} & set(path.parts)
        and not (ROOT / path).read_text().startswith('"""')
    ]
    assert silent == []


def test_what_is_written_about_the_house_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = set(re.findall(r"`((?:rules|campaign|battles|config|templates|static|tests)/[\w./]*)`", text))
    assert len(named) > 60
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_whoever_is_new_here_finds_the_file() -> None:
    """25 requests for a change, and the file that is to be opened first, as somebody new has guessed."""
    requests = tomllib.loads((ROOT / "tests" / "first_guess.toml").read_text())["request"]
    assert len(requests) == 25
    assert [one["file"] for one in requests if not (ROOT / one["file"]).is_file()] == []
    assert sum(one["guess"] == one["file"] for one in requests) >= RIGHT
