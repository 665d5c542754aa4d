"""Roles without a seat: a facilitator makes another, hands over, steps down; observers come and go."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.knowledge_barriers import check_no_fight, keep_truth
from campaign.access.membership import facilitates
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    Campaign,
    CampaignStatus,
    Deputy,
    Role,
    RoleKind,
    Seat,
    User,
)
from campaign.notices.discord.services import end_channel
from campaign.notices.webhooks.services import stop_hooks
from campaign.outbox import services as notices_out
from campaign.people.changes_told import tell_facilitators


def make_facilitator(*, campaign: Campaign, user: User, by: User) -> None:
    """Let an observer run the campaign too; from then on this person sees its truth. Raises ``Refusal``."""
    with transaction.atomic():
        campaign = _locked(campaign)
        if not facilitates(by, campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        role = Role.objects.select_for_update(no_key=True).filter(campaign=campaign, user=user).first()
        if role is None or role.kind != RoleKind.OBSERVER:
            raise Refusal(_("Only an observer can be made a facilitator; invite others as one."), code="role")
        if _plays(campaign, user):
            raise Refusal(_("Whoever plays in the campaign cannot run it."), code="role")
        check_no_fight(user, campaign)
        role.kind = RoleKind.FACILITATOR
        role.save(update_fields=("kind",))
        keep_truth(campaign, user)
        note(campaign, LogKind.ROLE_GIVEN, {"person": user.name, "role": role.kind}, by=by)


def hand_over(*, campaign: Campaign, user: User, by: User) -> None:
    """Make an observer the facilitator in one's own place, and stay as observer. Raises ``Refusal``."""
    with transaction.atomic():
        make_facilitator(campaign=campaign, user=user, by=by)
        step_down(campaign=campaign, by=by)


def step_down(*, campaign: Campaign, by: User) -> None:
    """Run the campaign no more, and watch it from then on; the last facilitator must hand over first.

    Of an automatic campaign the last may go while it runs; all its people are told.

    Raises ``Refusal``: ``not_yours``, ``last``.
    """
    with transaction.atomic():
        campaign = _locked(campaign)
        role = Role.objects.filter(campaign=campaign, user=by, kind=RoleKind.FACILITATOR).first()
        if role is None:
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        others = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).exclude(pk=role.pk)
        last = not others.exists()
        if last:
            _check_goes_on(campaign)
        keep_truth(campaign, by)
        if _plays(campaign, by):
            role.delete()
        else:
            role.kind = RoleKind.OBSERVER
            role.save(update_fields=("kind",))
            stop_hooks(campaign=campaign, user=by)
            end_channel(campaign=campaign, user=by)
        note(campaign, LogKind.ROLE_ENDED, {"person": by.name, "role": RoleKind.FACILITATOR.value}, by=by)
        if last:
            notices_out.tell(campaign, notices_out.UNLED, people_of(campaign, but=by), {})


def _check_goes_on(campaign: Campaign) -> None:
    """Whether it goes on with nobody to run it. Raises ``Refusal`` with code ``last``."""
    stands = {
        CampaignStatus.BUILDING: _(
            "Nobody else could start it or call it off: do so, or invite another facilitator, first."
        ),
        CampaignStatus.PAUSED: _(
            "It is paused, and only you can resume it: do so, or invite another facilitator, first."
        ),
        CampaignStatus.ON_HOLD: _(
            "It is on hold, and only you can let it go on: do so, or invite another facilitator, first."
        ),
    }
    why = stands.get(CampaignStatus(campaign.status))
    if not campaign.automatic:
        why = _("You are the only facilitator: invite another, or hand over to an observer, first.")
    if why is not None:
        raise Refusal(why, code="last")


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
        note(campaign, LogKind.ROLE_ENDED, {"person": by.name, "role": role.kind}, by=by)
        role.delete()
        tell_facilitators(campaign, "left", "", by)


def vanish(*, role: Role, by: User) -> None:
    """End a role because its person's account goes: others who run the campaign are told.

    Where nobody runs it any more, all who play, judge and watch are told. Of an ended one nobody is.
    """
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=role.campaign_id)
        if role.kind == RoleKind.FACILITATOR:
            stop_hooks(campaign=campaign, user=by)
            end_channel(campaign=campaign, user=by)
        role.delete()
        if campaign.status == CampaignStatus.ENDED:
            return
        note(campaign, LogKind.ROLE_ENDED, {"person": by.name, "role": role.kind}, by=by)
        if Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).exists():
            tell_facilitators(campaign, "left", "", by)
        elif role.kind == RoleKind.FACILITATOR:
            notices_out.tell(campaign, notices_out.UNLED, people_of(campaign, but=by), {})


def people_of(campaign: Campaign, *, but: User) -> list[notices_out.Reader]:
    """All of the campaign's people, whatever their part, each once: those who act in a seat, there."""
    readers = notices_out.readers_of(campaign, clock.now())
    told = [one for one in readers.of_seats(Seat.objects.filter(campaign=campaign)) if one[0] != but.pk]
    seated = {user for user, _seat in told} | {but.pk}
    others = Role.objects.filter(campaign=campaign).order_by("id").values_list("user_id", flat=True)
    return told + [(user, None) for user in others if user not in seated]


def remove_role(*, campaign: Campaign, user: User, by: User) -> None:
    """Send an observer or arbiter away. Raises ``Refusal``: ``not_yours``, ``role`` for a facilitator."""
    with transaction.atomic():
        campaign = _locked(campaign)
        if not facilitates(by, campaign):
            raise Refusal(_("Only a facilitator can do this."), code="not_yours")
        role = Role.objects.filter(campaign=campaign, user=user).first()
        if role is None or role.kind == RoleKind.FACILITATOR:
            raise Refusal(_("Only observers and arbiters can be removed."), code="role")
        if role.kind == RoleKind.ARBITER:
            keep_truth(campaign, user)
        role.delete()
        note(campaign, LogKind.ROLE_ENDED, {"person": user.name, "role": role.kind}, by=by)


def _plays(campaign: Campaign, user: User) -> bool:
    return (
        Seat.objects.filter(campaign=campaign, user=user).exists()
        or Deputy.objects.filter(seat__campaign=campaign, user=user).exists()
    )


def _locked(campaign: Campaign) -> Campaign:
    found = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if found.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")
    return found
