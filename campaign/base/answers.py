"""What the API answers of a value: its fields as they are annotated, so that each is described once.

A page value (a frozen dataclass) or a document (a ``TypedDict``) is an answer as it stands::

    @dataclass(frozen=True, slots=True)
    class Place:
        \"\"\"A campaign of mine, and where it stands.\"\"\"

        campaign_id: str
        turn: Annotated[int | None, "Null before the start and after the end."]
        phase: Annotated[str, one_of(Phase)]
        seat_number: Annotated[int, Named("seat")]
        anchor: Annotated[str, PAGE]

        @answered
        def running(self) -> bool:
            \"\"\"Whether its clock runs.\"\"\"

A text beside a type is the field's description; ``PAGE`` keeps a field for the page alone; ``Named`` is what
the API calls it; ``@answered`` is a property that is answered too. What may be left out is ``NotRequired`` in
a document, and of type ``UnsetType`` in a page value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import date, datetime, time
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    NotRequired,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from django.utils import timezone
from django.utils.translation import gettext

Json: TypeAlias = Any
"""A value of JSON that lies as it is; what it holds is nowhere said."""

JsonObject: TypeAlias = Mapping[str, object]
"""An object of JSON that is answered as it lies."""

T = TypeVar("T")
PAGE: Final = object()
"""Beside a field's type: it is for the page alone."""

TRANSLATED: Final = object()
"""Beside a field's type: text of the app, answered in the request's language; what a person wrote stays."""

NEXT: Final = "To be sent as ``after`` for what follows; null: this was the end."
"""What is said of a list's ``next``."""


@dataclass(frozen=True, slots=True)
class Named:
    """Beside a field's type: what the API calls the field, where the page has another name for it."""

    name: str


def one_of(values: Iterable[object]) -> msgspec.Meta:
    """Beside a field's type: one of these values, or of those of an ``Enum``."""
    plain = [value.value if isinstance(value, Enum) else value for value in values]
    return msgspec.Meta(extra_json_schema={"enum": plain})


def shaped(**schema: Json) -> msgspec.Meta:
    """Beside a field's type: what JSON Schema says of it besides, as ``format`` or ``pattern``."""
    return msgspec.Meta(extra_json_schema=schema)


_SECTOR = "A sector [x, y]: x grows east, y grows south, both from 0."
Sector: TypeAlias = Annotated[tuple[int, int], _SECTOR, shaped(example=[3, 1])]
At: TypeAlias = Annotated[list[int], _SECTOR, shaped(example=[3, 1], minItems=2, maxItems=2)]
"""A sector as it lies in a document."""


class answered(Generic[T]):  # noqa: N801
    """A property that is answered as well: after the fields, or after the one ``answered_after`` names."""

    def __init__(self, read: Callable[[Any], T], after: str = "") -> None:
        self.read, self.after, self.__doc__ = read, after, read.__doc__

    def __get__(self, instance: object, owner: type) -> T:
        return self.read(instance)

    @property
    def type(self) -> Json:
        """What it returns, with its description beside it."""
        returned = get_type_hints(self.read, include_extras=True)["return"]
        return Annotated[returned, self.__doc__]


def answered_after(name: str) -> Callable[[Callable[[Any], T]], answered[T]]:
    """``answered``, in the place after a field."""
    return lambda read: answered(read, name)


@dataclass(frozen=True, slots=True)
class Member:
    """A field of an answer: its name there, where it comes from and of what type it is."""

    name: str
    source: str
    type: Json
    required: bool


def called(name: str) -> Callable[[type[T]], type[T]]:
    """Above a class: what the API's document calls it, where the bare name would say too little there."""

    def name_it(kind: type[T]) -> type[T]:
        _NAMES[kind] = name
        return kind

    return name_it


_NAMES: dict[type, str] = {}


def name_of(kind: type) -> str:
    """What the API's document calls a class."""
    return _NAMES.get(kind, kind.__name__)


def is_answer(kind: object) -> bool:
    """Whether this is a class whose values can be answered: a dataclass or a ``TypedDict``."""
    return isinstance(kind, type) and (is_dataclass(kind) or is_typeddict(kind))


@cache
def members_of(kind: type) -> tuple[Member, ...]:
    """What of a class is answered, in the order of the answer."""
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        return tuple(_entry(name, hint) for name, hint in hints.items())
    found = [_field(field.name, hints[field.name]) for field in fields(kind)]
    for name, value in _properties(kind).items():
        member = _field(name, value.type)
        places = [one.source for one in found]
        found.insert(places.index(value.after) + 1 if value.after else len(found), member)
    return tuple(member for member in found if PAGE not in beside(member.type))


def _properties(kind: type) -> dict[str, answered[Any]]:
    """The answered properties of a class and of those above it."""
    found: dict[str, answered[Any]] = {}
    for one in reversed(kind.__mro__):
        found |= {name: value for name, value in vars(one).items() if isinstance(value, answered)}
    return found


def _entry(name: str, hint: Json) -> Member:
    origin: Json = get_origin(hint)
    optional = origin is NotRequired
    return Member(name, name, get_args(hint)[0] if optional else hint, not optional)


def _field(source: str, hint: Json) -> Member:
    named = [one.name for one in beside(hint) if isinstance(one, Named)]
    return Member(named[0] if named else source, source, hint, msgspec.UnsetType not in get_args(bare(hint)))


def beside(hint: Json) -> tuple[Any, ...]:
    """What stands beside a type."""
    return getattr(hint, "__metadata__", ())


def bare(hint: Json) -> Json:
    """A type without what stands beside it."""
    return hint.__origin__ if beside(hint) else hint


# Values


def document_of(value: object, declared: frozenset[type] = frozenset()) -> Json:
    """A value as JSON: moments in the reader's zone, texts in the reader's language.

    A page value of a class below one that is ``declared`` is written as that one: what the class below has
    besides is not in the API's document, and may be a secret.
    """
    kind = type(value)
    # By the very type first: a large map is all of these, and nothing of it is to be changed.
    if kind in _SIMPLE:
        return value
    if kind in _LISTS:
        values = cast("list[object]", value)
        return [one if type(one) in _SIMPLE else document_of(one, declared) for one in values]
    if isinstance(value, Mapping):
        return {
            key if type(key) is str else _key(key): one
            if type(one) in _SIMPLE
            else document_of(one, declared)
            for key, one in value.items()
        }
    if is_dataclass(kind):
        said = next((one for one in kind.__mro__ if one in declared), kind)
        found = ((name, read(value), inside) for name, read, inside in _readers(said))
        return {
            name: document_of(inner, inside) for name, inner, inside in found if inner is not msgspec.UNSET
        }
    return _plain(value, declared)


def declared_in(hint: Json) -> frozenset[type]:
    """The page values that a type speaks of, also in lists and documents, but not inside of one another."""
    hint = bare(hint)
    if is_dataclass(hint):
        return frozenset({cast("type", hint)})
    if is_typeddict(hint):
        within: Iterable[Json] = (one.type for one in members_of(hint))
    else:
        within = get_args(hint)
    return frozenset[type]().union(*map(declared_in, within))


@cache
def _readers(kind: type) -> tuple[tuple[str, Callable[[object], object], frozenset[type]], ...]:
    """How each field of a page value is read, with what it may hold; a text in the reader's language."""
    return tuple(
        (
            one.name,
            _translated(one.source) if TRANSLATED in beside(one.type) else attrgetter(one.source),
            declared_in(one.type),
        )
        for one in members_of(kind)
    )


def _translated(source: str) -> Callable[[object], object]:
    def read(value: object) -> object:
        found: object = getattr(value, source)
        return gettext(str(found)) if found else found

    return read


_SIMPLE = frozenset({str, int, bool, float, type(None)})
_LISTS = frozenset({list, tuple, set, frozenset})


def _key(key: object) -> str:
    return str(key.value if isinstance(key, Enum) else key)


def _plain(value: object, declared: frozenset[type]) -> Json:
    """What is of another type as JSON; a text that is translated when it is read is read now."""
    if isinstance(value, list | tuple):
        return [document_of(one, declared) for one in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        text = timezone.localtime(value).isoformat()
        return f"{text.removesuffix('+00:00')}Z" if text.endswith("+00:00") else text
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)
