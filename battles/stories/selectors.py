"""A battle that both sides show to everybody: what they tell of it, never where or how strong they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from battles.models import Picture, Sharing, Tale
from battles.results.selectors import battle_page
from campaign.base.answers import TRANSLATED, Named
from campaign.models import Battle, BattleResult, Phase, Seat
from campaign.turn.contact.battle_status import battle_of


@dataclass(frozen=True, slots=True)
class SharedSide:
    """A side of a shared battle, as strangers see it."""

    army: str
    number: Annotated[int, Named("seat")]
    points_lost: int | None
    story: str
    won: bool


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """A picture of a shared battle."""

    id: str
    caption: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class SharedBattle:
    """A battle as strangers see it; neither sector nor levels nor names of banners."""

    campaign: str
    turn: int
    city: bool
    mission: Annotated[str, TRANSLATED]
    sides: tuple[SharedSide, ...]
    draw: bool
    pictures: tuple[SharedPicture, ...]


def shared_row(token: str) -> Battle | None:
    """The battle behind a link, while both sides want it."""
    found = (
        Sharing.objects.filter(token=token, first=True, second=True, battle__turn__phase=Phase.PUBLISHED)
        .select_related("battle__seat_first__campaign")
        .first()
    )
    if found is None:
        return None
    seat = found.battle.seat_first
    return battle_of(seat, found.battle.public_id)


def shared_battle(battle: Battle) -> SharedBattle:
    """What strangers see of it."""
    seat = battle.seat_first
    page = battle_page(seat, battle)
    stories = {one.mine: one.text for one in stories_of(battle, seat)}
    result = page.result
    winner = result.winner if result is not None else "draw"
    sides = tuple(
        SharedSide(
            army=force.army,
            number=force.number,
            points_lost=points,
            story=stories.get(mine, ""),
            won=winner == ("own" if mine else "enemy"),
        )
        for force, points, mine in (
            (page.own, result.points_own if result else None, True),
            (page.enemy, result.points_enemy if result else None, False),
        )
    )
    return SharedBattle(
        campaign=battle.turn.campaign.name,
        turn=page.turn,
        city=page.city,
        mission=page.mission.name if page.mission is not None else "",
        sides=sides,
        draw=winner == "draw",
        pictures=tuple(
            SharedPicture(one.id, one.caption, one.width, one.height) for one in pictures_of(battle, seat)
        ),
    )


@dataclass(frozen=True, slots=True)
class StoryPicture:
    """A picture of the battle; ``pictures/<id>/`` has its file."""

    id: str
    mine: bool
    caption: str
    width: int
    height: int


def pictures_of(battle: Battle, seat: Seat) -> list[StoryPicture]:
    found = Picture.objects.filter(battle=battle).defer("data").order_by("added_at", "public_id")
    return [
        StoryPicture(one.public_id, one.seat_id == seat.pk, one.caption, one.width, one.height)
        for one in found
    ]


def picture_data(battle: Battle, picture_id: str) -> bytes | None:
    """The JPEG of a picture of the battle; None if there is none of this id."""
    found = Picture.objects.filter(battle=battle, public_id=picture_id).first()
    return bytes(found.data) if found is not None else None


@dataclass(frozen=True, slots=True)
class Story:
    """A side's story."""

    mine: bool
    text: str


def stories_of(battle: Battle, seat: Seat) -> list[Story]:
    texts = {
        row.seat_id: row.story
        for row in BattleResult.objects.filter(battle=battle).exclude(story="").order_by("id")
    }
    texts |= {tale.seat_id: tale.text for tale in Tale.objects.filter(battle=battle).order_by("id")}
    sides = (seat.pk, *(one for one in (battle.seat_first_id, battle.seat_second_id) if one != seat.pk))
    return [Story(one == seat.pk, texts[one]) for one in sides if texts.get(one)]
