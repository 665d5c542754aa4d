"""The log keeps kinds and values: each kind has one sentence, which names what every note of it gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import campaign
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind, codes_of, kind_of, topic_of
from campaign.base.words.log_words import SHOWN, sentence, words_of
from campaign.models import AuditEntry
from campaign.turn.locked_turn import locked_turn
from tests.base.log_rows import entries_before
from tests.wars import START, begin_war

ROOT = Path(campaign.__file__).parents[1]
OF_OLD = {LogKind.DISPUTE_SOMEWHERE}
"""What only entries of early versions say."""
SINCE = {
    LogKind.TEXT: "The text “Conduct” is at version 2 now",
    LogKind.SETTLED: "Settled what comes of the order in words of Guard (Iron)",
    LogKind.UNSETTLED: "Took back what was settled of the order in words of Guard (Iron)",
    LogKind.CHANNEL_SET: "Public facts are posted to a channel at discord.com from now on",
    LogKind.CHANNEL_ENDED: "Nothing is posted to a channel at discord.com any more",
    LogKind.ASK_ACCEPTED: "Nell asked for a seat, and is invited",
    LogKind.ASK_DECLINED: "Nell asked for a seat, and was declined",
    LogKind.SEEKING: "The campaign looks for players: its free seats stand on the list of wars",
    LogKind.SEEKING_ENDED: "The campaign no longer looks for players",
    LogKind.VISION_ENDED: "All see nothing but the public facts from now on: Rain",
    LogKind.DICE_OF_BEACON: (
        "Dice are open, and mixed with the public beacon ab12 (a round every 3 seconds since second 7 of"
        " 1970)"
    ),
    LogKind.DICE_OF_SHARES: "Dice are open, and mixed with what players' browsers give",
    LogKind.PLANS_SEALED: (
        "The plan deadline has passed; the dice are drawn, and plans and seals are bound by ab12"
    ),
    LogKind.DATE_MOVED_DRAWING: (
        "The drawing of the dice moves from Mon 23 Nov 2026, 12:00 UTC to Mon 23 Nov 2026, 14:00 UTC: the app"
        " was down when seals could be opened"
    ),
    LogKind.DICE_DRAWN: "The dice are drawn; the movement is worked out",
    LogKind.DICE_DRAWN_BY_BEACON: (
        "The dice are drawn with round 12 of the beacon; the movement is worked out"
    ),
}
"""What no entry of early versions says, as it is said."""
DIRECT = {"by", "public", "of_turn"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules of the app, but migrations, by their paths."""
    for room in ("battles", "campaign", "config"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), ast.parse(path.read_text())


def notes() -> Iterator[tuple[str, ast.Call, list[ast.expr]]]:
    """Each place where the log is written to, and what it gives: the kind, and perhaps the values."""
    for name, module in modules():
        if name in ("campaign/base/rows/audit.py", "campaign/turn/locked_turn.py"):
            continue
        imported = any(
            isinstance(one, ast.ImportFrom) and one.module == "campaign.base.rows.audit"
            for one in ast.walk(module)
        )
        for call in ast.walk(module):
            if not isinstance(call, ast.Call):
                continue
            if isinstance(call.func, ast.Name) and call.func.id == "note" and imported:
                yield name, call, call.args[1:]
            if isinstance(call.func, ast.Attribute) and call.func.attr == "note":
                held = ast.unparse(call.func.value).rpartition(".")[2]
                if held == "held":
                    yield name, call, call.args


def literal(kind: ast.expr) -> LogKind | None:
    """The kind that is named outright."""
    if isinstance(kind, ast.Attribute) and ast.unparse(kind.value) == "LogKind":
        return LogKind[kind.attr]
    return None


def test_every_note_has_a_kind_and_gives_the_names_of_its_sentence() -> None:
    """Those whose kind or values come from elsewhere are checked when they are written."""
    found = list(notes())
    checked = 0
    for name, call, given in found:
        place = f"{name}:{call.lineno}: {ast.unparse(call)}"
        assert not isinstance(given[0], ast.Constant), place
        assert {keyword.arg for keyword in call.keywords} <= DIRECT, place
        kind = literal(given[0])
        values = given[1] if len(given) > 1 else ast.Dict([], [])
        if kind is None or not isinstance(values, ast.Dict):
            continue
        named = {ast.literal_eval(key) for key in values.keys if key is not None}
        if any(key is None for key in values.keys):
            assert named < kind.names, place
            named |= {"first", "second"}
        assert named == kind.names, place
        checked += 1
    assert len(found) >= 60
    assert checked >= 45


def test_every_kind_is_written_somewhere_and_in_no_other_way() -> None:
    named: set[str] = set()
    for name, module in modules():
        nodes = list(ast.walk(module))
        if name != "campaign/base/words/log_messages.py":
            named |= {
                node.attr
                for node in nodes
                if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "LogKind"
            }
        made = [
            node
            for node in nodes
            if isinstance(node, ast.Call)
            and re.fullmatch(r"AuditEntry(\.objects\.(bulk_)?create)?", ast.unparse(node.func))
        ]
        assert not made or name == "campaign/base/rows/audit.py", name
    assert named - {kind.name for kind in OF_OLD} == {kind.name for kind in LogKind} - {
        kind.name for kind in OF_OLD
    }


def test_every_kind_has_one_sentence_and_what_it_said_before_it_says_now() -> None:
    shown = {entry.now: entry for entry in entries_before()}
    assert set(shown) == set(LogKind) - set(SINCE)
    some = {"host": "discord.com", "text": "conduct", "version": "2", "banner": "Guard", "army": "Iron"}
    some |= {"person": "Nell", "reason": "Rain", "closing": "ab12", "round": "12"}
    some |= {
        "hash": "ab12",
        "period": "3",
        "genesis": "7",
        "before": "2026-11-23T12:00:00+00:00[UTC]",
        "after": "2026-11-23T14:00:00+00:00[UTC]",
    }
    for kind, said in SINCE.items():
        assert sentence(kind, {name: some[name] for name in kind.names}, START) == said
    for kind, entry in shown.items():
        assert entry.values.keys() == kind.names
        assert sentence(kind, entry.values, entry.at) == entry.text
    assert {name for kind in LogKind for name in kind.names} >= set(SHOWN)


def test_kinds_share_topics_and_none_has_the_name_of_another_s() -> None:
    assert topic_of("put_off") == "date_moved"
    assert topic_of("something old") == "something old"
    assert kind_of("something old") is None
    assert set(codes_of("dispute", "held")) == {"dispute", "dispute_somewhere", "disputes_wait", "held"}
    for kind in LogKind:
        named = kind_of(kind.topic)
        assert named is None or named.topic == kind.topic


@pytest.mark.django_db
def test_values_that_are_not_those_of_the_sentence_are_refused_where_they_are_written() -> None:
    war = begin_war()
    before, said = AuditEntry.objects.count(), "excused: the values must be these: army, reason"
    for values in ({}, {"army": "The north"}, {"army": "The north", "reason": "Ill", "seat": "north"}):
        with pytest.raises(ValueError, match=said):
            note(war.campaign, LogKind.EXCUSED, values)
        with (
            pytest.raises(ValueError, match=said),
            locked_turn(war.turn.pk) as held,
        ):
            held.note(LogKind.EXCUSED, values)
    assert AuditEntry.objects.count() == before


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (LogKind.CORRECTION, "stage", "later"),
        (LogKind.CORRECTION, "reason", None),
        (LogKind.CORRECTION, "reason", True),
        (LogKind.CORRECTION, "reason", 1.5),
        (LogKind.CORRECTION, "reason", {"a": "b"}),
        (LogKind.DATE_MOVED, "before", "soon"),
        (LogKind.DATE_MOVED, "before", "2026-11-27T18:00:00+00:00[Nowhere/Nothing]"),
        (LogKind.DATE_MOVED, "before", "2026-11-27T18:00:00[UTC]"),
        (LogKind.DATE_MOVED, "before", "2026-11-27T18:00:00+00:00[../../etc/passwd]"),
        (LogKind.DATE_MOVED, "after", "0001-01-01T00:00:00+14:00[UTC]"),
        (LogKind.DATE_MOVED, "date", "started_at"),
        (LogKind.PUT_OFF, "days", "2"),
        (LogKind.PUT_OFF, "away", []),
        (LogKind.PUT_OFF, "away", [1]),
        (LogKind.REOPEN, "who", "The north"),
        (LogKind.REOPEN, "who", ["The north", "bot"]),
        (LogKind.INVITED, "part", ["king"]),
        (LogKind.JOINED_ROLE, "role", "king"),
    ],
)
def test_values_that_no_sentence_can_say_are_refused(kind: LogKind, name: str, value: object) -> None:
    """As files bring them: what is stored can be shown."""
    entry = next(entry for entry in entries_before() if entry.now == kind)
    values: dict[str, object] = {**entry.values, name: value}
    with pytest.raises(ValueError, match=str(kind)):
        sentence(kind, values, entry.at)  # type: ignore[arg-type]


def test_an_old_entry_is_shown_as_it_was_written() -> None:
    assert words_of(AuditEntry(kind="sacrifice", text="As it was", created_at=START)) == "As it was"
    assert words_of(AuditEntry(kind="later", values={"army": "The north"}, created_at=START)) == ""
