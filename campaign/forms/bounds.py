"""Number fields whose bounds are known only when the form is shown."""

from __future__ import annotations

from django import forms


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
