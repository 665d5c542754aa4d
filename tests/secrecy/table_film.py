"""The rows of films: through one's own eyes, the truth's, a rival's, and such as nobody has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from campaign.base.dates import clock
from campaign.film.drawing import maker
from campaign.film.making.scenes import given, operators_program, scenes
from campaign.film.making.selectors import Wish
from campaign.models import FilmFile, FilmFormat, FilmKind, Phase, Reel, User
from tests.secrecy.asking import Asking, accept_of, each_turn, filled, get
from tests.secrecy.cast import FACILITATOR, PLAYER, SEATED
from tests.secrecy.crawl import Address
from tests.secrecy.table import MEMBERS, TABLE, Row

EYES = ("0", "2", "99", "x", "public")
"""The truth, a rival (of the player's), nobody, nonsense; what all may see, which is nothing here."""
_TURN = "turns/<whole:number>/film"
FILM = f"c/<str:campaign_id>/{_TURN}.json"
FILM_MAP = f"c/<str:campaign_id>/{_TURN}/map.json"
API_FILM = f"api/v1/campaigns/<slug:campaign_id>/{_TURN}/"


def films(asking: Asking, route: str) -> Iterator[Address]:
    """The film of each turn, and of the last that was published through all eyes."""
    for one in each_turn(asking, route):
        yield one
        if f"turns/{max(0, asking.turn.number - 1)}/" in one.path:
            yield from (replace(one, path=f"{one.path}?as={eyes}") for eyes in EYES)


def film_files(asking: Asking, route: str) -> Iterator[Address]:
    """The player's own poster and film of the last published turn, and a file that nobody has asked for."""
    turns = asking.world.campaign.turns.filter(phase=Phase.PUBLISHED, number__gt=0)
    last = turns.order_by("-number").values_list("number", flat=True).first()
    ids = ["nosuchfile"]
    if asking.role == PLAYER and last is not None:
        ids += [_made(asking, wish) for wish in wishes(last)]
    for one in ids:
        yield Address(route, filled(route, file_id=one), accept=accept_of(route), mine=False)


def wishes(last: int) -> list[Wish]:
    """What is made of a turn: a poster, and its film as a GIF, a WebP and, where there is ffmpeg, an MP4."""
    formats = [FilmFormat.GIF, FilmFormat.WEBP, *([FilmFormat.MP4] if operators_program() else [])]
    return [
        Wish(FilmKind.POSTER, 1, last, last, FilmFormat.PNG, "1200x630", "paper"),
        *(Wish(FilmKind.FILM, 1, last, last, form, "960x540", "night") for form in formats),
    ]


def _made(asking: Asking, wish: Wish) -> str:
    """A file with what a worker would put into it, made once; its id is the same in both worlds."""
    seat = asking.world.seat(PLAYER)
    name = f"made-{wish.format}-{wish.last}"
    if seat.user_id is not None and not FilmFile.objects.filter(public_id=name).exists():
        user, campaign = User.objects.get(pk=seat.user_id), asking.world.campaign
        wish = replace(wish, eyes=seat.number)
        found = [one for one in scenes(user, campaign, wish) if one is not None]
        text = json.loads(json.dumps(given(campaign, wish, found)))
        data = maker.poster(text) if wish.kind == FilmKind.POSTER else maker.film(text)
        row = FilmFile.objects.create(
            public_id=name,
            user=user,
            campaign=campaign,
            kind=wish.kind,
            format=wish.format,
            shape=wish.shape,
            light=wish.light,
            eyes=wish.eyes,
            first=wish.first,
            last=wish.last,
            name=f"{name}.{wish.format}",
            size=len(data),
            language="en",
            state="done",
            asked_at=clock.now(),
            ended_at=clock.now(),
        )
        Reel.objects.create(film=row, data=data)
    return name


_API_FILES = "api/v1/campaigns/<slug:campaign_id>/film/files/"

TABLE |= {
    "c/<str:campaign_id>/film/": Row(get, SEATED, at_the_end=MEMBERS),
    "c/<str:campaign_id>/film/<str:file_id>/file": Row(film_files),
    _API_FILES: Row(get, MEMBERS),
    f"{_API_FILES}<slug:file_id>/": Row(film_files),
    f"{_API_FILES}<slug:file_id>/file/": Row(film_files),
    f"c/<str:campaign_id>/{_TURN}/still.png": Row(films, (), at_the_end=MEMBERS),
    FILM: Row(films, (*SEATED, FACILITATOR), at_the_end=MEMBERS),
    FILM_MAP: Row(films, (*SEATED, FACILITATOR), at_the_end=MEMBERS),
    "c/<str:campaign_id>/film.json": Row(get, MEMBERS),
    API_FILM: Row(films, (*SEATED, FACILITATOR), at_the_end=MEMBERS),
    f"{API_FILM}map/": Row(films, (*SEATED, FACILITATOR), at_the_end=MEMBERS),
    "api/v1/campaigns/<slug:campaign_id>/film/": Row(get, MEMBERS),
}
