"""Turns' ledgers in words for everybody: what changed every banner's level (Rules 5 to 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.answers import Json, called
from rules.club.ledger import Item

_ITEMS: Mapping[str, Promise] = {
    Item.SETTLEMENT: gettext_lazy("settled by the facilitator"),
    Item.DESTROYED: gettext_lazy("destroyed"),
    Item.HIVE: gettext_lazy("the node was lost"),
    Item.RESUPPLY: gettext_lazy("resupply"),
    Item.SUPPLY: gettext_lazy("a supply"),
    Item.BOUND: gettext_lazy("no less than 0, no more than 20"),
    Item.RECEIVED: gettext_lazy("received"),
    Item.SENT: gettext_lazy("given"),
    Item.TRIBAL_ANIMOSITY: gettext_lazy("tribal animosity"),
    Item.SPLIT: gettext_lazy("split"),
    Item.JOINED: gettext_lazy("joined"),
    Item.TABLE: gettext_lazy("attrition"),
    Item.SUICIDE_TROOPS: gettext_lazy("suicide troops"),
    Item.IRREPLACEABLE_TROOPS: gettext_lazy("irreplaceable troops"),
    Item.HATRED: gettext_lazy("hatred"),
    Item.ENEMY_SACRIFICE: gettext_lazy("the enemy's sacrifice"),
    Item.TOUGH: gettext_lazy("tough"),
    Item.VERY_TOUGH: gettext_lazy("very tough"),
    Item.HOUSE: gettext_lazy("house rules"),
    Item.LEAST: gettext_lazy("no battle gives levels back"),
    Item.SACRIFICE: gettext_lazy("sacrifice"),
    Item.BLOOD_REWARD: gettext_lazy("blood reward"),
    Item.TRIGGER: gettext_lazy("a trigger"),
    "correction": gettext_lazy("corrected by the facilitator"),
}
_MINUS = "\N{MINUS SIGN}"


@called("CourseLedgerLine")
@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What changed a banner's level in a turn, in a sentence; ``before`` 0: split off, ``after`` 0: gone."""

    banner: str
    before: int
    after: int
    text: str


def ledger_lines(
    explained: Mapping[str, Json] | None, keys: Mapping[str, str], banner: Callable[[str], str], owner: str
) -> Iterator[LedgerLine]:
    """The changed levels of one army's banners; none of a turn that was resolved without a ledger.

    ``keys`` are the owners of banners.
    """
    for account in (explained or {}).get("ledger", ()):
        if keys.get(account["banner"]) != owner or not account["items"]:
            continue
        parts = ", ".join(_part(item, banner) for item in account["items"])
        values = {
            "banner": banner(account["banner"]),
            "from": account["from"],
            "to": account["to"],
            "parts": parts,
        }
        text = _("%(banner)s, from level %(from)d to %(to)d: %(parts)s.") % values
        yield LedgerLine(values["banner"], account["from"], account["to"], text)


def _part(item: Mapping[str, Json], banner: Callable[[str], str]) -> str:
    name = str(_ITEMS.get(item["item"], item["item"]))
    levels = f"+{item['levels']}" if item["levels"] > 0 else f"{_MINUS}{-item['levels']}"
    with_ = item.get("with")
    if item["item"] == Item.TRIGGER or not with_:
        return f"{name} {levels}"
    return f"{name} {levels} ({banner(with_)})"
