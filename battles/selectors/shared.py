"""A battle that both sides show to everybody: what they tell of it, never where or how strong they were."""

from __future__ import annotations

from dataclasses import dataclass

from battles.models import Sharing
from battles.selectors.around import Shown, around
from campaign.models import Battle, Phase
from campaign.selectors.battles import battle_of, battle_page


@dataclass(frozen=True, slots=True)
class SharedSide:
    """One side as strangers see it."""

    army: str
    number: int
    points_lost: int | None
    story: str
    won: bool


@dataclass(frozen=True, slots=True)
class SharedBattle:
    """A battle as strangers see it; neither sector nor levels nor names of banners."""

    campaign: str
    turn: int
    city: bool
    mission: str
    sides: tuple[SharedSide, SharedSide]
    draw: bool
    pictures: tuple[Shown, ...]


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
    page, surroundings = battle_page(seat, battle), around(seat, battle)
    stories = {one.mine: one.text for one in surroundings.stories}
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
        sides=(sides[0], sides[1]),
        draw=winner == "draw",
        pictures=surroundings.pictures,
    )
