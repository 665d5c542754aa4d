"""The truth in a few words, for the desk: orders as written, corrections as made."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.coordinates import sector_name
from rules.orders import GIVER, ORDER, OrderKind

Document = Mapping[str, Json]
Names = Callable[[str], str]


def orders_in_words(orders: Document, banner: Names, relic: Names) -> str:
    """One banner's orders as a scenario document has them: ``march to B3, resupply``."""
    written = (orders.get(slot) for slot in ("primary", "secondary", "special"))
    return ", ".join(_order(one, banner, relic) for one in written if one)


def _order(order: Document, banner: Names, relic: Names) -> str:
    kind = str(order["order"]).replace("_", " ")
    if order.get("to") is not None:
        return _("%(order)s to %(sector)s") % {"order": kind, "sector": sector_name(*order["to"])}
    if GIVER in ORDER[OrderKind(order["order"])].parts:
        return _transfer(order, banner, relic)
    if order.get("with"):
        return f"{kind} {banner(order['with'])}"
    if order.get("name"):
        return _("split off %(name)s") % {"name": order["name"]}
    if order.get("relic") or order.get("feature"):
        return f"{kind}: {relic(order.get('relic') or order['feature'])}"
    return f"{kind}: {order['text']}" if order.get("text") else kind


def _transfer(order: Document, banner: Names, relic: Names) -> str:
    what = []
    if order.get("levels"):
        what.append(_("%(levels)s levels") % {"levels": order["levels"]})
    if order.get("relic"):
        what.append(relic(order["relic"]))
    taken = _("take %(what)s") % {"what": _(" and ").join(what)}
    if not order.get("from"):
        return taken
    return _("%(taken)s from %(banner)s") % {"taken": taken, "banner": banner(order["from"])}


def change_in_words(change: Document, banner: Names, relic: Names, army: Names) -> str:
    """One correction: ``3rd Column: level 12``."""
    if "plan" in change:
        orders = orders_in_words(change.get("orders") or {}, banner, relic) or _("no orders")
        return f"{banner(change['banner'])}: {orders}"
    if "banner" in change:
        return f"{banner(change['banner'])}: {', '.join(_parts(change))}"
    if "sector" in change:
        holder = _("nobody")
        if change.get("disputed"):
            holder = _("disputed")
        elif change.get("occupier"):
            holder = army(change["occupier"])
        return f"{sector_name(*change['sector'])}: {holder}"
    if "relic" in change:
        return f"{relic(change['relic'])}: {_relic_place(change, banner)}"
    if "trigger" in change:
        return f"{change['trigger']}: {', '.join(_trigger_parts(change, army))}"
    known = ", ".join(army(key) for key in change.get("known_to", ())) or _("nobody")
    return _("%(feature)s is known to %(armies)s") % {"feature": relic(change["feature"]), "armies": known}


def _parts(change: Document) -> list[str]:
    parts = []
    if "at" in change:
        parts.append(_("at %(sector)s") % {"sector": sector_name(*change["at"])})
    if "level" in change:
        parts.append(_("level %(level)s") % {"level": change["level"]})
    if "works" in change:
        parts.append(_("works %(works)s") % {"works": change["works"]})
    if "retreating" in change:
        parts.append(_("must retreat") if change["retreating"] else _("need not retreat"))
    return parts


def _relic_place(change: Document, banner: Names) -> str:
    if change.get("carried_by"):
        return _("carried by %(banner)s") % {"banner": banner(change["carried_by"])}
    if change.get("at"):
        return _("lies at %(sector)s") % {"sector": sector_name(*change["at"])}
    if "sealed" in change:
        return _("sealed") if change["sealed"] else _("unsealed")
    return _("known to others")


def _trigger_parts(change: Document, army: Names) -> list[str]:
    parts = []
    if "holder" in change:
        parts.append(_("held by %(army)s") % {"army": army(change["holder"]) if change["holder"] else "-"})
    if "held" in change:
        parts.append(_("held for %(turns)s turns") % {"turns": change["held"]})
    if "fired_by" in change:
        armies = ", ".join(army(key) for key in change["fired_by"]) or _("nobody")
        parts.append(_("fired for %(armies)s") % {"armies": armies})
    return parts
