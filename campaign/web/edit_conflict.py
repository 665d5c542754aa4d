"""What somebody else has stored while a form was open: as values for its script, and in words to compare."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from django import forms
from django.utils.translation import gettext as _

Values = dict[str, list[str]]


def values_of(form: forms.Form) -> Values:
    """What each field of an unbound form holds, as a browser would send it; nothing ticked: an empty list."""
    return {bound.html_name: _sent(bound) for bound in form}


def differences(typed: forms.Form, stored: forms.Form) -> list[tuple[str, str]]:
    """The fields that hold something else than was typed: label, and what is stored in words."""
    found = []
    for bound in stored:
        sent = typed.data.getlist(bound.html_name) if hasattr(typed.data, "getlist") else []
        mine = [_plain(one) for one in sent]
        if isinstance(bound.field, forms.BooleanField):
            mine = ["on"] if mine else []
        if mine != _sent(bound) and (mine or bound.html_name in typed.fields):
            found.append((str(bound.label), _words(bound)))
    return found


def _sent(bound: forms.BoundField) -> list[str]:
    value = bound.value()
    if isinstance(bound.field, forms.BooleanField):
        return ["on"] if value else []
    if isinstance(bound.field, forms.MultipleChoiceField):
        return [str(one) for one in value or ()]
    text = bound.field.widget.format_value(value)
    if isinstance(text, list):
        text = text[0] if text else ""
    return [_plain(str(text if text is not None else ""))]


def _words(bound: forms.BoundField) -> str:
    """What a field holds, as its page words it."""
    sent = _sent(bound)
    if isinstance(bound.field, forms.BooleanField):
        return _("yes") if sent else _("no")
    if isinstance(bound.field, forms.ChoiceField):
        choices = cast("Iterable[tuple[object, object]]", bound.field.choices)
        names = {str(key): str(name) for key, name in choices}
        sent = [names.get(one, one) for one in sent]
    return ", ".join(sent) or _("(nothing)")


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")
