"""A plan as it goes over the wire, and what a banner may be ordered; all ids are public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NotRequired, TypeAlias, TypedDict

import msgspec

from campaign.base.answers import Sector, one_of, shaped
from campaign.turn.plans.plan_codec import LONGEST_NAME
from rules.orders import ORDERS, TEXT, Slot
from rules.tables import MOST_SACRIFICED

Id: TypeAlias = Annotated[str, shaped(maxLength=64)]


def kinds_of(slot: Slot) -> msgspec.Meta:
    """Beside a type: one of the orders of this slot."""
    return one_of(record.kind for record in ORDERS if record.slot == slot)


WrittenOrder = TypedDict(
    "WrittenOrder",
    {
        "to": NotRequired[Annotated[Sector, "Of march, teleport and retreat: the target sector."]],
        "from": NotRequired[
            Annotated[Id, "Of transfer: the banner that gives; none to pick up a lying relic."]
        ],
        "levels": NotRequired[Annotated[int, "Of transfer: how many should arrive.", shaped(minimum=0)]],
        "relic": NotRequired[Annotated[Id, "Of transfer, destroy_relic and use."]],
        "with": NotRequired[Annotated[Id, "Of join: the other banner."]],
        "name": NotRequired[Annotated[str, "Of split: the new banner's.", shaped(maxLength=LONGEST_NAME)]],
        "feature": NotRequired[Annotated[Id, "Of use: in place of a relic."]],
        "text": NotRequired[
            Annotated[str, "Of other: what it does, in one line.", shaped(minLength=1, maxLength=TEXT.most)]
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
