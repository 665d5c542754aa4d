"""What the one who learns knows after the last published turn, from what was told: never from the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaign.base.answers import Json
from campaign.base.documents import Map
from campaign.lessons.documents import Fact


@dataclass(frozen=True, slots=True)
class Told:
    """A seat's map and battles of the last published turn; ``banners`` are public ids by the scenario's,
    ``armies`` the numbers of seats by theirs. ``champion``: whether the war is won.
    """

    map: Map
    fought: tuple[Mapping[str, Json], ...]
    banners: Mapping[str, str]
    armies: Mapping[str, int]
    champion: bool = False

    def holds(self, fact: Fact) -> bool:
        """Whether this is so."""
        if fact.fact == "won":
            return self.champion
        if fact.fact == "held":
            return bool(self.map["goals"]) and self.map["goals"][0]["held"] == fact.turns
        if fact.fact in ("seen", "ghost"):
            return self._is_sighted(fact)
        public = self.banners.get(fact.banner or "")
        if fact.fact == "lost":
            return any(self._is_lost(one, public) for one in self.fought)
        own = next((one for one in self.map["banners"] if one["id"] == public and one["alive"]), None)
        if own is None:
            return False
        return own["retreating"] if fact.fact == "retreats" else tuple(own["at"]) == fact.at

    def _is_sighted(self, fact: Fact) -> bool:
        now = self.map["turn"]
        theirs = [one for one in self.map["sightings"] if one["seat"] == self.armies[fact.army or ""]]
        if fact.fact == "ghost":
            if any(one["turn"] == now for one in theirs):
                return False
            return any(tuple(one["at"]) == fact.at and fact.turn in (None, one["turn"]) for one in theirs)
        return any(
            one["turn"] == now
            and tuple(one["at"]) == fact.at
            and fact.level in (None, one["level"] is not None)
            for one in theirs
        )

    @staticmethod
    def _is_lost(one: Mapping[str, Json], public: str | None) -> bool:
        return one["meeting"]["banner"] == public and one["winner"] not in (None, public)
