"""What a player may believe of its enemies: where those that it has seen can be now, and who is unseen.

Nothing is used but its own ``Knowledge``: an enemy goes a sector a turn from where it was seen last, and it
is not where own ranges would have shown it (Rules 9).
"""

from __future__ import annotations

import hashlib

from rules.bot.opening import homes, square
from rules.bot.regular import bits_of, passable
from rules.club.house import mods_of, traits_of
from rules.plans.knowledge import Knowledge
from rules.state import MAX_LEVEL, At, BannerId, PlayerId
from rules.tables import PLAYABLE_LEVEL, battle_radius, recon_radius
from rules.values import value

LOST = 5
"""Of an enemy not seen for more turns nothing is believed."""
SPREAD = 2
"""By so many levels an enemy whose level is only guessed may be off."""
STRANGER = PlayerId("?")
"""The owner of enemies of whom nothing is known but that they must be somewhere."""


class Chance:
    """Numbers that follow from a seed, the same on every machine."""

    def __init__(self, seed: bytes) -> None:
        self._seed, self._count = seed, 0

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        self._count += 1
        digest = hashlib.sha256(self._seed + self._count.to_bytes(4, "big")).digest()
        return int.from_bytes(digest[:8], "big") % bound


@value
class Ghost:
    """An enemy as it is believed to be: somewhere in ``spots``, its level from ``lowest`` to ``highest``.

    ``seen`` is its id as the player knows it, None for one that nobody has seen.
    """

    id: BannerId
    owner: PlayerId
    spots: tuple[At, ...]
    lowest: int
    highest: int
    seen: BannerId | None


def ghosts_of(own: Knowledge) -> tuple[Ghost, ...]:
    """What is believed of every enemy that matters still, by id."""
    shown = _shown(own)
    found = []
    for sighting in own.sightings:
        elapsed = own.turn - 1 - max(0, sighting.turn)
        if elapsed > LOST or sighting.owner == own.player.id:
            continue
        spots: tuple[At, ...] = (sighting.at,)
        if elapsed > 0:
            spots = _sectors(own, _reached(own, (sighting.at,), elapsed) & ~shown)
        if not spots:
            continue
        if sighting.level is None:
            lowest, highest = PLAYABLE_LEVEL, MAX_LEVEL - SPREAD
        else:
            lowest = highest = max(sighting.level, min(MAX_LEVEL, sighting.level + elapsed))
        found.append(Ghost(sighting.id, sighting.owner, spots, lowest, highest, sighting.id))
    return (*found, *_unseen(own, shown))


def _unseen(own: Knowledge, shown: int) -> list[Ghost]:
    """An army like one's own for each home from which nobody has been seen yet, while that is fresh."""
    elapsed = own.turn - 1
    if elapsed > LOST or own.sightings:
        return []
    found = []
    levels = sorted((banner.level for banner in own.banners), reverse=True)
    for number, camp in enumerate(homes(own.rows, own.home)):
        spots = _sectors(own, _reached(own, camp, elapsed) & ~shown)
        if not spots:
            continue
        owner = PlayerId(f"{STRANGER}{number}")
        for place, level in enumerate(levels[:2]):
            name = BannerId(f"{STRANGER}{number}.{place}")
            found.append(Ghost(name, owner, spots, level, level, None))
    return found


def _reached(own: Knowledge, start: tuple[At, ...], marches: int) -> int:
    """The sectors within so many marches, as bits."""
    width = len(own.rows[0]) + 1
    ground = passable(own.rows)
    flood = bits_of(width, start)
    for _ in range(marches):
        line = flood | flood << 1 | flood >> 1
        flood = (line | line << width | line >> width) & ground
    return flood


def _shown(own: Knowledge) -> int:
    """The sectors in which an enemy would have been seen: it is in none of them, unless it was (Rules 9)."""
    traits, mods = traits_of(own.player.rules, own.house), mods_of(own.player.rules, own.house)
    sight = recon_radius(own.settings, traits, mods) + own.settings.battle_radius + 1
    near = battle_radius(own.settings, ()) + 1
    bits = 0
    for banner in own.banners:
        bits |= square(own.rows, banner.at, sight)
    width = len(own.rows[0]) + 1
    held = bits_of(width, (s.at for s in own.sectors if s.occupier == own.player.id))
    for _ in range(near):
        line = held | held << 1 | held >> 1
        held = line | line << width | line >> width
    return bits | held


def _sectors(own: Knowledge, bits: int) -> tuple[At, ...]:
    width = len(own.rows[0]) + 1
    found = []
    while bits:
        lowest = bits & -bits
        y, x = divmod(lowest.bit_length() - 1, width)
        found.append((x, y))
        bits ^= lowest
    return tuple(found)
