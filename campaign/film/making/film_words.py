"""The parts of a film in words, as its captions are headed."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.reports.film_phases import FilmPhase

PHASE_WORDS: Mapping[str, Promise] = {
    FilmPhase.WORKS: _("Works"),
    FilmPhase.TELEPORT: _("Teleport"),
    FilmPhase.MARCH: _("Marches"),
    FilmPhase.FORTIFY: _("Works"),
    FilmPhase.RETREAT: _("Retreats"),
    FilmPhase.SUPPLY: _("Supply"),
    FilmPhase.RELICS: _("Relics"),
    FilmPhase.RANKS: _("Splits and joins"),
    FilmPhase.CONTACT: _("Battles"),
    FilmPhase.RESULTS: _("Battles"),
    FilmPhase.LAND: _("Occupation"),
    FilmPhase.SEARCH: _("Searches"),
    FilmPhase.SIGHT: _("Sightings"),
    FilmPhase.AIMS: _("Aims"),
    FilmPhase.CLOSE: _("At the end of the turn"),
}
