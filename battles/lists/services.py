"""Army lists: sealed from the other side until both are in, and not changed after that (Rules 12)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import ActKind, ArmyList
from battles.rights.page_rights import still_to_fight
from campaign.base.pictures import Encoded, encode
from campaign.base.refusal import Refusal
from campaign.models import Battle, Seat, User
from campaign.turn.contact.battle_status import bounds_of

LONGEST_LIST = 20_000


def hand_in_list(
    *,
    battle: Battle,
    seat: Seat,
    text: str,
    points: int,
    picture: bytes | Encoded | None = None,
    by: User | None,
) -> ArmyList:
    """Hand in the own army list: a text, a photograph, or both; ``points`` is what it adds up to.

    It can be replaced until the other side's is in too. Raises ``Refusal``: ``sealed`` once both are in,
    ``impossible`` with the field: ``text``, ``points``, ``picture``.
    """
    encoded = encode(picture) if picture else None
    with still_to_fight(battle, seat, by) as at:
        lists = {one.seat_id: one for one in ArmyList.objects.filter(battle=at.battle)}
        mine = lists.get(seat.pk)
        if mine is not None and at.other.pk in lists:
            raise Refusal(
                _("Both lists are in and open to both sides: they stay as they are (no tailoring)."),
                code="sealed",
            )
        _check(text, points, bounds_of(at.battle)[at.own], pictured=encoded is not None)
        values = {
            "text": text.strip(),
            "points": points,
            "picture": encoded.data if encoded else None,
            "handed_in_at": at.held.now,
        }
        made, _new = ArmyList.objects.update_or_create(battle=at.battle, seat=seat, defaults=values)
        at.note(ActKind.LIST)
        return made


def _check(text: str, points: int, most: int, *, pictured: bool) -> None:
    if not text.strip() and not pictured:
        raise Refusal(_("Paste the list, or add a photograph of it."), code="impossible", field="text")
    if len(text) > LONGEST_LIST:
        raise Refusal(
            _("A list has at most %(most)s characters.") % {"most": LONGEST_LIST},
            code="impossible",
            field="text",
        )
    if not 0 < points <= most:
        raise Refusal(
            _("The list must have from 1 to %(most)s points: 100 for each fighting level (Rules 12).")
            % {"most": most},
            code="impossible",
            field="points",
        )
