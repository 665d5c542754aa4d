"""Words and pictures are replaced where they are stored, and put back as long as that can be undone."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as with_
from typing import Any, cast

from django.apps import apps
from django.utils.translation import gettext as _

from campaign.base.answers import Json, JsonObject
from campaign.base.refusal import Refusal
from campaign.press.moderation.subjects import Change, Renaming, Rewording

_Path = tuple[str | int, ...]


def replace(changes: Iterable[Change]) -> list[JsonObject]:
    """Make these changes; gives what stood there, and what stands there now. Belongs into a transaction."""
    kept: list[JsonObject] = []
    for change in changes:
        model = type(change.row)
        row = model._default_manager.select_for_update(no_key=True, of=("self",)).get(pk=change.row.pk)
        fields = {name: _placed(getattr(row, name), value) for name, value in change.fields.items()}
        before = {name: _coded(getattr(row, name), value) for name, value in fields.items()}
        after = {name: _coded(value, value) for name, value in fields.items()}
        made = {name: _made(getattr(row, name), value) for name, value in fields.items()}
        model._default_manager.filter(pk=row.pk).update(**made)
        kept.append({"model": model._meta.label_lower, "row": row.pk, "before": before, "after": after})
    return kept


def put_back(kept: Sequence[JsonObject]) -> None:
    """Put back what stood there. Raises ``Refusal``, code ``changed``, if it was written anew meanwhile."""
    for one in kept:
        model = apps.get_model(str(one["model"]))
        rows = model._default_manager.filter(pk=one["row"])
        row = rows.select_for_update(no_key=True, of=("self",)).first()
        before = _decoded_all(one["before"])
        after = _decoded_all(one["after"])
        if row is None or any(
            _coded(getattr(row, name), value) != _coded(value, value) for name, value in after.items()
        ):
            raise Refusal(
                _("It has been rewritten since; what stood there before is not put back over it."),
                code="changed",
            )
        rows.update(**{name: _made(getattr(row, name), value) for name, value in before.items()})


def name_in(document: object, thing: str) -> str | None:
    """What a stored document calls a thing, by the thing's id; None if it does not speak of it."""
    if isinstance(document, Mapping):
        names = document.get("names")
        if isinstance(names, Mapping) and isinstance(names.get(thing), str):
            return str(names[thing])
        if document.get("id") == thing and isinstance(document.get("name"), str):
            return str(document["name"])
        return next(filter(None, (name_in(one, thing) for one in document.values())), None)
    if isinstance(document, list):
        return next(filter(None, (name_in(one, thing) for one in document)), None)
    return None


def named_anew(document: object, thing: str, name: str) -> object:
    """A stored document with another name for a thing; all that it tells of the thing is as it was."""
    if isinstance(document, list):
        return [named_anew(one, thing, name) for one in document]
    if not isinstance(document, Mapping):
        return document
    found = {key: named_anew(value, thing, name) for key, value in document.items()}
    names = found.get("names")
    if isinstance(names, dict) and isinstance(names.get(thing), str):
        found["names"] = {**names, thing: name}
    if found.get("id") == thing and isinstance(found.get("name"), str):
        found["name"] = name
    return found


def says(document: object, said: str, keys: frozenset[str]) -> bool:
    """Whether a stored document says these words in one of the places that the keys lead to."""
    return next(_places(document, said, keys), None) is not None


def _places(document: object, said: str, keys: frozenset[str], on: _Path = ()) -> Iterator[_Path]:
    """Where a document says these words: as the value of such a key, or anywhere in lists and names below."""
    parts: Iterable[tuple[str | int, object]] = ()
    if isinstance(document, Mapping):
        parts = document.items()
    elif isinstance(document, list):
        parts = enumerate(document)
    for key, value in parts:
        if value == said and keys & {key, *(one for one in on[-1:] if isinstance(one, str))}:
            yield (*on, key)
        elif isinstance(value, Mapping | list):
            yield from _places(value, said, keys, (*on, key))


def _placed(stands: object, value: object) -> object:
    if not isinstance(value, Rewording):
        return value
    return with_(value, paths=tuple(_places(stands, value.said, value.keys)), keys=frozenset())


def _reworded(document: object, words: str, paths: Sequence[_Path]) -> object:
    """A document with these words in these places."""
    if () in paths:
        return words
    below: dict[str | int, list[_Path]] = {}
    for path in paths:
        below.setdefault(path[0], []).append(path[1:])
    if isinstance(document, Mapping):
        return {key: _reworded(one, words, below.get(key, ())) for key, one in document.items()}
    if isinstance(document, list):
        return [_reworded(one, words, below.get(number, ())) for number, one in enumerate(document)]
    return document


def _at(document: object, path: _Path) -> object:
    """What stands in a place of a document; None if there is no such place any more."""
    found: Any = document
    for step in path:
        inside = isinstance(found, list) and isinstance(step, int) and step < len(found)
        if not inside and not (isinstance(found, Mapping) and step in found):
            return None
        found = found[step]
    return found


def _made(stands: object, value: object) -> object:
    """What is to stand in a field where something stands now."""
    if isinstance(value, Rewording):
        return _reworded(stands, value.words, value.paths)
    return named_anew(stands, value.thing, value.name) if isinstance(value, Renaming) else value


def _coded(stands: object, value: object) -> Json:
    """What stands in a field as JSON; where a name in a document is replaced, that name."""
    if isinstance(value, Rewording):
        if isinstance(stands, Rewording):
            words = stands.words
        else:
            found = [_at(stands, path) for path in value.paths]
            words = str(found[0]) if found and found.count(found[0]) == len(found) else ""
        return {"paths": [list(path) for path in value.paths], "words": words}
    if isinstance(value, Renaming):
        name = stands.name if isinstance(stands, Renaming) else name_in(stands, value.thing)
        return {"thing": value.thing, "name": name}
    if isinstance(stands, bytes | memoryview):
        return {"base64": base64.b64encode(bytes(stands)).decode()}
    if isinstance(stands, dict | list):
        return {"json": cast("Json", stands)}
    return None if stands is None else str(stands)


def _decoded_all(values: object) -> dict[str, object]:
    assert isinstance(values, dict)
    return {name: _decoded(value) for name, value in values.items()}


def _decoded(value: Json) -> object:
    if isinstance(value, dict):
        if "paths" in value:
            paths = cast("list[list[str | int]]", value["paths"])
            return Rewording("", str(value["words"]), paths=tuple(tuple(path) for path in paths))
        if "thing" in value:
            return Renaming(str(value["thing"]), str(value["name"]))
        return value["json"] if "json" in value else base64.b64decode(str(value["base64"]))
    return None if value is None else str(value)
