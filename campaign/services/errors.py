"""How a service says no: in words for the person, with a code for programs."""

from __future__ import annotations

from rules.legality import Problem


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
