"""The groups of notices that people switch on and off, and which kinds belong to each."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OTHER = "other"

GROUPS: Mapping[str, Promise] = {
    "starts": _("A campaign starts"),
    "plan": _("Your plan is missing or incomplete, a day and three hours before the deadline"),
    "dice": _("Plans have closed, and the dice are being drawn"),
    "announced": _("The movement is done and battles are announced"),
    "published": _("A turn is published"),
    "dates": _("A deadline moves, a turn is held, a campaign is paused or goes on"),
    "battles": _("A battle: a date is proposed, a result waits for you"),
    "disputes": _("A dispute, a claim or a ruling about one of your battles"),
    "messages": _("Messages and promises"),
    "news": _("News, and changes of the campaign's texts"),
    "ends": _("A campaign ends"),
    "people": _("People come and go; your army is approved or returned"),
    "desk": _("For facilitators: reviews, missing players, failures, flags"),
    OTHER: _("Everything else"),
}

KINDS_OF: Mapping[str, tuple[str, ...]] = {
    "starts": ("campaign_starts", "new_commitment"),
    "plan": ("plan_missing",),
    "dice": ("dice_sealed",),
    "announced": ("announced",),
    "published": ("published",),
    "dates": ("date_moved", "early_close", "turn_held", "paused", "resumed", "schedule_changed", "restored"),
    "battles": (
        "result_waiting",
        "battle_open",
        "stand_in",
        "date_offered",
        "date_agreed",
        "date_off",
        "date_soon",
        "no_show",
        "opponent_left",
    ),
    "disputes": ("dispute", "claim", "claim_settled", "ruled"),
    "messages": ("message", "promise"),
    "news": ("news", "texts_changed", "channel"),
    "ends": ("campaign_ended",),
    "people": (
        "people_changed",
        "army_decided",
        "seat_lost",
        "deputy",
        "vision_asked",
        "seat_asked",
        "seat_answered",
        "unled",
        "called_off",
    ),
    "desk": ("on_hold", "site_on_hold", "seat_missing", "review_waiting", "flagged", "site_flagged"),
}
TO_OTHERS = ("invited",)
"""Mails to somebody else's address: nobody's switch ends them, and they are in nobody's list."""

TO_THE_PERSON = ("measured", "flag_settled")
"""What operators have done about somebody, or about what somebody flagged: no switch ends these mails."""

ALWAYS_MAILED = ("campaign_starts", "campaign_ended", "on_hold", "site_on_hold", "restored")
"""What is mailed of a war by the minute, too: its start and end, that it stands as it did in a backup, and to
those who run it a failure."""

GROUP_OF = {kind: group for group, kinds in KINDS_OF.items() for kind in kinds}


def group_of(kind: str) -> str:
    """The group that a kind of notice belongs to."""
    return GROUP_OF.get(kind, OTHER)
