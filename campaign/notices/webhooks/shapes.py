"""The shapes of webhooks for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from msgspec import UnsetType

from campaign.base.integrations.webhook_post import MOST_ADDRESS
from campaign.models import Hook as HookRow
from campaign.notices.webhooks.selectors import ended_with_token
from campaign.web.api.fields import Line
from campaign.web.api.request_parsing import Strict


class HookToMake(Strict):
    """Where a program wants to be told."""

    address = Line(max_length=MOST_ADDRESS, help_text="https:// and a public host, not Discord's.")
    campaign = Line(
        max_length=32, required=False, allow_blank=True, help_text="A campaign's id; all of yours without it."
    )


@dataclass(frozen=True, slots=True)
class Hook:
    """A webhook as its owner sees it."""

    id: str
    address: str
    campaign: Annotated[str | UnsetType | None, "Null: all campaigns."]
    error: Annotated[str, "Why the last post failed, or empty."]
    tried_at: datetime | None
    created_at: datetime
    stopped_at: Annotated[datetime | None, "Since when nothing is told: its maker runs the campaign no more."]
    token_ended: Annotated[bool, "Nothing is told any more, for the token that made it has ended."]


@dataclass(frozen=True, slots=True)
class NewHook(Hook):
    """A webhook just made, with its secret."""

    secret: Annotated[str, "It signs each post, and cannot be had again."]


@dataclass(frozen=True, slots=True)
class HookList:
    """All webhooks of a person."""

    items: tuple[Hook, ...]


def hook_of(row: HookRow) -> Hook:
    """A webhook as it is answered."""
    return Hook(
        id=row.public_id,
        address=row.address,
        campaign=row.campaign.public_id if row.campaign is not None else None,
        error=row.error,
        tried_at=row.tried_at,
        created_at=row.created_at,
        stopped_at=row.stopped_at,
        token_ended=ended_with_token(row),
    )


def new_hook_of(row: HookRow, secret: str) -> NewHook:
    """A webhook that was just made, as it is answered this once."""
    made = hook_of(row)
    return NewHook(
        made.id,
        made.address,
        made.campaign,
        made.error,
        made.tried_at,
        made.created_at,
        made.stopped_at,
        made.token_ended,
        secret,
    )
