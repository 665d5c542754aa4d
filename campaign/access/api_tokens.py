"""Tokens of programs: made, used and taken back. A token is known to whoever holds it, and to nobody else."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import ApiToken, Scope, User

MOST = 20
MOST_NAME = 60
_MARK = "bgc_"
_SHOWN = 8
_USE_IS_KEPT_EVERY = timedelta(minutes=1)


def make_token(*, user: User, name: str, scopes: Collection[str]) -> tuple[ApiToken, str]:
    """Store a token and return it with its secret, which cannot be had again.

    Reading is part of every token. Raises ``Refusal`` without a name, for an unknown scope, or beyond 20
    live tokens.
    """
    name = name.strip()
    check_line(name, "name")
    if not 1 <= len(name) <= MOST_NAME:
        message = _("Give the program a name of 1 to %(most)s characters.") % {"most": MOST_NAME}
        raise Refusal(message, code="name", field="name")
    unknown = sorted(set(scopes) - set(Scope.values))
    if unknown:
        raise Refusal(
            _("There is no scope %(name)s; there are %(all)s.")
            % {"name": ", ".join(unknown), "all": ", ".join(Scope.values)},
            code="scope",
            field="scopes",
        )
    secret = _MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if ApiToken.objects.filter(user=user, revoked_at=None).count() >= MOST:
            raise Refusal(
                _("A person has at most %(most)d tokens; revoke one first.") % {"most": MOST}, code="too_many"
            )
        token = ApiToken.objects.create(
            user=user,
            name=name,
            start=secret[: len(_MARK) + _SHOWN],
            digest=_digest(secret),
            scopes=[scope for scope in Scope.values if scope == Scope.READ or scope in scopes],
            created_at=clock.now(),
        )
    return token, secret


def use_token(secret: str) -> ApiToken | None:
    """The live token with this secret, of a person who may log in; notes its use once a minute."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=_digest(secret), revoked_at=None, user__is_active=True)
        .first()
    )
    if token is None:
        return None
    now = clock.now()
    if token.last_used_at is None or now - token.last_used_at >= _USE_IS_KEPT_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(*, user: User, public_id: str) -> ApiToken:
    """Take a token back at once and for good. Raises ``ApiToken.DoesNotExist`` if it is not the person's."""
    token = ApiToken.objects.get(user=user, public_id=public_id)
    if token.revoked_at is None:
        token.revoked_at = clock.now()
        token.save(update_fields=("revoked_at",))
    return token


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
