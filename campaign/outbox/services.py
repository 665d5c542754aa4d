"""The outbox: notices are rows, written in the transaction that causes them (sent later by the app).

A notice says what happened and to whom it is told, never the text: that is rendered when it is sent, from
what its reader may know then. Its key makes a second one for the same thing impossible.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import F, IntegerField, Q, Value

from campaign.base.dates import clock
from campaign.base.rows import rows
from campaign.models import (
    Campaign,
    CampaignKind,
    Channel,
    ChannelHook,
    Deputy,
    Hook,
    Notice,
    Role,
    RoleKind,
    Seat,
    Turn,
    User,
)

CAMPAIGN_STARTS = "campaign_starts"
NEW_COMMITMENT = "new_commitment"
DICE_SEALED = "dice_sealed"
PLAN_MISSING = "plan_missing"
ANNOUNCED = "announced"
PUBLISHED = "published"
RESULT_WAITING = "result_waiting"
DISPUTE = "dispute"
RULED = "ruled"
DATE_MOVED = "date_moved"
ON_HOLD = "on_hold"
SITE_ON_HOLD = "site_on_hold"
TURN_HELD = "turn_held"
CAMPAIGN_ENDED = "campaign_ended"
EARLY_CLOSE = "early_close"
PAUSED = "paused"
RESUMED = "resumed"
SEAT_MISSING = "seat_missing"
REVIEW_WAITING = "review_waiting"
DATE_OFFERED = "date_offered"
DATE_AGREED = "date_agreed"
DATE_OFF = "date_off"
DATE_SOON = "date_soon"
CLAIM = "claim"
CLAIM_SETTLED = "claim_settled"
MESSAGE = "message"
FLAGGED = "flagged"
SITE_FLAGGED = "site_flagged"
FLAG_SETTLED = "flag_settled"
MEASURED = "measured"
INVITED = "invited"
PEOPLE_CHANGED = "people_changed"
ARMY_DECIDED = "army_decided"
SEAT_LOST = "seat_lost"
DEPUTY = "deputy"
SCHEDULE_CHANGED = "schedule_changed"
BATTLE_OPEN = "battle_open"
STAND_IN = "stand_in"
NO_SHOW = "no_show"
NEWS = "news"
TEXTS_CHANGED = "texts_changed"
PROMISE = "promise"
RESTORED = "restored"
VISION_ASKED = "vision_asked"
SEAT_ASKED = "seat_asked"
SEAT_ANSWERED = "seat_answered"
CHANNEL = "channel"
OPPONENT_LEFT = "opponent_left"
UNLED = "unled"
CALLED_OFF = "called_off"
KINDS = (
    CAMPAIGN_STARTS,
    NEW_COMMITMENT,
    DICE_SEALED,
    PLAN_MISSING,
    ANNOUNCED,
    PUBLISHED,
    RESULT_WAITING,
    DISPUTE,
    RULED,
    DATE_MOVED,
    ON_HOLD,
    SITE_ON_HOLD,
    TURN_HELD,
    CAMPAIGN_ENDED,
    EARLY_CLOSE,
    PAUSED,
    RESUMED,
    SEAT_MISSING,
    REVIEW_WAITING,
    DATE_OFFERED,
    DATE_AGREED,
    DATE_OFF,
    DATE_SOON,
    CLAIM,
    CLAIM_SETTLED,
    MESSAGE,
    FLAGGED,
    SITE_FLAGGED,
    FLAG_SETTLED,
    MEASURED,
    INVITED,
    PEOPLE_CHANGED,
    ARMY_DECIDED,
    SEAT_LOST,
    DEPUTY,
    SCHEDULE_CHANGED,
    BATTLE_OPEN,
    STAND_IN,
    NO_SHOW,
    NEWS,
    TEXTS_CHANGED,
    PROMISE,
    RESTORED,
    VISION_ASKED,
    SEAT_ASKED,
    SEAT_ANSWERED,
    CHANNEL,
    OPPONENT_LEFT,
    UNLED,
    CALLED_OFF,
)

ABOUT_A_BATTLE = (
    RESULT_WAITING,
    DISPUTE,
    RULED,
    DATE_OFFERED,
    DATE_AGREED,
    DATE_OFF,
    DATE_SOON,
    CLAIM,
    CLAIM_SETTLED,
    BATTLE_OPEN,
    STAND_IN,
    NO_SHOW,
    OPPONENT_LEFT,
)
"""The kinds whose detail names a battle, and whose link is its page."""

FIELDS = (
    "key",
    "kind",
    "channel",
    "user",
    "campaign",
    "turn",
    "seat",
    "detail",
    "state",
    "message_id",
    "not_before",
    "expires",
    "attempts",
    "error",
    "created_at",
)


Reader = tuple[int, int | None]
"""A user id, and the id of the seat in which the user reads, if any."""

Row = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads in a campaign just now: ``acting`` maps a seat's id to the deputies who act in it.

    ``listening`` is whether a program of theirs or a channel is told what happens.
    """

    acting: Mapping[int, tuple[int, ...]]
    facilitators: tuple[Reader, ...]
    arbiters: tuple[Reader, ...]
    listening: bool = False

    def of_seats(self, seats: Iterable[Seat]) -> list[Reader]:
        """Those who act in these seats: their players and their deputies."""
        told = sorted(seats, key=lambda seat: seat.number)
        players: list[Reader] = [(seat.user_id, seat.pk) for seat in told if seat.user_id is not None]
        return players + [(user, seat.pk) for seat in told for user in self.acting.get(seat.pk, ())]


def readers_of(campaign: Campaign, moment: datetime, *, players: Collection[int] | None = None) -> Readers:
    """The readers of a campaign besides its players, in one query; players are asked for if not given."""
    if players is None:
        players = set(campaign.seats.filter(user__isnull=False).values_list("user_id", flat=True))
    acting: dict[int, tuple[int, ...]] = {}
    roles: dict[str, tuple[Reader, ...]] = {}
    deputies = Deputy.objects.filter(seat__campaign=campaign, since__lte=moment).exclude(until__lte=moment)
    others = Role.objects.filter(campaign=campaign)
    people = Q(user__in=players) | Q(user__in=others.values("user")) | Q(user__in=deputies.values("user"))
    hooks = Hook.objects.filter(people, Q(campaign=None) | Q(campaign=campaign), stopped_at=None).order_by()
    listening = False
    found = deputies.annotate(role=Value("")).values_list("id", "user_id", "seat_id", "role")
    every = found.union(
        others.annotate(place=_NO_SEAT).values_list("id", "user_id", "place", "kind"),
        *(
            rows.annotate(place=_NO_SEAT, part=Value(_LISTENER)).values_list("id", "user_id", "place", "part")
            for rows in (hooks, ChannelHook.objects.filter(campaign=campaign))
        ),
        all=True,
    )
    for _, user, seat, role in sorted(every, key=lambda one: (one[3], one[0])):
        if role == _LISTENER:
            listening = True
        elif seat is not None:
            acting[seat] = (*acting.get(seat, ()), user)
        else:
            roles[role] = (*roles.get(role, ()), (user, None))
    facilitators = roles.get(RoleKind.FACILITATOR, ())
    if campaign.blind:
        facilitators = tuple(reader for reader in facilitators if reader[0] not in players)
    return Readers(acting, facilitators, roles.get(RoleKind.ARBITER, ()), listening)


_NO_SEAT = Value(None, IntegerField())
_LISTENER = "listener"


@dataclass(frozen=True, slots=True)
class Window:
    """The moment of a notice, and when it may leave: not before one moment, no longer after another."""

    moment: datetime
    not_before: datetime | None = None
    expires: datetime | None = None


def notices_for(
    campaign: Campaign,
    kind: str,
    readers: Iterable[Reader],
    *,
    when: Window,
    turn: Turn | None = None,
    about: str = "",
    detail: Mapping[str, object] | None = None,
) -> list[Row]:
    """The rows of one notice to each reader; ``about`` tells two of a kind in one turn apart.

    Of skirmishes and lessons nobody is told anything: who plays them is there. Operators are, of a failure.
    """
    if campaign.kind != CampaignKind.CAMPAIGN and kind != SITE_ON_HOLD:
        return []
    number = "" if turn is None else turn.number
    return [
        (
            f"{kind}:{campaign.pk}:{number}:{about}:{seat or ''}:{user}",
            kind,
            "mail",
            user,
            campaign.pk,
            None if turn is None else turn.pk,
            seat,
            dict(detail or {}),
            "queued",
            new_message_id(),
            when.not_before or when.moment,
            when.expires,
            0,
            "",
            when.moment,
        )
        for user, seat in readers
    ]


def store(notices: Sequence[Row]) -> None:
    """Put notices into the outbox; one that is there already stays as it is."""
    rows.insert(Notice, FIELDS, notices, ignore=True)


def post_too(notices: Iterable[Notice], channel: Channel) -> None:
    """Put a line by another channel beside each of these mails; one that is there already stays."""
    found = [
        (
            f"{one.key}:{channel}"[:160],
            one.kind,
            channel.value,
            one.user_id,
            one.campaign_id,
            one.turn_id,
            one.seat_id,
            one.detail,
            "queued",
            new_message_id(),
            one.not_before,
            one.expires,
            0,
            "",
            one.created_at,
        )
        for one in notices
    ]
    rows.insert(Notice, FIELDS, found, ignore=True)


def read_about(user: User, kind: str, **detail: object) -> None:
    """Mark the user's notices of a kind as read whose detail holds these values."""
    found = Notice.objects.filter(user=user, kind=kind, read_at=None)
    found.filter(**{f"detail__{name}": value for name, value in detail.items()}).update(read_at=clock.now())


def tell(campaign: Campaign, kind: str, readers: Iterable[Reader], detail: Mapping[str, object]) -> None:
    """Tell these readers at once something that belongs to no turn, inside the transaction that causes it."""
    moment = clock.now()
    about = secrets.token_hex(8)
    store(notices_for(campaign, kind, readers, when=Window(moment), about=about, detail=detail))


def tell_people(
    users: Iterable[int], kind: str, *, about: str, detail: Mapping[str, object] | None = None
) -> None:
    """Tell people something that belongs to no campaign, inside the transaction that causes it."""
    moment = clock.now()
    store(
        [
            (
                f"{kind}:{about}:{user}",
                kind,
                "mail",
                user,
                None,
                None,
                None,
                dict(detail or {}),
                "queued",
                new_message_id(),
                moment,
                None,
                0,
                "",
                moment,
            )
            for user in users
        ]
    )


def mark_all_read(user: User) -> None:
    """Mark what stands in the user's list as read."""
    Notice.objects.filter(user=user, read_at=None).update(read_at=clock.now())


def mark_history_read(*, campaign: Campaign, before: datetime) -> None:
    """Mark what everybody was told of a campaign before a moment as read."""
    told = Notice.objects.filter(campaign=campaign, read_at=None, not_before__lt=before)
    told.update(read_at=F("not_before"))


def new_message_id() -> str:
    """A Message-ID of its own for one notice, which it keeps however often it is sent."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].rstrip(">") or "localhost"
    return f"<{secrets.token_hex(16)}@{host}>"
