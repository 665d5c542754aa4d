"""Number fields whose bounds are known only when the form is shown."""

from __future__ import annotations

from django import forms


def whole(text: str, most: int = 999_999_999) -> int | None:
    """The whole number from 0 to ``most`` that was typed; None if that is none."""
    number = int(text) if text.isdecimal() and len(text) <= 9 else most + 1
    return number if number <= most else None


def bound(field: forms.Field, most: int, wrong: str) -> None:
    """Allow a number field 0 to ``most``, and say so wherever it is broken."""
    assert isinstance(field, forms.IntegerField)
    field.max_value = most
    field.widget.attrs.update({"min": 0, "max": most, "inputmode": "numeric"})
    field.error_messages["invalid"] = wrong

    def check(value: int) -> None:
        if not 0 <= value <= most:
            raise forms.ValidationError(wrong)

    field.validators = [check]
