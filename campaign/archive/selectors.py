"""A war that has ended: everything of it, for all who may read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, cast

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from campaign.archive.documents import War
from campaign.archive.store import trigger_lines
from campaign.base.answers import JsonObject
from campaign.base.coordinates import sector_name
from campaign.base.words.trigger_words import ThingNames
from campaign.film.truth_turns import Truth
from campaign.models import Banner, Campaign, Feature, Phase, PlayerTurn, Relic, Seat, Trigger, Turn


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
    more: tuple[str, ...] = ()


def turns_of(campaign: Campaign) -> list[int]:
    """The published turns, the deployment included."""
    return list(_published(campaign).order_by("number").values_list("number", flat=True))


def first_to_see(campaign: Campaign) -> int | None:
    """The first turn of which the truth is stored: the start, if there was a turn after it."""
    return next(iter(Truth(campaign).turns()), None)


def _published(campaign: Campaign) -> QuerySet[Turn]:
    return Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED)


def revealed(campaign: Campaign) -> tuple[Revealed, ...]:
    """All banners, features, relics and triggers with their ids."""
    return (*_banners(campaign), *_features(campaign), *_relics(campaign), *_triggers(campaign))


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


def _triggers(campaign: Campaign) -> Iterator[Revealed]:
    """What hung on features and relics, whether or not it ever fired."""
    armies = dict(Seat.objects.filter(campaign=campaign).values_list("key", "army"))
    features, relics = (
        dict(model._default_manager.filter(campaign=campaign).values_list("key", "name"))
        for model in (Feature, Relic)
    )
    things, names = features | relics, ThingNames(features, relics)
    for row in Trigger.objects.filter(campaign=campaign).order_by("key"):
        named = row.document.get("feature") or row.document.get("relic") or ""
        fired = ", ".join(armies.get(key, key) for key in row.fired_by)
        fate = _("fired for %(armies)s") % {"armies": fired} if fired else _("never fired")
        yield Revealed(
            kind="trigger",
            name=things.get(named, named),
            key=row.key,
            public_id=row.public_id,
            number=0,
            army="",
            where="",
            fate=fate,
            more=trigger_lines(row, names),
        )


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """A turn as it was and as each army knew it, as documents of the map."""

    turn: int
    truth: JsonObject | None
    seats: Annotated[Mapping[str, JsonObject], "By seat number."]


def replay_document(campaign: Campaign, number: int) -> ReplayTurn | None:
    """A turn as it was, and as each army knew it, as documents of the map; None if there is no such turn."""
    turn = _published(campaign).filter(number=number).first()
    if turn is None:
        return None
    parts = (
        PlayerTurn.objects.filter(turn=turn, map__isnull=False)
        .annotate(text=Cast("map", TextField()))
        .values_list("seat__number", "text")
        .order_by("seat__number")
    )
    return ReplayTurn(
        turn=number,
        truth=cast("JsonObject | None", Truth(campaign).map(number)),
        seats={str(seat): json.loads(text) for seat, text in parts},
    )


def armies_of(campaign: Campaign) -> list[tuple[int, str]]:
    """The armies by number."""
    return list(Seat.objects.filter(campaign=campaign).order_by("number").values_list("number", "army"))


def war_document(campaign: Campaign) -> War:
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
