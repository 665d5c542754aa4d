"""Orders and what speaks against them, in words: for the plan's page and for reports (Rules 3)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from rules.clauses import Fault
from rules.legality import Problem
from rules.orders import OrderKind

ORDER_NAMES: Mapping[OrderKind, Promise] = {
    OrderKind.MARCH: gettext_lazy("March"),
    OrderKind.TELEPORT: gettext_lazy("Teleport"),
    OrderKind.SEARCH: gettext_lazy("Search"),
    OrderKind.FORTIFY: gettext_lazy("Fortify"),
    OrderKind.ENTRENCH: gettext_lazy("Entrench"),
    OrderKind.UNFORTIFY: gettext_lazy("Unfortify"),
    OrderKind.RESUPPLY: gettext_lazy("Resupply"),
    OrderKind.TRANSFER: gettext_lazy("Transfer"),
    OrderKind.SPLIT: gettext_lazy("Split"),
    OrderKind.JOIN: gettext_lazy("Join"),
    OrderKind.RETREAT: gettext_lazy("Retreat"),
    OrderKind.DESTROY_RELIC: gettext_lazy("Destroy relic"),
}

_GENERAL: Mapping[Fault, Promise] = {
    Fault.NO_BANNER: gettext_lazy("This banner is not one of yours."),
    Fault.MUST_RETREAT: gettext_lazy("It must retreat, and can have a retreat order and nothing beside it."),
    Fault.NOT_RETREATING: gettext_lazy("Only a banner that must retreat can be told to."),
    Fault.SPECIAL_ALONE: gettext_lazy("It stands alone: no other order can be given beside it."),
    Fault.FORBIDDEN_PAIR: gettext_lazy("Moving and digging in, or leaving works, do not fit into one turn."),
    Fault.NO_TARGET: gettext_lazy("No sector is named."),
    Fault.OFF_MAP: gettext_lazy("The sector is off the map."),
    Fault.IMPASSABLE: gettext_lazy("The sector is impassable."),
    Fault.OWN_SECTOR: gettext_lazy("It stands in that sector already."),
    Fault.TOO_FAR: gettext_lazy("Too far: one sector a turn, or two for a Highly Mobile army."),
    Fault.IN_WORKS: gettext_lazy("Its works hold it in place; it must unfortify first."),
    Fault.NO_WORKS: gettext_lazy("It has no works to leave."),
    Fault.NOT_FORTIFIED: gettext_lazy("It must be fortified before it can entrench."),
    Fault.NOT_ENTRENCHED: gettext_lazy("With Slow Resupply only an entrenched banner resupplies."),
    Fault.ARMY_CANNOT: gettext_lazy("Its army's rules do not allow it."),
    Fault.FULL: gettext_lazy("It is full: resupply needs a level below 20."),
    Fault.LEVEL_TOO_LOW: gettext_lazy("Its level is too low: 10 at least, or 8 with Flexible Command."),
    Fault.NOTHING_NAMED: gettext_lazy("It names nothing that could be done."),
    Fault.NO_GIVER: gettext_lazy("Levels come from another banner of yours."),
    Fault.ITSELF: gettext_lazy("It cannot do that with itself."),
    Fault.NO_PARTNER: gettext_lazy("It can only join another banner of yours."),
    Fault.NO_RELIC: gettext_lazy("You know of no such relic."),
    Fault.NOT_CARRIED: gettext_lazy("The relic is not carried by that banner."),
    Fault.NOT_LYING: gettext_lazy("You do not know where that relic lies."),
    Fault.INDESTRUCTIBLE: gettext_lazy("That relic cannot be destroyed."),
}

_SPECIAL: Mapping[tuple[OrderKind, Fault], Promise] = {
    (OrderKind.FORTIFY, Fault.IN_WORKS): gettext_lazy("It has works already."),
    (OrderKind.ENTRENCH, Fault.IN_WORKS): gettext_lazy("It is entrenched already."),
    (OrderKind.TELEPORT, Fault.ARMY_CANNOT): gettext_lazy("Only an army with Teleport can."),
    (OrderKind.FORTIFY, Fault.ARMY_CANNOT): gettext_lazy("Raiders never dig in."),
    (OrderKind.ENTRENCH, Fault.ARMY_CANNOT): gettext_lazy(
        "An army of Raiders, or an Impetuous one, never entrenches."
    ),
    (OrderKind.SPLIT, Fault.ARMY_CANNOT): gettext_lazy("Tribal Animosity: its banners never split."),
    (OrderKind.JOIN, Fault.ARMY_CANNOT): gettext_lazy("Tribal Animosity: its banners never join."),
    (OrderKind.MARCH, Fault.NOTHING_NAMED): gettext_lazy("No passable sector is in reach."),
    (OrderKind.RETREAT, Fault.NOTHING_NAMED): gettext_lazy("No passable sector is in reach."),
    (OrderKind.TRANSFER, Fault.NOTHING_NAMED): gettext_lazy(
        "It needs levels or a relic from another banner of yours, or a relic known to lie somewhere."
    ),
    (OrderKind.JOIN, Fault.NOTHING_NAMED): gettext_lazy("You have no other banner that it could join."),
    (OrderKind.DESTROY_RELIC, Fault.NOTHING_NAMED): gettext_lazy(
        "It carries no relic that can be destroyed."
    ),
    (OrderKind.DESTROY_RELIC, Fault.NOT_CARRIED): gettext_lazy("It does not carry that relic."),
}


def order_name(kind: OrderKind) -> str:
    """What an order is called on a button."""
    return str(ORDER_NAMES[kind])


def problem_text(problem: Problem) -> str:
    """Why an order is void, and what would not be, in a sentence."""
    return str(_SPECIAL.get((problem.order, problem.fault), _GENERAL[problem.fault]))
