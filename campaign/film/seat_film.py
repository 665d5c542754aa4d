"""The film of a turn as one seat was told of it: from its own stored documents and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaign.access.army_rules import Titles
from campaign.base.documents import Map, Told
from campaign.base.words.report_words import Names, sentence
from campaign.film import reel as reels
from campaign.film import told_beats, untold_beats
from campaign.film.documents import MOVEMENT, TURN, Film, FilmLine
from rules.reports import film_phases
from rules.reports.film_phases import FilmPhase
from rules.reports.report import Announcement, Report, announcement_from, report_from


def movement_film(seat: int, before: Map, told: Told, titles: Titles) -> Film:
    """The film while battles run: of the announcement, up to ``contact``."""
    value = announcement_from(told["told"])
    standing = {
        banner.id: {
            "at": list(banner.at),
            "level": banner.level,
            "works": banner.works.value,
            "retreating": banner.retreating,
            "node": banner.id == value.node,
        }
        for banner in value.banners
    }
    corrected = (one["banner"] for one in told.get("corrections", ()) if "level" in one and "banner" in one)
    more = {
        "part": MOVEMENT,
        "before": before,
        "after": None,
        "meetings": value.battles,
        "standing": standing,
        "corrected": frozenset(corrected),
    }
    return film_of(_told(seat, told, value, titles, more))


def turn_film(seat: int, before: Map | None, told: Told, after: Map, titles: Titles) -> Film:
    """The film of a published turn: of the report. Without a map before, it is a deployment's."""
    value = report_from(told["told"])
    more = {
        "part": TURN,
        "before": before,
        "after": after,
        "meetings": tuple(one.meeting for one in value.battles),
        "fought": {one.meeting.enemy: one for one in value.battles},
        "ledger": {one["banner"]: one for one in told.get("ledger", ())},
    }
    return film_of(_told(seat, told, value, titles, more))


def film_of(told: reels.Told) -> Film:
    """The film: phase after phase what the lines tell, and then what they do not."""
    reel = reels.Reel(told)
    untold_beats.settled(reel)
    for phase in film_phases.MOVEMENT if told.part == MOVEMENT else FilmPhase:
        told_beats.draw(reel, phase)
        untold_beats.add(reel, phase)
    if told.part == MOVEMENT:
        untold_beats.add(reel, FilmPhase.CLOSE)
    return reel.film()


def captions(told: Told, value: Announcement | Report, titles: Titles) -> list[FilmLine]:
    """The sentences of an announcement or a report, in its order."""
    names = Names(told["names"], {banner.id: banner.at for banner in value.banners}, titles)
    found = (sentence(line, names, value.void) for line in value.lines)
    return [
        {"text": one.text, "rule": one.rule, "at": list(one.at) if one.at is not None else None}
        for one in found
    ]


def _told(
    seat: int, told: Told, value: Announcement | Report, titles: Titles, more: Mapping[str, Any]
) -> reels.Told:
    return reels.Told(
        turn=value.turn,
        eyes=seat,
        names=told["names"],
        lines=value.lines,
        phases=film_phases.phases_of(value.lines),
        captions=captions(told, value, titles),
        seats=[seat] * len(value.lines),
        aims_of=seat,
        **more,
    )
