"""What the club's own army rules do in a battle: to the dice, and to what it costs (Rules 14.1)."""

from __future__ import annotations

from collections.abc import Sequence

from campaign.base.setup.house_rules import has_house, house_of
from campaign.models import Banner, Battle
from rules.club.house import House, Stat, When, circumstances, in_battle, mods_of
from rules.state import Works


def house_rolls(battle: Battle) -> tuple[int, int]:
    """What house rules add to the two abstract rolls of a battle of a turn that is announced.

    The works are those of the banners as they met: nothing changes them before the turn is published.
    """
    house = (
        house_of(battle.turn.campaign)
        if has_house((*battle.seat_first.rules, *battle.seat_second.rules))
        else ()
    )
    if not any(mod.what is Stat.ABSTRACT for rule in house for mod in rule.mods):
        return 0, 0
    found = Banner.objects.filter(campaign=battle.turn.campaign_id, key__in=(battle.first, battle.second))
    works = dict(found.values_list("key", "works"))
    one, other = (
        in_battle(mods_of(seat.rules, house), Stat.ABSTRACT, held_by(battle, own, Works(works[key])))
        for own, (seat, key) in enumerate(
            ((battle.seat_first, battle.first), (battle.seat_second, battle.second))
        )
    )
    return one, other


def held_by(battle: Battle, own: int, works: Works) -> tuple[When, ...]:
    """What is so of one side of a battle, whose banner stands in these works."""
    return circumstances(
        city=battle.city,
        attacks=battle.attacker == (battle.first, battle.second)[own],
        works=works != Works.NONE,
    )


def house_levels(battle: Battle, own: int, works: Works, house: House, *, beaten: bool) -> int:
    """What house rules add to the levels that a battle costs one side, as that side can tell beforehand.

    It does not know whether the enemy stands in works: what then costs it more is counted.
    """
    seats = (battle.seat_first, battle.seat_second)
    mine, theirs = mods_of(seats[own].rules, house), mods_of(seats[1 - own].rules, house)
    if not (mine or theirs):
        return 0
    held = held_by(battle, own, works)
    whats: Sequence[Stat] = (Stat.ATTRITION, *((Stat.ATTRITION_LOST,) if beaten else ()))
    return sum(in_battle(mine, what, held) for what in whats) + max(
        in_battle(theirs, Stat.ENEMY_ATTRITION, held_by(battle, 1 - own, perhaps))
        for perhaps in (Works.NONE, Works.FORTIFIED)
    )
