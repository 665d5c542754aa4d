"""What a facilitator may correct in a review, as changes of a ``State`` (and of plans, before the movement).

A change is one JSON object, one of:

* ``{"banner": id, "at": [x, y]}`` (input only), ``"level"``, ``"works"``, ``"retreating"`` with or without
  ``"beaten_by"``: any of them together;
* ``{"sector": [x, y], "occupier": player or null, "disputed": bool}``;
* ``{"relic": id, "carried_by": banner}`` or ``{"relic": id, "at": [x, y], "known_to": [player, ...]}``;
* ``{"relic": id, "sealed": bool}``, alone or with those;
* ``{"feature": id, "known_to": [player, ...]}``;
* ``{"trigger": id, "held": turns, "holder": player or null, "fired_by": [player, ...]}``, any of them;
* ``{"plan": player, "banner": id, "orders": {...} or null}`` (input only).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from campaign.base.words.document_faults import fault
from campaign.base.words.rule_sentences import Named
from rules.format.writing import state_document
from rules.orders import Plan
from rules.scenario import ScenarioError, load, load_plan
from rules.state import (
    At,
    Banner,
    BannerId,
    Feature,
    PlayerId,
    Relic,
    Sector,
    State,
    Works,
)

Change = Mapping[str, Any]
Plans = Mapping[PlayerId, Plan]

_BANNER = ("level", "works", "retreating", "beaten_by")
_ANY_SEED = "00" * 32


class CorrectionError(ValueError):
    """A change that cannot be made: a sentence on what is wrong and what is allowed, and what fills it.

    ``values`` may be ids, or a fault of the rules' own.
    """

    def __init__(self, sentence: str, **values: str | ScenarioError) -> None:
        super().__init__(sentence)
        self.sentence, self.values = sentence, values

    def said(self, named: Named) -> str:
        """The sentence, with names for ids."""
        return self.sentence % {
            name: fault(one, named) if isinstance(one, ScenarioError) else named(one)
            for name, one in self.values.items()
        }


def correct_input(state: State, plans: Plans, changes: Iterable[Change]) -> tuple[State, Plans]:
    """The turn's start and plans with the changes made, in order. Raises ``CorrectionError``."""
    changed = dict(plans)
    for change in changes:
        if "plan" in change:
            player = PlayerId(change["plan"])
            changed[player] = _plan(state, changed.get(player, Plan()), change)
        else:
            state = _change(state, change, ("at", *_BANNER))
    return _checked(state), changed


def correct_outcome(state: State, changes: Iterable[Change]) -> State:
    """The turn's end with the changes made, in order; positions stay. Raises ``CorrectionError``."""
    for change in changes:
        state = _change(state, change, _BANNER)
    return _checked(state)


def seats_touched(state: State, change: Change) -> tuple[PlayerId, ...]:
    """The players whom a change touches, and who are shown it, sorted.

    What is corrected of a trigger is shown to nobody: who holds it, and whether it has fired, are secrets.
    """
    owner = {banner.id: banner.owner for banner in state.banners}
    touched: set[PlayerId | None] = set()
    if "plan" in change:
        touched.add(PlayerId(change["plan"]))
    elif "banner" in change:
        touched.add(owner.get(BannerId(change["banner"])))
    elif "sector" in change:
        before = next((one for one in state.sectors if list(one.at) == list(change["sector"])), None)
        touched |= {before.occupier if before else None, change.get("occupier")}
    elif "relic" in change:
        relic = next((one for one in state.relics if one.id == change["relic"]), None)
        touched |= {*change.get("known_to", ()), *(relic.known_to if relic else ())}
        carriers = (change.get("carried_by"), relic.carried_by if relic else None)
        touched |= {owner.get(carrier) for carrier in carriers if carrier}
    elif "feature" in change:
        feature = next((one for one in state.features if one.id == change["feature"]), None)
        touched |= {*change.get("known_to", ())} ^ {*(feature.known_to if feature else ())}
    return tuple(sorted(player for player in touched if player))


def _change(state: State, change: Change, banner_keys: tuple[str, ...]) -> State:
    if "banner" in change:
        _only(change, ("banner", *banner_keys))
        return _with_banner(state, change)
    if "sector" in change:
        _only(change, ("sector", "occupier", "disputed"))
        return _with_sector(state, change)
    if "relic" in change:
        _only(change, ("relic", "carried_by", "at", "known_to", "sealed"))
        return _with_relic(state, change)
    if "feature" in change:
        _only(change, ("feature", "known_to"))
        return _with_feature(state, change)
    if "trigger" in change:
        _only(change, ("trigger", "held", "holder", "fired_by"))
        return _with_trigger(state, change)
    raise CorrectionError(_("A correction names a banner, a sector, a relic, a feature or a trigger."))


def _only(change: Change, allowed: tuple[str, ...]) -> None:
    for key in change:
        if key not in allowed:
            raise CorrectionError(
                _("%(key)s cannot be corrected here; %(allowed)s can."),
                key=key,
                allowed=", ".join(allowed[1:]),
            )


def _with_banner(state: State, change: Change) -> State:
    found = [banner for banner in state.banners if banner.id == change["banner"]]
    if not found:
        raise CorrectionError(_("There is no banner %(banner)s on the map."), banner=change["banner"])
    new = _banner(found[0], change)
    return replace(state, banners=tuple(new if one.id == new.id else one for one in state.banners))


def _banner(old: Banner, change: Change) -> Banner:
    try:
        works = Works(change.get("works", old.works))
    except ValueError:
        raise CorrectionError(_("works must be one of %(allowed)s."), allowed=", ".join(Works)) from None
    retreating = change.get("retreating", old.retreating)
    beaten_by = change.get("beaten_by", old.beaten_by)
    return replace(
        old,
        at=_at(change["at"]) if "at" in change else old.at,
        level=change.get("level", old.level),
        works=works,
        retreating=retreating,
        beaten_by=beaten_by if retreating else None,
    )


def _with_sector(state: State, change: Change) -> State:
    at = _at(change["sector"])
    occupier, disputed = change.get("occupier"), bool(change.get("disputed", False))
    kept = [sector for sector in state.sectors if sector.at != at]
    if occupier is not None or disputed:
        kept.append(Sector(at, occupier, disputed))
    return replace(state, sectors=tuple(sorted(kept, key=lambda one: (one.at[1], one.at[0]))))


def _with_relic(state: State, change: Change) -> State:
    found = [relic for relic in state.relics if relic.id == change["relic"]]
    if not found:
        raise CorrectionError(
            _("There is no relic %(relic)s, or it has been destroyed."), relic=change["relic"]
        )
    old = found[0]
    if change.get("carried_by") is not None:
        new = Relic(old.id, BannerId(change["carried_by"]), None, (), old.destructible)
    elif "at" in change or "known_to" in change or old.carried_by is None:
        at = _at(change["at"]) if "at" in change else old.at
        known_to = tuple(sorted(change.get("known_to", old.known_to)))
        new = Relic(old.id, None, at, known_to, old.destructible, old.sealed)
    else:
        new = old
    if change.get("sealed"):
        if new.at is None:
            raise CorrectionError(_("A relic that is carried cannot be sealed: say where it lies."))
        new = replace(new, known_to=tuple(sorted(change.get("known_to", ()))))
    if "sealed" in change:
        new = replace(new, sealed=bool(change["sealed"]))
    return replace(state, relics=tuple(new if one.id == new.id else one for one in state.relics))


def _with_feature(state: State, change: Change) -> State:
    found = [feature for feature in state.features if feature.id == change["feature"]]
    if not found:
        raise CorrectionError(_("There is no feature %(feature)s."), feature=change["feature"])
    new: Feature = replace(found[0], known_to=tuple(sorted(change.get("known_to", ()))))
    return replace(state, features=tuple(new if one.id == new.id else one for one in state.features))


def _with_trigger(state: State, change: Change) -> State:
    found = [trigger for trigger in state.triggers if trigger.id == change["trigger"]]
    if not found:
        raise CorrectionError(_("There is no trigger %(trigger)s."), trigger=change["trigger"])
    old = found[0]
    new = replace(
        old,
        held=change.get("held", old.held),
        holder=change.get("holder", old.holder),
        fired_by=tuple(sorted(change.get("fired_by", old.fired_by))),
    )
    return replace(state, triggers=tuple(new if one.id == new.id else one for one in state.triggers))


def _plan(state: State, plan: Plan, change: Change) -> Plan:
    _only(change, ("plan", "banner", "orders"))
    own = {banner.id for banner in state.banners if banner.owner == change["plan"]}
    banner, orders = BannerId(change["banner"]), dict(plan.orders)
    if banner not in own:
        raise CorrectionError(_("This player has no banner %(banner)s on the map."), banner=banner)
    orders.pop(banner, None)
    if change.get("orders"):
        try:
            orders.update(load_plan({"orders": {banner: dict(change["orders"])}}, own).orders)
        except ScenarioError as error:
            raise CorrectionError("%(error)s.", error=error) from error
    return Plan(orders, plan.node)


def _at(value: object) -> At:
    match value:
        case [int(x), int(y)]:
            return x, y
    raise CorrectionError(_("A sector is written as [x, y]."))


def _checked(state: State) -> State:
    """The state, once it is known to be one that a scenario can hold."""
    try:
        return load({**state_document(state), "seed": _ANY_SEED}).state
    except ScenarioError as error:
        raise CorrectionError(_("After this correction %(error)s."), error=error) from error
