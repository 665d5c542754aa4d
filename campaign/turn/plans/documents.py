"""A plan as it goes over the wire, and what a banner may be ordered; all ids are public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypeAlias, TypedDict

import msgspec

from campaign.base.answers import Sector, one_of, shaped
from campaign.turn.plans.plan_codec import LONGEST_NAME
from rules.orders import FEATURE, GIVER, LEVELS, NAME, ORDERS, PARTNER, RELIC, TEXT, TO, Part, Slot
from rules.tables import MOST_SACRIFICED

Id: TypeAlias = Annotated[str, shaped(maxLength=64)]


def kinds_of(slot: Slot) -> msgspec.Meta:
    """Beside a type: one of the orders of this slot."""
    return one_of(record.kind for record in ORDERS if record.slot == slot)


def _of(part: Part, what: str = "") -> str:
    """Beside a type: the orders that carry a part, and what it is."""
    *most, last = (record.kind.value for record in ORDERS if part in record.parts)
    orders = f"{', '.join(most)} and {last}" if most else last
    return f"Of {orders}{f': {what}' if what else ''}."


WrittenOrder = TypedDict(
    "WrittenOrder",
    {
        "to": NotRequired[Annotated[Sector, _of(TO, "the target sector")]],
        "from": NotRequired[
            Annotated[Id, _of(GIVER, "the banner that gives; none to pick up a lying relic")]
        ],
        "levels": NotRequired[Annotated[int, _of(LEVELS, "how many should arrive"), shaped(minimum=0)]],
        "relic": NotRequired[Annotated[Id, _of(RELIC)]],
        "with": NotRequired[Annotated[Id, _of(PARTNER, "the other banner")]],
        "name": NotRequired[Annotated[str, _of(NAME, "the new banner's"), shaped(maxLength=LONGEST_NAME)]],
        "feature": NotRequired[Annotated[Id, _of(FEATURE, "in place of a relic")]],
        "text": NotRequired[
            Annotated[
                str,
                _of(TEXT, "what it does, in words of your own and in one line"),
                shaped(minLength=1, maxLength=TEXT.most),
            ]
        ],
    },
)


class PrimaryOrder(WrittenOrder):
    """A primary order and what it names (Rules 3)."""

    order: Annotated[str, kinds_of(Slot.PRIMARY)]


class SecondaryOrder(WrittenOrder):
    """A secondary order and what it names (Rules 3)."""

    order: Annotated[str, kinds_of(Slot.SECONDARY)]


class SpecialOrder(WrittenOrder):
    """A special order and what it names (Rules 3)."""

    order: Annotated[str, kinds_of(Slot.SPECIAL)]


class BannerPlan(TypedDict):
    """A banner's orders, one per slot at most; a special order stands alone."""

    primary: NotRequired[PrimaryOrder | None]
    secondary: NotRequired[SecondaryOrder | None]
    special: NotRequired[SpecialOrder | None]
    hold: NotRequired[Annotated[bool, "The banner is meant to have no orders."]]
    sacrifice: NotRequired[
        Annotated[int, "Only where all battles are abstract.", shaped(minimum=0, maximum=MOST_SACRIFICED)]
    ]


class WrittenPlan(TypedDict):
    """A plan, as in a scenario document, with the ids that maps and reports show."""

    node: NotRequired[
        Annotated[
            str | None,
            "The banner named as node, for an army with Hive Mentality that has none.",
            shaped(maxLength=64),
        ]
    ]
    orders: Annotated[
        Mapping[str, BannerPlan],
        "For each banner, by its id, one order per slot at most; a special order stands alone.",
    ]


class OrderReason(TypedDict):
    """Why an order cannot be given."""

    rule: str
    text: str


OfferedOrder = TypedDict(
    "OfferedOrder",
    {
        "order": Annotated[str, one_of(record.kind for record in ORDERS)],
        "slot": Annotated[str, one_of(Slot)],
        "legal": bool,
        "problems": list[OrderReason],
        "targets": NotRequired[
            Annotated[list[Sector], "Sectors, for march and retreat; a teleport may go to any passable one."]
        ],
        "from": NotRequired[Annotated[list[Id], "Banners that may give."]],
        "with": NotRequired[Annotated[list[Id], "Banners that may be joined."]],
        "relics": NotRequired[list[Id]],
        "features": NotRequired[Annotated[list[Id], "Features in battle range, of use."]],
    },
)
OfferedOrder.__doc__ = "What one order offers a banner: lists are there where the order uses them."
