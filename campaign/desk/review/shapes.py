"""Reading a correction: what programs call things becomes what the engine calls them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rest_framework import serializers

from campaign.desk.review.truth_ids import WORKS, TruthIds
from campaign.web.api.fields import Anything, Id, Sector, Switch, Whole
from campaign.web.api.problems import invalid
from campaign.web.api.request_parsing import Strict
from rules.orders import PARTS, Names

MOST_LEVEL = 1_000_000
SEATS = 32767
MOST_HELD = 100_000


class _Seats(serializers.ListField):
    child = Whole(min_value=1, max_value=SEATS)


class OfBanner(Strict):
    """A banner's place (input only), level, works, or that it must retreat."""

    banner = Id()
    at = Sector(required=False)
    level = Whole(required=False, min_value=0, max_value=MOST_LEVEL)
    works = serializers.ChoiceField(required=False, choices=WORKS)
    retreating = Switch(required=False)
    beaten_by = Id(required=False, allow_null=True)


class OfSector(Strict):
    """Who occupies a sector, or that it is disputed."""

    sector = Sector()
    occupier = Whole(required=False, allow_null=True, min_value=1, max_value=SEATS)
    disputed = Switch(required=False)


class OfRelic(Strict):
    """Who carries a relic, or where it lies and who knows; or that it is sealed."""

    relic = Id()
    carried_by = Id(required=False)
    at = Sector(required=False)
    known_to = _Seats(required=False)
    sealed = Switch(required=False)


class OfFeature(Strict):
    """Who knows a feature."""

    feature = Id()
    known_to = _Seats()


class OfTrigger(Strict):
    """Who holds a trigger's thing and for how many turns in a row, and for whom it has fired."""

    trigger = Id()
    holder = Whole(required=False, allow_null=True, min_value=1, max_value=SEATS)
    held = Whole(required=False, min_value=0, max_value=MOST_HELD)
    fired_by = _Seats(required=False)


class OfPlan(Strict):
    """A banner's orders in a player's plan (input only)."""

    plan = Whole(min_value=1, max_value=SEATS)
    banner = Id()
    orders = Anything(allow_null=True)


_FORMS: Mapping[str, type[Strict]] = {
    "plan": OfPlan,
    "banner": OfBanner,
    "sector": OfSector,
    "relic": OfRelic,
    "feature": OfFeature,
    "trigger": OfTrigger,
}


def read_change(document: Mapping[str, Any], ids: TruthIds) -> dict[str, Any]:
    """A correction with engine ids. Raises ``ProblemError`` and ``ValidationError`` with the field."""
    sort = next((name for name in _FORMS if name in document), None)
    if sort is None:
        raise invalid("change", f"must name one of {', '.join(sorted(_FORMS))}")
    form = _FORMS[sort](data=document)
    if not form.is_valid():
        raise serializers.ValidationError({"change": form.errors})
    change = dict(form.validated_data)
    for name, value in change.items():
        read = _READERS.get(name)
        if read is not None and value is not None:
            change[name] = read(ids, value, f"change.{name}")
    return change


def _from(name: str) -> Callable[[TruthIds, Any, str], str]:
    def read(ids: TruthIds, value: object, path: str) -> str:
        known: Mapping[object, str] = getattr(ids, name)
        if value not in known:
            raise invalid(path, f"there is no such {name.rstrip('s')} in this campaign")
        return known[value]

    return read


def _seats(ids: TruthIds, value: list[int], path: str) -> list[str]:
    return [_from("seats")(ids, one, f"{path}[{place}]") for place, one in enumerate(value)]


_NAMED = tuple(part.key for part in PARTS if part.names in (Names.BANNER, Names.RELIC, Names.FEATURE))


def _orders(ids: TruthIds, value: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Orders of one banner; what they name and nobody has stays as it is, and is void."""
    names = {**ids.banners, **ids.relics, **ids.features}
    orders: dict[str, Any] = {}
    for slot, order in value.items():
        orders[slot] = order
        if isinstance(order, Mapping):
            orders[slot] = {
                key: names.get(one, one) if key in _NAMED and isinstance(one, str) else one
                for key, one in order.items()
            }
    return orders


_READERS: Mapping[str, Callable[[TruthIds, Any, str], Any]] = {
    "plan": _from("seats"),
    "banner": _from("banners"),
    "beaten_by": _from("banners"),
    "carried_by": _from("banners"),
    "occupier": _from("seats"),
    "relic": _from("relics"),
    "feature": _from("features"),
    "trigger": _from("triggers"),
    "holder": _from("seats"),
    "fired_by": _seats,
    "known_to": _seats,
    "orders": _orders,
}
