"""Belief against truth: where a seat's map had the enemies when it planned a turn, and where they stood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.archive.course.war_names import WarNames
from campaign.base.answers import Sector, called
from campaign.base.coordinates import sector_name
from campaign.base.documents import MapSighting
from campaign.base.setup.documents import EarlySighting
from campaign.base.words.sighting_words import TRUTH_WORDS, age_words
from campaign.models import Seat
from rules.documents import ScenarioBanner
from rules.maps.grid import distance
from rules.state import At


@called("WrongBelief")
@dataclass(frozen=True, slots=True)
class Mistake:
    """An enemy banner that a map had where none of its army stood."""

    seat: Annotated[int, "The seat whose banner it was thought to be."]
    at: Sector
    seen: Annotated[int, "The turn in which it was seen there; -1 is a turn before the war."]
    away: Annotated[int | None, "Sectors to the nearest banner of that army; null: it had none any more."]
    text: str


@called("Belief")
@dataclass(frozen=True, slots=True)
class Belief:
    """What a seat believed of its enemies as it made its plan, against the truth at the turn's start."""

    believed: Annotated[int, "Enemy banners on its map."]
    elsewhere: Annotated[int, "Of these, those that did not stand where it had them."]
    unknown: Annotated[int, "Enemy banners that stood where its map had none of theirs."]
    mistakes: tuple[Mistake, ...]
    text: Annotated[str, "The same in a sentence."]


def belief_of(
    key: str, sightings: Sequence[MapSighting], banners: Sequence[ScenarioBanner], names: WarNames
) -> Belief:
    """What a seat believed by its map, against the banners that there were."""
    stood: dict[int, list[At]] = {}
    for one in banners:
        if one["owner"] != key:
            stood.setdefault(names.number(one["owner"]), []).append((one["at"][0], one["at"][1]))
    mistakes = tuple(_mistakes(sightings, stood, names))
    enemies = sum(map(len, stood.values()))
    thought = {(one["seat"], one["at"][0], one["at"][1]) for one in sightings}
    unknown = sum((seat, *at) not in thought for seat, places in stood.items() for at in places)
    return Belief(
        believed=len(sightings),
        elsewhere=len(mistakes),
        unknown=unknown,
        mistakes=mistakes,
        text=_sentence(len(sightings), mistakes, unknown, enemies),
    )


def _mistakes(
    sightings: Sequence[MapSighting], stood: Mapping[int, Sequence[At]], names: WarNames
) -> Iterator[Mistake]:
    armies = {seat.number: seat.army for seat in names.seats.values()}
    for one in sightings:
        at = (one["at"][0], one["at"][1])
        places = stood.get(one["seat"], ())
        if at in places:
            continue
        away = min((distance(at, place) for place in places), default=None)
        seen = _("seen in turn %(turn)d") % {"turn": one["turn"]}
        if one["turn"] <= 0:
            seen = age_words(-one["turn"]) or _("seen as the war began")
        values = {"army": armies.get(one["seat"], ""), "sector": sector_name(*at), "seen": seen}
        if away is None:
            text = _("A banner of %(army)s at %(sector)s, %(seen)s: it had none any more.")
        else:
            text = ngettext(
                "A banner of %(army)s at %(sector)s, %(seen)s: the nearest was a sector away.",
                "A banner of %(army)s at %(sector)s, %(seen)s: the nearest was %(away)d sectors away.",
                away,
            )
        yield Mistake(one["seat"], at, one["turn"], away, text % {**values, "away": away})


def _sentence(believed: int, mistakes: Sequence[Mistake], unknown: int, enemies: int) -> str:
    if not believed:
        said = _("It knew of no enemy's place.")
    else:
        said = ngettext(
            "It believed in the place of one enemy banner",
            "It believed in the places of %(n)d enemy banners",
            believed,
        ) % {"n": believed}
        if not mistakes:
            said = _("%(said)s, and was right.") % {"said": said}
        else:
            wrong = ngettext("one stood elsewhere", "%(n)d stood elsewhere", len(mistakes)) % {
                "n": len(mistakes)
            }
            said = f"{said}; {wrong}."
    if not enemies:
        return said
    if not unknown:
        return _("%(said)s It knew where all stood.") % {"said": said}
    more = ngettext("One stood where it knew of none.", "%(n)d stood where it knew of none.", unknown) % {
        "n": unknown
    }
    return f"{said} {more}"


def heard_by(seat: Seat, banners: Sequence[ScenarioBanner], names: WarNames) -> Iterator[str]:
    """What a seat was told before the war, with how true it was: false ones are opened at the end."""
    stood = {one["id"]: one for one in banners}
    heard: list[EarlySighting] = seat.sightings
    for one in heard:
        banner = stood.get(one.get("banner", ""))
        army = names.army(one["seat"] if "seat" in one else banner["owner"] if banner is not None else "")
        level = one["level"]
        parts = [
            _("a banner of %(army)s at %(sector)s") % {"army": army, "sector": sector_name(*one["at"])},
            "" if level is None else _("level %(level)s") % {"level": level},
            age_words(one["age"]),
        ]
        values = {"told": ", ".join(filter(None, parts)), "truth": TRUTH_WORDS[one["grade"]]}
        if banner is not None:
            values |= {"banner": names.banner(banner["id"]), "at": sector_name(*banner["at"])}
            yield _("Of %(told)s: %(truth)s. It meant %(banner)s, which stood at %(at)s.") % values
        else:
            yield _("Of %(told)s: %(truth)s.") % values
