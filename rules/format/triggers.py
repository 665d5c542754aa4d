"""Triggers and settlements in the scenario format, both ways (Rules 14.3, 14.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rules.club.triggers import (
    Audience,
    Deed,
    DeedKind,
    Receiver,
    Repeat,
    Settlement,
    Term,
    TermKind,
    Trigger,
    TriggerId,
)
from rules.format.house import MOST_LISTED
from rules.format.places import read_count, read_place, read_sector, some
from rules.format.reading import Fields, Node, shown
from rules.orders import ASKED, BannerOrders, OrderKind
from rules.state import At, BannerId, FeatureId, PlayerId, RelicId, State

MOST_TRIGGERS = 200
MOST_BY = 20
MOST_RADIUS = 30
LEAST_SIDES, MOST_SIDES = 2, 100

Keys = tuple[tuple[str, ...], tuple[str, ...]]
"""The keys that an object must have beside its word, and those that it may have."""

_TERM_KEYS: Mapping[TermKind, Keys] = {
    TermKind.USED: ((), ()),
    TermKind.ORDER: (("order",), ()),
    TermKind.CARRIES: (("relic",), ()),
    TermKind.HELD: (("turns",), ()),
    TermKind.KNOWS: (("feature",), ()),
    TermKind.OCCUPIES: (("sectors",), ()),
    TermKind.TURN: ((), ("from", "to")),
    TermKind.DIE: (("sides", "at_least"), ()),
}

_THING = ("feature", "relic")

DO: Mapping[DeedKind, Keys] = {
    DeedKind.LEVEL: (("by",), ("on",)),
    DeedKind.REVEAL: ((), (*_THING, "to")),
    DeedKind.UNSEAL: (("relic",), ()),
    DeedKind.SPY: (("radius",), ("at",)),
}
"""What a trigger can do."""

START: Mapping[DeedKind, Keys] = {
    DeedKind.LEVEL: (("by",), ("banner",)),
    DeedKind.MOVE: (("to",), ()),
}
"""What a settlement can do before the movement."""

END: Mapping[DeedKind, Keys] = {
    DeedKind.LEVEL: (("by",), ("banner",)),
    DeedKind.REVEAL: ((), (*_THING, "to")),
    DeedKind.UNSEAL: (("relic",), ()),
    DeedKind.SPY: (("radius", "at"), ()),
}
"""What a settlement can do after the searches."""


def read_triggers(node: Node, state: State) -> tuple[Trigger, ...]:
    """The triggers of a scenario, by id; ``state`` has all that they may name."""
    reader = _Reader(state)
    triggers: dict[TriggerId, Trigger] = {}
    for item in node.items(MOST_TRIGGERS):
        fields = item.fields(("id", "do"), (*_THING, "repeat", "holder", "held", "fired_by", "when"))
        name = TriggerId(fields["id"].name())
        if name in triggers:
            raise fields["id"].error("trigger_twice", id=shown(name))
        triggers[name] = reader.read_trigger(name, item, fields)
    return tuple(triggers[name] for name in sorted(triggers))


def read_settlements(
    node: Node, state: State, effective: Mapping[BannerId, BannerOrders]
) -> tuple[Settlement, ...]:
    """The settlements of a scenario by banner; each is of one with an effective ``other`` order."""
    reader = _Reader(state)
    settlements: dict[BannerId, Settlement] = {}
    for item in node.items():
        fields = item.fields(("banner",), ("start", "end"))
        banner = reader.read_banner(fields["banner"])
        orders = effective.get(banner)
        if orders is None or orders.special is None or orders.special.kind is not OrderKind.OTHER:
            raise fields["banner"].error("not_settled", banner=shown(banner))
        if banner in settlements:
            raise fields["banner"].error("settled_twice", banner=shown(banner))
        settlements[banner] = Settlement(
            banner,
            fields.get("start", reader.read_start, ()),
            fields.get("end", reader.read_end, ()),
        )
    return tuple(settlements[banner] for banner in sorted(settlements))


class _Reader:
    """What triggers and settlements may name."""

    def __init__(self, state: State) -> None:
        self.rows = state.rows
        self.turn = state.turn
        self.players = {player.id for player in state.players}
        self.features = {feature.id for feature in state.features}
        self.banners = {banner.id for banner in state.banners}

    def read_trigger(self, name: TriggerId, node: Node, fields: Fields) -> Trigger:
        feature, relic = self._read_thing(node, fields)
        return Trigger(
            name,
            feature,
            relic,
            fields.get("repeat", lambda word: word.choice(Repeat), Repeat.ONCE),
            fields.maybe("holder", self._read_player),
            fields.get("held", read_count, 0),
            fields.get("fired_by", self._read_players, ()),
            fields.get("when", lambda own: tuple(map(self._read_term, own.items(MOST_LISTED))), ()),
            tuple(self._read_deed(item, DO) for item in some(fields["do"], MOST_LISTED)),
        )

    def read_start(self, node: Node) -> tuple[Deed, ...]:
        deeds: list[Deed] = []
        for item in node.items(MOST_LISTED):
            deed = self._read_deed(item, START)
            if deed.kind is DeedKind.MOVE and any(one.kind is DeedKind.MOVE for one in deeds):
                raise Fields(item.members())["do"].error("moved_twice")
            deeds.append(deed)
        return tuple(deeds)

    def read_end(self, node: Node) -> tuple[Deed, ...]:
        return tuple(self._read_deed(item, END) for item in node.items(MOST_LISTED))

    def read_banner(self, node: Node, split_off: bool = False) -> BannerId:
        banner = BannerId(node.name())
        if banner not in self.banners and not (split_off and self._may_be_split_off(banner)):
            raise node.error("no_banner", banner=repr(banner))
        return banner

    def _may_be_split_off(self, banner: str) -> bool:
        """Whether a banner that now is there could give this id to one that it splits off this turn."""
        suffix = f".{self.turn}"
        while banner.endswith(suffix):
            banner = banner.removesuffix(suffix)
            if banner in self.banners:
                return True
        return False

    def _read_player(self, node: Node) -> PlayerId:
        player = PlayerId(node.name())
        if player not in self.players:
            raise node.error("unknown_player", id=shown(player))
        return player

    def _read_players(self, node: Node) -> tuple[PlayerId, ...]:
        return tuple(sorted({self._read_player(item) for item in node.items()}))

    def _read_feature(self, node: Node) -> FeatureId:
        feature = FeatureId(node.name())
        if feature not in self.features:
            raise node.error("no_feature", feature=repr(feature))
        return feature

    def _read_thing(self, node: Node, fields: Fields) -> tuple[FeatureId | None, RelicId | None]:
        """Exactly one of a feature that is there and a relic, which may be gone."""
        feature = fields.maybe("feature", self._read_feature)
        relic = fields.maybe("relic", Node.name)
        if (feature is None) == (relic is None):
            raise node.error("one_of", allowed="feature and relic")
        return feature, RelicId(relic) if relic is not None else None

    def _read_place(self, node: Node) -> At:
        return read_place(node, self.rows)

    def _read_term(self, node: Node) -> Term:
        kind = _word(node, "is").choice(TermKind)
        needs, may = _TERM_KEYS[kind]
        fields = node.fields(("is", *needs), may)
        if kind is TermKind.TURN and "from" not in fields and "to" not in fields:
            raise node.error("no_turn")
        relic = fields.get("relic", Node.name, None)
        sides = fields.get("sides", lambda sides: sides.integer(LEAST_SIDES, MOST_SIDES), 0)
        return Term(
            kind,
            fields.get("order", _read_asked, None),
            RelicId(relic) if relic is not None else None,
            fields.get("turns", lambda turns: turns.integer(1), 0),
            fields.get("feature", self._read_feature, None),
            fields.get("sectors", lambda own: tuple(map(self._read_place, some(own, MOST_LISTED))), ()),
            fields.maybe("from", lambda turn: turn.integer(1)),
            fields.maybe("to", lambda turn: turn.integer(1)),
            sides,
            fields.get("at_least", lambda least: least.integer(1, sides), 0),
        )

    def _read_deed(self, node: Node, words: Mapping[DeedKind, Keys]) -> Deed:
        word = _word(node, "do")
        kind = _among(word, words, DeedKind)
        needs, may = words[kind]
        fields = node.fields(("do", *needs), may)
        feature, relic = None, fields.maybe("relic", Node.name)
        if kind is DeedKind.REVEAL:
            feature, relic = self._read_thing(node, fields)
        if kind is DeedKind.MOVE:
            return Deed(kind, at=self._read_place(fields["to"]))
        return Deed(
            kind,
            by=fields.get("by", _read_by, 0),
            on=fields.get("on", lambda word: word.choice(Receiver), Receiver.ACTOR),
            banner=fields.maybe("banner", lambda own: self.read_banner(own, words is END)),
            feature=feature,
            relic=RelicId(relic) if relic is not None else None,
            to=fields.get("to", lambda word: word.choice(Audience), Audience.HOLDER),
            radius=fields.get("radius", lambda radius: radius.integer(0, MOST_RADIUS), 0),
            at=fields.maybe("at", lambda at: read_sector(at, self.rows)),
        )


def _word(node: Node, key: str) -> Node:
    """The member of an object that says what the object is."""
    members = node.members()
    if key not in members:
        raise node.missing(key)
    return members[key]


def _among(node: Node, allowed: Collection[Any], kinds: type[Any]) -> Any:
    """One of those words of an enumeration that are allowed here."""
    if node.text() not in allowed:
        words = ", ".join(word.value for word in allowed)
        raise node.error("not_among", allowed=words, value=shown(node.value))
    return kinds(node.text())


def _read_asked(node: Node) -> str:
    kind: OrderKind = _among(node, ASKED, OrderKind)
    return kind.value


def _read_by(node: Node) -> int:
    by = node.integer(-MOST_BY, MOST_BY)
    if by == 0:
        raise node.error("zero")
    return by


def triggers_document(triggers: tuple[Trigger, ...]) -> list[dict[str, object]]:
    """Triggers as a scenario holds them."""
    return [
        {
            "id": trigger.id,
            **_set(feature=trigger.feature, relic=trigger.relic),
            "repeat": trigger.repeat.value,
            "holder": trigger.holder,
            "held": trigger.held,
            "fired_by": list(trigger.fired_by),
            "when": [_term_document(term) for term in trigger.when],
            "do": [_deed_document(deed) for deed in trigger.do],
        }
        for trigger in triggers
    ]


def settlements_document(settlements: tuple[Settlement, ...]) -> list[dict[str, object]]:
    """Settlements as a scenario holds them."""
    return [
        {
            "banner": settlement.banner,
            "start": [_deed_document(deed) for deed in settlement.start],
            "end": [_deed_document(deed) for deed in settlement.end],
        }
        for settlement in settlements
    ]


def _set(**given: object) -> dict[str, object]:
    return {key: value for key, value in given.items() if value is not None}


_TERM_VALUES: Mapping[TermKind, Callable[[Term], dict[str, object]]] = {
    TermKind.USED: lambda term: {},
    TermKind.ORDER: lambda term: {"order": term.order},
    TermKind.CARRIES: lambda term: {"relic": term.relic},
    TermKind.HELD: lambda term: {"turns": term.turns},
    TermKind.KNOWS: lambda term: {"feature": term.feature},
    TermKind.OCCUPIES: lambda term: {"sectors": [list(at) for at in term.sectors]},
    TermKind.TURN: lambda term: _set(**{"from": term.first, "to": term.last}),
    TermKind.DIE: lambda term: {"sides": term.sides, "at_least": term.at_least},
}


def _term_document(term: Term) -> dict[str, object]:
    return {"is": term.kind.value, **_TERM_VALUES[term.kind](term)}


def _deed_document(deed: Deed) -> dict[str, object]:
    at = list(deed.at) if deed.at is not None else None
    document: dict[str, object] = {"do": deed.kind.value}
    if deed.kind is DeedKind.LEVEL:
        on = deed.on.value if deed.on is not Receiver.ACTOR else None
        return {**document, "by": deed.by, **_set(on=on, banner=deed.banner)}
    if deed.kind is DeedKind.REVEAL:
        return {**document, **_set(feature=deed.feature, relic=deed.relic), "to": deed.to.value}
    if deed.kind is DeedKind.UNSEAL:
        return {**document, "relic": deed.relic}
    if deed.kind is DeedKind.SPY:
        return {**document, "radius": deed.radius, **_set(at=at)}
    return {**document, "to": at}
