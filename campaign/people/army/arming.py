"""Whoever joins a war that approves armies by itself has one at once: a free preset in a free colour."""

from __future__ import annotations

import secrets

from campaign.base.dates import clock
from campaign.base.setup.campaign_settings import Variables
from campaign.models import ArmyPick, Campaign, PickState, Seat
from campaign.people.army.preset_words import preset_why
from campaign.people.army.selectors import free_presets, wrong_with
from campaign.people.army.services import apply_pick

BY_HAND = "by_hand"


def arms_itself(campaign: Campaign) -> bool:
    """Whether seats of the campaign have an army as soon as somebody holds them."""
    return Variables.of(campaign).army_approval != BY_HAND


def arm(campaign: Campaign, seat: Seat) -> None:
    """Give the seat an approved army of a free preset, by lot, inside the caller's transaction.

    Without a preset that fits the campaign's points it keeps its name, and has no rules. What was written
    in a pick before goes.
    """
    seat.campaign = campaign
    ArmyPick.objects.filter(seat=seat).delete()
    pick = ArmyPick(seat=seat, army=seat.army, changed_at=clock.now(), state=PickState.APPROVED)
    free = free_presets(seat, Variables.of(campaign))
    if free:
        preset = secrets.choice(free)
        pick.army = pick.preset = preset.name
        pick.rules, pick.why = list(preset.rules), preset_why(preset.name)
    pick.colour = seat.number
    assert not list(wrong_with(pick, Variables.of(campaign))), "a preset may be played"
    apply_pick(campaign, seat, pick, None)
