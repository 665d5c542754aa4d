"""The webhooks of a person's programs, to be looked at: never their secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from campaign.base.dates.clock import now
from campaign.models import Campaign, Hook, User


def hooks_of(user: User) -> Sequence[Hook]:
    """A person's webhooks, the newest first."""
    return list(Hook.objects.filter(user=user).select_related("campaign", "token").defer("sealed"))


def ended_with_token(hook: Hook) -> bool:
    """Whether the token that made a webhook opens nothing any more (Trust 3)."""
    token = hook.token
    return token is not None and (token.revoked_at is not None or token.expires_at <= now())


@dataclass(frozen=True, slots=True)
class StoppedHook:
    """A webhook of a campaign that stopped when its maker left: the host, for its address is its maker's."""

    id: str
    host: str
    by: str
    stopped_at: datetime


def stopped_hooks(campaign: Campaign) -> tuple[StoppedHook, ...]:
    """The webhooks of a campaign that have stopped, the latest first, for those who run it."""
    found = Hook.objects.filter(campaign=campaign, stopped_at__isnull=False).select_related("user")
    return tuple(
        StoppedHook(hook.public_id, host_of(hook.address), hook.user.name, hook.stopped_at)
        for hook in found.defer("sealed").order_by("-stopped_at", "-id")
        if hook.stopped_at is not None
    )


def host_of(address: str) -> str:
    """The host of a webhook's address; what follows it may be a secret."""
    return urlsplit(address).hostname or ""
