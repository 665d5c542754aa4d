"""Whose eyes somebody may look through, and the films and maps that these have seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from campaign.access.army_rules import titles_of
from campaign.access.membership import facilitates, has_ended, left_seat
from campaign.base.documents import Map, Told
from campaign.film.documents import MOVEMENT, PUBLIC, TRUTH, TURN, Film, FilmEyes, Films, FilmTurn
from campaign.film.public_eyes import public_film, public_map
from campaign.film.seat_film import movement_film, turn_film
from campaign.film.truth_turns import Truth
from campaign.models import Campaign, Phase, PlayerTurn, Seat, User
from campaign.turn.told.open_front import fronts_of

_ANNOUNCED = (Phase.BATTLES, Phase.AFTERMATH_REVIEW)


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who may read what is public of a campaign.

    ``seat`` is looked at, or as; ``last`` is the last turn that is read of one that was given up. ``ended``:
    everybody's eyes are open. ``truth``: so are those that see everything.
    """

    campaign: Campaign
    seat: Seat | None
    last: int | None
    ended: bool
    truth: bool


def onlooker(campaign: Campaign, user: User | None, seat: Seat | None) -> Onlooker:
    """Whoever asks; ``seat`` is the one in which the user acts, or through which a facilitator looks."""
    last, facilitator = None, False
    if user is not None:
        facilitator = facilitates(user, campaign)
        left = left_seat(user, campaign) if seat is None and not facilitator else None
        if left is not None and left.seat is not None:
            seat, last = left.seat, left.last_turn or 0
    ended = has_ended(campaign)
    return Onlooker(campaign, seat, last, ended, ended or facilitator)


def film(who: Onlooker, number: int, eyes: int | None) -> Film | None:
    """The film of a turn through these eyes; None if it may not be seen."""
    eyes = _eyes_of(who, eyes)
    if eyes == PUBLIC:
        return public_film(who.campaign, number)
    if eyes == TRUTH:
        return Truth(who.campaign).film(number) if who.truth else None
    seat = _seat(who, eyes)
    if seat is None or _is_later(who, seat, number):
        return None
    return _seat_film(seat, number, published=_given_up(who, seat))


def map_seen(who: Onlooker, number: int, eyes: int | None) -> Map | None:
    """The map after a published turn through these eyes; None if it may not be seen."""
    eyes = _eyes_of(who, eyes)
    if eyes == PUBLIC:
        return public_map(who.campaign, number)
    if eyes == TRUTH:
        return Truth(who.campaign).map(number) if who.truth else None
    seat = _seat(who, eyes)
    if seat is None or _is_later(who, seat, number):
        return None
    found = PlayerTurn.objects.filter(
        seat=seat, turn__number=number, turn__phase=Phase.PUBLISHED, map__isnull=False
    )
    return cast("Map | None", found.values_list("map", flat=True).first())


def _eyes_of(who: Onlooker, eyes: int | None) -> int | None:
    """These, or if none are named one's own; after the end whoever has none sees the truth."""
    return TRUTH if eyes is None and who.seat is None and who.ended else eyes


def films_of(who: Onlooker) -> Films:
    """The eyes that may be looked through, one's own first, and the turns that they have seen."""
    seats = [] if who.seat is None else [who.seat]
    if who.ended:
        others = who.campaign.seats.order_by("number")
        seats += [one for one in others if who.seat is None or one.pk != who.seat.pk]
    eyes = [_eyes(who, seat) for seat in seats]
    if who.truth:
        turns: list[FilmTurn] = [{"turn": one, "part": TURN} for one in Truth(who.campaign).turns()]
        eyes.append({"as": TRUTH, "army": "", "own": False, "turns": turns})
    shown: list[FilmTurn] = [{"turn": one, "part": TURN} for one in fronts_of(who.campaign)]
    if shown:
        eyes.append({"as": None, "army": "", "own": False, "turns": shown})
    return {"eyes": eyes}


def _eyes(who: Onlooker, seat: Seat) -> FilmEyes:
    own = who.seat is not None and who.seat.pk == seat.pk
    rows = PlayerTurn.objects.filter(seat=seat).order_by("turn__number")
    told = set(rows.filter(announcement__isnull=False).values_list("turn__number", flat=True))
    turns: list[FilmTurn] = []
    for number, phase in rows.values_list("turn__number", "turn__phase"):
        if _is_later(who, seat, number):
            continue
        if phase == Phase.PUBLISHED:
            turns.append({"turn": number, "part": TURN})
        elif phase in _ANNOUNCED and number in told and not _given_up(who, seat):
            turns.append({"turn": number, "part": MOVEMENT})
    return {"as": seat.number, "army": seat.army, "own": own, "turns": turns}


def _seat(who: Onlooker, eyes: int | None) -> Seat | None:
    """The seat of these eyes, if they are open to whoever asks."""
    if who.seat is not None and eyes in (None, who.seat.number):
        return who.seat
    return who.campaign.seats.filter(number=eyes).first() if who.ended and eyes is not None else None


def _given_up(who: Onlooker, seat: Seat) -> bool:
    return who.last is not None and not who.ended


def _is_later(who: Onlooker, seat: Seat, number: int) -> bool:
    """Whether a seat was given up before this turn was told."""
    return _given_up(who, seat) and number > (who.last or 0)


def _seat_film(seat: Seat, number: int, *, published: bool) -> Film | None:
    """The film of a turn as a seat was told of it; None of a turn it was told nothing of yet."""
    rows = PlayerTurn.objects.filter(seat=seat, turn__number__in=(number - 1, number))
    values = rows.values_list("turn__number", "turn__phase", "announcement", "report", "map")
    parts = {row[0]: row[1:] for row in values}
    if number not in parts:
        return None
    before = cast("Map | None", parts[number - 1][3] if number - 1 in parts else None)
    phase, announcement, report, after = parts[number]
    if phase == Phase.PUBLISHED and report is not None and after is not None:
        return turn_film(seat.number, before, cast("Told", report), cast("Map", after), titles_of(seat))
    if published or phase not in _ANNOUNCED or announcement is None or before is None:
        return None
    return movement_film(seat.number, before, cast("Told", announcement), titles_of(seat))
