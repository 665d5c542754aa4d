"""What a page tells the film's player (``templates/film/_player.html``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict, cast

from django.urls import reverse

from campaign.models import Campaign, Seat

MOVEMENT, TURN = "movement", "turn"


FilmFacts = TypedDict(
    "FilmFacts",
    {
        "films": str,
        "maps": str,
        "as": int | str | None,
        "first": int,
        "last": int,
        "turn": int,
        "published": int,
        "latest": str,
        "eyes": Sequence[tuple[int, str]],
        "champion": NotRequired[Seat | None],
        "aims": NotRequired[Sequence[str]],
        "public": NotRequired[bool],
    },
)
FilmFacts.__doc__ = """``turn`` opens; ``latest`` names its part, so that it opens by itself once.

Of the turns up to ``published`` there are pictures.
``films`` and ``maps`` are addresses of turn 0; ``eyes`` are those to choose from, once a war has ended;
``aims`` are the champion's in words. ``public``: it is what all may see, turns late.
"""


def own_films(seat: Seat, published: int, announced: int | None, *, opens: bool) -> FilmFacts:
    """The films of one's own seat: of the published turns, and of the marches of one that is announced.

    The deployment's never opens by itself: what is wanted first then is a plan.
    """
    last = announced or published
    part = MOVEMENT if announced else TURN
    facts = _facts(seat.campaign, last)
    return {
        **facts,
        "published": published,
        "as": seat.number,
        "turn": last,
        "latest": f"{last}.{part}" if opens and last else "",
    }


def all_films(campaign: Campaign, last: int, armies: Sequence[tuple[int, str]]) -> FilmFacts:
    """The whole war, through any eyes, of a war that has ended."""
    return {**_facts(campaign, last), "eyes": [(0, ""), *armies], "champion": campaign.champion}


def public_films(campaign: Campaign, turns: Sequence[int]) -> FilmFacts:
    """What all may see of the war, of these turns."""
    facts = {
        **_facts(campaign, turns[-1]),
        "first": turns[0],
        "as": "public",
        "public": True,
        "champion": None,
    }
    return cast("FilmFacts", facts)


def _facts(campaign: Campaign, last: int) -> FilmFacts:
    return {
        "films": reverse("turn_film", args=[campaign.public_id, 0]),
        "maps": reverse("film_map", args=[campaign.public_id, 0]),
        "as": 0,
        "first": 0,
        "last": last,
        "turn": last,
        "published": last,
        "latest": "",
        "eyes": (),
        "champion": campaign.champion,
    }
