"""The truth of published turns from their rows: for whoever may see it, and nobody else asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from django.db.models import Q

from campaign.base.answers import Json
from campaign.base.documents import Goal, Map
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Banner, Campaign, Feature, Phase, Relic, Seat, Sector, Turn
from campaign.turn.truth.truth_map import Called, Document, Thing, truth_map

_BEFORE_THE_ANNOUNCEMENT = (Phase.PLANNING, Phase.MOVEMENT_REVIEW)
_RADII = ("battle_radius", "recon_radius", "search_radius")


class TruthRows:
    """The truth of one campaign; whatever is asked of several turns is read once."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self.seats = list(Seat.objects.filter(campaign=campaign).order_by("number"))
        self._called: Called | None = None

    def turns(self) -> list[int]:
        """The published turns of which the truth is stored."""
        published = Turn.objects.filter(campaign=self.campaign, phase=Phase.PUBLISHED).order_by("number")
        stored = set(published.filter(outcome__isnull=False).values_list("number", flat=True))
        numbers = published.values_list("number", flat=True)
        return [number for number in numbers if number in stored or self._has_stood(number)]

    def _has_stood(self, number: int) -> bool:
        """Whether it is stored what the turn after this one began with; no document is read for it."""
        later = Turn.objects.filter(campaign=self.campaign, number=number + 1)
        return later.filter(Q(phase__in=_BEFORE_THE_ANNOUNCEMENT) | Q(input__isnull=False)).exists()

    def document(self, number: int) -> Document | None:
        """What is stored of a turn's end: its outcome, of a deployment what the turn after began with."""
        turns = Turn.objects.filter(campaign=self.campaign, number=number, phase=Phase.PUBLISHED)
        for outcome in turns.values_list("outcome", flat=True):
            return cast("Document", outcome) if outcome is not None else self._standing(number)
        return None

    def drawn(
        self,
        number: int,
        document: Document,
        *,
        battles: Sequence[Mapping[str, Json]] = (),
        goals: Sequence[Goal] = (),
    ) -> Map:
        """A turn's document as a map."""
        radii = radii_of(self.campaign)
        return truth_map(number, document, self._names(), radii=radii, battles=battles, goals=goals)

    def _names(self) -> Called:
        if self._called is None:
            campaign = self.campaign
            banners = Banner.objects.filter(campaign=campaign).order_by("key")
            self._called = called_of(
                campaign,
                {seat.key: (seat.number, seat.army) for seat in self.seats},
                {one.key: Thing(one.public_id, one.name) for one in banners},
                Relic.objects.filter(campaign=campaign).order_by("key"),
                Feature.objects.filter(campaign=campaign).order_by("key"),
            )
        return self._called

    def _standing(self, number: int) -> Document | None:
        """What the turn after this one began with; before its announcement that is what stands now."""
        later = Turn.objects.filter(campaign=self.campaign, number=number + 1)
        for phase, began in later.values_list("phase", "input"):
            if phase not in _BEFORE_THE_ANNOUNCEMENT:
                return cast("Document | None", began)
            return self._as_it_stands()
        return None

    def _as_it_stands(self) -> Document:
        keys = {seat.pk: seat.key for seat in self.seats}
        banners = Banner.objects.filter(campaign=self.campaign, alive=True).order_by("key")
        sectors = Sector.objects.filter(campaign=self.campaign).order_by("y", "x")
        relics = Relic.objects.filter(campaign=self.campaign, gone=False).order_by("key")
        return {
            "players": [{"id": seat.key, "node": seat.node or None} for seat in self.seats],
            "banners": [
                {
                    "id": one.key,
                    "owner": keys[one.seat_id],
                    "at": [one.x, one.y],
                    "level": one.level,
                    "works": one.works,
                    "retreating": one.retreating,
                }
                for one in banners
            ],
            "sectors": [
                {
                    "at": [one.x, one.y],
                    "occupier": keys.get(one.occupier_id or 0),
                    "disputed": one.disputed,
                }
                for one in sectors
            ],
            "relics": [_relic(one) for one in relics],
        }


def called_of(
    campaign: Campaign,
    armies: Mapping[str, tuple[int, str]],
    banners: Mapping[str, Thing],
    relics: Iterable[Relic],
    features: Iterable[Feature],
) -> Called:
    """What everything of a war is called, by engine id; armies with the numbers of their seats."""
    return Called(
        rows=campaign.map_rows.split("\n"),
        armies=armies,
        banners=banners,
        relics={one.key: _thing(one) for one in relics},
        features={one.key: _thing(one, one.effect or None) for one in features},
    )


def _thing(row: Relic | Feature, effect: str | None = None) -> Thing:
    return Thing(row.public_id, row.name, (row.x or 0, row.y or 0), effect, row.description)


def radii_of(campaign: Campaign) -> Mapping[str, int]:
    """The ranges of a war's banners, as the engine calls them."""
    engine = Variables.of(campaign).engine
    return {name: getattr(engine, name) for name in _RADII}


def _relic(row: Relic) -> Mapping[str, Any]:
    if row.carrier:
        return {"id": row.key, "carried_by": row.carrier}
    return {"id": row.key, "at": [row.x, row.y]}
