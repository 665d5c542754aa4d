"""The seeds of a campaign's dice: a hash chain bound by one commitment, encrypted at rest (Rules 4).

Only the last seed of a chain is stored, sealed; the seed of a turn is found by hashing back from it. Open
dice are thrown by the turn's mix with that seed (Trust 4.5). A seed lives in memory while its turn resolves,
and is never logged.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from campaign.ids import random_key
from campaign.models import Campaign, Turn
from rules.dice import Dice, seed_before
from rules.format.reading import Node
from rules.open_dice.documents import read_mix
from rules.open_dice.mix_check import turn_seeds

CHAIN_LENGTH = 1000


class SeedError(Exception):
    """A turn's seed cannot be had: no chain covers the turn, or the key does not open it."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of seeds for the turns ``first`` to ``first + length - 1``; ``sealed`` is its last seed."""

    first: int
    length: int
    commitment: str
    sealed: bytes = field(repr=False)


def make_chain(first: int, *, length: int = CHAIN_LENGTH, last_seed: bytes | None = None) -> Chain:
    """A new chain for ``length`` turns from ``first`` on; its last seed is random unless given (32 bytes)."""
    seed = random_key() if last_seed is None else last_seed
    return Chain(first, length, _back(seed, length).hex(), _locks().encrypt(seed))


def bind(campaign: Campaign, chain: Chain) -> None:
    """Make ``chain`` the campaign's present one; an older one is kept, to be shown when the campaign ends."""
    if campaign.sealed_seed:
        campaign.old_chains = [
            *campaign.old_chains,
            {
                "first": campaign.chain_start,
                "length": campaign.chain_length,
                "commitment": campaign.commitment,
                "sealed": bytes(campaign.sealed_seed).decode("ascii"),
            },
        ]
    campaign.sealed_seed = chain.sealed
    campaign.chain_start = chain.first
    campaign.chain_length = chain.length
    campaign.commitment = chain.commitment


def covers(campaign: Campaign, number: int) -> bool:
    """Whether the campaign's present chain has a seed for turn ``number``."""
    return 0 <= number - campaign.chain_start < campaign.chain_length


def seed_of(campaign: Campaign, number: int) -> bytes:
    """The seed of turn ``number``: 32 bytes. Raises ``SeedError``."""
    for chain in chains_of(campaign):
        after = chain.first + chain.length - 1 - number
        if 0 <= after < chain.length:
            return _back(_open(chain), after)
    raise SeedError(f"no chain of this campaign has a seed for turn {number}")


class ThrownDice(Dice):
    """The dice of a turn that was begun on another site: those thrown there stay as they fell."""

    __slots__ = ("_thrown",)

    def __init__(self, seed: bytes, thrown: Mapping[str, Sequence[int]]) -> None:
        super().__init__(seed)
        self._thrown = thrown

    def die(self, label: str, sides: int) -> int:
        """The value of the die with this label: the one that was thrown, else what the seed says."""
        found = self._thrown.get(label)
        if found is None or found[0] != sides:
            return super().die(label, sides)
        self.rolled[label] = (sides, found[1])
        return found[1]


def thrown_by(turn: Turn) -> bytes:
    """The seed that throws a turn's dice: the chain's, or its mix where the turn has one (Trust 4.5).

    While the dice are being drawn nothing throws them. Raises ``SeedError``.
    """
    if turn.draw_due is not None:
        raise SeedError(f"the dice of turn {turn.number} are being drawn")
    seed = seed_of(turn.campaign, turn.number)
    if not turn.closing:
        return seed  # of most turns: their mix is not even read
    mix = read_mix(Node(turn.mix))
    return turn_seeds(turn.campaign.mixed_as, {turn.number: seed}, {turn.number: mix})[turn.number]


def dice_of(turn: Turn) -> Dice:
    """The dice of a turn. Raises ``SeedError``."""
    seed, thrown = thrown_by(turn), turn.campaign.thrown.get(str(turn.number))
    return ThrownDice(seed, thrown) if thrown else Dice(seed)


def binds(campaign: Campaign, number: int) -> bool:
    """Whether every die of turn ``number`` follows from a seed that this site has.

    Turns that were played elsewhere have none here, and one that was begun elsewhere has it only in part.
    """
    if str(number) in campaign.thrown:
        return False
    return any(0 <= number - chain.first < chain.length for chain in chains_of(campaign))


def chains_of(campaign: Campaign) -> list[Chain]:
    """All chains that the campaign has committed itself to, the present one first."""
    old = [
        Chain(chain["first"], chain["length"], chain["commitment"], chain["sealed"].encode("ascii"))
        for chain in campaign.old_chains
    ]
    present = Chain(
        campaign.chain_start, campaign.chain_length, campaign.commitment, bytes(campaign.sealed_seed)
    )
    return [present, *old] if present.sealed else old


def last_seed(chain: Chain) -> bytes:
    """The seed that a chain ends with, for a campaign that has ended. Raises ``SeedError``."""
    return _open(chain)


def _back(seed: bytes, steps: int) -> bytes:
    for _ in range(steps):
        seed = seed_before(seed)
    return seed


def _open(chain: Chain) -> bytes:
    try:
        return _locks().decrypt(chain.sealed)
    except InvalidToken:
        raise SeedError(
            "the seed does not open: SEED_KEY (or SECRET_KEY, if there is none) is not the one it was sealed"
            " with"
        ) from None


def _locks() -> MultiFernet:
    """The key for sealing, then older ones that still open."""
    secret = getattr(settings, "SEED_KEY", "") or settings.SECRET_KEY
    return MultiFernet([_lock(text) for text in (secret, *map(str, settings.SECRET_KEY_FALLBACKS))])


def _lock(secret: str) -> Fernet:
    key = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"campaign seeds").derive(secret.encode())
    return Fernet(base64.urlsafe_b64encode(key))
