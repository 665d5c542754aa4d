"""The club's own army rules as a campaign holds them: a scenario's house rules with a title and a text.

They are public: everybody may read them, by invitation too. One is::

    {"id": "house_street", "points": 1, "gives": ["tough"], "never": ["search"],
     "mods": [{"what": "attrition", "by": -1, "when": "city"}], "title": "Street fighters", "text": "..."}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict, cast

from django.utils.translation import gettext as _

from campaign.base import one_line
from campaign.base.answers import JsonObject, one_of
from campaign.base.document_error import unfit
from rules.armies import Trait
from rules.club.house import PREFIX, House, Mod, Stat, When, mods_of, traits_of
from rules.format.house import house_document
from rules.format.house import read_house as read_rules
from rules.format.reading import Node
from rules.orders import OrderKind

if TYPE_CHECKING:
    from campaign.models import Campaign, Seat

MOST_TITLE = 60
MOST_TEXT = 2_000
MOST_ID = 40

_ID = re.compile(r"house_[a-z0-9_]+")
_OWN_WORDS = ("title", "text")


class HouseMod(TypedDict):
    """One change that a house rule makes."""

    what: Annotated[str, one_of(Stat)]
    by: int
    when: NotRequired[Annotated[str, one_of(When)]]


class HouseDocument(TypedDict):
    """One of the club's own army rules; without any list it is text."""

    id: Annotated[str, "Begins with house_."]
    points: Annotated[int, "From -9 to 9."]
    gives: Annotated[list[Annotated[str, one_of(Trait)]], "Standard army rules that it brings with it."]
    never: Annotated[list[Annotated[str, one_of(OrderKind)]], "Orders that are illegal for the army."]
    mods: list[HouseMod]
    title: str
    text: str


def read_house(document: object) -> list[HouseDocument]:
    """The house rules in a JSON document, by id, nothing left out. Raises ``ScenarioError`` with the path."""
    whole = Node({"house": document})
    words = {}
    for node in whole.members()["house"].items():
        members = node.members()
        own = members["id"].name() if "id" in members else ""
        if "id" in members and (not _ID.fullmatch(own) or len(own) > MOST_ID):
            wanted = {"prefix": PREFIX, "most": MOST_ID}
            raise unfit(
                members["id"],
                _("must begin with %(prefix)s and go on with a to z, 0 to 9 and _, at most %(most)s in all")
                % wanted,
            )
        words[own] = (
            _line(members["title"]) if "title" in members else "",
            _text(members["text"]) if "text" in members else "",
        )
    stripped = [_bare(one) for one in cast("list[object]", document)]
    house = read_rules(Node(stripped, whole, "house"))
    return [
        {
            **cast("HouseDocument", bare),
            "title": words[bare["id"]][0] or bare["id"],
            "text": words[bare["id"]][1],
        }
        for bare in house_document(house)
    ]


def rules_in(documents: Iterable[Mapping[str, object]]) -> House:
    """Stored house rules as the engine takes them; they were read once."""
    stripped = [_bare(one) for one in documents]
    return read_rules(Node({"house": stripped}).members()["house"]) if stripped else ()


def house_of(campaign: Campaign) -> House:
    """The house rules of a campaign, by id."""
    return rules_in(campaign.house)


def bare_house(documents: Iterable[Mapping[str, object]]) -> list[JsonObject]:
    """House rules as a scenario holds them, without title and text."""
    return [cast("JsonObject", _bare(one)) for one in documents]


@dataclass(frozen=True, slots=True)
class Traits:
    """What an army's rules come to: standard ones, also from house rules, and what house rules change."""

    ids: tuple[str, ...]
    mods: tuple[Mod, ...]

    def __contains__(self, trait: str) -> bool:
        return trait in self.ids

    @classmethod
    def of(cls, rules: Iterable[str], house: House) -> Traits:
        """Of an army with these rules."""
        own = tuple(rules)
        return cls(traits_of(own, house), mods_of(own, house))


def traits_of_seat(seat: Seat) -> tuple[str, ...]:
    """The standard rules of a seat's army, those of its house rules included; its campaign is asked for
    only if it has some."""
    own = tuple(seat.rules)
    return traits_of(own, house_of(seat.campaign)) if has_house(own) else own


def has_house(rules: Iterable[str]) -> bool:
    """Whether there are house rules among an army's rules."""
    return any(rule.startswith(PREFIX) for rule in rules)


def house_documents(campaign: Campaign) -> Sequence[HouseDocument]:
    """The campaign's house rules with their titles and texts."""
    return cast("Sequence[HouseDocument]", campaign.house)


def _bare(rule: object) -> object:
    if not isinstance(rule, Mapping):
        return rule
    return {key: value for key, value in rule.items() if key not in _OWN_WORDS}


def _line(node: Node) -> str:
    text = " ".join(node.text().split())
    wrong = one_line.fault(text) if text else ""
    if wrong:
        raise unfit(node, wrong, limit=True)
    return _within(node, text, MOST_TITLE)


def _text(node: Node) -> str:
    text = node.text()
    if "\x00" in text:
        raise unfit(node, _("holds the character NUL, which cannot be stored"))
    return _within(node, text, MOST_TEXT)


def _within(node: Node, text: str, most: int) -> str:
    if len(text) > most:
        raise unfit(
            node,
            _("has %(count)s characters; at most %(most)s are allowed") % {"count": len(text), "most": most},
        )
    return text
