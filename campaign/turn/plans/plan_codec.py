"""A plan on the wire: the form in which pages and programs send one, and in which it is shown again.

It is the scenario format's plan: ``{"node": null, "orders": {banner: {"primary": {...}, ...}}}`` with
public ids. Beside a banner's orders, ``{"hold": true}`` says that it is meant to have none, and
``"sacrifice"`` (0 to 3) how many levels it would give up in a battle where all battles are abstract.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from campaign.base import one_line
from campaign.base.answers import Json
from campaign.base.refusal import Refusal, Unfit
from campaign.base.words.document_faults import fault_text
from rules.orders import ORDER, BannerOrders, Names, Order, Plan
from rules.scenario import ScenarioError, load_plan, plan_document
from rules.state import BannerId, FeatureId, RelicId
from rules.tables import MOST_SACRIFICED

LONGEST_NAME = 60
HOLD = "hold"
SACRIFICE = "sacrifice"


class WireError(ValueError):
    """A plan that cannot be read; ``path`` names the place, as ``orders.3f9a.primary.to``; ``unfit``: no
    line of text stands there.
    """

    def __init__(self, path: str, message: str, *, unfit: bool = False) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message
        self.unfit = unfit

    def refusal(self) -> Refusal:
        """The same, to be raised to who sent the plan."""
        kind = Unfit if self.unfit else Refusal
        return kind(f"{self.path}: {self.message}.", code="malformed", field=self.path)


@dataclass(frozen=True, slots=True)
class Written:
    """A plan as it was written: orders, the banners meant to hold, and sacrifices by banner."""

    plan: Plan
    holds: tuple[BannerId, ...] = ()
    sacrifices: Mapping[BannerId, int] = field(default_factory=dict)

    @property
    def decides(self) -> bool:
        """Whether it holds at least one order or says of a banner that it is to hold."""
        return bool(self.holds) or any(
            orders.primary or orders.secondary or orders.special for orders in self.plan.orders.values()
        )

    @property
    def decided(self) -> frozenset[BannerId]:
        """The banners for which it says something."""
        return frozenset((*self.plan.orders, *self.holds))


def read_plan(document: object, own: Collection[str]) -> Written:
    """Read a plan for the banners ``own``. Raises ``WireError``; what is legal is not looked at."""
    if not isinstance(document, Mapping):
        raise WireError("plan", _("must be an object"))
    orders = document.get("orders", {})
    if not isinstance(orders, Mapping):
        raise WireError("orders", _("must be an object"))
    holds: list[BannerId] = []
    sacrifices: dict[BannerId, int] = {}
    plain: dict[str, object] = {}
    for key, entry in orders.items():
        if not isinstance(entry, Mapping):
            raise WireError(f"orders.{key}", _("must be an object"))
        given = dict(entry)
        sacrifice = _whole(given.pop(SACRIFICE, 0) or 0, f"orders.{key}.{SACRIFICE}")
        if sacrifice:
            sacrifices[BannerId(key)] = sacrifice
        if _flag(given.pop(HOLD, None), f"orders.{key}.{HOLD}"):
            holds.append(BannerId(key))
        plain[key] = {slot: order for slot, order in given.items() if order is not None}
        if key in holds and plain[key]:
            raise WireError(f"orders.{key}", _("a banner that is to hold can have no orders"))
    try:
        plan = load_plan({**document, "orders": plain}, {BannerId(one) for one in own})
    except ScenarioError as error:
        raise WireError(error.path, fault_text(error)) from error
    for key, given_orders in plan.orders.items():
        _check_words(key, given_orders)
    kept = {key: one for key, one in sorted(plan.orders.items()) if one != BannerOrders()}
    return Written(Plan(kept, plan.node), tuple(sorted(holds)), dict(sorted(sacrifices.items())))


def _check_words(banner: BannerId, orders: BannerOrders) -> None:
    """What somebody writes is one line of text: a new banner's name, and what an order says in words."""
    for order in (orders.primary, orders.secondary, orders.special):
        if order is None:
            continue
        record = ORDER[order.kind]
        for part in record.parts:
            if part.names is Names.TEXT:
                path = f"orders.{banner}.{record.slot}.{part.key}"
                _check_line(getattr(order, part.field), path, part.most or LONGEST_NAME)


def _check_line(text: str, path: str, most: int) -> None:
    if "\0" in text:
        raise WireError(path, _("must be text without the character NUL"))
    if wrong := one_line.fault(text):
        raise WireError(path, wrong, unfit=True)
    if len(text) > most:
        message = _("has %(count)s characters; at most %(most)s are allowed")
        raise WireError(path, message % {"count": len(text), "most": most})


def _flag(value: object, path: str) -> bool:
    if not isinstance(value, bool | None):
        raise WireError(path, _("must be true or false"))
    return bool(value)


def _whole(value: object, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_SACRIFICED:
        raise WireError(
            path,
            _("must be a whole number from 0 to %(most)s") % {"most": MOST_SACRIFICED},
        )
    return value


def wire_document(written: Written) -> dict[str, Json]:
    """A plan as it goes over the wire, banners in the order of their ids."""
    document: dict[str, Json] = plan_document(written.plan)
    entries = document["orders"]
    for banner in written.holds:
        entries.setdefault(banner, {})[HOLD] = True
    for banner, levels in written.sacrifices.items():
        entries.setdefault(banner, {})[SACRIFICE] = levels
    return {"node": document["node"], "orders": {key: entries[key] for key in sorted(entries)}}


def without_words(written: Written) -> Written:
    """The plan without what somebody wrote into it: who may not write names no banner."""

    def bare(order: Order | None) -> Order | None:
        return None if order is None else replace(order, name="", text="")

    orders = {
        key: BannerOrders(bare(given.primary), bare(given.secondary), bare(given.special))
        for key, given in written.plan.orders.items()
    }
    return replace(written, plan=replace(written.plan, orders=orders))


def receipt_of(document: Mapping[str, object]) -> str:
    """The receipt of a plan: SHA-256 of its canonical JSON (keys sorted, no spaces), in hex."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def features_named(written: Written) -> list[str]:
    """The features that its orders name, sorted."""
    special = (orders.special for orders in written.plan.orders.values())
    return sorted({order.feature for order in special if order is not None and order.feature is not None})


def with_features(written: Written, features: Mapping[str, FeatureId]) -> Written:
    """The plan with other ids for the features that it names; one that has none names nothing."""
    orders = dict(written.plan.orders)
    for key, given in written.plan.orders.items():
        if given.special is not None and given.special.feature is not None:
            named = features.get(given.special.feature, FeatureId(""))
            orders[key] = replace(given, special=replace(given.special, feature=named))
    return replace(written, plan=replace(written.plan, orders=orders))


def renamed(written: Written, banners: Mapping[str, BannerId], relics: Mapping[str, RelicId]) -> Written:
    """The plan with other ids for banners and relics. Raises ``KeyError`` with an id that has none."""

    def order(old: Order | None) -> Order | None:
        if old is None:
            return None
        new: dict[str, Json] = {}
        for part in ORDER[old.kind].parts:
            ids: Mapping[str, str] | None = {Names.BANNER: banners, Names.RELIC: relics}.get(part.names)
            named = getattr(old, part.field)
            if ids is not None and named is not None:
                new[part.field] = ids[named]
        return replace(old, **new) if new else old

    def orders(old: BannerOrders) -> BannerOrders:
        return BannerOrders(order(old.primary), order(old.secondary), order(old.special))

    node = written.plan.node
    return Written(
        Plan(
            {banners[key]: orders(given) for key, given in written.plan.orders.items()},
            banners[node] if node is not None else None,
        ),
        tuple(banners[key] for key in written.holds),
        {banners[key]: levels for key, levels in written.sacrifices.items()},
    )
