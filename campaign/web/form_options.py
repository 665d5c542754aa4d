"""What every form is made with, so that forms with arguments of their own hand it on by name and type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from campaign.base.answers import Json

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile
    from django.utils.datastructures import MultiValueDict
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"
"""Words of a page; translated when they are shown, if they are lazy."""

Choices: TypeAlias = "Iterable[tuple[str, Text]]"
"""What a field offers: each value with its words."""

Posted: TypeAlias = "Mapping[str, Json] | None"
"""What was sent, a ``QueryDict`` most often; None: the form is shown, not read."""

Files: TypeAlias = "MultiValueDict[str, UploadedFile[Any]] | None"
"""The files sent with it."""

Cleaned: TypeAlias = dict[str, Any]
"""The values of a form's fields by name, each as its field cleans it: texts, numbers, days, files."""

Initial: TypeAlias = dict[str, Json]
"""What a form shows first, by its fields' names."""


class FormOptions(TypedDict, total=False):
    """The options of ``django.forms.Form`` that our pages give, by keyword."""

    auto_id: bool | str
    prefix: str
    initial: MutableMapping[str, Json]
