"""What all may see of a war, turns late, as maps and films: made of the open front alone (Face C1).

Banners have no ids there. The same army's banner with the same level in the same sector is taken for the
same one; any other has come, or is gone, and nobody is told whence or whither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _

from campaign.base.answers import JsonObject
from campaign.base.coordinates import sector_name
from campaign.base.documents import Map, MapSighting
from campaign.base.setup.campaign_settings import Variables
from campaign.film.documents import TURN, VERSION, Film, FilmLine
from campaign.film.told_beats import runs
from campaign.models import Campaign, Seat
from campaign.turn.told.open_front import Front, FrontBanner, FrontBattle, front_seen
from rules.reports.film_phases import RULES, FilmPhase

Beats = list[dict[str, Any]]


def public_map(campaign: Campaign, number: int) -> Map | None:
    """The map of a turn as all may see it; None of one that is not shown, or not yet."""
    front = front_seen(campaign, number)
    return None if front is None else drawn(campaign, list(campaign.seats.order_by("number")), front)


def public_film(campaign: Campaign, number: int) -> Film | None:
    """The film of a turn as all may see it."""
    front = front_seen(campaign, number)
    if front is None:
        return None
    seats = list(campaign.seats.order_by("number"))
    earlier = front_seen(campaign, number - 1)
    after = drawn(campaign, seats, front)
    before = drawn(campaign, seats, earlier) if earlier is not None else None
    lines, fought = _fought(front, {seat.number: seat.army for seat in seats})
    beats = {
        FilmPhase.CONTACT: fought,
        FilmPhase.LAND: _land(before, after),
        FilmPhase.SIGHT: _sight(before, after),
    }
    return cast(
        "Film",
        {
            "film": VERSION,
            "turn": number,
            "as": None,
            "part": TURN,
            "from": None if before is None else number - 1,
            "names": {str(seat.number): seat.army for seat in seats},
            "lines": lines,
            "phases": [
                {"id": phase.value, "rule": RULES[phase], "beats": found}
                for phase, found in beats.items()
                if found
            ],
        },
    )


def drawn(campaign: Campaign, seats: list[Seat], front: Front) -> Map:
    """A front as a map of nobody's: all ground is known, and banners are sightings."""
    rows, radii = campaign.map_rows.split("\n"), Variables.of(campaign)
    armies = {seat.number: seat.army for seat in seats}
    return {
        "turn": front["turn"],
        "size": [len(rows[0]), len(rows)],
        "terrain": rows,
        "radii": {"battle": radii.battle_radius, "recon": radii.recon_radius, "search": radii.search_radius},
        "seats": [
            {"n": n, "army": army, "you": False, "battle": radii.battle_radius} for n, army in armies.items()
        ],
        "banners": [],
        "sightings": [_sighting(key, one, front["turn"], armies) for key, one in _keyed(front)],
        "numbers": {},
        "territory": list(front["territory"]),
        "fog": ["2" * len(row) for row in rows],
        "features": [],
        "relics": [],
        "battles": [_battle(n, one, armies) for n, one in enumerate(front["battles"], start=1)],
        "goals": [],
    }


def _sighting(key: str, one: FrontBanner, turn: int, armies: Mapping[int, str]) -> MapSighting:
    army, at, level = one["army"], one["at"], one["level"]
    return {
        "id": key,
        "seat": army,
        "name": armies[army],
        "at": at,
        "level": level,
        "turn": turn,
        "since": 0,
    }


def _battle(number: int, one: FrontBattle, armies: Mapping[int, str]) -> Any:
    first, second = one["armies"]
    return {"id": f"b{number}", "at": one["at"], "with": armies[second], "mine": armies[first]}


def _keyed(front: Front) -> list[tuple[str, FrontBanner]]:
    """The banners with keys made of what all may see of them."""
    count: Counter[str] = Counter()
    found: list[tuple[str, FrontBanner]] = []
    for one in front.get("banners", ()):
        place = "-".join(map(str, (one["army"], *one["at"], one["level"])))
        count[place] += 1
        found.append((f"{place}-{count[place]}", one))
    return sorted(found, key=lambda pair: (pair[1]["at"][1], pair[1]["at"][0], pair[0]))


def _fought(front: Front, armies: Mapping[int, str]) -> tuple[list[FilmLine], Beats]:
    """Who fought where, and who won, each with its sentence."""
    lines: list[FilmLine] = []
    beats: Beats = []
    for number, one in enumerate(front["battles"], start=1):
        first, second = one["armies"]
        shown = _battle(number, one, armies)
        values = {"first": armies[first], "second": armies[second], "at": sector_name(*one["at"])}
        if one["winner"] is None:
            text = _("%(first)s and %(second)s fought at %(at)s; neither won.") % values
        else:
            values["winner"] = armies[one["winner"]]
            text = _("%(first)s and %(second)s fought at %(at)s; %(winner)s won.") % values
        beats.append({"t": "clash", **shown, "attack": False, "line": len(lines)})
        lines.append({"text": text, "rule": RULES[FilmPhase.RESULTS], "at": one["at"]})
    return lines, beats


def _land(before: Map | None, after: Map) -> Beats:
    old = before["territory"] if before is not None else ["." * len(row) for row in after["territory"]]
    signs = {
        (y, x): sign
        for y, (row, was) in enumerate(zip(after["territory"], old, strict=True))
        for x, sign in enumerate(row)
        if sign != was[x]
    }
    return [{"t": "land", "rows": runs(signs)}] if signs else []


def _sight(before: Map | None, after: Map) -> Beats:
    """Banners that are gone, that stay, and that have come; of the first of all films the ground, too."""
    old: dict[str, JsonObject] = {one["id"]: one for one in before["sightings"]} if before is not None else {}
    new: dict[str, JsonObject] = {one["id"]: one for one in after["sightings"]}
    beats: Beats = []
    if before is None:
        beats.append({"t": "fog", "rows": [[y, 0, row] for y, row in enumerate(after["fog"])]})
    beats += [{"t": "lost", "id": key} for key in old if key not in new]
    for key, one in new.items():
        beats.append({"t": "seen", "entry": one, "was": one["at"] if key in old else None})
    return beats
