"""How many taps an activation costs, on two phones and a tablet that looks on, or that two share (9 E)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from battles.models import Phone, Table
from battles.table import services
from battles.table.seal import commitment_of, sealed
from battles.table.services import Request
from rules.tabletop import turn
from tests.browser.taps import PHONE, TABLET, Hands, open_phone
from tests.table.phones import Pair

Sit = Callable[..., Hands]
SQUADS = "{n}x {name} squad 10 men rifle LMG 100 pts each"


@pytest.fixture
def sits(site: str, browser: Browser) -> Iterator[Sit]:
    """Lets people sit down, and puts their phones away at the end."""
    found: list[Hands] = []

    def sit(method: str, units: int, *, one_tablet: bool = False, auto: bool = False) -> Hands:
        hands = sit_down(browser, site, method, units, one_tablet=one_tablet, auto=auto)
        found.append(hands)
        return hands

    yield sit
    for hands in found:
        hands.close()


def sit_down(browser: Browser, site: str, method: str, units: int, *, one_tablet: bool, auto: bool) -> Hands:
    """A battle that has begun, with so many squads a side; its dice are always the same."""
    players = (("Ada", 0), ("Ben", 1))
    ada = services.open_table(
        services.Setup(name="Taps", sides=("Green", "Brown"), players=players),
        user=None,
        numbers=[0, 1] if one_tablet else [0],
        settings={"method": method},
    )
    seed = bytes(range(32))
    Table.objects.filter(pk=ada.table.pk).update(
        public_id="taps", sealed_seed=sealed(seed), commitment=commitment_of(seed)
    )
    table = Table.objects.get(pk=ada.table.pk)
    ben = ada if one_tablet else services.join(table=table, user=None, numbers=[1])
    pair = Pair(table, ada, ben)
    for player, name in enumerate(("Green", "Brown")):
        pair.act(player, "roster", roster=SQUADS.format(n=units, name=name))
        if auto:
            pair.act(player, "auto ready", on=True)
    pair.act(0, "begin")
    if one_tablet:
        return Hands(table, [open_phone(browser, site, table, ada, TABLET)])
    watcher = services.join(table=table, user=None, numbers=[])
    pages = [open_phone(browser, site, table, phone, PHONE) for phone in (ada, ben)]
    wall = open_phone(browser, site, table, watcher, TABLET)
    wall.goto("/t/taps/wall/")
    return Hands(table, pages, wall)


@pytest.mark.once
def test_ambush_rally_and_down_are_two_taps(sits: Sit) -> None:
    hands = sits("dice bag", 3)
    for order in ("ambush", "rally", "down", "ambush"):
        before = hands.count().taps
        hands.later()
        hands.done_when(lambda game: game.acting)
        acting = hands.game.current
        assert acting is not None
        unit = hands.game.able(acting.side)[0]
        hands.order(unit.id, order)
        assert hands.count().taps - before == 2, order
        hands.follows(unit.name)
    assert hands.count().typed == 0


@pytest.mark.once
def test_points_on_one_tablet_are_five_taps_before_the_order(sits: Sit) -> None:
    hands = sits("action points", 2, one_tablet=True)
    page = hands.pages[0]
    for name, points in (("Ada", 3), ("Ben", 2)):
        page.get_by_role("button", name=f"I am {name}").click()
        page.locator(f".bids button[value='{points}']").click()
    hands.asked("name").get_by_role("button", name="Green goes next").click()
    expect(page.locator("section.now.mine[data-prompt=order]")).to_be_visible()
    assert (hands.count().taps, hands.count().typed) == (5, 0)


def in_turn(hands: Hands, acts: int, wait: int) -> tuple[int, int]:
    """A turn in which every other unit fires and the others go Down: the acts, and the taps of who reacts.

    Who fires aims at a unit that has its order where there is one, else its owner reacts.
    """
    done, reactions = 0, 0
    while hands.game.phase == "orders" and done < acts:
        acting = hands.game.current
        if acting is None:
            hands.later(wait)
            hands.pages[0].wait_for_timeout(150)
            continue
        able = [unit for unit in hands.game.able(acting.side) if acting.player in (-1, unit.player)]
        unit = able[0]
        hands.order(unit.id, "down" if done % 2 else "fire")
        if done % 2 == 0:
            enemies = list(hands.game.of_side(1 - acting.side))
            target = next((one for one in enemies if one.order), enemies[0])
            reactions += hands.fire(unit.id, target.id)
        done += 1
        hands.follows(unit.name)
    return done, reactions


@pytest.mark.once
@pytest.mark.long
def test_a_mixed_squad_fires_at_one_target_in_four_taps(sits: Sit) -> None:
    hands = sits("dice bag", 2)
    acts, reactions = in_turn(hands, 1, 9)
    # Unit, Fire, target, range; and one of whom it is fired at.
    assert (acts, reactions, hands.count().taps, hands.count().typed) == (1, 1, 5, 0)
    assert hands.game.current is None  # the go has ended itself


@pytest.mark.once
@pytest.mark.long
def test_a_turn_of_fourteen_units_from_the_bag_is_three_taps_an_activation(sits: Sit) -> None:
    hands = sits("dice bag", 7)
    acts, reactions = in_turn(hands, 14, 9)
    assert acts == 14
    taps = hands.count().taps - reactions
    hands.note(f"{taps} taps, {reactions} reactions, {acts} activations")
    assert taps / acts <= 3.0
    assert hands.count().typed == 0


@pytest.mark.once
@pytest.mark.long
@pytest.mark.parametrize("units", [2, 7])
def test_cards_that_play_themselves_cost_little_more_than_the_bag(sits: Sit, units: int) -> None:
    hands = sits("cards", units, auto=True)
    hands.asked("lay")
    hands.later(21)
    acts, reactions = in_turn(hands, 2 * units, 5)
    taps = hands.count().taps - reactions
    hands.note(f"{taps} taps, {reactions} reactions, {acts} activations")
    assert acts == 2 * units
    assert taps / acts <= 3.2
    # Who lies down may stay so: each side says it once. The next turn begins by itself.
    before = hands.count().taps
    while hands.game.phase == "turn end" and turn.to_choose(hands.game):
        left = len(turn.to_choose(hands.game))
        hands.asked("keep").locator("button.thumb-button").click()
        hands.done_when(lambda game, was=left: len(turn.to_choose(game)) < was)  # type: ignore[misc]
    hands.later(21)
    hands.done_when(lambda game: game.turn == 2)
    ends = hands.count().taps - before
    assert ends <= 2
    hands.note(f"{(taps + reactions + ends) / acts:.2f} taps an activation with reactions and the turn's end")


@pytest.mark.once
@pytest.mark.long
def test_eight_seconds_pass_by_the_clock_and_hold_stops_them_for_all(sits: Sit) -> None:
    hands = sits("dice bag", 2)
    ada, ben = hands.pages
    ben.get_by_role("button", name="Hold").click()
    expect(ada.locator(".pace", has_text="Ben holds")).to_be_visible()
    ada.reload()
    expect(ada.locator(".pace", has_text="Ben holds")).to_be_visible()
    hands.later(20)
    ada.wait_for_timeout(1500)
    assert hands.game.current is None
    ada.get_by_role("button", name="Let go").click()
    expect(ben.locator("[data-soon]")).to_be_visible()
    ada.reload()
    # Eight real seconds, and both phones ask: one die.
    expect(ada.locator("section.now[data-prompt=order]")).to_be_visible(timeout=12_000)
    expect(ben.locator("section.now[data-prompt=order]")).to_be_visible()
    ada.wait_for_timeout(500)
    assert hands.table.actions.filter(kind="draw").count() == 1
    assert Phone.objects.filter(table=hands.table).count() == 3


@pytest.mark.long
@pytest.mark.once
def test_an_act_is_taken_back_until_the_server_says_that_it_is_late(sits: Sit) -> None:
    hands = sits("dice bag", 2)
    services.act(hands.table, Phone.objects.get(numbers=[0]), Request("x", "draw", 0, {"side": "0"}))
    unit = hands.game.able(0)[0].id
    hands.order(unit, "ambush")
    ada, ben = hands.pages
    expect(ben.get_by_role("button", name="Take it back")).to_have_count(0)
    ada.get_by_role("button", name="Take it back").click()
    expect(ada.locator("section.now.mine[data-prompt=order]")).to_be_visible()
    assert hands.game.unit(unit).order == ""
    expect(ben.locator(".latest")).to_contain_text("Taken back by Ada")
