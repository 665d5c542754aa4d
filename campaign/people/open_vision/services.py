"""Players agree to what all may see of a war before it starts; a change voids that; later it can only end."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaign.access.membership import facilitates
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.setup.campaign_settings import FACTS, Variables
from campaign.base.setup.open_vision import asked_of, shows_front
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, CampaignStatus, Seat, User
from campaign.outbox import services as notices_out
from campaign.turn.turn_rights import check_reason


@transaction.atomic
def agree_to_vision(*, seat: Seat, by: User, asked: str) -> None:
    """Agree, as the seat's player, to what all may see; doing it again changes nothing.

    ``asked`` is what was read, as ``asked_of`` writes it. Raises ``Refusal``: ``not_yours``, ``started``, and
    ``agree`` with the field ``vision`` if it is another by now.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=seat.campaign_id)
    seat = Seat.objects.select_for_update(no_key=True).get(pk=seat.pk)
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player agrees to what all may see."), code="not_yours")
    if campaign.status != CampaignStatus.BUILDING:
        raise Refusal(_("The war has started; what all may see is as it was agreed."), code="started")
    now = asked_of(Variables.of(campaign))
    if not now or asked != now:
        message = _("What all may see has changed since you read it: please read it again.")
        raise Refusal(message, code="agree", field="vision")
    Seat.objects.filter(pk=seat.pk).update(open_agreed=now, version=F("version") + 1)


def ask_anew(campaign: Campaign, by: User) -> None:
    """What all may see has been changed: void each consent, and ask the players of the seats for theirs."""
    seats = Seat.objects.filter(campaign=campaign)
    seats.update(open_agreed="", version=F("version") + 1)
    if not asked_of(Variables.of(campaign)):
        return
    held = seats.filter(user__isnull=False).exclude(user=by).order_by("number")
    readers = [(user, seat) for seat, user in held.values_list("pk", "user_id") if user is not None]
    notices_out.tell(campaign, notices_out.VISION_ASKED, readers, {})


@transaction.atomic
def end_vision(*, campaign: Campaign, by: User, reason: str) -> None:
    """End that all see more than the public facts; what was shown is shown no more. It cannot be undone.

    Raises ``Refusal``: ``not_yours``, ``started`` before the start and after the end, ``nothing`` where
    nothing is shown, and ``reason``.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if not facilitates(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if campaign.status in (CampaignStatus.BUILDING, CampaignStatus.ENDED):
        raise Refusal(_("This can be ended while the war runs."), code="started")
    variables = Variables.of(campaign)
    if not shows_front(variables):
        raise Refusal(_("All see nothing but the public facts."), code="nothing")
    reason = check_reason(reason)
    campaign.settings = {**variables.document(), "open_vision": FACTS}
    campaign.save(update_fields=("settings",))
    Seat.objects.filter(campaign=campaign).update(version=F("version") + 1)
    note(campaign, LogKind.VISION_ENDED, {"reason": reason}, by=by, public=True)
