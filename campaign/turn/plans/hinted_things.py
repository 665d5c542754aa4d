"""What the bot might use: things of which its seat has heard something, each once (Rules 14.2)."""

from __future__ import annotations

from campaign.models import Order
from campaign.turn.plans.knowledge import SeatView, feature_ids
from rules.orders import OrderKind


def hinted_things(view: SeatView) -> frozenset[str]:
    """The features and relics of the seat's hints that it has not used yet: features by their public ids,
    relics by the engine's, as in ``SeatView.with_engine_ids``."""
    heard = {hint["thing"] for hint in view.map.get("hints", ())}
    if not heard:
        return frozenset()
    orders = Order.objects.filter(player_turn__seat=view.seat, slot="special")
    given = [one for one in orders.values_list("detail", flat=True) if one.get("order") == OrderKind.USE]
    used = {one.get("relic") for one in given}
    used |= set(feature_ids(view.seat, [str(one["feature"]) for one in given if one.get("feature")]).values())
    return frozenset(view.ids.relics.get(thing, thing) for thing in heard) - used
