"""Words and pictures are replaced where they are stored, and put back as long as that can be undone."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence

from django.apps import apps
from django.utils.translation import gettext as _

from campaign.base.answers import Json, JsonObject
from campaign.base.refusal import Refusal
from campaign.press.moderation.subjects import Change


def replace(changes: Iterable[Change]) -> list[JsonObject]:
    """Make these changes; gives what stood there, and what stands there now. Belongs into a transaction."""
    kept: list[JsonObject] = []
    for change in changes:
        model = type(change.row)
        row = model._default_manager.select_for_update(of=("self",)).get(pk=change.row.pk)
        before = {name: _coded(getattr(row, name)) for name in change.fields}
        after = {name: _coded(value) for name, value in change.fields.items()}
        model._default_manager.filter(pk=row.pk).update(**change.fields)
        kept.append({"model": model._meta.label_lower, "row": row.pk, "before": before, "after": after})
    return kept


def put_back(kept: Sequence[JsonObject]) -> None:
    """Put back what stood there. Raises ``Refusal``, code ``changed``, if it was written anew meanwhile."""
    for one in kept:
        model = apps.get_model(str(one["model"]))
        rows = model._default_manager.filter(pk=one["row"])
        row = rows.select_for_update(of=("self",)).first()
        before, after = one["before"], one["after"]
        assert isinstance(before, dict)
        assert isinstance(after, dict)
        if row is None or any(_coded(getattr(row, name)) != value for name, value in after.items()):
            raise Refusal(
                _("It has been written anew since; what stood there before is not put back over it."),
                code="changed",
            )
        rows.update(**{name: _decoded(value) for name, value in before.items()})


def _coded(value: object) -> Json:
    """A field's value as JSON."""
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(bytes(value)).decode()}
    return None if value is None else str(value)


def _decoded(value: Json) -> str | bytes | None:
    if isinstance(value, dict):
        return base64.b64decode(str(value["base64"]))
    return None if value is None else str(value)
