"""The forms of allauth's pages where this site asks for more than they; the settings name them."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    ChangeEmailForm,
    ChangePasswordForm,
    LoginForm,
    RequestLoginCodeForm,
    ResetPasswordForm,
    SignupForm,
)
from allauth.core import context
from django import forms
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from campaign.access import passwords
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import User


class OneWord:
    """Calls an e-mail address as all other pages do, and says so where it is wrong."""

    fields: dict[str, forms.Field]

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        for field in self.fields.values():
            if isinstance(field, forms.EmailField):
                field.label = _("E-mail")
                field.widget.attrs["placeholder"] = ""
                field.error_messages["invalid"] = _("This is no e-mail address.")


class AddAddress(OneWord, AddEmailForm):
    """Another address of an account."""


class ChangeAddress(OneWord, ChangeEmailForm):
    """Another address while the first is not confirmed."""


class LogIn(OneWord, LoginForm):
    """By address and password."""


class MailCode(OneWord, RequestLoginCodeForm):
    """By a code that is mailed."""


class ResetPassword(OneWord, ResetPasswordForm):
    """A new password for one that is forgotten."""


class SignUp(OneWord, SignupForm):
    """Costs the same whether the address has an account already or not, so that its time tells nobody."""

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        """Make the account; for an address that has one do the same work, undo it, and mail its owner."""
        with transaction.atomic():
            if self.account_already_exists:
                self._make_nobody(request)
            answer: tuple[Any, Any] = super().try_save(request)
        return answer

    def _make_nobody(self, request: HttpRequest) -> None:
        """An account that is undone, and one write that stays, for a write waits for the disk."""
        address = self.cleaned_data["email"]
        self.account_already_exists = False
        self.cleaned_data["email"] = f"{random_id().lower()}@nobody.invalid"
        try:
            with transaction.atomic():
                self.save(request)
                transaction.set_rollback(True)
        finally:
            self.account_already_exists = True
            self.cleaned_data["email"] = address
        User.objects.filter(email=address).update(email=F("email"))


class ChangePassword(ChangePasswordForm):
    """Asks for the present password as the log-in does: counted."""

    def clean_oldpassword(self) -> str:
        """The present password. Raises ``ValidationError``."""
        password: str = self.cleaned_data["oldpassword"]
        assert isinstance(self.user, User)
        try:
            right = passwords.check_password(context.request, self.user, password)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.message, code=refusal.code) from None
        if not right:
            raise get_adapter().validation_error("enter_current_password")
        return password
