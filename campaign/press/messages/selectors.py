"""The pages of messages: what the viewer may read of them, and how much of it is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from msgspec import UNSET, UnsetType

from campaign.base.answers import NEXT, PAGE, Named, answered, called, one_of, shaped
from campaign.models import (
    Campaign,
    Flag,
    Member,
    Message,
    MessageEdit,
    RoleKind,
    Seat,
    SeatStatus,
    Thread,
    ThreadKind,
    User,
    Voice,
)
from campaign.press.messages.press_modes import (
    Conversation,
    Person,
    conversation,
    has_facilitators,
    person_in,
    readable,
)

SHOWN = 100
"""How many messages of a thread a page shows; earlier ones are asked for."""
FOUND = 50
PRESS = ("full", "public", "none")


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote: an army (0 and empty for those who run the campaign), and as what. No person's name."""

    number: Annotated[int, Named("seat")]
    army: str
    voice: str

    @property
    def address(self) -> str:
        """The number as addresses have it."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class EarlierText:
    """What a message said until it was edited."""

    text: str
    at: Annotated[datetime, PAGE]

    @answered
    def until(self) -> Annotated[str, shaped(format="date-time")]:
        """When it was edited, in UTC."""
        return self.at.isoformat()


@called("Message")
@dataclass(frozen=True, slots=True)
class Line:
    """A message; ``hidden`` is why moderators have taken it away."""

    id: str
    author: Author
    mine: bool
    text: str
    at: datetime
    edited_at: datetime | None
    earlier: Annotated[tuple[EarlierText, ...], "What it said before, the oldest first."]
    hidden: str
    flagged: bool
    new: bool
    client_id: str = ""


@called("ThreadLine")
@dataclass(frozen=True, slots=True)
class ThreadRow:
    """A conversation in the list; ``name`` is its address.

    ``people`` are the armies in a private one or a group, but the viewer's own.
    """

    name: str
    kind: Annotated[str, one_of(ThreadKind)]
    title: str
    people: tuple[Author, ...]
    unread: int
    muted: bool
    last_at: datetime
    excerpt: Annotated[str, PAGE]


@called("Threads")
@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """All conversations, to whom one may write, and the campaign's press."""

    next: Annotated[str | UnsetType | None, NEXT] = UNSET
    press: Annotated[str, one_of(PRESS)]
    armies: tuple[Author, ...]
    may_private: Annotated[bool, PAGE]
    may_all: bool
    may_group: bool
    may_facilitators: bool
    threads: Annotated[tuple[ThreadRow, ...], Named("items")]
    rules: Annotated[bool, PAGE]
    flags: Annotated[int, PAGE]
    plays: Annotated[bool, PAGE]


@called("Conversation")
@dataclass(frozen=True, slots=True)
class ThreadPage:
    """A conversation with its messages, the oldest first; ``earlier`` is to be sent as ``before``.

    ``last`` is the key of the newest one.
    """

    name: str
    kind: Annotated[str, one_of(ThreadKind)]
    title: str
    people: tuple[Author, ...]
    may_write: bool
    muted: bool
    earlier: str
    lines: Annotated[tuple[Line, ...], Named("items")]
    may_leave: Annotated[bool, PAGE]
    last: Annotated[int, PAGE]
    battle: Annotated[str, PAGE] = ""
    thread: Annotated[Thread | None, PAGE] = None


def inbox(user: User, campaign: Campaign) -> Inbox:
    """The threads of a user in a campaign."""
    person = person_in(user, campaign)
    return inbox_of(person, own_threads(person))


def inbox_of(person: Person, threads: Iterable[object]) -> Inbox:
    """These ``own_threads`` of a person, and to whom the person may write."""
    campaign = person.campaign
    may_private = person.may_start(ThreadKind.PRIVATE)
    armies: tuple[Author, ...] = ()
    if may_private or person.voice == Voice.FACILITATOR:
        armies = tuple(army_of(seat) for seat in played(campaign) if seat.user_id != person.user.pk)
    return Inbox(
        threads=tuple(_rows(person, list(threads))),
        armies=armies,
        press=person.press,
        may_private=bool(armies),
        may_group=may_private and len(armies) > 1,
        may_all=person.may_start(ThreadKind.ALL),
        may_facilitators=person.voice not in (None, Voice.FACILITATOR, Voice.STAND_IN)
        and has_facilitators(campaign),
        rules=moderates(person),
        flags=_open_flags(person),
        plays=person.plays,
    )


def unread_in(user: User, campaign: Campaign) -> int:
    """How many messages the user has not read in a campaign, muted threads left out."""
    person = person_in(user, campaign)
    return sum(row.unread for row in _rows(person, list(own_threads(person))) if not row.muted)


def unread_of(user: User, campaign: Campaign, thread: int) -> tuple[Author, int, str] | None:
    """Of a thread what the user has not read: who began it, how much it is, its first words; else None."""
    found = readable(person_in(user, campaign)).filter(pk=thread).first()
    if found is None:
        return None
    read_to = Member.objects.filter(thread=found, user=user, muted=False).values_list("read_to", flat=True)
    muted = Member.objects.filter(thread=found, user=user, muted=True).exists()
    rows = Message.objects.filter(thread=found, hidden="", pk__gt=read_to.first() or 0).exclude(author=user)
    new = list(rows.select_related("seat").order_by("id")[:SHOWN])
    return None if muted or not new else (author_of(new[0]), len(new), new[0].text)


def thread_page(user: User, campaign: Campaign, name: str, before: str = "") -> ThreadPage | None:
    """A conversation; None if there is none of this name that the user may read.

    ``before`` is the id of a message: earlier ones are shown.
    """
    person = person_in(user, campaign)
    found = conversation(person, name)
    return None if found is None else page_of(person, found, before)


def page_of(person: Person, found: Conversation, before: str = "") -> ThreadPage:
    """The page of a conversation that the person may read."""
    thread = found.thread
    member = Member.objects.filter(thread=thread, user=person.user).first() if thread else None
    rows, more = _messages(thread, before) if thread else ([], False)
    read_to = member.read_to if member is not None else 0
    lines = tuple(_line(row, person.user, read_to) for row in rows)
    people = _people([thread], person.user)[thread.pk] if thread else ()
    if found.other is not None and not people:
        people = (army_of(found.other),)
    return ThreadPage(
        name=found.name,
        kind=found.kind,
        title=thread.title if thread else "",
        people=people,
        may_write=person.may_start(found.kind),
        lines=lines,
        earlier=lines[0].id if more else "",
        muted=member is not None and member.muted,
        may_leave=found.kind == ThreadKind.GROUP,
        last=rows[-1].pk if rows else 0,
        battle=found.battle.public_id if found.battle is not None and person.seat is not None else "",
        thread=thread,
    )


def line_of(user: User, campaign: Campaign, page: ThreadPage, message_id: str) -> Line | None:
    """One message of a conversation; None if it is not in it."""
    found = _with_edits(Message.objects.filter(thread=page.thread, public_id=message_id)).first()
    return None if found is None or page.thread is None else _line(found, user, found.pk)


def search(user: User, campaign: Campaign, words: str, *, most: int = FOUND) -> tuple[tuple[str, Line], ...]:
    """The messages that hold all the words, the newest first, each with its thread's name."""
    return found_lines(user, messages_with(user, campaign, words).order_by("-id")[:most])


def messages_with(user: User, campaign: Campaign, words: str) -> QuerySet[Message]:
    """The messages that the user may read and that hold all the words."""
    wanted = [Q(text__icontains=word) for word in words.split()[:8]]
    if not wanted:
        return Message.objects.none()
    threads = readable(person_in(user, campaign)).order_by()
    return _with_edits(Message.objects.filter(*wanted, thread__in=threads, hidden="")).select_related(
        "thread"
    )


def found_lines(user: User, rows: Iterable[Message]) -> tuple[tuple[str, Line], ...]:
    """Messages that were found, each with its thread's name."""
    return tuple((row.thread.public_id, _line(row, user, row.pk)) for row in rows)


def moderates(person: Person) -> bool:
    """Whether flags come to this person: to facilitators; where none is without a seat, to arbiters."""
    if person.voice == Voice.FACILITATOR:
        return True
    return person.voice == Voice.ARBITER and not has_facilitators(person.campaign)


def moderators_of(campaign: Campaign) -> list[int]:
    """The users to whom flags come."""
    kind = RoleKind.FACILITATOR if has_facilitators(campaign) else RoleKind.ARBITER
    playing = Seat.objects.filter(campaign=campaign, user__isnull=False).values("user")
    found = campaign.roles.filter(kind=kind).exclude(user__in=playing)
    return list(found.order_by("id").values_list("user_id", flat=True))


def _open_flags(person: Person) -> int:
    if not moderates(person):
        return 0
    rows = Flag.objects.filter(campaign=person.campaign, to_operators=False, settled_at=None)
    return rows.exclude(person=person.user).count()


def played(campaign: Campaign) -> list[Seat]:
    """The seats that a person holds; a bot reads nothing."""
    held = Seat.objects.filter(campaign=campaign, user__isnull=False).exclude(status=SeatStatus.RESIGNED)
    return list(held.order_by("number"))


def own_threads(person: Person) -> QuerySet[Thread]:
    """The threads that the person may read, the latest first, with what a list shows of each."""
    mine = Member.objects.filter(thread=OuterRef("pk"), user=person.user)
    newest = Message.objects.filter(thread=OuterRef("pk")).order_by("-id")
    return (
        readable(person)
        .select_related("battle")
        .annotate(
            muted=Exists(mine.filter(muted=True)),
            excerpt=Subquery(newest.values("text")[:1]),
            excerpt_hidden=Subquery(newest.values("hidden")[:1]),
        )
    )


def _rows(person: Person, found: Sequence[Any]) -> Iterable[ThreadRow]:
    unread = _unread(person.user, found)
    people = _people(found, person.user)
    for thread in found:
        yield ThreadRow(
            name=_name_of(thread, person),
            kind=thread.kind,
            title=thread.title,
            people=people[thread.pk],
            unread=unread.get(thread.pk, 0),
            muted=thread.muted,
            last_at=thread.last_at,
            excerpt="" if thread.excerpt_hidden else " ".join((thread.excerpt or "").split())[:120],
        )


def _name_of(thread: Thread, person: Person) -> str:
    if thread.kind == ThreadKind.ALL:
        return "all"
    if thread.kind == ThreadKind.BATTLE and thread.battle is not None:
        return f"battle-{thread.battle.public_id}"
    if thread.kind == ThreadKind.FACILITATOR and thread.player_id == person.user.pk:
        return "facilitators"
    return thread.public_id


def _unread(user: User, threads: Sequence[Thread]) -> dict[int, int]:
    read_to = Member.objects.filter(thread=OuterRef("thread"), user=user).values("read_to")[:1]
    rows = (
        Message.objects.filter(thread__in=[thread.pk for thread in threads], hidden="")
        .exclude(author=user)
        .annotate(read_to=Subquery(read_to))
        .filter(Q(read_to=None) | Q(pk__gt=F("read_to")))
    )
    return dict(rows.values_list("thread").annotate(n=Count("id")).order_by("thread"))


def _people(threads: Sequence[Thread], user: User) -> dict[int, tuple[Author, ...]]:
    """The armies in each thread that names people; of a facilitators' thread its player."""
    found: dict[int, list[Author]] = {thread.pk: [] for thread in threads}
    named = [thread.pk for thread in threads if thread.kind in (ThreadKind.PRIVATE, ThreadKind.GROUP)]
    members = Member.objects.filter(thread__in=named, left_at=None, seat__isnull=False).exclude(user=user)
    for member in members.select_related("seat").order_by("seat__number"):
        if member.seat is not None:
            found[member.thread_id].append(army_of(member.seat))
    campaigns = {thread.campaign_id for thread in threads}
    asking = {thread.player_id: thread.pk for thread in threads if thread.player_id not in (None, user.pk)}
    for seat in Seat.objects.filter(campaign__in=campaigns, user__in=list(asking)).order_by("number"):
        if seat.user_id is not None:
            found[asking[seat.user_id]].append(army_of(seat))
    battles = {thread.battle_id: thread.pk for thread in threads if thread.battle_id is not None}
    fighting = Seat.objects.filter(Q(battles_first__in=battles) | Q(battles_second__in=battles))
    pairs = fighting.exclude(user=user).order_by("number").distinct()
    for thread in threads:
        if thread.battle is not None:
            sides = (thread.battle.seat_first_id, thread.battle.seat_second_id)
            found[thread.pk] += [army_of(seat) for seat in pairs if seat.pk in sides]
    return {key: tuple(armies) for key, armies in found.items()}


def army_of(seat: Seat) -> Author:
    """An army as its player's messages bear it."""
    return Author(seat.number, seat.army, Voice.PLAYER)


def _messages(thread: Thread, before: str) -> tuple[list[Message], bool]:
    """The last messages before the one named, the oldest first, and whether there are earlier ones."""
    rows = _with_edits(Message.objects.filter(thread=thread))
    if before:
        rows = rows.filter(pk__lt=Subquery(Message.objects.filter(public_id=before).values("pk")[:1]))
    last = list(rows.order_by("-id")[: SHOWN + 1])
    return last[:SHOWN][::-1], len(last) > SHOWN


def _with_edits(rows: QuerySet[Message]) -> QuerySet[Message]:
    return rows.select_related("seat").prefetch_related(
        Prefetch("edits", MessageEdit.objects.order_by("id")), "flags"
    )


def author_of(message: Message) -> Author:
    """Who wrote a message, and as what."""
    seat = message.seat
    return Author(seat.number if seat else 0, seat.army if seat else "", message.voice)


def _line(message: Message, user: User, read_to: int) -> Line:
    mine = message.author_id == user.pk
    hidden = bool(message.hidden)
    return Line(
        id=message.public_id,
        author=author_of(message),
        mine=mine,
        text="" if hidden else message.text,
        at=message.created_at,
        edited_at=None if hidden else message.edited_at,
        earlier=() if hidden else tuple(EarlierText(edit.text, edit.until) for edit in message.edits.all()),
        hidden=message.hidden,
        flagged=any(flag.by_id == user.pk for flag in message.flags.all()),
        new=not mine and message.pk > read_to,
        client_id=message.client_id if mine else "",
    )
