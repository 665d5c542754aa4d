"""What a war had in store, in words: nobody's before its end."""

from __future__ import annotations

from typing import cast

from campaign.base.setup.documents import BoardTrigger
from campaign.base.words.trigger_words import ThingNames, term_sentences, trigger_sentences
from campaign.models import Trigger
from rules.club.triggers import Repeat


def trigger_lines(row: Trigger, names: ThingNames) -> tuple[str, ...]:
    """All that a trigger was: whom it asked, when it fired, what it did, its hint and what it told."""
    return tuple(trigger_sentences(_whole(row), names))


def trigger_terms(row: Trigger, names: ThingNames) -> tuple[str, ...]:
    """When a trigger fired, and what it did then."""
    return tuple(term_sentences(_whole(row), names))


def _whole(row: Trigger) -> BoardTrigger:
    """The trigger as a board has it; documents leave out what is as usual."""
    told = {"hint": row.hint, "told": row.told, "told_to": row.told_to}
    return cast(
        "BoardTrigger",
        {"repeat": Repeat.ONCE.value, "when": [], "do": [], **row.document, "id": row.key, **told},
    )
