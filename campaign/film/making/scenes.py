"""What the child that draws is given: turns as one pair of eyes has seen them, and all its words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Annotated, TypedDict
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from campaign.access.membership import seat_of
from campaign.base.answers import JsonObject
from campaign.base.documents import Map
from campaign.base.words.battle_words import goal_words
from campaign.base.words.report_lines import Names
from campaign.film.documents import TRUTH, Film
from campaign.film.making.film_words import PHASE_WORDS
from campaign.film.making.selectors import FILMS, Wish
from campaign.film.selectors import Onlooker, film, map_seen, onlooker
from campaign.models import Campaign, CampaignStatus, FilmKind, User


class FilmScene(TypedDict):
    """A turn: the map before it is left out where it is the one after the scene before."""

    heading: str
    mark: Annotated[str, "Through whose eyes it is seen, and of which turn."]
    before: Map | None
    follows: bool
    after: Map
    film: Film | None


def operators_program() -> str | None:
    """Where the operator has ffmpeg, if there is one."""
    return shutil.which("ffmpeg")


def scenes(user: User, campaign: Campaign, wish: Wish) -> Iterator[FilmScene | None]:
    """The scenes of what is wished; None for a turn that these eyes have not seen."""
    yield from scenes_through(onlooker(campaign, user, seat_of(user, campaign)), wish)


def scenes_through(who: Onlooker, wish: Wish) -> Iterator[FilmScene | None]:
    """The same for whoever asks."""
    army = who.campaign.seats.filter(number=wish.eyes).values_list("army", flat=True).first() or ""
    last: int | None = None
    for number in range(wish.first, wish.last + 1):
        after = map_seen(who, number, wish.eyes)
        if after is None:
            yield None
            continue
        follows = last == number - 1
        alone = wish.kind == FilmKind.POSTER or follows or number == 0
        values = {"army": army, "n": number}
        yield {
            "heading": _("Turn %(n)d") % values if number else _("Before turn 1"),
            "mark": (
                _("as it was, turn %(n)d") if wish.eyes == TRUTH else _("as %(army)s knew it, turn %(n)d")
            )
            % values,
            "before": None if alone else map_seen(who, number - 1, wish.eyes),
            "follows": follows,
            "after": after,
            "film": film(who, number, wish.eyes) if number else None,
        }
        last = number


def given(campaign: Campaign, wish: Wish, found: list[FilmScene]) -> JsonObject:
    """All that the child is given."""
    return {
        "kind": str(wish.kind),
        "format": str(wish.format),
        "size": [int(side) for side in wish.shape.split("x")],
        "shape": FILMS.get(wish.shape, ""),
        "light": wish.light,
        "title": campaign.name,
        "site": urlsplit(settings.SITE_URL).hostname or "",
        "ffmpeg": operators_program() if wish.format == "mp4" else None,
        "words": {
            "happened": _("What happened"),
            "champion": _("Champion"),
            "sectors": _("sectors"),
            "turn": _("T"),
            "phases": {phase: str(words) for phase, words in PHASE_WORDS.items()},
        },
        "scenes": found,
        "champion": _champion(campaign, wish, found),
    }


def _champion(campaign: Campaign, wish: Wish, found: list[FilmScene]) -> JsonObject | None:
    """Who has won, of what goes to the end: with his conditions, to eyes that are told of them."""
    champion, after = campaign.champion, found[-1]["after"]
    if champion is None or campaign.status != CampaignStatus.ENDED:
        return None
    if campaign.turns.filter(published_at__isnull=False, number__gt=after["turn"]).exists():
        return None
    names = Names({str(seat["n"]): seat["army"] for seat in after["seats"]}, {})
    told = after["goals"] if wish.eyes in (TRUTH, champion.number) else []
    return {
        "seat": champion.number,
        "aims": [goal_words(goal, names).text for goal in told if goal["met"]],
    }
