"""The dice of a campaign that has ended, laid open: seeds, every die, whether all fits (Rules 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Annotated, cast

from django.utils.translation import gettext as _
from msgspec import UNSET, UnsetType

from campaign import engine
from campaign.base.answers import Json, document_of
from campaign.base.refusal import Refusal
from campaign.base.words.rule_sentences import said
from campaign.engine.seeds import Chain, chains_of, seed_of
from campaign.models import Campaign, CampaignStatus, Phase, Turn
from rules.format.reading import Node
from rules.open_dice.documents import MixDocument, read_mix
from rules.sentences import DICE, MIXES
from rules.verify import Misfit, verify_dice

NOBODY: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Die:
    """One die: its turn, label, sides and value."""

    turn: int
    label: Annotated[str, "What it was for, with the banners' true ids (Rules 4)."]
    sides: int
    value: int


@dataclass(frozen=True, slots=True)
class DiceLog:
    """What one commitment binds; the verifier on the dice page reads it as it is."""

    commitment: Annotated[str, "64 hex digits."]
    first_turn: int
    seeds: Annotated[Mapping[int, str], "Of the chain: 64 hex digits by turn."]
    dice: tuple[Die, ...]
    campaign: Annotated[str | UnsetType, "With open dice: the id that stands in what was mixed."] = UNSET
    mixes: Annotated[
        Mapping[int, MixDocument] | UnsetType, "With open dice: what was mixed into the seeds, by turn."
    ] = UNSET

    def document(self) -> Json:
        """The log as ``rules verify-dice`` and the verifier to download read it."""
        return document_of(self)


def dice_logs(campaign: Campaign) -> tuple[DiceLog, ...]:
    """One log for each chain of seeds that was used, the oldest first.

    Raises ``Refusal`` with code ``not_ended`` while the campaign runs: until then no seed is shown.
    """
    if campaign.status != CampaignStatus.ENDED:
        raise Refusal(
            _("The dice are laid open when the campaign has ended; until then only the commitment is shown."),
            code="not_ended",
        )
    turns = list(
        Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0).order_by("number")
    )
    logs = (_log(campaign, chain, turns) for chain in sorted(chains_of(campaign), key=lambda one: one.first))
    return tuple(log for log in logs if log.seeds)


def _log(campaign: Campaign, chain: Chain, turns: list[Turn]) -> DiceLog:
    bound = [turn for turn in turns if 0 <= turn.number - chain.first < chain.length]
    for turn in bound:
        turn.campaign = campaign
    log = DiceLog(
        commitment=chain.commitment,
        first_turn=chain.first,
        seeds={turn.number: seed_of(campaign, turn.number).hex() for turn in bound},
        dice=tuple(die for turn in bound for die in _dice(campaign, turn)),
    )
    if not any(turn.closing for turn in bound):
        return log
    mixes = {turn.number: cast("MixDocument", turn.mix) for turn in bound if turn.closing}
    return replace(log, campaign=campaign.mixed_as, mixes=mixes)


def _dice(campaign: Campaign, turn: Turn) -> Iterator[Die]:
    if turn.input is None:
        return
    rolled = engine.rolled(turn, turn.input)
    elsewhere = campaign.thrown.get(str(turn.number), {})
    for label, (sides, value) in sorted(rolled.items()):
        if label not in elsewhere:
            yield Die(turn.number, label, sides, value)


def kept_document(logs: tuple[DiceLog, ...]) -> Json:
    """What browsers compare with what they have kept: commitments, and by turn what was bound and opened."""
    mixes = [mix for log in logs if log.mixes is not UNSET for mix in log.mixes.items()]
    return {
        "campaign": next((log.campaign for log in logs if log.campaign is not UNSET), ""),
        "turns": {
            str(turn): {name: mix[name] for name in ("lines", "closing", "shares")} for turn, mix in mixes
        },
    }


@dataclass(frozen=True, slots=True)
class CheckedDie:
    """A die as the page shows it."""

    turn: int
    purpose: str
    label: str
    sides: int
    value: int


@dataclass(frozen=True, slots=True)
class MixRow:
    """What was mixed into the seed of a turn; ``round`` 0 where no beacon said anything in time."""

    turn: int
    round: int
    closing: str
    sealed: tuple[str, ...]
    opened: tuple[str, ...]
    shut: tuple[str, ...]
    """The armies that left a seal shut, where shares counted."""


@dataclass(frozen=True, slots=True)
class CheckedLog:
    """A log with what checking it came to; ``wrong`` has a line for each seed or die that does not fit."""

    log: DiceLog
    dice: tuple[CheckedDie, ...]
    wrong: tuple[str, ...]
    mixes: tuple[MixRow, ...] = ()


def checked(logs: tuple[DiceLog, ...], armies: Mapping[int, str] = NOBODY) -> tuple[CheckedLog, ...]:
    """Each log, checked just now by the rules' own verifier, with its dice in words.

    ``armies`` are those of the seats, by number.
    """
    found = []
    for log in logs:
        wrong = verify_dice(Node(log.document())).wrong
        dice = (
            CheckedDie(one.turn, _purpose(one.label), one.label, one.sides, one.value) for one in log.dice
        )
        mixes = tuple(_mix_rows(log, armies))
        found.append(CheckedLog(log, tuple(dice), tuple(_wrong(one) for one in wrong), mixes))
    return tuple(found)


def _mix_rows(log: DiceLog, armies: Mapping[int, str]) -> Iterator[MixRow]:
    for turn, written in log.mixes.items() if log.mixes is not UNSET else ():
        mix = read_mix(Node(written))

        def named(numbers: Iterable[int]) -> tuple[str, ...]:
            return tuple(armies.get(one, str(one)) for one in sorted(numbers))

        yield MixRow(
            turn=turn,
            round=mix.drawn.pulse.round if mix.drawn is not None else 0,
            closing=mix.closing.hex(),
            sealed=named(line.seat for line in mix.lines if line.seal is not None),
            opened=named(mix.shares),
            shut=named(mix.unopened) if mix.drawn is None else (),
        )


def _wrong(one: Misfit) -> str:
    return f"{one.turn}: {one.label or ''} {said({**DICE, **MIXES}[one.code], one.values)}"


def _purpose(label: str) -> str:
    kind, _turn, *rest = label.split("/")
    if kind == "teleport":
        what = _("direction") if rest[-1] == "direction" else _("distance")
        return _("Teleport of %(banner)s: %(what)s") % {"banner": rest[0], "what": what}
    pair = rest[0].replace(":", " / ")
    if kind == "trigger":
        return _("Trigger %(trigger)s") % {"trigger": rest[0]}
    if kind == "attacker":
        return _("Who attacks: %(pair)s") % {"pair": pair}
    if kind == "mission":
        return _("Mission: %(pair)s") % {"pair": pair}
    return _("Abstract resolution: %(pair)s, attempt %(attempt)s, die %(which)s of %(banner)s") % {
        "pair": pair,
        "attempt": rest[1],
        "banner": rest[2],
        "which": rest[3],
    }
