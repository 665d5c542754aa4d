"""Victory conditions as they are stored with a seat, both ways: the scenario's, and two words beside.

``named`` lists the banners as the player was told them, where heirs have taken the place of some; ``title``
is the mark that the player sees them under. The rules know of no title.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from campaign.base.setup.documents import Condition as Stored
from rules.club.triggers import TriggerId
from rules.state import BannerId, Condition, ConditionKind, PlayerId, RelicId

RETRIEVAL, OCCUPATION, DESTRUCTION, TRIGGER = (kind.value for kind in ConditionKind)
"""The kinds of condition as documents name them."""


def read_conditions(documents: Iterable[Stored]) -> tuple[Condition, ...]:
    """The conditions of a seat; they were checked when the campaign was founded."""
    return tuple(_read(document) for document in documents)


def conditions_document(conditions: Sequence[Condition], titled: Sequence[Stored] = ()) -> list[Stored]:
    """Conditions as a scenario document lists them, without the goals that a kind does not have.

    ``titled`` are documents of the same conditions in the same order, whose titles they go on with.
    """
    documents = [_document(condition) for condition in conditions]
    for document, old in zip(documents, titled, strict=False):
        title = old.get("title")
        if title:
            document["title"] = title
    return documents


def marks_of(documents: Iterable[Stored]) -> dict[int, str]:
    """The marks of the banners to be destroyed, by the place of the condition that names them."""
    naming = [(place, one) for place, one in enumerate(documents) if one.get("banners") is not None]
    return {
        place: str(one.get("title") or "") or _("Target %(number)d") % {"number": number}
        for number, (place, one) in enumerate(naming, start=1)
    }


def _read(document: Stored) -> Condition:
    sectors, banners = document.get("sectors"), document.get("banners")
    relic, player, named = document.get("relic"), document.get("player"), document.get("named")
    trigger = document.get("trigger")
    return Condition(
        ConditionKind(document["kind"]),
        primary=document.get("primary", True),
        turns=document.get("turns", 1),
        held=document.get("held", 0),
        relic=None if relic is None else RelicId(relic),
        sectors=None if sectors is None else tuple((x, y) for x, y in sectors),
        count=document.get("count"),
        player=None if player is None else PlayerId(player),
        banners=None if banners is None else tuple(BannerId(banner) for banner in banners),
        named=None if named is None else tuple(BannerId(banner) for banner in named),
        trigger=None if trigger is None else TriggerId(trigger),
    )


def _document(condition: Condition) -> Stored:
    document: Stored = {
        "kind": condition.kind.value,
        "primary": condition.primary,
        "turns": condition.turns,
        "held": condition.held,
    }
    if condition.relic is not None:
        document["relic"] = condition.relic
    if condition.sectors is not None:
        document["sectors"] = [list(at) for at in condition.sectors]
    if condition.count is not None:
        document["count"] = condition.count
    if condition.player is not None:
        document["player"] = condition.player
    if condition.banners is not None:
        document["banners"] = list(condition.banners)
    if condition.named is not None:
        document["named"] = list(condition.named)
    if condition.trigger is not None:
        document["trigger"] = condition.trigger
    return document
