"""What of a ledger a player is told: it adds up, names what the player knows, and two worlds are alike."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from campaign.turn.told import ledger_told
from campaign.turn.told.ledger_told import LedgerTeller
from campaign.turn.told.player_projection import Names
from rules.outcome import Outcome
from rules.reports import ledger
from rules.reports.ledger import explanations
from rules.results import InDispute
from rules.scenario import adjudicate, load
from rules.state import BannerId, PlayerId
from tests.oracle.club import club
from tests.oracle.scenarios import scenario

FIRST = int(os.environ.get("FUZZ_SEED", "1"))
Document = dict[str, Any]


def resolved(document: Document) -> Outcome | None:
    """The turn explained; None if it is in dispute."""
    try:
        return adjudicate(load(document), explain=True)
    except InDispute:
        return None


def names_of(outcome: Outcome) -> Names:
    """Public ids that tell nothing of what the engine calls a banner: where it stands, and of several there
    the how-manieth of its owner's.
    """
    movement = outcome.movement
    states = (movement.state, movement.start)
    owners = {one.id: one.owner for state in states for one in state.banners}
    public: dict[BannerId, str] = {}
    for state in states:
        for one in state.banners:
            named = f"banner at {one.at}"
            public.setdefault(one.id, named + "'" * [*public.values()].count(named))
    public = {key: f"{name} of {owners[key]}" if "'" in name else name for key, name in public.items()}
    return Names(
        banners=public,
        relics={},
        features={},
        words={},
        stories={},
        owners=owners,
        battles={
            frozenset(pair): " and ".join(sorted(public[key] for key in pair))
            for pair in (one.battle.banners for one in outcome.battles)
        },
        numbers={player.id: f"seat of {player.id}" for player in movement.start.players},
    )


def told(outcome: Outcome, player: str, *, all_abstract: bool = False) -> Document:
    """What the player is told, as it is stored."""
    names, found = names_of(outcome), explanations(outcome)[PlayerId(player)]
    fought = [
        names.battles[frozenset(one.battle.banners)] for one in outcome.battles if player in one.battle.owners
    ]
    teller = LedgerTeller(names, sorted(fought))
    accounts = sorted(map(teller.account, found.accounts), key=lambda one: one["banner"])
    return {"ledger": accounts, "decided": teller.decided(found.battles, all_abstract=all_abstract)}


@pytest.mark.parametrize("draw", [club, scenario], ids=("with rules 14", "without"))
def test_what_each_player_is_told_adds_up_and_names_nothing_unknown(draw: Any) -> None:
    items = 0
    for seed in range(FIRST, FIRST + 40):
        outcome = resolved(draw(seed))
        if outcome is None:
            continue
        names = names_of(outcome)
        for player in names.numbers:
            own = {names.banners[key] for key, owner in names.owners.items() if owner == player}
            mine = [key for key, owner in names.owners.items() if owner == player]
            fought = {names.battles[pair] for pair in names.battles if pair & set(mine)}
            explained = told(outcome, player)
            assert {one["banner"] for one in explained["ledger"]} == own, seed
            for account in explained["ledger"]:
                total = account["from"] + sum(item["levels"] for item in account["items"])
                assert total == account["to"], (seed, account)
                others = {item["with"] for item in account["items"]} - {None}
                assert others <= own | fought | set(names.numbers.values()), (seed, account)
                items += len(account["items"])
            assert {one["id"] for one in explained["decided"]} <= fought, seed
    assert items > 100


# Two worlds

BASE: Document = {
    "turn": 3,
    "seed": "00" * 32,
    "map": ["." * 9] * 9,
    "settings": {"special_orders": "all", "engagement": "every_turn"},
    "players": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
}


def world(banners: list[Document], **more: Any) -> Document:
    """A scenario with these banners."""
    return {**BASE, "banners": banners, **more}


def banner(key: str, at: tuple[int, int], level: int, **more: Any) -> Document:
    """A banner of the player whose letter begins its id."""
    return {"id": key, "owner": key[0], "at": list(at), "level": level, **more}


def settled_by(settler: str) -> Document:
    """Somebody's other order raises a banner of a's."""
    other = {"special": {"order": "other", "text": "A feast"}}
    return world(
        [banner("a1", (0, 0), 12), banner("b1", (8, 0), 12), banner("c1", (8, 8), 12)],
        plans={"b": {"orders": {"b1": other}}, "c": {"orders": {"c1": other}}},
        settlements=[{"banner": settler, "start": [{"do": "level", "by": 2, "banner": "a1"}]}],
    )


def fired(trigger: str) -> Document:
    """Something raises the banner that stands at the vault."""
    vault = {"id": "vault", "at": [0, 0], "known_to": ["a"]}
    rule = {"id": trigger, "feature": "vault", "do": [{"do": "level", "by": 2, "on": "all"}]}
    return world(
        [banner("a1", (0, 0), 12), banner("b1", (8, 0), 12), banner("c1", (8, 8), 12)],
        features=[vault],
        triggers=[rule],
    )


MASSIVE = [{"id": "a"}, {"id": "b", "rules": ["massive_armies"]}, {"id": "c", "rules": ["massive_armies"]}]


def overrun(first: int, second: int) -> Document:
    """Two enemies of fighting level 20 fall upon a banner too weak to fight; the stronger has the credit."""
    return world(
        [banner("a1", (4, 4), 5), banner("b1", (3, 4), first), banner("c1", (5, 4), second)], players=MASSIVE
    )


def rewarded(first: str, second: str, *rules: str) -> Document:
    """What was inflicted on two enemies, and maybe a Blood Reward for it: works that nobody sees decide."""
    reports = [
        {
            "battle": sorted(("a1", enemy)),
            "by": by,
            "method": "tabletop",
            "winner": "a1",
            "points_lost": {"a1": 0, enemy: 1100},
        }
        for enemy in ("b1", "c1")
        for by in ("a", enemy[0])
    ]
    return world(
        [
            banner("a1", (4, 4), 12),
            banner("b1", (2, 4), 12, works=first),
            banner("c1", (6, 4), 12, works=second),
        ],
        players=[{"id": "a", "rules": list(rules)}, {"id": "b"}, {"id": "c"}],
        reports=reports,
    )


def called(first: str, second: str) -> Document:
    """Two enemies that the engine calls one way or the other; each costs a's banner something else."""
    reports = [
        {
            "battle": sorted(("a1", enemy)),
            "by": by,
            "method": "tabletop",
            "winner": enemy,
            "points_lost": {"a1": points, enemy: 0},
        }
        for enemy, points in ((first, 500), (second, 900))
        for by in ("a", enemy[0])
    ]
    return world(
        [banner("a1", (4, 4), 12), banner(first, (2, 4), 12), banner(second, (6, 4), 12)],
        players=[{"id": "a"}, {"id": first[0]}, {"id": second[0]}],
        reports=reports,
    )


def sacrificing(*who: str) -> Document:
    """Where all battles are abstract, a sacrifice of nothing is all that was said of one."""
    reports = [{"battle": ["a1", "b1"], "by": by, "method": "abstract", "sacrifice": 0} for by in ("a", *who)]
    return world([banner("a1", (4, 4), 12), banner("b1", (5, 4), 12)], reports=reports)


WORLDS: dict[str, tuple[Document, Document]] = {
    "whose settlement": (settled_by("b1"), settled_by("c1")),
    "which trigger": (fired("t1"), fired("zz")),
    "the full levels of two enemies": (overrun(25, 30), overrun(30, 25)),
    "what was inflicted": (rewarded("none", "none"), rewarded("fortified", "none")),
    "on whom it was inflicted": (
        rewarded("none", "fortified", "blood_reward"),
        rewarded("fortified", "none", "blood_reward"),
    ),
    "what the engine calls two enemies": (called("b1", "c1"), called("c1", "b1")),
    "an entry that is sealed": (sacrificing(), sacrificing("b")),
}


def alike(what: str) -> bool:
    """Whether the two worlds look alike to a, to whom something has happened in both."""
    texts = []
    for document in WORLDS[what]:
        outcome = adjudicate(load(document), explain=True)
        explained = told(outcome, "a", all_abstract=what == "an entry that is sealed")
        assert explained["decided"] or any(one["items"] for one in explained["ledger"])
        texts.append(json.dumps(explained))
    return texts[0] == texts[1]


@pytest.mark.parametrize("what", WORLDS)
def test_two_worlds_look_alike(what: str) -> None:
    assert alike(what)


def test_the_two_worlds_do_differ() -> None:
    for what, worlds in WORLDS.items():
        left, right = (adjudicate(load(one), explain=True).explained for one in worlds)
        assert left != right, what


# Leaks, planted

Leak = Callable[[], AbstractContextManager[object]]


def settlers_named() -> AbstractContextManager[object]:
    """What is settled bears the army of whoever settled it."""
    return patch.object(ledger, "_UNNAMED", ())


def everything_named() -> AbstractContextManager[object]:
    """A death and a reward always bear the battle that they came of."""

    def leaking(self: Any, key: BannerId, entry: Any) -> ledger.Part:
        part = ledger.Part(entry.rule, entry.item, entry.levels)
        return part._replace(enemy=BannerId(entry.other)) if entry.other in self.owners else part

    return patch.object(ledger._Reader, "_part", leaking)


def what_was_inflicted() -> AbstractContextManager[object]:
    """Beside the own account stand those of everybody who was met."""
    tell = ledger._Reader.account

    def leaking(self: Any, account: Any) -> Any:
        own = tell(self, account)
        foes = [
            ledger.Part("7", entry.item, entry.levels)
            for other in self.all_of_them
            if self.owners[other.banner] != self.owners[account.banner]
            for entry in other.items
            if entry.rule == "7"
        ]
        return ledger.OwnAccount(own.banner, own.began, own.ended, (*own.parts, *foes))

    make = ledger._Reader.__init__

    def making(self: Any, outcome: Outcome) -> None:
        make(self, outcome)
        assert outcome.explained is not None
        self.all_of_them = outcome.explained.accounts

    return patch.multiple(ledger._Reader, account=leaking, __init__=making)


def in_the_engines_order() -> AbstractContextManager[object]:
    """What one rule changed stands as the engine found it."""
    return patch.object(LedgerTeller, "_place", lambda self, item: 0)


@contextmanager
def the_trigger_named() -> Iterator[None]:
    """An effect bears the id of its trigger."""
    read = ledger._Reader._part

    def leaking(self: Any, key: BannerId, entry: Any) -> ledger.Part:
        part = read(self, key, entry)
        return part._replace(own=entry.other) if entry.item == "trigger" else part

    def naming(self: LedgerTeller, key: BannerId, part: ledger.Part) -> str | None:
        return str(part.own)

    with patch.object(ledger._Reader, "_part", leaking), patch.object(LedgerTeller, "_other", naming):
        yield


def the_clause_of_what_was_said() -> AbstractContextManager[object]:
    """Where all battles are abstract the clause says whether both sides have entered anything."""
    return patch.object(ledger_told, "ELSE", ledger_told.BOTH_ASKED)


LEAKS: dict[str, tuple[Leak, str]] = {
    "the settlement's owner": (settlers_named, "whose settlement"),
    "the trigger": (the_trigger_named, "which trigger"),
    "the enemies' real levels": (everything_named, "the full levels of two enemies"),
    "to whose loss a reward is owed": (everything_named, "on whom it was inflicted"),
    "the levels inflicted": (what_was_inflicted, "what was inflicted"),
    "the engine's order": (in_the_engines_order, "what the engine calls two enemies"),
    "what was entered": (the_clause_of_what_was_said, "an entry that is sealed"),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    plant, what = LEAKS[leak]
    with plant():
        assert not alike(what)
