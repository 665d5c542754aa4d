"""How a service says no: in words for the person, with a code for programs."""

from __future__ import annotations

from datetime import datetime

from campaign.base import one_line
from campaign.base.answers import JsonObject
from rules.plans.legality import Problem


class Refusal(Exception):  # noqa: N818 - it is an answer, not a fault
    """Something that was asked for cannot be done; nothing has been stored.

    ``message`` says what is wrong and what is allowed, ``code`` is a slug for programs, ``field`` names the
    input that is at fault, ``problems`` lists illegal orders with their rules.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        field: str | None = None,
        problems: tuple[Problem, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.field = field
        self.problems = problems


class Unfit(Refusal):
    """Something that was sent is no line of text, or more than is read here: ``message`` has the limit."""


def check_line(text: str, field: str) -> None:
    """See that a name, or another single line, holds nothing that reads as more. Raises ``Refusal``."""
    wrong = one_line.fault(text)
    if wrong:
        raise Unfit(wrong, code="impossible", field=field)


class Asking(Refusal):
    """Something has to be said first: ``questions`` of what was sent, ``understood`` as far as it goes."""

    def __init__(
        self, message: str, *, field: str, questions: list[JsonObject], understood: JsonObject
    ) -> None:
        super().__init__(message, code="questions", field=field)
        self.questions = questions
        self.understood = understood


class Outdated(Refusal):
    """Something would have been saved over another state than the one that was read; nothing is stored.

    ``version`` is the present one, ``who`` saved it last and ``when``: empty and None if nobody knows.
    """

    def __init__(self, message: str, *, version: str, who: str = "", when: datetime | None = None) -> None:
        super().__init__(message, code="changed")
        self.version = version
        self.who = who
        self.when = when
