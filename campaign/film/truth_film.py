"""The film of a turn as it truly was: what all seats were told of it, put together.

Every event of which a player reads stands in its player's report, so all reports together are the turn's
events; positions are checked against the turn's own documents, which the truth's maps are made of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.access.army_rules import Titles
from campaign.base.coordinates import sector_name
from campaign.base.documents import LedgerAccount, Map, Told
from campaign.film import reel as reels
from campaign.film.documents import TRUTH, TURN, Film, FilmLine
from campaign.film.seat_film import captions, film_of
from rules.events import EventKind, Reason
from rules.reports import film_phases
from rules.reports.film_phases import FilmPhase
from rules.reports.lines import Line
from rules.reports.report import Fought, report_from

_ORDER_OF_KINDS = {kind: place for place, kind in enumerate(EventKind)}


@dataclass(frozen=True, slots=True)
class Side:
    """A seat with what it was told of a turn."""

    seat: int
    army: str
    told: Told
    titles: Titles


@dataclass(frozen=True, slots=True)
class _Said:
    """A line with its phase, its sentence and whose it is."""

    line: Line
    phase: FilmPhase
    caption: FilmLine
    seat: int


def truth_film(before: Map | None, after: Map, sides: Sequence[Side], champion: int = 0) -> Film:
    """The truth's film; ``champion`` is whose conditions its maps list."""
    said, names, ledger = _all_said(sides)
    fought: dict[str, Fought] = {}
    for side in sides:
        for one in report_from(side.told["told"]).battles:
            fought.setdefault(one.meeting.enemy, one)
    meetings = sorted(
        (one.meeting for one in fought.values()), key=lambda one: (one.sector[1], one.sector[0], one.enemy)
    )
    return film_of(
        reels.Told(
            turn=after["turn"],
            eyes=TRUTH,
            part=TURN,
            before=before,
            after=after,
            names=names,
            lines=[one.line for one in said],
            phases=[one.phase for one in said],
            captions=[one.caption for one in said],
            seats=[one.seat for one in said],
            meetings=meetings,
            fought=fought,
            ledger=ledger,
            aims_of=champion,
        )
    )


def _all_said(
    sides: Iterable[Side],
) -> tuple[list[_Said], Mapping[str, str], Mapping[str, LedgerAccount]]:
    """All lines in the order of a report's, all names, and all that ledgers tell."""
    said: list[_Said] = []
    names: dict[str, str] = {}
    ledger: dict[str, LedgerAccount] = {}
    for side in sides:
        value = report_from(side.told["told"])
        names |= side.told["names"]
        ledger |= {one["banner"]: one for one in side.told.get("ledger", ())}
        phases = film_phases.phases_of(value.lines)
        sentences = captions(side.told, value, side.titles)
        for line, phase, caption in zip(value.lines, phases, sentences, strict=True):
            text = _of_all(line, side, side.told["names"]) or caption["text"]
            said.append(_Said(line, phase, {**caption, "text": text}, side.seat))
    said.sort(key=lambda one: (_ORDER_OF_KINDS[one.line.kind], one.seat, tuple(map(str, one.line[1:]))))
    return said, names, ledger


def _of_all(line: Line, side: Side, names: Mapping[str, str]) -> str:
    """The sentence of a line whose report says "you"; nothing of all others, which name their banner."""
    at = sector_name(*line.at) if line.at is not None else ""
    values = {"army": side.army, "at": at, "count": len(line.sectors)}
    if line.kind == EventKind.SECTORS_GAINED:
        text = ngettext(
            "%(army)s now holds one sector more.",
            "%(army)s now holds %(count)d sectors more.",
            len(line.sectors),
        )
        return text % values
    if line.kind == EventKind.SECTOR_LOST:
        values["taker"] = names.get(line.rival or "", "")
        if line.reason == Reason.TAKEN and line.rival is not None:
            return _("%(taker)s took %(at)s from %(army)s.") % values
        return _("%(army)s no longer holds %(at)s.") % values
    if line.kind == EventKind.FEATURE_FOUND:
        values["thing"] = names.get(line.feature or "", "")
        return _("%(army)s knows of %(thing)s at %(at)s now.") % values
    if line.kind == EventKind.RELIC_FOUND:
        values["thing"] = names.get(line.relic or "", "")
        return _("%(army)s knows now that %(thing)s lies at %(at)s.") % values
    return ""
