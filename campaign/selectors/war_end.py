"""A war that has ended: everything of it, for all who may read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from campaign.models import Banner, Campaign, CampaignStatus, Feature, Phase, PlayerTurn, Relic, Seat, Turn
from campaign.sectors import sector_name
from campaign.selectors.review import review_page

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Revealed:
    """A thing of the war: what it was called, what the engine called it, whose it was, what became of it."""

    kind: str
    name: str
    key: str
    public_id: str
    number: int
    army: str
    where: str
    fate: str
    gone: int | None = None


def has_ended(campaign: Campaign) -> bool:
    """Whether everything of the campaign may be shown."""
    return campaign.status == CampaignStatus.ENDED


def turns_of(campaign: Campaign) -> list[int]:
    """The published turns, the deployment included."""
    found = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED).order_by("number")
    return list(found.values_list("number", flat=True))


def revealed(campaign: Campaign) -> tuple[Revealed, ...]:
    """All banners, features and relics with their ids."""
    return (*_banners(campaign), *_features(campaign), *_relics(campaign))


def _banners(campaign: Campaign) -> Iterator[Revealed]:
    rows = Banner.objects.filter(campaign=campaign).select_related("seat").order_by("seat__number", "key")
    for row in rows:
        yield Revealed(
            kind="banner",
            name=row.name,
            key=row.key,
            public_id=row.public_id,
            number=row.seat.number,
            army=row.seat.army,
            where=sector_name(row.x, row.y),
            fate=str(row.level),
            gone=None if row.alive else row.gone_in or 0,
        )


def _features(campaign: Campaign) -> Iterator[Revealed]:
    for row in Feature.objects.filter(campaign=campaign).order_by("y", "x", "key"):
        where = sector_name(row.x, row.y)
        yield Revealed("feature", row.name, row.key, row.public_id, 0, "", where, row.effect)


def _relics(campaign: Campaign) -> Iterator[Revealed]:
    for row in Relic.objects.filter(campaign=campaign).order_by("key"):
        placed = row.x is not None and row.y is not None
        where = sector_name(row.x or 0, row.y or 0) if placed else ""
        fate = _("destroyed") if row.gone else row.carrier
        yield Revealed("relic", row.name, row.key, row.public_id, 0, "", where, fate)


def replay_document(campaign: Campaign, number: int) -> Document | None:
    """A turn as it was, and as each army knew it, as documents of the map; None if there is no such turn."""
    turn = Turn.objects.filter(campaign=campaign, number=number, phase=Phase.PUBLISHED).first()
    if turn is None:
        return None
    page = review_page(campaign, turn) if turn.movement is not None and turn.outcome is not None else None
    parts = (
        PlayerTurn.objects.filter(turn=turn, map__isnull=False)
        .annotate(text=Cast("map", TextField()))
        .values_list("seat__number", "text")
        .order_by("seat__number")
    )
    return {
        "turn": number,
        "truth": page.map if page is not None else None,
        "seats": {str(seat): json.loads(text) for seat, text in parts},
    }


def armies_of(campaign: Campaign) -> list[tuple[int, str]]:
    """The armies by number."""
    return list(Seat.objects.filter(campaign=campaign).order_by("number").values_list("number", "army"))


def war_document(campaign: Campaign) -> Mapping[str, Any]:
    """The whole war as one document: each turn's input with all plans, and its outcome."""
    turns = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED).order_by("number")
    return {
        "campaign": campaign.name,
        "champion": campaign.champion.army if campaign.champion is not None else None,
        "armies": {seat.key: seat.army for seat in campaign.seats.order_by("number")},
        "banners": dict(campaign.banners.order_by("key").values_list("key", "name")),
        "turns": [
            {
                "turn": turn.number,
                "rules": turn.rules_version,
                "input": turn.input,
                "movement": turn.movement,
                "outcome": turn.outcome,
            }
            for turn in turns
        ],
    }
