"""The map of a turn of a war that has ended, as a picture for whoever reads without scripts."""

from __future__ import annotations

from campaign.base.sandbox.drawn_once import drawn_once
from campaign.film.documents import TRUTH
from campaign.film.making.scenes import given, scenes_through
from campaign.film.making.selectors import Wish
from campaign.film.selectors import Onlooker
from campaign.models import FilmFormat, FilmKind


def still(who: Onlooker, number: int, eyes: int | None, *, light: str, size: str) -> bytes | None:
    """The PNG; None for what may not be seen, or is not.

    Raises ``NoTurnError`` while too many are drawn, and ``ChildFailedError``.
    """
    if not who.ended:
        return None
    wish = Wish(FilmKind.POSTER, TRUTH if eyes is None else eyes, number, number, FilmFormat.PNG, size, light)
    found = [one for one in scenes_through(who, wish) if one is not None]
    if not found:
        return None
    return drawn_once(given(who.campaign, wish, found))
