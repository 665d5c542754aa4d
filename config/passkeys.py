"""The forms of passkeys: what is no answer of a browser's authenticator is refused like a wrong one.

The library that reads an answer raises whatever comes of it (a missing key, a type, bytes that end too
early), and anybody may send one.
"""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.forms import ValidationError

from campaign.web.line_field import Line


class Sent(forms.JSONField):
    """What an authenticator answers. Django foresees what is no JSON, but not what Python does not read: what
    is nested too deeply, and numbers of thousands of digits.
    """

    def to_python(self, value: Any) -> Any:
        """The document. Raises ``ValidationError``."""
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            raise get_adapter().validation_error("incorrect_code") from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The document, where the form is shown again; nothing for what cannot be read."""
        try:
            return super().bound_data(data, initial)
        except (ValueError, RecursionError):
            return None


class Add(AddWebAuthnForm):
    """Another passkey."""

    credential = Sent(widget=forms.HiddenInput)
    name = Line(required=False, max_length=60)

    def clean(self) -> dict[str, Any]:
        """What was sent. Raises ``ValidationError``."""
        try:
            sent: dict[str, Any] = super().clean()
        except ValidationError:
            raise
        except Exception as error:
            raise get_adapter().validation_error("incorrect_code") from error
        return sent


class _Answer(AuthenticateWebAuthnForm):
    credential = Sent(widget=forms.HiddenInput)

    def clean_credential(self) -> Authenticator:
        """The passkey that has answered. Raises ``ValidationError``."""
        try:
            return super().clean_credential()
        except ValidationError:
            raise
        except Exception as error:
            raise get_adapter().validation_error("incorrect_code") from error


class LogIn(_Answer, LoginWebAuthnForm):
    """Instead of address and password."""


class Authenticate(_Answer):
    """Beside the password."""


class Reauthenticate(_Answer, ReauthenticateWebAuthnForm):
    """Before something that matters."""
