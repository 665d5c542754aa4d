"""Messages: sent once, edited with what they said before, flagged, muted; the campaign's press is kept.

Press (page "Messages"): *full*, *public only* or *none*. A battle's own thread and the line to the
facilitators are open under each. Nobody but its members reads a private thread or a group: no facilitator,
no deputy.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import (
    Campaign,
    Member,
    Message,
    MessageEdit,
    Seat,
    Thread,
    ThreadKind,
    User,
    Voice,
)
from campaign.outbox import services as notices_out
from campaign.press.messages.press_modes import NONE, Conversation, Person, conversation, person_in, readable

MOST_TEXT = 4000
MOST_TITLE = 80
MOST_IN_A_GROUP = 40
FLOOD = 30
FLOOD_TIME = timedelta(minutes=5)
PATIENCE = timedelta(minutes=2)
"""How long a mail about a message waits: who reads it meanwhile gets none."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that is stored; ``repeated`` if it had been sent before under its client id."""

    message: Message
    repeated: bool = False


def send_message(*, user: User, campaign: Campaign, name: str, text: str, client_id: str = "") -> Sent:
    """Write in the conversation of this name (see ``campaign.press.messages.press_modes``).

    ``client_id`` is the sender's own name for the message: what is sent again under it is not stored twice.
    Raises ``Refusal``: ``unknown`` for a conversation that the user may not read, ``press``, ``text``,
    ``flood``, ``key_reused``.
    """
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None:
        raise unknown()
    words = check_text(text)
    check_press(person, found)
    with transaction.atomic():
        thread = _thread_of(campaign, found)
        return _write(person, found, thread, words, client_id)


def start_group(
    *, user: User, campaign: Campaign, title: str, numbers: Sequence[int], text: str, client_id: str = ""
) -> Sent:
    """Open a group with the players of these seats, and write its first message.

    Raises ``Refusal``: ``press``, ``title``, ``seats``, ``text``, ``flood``.
    """
    person = person_in(user, campaign)
    if not person.may_start(ThreadKind.GROUP) or person.seat is None:
        raise _no_press(person)
    title = _check_title(title)
    words = check_text(text)
    seats = _asked_in(campaign, user, numbers)
    key = f"group:{user.pk}:{client_id or secrets.token_urlsafe(12)}"[:80]
    people = ((user.pk, person.seat.pk), *((seat.user_id or 0, seat.pk) for seat in seats))
    found = Conversation("", ThreadKind.GROUP, key, people=people)
    with transaction.atomic():
        thread = _thread_of(campaign, found, title)
        return _write(person, found, thread, words, client_id)


def edit_message(*, user: User, campaign: Campaign, message_id: str, text: str) -> Message:
    """Change one's own message; what it said before stays readable.

    Raises ``Refusal``: ``unknown``, ``not_yours``, ``hidden``, ``text``.
    """
    words = check_text(text)
    with transaction.atomic():
        message = readable_message(person_in(user, campaign), message_id, lock=True)
        if message.author_id != user.pk:
            raise Refusal(_("Only who wrote a message can edit it."), code="not_yours")
        if message.hidden:
            raise Refusal(_("The moderators have taken this message away."), code="hidden")
        if words != message.text:
            moment = clock.now()
            MessageEdit.objects.create(message=message, text=message.text, until=moment)
            message.text, message.edited_at = words, moment
            message.save(update_fields=("text", "edited_at"))
        return message


def mark_thread_read(*, user: User, campaign: Campaign, name: str, last: int | None = None) -> None:
    """Note that the user has read a conversation as far as message ``last`` (its key; None: all of it).

    Raises ``Refusal`` with code ``unknown``.
    """
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None:
        raise unknown()
    if found.thread is None:
        return
    rows = Message.objects.filter(thread=found.thread).order_by("-id")
    newest = (rows if last is None else rows.filter(pk__lte=last)).values_list("pk", flat=True).first()
    if newest is None:
        return
    with transaction.atomic():
        member = _member(found.thread, person)
        if member.read_to < newest:
            member.read_to = newest
            member.save(update_fields=("read_to",))
            notices_out.read_about(user, notices_out.MESSAGE, thread=found.thread.pk)


def mute_thread(*, user: User, campaign: Campaign, name: str, muted: bool) -> None:
    """Get no more notices of a conversation, or get them again. Raises ``Refusal`` (``unknown``)."""
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None:
        raise unknown()
    with transaction.atomic():
        member = _member(_thread_of(campaign, found), person)
        member.muted = muted
        member.save(update_fields=("muted",))


def leave_group(*, user: User, campaign: Campaign, name: str) -> None:
    """Leave a group for good: nothing more of it can be read. Raises ``Refusal``."""
    person = person_in(user, campaign)
    found = conversation(person, name)
    if found is None or found.thread is None:
        raise unknown()
    if found.kind != ThreadKind.GROUP:
        raise Refusal(_("Only a group can be left; mute this one instead."), code="not_a_group")
    Member.objects.filter(thread=found.thread, user=user).update(left_at=clock.now())


def check_text(text: str) -> str:
    """A message's text without blank ends. Raises ``Refusal`` with the field ``text``."""
    words = text.replace("\r\n", "\n").strip()
    if not words:
        raise Refusal(_("Write something first."), code="text", field="text")
    if "\x00" in words:
        raise Refusal(_("A message cannot hold the character NUL."), code="text", field="text")
    if len(words) > MOST_TEXT:
        raise Refusal(
            _("A message has at most %(most)s characters; this one has %(length)s.")
            % {"most": MOST_TEXT, "length": len(words)},
            code="text",
            field="text",
        )
    return words


def check_press(person: Person, found: Conversation) -> None:
    """Refuse what the campaign's press does not allow this person to write."""
    if not person.may_start(found.kind):
        raise _no_press(person)


def _no_press(person: Person) -> Refusal:
    if person.voice is None:
        return Refusal(_("Observers read what is told to all, and write nothing."), code="press")
    if person.voice == Voice.DEPUTY:
        return Refusal(
            _("A deputy writes to all and about battles; private messages are the player's own."),
            code="press",
        )
    if person.rules:
        return Refusal(_("Whoever rules writes to no player in a group or in private."), code="press")
    allowed = (
        _("This campaign has no press: only conversations about battles and with the facilitators are open.")
        if person.press == NONE
        else _("In this campaign the press is public: write to all, or about a battle to its other side.")
    )
    return Refusal(allowed, code="press")


def unknown() -> Refusal:
    return Refusal(_("There is no such conversation here for you."), code="unknown")


def _check_title(title: str) -> str:
    check_line(title.strip(), "title")
    words = " ".join(title.split())
    if not words or len(words) > MOST_TITLE:
        raise Refusal(
            _("Give the group a name of 1 to %(most)s characters.") % {"most": MOST_TITLE},
            code="title",
            field="title",
        )
    return words


def _asked_in(campaign: Campaign, user: User, numbers: Iterable[int]) -> list[Seat]:
    """The seats of a new group, each held by a person other than its founder."""
    wanted = sorted(set(numbers))
    seats = list(
        Seat.objects.filter(campaign=campaign, number__in=wanted, user__isnull=False)
        .exclude(user=user)
        .order_by("number")
    )
    if len(seats) < len(wanted):
        raise Refusal(
            _("Choose armies that are led by somebody else; a bot reads no messages."),
            code="seats",
            field="seats",
        )
    if not 2 <= len(seats) <= MOST_IN_A_GROUP:
        raise Refusal(
            _("A group has two other armies or more; to one, write a private message."),
            code="seats",
            field="seats",
        )
    return seats


def _thread_of(campaign: Campaign, found: Conversation, title: str = "") -> Thread:
    """The conversation's thread, locked; made with its members if it is not there yet."""
    moment = clock.now()
    try:
        with transaction.atomic():
            thread, fresh = Thread.objects.get_or_create(
                campaign=campaign,
                key=found.key,
                defaults={
                    "kind": found.kind,
                    "title": title,
                    "battle": found.battle,
                    "player_id": found.player,
                    "created_at": moment,
                    "last_at": moment,
                },
            )
    except IntegrityError:
        thread, fresh = Thread.objects.get(campaign=campaign, key=found.key), False
    if fresh:
        Member.objects.bulk_create(
            [Member(thread=thread, user_id=user, seat_id=seat) for user, seat in found.people],
            ignore_conflicts=True,
        )
    return Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)


def _write(person: Person, found: Conversation, thread: Thread, words: str, client_id: str) -> Sent:
    """Store the message in its locked thread, and tell those who read there."""
    own_id = client_id.strip()[:64] or secrets.token_urlsafe(16)
    before = Message.objects.filter(thread=thread, author=person.user, client_id=own_id).first()
    if before is not None:
        if before.text != words and before.edited_at is None:
            raise Refusal(_("This id has been used for another message."), code="key_reused")
        return Sent(before, repeated=True)
    moment = clock.now()
    recent = Message.objects.filter(
        thread__campaign=person.campaign, author=person.user, created_at__gt=moment - FLOOD_TIME
    )
    if recent.count() >= FLOOD:
        raise Refusal(
            _("Too many messages in a short time; go on in a few minutes. Your text is kept."),
            code="flood",
        )
    message = Message.objects.create(
        thread=thread,
        author=person.user,
        seat=person.seat,
        voice=person.voice or Voice.STAND_IN,
        text=words,
        client_id=own_id,
        created_at=moment,
    )
    thread.last_at = moment
    thread.save(update_fields=("last_at",))
    member = _member(thread, person)
    member.read_to = message.pk
    member.save(update_fields=("read_to",))
    _tell(person, thread, moment)
    return Sent(message)


def _member(thread: Thread, person: Person) -> Member:
    member, _fresh = Member.objects.get_or_create(
        thread=thread, user=person.user, defaults={"seat": person.seat}
    )
    return member


def _tell(person: Person, thread: Thread, moment: datetime) -> None:
    """A notice to each reader for whom this is the first message not read; muted ones get none."""
    members = {member.user_id: member for member in Member.objects.filter(thread=thread)}
    rows: list[notices_out.Row] = []
    detail: dict[str, object] = {"thread": thread.pk, "name": thread.public_id}
    if thread.battle is not None:
        detail["battle"] = thread.battle.public_id
    for user, seat in _readers(thread, person.campaign, moment):
        member = members.get(user)
        if user == person.user.pk or (member is not None and (member.muted or member.left_at is not None)):
            continue
        rows += notices_out.notices_for(
            person.campaign,
            notices_out.MESSAGE,
            [(user, seat)],
            when=notices_out.Window(moment, not_before=moment + PATIENCE),
            about=f"{thread.pk}.{member.read_to if member is not None else 0}",
            detail=detail,
        )
    notices_out.store(rows)


def _readers(thread: Thread, campaign: Campaign, moment: datetime) -> list[notices_out.Reader]:
    """Those who are told of a new message."""
    if thread.kind in (ThreadKind.PRIVATE, ThreadKind.GROUP):
        found = Member.objects.filter(thread=thread).order_by("id")
        return list(found.values_list("user_id", "seat_id"))
    readers = notices_out.readers_of(campaign, moment)
    if thread.kind == ThreadKind.FACILITATOR:
        own = Seat.objects.filter(campaign=campaign, user=thread.player_id).first()
        player = [(thread.player_id, own.pk if own else None)] if thread.player_id else []
        return [*player, *readers.facilitators]
    if thread.battle is not None:
        standing_in = thread.battle.stand_ins.filter(accepted_at__isnull=False, ended_at__isnull=True)
        fighting = standing_in.order_by("id").values_list("user_id", "seat_id")
        return [*readers.of_seats((thread.battle.seat_first, thread.battle.seat_second)), *fighting]
    return [*readers.of_seats(Seat.objects.filter(campaign=campaign)), *readers.facilitators]


def readable_message(person: Person, message_id: str, *, lock: bool = False) -> Message:
    rows = Message.objects.select_for_update(no_key=True, of=("self",)) if lock else Message.objects.all()
    message = rows.filter(public_id=message_id, thread__in=readable(person).order_by()).first()
    if message is None:
        raise Refusal(_("There is no such message here for you."), code="unknown")
    return message
