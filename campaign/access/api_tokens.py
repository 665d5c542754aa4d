"""Tokens of programs: made, used and taken back. A token is known to whoever holds it, and to nobody else."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaign.access.membership import campaigns_of
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import ApiToken, Scope, User

MOST = 20
MOST_NAME = 60
LIFETIMES = (30, 90, 365)
"""Days after which a token ends, as its person chooses."""
USUAL = 90
MOST_CAMPAIGNS = 20
"""Campaigns that a token may name."""
_MARK = "bgc_"
_SHOWN = 8
_USE_IS_KEPT_EVERY = timedelta(minutes=1)


def make_token(
    *, user: User, name: str, scopes: Collection[str], days: int = USUAL, campaigns: Collection[str] = ()
) -> tuple[ApiToken, str]:
    """Store a token and return it with its secret, which cannot be had again.

    Reading is part of every token. It is for ``campaigns`` by their public ids alone, if any are named.
    Raises ``Refusal`` without a name, for an unknown scope, lifetime or campaign, or beyond 20 live tokens.
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
    _check_bounds(user, days, campaigns)
    secret = _MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if live_tokens(user).count() >= MOST:
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
            expires_at=clock.now() + timedelta(days=days),
            campaigns=sorted(set(campaigns)),
        )
    return token, secret


def _check_bounds(user: User, days: int, campaigns: Collection[str]) -> None:
    if days not in LIFETIMES:
        message = _("A token lasts %(days)s days.") % {"days": ", ".join(map(str, LIFETIMES))}
        raise Refusal(message, code="days", field="days")
    if len(set(campaigns)) > MOST_CAMPAIGNS:
        message = _("A token names at most %(most)d campaigns.") % {"most": MOST_CAMPAIGNS}
        raise Refusal(message, code="campaigns", field="campaigns")
    known = set(campaigns_of(user).filter(public_id__in=campaigns).values_list("public_id", flat=True))
    if set(campaigns) - known:
        raise Refusal(_("You take part in no such campaign."), code="campaigns", field="campaigns")


def live_tokens(user: User) -> QuerySet[ApiToken]:
    """A person's tokens that still open something."""
    return ApiToken.objects.filter(user=user, revoked_at=None, expires_at__gt=clock.now())


def use_token(secret: str) -> ApiToken | None:
    """The live token with this secret, of a person who may log in; notes its use once a minute."""
    token = (
        ApiToken.objects.select_related("user")
        .filter(digest=_digest(secret), revoked_at=None, expires_at__gt=clock.now(), user__is_active=True)
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
