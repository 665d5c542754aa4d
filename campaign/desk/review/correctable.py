"""What a correction can name, by public ids, and back to the engine's: for facilitators only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import traits_of_seat
from campaign.models import Banner, Campaign, Feature, Phase, Relic, Seat, Trigger, Turn
from rules.armies import Trait
from rules.state import MAX_LEVEL, SpecialOrders

_MASSIVE = Trait.MASSIVE_ARMIES

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
    levels: Mapping[str, int]
    """Each banner's level as the review shows it so far."""
    massive: frozenset[str]
    """The banners that may pass level 20."""
    most_level: int = MAX_LEVEL
    """Of all other banners."""
    special_orders: SpecialOrders = SpecialOrders.NONE
    """Which orders beyond the usual ones the campaign allows (Rules 14.2)."""


def correctable(campaign: Campaign, turn: Turn) -> Correctable:
    """What can be corrected in the turn's review."""
    seats = list(Seat.objects.filter(campaign=campaign).order_by("number"))
    banners = list(
        Banner.objects.filter(campaign=campaign, alive=True)
        .select_related("seat__campaign")
        .order_by("seat__number", "name", "key")
    )
    relics = list(Relic.objects.filter(campaign=campaign, gone=False).order_by("name", "key"))
    features = list(Feature.objects.filter(campaign=campaign).order_by("name", "key"))
    triggers = list(Trigger.objects.filter(campaign=campaign).order_by("key"))
    rows = campaign.map_rows.split("\n")
    known = _levels(turn)
    return Correctable(
        movement=turn.phase == Phase.MOVEMENT_REVIEW,
        banners=tuple((row.public_id, _banner(row, known.get(row.key, row.level))) for row in banners),
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
        levels={row.public_id: known.get(row.key, row.level) for row in banners},
        massive=frozenset(row.public_id for row in banners if _MASSIVE in traits_of_seat(row.seat)),
        special_orders=Variables.of(campaign).engine.special_orders,
    )


def _levels(turn: Turn) -> Mapping[str, int]:
    """The levels by engine id of what the turn has come to so far, or of what its movement starts from."""
    document = turn.input if turn.phase == Phase.MOVEMENT_REVIEW else turn.proposal
    return {one["id"]: one["level"] for one in (document or {}).get("banners", ())}


def _trigger(row: Trigger, armies: Mapping[str, str]) -> str:
    """A trigger with what has become of it so far, as the truth stands."""
    holder = armies.get(row.holder, "")
    parts = [_("held by %(army)s (%(turns)s)") % {"army": holder, "turns": row.held}] if holder else []
    if row.fired_by:
        names = ", ".join(armies.get(key, key) for key in row.fired_by)
        parts.append(_("fired for %(armies)s") % {"armies": names})
    return f"{row.key}: {', '.join(parts) or _('nobody holds it, and it has not fired')}"


def _banner(row: Banner, level: int) -> str:
    return f"{row.seat.army}: {row.name} ({level}, {sector_name(row.x, row.y)})"
