"""Whether what the site has is what its people were told: the journal held against the rows."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaign.models import (
    AuditEntry,
    Banner,
    Battle,
    BattleResult,
    Message,
    Notice,
    NoticeState,
    PlayerTurn,
    Turn,
)
from campaign.turn.plans.plan_codec import Written, read_plan, receipt_of, renamed, wire_document
from rules.scenario import plan_document
from rules.state import BannerId
from tests.faults.verify import problems_of
from tests.rig.field import Fought, moment_of
from tests.rig.journal import Sent, requests
from tests.rig.replayed import problems_of_reports
from tests.rig.sealing import problems_of_dice

EXPECTED = {200, 201, 400, 403, 404, 409, 422, 429}
"""What a program may be answered while all is well: the rest is only heard during faults."""
SLACK = 0.0005
"""Seconds by which the journal's clock and the database's may differ: they are one machine's."""


@dataclass(frozen=True)
class Evidence:
    """What the rig has seen: the journal's lines, and when what was done; ``notices``: what was known before.

    A reminder may be written and sent at any time: what is said to be sent is read before the lines are.
    """

    lines: list[dict[str, Any]]
    moments: Sequence[tuple[str, float, float]]
    notices: Mapping[str, tuple[str, str]]

    @property
    def sent(self) -> list[Sent]:
        """The requests."""
        return list(requests(self.lines))

    def is_jumped(self, at: float) -> bool:
        """Whether the site's clocks may have been wrong at that moment."""
        return any(
            kind.startswith("time") and begun - 1 <= at <= ended + 1 for kind, begun, ended in self.moments
        )

    def was_hit(self, since: float, until: float) -> bool:
        """Whether anything was done between two moments."""
        return any(begun <= until and ended >= since for _kind, begun, ended in self.moments)


Judge = Callable[[Fought, list[Sent], Evidence], Iterator[str]]


def problems(fields: Sequence[Fought], evidence: Evidence) -> Iterator[str]:
    """All that is wrong with wars that are at rest, and with the mails about them."""
    sent = evidence.sent
    for one in fields:
        own = [request for request in sent if request.war == one.war.campaign.pk]
        for judge in JUDGES:
            yield from judge(one, own, evidence)
    yield from _problems_of_mails(evidence)
    yield from _problems_of_readers(evidence)
    yield from _problems_of_answers(sent, evidence)


# Plans


def _problems_of_plans(one: Fought, sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    """The last acknowledged plan stands, or an unanswered later one; nothing that came late."""
    campaign = one.war.campaign
    by_part: dict[tuple[int, int], list[Sent]] = defaultdict(list)
    for request in sent:
        if request.kind == "plan":
            by_part[(request.about["turn"], request.about["seat"])].append(request)
    ids = dict(Banner.objects.filter(campaign=campaign).values_list("public_id", "key"))
    turns = {turn.number: turn for turn in Turn.objects.filter(campaign=campaign)}
    parts = PlayerTurn.objects.filter(turn__campaign=campaign).select_related("seat")
    for part in parts.defer("announcement", "report", "map"):
        number = next(key for key, turn in turns.items() if turn.pk == part.turn_id)
        own = by_part.get((number, part.seat_id), [])
        if own:
            yield from _problems_of_part(turns[number], part, own, ids, evidence)


def _problems_of_part(
    turn: Turn, part: PlayerTurn, sent: list[Sent], ids: dict[str, str], evidence: Evidence
) -> Iterator[str]:
    place = f"{turn.campaign}, {turn}, {part.seat}"
    due = turn.plan_due.timestamp() if turn.plan_due is not None else float("inf")
    closed = turn.input is not None
    allowed: dict[str, Sent | None] = {"": None}
    first: dict[str, float] = {}
    for request in sent:
        # What is asked for again may be answered as it was the first time.
        begun = first.setdefault(request.key, request.sent)
        late = begun > due + SLACK and not evidence.is_jumped(begun)
        if request.acknowledged:
            if not {"receipt", "saved_at"} <= request.answer.keys():
                yield f"{place}: plan {request.number} was acknowledged without a receipt"
                continue
            allowed = {request.answer["receipt"]: request}
            saved = moment_of(request.answer["saved_at"]).timestamp()
            if closed and saved >= due + SLACK and not evidence.is_jumped(request.answered):
                yield f"{place}: plan {request.number} was acknowledged as saved after the deadline"
            if closed and late:
                yield f"{place}: plan {request.number} was sent after the deadline and acknowledged"
        elif request.unknown and not late:
            allowed[_receipt(request, ids)] = request
    if part.by_bot and "" in allowed:
        return
    if part.receipt not in allowed:
        last = next(iter(allowed.values()))
        known = last.number if last else "none"
        yield f"{place}: its plan is {part.receipt[:8]}, {known} was acknowledged last"
        return
    counted = allowed[part.receipt]
    given = (turn.input or {}).get("plans", {}).get(part.seat.key)
    if closed and counted is not None and given != plan_document(_engine(counted, ids).plan):
        yield f"{place}: was resolved without plan {counted.number}, which stands in its rows"


def _written(request: Sent, ids: dict[str, str]) -> Written:
    return read_plan(request.about["plan"], ids)


def _receipt(request: Sent, ids: dict[str, str]) -> str:
    return receipt_of(wire_document(_written(request, ids)))


def _engine(request: Sent, ids: dict[str, str]) -> Written:
    return renamed(_written(request, ids), {key: BannerId(one) for key, one in ids.items()}, {})


# Results and messages


def _problems_of_results(one: Fought, sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    """Of each battle and side the last acknowledged result stands, or an unanswered later one."""
    allowed: dict[tuple[str, int], list[Sent]] = {}
    for request in sent:
        if request.kind != "result":
            continue
        place = (request.about["battle"], request.about["seat"])
        if request.acknowledged:
            allowed[place] = [request]
        elif request.unknown:
            allowed.setdefault(place, []).append(request)
    battles = {battle.public_id: battle for battle in Battle.objects.filter(turn__campaign=one.war.campaign)}
    rows = {
        (row.battle.public_id, row.seat_id): (row.points_first, row.points_second)
        for row in BattleResult.objects.filter(battle__in=battles.values()).select_related("battle")
    }
    for place, found in allowed.items():
        told = rows.get(place)
        if told is None and not found[0].acknowledged:
            continue
        if told not in [_points(request) for request in found]:
            yield f"{one.war.campaign}: of battle {place[0]} {told} is stored, not result {found[0].number}"


def _points(request: Sent) -> tuple[int, int]:
    """As the first side sees them."""
    told = (request.about["points_own"], request.about["points_enemy"])
    return told if request.about["first"] else told[::-1]


def _problems_of_messages(one: Fought, sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    """What was acknowledged is there once; what nobody knows of is there once or not at all."""
    there = Counter(Message.objects.filter(thread__campaign=one.war.campaign).values_list("text", flat=True))
    asked: dict[str, list[Sent]] = defaultdict(list)
    for request in sent:
        if request.kind == "message":
            asked[request.about["text"]].append(request)
    for text, found in asked.items():
        if any(request.acknowledged for request in found) and not there[text]:
            yield f"{one.war.campaign}: the message {text!r} was acknowledged and is lost"
        if there[text] > 1 and len({request.key for request in found}) == 1:
            yield f"{one.war.campaign}: the message {text!r} is there {there[text]} times"


# The turns


def _problems_of_war(one: Fought, sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    """Each step once, replays equal, everybody told once; no deadline moved but by the rig."""
    yield from problems_of(one.war)
    moved = AuditEntry.objects.filter(campaign=one.war.campaign, kind__startswith="date_moved")
    for entry in moved.exclude(kind="date_moved_none_left"):
        yield f"{one.war.campaign}: a deadline moved ({entry.kind})"


def _problems_of_replay(one: Fought, sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    yield from problems_of_reports(one)


JUDGES: list[Judge] = [
    _problems_of_plans,
    _problems_of_results,
    _problems_of_messages,
    problems_of_dice,
    _problems_of_war,
    _problems_of_replay,
]
"""Whoever builds something else that people are told has been taken adds a judge, and a kind of act."""


# Mails and answers


def mails() -> dict[str, tuple[str, str]]:
    """The state and kind of each mail's notice, by its id."""
    known = Notice.objects.filter(channel="mail").values_list("message_id", "state", "kind")
    return {name: (state, kind) for name, state, kind in known}


def _problems_of_mails(evidence: Evidence) -> Iterator[str]:
    """What is said to be sent was taken by the server; what it took is known, and twice after a hit only."""
    taken: dict[str, list[float]] = defaultdict(list)
    for line in evidence.lines:
        if line["fact"] == "mail":
            taken[line["message_id"]].append(line["at"])
    for name, (state, kind) in evidence.notices.items():
        if state == NoticeState.SENT and name not in taken:
            yield f"mail {name} ({kind}) is said to be sent and is lost"
        if state not in (NoticeState.SENT, NoticeState.EXPIRED):
            yield f"mail {name} ({kind}) is {state}"
    known = set(mails())
    for name, moments in taken.items():
        if name not in known:
            yield f"mail {name} belongs to no notice"
        for before, after in itertools.pairwise(moments):
            if not evidence.was_hit(before - 2, after):
                yield f"mail {name} was sent twice, and nothing had happened"


def _problems_of_readers(evidence: Evidence) -> Iterator[str]:
    """Each mail was taken for its reader, and for nobody else."""
    mails = Notice.objects.filter(channel="mail").values_list("message_id", "user__email")
    readers = dict(mails)
    for line in evidence.lines:
        name = line["message_id"] if line["fact"] == "mail" else ""
        if name in readers and line["to"] != [readers[name]]:
            yield f"mail {name} was sent to another than its reader"


def _problems_of_answers(sent: list[Sent], evidence: Evidence) -> Iterator[str]:
    """While all is well nobody meets a server's error."""
    for request in sent:
        if not request.status or request.status in EXPECTED:
            continue
        if request.status != 503 and not evidence.was_hit(request.sent - 2, request.answered + 2):
            yield f"request {request.number} ({request.kind}) was answered {request.status}"
