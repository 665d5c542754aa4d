"""Army lists: sealed from the other side until both are in, and not changed after that (Rules 12)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.lists.intake import Taken, take
from battles.models import ActKind, ArmyList
from battles.rights.page_rights import still_to_fight
from campaign.access.uploads import count, encode
from campaign.base.pictures import Encoded
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
    roster: bytes | Taken | None = None,
    by: User | None,
) -> ArmyList:
    """Hand in the own army list: a text, a photograph, or both; ``points`` is what it adds up to.

    A ``roster`` is the list as a file of a roster program; its units stand for the text. The list is read
    now, in its units, and kept as read beside the text: what it asks is asked at the table.
    It can be replaced until the other side's is in too. Raises ``Refusal``: ``sealed`` once both are in,
    ``impossible`` with the field: ``text``, ``points``, ``picture``; ``list`` for one that cannot be read.
    """
    encoded = encode(picture, by=by) if picture else None
    if isinstance(roster, bytes):
        count(by, len(roster), field="file")
    taken = roster if isinstance(roster, Taken) else read_text(text, roster)
    if taken is not None and not text.strip():
        text = in_lines(taken)
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
            "read": {"source": taken.source, "list": taken.document} if taken else None,
            "handed_in_at": at.held.now,
        }
        made, _new = ArmyList.objects.update_or_create(battle=at.battle, seat=seat, defaults=values)
        at.note(ActKind.LIST)
        return made


def read_text(text: str, roster: bytes | None = None) -> Taken | None:
    """The list as it is read; None for a text that has no units, which a photograph may have."""
    if roster is None and not text.strip():
        return None
    if len(text) > LONGEST_LIST:
        return None
    try:
        return take(roster if roster is not None else text, field="file" if roster is not None else "text")
    except Refusal as refusal:
        if refusal.code == "no_units" and roster is None:
            return None
        raise


def in_lines(taken: Taken) -> str:
    """The units of a file in words, a line each, as it is shown once both lists are in."""
    lines = [unit["line"] or unit["name"] for unit in taken.document["units"]]
    return "\n".join(lines)[:LONGEST_LIST]


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
