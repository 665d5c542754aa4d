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
from django.forms import ValidationError

from campaign.web.line_field import Line


class Add(AddWebAuthnForm):
    """Another passkey."""

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
