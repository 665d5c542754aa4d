"""Why the bot ordered what it did, from its closed list of reasons; its beliefs beside the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.archive.course.war_names import WarNames
from campaign.base.answers import Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.models import BotCharacter, BotDecision, BotLevel, BotShortfall, Campaign, Turn
from rules.bot.characters import WEIGHTS, Character
from rules.bot.decision import Belief, Reason, Why
from rules.bot.documents import beliefs_from, reasons_from
from rules.documents import ScenarioBanner
from rules.maps.grid import distance


@called("BelievedPlace")
@dataclass(frozen=True, slots=True)
class Place:
    """A sector where it thought that an enemy may stand."""

    at: Sector
    seat: Annotated[int | None, "The seat whose banner it was thought to be; null: it knew not whose."]
    count: Annotated[int, "In so many of the worlds that it weighed it stood there."]
    worlds: Annotated[int, "How many it weighed; 1 for one that weighs none and goes by what it saw."]


@called("BotWhys")
@dataclass(frozen=True, slots=True)
class BotWhys:
    """What the bot thought as it planned a seat's turn."""

    level: Annotated[str, one_of(BotLevel)]
    character: Annotated[str, one_of(BotCharacter)]
    text: Annotated[str, "How it played, in words."]
    whys: Annotated[tuple[str, ...], "Why each banner was ordered what it was."]
    beliefs: Annotated[tuple[str, ...], "Where it thought enemies to be, and where they stood."]
    places: Annotated[tuple[Place, ...], "The same as sectors, for maps."]

    @property
    def marks(self) -> str:
        """The places as scripts take them."""
        return json.dumps([asdict(place) for place in self.places])


SENTENCES = {
    Why.RETREAT: lazy("%(banner)s had to retreat: %(sector)s lay safest."),
    Why.USE: lazy("%(banner)s used what somebody had been told of."),
    Why.SEARCH: lazy("%(banner)s searched: something was still hidden there, or nowhere was better."),
    Why.RELIC: lazy("%(banner)s went for a relic by %(sector)s."),
    Why.GROUND: lazy("%(banner)s went to %(sector)s for the ground there."),
    Why.HUNT: lazy("%(banner)s went to %(sector)s after a banner of %(army)s."),
    Why.SHUN: lazy("%(banner)s went to %(sector)s, away from a banner of %(army)s."),
    Why.STAND: lazy("%(banner)s had nothing better to do than to stand."),
    Why.WEAKER: lazy(
        "%(banner)s marched to %(sector)s: in %(count)d of %(worlds)d worlds the banner of %(army)s there had"
        " level %(level)d or less."
    ),
    Why.STRONGER: lazy(
        "%(banner)s kept away, at %(sector)s: in %(count)d of %(worlds)d worlds the banner of %(army)s had"
        " level %(level)d or more."
    ),
    Why.BETTER: lazy(
        "%(banner)s chose %(sector)s: in %(count)d of %(worlds)d worlds it came out better than the first"
        " thought."
    ),
    Why.FEW_WORLDS: lazy("The board was too large to weigh %(count)d worlds: it played as a regular."),
}
"""What each reason of the list says."""


_STOOD = lazy(
    "A banner of %(army)s, %(levels)s, thought to be at %(sector)s in %(count)d of %(worlds)d worlds:"
    " %(truth)s stood at %(there)s, level %(level)d."
)
_GONE = lazy(
    "A banner of %(army)s, %(levels)s, thought to be at %(sector)s in %(count)d of %(worlds)d worlds:"
    " it had none any more."
)
_SEEN_STOOD = lazy(
    "A banner of %(army)s, %(levels)s, seen at %(sector)s: %(truth)s stood at %(there)s, level %(level)d."
)
_SEEN_GONE = lazy("A banner of %(army)s, %(levels)s, seen at %(sector)s: it had none any more.")


def bots_thought(campaign: Campaign) -> bool:
    """Whether a bot has planned anything in a war, so that there is something to be told of it."""
    return BotDecision.objects.filter(player_turn__turn__campaign=campaign).exists()


def whys_of(turn: Turn, banners: Sequence[ScenarioBanner], names: WarNames) -> Mapping[int, BotWhys]:
    """By seat, what the bot thought in a turn; the banners are those at the turn's start."""
    kept = BotDecision.objects.filter(player_turn__turn=turn).select_related("player_turn")
    return {one.player_turn.seat_id: _told(one, banners, names) for one in kept}


def _told(kept: BotDecision, banners: Sequence[ScenarioBanner], names: WarNames) -> BotWhys:
    beliefs = beliefs_from(kept.beliefs) or tuple(_remembered(kept))
    places = {one["id"]: (one["at"][0], one["at"][1]) for one in banners}
    owners = {one["id"]: one["owner"] for one in kept.knowledge.get("sightings", ())}
    text = _("%(level)s, %(character)s") % {
        "level": BotLevel(kept.level).label,
        "character": BotCharacter(kept.character).label.lower(),
    }
    if kept.shortfall:
        shortfall = BotShortfall(kept.shortfall).label
        text = _("%(how)s, in place of its own level: %(why)s") % {"how": text, "why": shortfall}

    def said(reason: Reason) -> str:
        banner = reason.banner or ""
        at = reason.to or places.get(banner)
        return str(SENTENCES[reason.why]) % {
            "banner": names.banner(banner),
            "sector": sector_name(*at) if at is not None else "",
            "army": names.army(owners.get(reason.enemy or "")),
            "level": reason.level,
            "count": reason.count,
            "worlds": reason.worlds,
        }

    return BotWhys(
        level=kept.level,
        character=kept.character,
        text=text,
        whys=tuple(said(one) for one in reasons_from(kept.reasons)),
        beliefs=tuple(_beside_the_truth(beliefs, banners, names)),
        places=tuple(_places(beliefs, names)),
    )


def _remembered(kept: BotDecision) -> Iterator[Belief]:
    """The beliefs of one that weighs no worlds: enemies stand where it saw them, while it goes by that."""
    fresh = 1 if kept.level == BotLevel.RECRUIT else WEIGHTS[Character(kept.character)].fresh
    for one in kept.knowledge.get("sightings", ()):
        if one["turn"] >= kept.knowledge["turn"] - fresh:
            level, at = one["level"] or 0, (one["at"][0], one["at"][1])
            yield Belief(one["id"], one["owner"], ((at, 1),), level, level, 1)


def _places(beliefs: Sequence[Belief], names: WarNames) -> Iterator[Place]:
    for one in beliefs:
        for at, count in one.places:
            yield Place(at, names.number(one.owner) or None, count, one.worlds)


def _levels(belief: Belief) -> str:
    if not belief.highest:
        return _("level unknown")
    values = {"lowest": belief.lowest, "highest": belief.highest}
    if belief.lowest == belief.highest:
        return _("level %(lowest)d") % values
    return _("level %(lowest)d to %(highest)d") % values


def _beside_the_truth(
    beliefs: Sequence[Belief], banners: Sequence[ScenarioBanner], names: WarNames
) -> Iterator[str]:
    """Each belief with the banner of that army which stood nearest to where it was thought to be."""
    for one in beliefs:
        if one.enemy is None or not one.places:
            continue
        at, count = one.places[0]
        theirs = [other for other in banners if other["owner"] == one.owner]
        nearest = min(theirs, key=lambda other: distance((other["at"][0], other["at"][1]), at), default=None)
        values = {
            "army": names.army(one.owner),
            "sector": sector_name(*at),
            "count": count,
            "worlds": one.worlds,
            "levels": _levels(one),
        }
        weighed = one.worlds > 1
        if nearest is None:
            gone = _GONE if weighed else _SEEN_GONE
            yield str(gone) % values
            continue
        values |= {
            "truth": names.banner(nearest["id"]),
            "there": sector_name(*nearest["at"]),
            "level": nearest["level"],
        }
        yield str(_STOOD if weighed else _SEEN_STOOD) % values
