"""What a correction can name, by public ids, and back to the engine's: for facilitators only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.models import Banner, Campaign, Feature, Phase, Relic, Seat, Trigger, Turn

Choice = tuple[str, str]
"""A public id and what people read."""


@dataclass(frozen=True, slots=True)
class Correctable:
    """The choices of the correction forms; ``keys`` lead from public ids to the engine's."""

    movement: bool
    banners: tuple[Choice, ...]
    seats: tuple[Choice, ...]
    relics: tuple[Choice, ...]
    features: tuple[Choice, ...]
    triggers: tuple[Choice, ...]
    keys: Mapping[str, str]
    owners: Mapping[str, str]
    size: tuple[int, int]


def correctable(campaign: Campaign, turn: Turn) -> Correctable:
    """What can be corrected in the turn's review."""
    seats = list(Seat.objects.filter(campaign=campaign).order_by("number"))
    banners = list(
        Banner.objects.filter(campaign=campaign, alive=True)
        .select_related("seat")
        .order_by("seat__number", "name", "key")
    )
    relics = list(Relic.objects.filter(campaign=campaign, gone=False).order_by("name", "key"))
    features = list(Feature.objects.filter(campaign=campaign).order_by("name", "key"))
    triggers = list(Trigger.objects.filter(campaign=campaign).order_by("key"))
    rows = campaign.map_rows.split("\n")
    return Correctable(
        movement=turn.phase == Phase.MOVEMENT_REVIEW,
        banners=tuple((row.public_id, _banner(row)) for row in banners),
        seats=tuple((seat.public_id, seat.army) for seat in seats),
        relics=tuple((row.public_id, row.name) for row in relics),
        features=tuple((row.public_id, f"{row.name}, {sector_name(row.x, row.y)}") for row in features),
        triggers=tuple(
            (row.public_id, _trigger(row, {seat.key: seat.army for seat in seats})) for row in triggers
        ),
        keys={
            **{seat.public_id: seat.key for seat in seats},
            **{banner.public_id: banner.key for banner in banners},
            **{relic.public_id: relic.key for relic in relics},
            **{feature.public_id: feature.key for feature in features},
            **{trigger.public_id: trigger.key for trigger in triggers},
        },
        owners={row.public_id: row.seat.key for row in banners},
        size=(len(rows[0]), len(rows)),
    )


def _trigger(row: Trigger, armies: Mapping[str, str]) -> str:
    """A trigger with what has become of it so far, as the truth stands."""
    holder = armies.get(row.holder, "")
    parts = [_("held by %(army)s (%(turns)s)") % {"army": holder, "turns": row.held}] if holder else []
    if row.fired_by:
        names = ", ".join(armies.get(key, key) for key in row.fired_by)
        parts.append(_("fired for %(armies)s") % {"armies": names})
    return f"{row.key}: {', '.join(parts) or _('nobody holds it, and it has not fired')}"


def _banner(row: Banner) -> str:
    return f"{row.seat.army}: {row.name} ({row.level}, {sector_name(row.x, row.y)})"
