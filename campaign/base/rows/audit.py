"""Writing to the log outside of a turn that is held; whoever holds one has ``LockedTurn.note``."""

from __future__ import annotations

from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import NONE, Values, check_names
from campaign.models import AuditEntry, Campaign, Turn, User


def note(
    campaign: Campaign,
    kind: LogKind,
    values: Values = NONE,
    *,
    by: User | None = None,
    of_turn: Turn | None = None,
    public: bool = False,
) -> None:
    """Write to the log; ``public`` only what is public anyway. ``values`` are what the sentence names."""
    check_names(kind, values)
    AuditEntry.objects.create(
        campaign=campaign, turn=of_turn, user=by, kind=kind.value, values=dict(values), public=public
    )
