"""Who may write to whom and read what (press): asked each time, from the place that somebody has now.

A conversation has a name in addresses: ``all``, ``facilitators``, ``seat-3`` (a player writes to an army, a
facilitator to a player), ``battle-<id>``, or a thread's own id. What the viewer may not read has no name.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from campaign.access.membership import arbitrates, campaigns_of, facilitates, seat_of, stand_ins_of
from campaign.base.setup.campaign_settings import Variables
from campaign.models import (
    Battle,
    BattleResult,
    Campaign,
    Member,
    Role,
    RoleKind,
    Seat,
    StandIn,
    Thread,
    ThreadKind,
    User,
    Voice,
)
from campaign.turn.contact.battle_status import Standing, battle_of, in_dispute, standing_of

THREADS_BY = ("-last_at", "id")
FULL, PUBLIC, NONE = "full", "public", "none"


@dataclass(frozen=True, slots=True)
class Person:
    """A user in a campaign as one who writes: the seat acted in, and as what; no voice: reads only.

    ``member`` is false for a stand-in without another part in the campaign: only its battle's thread is its.
    """

    user: User
    campaign: Campaign
    seat: Seat | None
    voice: Voice | None
    press: str
    member: bool = True

    @property
    def plays(self) -> bool:
        """Whether it is a player, whom others may write to in private; a deputy is none."""
        return self.voice == Voice.PLAYER

    @property
    def rules(self) -> bool:
        """Whether it settles disputes and flags."""
        return self.voice in (Voice.FACILITATOR, Voice.ARBITER)

    def may_start(self, kind: ThreadKind) -> bool:
        """Whether the campaign's press lets this person write in a thread of this kind."""
        if kind == ThreadKind.BATTLE:
            return self.voice is not None
        if kind == ThreadKind.FACILITATOR:
            return self.voice is not None and self.member
        if self.voice == Voice.FACILITATOR:
            return kind == ThreadKind.ALL
        if kind == ThreadKind.ALL:
            return self.voice in (Voice.PLAYER, Voice.DEPUTY) and self.press in (FULL, PUBLIC)
        return self.plays and self.press == FULL


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation that the viewer may read, whether anything has been written in it or not.

    ``people`` are those of a private one that is not there yet, with their seats.
    """

    name: str
    kind: ThreadKind
    key: str
    thread: Thread | None = None
    battle: Battle | None = None
    other: Seat | None = None
    people: tuple[tuple[int, int | None], ...] = ()
    player: int | None = None


def person_in(user: User, campaign: Campaign) -> Person:
    """As what a user writes in a campaign of theirs."""
    seat, voice = None, None
    if facilitates(user, campaign):
        voice = Voice.FACILITATOR
    elif arbitrates(user, campaign):
        voice = Voice.ARBITER
    else:
        seat = seat_of(user, campaign)
        if seat is not None:
            voice = Voice.PLAYER if seat.user_id == user.pk else Voice.DEPUTY
    member = campaigns_of(user).filter(pk=campaign.pk).exists()
    if not member and fights_for(user, campaign).exists():
        voice = Voice.STAND_IN
    return Person(user, campaign, seat, voice, Variables.of(campaign).press, member)


def fights_for(user: User, campaign: Campaign) -> QuerySet[StandIn]:
    """The battles of the campaign that the user fights as a stand-in."""
    return stand_ins_of(user).filter(battle__turn__campaign=campaign)


def campaign_to_write_in(user: User, public_id: str) -> Campaign:
    """The campaign of this address, for its members and stand-ins. Raises ``Campaign.DoesNotExist``."""
    found = campaigns_of(user).filter(public_id=public_id).first()
    if found is None:
        standing_in = stand_ins_of(user).filter(battle__turn__campaign__public_id=public_id)
        found = Campaign.objects.get(pk=standing_in.values("battle__turn__campaign")[:1])
    return found


def readable(person: Person) -> QuerySet[Thread]:
    """The threads that the person may read now, the latest first."""
    mine = Q(kind__in=(ThreadKind.PRIVATE, ThreadKind.GROUP)) & Q(
        pk__in=Member.objects.filter(user=person.user, left_at=None).values("thread")
    )
    with_facilitators = Q(kind=ThreadKind.FACILITATOR)
    if person.voice != Voice.FACILITATOR:
        with_facilitators &= Q(player=person.user)
    shown = _battles(person)
    if person.member:
        shown |= Q(kind=ThreadKind.ALL) | mine | with_facilitators
    return Thread.objects.filter(shown, campaign=person.campaign).order_by(*THREADS_BY)


def _battles(person: Person) -> Q:
    """Threads of own battles; for those who rule, of disputed ones."""
    own = Q(battle__in=fights_for(person.user, person.campaign).values("battle"))
    if person.seat is not None:
        own |= Q(battle__seat_first=person.seat) | Q(battle__seat_second=person.seat)
    if person.rules:
        own |= Q(battle__in=disputed(person.campaign).values("pk"))
    return Q(kind=ThreadKind.BATTLE) & own


def disputed(campaign: Campaign) -> QuerySet[Battle]:
    """The battles that are in dispute, or that have been ruled on."""
    battles = Battle.objects.filter(turn__campaign=campaign)
    return battles.filter(Q(ruling__isnull=False) | Q(pk__in=in_dispute(battles).values("pk"))).order_by()


def is_disputed(battle: Battle, results: list[BattleResult]) -> bool:
    """Whether those who rule may read what the two sides write about a battle."""
    return battle.ruling is not None or standing_of(battle, results) == Standing.DISPUTE


def conversation(person: Person, name: str) -> Conversation | None:
    """The conversation of this name; None if there is none that the person may read."""
    if name == "all" and person.member:
        return _with(person, Conversation(name, ThreadKind.ALL, "all"))
    if name == "facilitators":
        return _with_facilitators(person, name)
    word, _, rest = name.partition("-")
    if word == "seat" and rest.isdecimal() and len(rest) < 6:
        return _with_seat(person, name, int(rest))
    if word == "battle":
        return _about(person, name, rest)
    thread = readable(person).filter(public_id=name).select_related("battle").first()
    if thread is None:
        return None
    return Conversation(name, ThreadKind(thread.kind), thread.key, thread, thread.battle)


def _with(person: Person, found: Conversation) -> Conversation:
    thread = Thread.objects.filter(campaign=person.campaign, key=found.key).first()
    return Conversation(
        found.name, found.kind, found.key, thread, found.battle, found.other, found.people, found.player
    )


def _with_facilitators(person: Person, name: str) -> Conversation | None:
    """One's own line to the facilitators; not theirs, and not where there are none."""
    if person.voice in (None, Voice.FACILITATOR, Voice.STAND_IN) or not has_facilitators(person.campaign):
        return None
    key = f"facilitator:{person.user.pk}"
    return _with(person, Conversation(name, ThreadKind.FACILITATOR, key, player=person.user.pk))


def has_facilitators(campaign: Campaign) -> bool:
    """Whether anybody facilitates the campaign without playing in it."""
    if campaign.blind:
        return False
    playing = Seat.objects.filter(campaign=campaign, user__isnull=False).values("user")
    return (
        Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).exclude(user__in=playing).exists()
    )


def _with_seat(person: Person, name: str, number: int) -> Conversation | None:
    """A player's thread with another, or a facilitator's with a player."""
    other = Seat.objects.filter(campaign=person.campaign, number=number, user__isnull=False).first()
    if other is None or other.user_id is None or other.user_id == person.user.pk:
        return None
    if person.voice == Voice.FACILITATOR:
        key = f"facilitator:{other.user_id}"
        return _with(
            person, Conversation(name, ThreadKind.FACILITATOR, key, other=other, player=other.user_id)
        )
    if not person.plays or person.seat is None:
        return None
    low, high = sorted((person.user.pk, other.user_id))
    people = ((person.user.pk, person.seat.pk), (other.user_id, other.pk))
    key = f"private:{low}:{high}"
    return _with(person, Conversation(name, ThreadKind.PRIVATE, key, other=other, people=people))


def _about(person: Person, name: str, public_id: str) -> Conversation | None:
    battle = battle_for(person, public_id)
    if battle is None:
        return None
    return _with(person, Conversation(name, ThreadKind.BATTLE, f"battle:{battle.pk}", battle=battle))


def battle_for(person: Person, public_id: str) -> Battle | None:
    """A battle whose thread the person may read: its two sides; those who rule, once it is disputed."""
    if person.seat is not None:
        try:
            return battle_of(person.seat, public_id)
        except Battle.DoesNotExist:
            pass
    wanted = Battle.objects.filter(turn__campaign=person.campaign, public_id=public_id)
    if not person.rules:
        # One query, whether or not there is such a battle between others.
        return wanted.filter(pk__in=stand_ins_of(person.user).values("battle")).first()
    found = wanted.first()
    if found is None:
        return None
    return found if is_disputed(found, list(found.results.order_by("id"))) else None
