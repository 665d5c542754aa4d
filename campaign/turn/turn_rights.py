"""What every act of the desk asks first: may this person do it, and does it look at the turn as it is now?"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaign.access.membership import facilitates
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import codes_of
from campaign.base.words.log_words import words_of
from campaign.models import AuditEntry, CampaignStatus, Role, RoleKind, Turn, User
from campaign.turn.locked_turn import LockedTurn

MOST_REASON = 500


def check_facilitator(held: LockedTurn, by: User) -> None:
    """Refuse everybody but the campaign's facilitators; one who plays in it is none."""
    if not facilitates(by, held.campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if held.campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="phase")


def check_keeper(held: LockedTurn, by: User) -> None:
    """Refuse everybody but those who may pause the campaign: facilitators, also playing ones."""
    role = Role.objects.filter(campaign=held.campaign, user=by, kind=RoleKind.FACILITATOR)
    if not role.exists():
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if held.campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="phase")


def check_reason(reason: str) -> str:
    """The reason, which nobody may leave out."""
    reason = " ".join(reason.split())
    if not reason:
        raise Refusal(_("Give a reason: those whom it touches will read it."), code="reason", field="reason")
    if len(reason) > MOST_REASON:
        raise Refusal(
            _("A reason has at most %(most)s characters.") % {"most": MOST_REASON},
            code="reason",
            field="reason",
        )
    return reason


def check_seen(held: LockedTurn, seen: str | None) -> None:
    """Refuse to act on a desk that somebody else has changed meanwhile.

    ``seen`` is the ``mark_of`` the turn when it was shown; None asks for no check.
    """
    if seen is None or seen == mark_of(held.turn):
        return
    raise Refusal(
        _("Somebody was faster: the turn has changed since you opened this page (%(act)s). Look again.")
        % {"act": latest_act(held.turn)},
        code="changed",
    )


DESK_KINDS = codes_of(
    "announced",
    "battles_closed",
    "correction",
    "correction_withdrawn",
    "date_moved",
    "excused",
    "forfeit",
    "held",
    "plans_closed",
    "published",
    "ruling",
    "settled",
)
"""The acts after which a desk that is still open elsewhere shows something that is no longer so."""


def mark_of(turn: Turn) -> str:
    """What a desk shows of a turn, as a short text: its phase and the latest act that changed it."""
    acts = AuditEntry.objects.filter(turn=turn, kind__in=DESK_KINDS).order_by("-id")
    return f"{turn.phase}.{acts.values_list('id', flat=True).first() or 0}"


def latest_act(turn: Turn) -> str:
    """The latest act that changed the desk, in words."""
    act = AuditEntry.objects.filter(turn=turn, kind__in=DESK_KINDS).order_by("-id").first()
    return "" if act is None else words_of(act)


def check_choice(field: str, value: str, allowed: Iterable[str]) -> None:
    """Check that a choice is one of those there are. Raises ``Refusal`` (``impossible``) with the field."""
    known = tuple(allowed)
    if value not in known:
        words = _("%(field)s must be one of %(allowed)s.") % {"field": field, "allowed": ", ".join(known)}
        raise Refusal(words, code="impossible", field=field)
