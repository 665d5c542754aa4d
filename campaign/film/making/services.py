"""Posters and films: asked for here, drawn by a worker's limited child, deleted after some days.

Whether whoever asks may have it is looked at three times: when it is asked for, when it is made, and when it
is fetched (``selectors.film_file``).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Generator, Sequence
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.jobs.runner import Columns, Ending, Kind, Step, carry_on
from campaign.base.refusal import Refusal
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.film.documents import TRUTH
from campaign.film.drawing.maker import MEGABYTES_OF_THE_PROGRAM
from campaign.film.drawing.pace import BRIEF, LONGEST, SHORTEST
from campaign.film.making.scenes import FilmScene, given, operators_program, scenes
from campaign.film.making.selectors import FILMS, LIGHTS, POSTERS, Wish, may_have, wish_of
from campaign.models import Campaign, FilmFile, FilmFormat, FilmKind, FilmState, Reel, User
from campaign.models.films import FILMS_KEPT_FOR

A_DAY = 20
"""So many files a day for one person."""
FILES_KEPT = 5
"""So many files of one person lie here; the oldest goes when another is asked for."""
MOST_TURNS = (LONGEST - 2 * BRIEF) // SHORTEST
"""So many turns a film may have, each at its shortest."""
WAITING_IN_ALL = 50
"""So many may wait for a worker."""
LIMITS = Limits(seconds=120, megabytes=512, clock=900)


def ask_film(*, campaign: Campaign, by: User, wish: Wish) -> FilmFile:
    """Ask for a poster or a film; the same one that is being made already is that one.

    Raises ``Refusal``: ``not_yours`` for what one may not have, or what there is not; ``impossible`` with the
    field for a format, size or light that there is not; ``turns`` for too many; ``throttled``.
    """
    if not may_have(by, campaign, wish):
        raise Refusal(_("You may not see this."), code="not_yours")
    _check(wish)
    with transaction.atomic():
        # The lock: nobody slips by with two.
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        mine = FilmFile.objects.filter(user=by)
        running = mine.filter(state__in=FilmFile.OPEN).first()
        if running is not None and running.campaign_id == campaign.pk and wish_of(running) == wish:
            return running
        _not_too_many(by, running)
        try:
            with transaction.atomic():
                made = _row(campaign, by, wish)
        except IntegrityError:
            raise _busy() from None
        kept = Reel.objects.filter(film__user=by).order_by("-film_id").values_list("pk", flat=True)
        Reel.objects.filter(pk__in=list(kept[FILES_KEPT - 1 :])).delete()
        return made


def _row(campaign: Campaign, by: User, wish: Wish) -> FilmFile:
    return FilmFile.objects.create(
        user=by,
        campaign=campaign,
        kind=wish.kind,
        format=wish.format,
        shape=wish.shape,
        light=wish.light,
        eyes=wish.eyes,
        first=wish.first,
        last=wish.last,
        name=_name(campaign, wish),
        language=get_language() or settings.LANGUAGE_CODE,
        asked_at=clock.now(),
    )


def _name(campaign: Campaign, wish: Wish) -> str:
    """What the file is called: it says through whose eyes it is seen."""
    turns = f"turn-{wish.last}" if wish.first == wish.last else f"turns-{wish.first}-to-{wish.last}"
    army = campaign.seats.filter(number=wish.eyes).values_list("army", flat=True).first() or ""
    eyes = "as-it-was" if wish.eyes == TRUTH else f"as-{slugify(army)[:40] or wish.eyes}-knew-it"
    return f"{slugify(campaign.name)[:40] or 'campaign'}-{eyes}-{turns}.{wish.format}"


def _check(wish: Wish) -> None:
    """Raise ``Refusal`` for what nobody can have, with what is allowed."""
    film = wish.kind == FilmKind.FILM
    formats = [FilmFormat.GIF, FilmFormat.WEBP] if film else [FilmFormat.PNG]
    if film and operators_program() is not None:
        formats.append(FilmFormat.MP4)
    _one_of("format", wish.format, formats)
    _one_of("size", wish.shape, list(FILMS) if film else list(POSTERS))
    _one_of("light", wish.light, list(LIGHTS))
    if wish.first > wish.last or (not film and wish.first != wish.last):
        raise Refusal(_("The last turn is not before the first."), code="impossible", field="last")
    if wish.last - wish.first + 1 > MOST_TURNS:
        raise Refusal(too_long(MOST_TURNS), code="turns", field="last")


def _one_of(field: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        text = _("Allowed here: %(allowed)s.") % {"allowed": ", ".join(map(str, allowed))}
        raise Refusal(text, code="impossible", field=field)


def too_long(most: int) -> str:
    """What is said of a film that has no room for its turns, but for about so many of them."""
    text = _(
        "These turns do not fit into a film of 90 seconds, 8 MB and 2 minutes of work: "
        "choose fewer turns, of these about %(most)d."
    )
    return text % {"most": most}


def _busy() -> Refusal:
    text = _("A file of yours is being made; one is made at a time. Ask again when it is ready.")
    return Refusal(text, code="throttled")


def _not_too_many(user: User, running: FilmFile | None) -> None:
    """Raise ``Refusal`` for a person that asks too much, or while too many wait."""
    if running is not None:
        raise _busy()
    since = clock.now() - timedelta(days=1)
    if FilmFile.objects.filter(user=user, asked_at__gt=since).count() >= A_DAY:
        text = _("%(most)d posters and films a day are made for one person. Try again tomorrow.")
        raise Refusal(text % {"most": A_DAY}, code="throttled")
    if FilmFile.objects.filter(state__in=FilmFile.OPEN).count() >= WAITING_IN_ALL:
        raise Refusal(_("Too many files wait just now. Try again in some minutes."), code="throttled")


def make_films() -> int:
    """Make what has waited longest; gives how many were made. Old ones are deleted."""
    FilmFile.objects.filter(ended_at__lt=clock.now() - FILMS_KEPT_FOR).delete()
    return carry_on(FILM_FILES)


def _make(row: FilmFile) -> Generator[Step]:
    _still(row)
    wish, found = wish_of(row), list[FilmScene]()
    for scene in scenes(row.user, row.campaign, wish):
        if scene is not None:
            found.append(scene)
        yield {}
    if not found:
        raise Refusal(_("There is nothing to be seen of these turns."), code="turns")
    text = json.dumps(given(row.campaign, wish, found), ensure_ascii=False).encode()
    del found
    head, data = "", bytearray()
    limits = LIMITS if wish.format != FilmFormat.MP4 else MP4_LIMITS
    try:
        for line in children.lines("campaign.film.drawing.maker", text, limits):
            if line and not head:
                head = line
            elif line:
                data += base64.b64decode(line)
            yield {}
    except ChildFailedError as failed:
        why = _("It could not be made: %(why)s. Choose fewer turns.") % {"why": failed}
        raise Refusal(why, code="failed") from None
    said = json.loads(head)
    if said["state"] == "long":
        raise Refusal(too_long(said["turns"]), code="turns")
    yield Ending(FilmState.DONE, store=lambda: _stored(row, bytes(data)))


def _still(row: FilmFile) -> None:
    """Raise ``Refusal`` if whoever has asked may not have it any more."""
    row.campaign.refresh_from_db(fields=("status", "open_to_all"))
    if not may_have(row.user, row.campaign, wish_of(row)):
        raise Refusal(_("You may not see this any more."), code="not_yours")


def _stored(row: FilmFile, data: bytes) -> Columns:
    _still(row)
    Reel.objects.update_or_create(film=row, defaults={"data": data})
    return {"size": len(data)}


MP4_LIMITS = Limits(seconds=120, megabytes=512, clock=900, helper=MEGABYTES_OF_THE_PROGRAM)

FILM_FILES = Kind(
    model=FilmFile,
    work=_make,
    given_up=lambda row: _("It could not be made: the worker ended each time. Choose fewer turns."),
    refused=FilmState.REFUSED,
    language=lambda row: row.language,
)
"""Posters and films, one at a stretch."""
