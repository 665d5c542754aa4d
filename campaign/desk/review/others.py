"""The orders in words of a turn, with what has been settled of them: for facilitators only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from django.utils.translation import gettext as _

from campaign import engine
from campaign.base.answers import Json, JsonObject
from campaign.base.coordinates import sector_name
from campaign.base.setup.campaign_settings import Variables
from campaign.desk.banner_names import banner_of
from campaign.desk.review.other_pages import OtherRow
from campaign.models import Banner, Campaign, Feature, Phase, Relic, Settlement, Turn
from rules.state import SpecialOrders

Names = Mapping[str, tuple[str, str]]
"""Public id and name by engine id."""


def others_of(campaign: Campaign, turn: Turn) -> tuple[OtherRow, ...]:
    """The effective orders in words, by seat and banner's name; none while plans are still being made."""
    if Variables.of(campaign).special_orders != SpecialOrders.ALL or turn.input is None:
        return ()
    found = engine.others_in(cast("JsonObject", turn.input))
    texts = {str(key): text for key, text in found.items()}
    settled = {
        one.banner: one for one in Settlement.objects.filter(turn=turn).select_related("by").order_by("id")
    }
    rows = (
        Banner.objects.filter(campaign=campaign)
        .select_related("seat")
        .order_by("seat__number", "name", "key")
    )
    banners = list(rows)
    names = _names(campaign, banners)
    return tuple(
        _row(banner, texts[banner.key], settled.get(banner.key), names)
        for banner in banners
        if banner.key in texts
    )


def unsettled(campaign: Campaign, turn: Turn) -> int:
    """How many orders in words wait for a facilitator's word in a review of the turn."""
    if turn.phase not in (Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW):
        return 0
    if Variables.of(campaign).special_orders != SpecialOrders.ALL:
        return 0
    stored = Turn.objects.filter(pk=turn.pk).values_list("input", flat=True).first()
    if stored is None:
        return 0
    settled = set(Settlement.objects.filter(turn=turn).values_list("banner", flat=True))
    return len({str(key) for key in engine.others_in(cast("JsonObject", stored))} - settled)


def _names(campaign: Campaign, banners: list[Banner]) -> dict[str, Names]:
    relics = Relic.objects.filter(campaign=campaign).order_by("key")
    features = Feature.objects.filter(campaign=campaign).order_by("key")
    return {
        "banner": {one.key: (one.public_id, one.name) for one in banners},
        "whose": {one.key: (one.public_id, banner_of(one.name, one.seat.army)) for one in banners},
        "relic": {one.key: (one.public_id, one.name) for one in relics},
        "feature": {one.key: (one.public_id, one.name) for one in features},
    }


def _row(banner: Banner, text: str, settled: Settlement | None, names: Mapping[str, Names]) -> OtherRow:
    start, end = ([], []) if settled is None else (settled.start, settled.end)
    return OtherRow(
        banner=banner.public_id,
        name=banner.name,
        seat=banner.seat.number,
        army=banner.seat.army,
        text=text,
        settled=settled is not None,
        start=tuple(_public(deed, names) for deed in start),
        end=tuple(_public(deed, names) for deed in end),
        words="" if settled is None else settled.words,
        by=settled.by.name if settled is not None and settled.by is not None else "",
        at=None if settled is None else settled.at,
        said=tuple(_said([*start, *end], banner.name, names)),
        effects=tuple(_said([*start, *end], banner.name, {**names, "banner": names["whose"]})),
    )


def _public(deed: Mapping[str, Json], names: Mapping[str, Names]) -> dict[str, Json]:
    return {key: _id(key, value, names) for key, value in deed.items()}


def _id(key: str, value: Json, names: Mapping[str, Names]) -> Json:
    return names[key][value][0] if key in names and value in names[key] else value


def _said(deeds: list[Mapping[str, Json]], own: str, names: Mapping[str, Names]) -> Iterator[str]:
    """Effects in a few words each."""

    def called(deed: Mapping[str, Json], *keys: str) -> str:
        key = next(key for key in keys if key in deed)
        return names[key].get(deed[key], ("", str(deed[key])))[1]

    for deed in deeds:
        match deed["do"]:
            case "level":
                banner = called(deed, "banner") if "banner" in deed else own
                yield _("%(banner)s: level %(by)+d") % {"banner": banner, "by": deed["by"]}
            case "move":
                yield _("%(banner)s moves to %(sector)s") % {
                    "banner": own,
                    "sector": sector_name(*deed["to"]),
                }
            case "reveal":
                sentence = (
                    _("%(thing)s is revealed to all") if deed["to"] == "all" else _("%(thing)s is revealed")
                )
                yield sentence % {"thing": called(deed, "feature", "relic")}
            case "unseal":
                yield _("%(thing)s is unsealed") % {"thing": called(deed, "relic")}
            case "spy":
                values = {"sector": sector_name(*deed["at"]), "radius": deed["radius"]}
                yield _("a spy at %(sector)s sees %(radius)s sectors far") % values
