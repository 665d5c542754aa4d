"""What stays of a battle: its story, its pictures, and a link for everybody if both sides want one."""

from __future__ import annotations

from django.utils.translation import gettext as _

from battles.models import ActKind, Picture, Sharing, Tale
from battles.rights.page_rights import known_battle
from campaign.access.uploads import encode
from campaign.base.pictures import Encoded
from campaign.base.refusal import Refusal
from campaign.models import Battle, Phase, Seat, User
from campaign.turn.contact.battle_bounds import LONGEST_STORY
from campaign.turn.contact.battle_closing import touch

MOST_PICTURES = 8
LONGEST_CAPTION = 200


def tell_story(*, battle: Battle, seat: Seat, text: str, by: User | None) -> None:
    """Tell or change the own side's story of the battle, also after publication; empty takes it back.

    Raises ``Refusal`` with the field ``text``.
    """
    text = text.strip()
    if len(text) > LONGEST_STORY:
        raise Refusal(
            _("A story has at most %(most)s characters.") % {"most": LONGEST_STORY},
            code="impossible",
            field="text",
        )
    with known_battle(battle, seat, by) as at:
        told = {"text": text, "changed_at": at.held.now}
        Tale.objects.update_or_create(battle=at.battle, seat=seat, defaults=told)
        at.note(ActKind.STORY)


def add_picture(
    *, battle: Battle, seat: Seat, raw: bytes | Encoded, caption: str, by: User | None
) -> Picture:
    """Show a picture of the battle to both sides. Raises ``Refusal``: ``too_many``, ``impossible``."""
    encoded = encode(raw, by=by)
    caption = " ".join(caption.split())
    if len(caption) > LONGEST_CAPTION:
        raise Refusal(
            _("A caption has at most %(most)s characters.") % {"most": LONGEST_CAPTION},
            code="impossible",
            field="caption",
        )
    with known_battle(battle, seat, by) as at:
        if Picture.objects.filter(battle=at.battle, seat=seat).count() >= MOST_PICTURES:
            raise Refusal(
                _("Each side shows at most %(most)s pictures: remove one first.") % {"most": MOST_PICTURES},
                code="too_many",
                field="picture",
            )
        made = Picture.objects.create(
            battle=at.battle,
            seat=seat,
            data=encoded.data,
            width=encoded.width,
            height=encoded.height,
            caption=caption,
            added_at=at.held.now,
        )
        at.note(ActKind.PICTURE)
        return made


def remove_picture(*, battle: Battle, seat: Seat, picture_id: str, by: User | None) -> None:
    """Remove an own picture. Raises ``Refusal`` with code ``unknown``."""
    with known_battle(battle, seat, by) as at:
        gone, _rows = Picture.objects.filter(battle=at.battle, seat=seat, public_id=picture_id).delete()
        if not gone:
            raise Refusal(_("This picture is not there any more, or not yours."), code="unknown")
        touch(at.battle)


def share_battle(*, battle: Battle, seat: Seat, wanted: bool, by: User | None) -> Sharing:
    """Say whether this side wants a link for everybody; it works while both do, after publication.

    Raises ``Refusal`` with code ``phase``.
    """
    with known_battle(battle, seat, by) as at:
        if at.held.turn.phase != Phase.PUBLISHED:
            raise Refusal(_("A battle can be shared once its turn is published."), code="phase")
        sharing, _new = Sharing.objects.get_or_create(battle=at.battle)
        setattr(sharing, ("first", "second")[at.own], wanted)
        sharing.save(update_fields=("first", "second"))
        touch(at.battle)
        return sharing
