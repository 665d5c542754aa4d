"""What is wrong with one aim of a seat on the map as it is, and which sectors nobody can ever hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.base.setup.documents import Board, Condition
from campaign.base.setup.dossiers import dossier_faults, empty_dossier
from rules.maps.grid import is_passable

MOST_NAMED = 5
"""A corner that is off the map takes many sectors with it: the first of them show what is meant."""


def no_ground(sectors: Iterable[list[int]], board: Board) -> str:
    """Those of the sectors that are off the map or impassable, by their names; empty if none is."""
    terrain = tuple(board["terrain"])
    lost = [sector_name(*at) for at in sectors if not is_passable(terrain, (at[0], at[1]))]
    return ", ".join([*lost[:MOST_NAMED], *(["..."] if len(lost) > MOST_NAMED else [])])


def aim_fault(aim: Condition, board: Board, seat: str, armies: Mapping[str, str]) -> str:
    """Why a seat can never meet an aim on this map, in words; empty if it can. ``armies`` are by seat key."""
    lost = no_ground(aim.get("sectors", ()), board)
    if lost:
        return _("an aim asks for %(sectors)s: off the map or impassable") % {"sectors": lost}
    alone = empty_dossier()
    alone["conditions"] = [aim]
    return next(dossier_faults(alone, board, seat, armies), "")
