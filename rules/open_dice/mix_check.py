"""Recomputing the mixes of a log: closings, seals, beacons, and the seeds that they make (Trust 4.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.open_dice.documents import DrawnFrom, Mix
from rules.open_dice.mixing import closing_of, mixed_seed, seal_of
from rules.sentences import Values

Flaw = tuple[int, str, Values]
"""What of a mix does not fit: its turn, a code of ``sentences.MIXES``, the values of its sentence."""


def turn_seeds(campaign: str, seeds: Mapping[int, bytes], mixes: Mapping[int, Mix]) -> dict[int, bytes]:
    """What throws the dice of each turn: its mix as the log has it, the chain's seed where there is none."""
    made = dict(seeds)
    for turn, mix in mixes.items():
        if turn in seeds:
            draw = mix.drawn.pulse.draw(mix.drawn.beacon) if mix.drawn is not None else None
            made[turn] = mixed_seed(seeds[turn], campaign, turn, draw=draw, shares=mix.shares)
    return made


def flaws(campaign: str, seeds: Mapping[int, bytes], mixes: Mapping[int, Mix]) -> Iterator[Flaw]:
    """Everything that does not fit, turn by turn."""
    fixed: tuple[int, DrawnFrom] | None = None
    for turn in sorted({*seeds, *mixes}):
        mix = mixes.get(turn)
        if mix is None:
            yield turn, "no_mix", {}
            continue
        if turn not in seeds:
            yield turn, "mix_without_seed", {}
        if closing_of(campaign, turn, mix.salt, mix.text) != mix.closing:
            yield turn, "wrong_closing", {}
        yield from _shares(campaign, turn, mix)
        if mix.drawn is not None:
            fixed = fixed or (turn, mix.drawn)
            yield from _beacon(turn, mix.drawn, *fixed)


def _shares(campaign: str, turn: int, mix: Mix) -> Iterator[Flaw]:
    """Every share opens the seal that froze. A seal that stays shut is no fault: a phone may be off."""
    seals = {line.seat: line.seal for line in mix.lines}
    for seat, share in sorted(mix.shares.items()):
        seal = seals.get(seat)
        if seal is None:
            yield turn, "share_without_seal", {"seat": seat}
        elif seal != seal_of(campaign, turn, seat, share):
            yield turn, "share_off_seal", {"seat": seat}


def _beacon(turn: int, drawn: DrawnFrom, first: int, fixed: DrawnFrom) -> Iterator[Flaw]:
    """The answer is that of the beacon that the war began with, of the deadline's round, and signed."""
    beacon, other = drawn.beacon, fixed.beacon
    if beacon.hash != other.hash:
        yield turn, "beacon_hash", {"turn": first}
    if beacon.genesis != other.genesis:
        yield turn, "beacon_genesis", {"turn": first, "right": other.genesis, "value": beacon.genesis}
    if beacon.period != other.period:
        yield turn, "beacon_period", {"turn": first, "right": other.period, "value": beacon.period}
    right = beacon.round_for(drawn.due)
    if drawn.pulse.round != right:
        yield turn, "beacon_round", {"right": right, "value": drawn.pulse.round}
    if not drawn.pulse.fits:
        yield turn, "beacon_signature", {}
