"""What the bot might use: things of which its seat has heard something, each once (Rules 14.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from campaign.models import Feature, Order
from campaign.turn.plans.knowledge import SeatView
from campaign.turn.plans.plan_codec import Written
from rules.orders import OrderKind
from rules.state import FeatureId


def hinted_things(view: SeatView) -> frozenset[str]:
    """The features and relics of the seat's hints that it has not used yet: features by their public ids,
    relics by the engine's, as in ``SeatView.with_engine_ids``."""
    heard = {hint["thing"] for hint in view.map.get("hints", ())}
    if not heard:
        return frozenset()
    orders = Order.objects.filter(player_turn__seat=view.seat, slot="special")
    given = [one for one in orders.values_list("detail", flat=True) if one.get("order") == OrderKind.USE]
    used = {one.get("relic") for one in given}
    used |= set(_public(view, [str(one["feature"]) for one in given if one.get("feature")]).values())
    return frozenset(view.ids.relics.get(thing, thing) for thing in heard) - used


def with_engine_features(view: SeatView, written: Written) -> Written:
    """The plan with the engine's ids for the features that it names."""
    orders = dict(written.plan.orders)
    named = {key: one.special.feature for key, one in orders.items() if one.special and one.special.feature}
    if not named:
        return written
    found = Feature.objects.filter(campaign=view.seat.campaign_id, public_id__in=set(named.values()))
    keys = dict(found.values_list("public_id", "key"))
    for key, feature in named.items():
        special = orders[key].special
        assert special is not None
        orders[key] = replace(orders[key], special=replace(special, feature=FeatureId(keys.get(feature, ""))))
    return replace(written, plan=replace(written.plan, orders=orders))


def _public(view: SeatView, keys: Iterable[str]) -> dict[str, str]:
    keys = list(keys)
    if not keys:
        return {}
    found = Feature.objects.filter(campaign=view.seat.campaign_id, key__in=keys)
    return dict(found.values_list("key", "public_id"))
