"""Reading what programs send: JSON of bounded size, without anything that could not be stored or shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from campaign.web.api.problems import FieldError, ProblemError, invalid
from campaign.web.doors import door_of

DEEPEST = 20
"""How deep JSON may be nested: a plan needs five levels, a correction six."""
MOST_DIGITS = 100
"""Digits of a number: enough for whatever anybody means, and still one to reckon with."""


class StrictJSONParser(BaseParser):
    """JSON objects only: no key twice, no NaN, no text that no database takes, not too deep."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        """The object that was sent. Raises ``ProblemError``."""
        request = (parser_context or {}).get("request")
        door = door_of(getattr(request, "resolver_match", None))
        body = stream.read(door.most + 1)
        if len(body) > door.most:
            errors = (FieldError(door.field, door.refusal),) if door.field else ()
            raise ProblemError("too-large", door.refusal, errors=errors)
        try:
            text = body.decode(json.detect_encoding(body), "surrogatepass")
            # A picture of megabytes need not lie in memory twice while it is read.
            del body
            document = json.loads(
                text, object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole
            )
        except RecursionError:
            raise _unreadable("it is nested too deeply") from None
        except ValueError as error:
            raise _unreadable(f"it is not JSON: {error}") from None
        if not isinstance(document, dict):
            raise _unreadable("it must be a JSON object")
        _check(document, "", 0)
        return document


def _unreadable(why: str) -> ProblemError:
    return ProblemError("invalid", f"The body cannot be read: {why}.", errors=(FieldError("", why),))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {json.dumps(twice)} is written twice")
    return document


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number may have up to {MOST_DIGITS} digits")
    return int(digits)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _check(value: object, path: str, depth: int) -> None:
    if depth > DEEPEST:
        raise _unreadable(f"it is nested deeper than {DEEPEST} levels")
    if isinstance(value, str) and not _storable(value):
        raise invalid(path, "text must be Unicode without the character NUL")
    if isinstance(value, dict):
        for key, inner in value.items():
            if not _storable(key):
                raise invalid(path, "a key must be Unicode without the character NUL")
            _check(inner, f"{path}.{key}".lstrip("."), depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _check(inner, f"{path}[{index}]", depth + 1)


def _storable(text: str) -> bool:
    """Whether databases and answers can hold the text: JSON may hold halves of characters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


MOST_CHOICES = 40
"""More words than these are not listed in an error."""


class Strict(serializers.Serializer[object]):
    """A serializer that refuses what it does not know, instead of dropping it, and says what it knows."""

    def get_fields(self) -> dict[str, serializers.Field[object, object, object, object]]:
        """The fields; those for one of some words name them to whoever sends another."""
        fields = super().get_fields()
        for field in fields.values():
            _name_choices(field)
            _look_once(field)
        return fields

    def to_internal_value(self, data: object) -> object:
        """Read what was sent. Raises ``ValidationError`` for unknown fields, with those that there are."""
        if isinstance(data, Mapping):
            refuse_unknown(data, self.fields)
        return super().to_internal_value(data)


def _name_choices(field: Any) -> None:
    """Let a field for one of some words, or for a list of such, say which there are."""
    field = getattr(field, "child", field)
    words = [str(key) for key in getattr(field, "choices", ()) if key != ""]
    if 0 < len(words) <= MOST_CHOICES:
        listed = ", ".join(words).replace("{", "{{").replace("}", "}}")
        field.error_messages["invalid_choice"] = f'"{{input}}" is not a valid choice; there are {listed}.'


def _look_once(field: Any) -> None:
    """Leave out the search, sign by sign, for halves of characters: ``StrictJSONParser`` lets none through.

    Of a file in base64 it would keep the interpreter from all others for a tenth of a second.
    """
    kept = [one for one in field.validators if not isinstance(one, ProhibitSurrogateCharactersValidator)]
    field.validators = kept


class Nothing(Strict):
    """A request without fields."""


def refuse_unknown(given: Iterable[str], known: Iterable[str]) -> None:
    """Raise ``ValidationError`` for every name that is not known, saying which are."""
    allowed = list(known)
    words = f"there are {', '.join(allowed)}" if allowed else "nothing can be sent here"
    faults = {name: [f"is not known here; {words}"] for name in given if name not in allowed}
    if faults:
        raise serializers.ValidationError(faults)
