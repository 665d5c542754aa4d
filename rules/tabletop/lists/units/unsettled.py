"""A unit while it is being understood: what is said of it, what is answered, what is asked (Tabletop E)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.tabletop.lists import bounds
from rules.tabletop.lists.facts import facts_of
from rules.tabletop.lists.questions import Question, weapon_named
from rules.tabletop.lists.raw import Raw
from rules.tabletop.lists.said import Arm

MOST_ANSWERS = 4


class Asking:
    """What is said of a unit, and a question for what is not sure."""

    def __init__(self, raw: Raw, answers: Mapping[str, str], usual: frozenset[str] = frozenset()) -> None:
        self.facts = facts_of(raw)
        self.raw, self.answers, self.taken = raw, answers, usual
        told = answers.get("count", "")
        if told.isdigit() and 1 <= int(told) <= bounds.MOST_OF_A_KIND:
            # What all cost together is shared among so many.
            self.facts.times = int(told)
        self._named_by_owner()
        self.sources: dict[str, str] = {}
        self.questions: list[Question] = []

    def _named_by_owner(self) -> None:
        """Words that the owner says are weapons: so many of them as the line counts."""
        for word in dict.fromkeys(self.facts.unknown):
            row = weapon_named(self.answers.get(f"word:{word}", ""))
            if row:
                count = self.facts.counts.get(word)
                self.facts.arms.append(Arm((row,), word, count, plural=(count or 1) > 1))

    def ask(
        self,
        key: str,
        code: str,
        name: str,
        *,
        about: str = "",
        answers: tuple[str, ...] = (),
        usual: str = "",
    ) -> None:
        """Put a question; what it decides is not sure."""
        self.questions.append(Question(key, code, name, about, answers[:MOST_ANSWERS], usual))

    def answered(self, key: str, name: str) -> str | None:
        """What the owner has said, if he has."""
        answer = self.answers.get(key)
        if answer is not None:
            self.sources[name] = "usual" if key in self.taken else "you"
        return answer

    def is_missing(self, field: str) -> bool:
        """Whether a unit does not tell what most others of its list do, and nothing is asked of it yet."""
        told = self.sources.get(field) not in (None, "usual") or any(
            one.field == field for one in self.questions
        )
        return field in self.raw.expected and not told
