"""What the things of a war are called, by their engine ids: all of it may be named at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.models import Banner, Campaign, Feature, Relic, Seat, Trigger


@dataclass(frozen=True, slots=True)
class WarNames:
    """The armies with the numbers of their seats, the banners, relics and features; the map's rows."""

    seats: Mapping[str, Seat]
    banners: Mapping[str, str]
    relics: Mapping[str, str]
    features: Mapping[str, str]
    triggers: Mapping[str, Trigger]
    rows: tuple[str, ...]

    @classmethod
    def of(cls, campaign: Campaign) -> WarNames:
        """The names of a campaign: five queries."""
        seats = Seat.objects.filter(campaign=campaign).select_related("user").order_by("number")
        return cls(
            seats={seat.key: seat for seat in seats},
            banners=dict(Banner.objects.filter(campaign=campaign).values_list("key", "name")),
            relics=dict(Relic.objects.filter(campaign=campaign).values_list("key", "name")),
            features=dict(Feature.objects.filter(campaign=campaign).values_list("key", "name")),
            triggers={row.key: row for row in Trigger.objects.filter(campaign=campaign)},
            rows=tuple(campaign.map_rows.split("\n")),
        )

    def army(self, key: str | None) -> str:
        """What an army is called."""
        found = self.seats.get(key or "")
        return found.army if found is not None else _("nobody")

    def number(self, key: str | None) -> int:
        """The number of an army's seat; 0 for none."""
        found = self.seats.get(key or "")
        return found.number if found is not None else 0

    def banner(self, key: str) -> str:
        """What a banner is called; one whose row is missing by its id."""
        return self.banners.get(key, key)

    def relic(self, key: str) -> str:
        """What a relic is called."""
        return self.relics.get(key, key)

    def feature(self, key: str) -> str:
        """What a feature is called."""
        return self.features.get(key, key)

    def thing(self, key: str) -> str:
        """What a relic or a feature is called."""
        return self.relics.get(key) or self.feature(key)

    def trigger(self, key: str) -> str:
        """What a trigger hangs on, with its id."""
        row = self.triggers.get(key)
        thing = "" if row is None else self._thing(row.document)
        return f"{thing} ({key})" if thing else key

    def _thing(self, document: Mapping[str, Json]) -> str:
        if document.get("feature"):
            return self.feature(document["feature"])
        return self.relic(document["relic"]) if document.get("relic") else ""

    def terrain(self, at: list[int]) -> str:
        """The letter of a sector's ground."""
        return self.rows[at[1]][at[0]]
