"""Triggers on a board that is being built: a scenario's, with what people are told of them.

A scenario's trigger has no ``hint``, ``told`` and ``told_to``; a board's has no ``holder``, ``held`` and
``fired_by``, for nothing has happened yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from django.utils.translation import gettext as _

from campaign.base import one_line
from campaign.base.answers import JsonObject
from campaign.base.document_error import unfit
from campaign.base.setup.documents import BoardTrigger
from rules.club.triggers import Audience
from rules.format.reading import Node
from rules.format.triggers import MOST_TRIGGERS, read_triggers, triggers_document
from rules.maps.terrain import PLAIN
from rules.state import Feature, FeatureId, Settings, State

MOST_HINT = 500
MOST_TOLD = 2_000
MOST_ID = 40
ALL, HOLDER = Audience.ALL.value, Audience.HOLDER.value

_OWN_WORDS = ("hint", "told", "told_to")
_STANDING = ("holder", "held", "fired_by")
_SIDE = 300


def read_board_triggers(node: Node) -> list[BoardTrigger]:
    """The triggers of a board, by id. Raises ``ScenarioError`` with the path at fault.

    They may name what is not on the board yet.
    """
    words: dict[str, tuple[str, str, str]] = {}
    for item in node.items(MOST_TRIGGERS):
        members = item.members()
        for key in _STANDING:
            if key in members:
                raise unfit(members[key], _("is not set before the campaign has started"))
        own = members["id"].name() if "id" in members else ""
        wrong = one_line.fault(own) if own else ""
        if wrong:
            raise unfit(members["id"], wrong, limit=True)
        _within(members.get("id", item), own, MOST_ID)
        words[own] = (
            _text(members.get("hint"), MOST_HINT),
            _text(members.get("told"), MOST_TOLD),
            members["told_to"].choice(Audience).value if "told_to" in members else HOLDER,
        )
    found = read_triggers(_bare_node(node), _anything(node.value))
    return [
        cast(
            "BoardTrigger",
            {**_unbegun(document), **dict(zip(_OWN_WORDS, words[str(document["id"])], strict=True))},
        )
        for document in triggers_document(found)
    ]


def bare_triggers(triggers: Iterable[BoardTrigger]) -> list[JsonObject]:
    """Triggers as a scenario holds them: without what people are told."""
    return [_bare(one) for one in triggers]


def _bare_node(node: Node) -> Node:
    """The same list without the words for people, at the same place."""
    items = [_bare(item) for item in cast("list[JsonObject]", node.value)]
    return Node({"triggers": items}).members()["triggers"]


def _bare(trigger: Mapping[str, Any]) -> JsonObject:
    return {key: value for key, value in trigger.items() if key not in _OWN_WORDS}


def _unbegun(trigger: Mapping[str, Any]) -> JsonObject:
    return {key: value for key, value in trigger.items() if key not in _STANDING}


def _anything(document: object) -> State:
    """A state in which every feature that a document names is there, on as wide a map as there can be."""
    features = tuple(Feature(FeatureId(name), (0, 0)) for name in sorted(set(_named(document))))
    return State(1, Settings(), (PLAIN * _SIDE,) * _SIDE, (), (), features=features)


def _named(document: object) -> Iterator[str]:
    if isinstance(document, Mapping):
        for key, value in document.items():
            if key == "feature" and isinstance(value, str):
                yield value
            yield from _named(value)
    elif isinstance(document, list | tuple):
        for item in document:
            yield from _named(item)


def _text(node: Node | None, most: int) -> str:
    if node is None:
        return ""
    if "\x00" in node.text():
        raise unfit(node, _("holds the character NUL, which cannot be stored"))
    return _within(node, node.text().strip(), most)


def _within(node: Node, text: str, most: int) -> str:
    if len(text) > most:
        raise unfit(
            node,
            _("has %(count)s characters; at most %(most)s are allowed") % {"count": len(text), "most": most},
        )
    return text
