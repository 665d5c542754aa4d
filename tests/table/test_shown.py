"""What a phone shows beside its prompts: one's own bid, arms, what dice need, who is meant on a tablet."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from battles.table import rolling, services
from battles.table.keepsakes.unit_cards import cards_of
from battles.table.log_file import log_lines
from battles.table.words.list_cards import facts_of
from rules.tabletop.documents.view import view
from rules.tabletop.lists.document import ListedUnit
from rules.tabletop.state import Momentum
from rules.tabletop.tables import Tables
from rules.tabletop.units import Group
from tests.table.moments import acting, asked, drawn, mixed, put
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.table.test_own_dice import lay
from tests.table.test_pages import post

pytestmark = pytest.mark.django_db

TURRET, HULL = "turret 1", "hull"
GUNS = (
    Group("Medium AT gun", 1, 0, mount=TURRET),
    Group("MMG", 1, 0, mount=TURRET),
    Group("MMG", 1, 0, mount=HULL),
)


# One's own bid.


def test_who_has_bid_reads_his_bid_and_nobody_else_does() -> None:
    pair = sit_down("action points")
    pair.act(0, "bid", points="13")
    said = "Your side has bid 13."
    assert said in page(pair, pair.ada)
    assert said not in page(pair, pair.ben)
    wall = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/wall/").content.decode()
    assert said not in wall
    pair.act(1, "bid", points="2")
    assert said not in page(pair, pair.ada), "by now all read it"


def tablet(method: str, *players: str) -> Pair:
    """One tablet for both sides."""
    phone = services.open_table(
        services.Setup(
            name="Tablet",
            sides=("Green", "Brown"),
            players=tuple((name, number) for number, name in enumerate(players)),
        ),
        user=None,
        numbers=[0, 1],
        settings={"method": method},
    )
    pair = Pair(phone.table, phone, phone)
    for player in (0, 1):
        pair.act(player, "roster", roster="Squad 5 men")
    pair.act(0, "begin")
    return pair


def test_on_a_tablet_a_bid_shows_again_only_behind_its_owners_digits() -> None:
    pair = tablet("action points", "Ada", "Ben")
    client, path = browser_of(pair, pair.ada), f"/t/{pair.table.public_id}/"
    client.post(f"{path}reveal/", {"player": "0"})
    client.post(f"{path}act/", {"kind": "bid", "player": "0", "points": "13"})
    said = "Your side has bid 13."
    assert pair.game.sides[0].bid == 13
    assert said not in client.get(path).content.decode()
    client.post(f"{path}reveal/", {"player": "1"})
    assert said not in client.get(path).content.decode()
    pin = pair.table.places.get(number=0).pin
    client.post(f"{path}reveal/", {"player": "0", "pin": pin})
    assert client.get(path).content.decode().count(said) == 1


def test_a_cover_names_who_is_meant_once() -> None:
    for names in (("Green", "Brown"), ("Ada", "Ben")):
        text = page(pair := tablet("assigned tokens", *names), pair.ada)
        assert f"<p>{names[0]}: put your tokens face down</p>" in text
        text = page(pair := tablet("cards", *names), pair.ada)
        assert f"<p>{names[0]}: Play, or press ready</p>" in text


# Arms.


def with_truck() -> Pair:
    """Green's second unit is a truck without arms."""
    pair = drawn()
    put(pair, lambda game: game.with_unit(replace(game.unit("a2"), kind="soft-skin", groups=())))
    return pair


def radios(text: str) -> dict[str, bool]:
    """The units that may be ordered, and whether Fire and Ambush do nothing for each."""
    found = re.findall(r'<input type="radio" name="unit" value="(\w+)" required([^>]*)>', text)
    return {key: "data-unarmed" in rest for key, rest in found}


def test_fire_and_ambush_do_not_call_where_nothing_can_fire() -> None:
    pair = with_truck()
    text = page(pair, pair.ada)
    assert radios(text) == {"a1": False, "a2": True}
    assert "Fire and Ambush do nothing for it." in text
    # Any order is still any unit's: the players may know better.
    pair.act(0, "order", unit="a2", order="ambush")
    assert pair.game.unit("a2").order == "ambush"


def test_nor_where_all_that_there_was_is_spent() -> None:
    pair = drawn()
    for spent in (0, 2):
        groups = (Group("", 3), Group("Panzerfaust", 2, 0, spent=spent))
        put(pair, lambda game, own=groups: game.with_unit(replace(game.unit("a1"), groups=own)))  # type: ignore[misc]
        assert radios(page(pair, pair.ada))["a1"] is (spent == 2)


def test_who_has_nothing_to_fire_is_shown_no_targets() -> None:
    pair = with_truck()
    pair.act(0, "order", unit="a2", order="advance")
    text = page(pair, pair.ada)
    assert "It has nothing left to fire." in text
    assert '<button name="target"' not in text


@pytest.mark.parametrize("armed", [True, False])
def test_who_cannot_fire_at_a_charge_is_not_asked_to(armed: bool) -> None:
    pair = acting("run")
    put(pair, lambda game: game.with_unit(replace(game.unit("b2"), kind="soft-skin")))
    if not armed:
        put(pair, lambda game: game.with_unit(replace(game.unit("b2"), groups=())))
    pair.act(0, "assault", shooter="a1", target="b2", far=True)
    assert ("Fire at the charge" in page(pair, pair.ben)) is armed


def test_weapons_of_one_kind_are_counted_together_and_told_apart_where_it_matters() -> None:
    pair = drawn()
    put(pair, lambda game: game.with_unit(replace(game.unit("a2"), groups=GUNS)))
    all_of_it = "Medium AT gun, 2 MMGs"
    text = page(pair, pair.ada)
    assert f"· {all_of_it}" in text
    assert "MMG, MMG" not in text
    pair.act(0, "order", unit="a2", order="fire")
    text = page(pair, pair.ada)
    assert f"<summary>{all_of_it}</summary>" in text
    assert re.findall(r'<label for="ga2-\d">([^<]*)</label>', text) == [
        "Medium AT gun",
        "MMG (turret 1)",
        "MMG (hull)",
    ]
    post(pair, pair.ada, "act", kind="volley", player="0", shooter="a2", target="b1")
    text = page(pair, pair.ada)
    assert f'<p class="meta">{all_of_it}</p>' in text
    assert f"<span>{all_of_it}</span>" in text
    told = [line.text for line in log_lines(pair.table, pair.game, -1)]
    assert f"{pair.game.unit('a2').name} fires at Brown squad: {all_of_it}" in told
    arms = cards_of({**view(pair.game, 0)}, Tables())[1].arms
    assert [(row.name, row.count, row.bearer) for row in arms] == [
        ("Medium AT gun", 1, TURRET),
        ("MMG", 2, f"{TURRET}, {HULL}"),
    ]


def test_what_was_read_of_a_list_tells_equal_groups_as_one() -> None:
    gun: dict[str, Any] = {"weapon": "MMG", "count": 1, "crew": 0, "leader": False, "mount": HULL}
    unit: Any = {
        "kind": "medium tank",
        "locomotion": "tracked",
        "quality": "regular",
        "points": 90,
        "officer": "",
        "flags": [],
        "entry": 0,
        "groups": [gun, gun, {**gun, "mount": TURRET}],
        "ask": [],
        "from": {},
    }
    listed: ListedUnit = unit
    assert ("Arms", "2 MMG (hull), 1 MMG (turret 1)", "") in list(facts_of(listed))


# What dice need.


def card(text: str) -> str:
    """The attack on the page."""
    return text.split('<section class="card attack"')[1].split("</section>")[0]


def with_card(special: int) -> Pair:
    """Green's squad of several weapons fires by a card at Brown's, and measures next."""
    pair = mixed()
    put(pair, lambda game: game.with_acting(replace(game.acting[-1], special=special)))
    post(pair, pair.ada, "act", kind="volley", player="0", shooter="a1", target="b1")
    pair.act(1, "answer", how="stand")
    return pair


def measured(pair: Pair, typed: str) -> str:
    """Green's page once it is measured."""
    at = {"at.0.target": "b1", "at.0.inches": "12"}
    post(pair, pair.ada, "act", kind="measure", player="0", typed=typed, **at)
    return page(pair, pair.ada)


def test_beside_hits_and_damage_stands_what_each_die_needs() -> None:
    text = card(measured(with_card(5), "1 " * 12))
    assert (text.count("needs 3+"), text.count("needs ")) == (3, 3)
    text = card(measured(with_card(6), "6 " * 12 + "1 " * 12))
    assert (text.count("needs 4+"), text.count("needs ")) == (3, 3)


def test_beside_the_dice_of_close_quarters_too() -> None:
    pair = acting("run")
    track = Momentum(on=True, slider=-2, reward=0, live=True)
    put(pair, lambda game: replace(game, momentum=track))
    put(pair, lambda game: game.with_unit(replace(game.unit("b1"), quality="veteran")))
    pair.act(0, "assault", shooter="a1", target="b1", own_dice="2", enemy_dice="2")
    assert re.findall(r"needs (\d\+)", card(page(pair, pair.ada))) == ["5+", "4+"]
    told = [line.text for line in log_lines(pair.table, pair.game, -1)]
    assert "Round 1: Green squad strikes, 5 or more" in told
    assert "Round 1: Brown squad strikes, 4 or more" in told


def test_who_rolls_a_test_himself_reads_against_what() -> None:
    pair = asked("morale")
    services.choose_dice(pair.table, pair.ben, own=True)
    pair.act(1, "morale", officer="")
    said = "Ben rolls 2 for morale (Brown squad, together at most 9)"
    assert said in page(pair, pair.ben)
    assert said in page(pair, pair.ada)


@pytest.mark.parametrize(
    ("what", "needed", "said"),
    [
        ("hit", 7, "for hits (Brown squad, a 6, then another 6)"),
        ("damage", 8, "for damage (Brown squad, 8+)"),
        ("second six", 6, "for another 6 (Brown squad, 6+)"),
        ("hit again", 3, "for hits again (Brown squad, 3+)"),
        ("fight again", 4, "for close quarters again (Brown squad, 4+)"),
    ],
)
def test_a_second_six_is_told_of_hits_alone(what: str, needed: int, said: str) -> None:
    wants = {"what": what, "count": 2, "sides": 6, "place": 0}
    waits = {"wants": wants, "about": {"unit": "b1", "needed": needed}, "values": {}}
    assert rolling.told(sit_down().game, waits) == f"Ada rolls 2 {said}"


def test_what_a_card_rolls_again_is_asked_for_by_weapon() -> None:
    pair = with_card(5)
    measured(pair, "1 " * 12)
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "reroll card")
    assert "Ada rolls 2 for hits again (SMG at Brown squad, 3+)" in page(pair, pair.ben)
    lay(pair, 0, 1, 1)
    assert "Ada rolls 6 for hits again (6 rifles at Brown squad, 3+)" in page(pair, pair.ben)
    lay(pair, 0, *[1] * 6)
    lay(pair, 0, 6, 1, 1, 1)
    # The second roll binds: what has hit does its damage, without a word.
    assert "Ada rolls one die for damage (LMG at Brown squad, 4+)" in page(pair, pair.ben)
