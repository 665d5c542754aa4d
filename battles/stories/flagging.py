"""What people show of battles can be flagged: stories, pictures and lists, by whoever may see them."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.urls import reverse

from battles.models import ArmyList, Picture, Sharing, Tale
from battles.stories.selectors import stories_of
from campaign.access.membership import acting_seats, stand_ins_of
from campaign.models import Battle, BattleResult, FlagKind, Phase, Seat, User
from campaign.press.moderation.nothing_here import NOTHING
from campaign.press.moderation.subjects import SUBJECTS, Change, Found, Subject, member
from campaign.turn.contact.battle_status import battle_of


def _battle(thing: str) -> tuple[Battle | None, str]:
    """The battle, by its id or the token of its link, and a side's number, of an id as ``battle.2``."""
    return _named(Battle.objects.all(), thing)


def _seen_battle(reader: User | None, thing: str) -> tuple[Battle | None, str]:
    """The same, of those that the reader may see: of others the database does not tell whether they exist."""
    return _named(_seen(reader), thing)


def _named(battles: QuerySet[Battle], thing: str) -> tuple[Battle | None, str]:
    battle, _dot, number = thing.rpartition(".")
    rows = battles.select_related("seat_first__campaign", "seat_second__campaign", "turn")
    return rows.filter(Q(public_id=battle) | Q(sharing__token=battle)).first(), number


def _seen(reader: User | None) -> QuerySet[Battle]:
    """The battles of which the reader is told: as a side, a stand-in, or because both sides show them."""
    seen = Q(sharing__first=True, sharing__second=True, turn__phase=Phase.PUBLISHED)
    person = member(reader)
    if person is not None:
        mine = acting_seats(person).values("pk")
        seen |= Q(seat_first__in=mine) | Q(seat_second__in=mine)
        seen |= Q(pk__in=stand_ins_of(person).values("battle"))
    return Battle.objects.filter(seen).exclude(turn__phase__in=(Phase.PLANNING, Phase.MOVEMENT_REVIEW))


def _eyes(reader: User | None, battle: Battle) -> Seat | None:
    """The side with whose eyes the reader sees the battle; the first one's for a battle that is shared."""
    person = member(reader)
    sides = [battle.seat_first_id, battle.seat_second_id]
    if person is not None:
        mine = [*acting_seats(person).filter(pk__in=sides)]
        mine += [one.seat for one in stand_ins_of(person).filter(battle=battle).select_related("seat")]
        for seat in mine:
            try:
                battle_of(seat, battle.public_id)
            except Battle.DoesNotExist:
                continue
            return seat
    shared = Sharing.objects.filter(battle=battle, first=True, second=True)
    if battle.turn.phase == Phase.PUBLISHED and shared.exists():
        return battle.seat_first
    return None


def _side(battle: Battle, number: str) -> Seat | None:
    sides = (battle.seat_first, battle.seat_second)
    return next((seat for seat in sides if str(seat.number) == number), None)


def own_side(reader: User | None, battle: Battle) -> Seat | None:
    """The side of a battle for which the reader acts or stands in; None for all others."""
    person = member(reader)
    eyes = _eyes(person, battle) if person is not None else None
    if person is None or eyes is None:
        return None
    acts = acting_seats(person).filter(pk=eyes.pk).exists()
    return eyes if acts or stand_ins_of(person).filter(battle=battle, seat=eyes).exists() else None


def _path(reader: User | None, battle: Battle, seat: Seat) -> str:
    """The battle's page; for whoever is no side of it the link that both show."""
    person = member(reader)
    if person is not None and acting_seats(person).filter(pk=seat.pk).exists():
        return reverse("battle", args=[seat.campaign.public_id, battle.public_id])
    sharing = Sharing.objects.filter(battle=battle, first=True, second=True).first()
    if sharing is not None:
        return reverse("shared_battle", args=[sharing.token])
    return reverse("home")


def _story(reader: User | None, thing: str) -> Found | None:
    battle, number = _seen_battle(reader, thing)
    eyes = _eyes(reader, battle) if battle is not None else None
    side = _side(battle, number) if battle is not None else None
    if battle is None or eyes is None or side is None:
        return None
    told = next((one.text for one in stories_of(battle, eyes) if one.mine == (side == eyes)), "")
    if not told:
        return None
    path = _path(reader, battle, eyes)
    ident = f"{battle.public_id}.{number}"
    return Found(FlagKind.STORY, ident, side.campaign, side.user, side.army, told, path)


def _hide_story(thing: str, words: str) -> Iterable[Change]:
    """In the story, and in the report of the result in whose place it stands."""
    battle, number = _battle(thing)
    side = _side(battle, number) if battle is not None else None
    for tale in Tale.objects.filter(battle=battle, seat=side):
        yield Change(tale, {"text": words})
    for told in BattleResult.objects.filter(battle=battle, seat=side).exclude(story=""):
        yield Change(told, {"story": words})


def _picture(reader: User | None, thing: str) -> Found | None:
    rows = Picture.objects.filter(public_id=thing, battle__in=_seen(reader).values("pk"))
    picture = rows.select_related("seat__campaign", "seat__user").first()
    if picture is None:
        return None
    battle = Battle.objects.select_related("seat_first__campaign", "seat_second__campaign", "turn").get(
        pk=picture.battle_id
    )
    eyes = _eyes(reader, battle)
    if eyes is None:
        return None
    seat, path = picture.seat, _path(reader, battle, eyes)
    data = bytes(picture.data)
    return Found(
        FlagKind.PICTURE, thing, seat.campaign, seat.user, seat.army, picture.caption, path, picture=data
    )


def _hide_picture(thing: str, words: str) -> Iterable[Change]:
    for row in Picture.objects.filter(public_id=thing):
        yield Change(row, {"data": NOTHING, "caption": words[:200]})


def _list(reader: User | None, thing: str) -> Found | None:
    """The enemy's once both are in, as its page shows it; never by a link for everybody."""
    battle, number = _seen_battle(reader, thing)
    person = member(reader)
    if battle is None or person is None:
        return None
    eyes, side = _eyes(person, battle), _side(battle, number)
    lists = {one.seat_id: one for one in ArmyList.objects.filter(battle=battle)}
    if eyes is None or side is None or side.pk not in lists:
        return None
    is_side = acting_seats(person).filter(pk=eyes.pk).exists() or stand_ins_of(person).filter(battle=battle)
    if not is_side or (side != eyes and len(lists) < 2):
        return None
    row, path = lists[side.pk], _path(reader, battle, eyes)
    data = bytes(row.picture) if row.picture is not None else None
    return Found(FlagKind.LIST, thing, side.campaign, side.user, side.army, row.text, path, picture=data)


def _hide_list(thing: str, words: str) -> Iterable[Change]:
    battle, number = _battle(thing)
    side = _side(battle, number) if battle is not None else None
    for row in ArmyList.objects.filter(battle=battle, seat=side):
        fields: dict[str, str | bytes | None] = {"text": words, "read": None}
        yield Change(row, fields if row.picture is None else {**fields, "picture": NOTHING})


def register() -> None:
    """Let the pages on which things are flagged know of battles."""
    SUBJECTS[FlagKind.STORY] = Subject(
        _story, _hide_story, fields=("battles.Tale.text", "campaign.BattleResult.story")
    )
    SUBJECTS[FlagKind.PICTURE] = Subject(
        _picture, _hide_picture, fields=("battles.Picture.data", "battles.Picture.caption")
    )
    SUBJECTS[FlagKind.LIST] = Subject(
        _list,
        _hide_list,
        fields=("battles.ArmyList.text", "battles.ArmyList.picture", "battles.ArmyList.read"),
    )
