"""A code of the second factor works once, also the one that turned it on.

Which step of the clock the last code belonged to is kept in the factor's own row, so that it holds in every
process and for as long as the factor does; nothing of that step or before is taken again (RFC 6238, 5.2).
"""

from __future__ import annotations

from allauth.core import context
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.db import transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.forms import ValidationError
from django.utils.translation import gettext as _

STEP = "last_step"


class Activate(ActivateTOTPForm):
    """Turns the second factor on, and keeps the step of the code that did."""

    def clean_code(self) -> str:
        """The code. Raises ``ValidationError``."""
        code: str = super().clean_code()
        context.request.totp_step = _step_of(self.secret, code)
        return code


@receiver(pre_save, sender=Authenticator)
def _added(sender: object, instance: Authenticator, **_more: object) -> None:
    """Store the step with the factor itself: there is no moment at which the code works twice."""
    step = getattr(context.request, "totp_step", None) if context.request is not None else None
    if instance.pk is None and instance.type == Authenticator.Type.TOTP and step is not None:
        instance.data = {**instance.data, STEP: step}


class _Once(BaseAuthenticateForm):
    def clean_code(self) -> str:
        """The code. Raises ``ValidationError``, for one that was used with words of its own."""
        typed = str(self.cleaned_data["code"])
        try:
            code: str = super().clean_code()
        except ValidationError as error:
            if error.code == "incorrect_code" and _was_used(self.user.pk, typed):
                raise _used() from None
            raise
        if self.authenticator.type == Authenticator.Type.TOTP and not _use(self.authenticator, code):
            raise _used()
        return code


class Authenticate(_Once, AuthenticateForm):
    """Asks for a code at the log-in."""


class Reauthenticate(_Once, ReauthenticateForm):
    """Asks for a code before something that matters."""


def _use(factor: Authenticator, code: str) -> bool:
    """Keep the step of a right code; False if that or a later one was used already."""
    with transaction.atomic():
        held = Authenticator.objects.select_for_update(no_key=True).get(pk=factor.pk)
        step = _step_of(decrypt(held.data["secret"]), code)
        if step is None or step <= held.data.get(STEP, -1):
            return False
        held.data = {**held.data, STEP: step}
        held.save(update_fields=("data",))
        factor.data = held.data
    return True


def _was_used(user: int, code: str) -> bool:
    """Whether it is the code of a step that has been used."""
    factor = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).first()
    if factor is None:
        return False
    step = _step_of(decrypt(factor.data["secret"]), code)
    return step is not None and step <= int(factor.data.get(STEP, -1))


def _step_of(secret: str, code: str) -> int | None:
    """The step of the clock whose code this is, among those that are taken now."""
    for step in yield_hotp_counters_from_time():
        if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step))):
            return int(step)
    return None


def _used() -> ValidationError:
    return ValidationError(
        _("This code was used already: each works once. Wait for the next one."), code="used_code"
    )
