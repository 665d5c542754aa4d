"""The bot's levels and characters in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.models import BotCharacter, BotLevel, Seat, SeatStatus


def bot_words(seat: Seat) -> str:
    """How well the bot plays a seat and what it likes to do: public. Empty unless the bot plays it."""
    if seat.status != SeatStatus.BOT:
        return ""
    level, character = BotLevel(seat.bot_level).label, BotCharacter(seat.bot_character).label
    return _("%(level)s, %(character)s") % {"level": level, "character": character.lower()}
