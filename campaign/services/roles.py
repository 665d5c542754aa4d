"""Roles without a seat: a facilitator makes another, hands over, steps down; observers come and go."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.models import (
    AuditEntry,
    Campaign,
    CampaignStatus,
    Deputy,
    Role,
    RoleKind,
    Seat,
    User,
)
from campaign.selectors.access import facilitates
from campaign.services.errors import Refusal
from campaign.services.hooks import stop_hooks
from campaign.services.insights import keep_truth
from campaign.services.joining import tell_facilitators


def make_facilitator(*, campaign: Campaign, user: User, by: User) -> None:
    """Let an observer run the campaign too; from then on this person sees its truth. Raises ``Refusal``."""
    with transaction.atomic():
        campaign = _locked(campaign)
        if not facilitates(by, campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        role = Role.objects.select_for_update().filter(campaign=campaign, user=user).first()
        if role is None or role.kind != RoleKind.OBSERVER:
            raise Refusal(_("Only an observer can be made a facilitator; invite others as one."), code="role")
        if _plays(campaign, user):
            raise Refusal(_("Whoever plays in the campaign cannot run it."), code="role")
        role.kind = RoleKind.FACILITATOR
        role.save(update_fields=("kind",))
        keep_truth(campaign, user)
        _note(campaign, by, f"{user.name} is facilitator")


def hand_over(*, campaign: Campaign, user: User, by: User) -> None:
    """Make an observer the facilitator in one's own place, and stay as observer. Raises ``Refusal``."""
    with transaction.atomic():
        make_facilitator(campaign=campaign, user=user, by=by)
        step_down(campaign=campaign, by=by)


def step_down(*, campaign: Campaign, by: User) -> None:
    """Run the campaign no more, and watch it from then on; the last facilitator must hand over first.

    Raises ``Refusal``: ``not_yours``, ``last``.
    """
    with transaction.atomic():
        campaign = _locked(campaign)
        role = Role.objects.filter(campaign=campaign, user=by, kind=RoleKind.FACILITATOR).first()
        if role is None:
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        others = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).exclude(pk=role.pk)
        if not campaign.automatic and not others.exists():
            raise Refusal(
                _("You are the only facilitator: invite another, or hand over to an observer, first."),
                code="last",
            )
        keep_truth(campaign, by)
        if _plays(campaign, by):
            role.delete()
        else:
            role.kind = RoleKind.OBSERVER
            role.save(update_fields=("kind",))
            stop_hooks(campaign=campaign, user=by)
        _note(campaign, by, f"{by.name} is no longer facilitator")


def leave_role(*, campaign: Campaign, by: User) -> None:
    """Watch or judge the campaign no more. Raises ``Refusal`` with code ``not_yours`` or ``role``."""
    with transaction.atomic():
        campaign = _locked(campaign)
        role = Role.objects.filter(campaign=campaign, user=by).first()
        if role is None:
            raise Refusal(_("You have no role in this campaign."), code="not_yours")
        if role.kind == RoleKind.FACILITATOR:
            raise Refusal(_("A facilitator steps down first."), code="role")
        if role.kind == RoleKind.ARBITER:
            keep_truth(campaign, by)
        _note(campaign, by, f"{by.name} is no longer {role.get_kind_display().lower()}")
        role.delete()
        tell_facilitators(campaign, "left", "", by.name)


def remove_role(*, campaign: Campaign, user: User, by: User) -> None:
    """Send an observer or arbiter away. Raises ``Refusal``: ``not_yours``, ``role`` for a facilitator."""
    with transaction.atomic():
        campaign = _locked(campaign)
        if not facilitates(by, campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        role = Role.objects.filter(campaign=campaign, user=user).first()
        if role is None or role.kind == RoleKind.FACILITATOR:
            raise Refusal(_("Only observers and arbiters can be sent away."), code="role")
        if role.kind == RoleKind.ARBITER:
            keep_truth(campaign, user)
        role.delete()
        _note(campaign, by, f"{user.name} is no longer {role.get_kind_display().lower()}")


def _plays(campaign: Campaign, user: User) -> bool:
    return (
        Seat.objects.filter(campaign=campaign, user=user).exists()
        or Deputy.objects.filter(seat__campaign=campaign, user=user).exists()
    )


def _locked(campaign: Campaign) -> Campaign:
    found = Campaign.objects.select_for_update().get(pk=campaign.pk)
    if found.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")
    return found


def _note(campaign: Campaign, by: User, text: str) -> None:
    AuditEntry.objects.create(campaign=campaign, user=by, kind="role", text=text)
