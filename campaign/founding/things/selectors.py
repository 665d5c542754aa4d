"""The page of features and relics and what happens by itself with them, for those who may see the board."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.base.coordinates import sector_name
from campaign.base.setup.documents import Board, BoardFeature, BoardRelic, BoardTrigger
from campaign.base.words.trigger_words import ThingNames, deed_words, term_words, trigger_sentences


@dataclass(frozen=True, slots=True)
class TriggerLine:
    """A trigger with its plain sentences."""

    trigger: BoardTrigger
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThingLine:
    """A feature or relic, where it is, and the triggers about it."""

    kind: str
    id: str
    name: str
    where: str
    sealed: bool
    carried: bool
    triggers: tuple[TriggerLine, ...]


def thing_lines(board: Board) -> tuple[ThingLine, ...]:
    """All features, then all relics, each with its triggers."""
    names = ThingNames.on(board)
    banners = {one["id"]: one["name"] for one in board["banners"]}

    def line(kind: str, one: BoardFeature | BoardRelic) -> ThingLine:
        carrier = str(one.get("carried_by") or "")
        at = one.get("at")
        return ThingLine(
            kind,
            one["id"],
            one["name"],
            sector_name(*at) if at else banners.get(carrier, "?"),
            bool(one.get("sealed")),
            bool(carrier),
            tuple(
                TriggerLine(trigger, tuple(trigger_sentences(trigger, names)))
                for trigger in board.get("triggers", ())
                if trigger.get(kind) == one["id"]
            ),
        )

    return (
        *(line("feature", one) for one in board["features"]),
        *(line("relic", one) for one in board["relics"]),
    )


def lost_triggers(board: Board) -> tuple[TriggerLine, ...]:
    """The triggers whose thing is no longer on the map."""
    names = ThingNames.on(board)
    return tuple(
        TriggerLine(one, tuple(trigger_sentences(one, names)))
        for one in board.get("triggers", ())
        if one.get("feature") not in names.features and one.get("relic") not in names.relics
    )


def words_of(trigger: BoardTrigger, board: Board) -> tuple[list[str], list[str]]:
    """What a trigger asks and what it does, an entry a word."""
    names = ThingNames.on(board)
    return (
        [term_words(one, names) for one in trigger["when"]],
        [deed_words(one, names) for one in trigger["do"]],
    )
