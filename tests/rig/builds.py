"""The builds that are broken on purpose: their names, what shows each, and as what it must be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Build:
    """A broken build: ``shows`` is what must be said of it, one of several with bars between.

    ``hits`` is how the hits begin that show it; where that is empty, whatever comes does.
    """

    shows: str
    hits: str = ""
    talks: bool = False
    """People mostly write messages."""
    fights: bool = False
    """All battles are fought at tables, and soon."""
    seals: bool = False
    """No war has a beacon: the dice are mixed of what people seal and open."""


BUILDS: Mapping[str, Build] = {
    "no-transactions": Build("2 times|0 times|told nothing|is not what|does not start|to something", "clock"),
    "acknowledged-early": Build("was acknowledged last", "web"),
    "late-plans": Build("after the deadline"),
    "notice-lost": Build("notices of"),
    "mail-twice": Build("was sent twice"),
    "mail-astray": Build("another than its reader"),
    "stale-report": Build("another than in a replay"),
    "lease-without-cas": Build("was sent twice"),
    "mail-moves-deadlines": Build("a deadline moved", "mail"),
    "results-lost": Build("is stored, not result", ".* stand", fights=True),
    "share-lost": Build("was opened and is not in its mix", seals=True),
    "key-before-effect": Build("is lost|without a receipt", "web", talks=True),
    "keys-ignored": Build("is there 2 times|is there 3 times", "web", talks=True),
    "published-twice": Build("2 times|3 times"),
    "jumps-ignored": Build("early", "time"),
}
