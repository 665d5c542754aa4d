"""Reading JSON with precise errors: every value knows its path (``banners[3].at``)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any, TypeVar

from rules.sentences import FAULTS, Value, Values, filled
from rules.state import At

MOST_DIGITS = 4300
"""Digits of a whole number that Python reads, unless it is told otherwise."""
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")

Result = TypeVar("Result")
Default = TypeVar("Default")
Choice = TypeVar("Choice", bound=StrEnum)


class ScenarioError(ValueError):
    """A document is not a valid scenario.

    ``path`` is the JSON path of what is wrong, on one line; ``code`` says what, in ``sentences.FAULTS``, and
    ``values`` fill its sentence.
    """

    def __init__(self, path: str, code: str, values: Values) -> None:
        super().__init__(path, code, values)
        self.path, self.code, self.values = path, code, values

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return filled(FAULTS[self.code], self.values)

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class _Object(dict[str, Any]):
    """A JSON object that remembers a key written twice."""

    repeated: str | None = None


def _object(pairs: list[tuple[str, Any]]) -> _Object:
    made = _Object(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        made.repeated = next(key for key in keys if keys.count(key) > 1)
    return made


def parse(text: str | bytes) -> object:
    """The JSON value of a text, for ``Node``; ScenarioError with path ``$`` if it is not JSON."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise ScenarioError("$", "not_utf8", {}) from None
    except RecursionError:
        raise ScenarioError("$", "too_deep", {}) from None
    except json.JSONDecodeError as error:
        place: Values = {"line": error.lineno, "column": error.colno, "char": error.pos}
        raise ScenarioError("$", "not_json", {"fault": error.msg, **place}) from None
    except ValueError:
        # The only one left: Python reads no longer numbers.
        raise ScenarioError("$", "long_number", {"most": MOST_DIGITS}) from None


def shown(value: object) -> str:
    """A value as one line of JSON, cut short if it is long."""
    try:
        text = json.dumps(value, default=str)
    except RecursionError:
        # What was just read may still be too deep to be written from further down.
        return "something nested too deeply"
    return text if len(text) <= 60 else f"{text[:57]}..."


class Fields:
    """The members of an object, asked for one by one, with what stands for those left out."""

    __slots__ = ("_members",)

    def __init__(self, members: dict[str, Node]) -> None:
        self._members = members

    def __contains__(self, key: str) -> bool:
        return key in self._members

    def __getitem__(self, key: str) -> Node:
        return self._members[key]

    def get(self, key: str, read: Callable[[Node], Result], default: Default) -> Result | Default:
        """What ``read`` makes of the member, or the default if it is left out."""
        node = self._members.get(key)
        return default if node is None else read(node)

    def maybe(self, key: str, read: Callable[[Node], Result]) -> Result | None:
        """What ``read`` makes of the member, None if it is left out or null."""
        node = self._members.get(key)
        return None if node is None or node.value is None else read(node)


class Node:
    """One value of a document and where it stands."""

    __slots__ = ("_key", "_parent", "value")

    def __init__(self, value: object, parent: Node | None = None, key: str | int = "") -> None:
        self.value = value
        self._parent = parent
        self._key = key

    @property
    def path(self) -> str:
        """The JSON path, ``$`` for the whole document."""
        if self._parent is None:
            return "$"
        outer = self._parent.path if self._parent._parent is not None else ""
        if isinstance(self._key, str) and _PLAIN_KEY.fullmatch(self._key):
            return f"{outer}.{self._key}" if outer else self._key
        return f"{outer}[{json.dumps(self._key)}]"

    def error(self, code: str, **values: Value) -> ScenarioError:
        """An error about this value, to be raised."""
        return ScenarioError(self.path, code, values)

    def missing(self, key: str) -> ScenarioError:
        """An error about a member that is not there, to be raised."""
        return Node(None, self, key).error("missing")

    def _not(self, code: str, **wanted: Value) -> ScenarioError:
        """An error that shows this value, of which something else was wanted."""
        return self.error(code, **wanted, value=shown(self.value))

    def members(self) -> dict[str, Node]:
        """The members of an object whose keys are free."""
        value = self.value
        if not isinstance(value, dict):
            raise self._not("not_object")
        repeated = getattr(value, "repeated", None)
        if repeated is not None:
            raise self.error("key_twice", key=shown(repeated))
        for key in value:
            if not isinstance(key, str) or not _is_text(key):
                raise self.error("key_not_text", key=shown(key))
        return {key: Node(member, self, key) for key, member in value.items()}

    def fields(self, required: Collection[str], optional: Collection[str] = ()) -> Fields:
        """The members of an object that must have these keys, may have those, and has no others."""
        members = self.members()
        for key in members:
            if key not in required and key not in optional:
                allowed = ", ".join([*required, *optional])
                raise members[key].error("unknown_key", allowed=allowed)
        for key in required:
            if key not in members:
                raise self.missing(key)
        return Fields(members)

    def items(self, most: int | None = None) -> list[Node]:
        """The items of a list, at most so many."""
        if not isinstance(self.value, list | tuple):
            raise self._not("not_list")
        if most is not None and len(self.value) > most:
            raise self.error("too_many", count=len(self.value), most=most)
        return [Node(item, self, number) for number, item in enumerate(self.value)]

    def text(self) -> str:
        """A string, perhaps empty."""
        if not isinstance(self.value, str) or not _is_text(self.value):
            raise self._not("not_text")
        return self.value

    def name(self) -> str:
        """A string that is not empty."""
        if self.text() == "":
            raise self._not("no_text")
        return self.text()

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        """A whole number within bounds; true and 1.0 are not whole numbers."""
        value = self.value
        if type(value) is not int:
            raise self._not("not_whole")
        if least is not None and most is not None and not least <= value <= most:
            raise self._not("out_of_range", least=least, most=most)
        if least is not None and value < least:
            raise self._not("too_little", least=least)
        return value

    def boolean(self) -> bool:
        """true or false."""
        if not isinstance(self.value, bool):
            raise self._not("not_boolean")
        return self.value

    def choice(self, choices: type[Choice]) -> Choice:
        """One of the words of an enumeration."""
        try:
            return choices(self.text())
        except ValueError:
            words = ", ".join(choice.value for choice in choices)
            raise self._not("not_among", allowed=words) from None

    def sector(self) -> At:
        """A sector ``[x, y]``, on the map or not."""
        items = self.items()
        if len(items) != 2:
            raise self._not("not_sector")
        return items[0].integer(), items[1].integer()


def _is_text(value: str) -> bool:
    """Whether a string can be written as UTF-8: JSON may hold halves of characters."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
