"""The tokens of a person's programs, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaign.access.api_tokens import live_tokens
from campaign.access.membership import campaigns_of
from campaign.models import Scope, User


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One live token: never its secret, which nobody has."""

    public_id: str
    name: str
    start: str
    scopes: tuple[str, ...]
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime
    campaigns: tuple[str, ...]


def tokens_of(user: User) -> tuple[TokenRow, ...]:
    """A person's live tokens, the newest first; scopes in words, campaigns by name."""
    names = dict(campaigns_of(user).values_list("public_id", "name"))
    return tuple(
        TokenRow(
            public_id=token.public_id,
            name=token.name,
            start=token.start,
            scopes=tuple(str(Scope(scope).label) for scope in token.scopes),
            created_at=token.created_at,
            last_used_at=token.last_used_at,
            expires_at=token.expires_at,
            # One that the person has left, or that is gone, opens nothing any more.
            campaigns=tuple(names.get(one, one) for one in token.campaigns),
        )
        for token in live_tokens(user)
    )
