"""Which orders are legal and why not (Rules 3)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.orders import BannerOrders, Order, OrderKind, Plan, Slot
from rules.plans.knowledge import Knowledge, knowledge_of
from rules.plans.legality import Fault, Option, options, problems
from rules.scenario import load
from rules.state import BannerId, PlayerId
from tests.rules.builders import moved, scenario

ALPHA = PlayerId("alpha")


def faults(drawing: str, *orders: str, rules: list[str] | None = None, **more: Any) -> dict[str, list[Fault]]:
    """What is wrong with alpha's orders, by order."""
    loaded = load(scenario(drawing, *orders, rules={"alpha": rules or []}, **more))
    found: dict[str, list[Fault]] = {}
    for problem in problems(knowledge_of(loaded.state, ALPHA), loaded.plans[ALPHA]):
        assert (problem.rule, problem.banner) == ("3", "a1")
        found.setdefault(problem.order, []).append(problem.fault)
    return found


@pytest.mark.parametrize(
    ("drawing", "order", "rules", "wrong"),
    [
        ("a1:15 .", "march 1,0", [], []),
        ("a1:15 .", "march 0,0", [], [Fault.OWN_SECTOR]),
        ("a1:15 . .", "march 2,0", [], [Fault.TOO_FAR]),
        ("a1:15 . .", "march 2,0", ["highly_mobile"], []),
        ("a1:15 . . .", "march 3,0", ["highly_mobile"], [Fault.TOO_FAR]),
        ("a1:15 #", "march 1,0", [], [Fault.IMPASSABLE]),
        ("a1:15 .", "march 0,-1", [], [Fault.OFF_MAP]),
        ("a1:15f .", "march 1,0", [], [Fault.IN_WORKS]),
        ("a1:15f . .", "march 2,0", [], [Fault.IN_WORKS, Fault.TOO_FAR]),
        ("a1:15f .", "march 1,0", ["mobilization"], []),
        ("a1:15 . . .", "teleport 3,0", [], [Fault.ARMY_CANNOT]),
        ("a1:15 . . .", "teleport 3,0", ["teleport"], []),
        ("a1:15 . . .", "teleport 0,0", ["teleport"], [Fault.OWN_SECTOR]),
        ("a1:15 . . #", "teleport 3,0", ["teleport"], [Fault.IMPASSABLE]),
        ("a1:15 . . .", "teleport 4,0", ["teleport"], [Fault.OFF_MAP]),
        ("a1:15f . . .", "teleport 3,0", ["teleport"], [Fault.IN_WORKS]),
        ("a1:15f . . .", "teleport 3,0", ["teleport", "mobilization"], []),
        ("a1:15e .", "search", [], []),
        ("a1:15 .", "fortify", [], []),
        ("a1:15f .", "fortify", [], [Fault.IN_WORKS]),
        ("a1:15 .", "fortify", ["raiders"], [Fault.ARMY_CANNOT]),
        ("a1:15f .", "entrench", [], []),
        ("a1:15 .", "entrench", [], [Fault.NOT_FORTIFIED]),
        ("a1:15 .", "entrench", ["steadfast"], []),
        ("a1:15e .", "entrench", ["steadfast"], [Fault.IN_WORKS]),
        ("a1:15f .", "entrench", ["raiders"], [Fault.ARMY_CANNOT]),
        ("a1:15f .", "entrench", ["impetuous"], [Fault.ARMY_CANNOT]),
        ("a1:15e .", "unfortify", [], []),
        ("a1:15 .", "unfortify", [], [Fault.NO_WORKS]),
        ("a1:19 .", "resupply", [], []),
        ("a1:20 .", "resupply", [], [Fault.FULL]),
        ("a1:20 .", "resupply", ["massive_armies"], []),
        ("a1:15 .", "resupply", ["slow_resupply"], [Fault.NOT_ENTRENCHED]),
        ("a1:15f .", "resupply", ["slow_resupply"], [Fault.NOT_ENTRENCHED]),
        ("a1:15e .", "resupply", ["slow_resupply"], []),
        ("a1:15 a2:15", "transfer a2 3", [], []),
        ("a1:15 a2:15", "transfer a2", [], [Fault.NOTHING_NAMED]),
        ("a1:15 a2:15", "transfer a2 0", [], [Fault.NOTHING_NAMED]),
        ("a1:15 a2:15", "transfer a2 -1", [], [Fault.NOTHING_NAMED]),
        ("a1:15 a2:15", "transfer a1 3", [], [Fault.ITSELF]),
        ("a1:15 b1:15", "transfer b1 3", [], [Fault.NO_GIVER]),
        ("a1:15 .", "transfer a9 3", [], [Fault.NO_GIVER]),
        ("a1:15 a2:15", "transfer a2 carried", [], []),
        ("a1:15 a2:15", "transfer a2 lying", [], [Fault.NOT_CARRIED]),
        ("a1:15 a2:15", "transfer a2 4 lying", [], [Fault.NOT_CARRIED]),
        ("a1:15 a2:15", "transfer lying", [], []),
        ("a1:15 a2:15", "transfer carried", [], [Fault.NOT_LYING]),
        ("a1:15 a2:15", "transfer hidden", [], [Fault.NOT_LYING]),
        ("a1:15 a2:15", "transfer nothing", [], [Fault.NOT_LYING]),
        ("a1:15 a2:15", "transfer 3 lying", [], [Fault.NO_GIVER]),
        ("a1:15 a2:15", "transfer", [], [Fault.NOTHING_NAMED]),
        ("a1:10 .", "split", [], []),
        ("a1:9 .", "split", [], [Fault.LEVEL_TOO_LOW]),
        ("a1:8 .", "split", ["flexible_command"], []),
        ("a1:7 .", "split", ["flexible_command"], [Fault.LEVEL_TOO_LOW]),
        ("a1:15f .", "split", [], [Fault.IN_WORKS]),
        ("a1:15f .", "split", ["mobilization"], []),
        ("a1:15 .", "split", ["tribal_animosity"], [Fault.ARMY_CANNOT]),
        ("a1:15 a2:15", "join a2", [], []),
        ("a1:15 a2:15", "join a1", [], [Fault.ITSELF]),
        ("a1:15 b1:15", "join b1", [], [Fault.NO_PARTNER]),
        ("a1:15f a2:15", "join a2", [], [Fault.IN_WORKS]),
        ("a1:15 a2:15", "join a2", ["tribal_animosity"], [Fault.ARMY_CANNOT]),
        ("a1:15 .", "retreat 1,0", [], [Fault.NOT_RETREATING]),
        ("a1:15r .", "retreat 1,0", [], []),
        ("a1:15er .", "retreat 1,0", [], []),
        ("a1:15r . .", "retreat 2,0", [], [Fault.TOO_FAR]),
        ("a1:15r . .", "retreat 2,0", ["highly_mobile"], []),
        ("a1:15r #", "retreat 1,0", [], [Fault.IMPASSABLE]),
        ("a1:15 .", "destroy_relic mine", [], []),
        ("a1:15 .", "destroy_relic firm", [], [Fault.INDESTRUCTIBLE]),
        ("a1:15 .", "destroy_relic lying", [], [Fault.NOT_CARRIED]),
        ("a1:15 .", "destroy_relic nothing", [], [Fault.NOT_CARRIED]),
        ("a1:15r .", "march 1,0", [], [Fault.MUST_RETREAT]),
        ("a1:15r .", "destroy_relic mine", [], [Fault.MUST_RETREAT]),
    ],
)
def test_each_order_is_legal_when_the_table_says_so(
    drawing: str, order: str, rules: list[str], wrong: list[Fault]
) -> None:
    relics: list[dict[str, Any]] = [
        {"id": "mine", "carried_by": "a1"},
        {"id": "firm", "carried_by": "a1", "destructible": False},
        {"id": "lying", "at": [0, 0], "known_to": ["alpha"]},
        {"id": "hidden", "at": [0, 0], "known_to": ["beta"]},
    ]
    if "a2" in drawing:
        relics.append({"id": "carried", "carried_by": "a2"})
    kind = order.split()[0]
    assert faults(drawing, f"a1 {order}", rules=rules, relics=relics) == ({kind: wrong} if wrong else {})


@pytest.mark.parametrize(
    ("flag", "orders", "rules", "void"),
    [
        ("f", "march 1,0 unfortify", [], {"march"}),
        ("f", "march 1,0 unfortify", ["mobilization"], {"march", "unfortify"}),
        ("f", "teleport 1,0 unfortify", ["mobilization", "teleport"], {"teleport", "unfortify"}),
        ("f", "search unfortify", [], set()),
        ("", "march 1,0 fortify", [], {"march", "fortify"}),
        ("", "march 1,0 fortify", ["steadfast"], set()),
        ("", "teleport 1,0 fortify", ["steadfast", "teleport"], set()),
        ("", "march 1,0 entrench", ["steadfast"], {"march", "entrench"}),
        ("", "march 1,0 entrench", [], {"entrench"}),
        ("f", "march 1,0 entrench", ["mobilization"], {"march", "entrench"}),
        ("", "search fortify", [], set()),
        ("", "march 1,0 resupply", [], set()),
        ("", "march 5,0 fortify", [], {"march"}),
        ("", "search destroy_relic orb", [], {"search", "destroy_relic"}),
        ("", "resupply destroy_relic orb", [], {"resupply", "destroy_relic"}),
        ("r", "retreat 1,0 resupply", [], {"retreat", "resupply"}),
        ("r", "search retreat 1,0", [], {"retreat", "search"}),
        ("", "march 1,0 retreat 1,0", [], {"march", "retreat"}),
    ],
)
def test_which_orders_may_stand_beside_each_other(
    flag: str, orders: str, rules: list[str], void: set[str]
) -> None:
    drawing = f"a1:15{flag} . . . . ."
    relics = [{"id": "orb", "carried_by": "a1"}]
    assert set(faults(drawing, f"a1 {orders}", rules=rules, relics=relics)) == void
    movement = moved(drawing, f"a1 {orders}", rules={"alpha": rules}, relics=relics)
    assert [one.order for one in movement.void] == sorted(void)
    assert all(one.reason for one in movement.void)


def own(drawing: str, rules: list[str] | None = None, **more: Any) -> Knowledge:
    """What alpha knows of its own."""
    return knowledge_of(load(scenario(drawing, rules={"alpha": rules or []}, **more)).state, ALPHA)


def test_an_order_for_a_banner_that_is_not_the_player_s_is_void() -> None:
    plan = Plan({BannerId("b1"): BannerOrders(primary=Order(OrderKind.SEARCH))})
    (problem,) = problems(own("a1:15 b1:15"), plan)
    assert (problem.fault, problem.slot, problem.banner) == (Fault.NO_BANNER, Slot.PRIMARY, "b1")


def test_the_text_about_a_hidden_relic_is_the_same_as_about_one_that_is_not() -> None:
    plan = Plan({BannerId("a1"): BannerOrders(secondary=Order(OrderKind.TRANSFER, relic="orb"))})
    hidden = problems(own("a1:15 .", relics=[{"id": "orb", "at": [1, 0]}]), plan)
    assert hidden == problems(own("a1:15 ."), plan)


def offered(drawing: str, rules: list[str] | None = None, **more: Any) -> dict[str, Option]:
    """What a form offers a1."""
    return {option.order: option for option in options(own(drawing, rules, **more), BannerId("a1"))}


def test_options_stand_in_the_table_s_order() -> None:
    assert list(offered("a1:15 .")) == list(OrderKind)[:-2]


def test_special_orders_stand_last_where_the_campaign_allows_them() -> None:
    use = offered("a1:15 .", settings={"special_orders": "use"})
    assert list(use) == list(OrderKind)[:-1]
    everything = offered("a1:15 .", settings={"special_orders": "all"})
    assert list(everything) == list(OrderKind)
    assert everything[OrderKind.OTHER].legal
    (problem,) = everything[OrderKind.USE].problems
    assert problem.fault == Fault.NOTHING_NAMED


def test_an_order_that_a_house_rule_forbids_is_offered_with_that_reason() -> None:
    house = [{"id": "house_a", "never": ["search", "march"]}]
    given = offered("a1:15 .", ["house_a"], house=house)
    assert [kind for kind, option in given.items() if option.legal] == ["fortify", "resupply", "split"]
    assert given[OrderKind.MARCH].problems[0].fault == Fault.ARMY_CANNOT


def test_options_name_sectors_by_line_and_banners_by_id() -> None:
    drawing = """
        .  a9:15 #
        .  a1:15 .
        a2:15 .  .
    """
    offer = offered(drawing)
    assert offer["march"].targets == ((0, 0), (1, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2))
    assert offer["transfer"].givers == offer["join"].partners == ("a2", "a9")
    assert not offer["teleport"].legal
    assert (1, 1) not in offered(drawing, ["teleport"])["teleport"].targets
    assert len(offered(drawing, ["teleport"])["teleport"].targets) == 7


def test_relics_are_offered_where_they_may_be_named() -> None:
    relics = [
        {"id": "axe", "carried_by": "a1"},
        {"id": "bow", "carried_by": "a1", "destructible": False},
        {"id": "orb", "carried_by": "a2"},
        {"id": "rod", "at": [0, 0], "known_to": ["alpha"]},
        {"id": "sun", "at": [0, 0]},
    ]
    offer = offered("a1:15 a2:15", relics=relics)
    assert offer["destroy_relic"].relics == ("axe",)
    assert offer["transfer"].relics == ("orb", "rod")
    assert not offered("a1:15 .")["transfer"].legal
    assert not offered("a1:15 .")["destroy_relic"].legal


def test_a_banner_that_must_retreat_is_offered_nothing_else() -> None:
    offer = offered("a1:15r . .")
    assert [kind for kind, option in offer.items() if option.legal] == ["retreat"]
    assert offer["retreat"].targets == ((1, 0),)
    assert not offered("a1:15r # .")["retreat"].legal


@pytest.mark.parametrize(
    "rules", [[], ["highly_mobile", "teleport"], ["mobilization", "steadfast"], ["raiders"]]
)
@pytest.mark.parametrize("flag", ["", "f", "e", "r", "fr"])
def test_whatever_is_offered_is_legal_and_what_is_not_is_not(flag: str, rules: list[str]) -> None:
    knowledge = own(f"a1:15{flag} . # a2:12", rules, relics=[{"id": "orb", "carried_by": "a1"}])
    for option in options(knowledge, BannerId("a1")):
        for order in orders_of(option):
            slot = "special" if order.kind in ("retreat", "destroy_relic") else "primary"
            plan = Plan({BannerId("a1"): BannerOrders(**{slot: order})})
            assert (problems(knowledge, plan) == ()) == option.legal
            assert option.legal != bool(option.problems)


def orders_of(option: Option) -> list[Order]:
    """The orders that an option stands for; one all the same if it is not legal."""
    if option.order == OrderKind.TRANSFER:
        return [Order(option.order, giver=giver, levels=1) for giver in option.givers or ("a2",)]
    if option.order == OrderKind.JOIN:
        return [Order(option.order, partner=partner) for partner in option.partners or ("a2",)]
    if option.order == OrderKind.DESTROY_RELIC:
        return [Order(option.order, relic=relic) for relic in option.relics or ("orb",)]
    return [Order(option.order, to=to) for to in option.targets or ((1, 0),)]
