"""allauth's pages on which an account is made, where they answer otherwise than the site's own pages do."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView
from allauth.socialaccount.views import SignupView as OutsideSignupView
from django import forms
from django.http import HttpResponse


class Refusing:
    """Answers 422 to a form that is refused. An address that has an account is no reason to refuse one."""

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """The page again, with what was typed and why it is refused."""
        page: HttpResponse = super().form_invalid(form)  # type: ignore[misc]
        page.status_code = 422
        return page


class SignUpView(Refusing, SignupView):
    """By name and address."""


class OutsideSignUpView(Refusing, OutsideSignupView):
    """By a name, beside what another site has told."""


sign_up: Any = SignUpView.as_view()
outside_sign_up: Any = OutsideSignUpView.as_view()
