"""How the site does just now: the clock, turns, steps, the outbox, hosts that rest, wars on hold (Trust 5).

Everything is asked of the database when somebody looks: there is no count that a restart could forget, and
none that belongs to one process. A war is named by its public id alone, and only on the operator's page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Min, Q

from campaign.base.dates import clock
from campaign.base.remedies import Cause
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    AccountMail,
    AuditEntry,
    BalanceRun,
    Breaker,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Downtime,
    FilmFile,
    Flag,
    Heartbeat,
    Notice,
    NoticeState,
    Phase,
    Transfer,
    Turn,
    TurnStart,
    User,
    Verdict,
)
from campaign.models.jobs import Job
from campaign.operations.selectors import LATE, ClockHealth, clock_health

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
JOBS: Mapping[str, type[Job]] = {
    "verdicts": Verdict,
    "files": Transfer,
    "films": FilmFile,
    "trials": BalanceRun,
}
MOST_SHOWN = 50
"""So many wars on hold, and so many hosts, stand on the page; what is counted is counted to the end."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The clock's steps of the last hour: how many ended well, failed, or have no end; the longest one."""

    well: int = 0
    failed: int = 0
    unended: int = 0
    longest: float = 0.0


@dataclass(frozen=True, slots=True)
class Lane:
    """What waits in the outbox for a channel, for how long, and what came of the last day's."""

    channel: str
    waiting: int
    oldest: float
    failed: int
    sent: int


@dataclass(frozen=True, slots=True)
class Resting:
    """A host that could not be reached; nothing is sent there until then."""

    host: str
    faults: int
    until: datetime | None


@dataclass(frozen=True, slots=True)
class HeldWar:
    """A war on hold: by its public id, since when, and why."""

    id: str
    turn: int
    since: datetime | None
    cause: Cause
    error: str


@dataclass(frozen=True, slots=True)
class Queue:
    """Work for later that waits."""

    kind: str
    waiting: int
    oldest: float


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """All of it."""

    at: datetime
    clock: ClockHealth
    web_age: float | None
    late: int
    latest: float
    """By how many seconds the turn is late that is late most."""
    failing: int
    steps: Steps
    lanes: tuple[Lane, ...]
    resting: tuple[Resting, ...]
    held: tuple[HeldWar, ...]
    queues: tuple[Queue, ...]
    wars: Mapping[str, int]
    accounts: int
    guests: int
    flags: int
    downtime: float
    """Seconds of the last day in which no plan could be saved."""

    @property
    def open_breakers(self) -> int:
        """How many hosts rest just now."""
        return sum(one.until is not None and one.until > self.at for one in self.resting)


def site_status() -> SiteStatus:
    """Look now."""
    moment = clock.now()
    due = Turn.objects.filter(campaign__status=CampaignStatus.RUNNING).exclude(phase=Phase.PUBLISHED)
    late = due.filter(resolve_after__lte=moment - LATE)
    counted = late.aggregate(count=Count("pk"), first=Min("resolve_after"))
    people = User.objects.filter(is_active=True).aggregate(
        accounts=Count("pk", filter=Q(guest=False)), guests=Count("pk", filter=Q(guest=True))
    )
    return SiteStatus(
        at=moment,
        clock=clock_health(),
        web_age=_age(moment, Heartbeat.objects.filter(name="web").values_list("at", flat=True).first()),
        late=counted["count"],
        latest=_age(moment, counted["first"]) or 0.0,
        failing=due.filter(attempts__gt=0).count(),
        steps=_steps(moment),
        lanes=tuple(_lanes(moment)),
        resting=tuple(
            Resting(one.host, one.faults, one.until) for one in Breaker.objects.order_by("-faults", "host")
        ),
        held=tuple(_held()),
        queues=tuple(_queues(moment)),
        wars=_wars(),
        accounts=people["accounts"],
        guests=people["guests"],
        flags=Flag.objects.filter(to_operators=True, settled_at=None).count(),
        downtime=_downtime(moment),
    )


def _age(moment: datetime, at: datetime | None) -> float | None:
    return None if at is None else round((moment - at).total_seconds(), 1)


def _steps(moment: datetime) -> Steps:
    rows = TurnStart.objects.filter(begun__gt=moment - HOUR, turn__isnull=False)
    found = rows.aggregate(
        ended_well=Count("pk", filter=Q(well=True)),
        ended_badly=Count("pk", filter=Q(well=False, ended__isnull=False)),
        unended=Count("pk", filter=Q(ended=None)),
        longest=Max(F("ended") - F("begun")),
    )
    longest: timedelta = found["longest"] or timedelta()
    seconds = round(longest.total_seconds(), 3)
    return Steps(found["ended_well"], found["ended_badly"], found["unended"], seconds)


def _lanes(moment: datetime) -> Iterable[Lane]:
    waiting = Q(state__in=(NoticeState.QUEUED, NoticeState.SENDING), not_before__lte=moment)
    rows = Notice.objects.values("channel").annotate(
        waiting=Count("pk", filter=waiting),
        oldest=Min("not_before", filter=waiting),
        failed=Count("pk", filter=Q(state=NoticeState.FAILED, created_at__gt=moment - DAY)),
        sent=Count("pk", filter=Q(state=NoticeState.SENT, sent_at__gt=moment - DAY)),
    )
    for row in rows.order_by("channel"):
        oldest = _age(moment, row["oldest"]) or 0.0
        yield Lane(row["channel"], row["waiting"], oldest, row["failed"], row["sent"])
    codes = AccountMail.objects.aggregate(count=Count("pk"), first=Min("created_at"))
    yield Lane("account", codes["count"], _age(moment, codes["first"]) or 0.0, 0, 0)


def _held() -> Iterable[HeldWar]:
    """Why a war is on hold is what its log said last of it."""
    wars = Campaign.objects.filter(status=CampaignStatus.ON_HOLD).order_by("id").only("id", "public_id")
    why = {LogKind.ON_HOLD_FAILED: Cause.FAILED, LogKind.ON_HOLD_STARTED: Cause.STARTED}
    rows = AuditEntry.objects.filter(campaign__status=CampaignStatus.ON_HOLD, kind__in=list(why)).order_by(
        "id"
    )
    last = {row.campaign_id: row for row in rows}
    for war in wars:
        row = last.get(war.pk)
        if row is None:
            yield HeldWar(war.public_id, 0, None, Cause.UNKNOWN, "")
            continue
        cause = next(cause for kind, cause in why.items() if kind.value == row.kind)
        turn, error = int(row.values.get("turn") or 0), str(row.values.get("error", ""))
        yield HeldWar(war.public_id, turn, row.created_at, cause, error)


def _queues(moment: datetime) -> Iterable[Queue]:
    for kind, model in JOBS.items():
        rows = model._default_manager.filter(state__in=model.OPEN)
        found = rows.aggregate(count=Count("pk"), first=Min("asked_at"))
        yield Queue(kind, found["count"], _age(moment, found["first"]) or 0.0)


def _wars() -> Mapping[str, int]:
    rows = Campaign.objects.filter(kind=CampaignKind.CAMPAIGN).values_list("status").annotate(Count("pk"))
    found = Counter(dict(rows.order_by("status")))
    return {status.value: found[status] for status in CampaignStatus}


def _downtime(moment: datetime) -> float:
    rows = Downtime.objects.filter(down_until__gt=moment - DAY)
    return sum(
        (one.down_until - max(one.down_from, moment - DAY)).total_seconds() for one in rows.order_by("id")
    )
