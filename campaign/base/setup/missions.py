"""Missions: what a table of six says, and the campaign's tables as data that can be edited (Rules 5.12).

A table belongs to a category, in the open or in a city. What a campaign does not change has its default
(``campaign.base.setup.mission_tables``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Annotated

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from campaign.base import one_line
from campaign.base.answers import TRANSLATED, Json

FACES = 6
LONGEST_NAME = 60
LONGEST_TEXT = 400


class MissionError(ValueError):
    """A mission table that cannot be; ``path`` says where: ``raid.3.name``. ``unfit``: a name is no line."""

    def __init__(self, path: str, message: str, *, unfit: bool = False) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message
        self.unfit = unfit


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission: how the table is set up and how it is won.

    The API answers its texts in the request's language; what a facilitator wrote stays as it is.
    """

    name: Annotated[str, TRANSLATED]
    setup: Annotated[str, TRANSLATED]
    victory: Annotated[str, TRANSLATED]
    night: Annotated[bool, "Whether the attacker may choose the night."] = False
    sides: Annotated[bool, "Whether the mission says who attacks."] = False


Table = Sequence[Mission]

CATEGORY_NAMES: Mapping[str, str] = {
    "battle": _("Battle"),
    "raid": _("Raid"),
    "breakthrough": _("Breakthrough"),
}
CATEGORY_REASONS: Mapping[str, str] = {
    "battle": _("Both sides, or neither, came by march or teleport, and the defender has no works."),
    "raid": _("One side came up on the other, who stood in the open."),
    "breakthrough": _("The defender stands in field works."),
}
TABLES: tuple[str, ...] = tuple(f"{name}{where}" for name in CATEGORY_NAMES for where in ("", "_city"))
"""The names of all tables: each category in the open and in a city."""


def table_name(category: str, city: bool) -> str:
    """The table that is rolled on in this category and terrain."""
    return f"{category}_city" if city else category


def face(die: int, *shifts: int) -> int:
    """The face of the table that counts: the die with all Tactical Genius shifts, kept in 1 to 6."""
    return min(FACES, max(1, die + sum(shifts)))


def documents(table: Table) -> list[dict[str, Json]]:
    """A table as JSON."""
    return [asdict(mission) for mission in table]


def parse_table(name: str, table: object) -> tuple[Mission, ...]:
    """Read a table of six missions from JSON. Raises ``MissionError``."""
    if name not in TABLES:
        raise MissionError(
            name, gettext("is no mission table; there are %(allowed)s") % {"allowed": ", ".join(TABLES)}
        )
    if not isinstance(table, list | tuple) or len(table) != FACES:
        raise MissionError(name, gettext("must be a list of six missions, one a face of the die"))
    return tuple(_mission(f"{name}.{number}", one) for number, one in enumerate(table, start=1))


def _mission(path: str, document: object) -> Mission:
    if not isinstance(document, Mapping):
        raise MissionError(path, gettext("must be an object with name, setup and victory"))
    known = {field.name for field in fields(Mission)}
    for key in document:
        if key not in known:
            raise MissionError(
                f"{path}.{key}",
                gettext("is unknown; there are %(allowed)s") % {"allowed": ", ".join(sorted(known))},
            )
    words = {
        key: _text(f"{path}.{key}", document.get(key), most)
        for key, most in (("name", LONGEST_NAME), ("setup", LONGEST_TEXT), ("victory", LONGEST_TEXT))
    }
    switches = {}
    for key in ("night", "sides"):
        value = document.get(key, False)
        if not isinstance(value, bool):
            raise MissionError(f"{path}.{key}", gettext("must be true or false"))
        switches[key] = value
    return Mission(words["name"], words["setup"], words["victory"], switches["night"], switches["sides"])


def _text(path: str, value: object, most: int) -> str:
    if not isinstance(value, str) or not value.strip():
        raise MissionError(path, gettext("must be a text that is not empty"))
    wrong = one_line.fault(value.strip()) if path.endswith(".name") else ""
    if wrong:
        raise MissionError(path, wrong, unfit=True)
    text = " ".join(value.split())
    if len(text) > most:
        raise MissionError(path, gettext("has at most %(most)s characters") % {"most": most})
    return text
