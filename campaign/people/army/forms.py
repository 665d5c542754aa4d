"""The form by which a player chooses an army: every rule with its justification, in one page."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from campaign.people.army.preset_words import preset_why
from campaign.people.army.selectors import RULES_OF
from campaign.people.army.services import Choice


def choice_of(posted: QueryDict) -> Choice:
    """What was posted as a choice; the service says what is wrong with it."""
    colour = posted.get("colour", "")
    return Choice(
        army=posted.get("army", ""),
        colour=int(colour) if colour.isascii() and colour.isdigit() and len(colour) < 4 else None,
        preset=posted.get("preset", ""),
        rules=tuple(dict.fromkeys(posted.getlist("rules"))),
        why=_texts(posted, "why"),
        called=_texts(posted, "called"),
    )


def with_preset(choice: Choice, name: str) -> Choice:
    """The choice with the rules of a preset and why it has them; texts that were written stay."""
    return Choice(
        army=choice.army or name,
        colour=choice.colour,
        preset=name if name in RULES_OF else "",
        rules=RULES_OF.get(name, choice.rules),
        why={**preset_why(name), **choice.why},
        called=choice.called,
    )


def _texts(posted: QueryDict, name: str) -> Mapping[str, str]:
    prefix = f"{name}-"
    texts = {key.removeprefix(prefix): str(posted[key]) for key in posted if key.startswith(prefix)}
    return {rule: text for rule, text in texts.items() if text.strip()}
