"""How all stood when the turn that runs began, for facilitators only.

It is made from what the last published turn has stored, and of the deployment from what turn 1 begins with:
nothing of the turn that runs can be in it: no order, no draft, not even whether somebody has planned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from campaign.base.answers import JsonObject, Sector, called
from campaign.base.coordinates import sector_name, sign_of
from campaign.models import Campaign, Phase, Turn
from campaign.turn.truth.truth_map import TruthBanner
from campaign.turn.truth.truth_rows import TruthRows


@called("BannerStanding")
@dataclass(frozen=True, slots=True)
class Standing:
    """A banner as it stood."""

    id: str
    name: str
    at: Sector
    sector: str
    level: int
    works: str
    retreating: bool
    relics: Annotated[tuple[str, ...], "The names of those that it carried."]


@called("ArmyStanding")
@dataclass(frozen=True, slots=True)
class ArmyStanding:
    """An army with its banners and what it held."""

    seat: int
    army: str
    sectors: Annotated[int, "How many it held, disputed ones left out."]
    levels: int
    banners: tuple[Standing, ...]


@called("DeskMap")
@dataclass(frozen=True, slots=True)
class StandingPage:
    """The truth as it stood when the turn began."""

    turn: Annotated[int, "The published turn after which it stood so; 0 is the deployment."]
    armies: tuple[ArmyStanding, ...]
    map: Annotated[JsonObject, "A document of the map with all banners as sightings."]


def standing_page(campaign: Campaign) -> StandingPage | None:
    """How all stood after the last published turn; None before the campaign has started."""
    turn = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED).order_by("-number").first()
    truth = TruthRows(campaign)
    document = truth.document(turn.number) if turn is not None else None
    if turn is None or document is None:
        return None
    shown = truth.drawn(turn.number, document)
    banners = cast("list[TruthBanner]", shown["sightings"])
    held = "".join(shown["territory"])
    armies = tuple(
        _army(seat["n"], seat["army"], held, [_standing(one) for one in banners if one["seat"] == seat["n"]])
        for seat in shown["seats"]
    )
    return StandingPage(turn.number, armies, cast("JsonObject", shown))


def _standing(banner: TruthBanner) -> Standing:
    x, y = banner["at"]
    return Standing(
        id=banner["id"],
        name=banner["name"],
        at=(x, y),
        sector=sector_name(x, y),
        level=banner["level"],
        works=banner["works"],
        retreating=banner["retreating"],
        relics=tuple(banner["relics"]),
    )


def _army(number: int, name: str, held: str, banners: Sequence[Standing]) -> ArmyStanding:
    return ArmyStanding(
        seat=number,
        army=name,
        sectors=held.count(sign_of(number)),
        levels=sum(banner.level for banner in banners),
        banners=tuple(sorted(banners, key=lambda one: (one.name, one.id))),
    )
