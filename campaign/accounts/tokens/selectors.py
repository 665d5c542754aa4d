"""The tokens of a person's programs, to be looked at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from campaign.models import ApiToken, Scope, User


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One live token: never its secret, which nobody has."""

    public_id: str
    name: str
    start: str
    scopes: tuple[str, ...]
    created_at: datetime
    last_used_at: datetime | None


def tokens_of(user: User) -> tuple[TokenRow, ...]:
    """A person's live tokens, the newest first; scopes in words."""
    return tuple(
        TokenRow(
            public_id=token.public_id,
            name=token.name,
            start=token.start,
            scopes=tuple(str(Scope(scope).label) for scope in token.scopes),
            created_at=token.created_at,
            last_used_at=token.last_used_at,
        )
        for token in ApiToken.objects.filter(user=user, revoked_at=None)
    )
