"""Lists that mean harm are refused, the limit named, and this process never unpacks them (page 9 D)."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from battles.lists.intake import take
from campaign.base.refusal import Refusal
from campaign.base.sandbox.list_reading import answer_to
from rules.tabletop.lists import bounds
from tests.table.hostile import FILES, roster

pytestmark = pytest.mark.once
MORE = 8 * 1024
"""KiB by which the web process may grow."""


def memory() -> int:
    """What this process holds in memory now, in KiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def test_there_are_sixty_of_them() -> None:
    assert len({name for name, _raw, _said in FILES}) == len(FILES) >= 60


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.long)])
def test_all_are_refused_and_the_web_process_stays_small(every: int) -> None:
    with pytest.raises(Refusal):
        take(FILES[0][1])
    before = memory()
    wrong = {}
    for name, raw, said in FILES[::every]:
        try:
            taken = take(raw)
        except Refusal as refusal:
            if said not in refusal.message:
                wrong[name] = refusal.message
        else:
            wrong[name] = f"read: {len(taken.document['units'])}"
    assert not wrong
    assert memory() - before < MORE


def test_what_would_be_kept_of_a_list_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few bytes may be read as many: the child says so itself, before its parent has to hear of it."""
    raw = b'{"answers": {}, "usual": false}\nRifle squad, 10 men, rifles'
    assert next(iter(answer_to(raw))) == {"state": "read"}
    monkeypatch.setattr(bounds, "MOST_READ", 300)
    assert [*answer_to(raw)] == [
        {"state": "refused", "code": "list read", "values": {"most": 300, "line": 0}}
    ]


@pytest.mark.parametrize("said", ["windows-1250", "utf-7", "shift_jis", "nonsense"])
def test_a_file_in_another_writing_is_told_so_and_not_that_it_takes_too_long(said: str) -> None:
    with pytest.raises(Refusal, match="UTF-8") as refused:
        take(roster(head=f'<?xml version="1.0" encoding="{said}"?>').encode())
    assert said in refused.value.message


@pytest.mark.parametrize("said", ["UTF-8", "utf8", "us-ascii", "iso-8859-1", "windows-1252"])
def test_the_writings_of_roster_programs_are_read(said: str) -> None:
    taken = take(roster(head=f'<?xml version="1.0" encoding="{said}"?>').encode())
    assert len(taken.document["units"]) == 1
