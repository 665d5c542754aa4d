"""What players and facilitators write to each other outside of messages can be flagged by whoever reads it.

The name of a conversation; why somebody has picked army rules, and the comment with which an army comes back;
an order in words, and what its player is told of it; the answer to a request for a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.access.membership import acting_seats, facilitates
from campaign.models import (
    ArmyPick,
    Banner,
    Campaign,
    FlagKind,
    Order,
    Phase,
    PickState,
    Seat,
    SeatAsk,
    Settlement,
    Thread,
    Turn,
    User,
)
from campaign.press.messages.press_modes import person_in, readable
from campaign.press.moderation.rewording import fitting, in_documents, in_what_was_told
from campaign.press.moderation.subjects import (
    SUBJECTS,
    Change,
    Found,
    Subject,
    army_id,
    knows_all,
    member,
    open_to,
    page_of,
)

REPLY = ".reply"
"""So ends the id of what is said to something, and not by whom."""
_TEXT, _REPLY_KEYS = frozenset({"text"}), frozenset({"words"})


# The names of conversations


def _group(reader: User | None, thing: str) -> Found | None:
    person = member(reader)
    row = Thread.objects.filter(public_id=thing).exclude(title="").select_related("campaign").first()
    if person is None or row is None or not open_to(person).filter(pk=row.campaign_id).exists():
        return None
    if not readable(person_in(person, row.campaign)).filter(pk=row.pk).exists():
        return None
    began = row.messages.select_related("author").order_by("id").first()
    path = reverse("messages", args=[row.campaign.public_id])
    whose = began.author if began is not None else None
    return Found(FlagKind.GROUP, thing, row.campaign, whose, row.title, "", path)


def _name_group(thing: str, name: str) -> Iterable[Change]:
    return [Change(row, {"title": name}) for row in Thread.objects.filter(public_id=thing)]


def _hide_group(thing: str, words: str) -> Iterable[Change]:
    return _name_group(thing, _("A conversation"))


def _groups_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    person = member(reader)
    if person is None:
        return
    for row in readable(person_in(person, campaign)).exclude(title="").order_by("id"):
        yield row.title, row.public_id


# What is said about armies


def _seat(thing: str) -> Seat | None:
    campaign, _dot, number = thing.removesuffix(REPLY).rpartition(".")
    if not (number.isascii() and number.isdigit()) or len(number) > 3:
        return None
    rows = Seat.objects.filter(campaign__public_id=campaign, number=int(number))
    return rows.select_related("campaign", "user").first()


def _pick(reader: User | None, thing: str) -> Found | None:
    seat = _seat(thing)
    row = ArmyPick.objects.filter(seat=seat).select_related("decided_by").first() if seat else None
    if seat is None or row is None:
        return None
    path = page_of(seat.campaign, reader)
    if thing.endswith(REPLY):
        person = member(reader)
        reads = person is not None and (
            acting_seats(person).filter(pk=seat.pk).exists() or facilitates(person, seat.campaign)
        )
        if not reads or not row.word:
            return None
        return Found(FlagKind.PICK, thing, seat.campaign, row.decided_by, seat.army, row.word, path)
    text = "\n".join(_said_of(reader, row, seat))
    if not text:
        return None
    return Found(FlagKind.PICK, thing, seat.campaign, seat.user, row.army or seat.army, text, path)


def _said_of(reader: User | None, row: ArmyPick, seat: Seat) -> Iterator[str]:
    """Own names of rules are for all once they are approved; the reasons are for facilitators."""
    person = member(reader)
    runs = person is not None and facilitates(person, seat.campaign) and row.state != PickState.DRAFT
    if runs:
        yield from (str(one) for one in row.why.values() if one)
    approved = row.state == PickState.APPROVED and open_to(reader).filter(pk=seat.campaign_id).exists()
    if runs or approved:
        yield from (str(one) for one in row.called.values() if one)


def _hide_pick(thing: str, words: str) -> Iterator[Change]:
    for row in ArmyPick.objects.filter(seat=_seat(thing)):
        if thing.endswith(REPLY):
            yield Change(row, {"word": fitting(row, "word", words)})
        else:
            yield Change(row, {"why": dict.fromkeys(row.why, words), "called": {}})


def _picks_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for seat in campaign.seats.order_by("number"):
        for thing in (
            army_id(campaign.public_id, seat.number),
            army_id(campaign.public_id, seat.number) + REPLY,
        ):
            if _pick(reader, thing) is not None:
                yield seat.army, thing


# Orders in words


def _asked(thing: str, reader: User | None = None, *, anybody: bool = False) -> tuple[Turn, Banner] | None:
    """The turn and the banner of an id as ``campaign.turn.banner``."""
    campaign, _dot, rest = thing.removesuffix(REPLY).partition(".")
    number, _dot, banner = rest.partition(".")
    if not (number.isascii() and number.isdigit()) or len(number) > 5:
        return None
    turn = Turn.objects.filter(campaign__public_id=campaign, number=int(number)).select_related("campaign")
    found = Banner.objects.filter(campaign__public_id=campaign, public_id=banner).select_related("seat__user")
    at = turn.first()
    if at is not None and not anybody and not knows_all(reader, at.campaign):
        person = member(reader)
        mine = acting_seats(person) if person is not None else Seat.objects.none()
        found = found.filter(seat__in=mine.values("pk"))
    both = at, found.first()
    return (both[0], both[1]) if both[0] is not None and both[1] is not None else None


def _orders(turn: Turn) -> models.QuerySet[Order]:
    """The orders in words that a turn counts; none while its plans are open."""
    rows = Order.objects.filter(player_turn__turn=turn, detail__order="other")
    return rows.none() if turn.phase == Phase.PLANNING else rows


def _order(reader: User | None, thing: str) -> Found | None:
    asked = _asked(thing, reader)
    if asked is None:
        return None
    turn, banner = asked
    path, own = page_of(turn.campaign, reader), _own(reader, turn, banner)
    if thing.endswith(REPLY):
        said = Settlement.objects.filter(turn=turn, banner=banner.key).exclude(words="")
        answer = said.select_related("by").first()
        if answer is None or not (own or knows_all(reader, turn.campaign)):
            return None
        return Found(FlagKind.ORDER, thing, turn.campaign, answer.by, banner.name, answer.words, path)
    row = _orders(turn).filter(banner=banner.key).first()
    if row is None or not knows_all(reader, turn.campaign):
        return None
    text = str(row.detail.get("text", ""))
    return Found(FlagKind.ORDER, thing, turn.campaign, banner.seat.user, banner.name, text, path)


def _own(reader: User | None, turn: Turn, banner: Banner) -> bool:
    """Whether the reader acts for the banner, and has been told what came of its orders."""
    person = member(reader)
    told = turn.phase not in (Phase.PLANNING, Phase.MOVEMENT_REVIEW)
    return person is not None and told and acting_seats(person).filter(pk=banner.seat_id).exists()


def _hide_order(thing: str, words: str) -> Iterator[Change]:
    """With what the player was told of it; the plan as it counted says so, too."""
    asked = _asked(thing, anybody=True)
    if asked is None:
        return
    turn, banner = asked
    if thing.endswith(REPLY):
        for one in Settlement.objects.filter(turn=turn, banner=banner.key).exclude(words=""):
            yield Change(one, {"words": fitting(one, "words", words)})
            yield from in_what_was_told(turn.campaign, one.words, words, _REPLY_KEYS)
        return
    for row in _orders(turn).filter(banner=banner.key):
        said = str(row.detail.get("text", ""))
        yield from in_documents([row], said, words, _TEXT, "detail")
        yield from in_documents([turn], said, words, _TEXT, "input", "movement", "outcome")
        yield from in_what_was_told(turn.campaign, said, words, _TEXT)


def _orders_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    rows = Order.objects.filter(player_turn__turn__campaign=campaign, detail__order="other")
    if not knows_all(reader, campaign):
        person = member(reader)
        mine = acting_seats(person) if person is not None else Seat.objects.none()
        rows = rows.filter(player_turn__seat__in=mine.values("pk"))
    spoken = {(one.player_turn.turn.number, one.banner) for one in rows.select_related("player_turn__turn")}
    if not spoken:
        return
    keys = {key for _number, key in spoken}
    names = {one.key: one for one in Banner.objects.filter(campaign=campaign, key__in=keys)}
    for number, key in sorted(spoken, reverse=True):
        thing = f"{campaign.public_id}.{number}.{names[key].public_id}" if key in names else ""
        for one in (thing, thing + REPLY):
            found = _order(reader, one)
            if found is not None:
                yield found.text, one


# Answers to requests for a seat


def _answer(reader: User | None, thing: str) -> Found | None:
    person = member(reader)
    rows = SeatAsk.objects.filter(public_id=thing).exclude(answer="")
    row = rows.select_related("campaign", "answered_by").first()
    if row is None or person is None or person.pk != row.user_id:
        return None
    path, title = reverse("asked"), row.campaign.name
    return Found(FlagKind.ANSWER, thing, row.campaign, row.answered_by, title, row.answer, path)


def _hide_answer(thing: str, words: str) -> Iterable[Change]:
    rows = SeatAsk.objects.filter(public_id=thing).exclude(answer="")
    return [Change(row, {"answer": fitting(row, "answer", words)}) for row in rows]


SUBJECTS |= {
    FlagKind.GROUP: Subject(
        _group, _hide_group, _name_group, beside=_groups_beside, fields=("campaign.Thread.title",)
    ),
    FlagKind.PICK: Subject(
        _pick,
        _hide_pick,
        beside=_picks_beside,
        fields=(
            "campaign.ArmyPick.called",
            "campaign.ArmyPick.why",
            "campaign.ArmyPick.word",
        ),
    ),
    FlagKind.ORDER: Subject(
        _order,
        _hide_order,
        beside=_orders_beside,
        fields=(
            "campaign.Order.detail",
            "campaign.Settlement.words",
            "campaign.Turn.input",
            "campaign.Turn.movement",
            "campaign.Turn.outcome",
        ),
    ),
    FlagKind.ANSWER: Subject(_answer, _hide_answer, fields=("campaign.SeatAsk.answer",)),
}
