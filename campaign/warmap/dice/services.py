"""Seals and shares: bound before plans close, opened after, each under the lock that plans have (Trust 4).

Nobody but the seat is told that it has sealed or opened anything: no version rises, nothing is logged.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import may_act
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.models import DiceSeal, PlayerTurn, Seat, User
from campaign.turn.drawing.draw_dates import has_left_shut, is_open, open_until
from campaign.turn.drawing.services import is_bound
from campaign.turn.plans.services import HIGHEST, check_time
from campaign.warmap.dice.selectors import plays
from rules.open_dice.mixing import HASH_BYTES, seal_of

_HEX = re.compile(rf"[0-9a-f]{{{2 * HASH_BYTES}}}")


def put_seal(*, seat: Seat, number: int, seal: str, by: User) -> DiceSeal:
    """Seal a share of turn ``number``; the last seal before the plans close counts.

    Raises ``Refusal``: ``not_yours``, ``no_turn``, ``chain``, ``late``, ``not_played``, ``left_shut``, or
    ``malformed`` with the field.
    """
    _check_hex("seal", seal)
    with transaction.atomic():
        mine, moment = _lock(seat, number, by)
        check_time(mine.turn, mine.seat.campaign, moment)
        if not plays(mine.seat):
            message = _("The bot plays for this army; what is sealed counts once its player plans again.")
            raise Refusal(message, code="not_played")
        if has_left_shut(mine.seat):
            message = _(
                "Two seals of this army stayed shut when they counted: it can no longer seal in this war."
            )
            raise Refusal(message, code="left_shut")
        made, _new = DiceSeal.objects.update_or_create(
            turn=mine.turn, seat=mine.seat, defaults={"seal": seal, "sealed_at": moment}
        )
        return made


def open_seal(*, seat: Seat, number: int, share: str, by: User) -> DiceSeal:
    """Open what the seat has sealed for turn ``number``, between the close of plans and the draw.

    What has been opened already is answered the same again. Raises ``Refusal``: ``not_yours``, ``no_turn``,
    ``chain``, ``early``, ``late``, ``wrong_share``, or ``malformed`` with the field.
    """
    _check_hex("share", share)
    with transaction.atomic():
        mine, moment = _lock(seat, number, by)
        turn, made = mine.turn, DiceSeal.objects.filter(turn=mine.turn, seat=mine.seat).first()
        if made is not None and made.share and made.share == share:
            return made
        if not turn.closing:
            raise Refusal(
                _("The plans of turn %(number)s have not closed: keep what you have sealed until then.")
                % {"number": turn.number},
                code="early",
            )
        until = open_until(mine.seat.campaign, turn, moment)
        if until is None or moment >= until:
            raise Refusal(
                _("The dice of turn %(number)s are drawn: nothing is mixed into them any more.")
                % {"number": turn.number},
                code="late",
            )
        sealed = seal_of(mine.seat.campaign.mixed_as, turn.number, mine.seat.number, bytes.fromhex(share))
        if made is None or made.seal != sealed.hex() or not is_bound(made):
            raise Refusal(
                _("This does not open what your army sealed last for turn %(number)s.")
                % {"number": turn.number},
                code="wrong_share",
                field="share",
            )
        made.share, made.opened_at = share, moment
        made.save(update_fields=("share", "opened_at"))
        return made


def _lock(seat: Seat, number: int, by: User) -> tuple[PlayerTurn, datetime]:
    """The seat's part of the turn, locked, and what time it is then; all of it is read after the lock."""
    if not may_act(by, seat):
        raise Refusal(_("Only the seat's player, or its deputy, seals for it."), code="not_yours")
    parts = PlayerTurn.objects.filter(seat=seat, turn__number=number) if number <= HIGHEST else None
    if parts is None or not parts.select_for_update(no_key=True, of=("self",)).values_list("pk"):
        raise Refusal(
            _("There is no turn %(number)s to plan.") % {"number": number}, code="no_turn", field="number"
        )
    mine = parts.select_related("turn", "seat__campaign").defer("announcement", "report", "map").get()
    if not is_open(Variables.of(mine.seat.campaign)):
        raise Refusal(_("The dice of this war follow from its chain alone."), code="chain")
    return mine, clock.now()


def _check_hex(field: str, text: str) -> None:
    if not _HEX.fullmatch(text):
        raise Refusal(
            _("%(field)s: must be %(count)d hex digits in lower case.")
            % {"field": field, "count": 2 * HASH_BYTES},
            code="malformed",
            field=field,
        )
