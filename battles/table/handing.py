"""One tablet for several players: handed over behind a cover, it shows one player's secrets at a time."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Phone, Place, Table
from battles.table.agreeing import note
from battles.table.covering import has_secrets
from battles.table.deeds import game_of
from battles.table.services import check_pin, new_pin
from campaign.base.refusal import Refusal
from rules.tabletop.action import Event


def uncover(table: Table, phone: Phone, number: int, pin: str) -> str:
    """The tablet is in the player's hands: he may see his own. Returns his digits if he is told them now.

    The first time there is nothing that he could know, so a tap is enough; then secrets need his digits.
    Raises ``Refusal``: ``not_yours``, ``pin`` or ``barred``.
    """
    if number not in phone.numbers:
        raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
    place = Place.objects.get(table=table, number=number)
    if place.met:
        if has_secrets(game_of(table), number):
            check_pin(table, number, pin)
        return ""
    # Two first taps at once: only one of them is told.
    first = Place.objects.filter(pk=place.pk, met=False).update(met=True)
    return place.pin if first else ""


def renew(table: Table, phone: Phone, number: int) -> None:
    """New digits for a player who has forgotten his, told at his next hand-over; all read of it in the log.

    Raises ``Refusal``: ``not_yours``, or ``impossible`` while he has secrets that they would open.
    """
    if number not in phone.numbers:
        raise Refusal(_("Your phone does not play this place."), code="not_yours", field="player")
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        game = game_of(table)
        if has_secrets(game, number):
            text = _("New digits can be had only while this player has nothing hidden: at the turn's end.")
            raise Refusal(text, code="impossible", field="player")
        Place.objects.filter(table=table, number=number).update(pin=new_pin(), met=False, tries=0)
        note(table, game, number, Event("new digits", (("player", number),)))
