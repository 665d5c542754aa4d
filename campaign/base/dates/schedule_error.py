"""What is wrong with a schedule that cannot be read."""

from __future__ import annotations


class ScheduleError(ValueError):
    """A schedule that cannot be read; ``name`` is the part that is wrong."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message
