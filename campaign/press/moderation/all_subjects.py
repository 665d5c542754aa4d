"""All kinds of this app that can be flagged; the battles app adds its own."""

from __future__ import annotations

from campaign.press.moderation import (  # noqa: F401
    given_subjects,
    own_subjects,
    pick_subjects,
    reason_subjects,
    rule_subjects,
    written_subjects,
)
