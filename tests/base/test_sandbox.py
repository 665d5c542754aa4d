"""Children that read what people send: whatever takes one over has its memory, its time and a pipe."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from campaign.base import pictures
from campaign.base.refusal import Unfit
from campaign.base.sandbox import children
from campaign.base.sandbox.children import Limits
from tests import bombs
from tests.base.children.taken_over import TRIES
from tests.gates import ROOT


@pytest.fixture
def taken_over() -> list[str]:
    return [
        line for line in children.lines("tests.base.children.taken_over", b"", Limits(sealed=True)) if line
    ]


def test_a_sealed_child_opens_nothing_and_starts_nobody(taken_over: list[str]) -> None:
    assert [line for line in taken_over if line.startswith("could")] == []


def test_what_is_tried_can_be_done_where_nothing_is_sealed() -> None:
    """Else the test above could not fail."""
    command = "from tests.base.children import taken_over; taken_over.main()"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, input=b"", capture_output=True)
    told = done.stdout.decode().splitlines()
    assert {line for line in told if line.startswith("could")} == {f"could {name}" for name in TRIES}


def test_a_sealed_child_knows_nothing_of_the_environment(
    monkeypatch: pytest.MonkeyPatch, taken_over: list[str]
) -> None:
    (told,) = [line for line in taken_over if line.startswith("knows")]
    assert set(told.split()[1:]) <= {"PATH", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "LC_CTYPE"}


@pytest.mark.parametrize("sealed", [True, False])
def test_what_a_child_loads_is_compiled_once_and_then_it_writes_nothing(*, sealed: bool) -> None:
    """Compiling anew whatever only children load was two thirds of what a small picture cost."""
    module = importlib.import_module("tests.base.children.writing")
    kept = Path(cache_from_source(str(module.__file__)))
    kept.unlink(missing_ok=True)
    told = list(filter(None, children.lines(module.__name__, b"", Limits(sealed=sealed))))
    assert told == ["could not"]
    assert kept.exists()


def test_a_picture_waits_for_no_part_of_the_site_to_be_loaded() -> None:
    command = "import sys, campaign.base.sandbox.redrawing; print({'django', 'msgspec'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


@pytest.mark.parametrize("form", ["JPEG", "WEBP"])
def test_a_sealed_child_has_all_that_pictures_need(form: str) -> None:
    for raw in (bombs.gif(frames=3), bombs.png(40, 30), bombs.webp(40, 30)):
        assert pictures.redraw(raw, longest=20, form=form).width in (8, 20)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (bombs.jpeg(13_000, 13_000), "a JPEG at most 64"),
        (bombs.jpeg(13_500, 13_500), "a JPEG at most 64"),
        (bombs.jpeg(65_000, 65_000), "a JPEG at most 64"),
        (bombs.png(8, 8, text=100_000_000), "A text in a picture has at most 1 MiB"),
        (bombs.png(8, 8, text=1024 * 1024, texts=100), "all of them together 64 MiB"),
    ],
    ids=["169 MP", "182 MP", "4225 MP", "100 MB of text", "100 texts"],
)
def test_what_is_over_the_budget_is_told_the_limit(raw: bytes, words: str) -> None:
    with pytest.raises(Unfit) as caught:
        pictures.redraw(raw, longest=20, form="JPEG")
    assert words in caught.value.message
    assert caught.value.field == "picture"
