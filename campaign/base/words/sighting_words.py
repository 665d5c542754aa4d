"""Sightings from before the war, in words: for their player, and for those who write them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaign.base.coordinates import sector_name
from campaign.base.setup.documents import Board, EarlySighting, Grade

GRADE_WORDS: Mapping[str, Promise] = {
    Grade.EXACT.value: lazy("true when the war began"),
    Grade.PLACE.value: lazy("its place was true when the war began"),
    Grade.OLD.value: lazy("out of date when the war began"),
    Grade.FALSE.value: lazy("known to be false"),
}
"""What the player reads of a sighting that tells its grade."""

TRUTH_WORDS: Mapping[str, Promise] = {
    Grade.EXACT.value: lazy("true, with its level"),
    Grade.PLACE.value: lazy("true, without its level"),
    Grade.OLD.value: lazy("out of date"),
    Grade.FALSE.value: lazy("invented"),
}
"""What all read of it at the end."""

GRADE_CHOICES: Mapping[str, Promise] = {
    Grade.EXACT.value: lazy("exact: it stands there, with that level"),
    Grade.PLACE.value: lazy("the place: it stands there, and no level is told"),
    Grade.OLD.value: lazy("old: it may have been there once, with that level or none"),
    Grade.FALSE.value: lazy("false: it is invented"),
}
"""What a builder chooses from."""


def age_words(age: int) -> str:
    """How long before the war something was seen; empty if it was seen as the war began."""
    return (
        ngettext("seen a turn before the war", "seen %(n)d turns before the war", age) % {"n": age}
        if age
        else ""
    )


def sighting_words(sighting: EarlySighting, board: Board, armies: Mapping[str, str]) -> str:
    """A sighting of a dossier as a sentence for those who build the campaign."""
    gone = _("(no longer there)")
    if "seat" in sighting:
        whose = armies.get(sighting["seat"], gone)
    else:
        named = next((one for one in board["banners"] if one["id"] == sighting["banner"]), None)
        whose = gone if named is None else f"{named['name']} ({armies.get(named['owner'], gone)})"
    level = sighting["level"]
    strength = _("level unknown") if level is None else _("level %(level)s") % {"level": level}
    parts = [
        _("%(whose)s in %(at)s") % {"whose": whose, "at": sector_name(*sighting["at"])},
        strength,
        age_words(sighting["age"]),
        str(GRADE_CHOICES[sighting["grade"]]),
        _("its player is told so") if sighting["marked"] else _("its player is not told how true it is"),
    ]
    return "; ".join(part for part in parts if part)
