"""The facilitator's desk: who is missing, which battles are open, what needs a decision, the log.

A facilitator sees the truth, but of a plan before its deadline only whether there is one.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Prefetch, QuerySet

from campaign.access.bot_words import bot_words
from campaign.base.coordinates import sector_name
from campaign.base.dates.clock import now
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.missions import CATEGORY_NAMES
from campaign.base.words.log_messages import LogKind, topic_of
from campaign.base.words.log_words import kept_reason, words_of
from campaign.desk.disputes.unruled import unruled_by
from campaign.desk.pages import (
    DATES,
    BattleRow,
    BoardRow,
    DateRow,
    Decision,
    DeskPage,
    Force,
    LogPage,
    LogRow,
    Told,
)
from campaign.desk.review.correction_log import corrections_logged
from campaign.desk.review.others import unsettled
from campaign.models import (
    AuditEntry,
    Banner,
    Battle,
    BattleResult,
    Campaign,
    CampaignStatus,
    ClaimState,
    Deputy,
    ForfeitClaim,
    Notice,
    Phase,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    documents,
)
from campaign.turn.contact.battle_status import Standing, bounds_of, most_sacrificed, standing_of
from campaign.turn.plans_counted import counted_by_correction, is_written
from campaign.turn.turn_rights import mark_of

LOG_PAGE = 50
PHASES = (Phase.PLANNING, Phase.MOVEMENT_REVIEW, Phase.BATTLES, Phase.AFTERMATH_REVIEW)
HAPPENED = ("planned_at", "announced_at", "results_at", "published_at")
_URGENCY = (Standing.DISPUTE, Standing.REOPENED, Standing.OPEN, Standing.ONE)


def seat_of_campaign(campaign: Campaign, public_id: str) -> Seat:
    """A seat by its public id. Raises ``Seat.DoesNotExist``."""
    return Seat.objects.get(campaign=campaign, public_id=public_id)


def battle_of_campaign(campaign: Campaign, public_id: str) -> Battle:
    """A battle by its public id. Raises ``Battle.DoesNotExist``."""
    found = Battle.objects.select_related("turn").defer(*documents("turn"))
    return found.get(turn__campaign=campaign, public_id=public_id)


def desk_page(campaign: Campaign, turn: Turn) -> DeskPage:
    """The desk of a turn."""
    board = tuple(_board(campaign, turn))
    battles = tuple(_battles(turn))
    keys = dict(Seat.objects.filter(campaign=campaign).order_by("id").values_list("key", "public_id"))
    chosen = {keys[key] for key in turn.contenders}
    held = {Phase.MOVEMENT_REVIEW: turn.held_movement, Phase.AFTERMATH_REVIEW: turn.held_aftermath}
    page = DeskPage(
        campaign=campaign.public_id,
        status=campaign.status,
        automatic=campaign.automatic,
        pause_reason=kept_reason(campaign.pause_reason),
        paused_at=campaign.paused_at,
        turn=turn.number,
        turn_pk=turn.pk,
        phase=turn.phase,
        dates=tuple(_dates(campaign, turn)),
        held=held.get(Phase(turn.phase), ""),
        may_hold=not campaign.automatic and held.get(Phase(turn.phase)) == "",
        early=turn.phase == Phase.PLANNING and _is_early(turn),
        board=board,
        battles=battles,
        chosen=tuple(row for row in board if row.seat in chosen),
        decisions=(),
        last_error=turn.last_error if campaign.status == CampaignStatus.ON_HOLD else "",
        mark=shown_mark(turn),
        claimed=_claimed(turn),
        drawing=turn.draw_due is not None,
    )
    return _with_decisions(page, unsettled(campaign, turn), unruled_by(campaign, turn))


def shown_mark(turn: Turn) -> str:
    """The mark of a turn as it is shown: not a number that counts what happens elsewhere."""
    return hashlib.sha256(mark_of(turn).encode()).hexdigest()[:32]


def _is_early(turn: Turn) -> bool:
    """Whether the plan deadline was brought forward, and nothing has moved it as far back since."""
    before, due = turn.early_from, turn.plan_due
    return before is not None and due is not None and due < before


def _claimed(turn: Turn) -> frozenset[str]:
    """The battles with a forfeit claim that waits; nothing is asked before there are battles."""
    if turn.phase not in (Phase.BATTLES, Phase.AFTERMATH_REVIEW):
        return frozenset()
    waiting = ForfeitClaim.objects.filter(battle__turn=turn, state=ClaimState.OPEN)
    return frozenset(waiting.values_list("battle__public_id", flat=True))


def _with_decisions(page: DeskPage, unsettled: int, unruled: str) -> DeskPage:
    found = []
    if page.status == CampaignStatus.ON_HOLD:
        found.append(Decision("on_hold"))
    if page.status == CampaignStatus.PAUSED:
        found.append(Decision("paused"))
    if page.disputes and page.phase in (Phase.BATTLES, Phase.AFTERMATH_REVIEW):
        found.append(Decision("dispute", len(page.disputes), unruled))
    if unsettled:
        found.append(Decision("settle", unsettled))
    if page.phase == Phase.MOVEMENT_REVIEW and not page.drawing:
        found.append(Decision("announce"))
    if page.phase == Phase.AFTERMATH_REVIEW:
        found.append(Decision("champion" if page.chosen else "publish"))
    if page.planning and page.missing:
        found.append(Decision("missing", len(page.missing)))
    return replace(page, decisions=tuple(found))


def battle_row(battle: Battle) -> BattleRow:
    """One battle as the desk sees it."""
    return next(row for row in _battles(battle.turn) if row.id == battle.public_id)


def log_page(campaign: Campaign, number: int = 1, *, entries: QuerySet[AuditEntry] | None = None) -> LogPage:
    """The ``number``-th page of the campaign's log, or of these entries of it."""
    start = (max(1, number) - 1) * LOG_PAGE
    found = list((log_entries(campaign) if entries is None else entries)[start : start + LOG_PAGE + 1])
    return LogPage(log_rows(found[:LOG_PAGE]), max(1, number), len(found) > LOG_PAGE)


def log_entries(campaign: Campaign) -> QuerySet[AuditEntry]:
    """The entries of the campaign's log, the latest first."""
    entries = AuditEntry.objects.filter(campaign=campaign).select_related("turn", "user")
    return entries.defer(*documents("turn")).order_by("-id")


def open_entries(campaign: Campaign) -> QuerySet[AuditEntry]:
    """What of the log all may read at the end, also in its file: but not where people's own programs are."""
    entries = log_entries(campaign).exclude(kind=LogKind.PROGRAM_STOPPED)
    return entries.exclude(kind="role", text__startswith="A program at ")


def log_rows(entries: Iterable[AuditEntry]) -> tuple[LogRow, ...]:
    """These entries of the log, in words; of a correction also what was corrected."""
    found = list(entries)
    corrected = corrections_logged(found)
    return tuple(
        LogRow(
            at=entry.created_at,
            turn=entry.turn.number if entry.turn is not None else None,
            by=entry.user.name if entry.user is not None else "",
            kind=topic_of(entry.kind).replace("_", " "),
            text=f"{words_of(entry)} ({corrected[entry.pk]})" if entry.pk in corrected else words_of(entry),
            public=entry.public,
        )
        for entry in found
    )


def _dates(campaign: Campaign, turn: Turn) -> Iterable[DateRow]:
    moment = now()
    if campaign.status == CampaignStatus.PAUSED and campaign.paused_at is not None:
        moment = min(moment, campaign.paused_at)
    phase = PHASES.index(Phase(turn.phase)) if turn.phase in PHASES else len(PHASES)
    for place, name in enumerate(DATES):
        at = getattr(turn, name)
        state = "passed" if place < phase or (at is not None and at <= moment) else "ahead"
        if place < phase:
            at = getattr(turn, HAPPENED[place]) or at
        if place == phase and state == "ahead":
            state = "present"
        yield DateRow(name, at, state)


def _board(campaign: Campaign, turn: Turn) -> Iterable[BoardRow]:
    parts = list(
        PlayerTurn.objects.filter(turn=turn)
        .select_related("seat__user")
        .defer("announcement", "report", "map")
        .order_by("seat__number")
    )
    variables, planning = Variables.of(campaign), turn.phase == Phase.PLANNING
    corrected = counted_by_correction(turn, variables, parts)
    banners: defaultdict[int, int] = defaultdict(int)
    for seat_id in Banner.objects.filter(campaign=campaign, alive=True).values_list("seat_id", flat=True):
        banners[seat_id] += 1
    moment = now()
    deputies = Deputy.objects.filter(seat__campaign=campaign, since__lte=moment).select_related("user")
    acting = {one.seat_id: one.user.name for one in deputies if one.until is None or one.until > moment}
    reminded = Notice.objects.filter(turn=turn, kind="plan_missing", seat__isnull=False).order_by("id")
    last = dict(reminded.values_list("seat_id", "created_at"))
    for part in parts:
        seat = part.seat
        yield BoardRow(
            seat=seat.public_id,
            number=seat.number,
            army=seat.army,
            player=seat.user.name if seat.user is not None else "",
            status=seat.status,
            bot=bot_words(seat),
            state=part.state,
            saved_at=part.saved_at,
            excused=part.excused,
            excuse_reason=kept_reason(part.excuse_reason),
            used_fallback=part.used_fallback,
            by_bot=part.by_bot,
            deputy=acting.get(seat.pk, ""),
            missed=seat.missed_in_a_row,
            banners=banners[seat.pk],
            reminded_at=last.get(seat.pk),
            corrected=seat.key in corrected,
            excusable=not (
                part.excused
                or seat.key in corrected
                or is_written(part, variables)
                or (planning and seat.status == SeatStatus.BOT)
            ),
        )


def _battles(turn: Turn) -> list[BattleRow]:
    found = (
        Battle.objects.filter(turn=turn)
        .select_related("seat_first", "seat_second")
        .prefetch_related(Prefetch("results", queryset=BattleResult.objects.order_by("id")))
        .order_by("y", "x", "public_id")
    )
    rows = [_battle(battle) for battle in found]
    return sorted(rows, key=lambda row: _URGENCY.index(row.standing) if row.standing in _URGENCY else 9)


def _battle(battle: Battle) -> BattleRow:
    results = {row.seat_id: row for row in battle.results.all()}
    sides = (battle.seat_first_id, battle.seat_second_id)
    standing = standing_of(battle, [results[seat] for seat in sides if seat in results])
    return BattleRow(
        id=battle.public_id,
        sector=sector_name(battle.x, battle.y),
        at=(battle.x, battle.y),
        city=battle.city,
        category=CATEGORY_NAMES[battle.category],
        die=battle.mission_die,
        forces=(_force(battle, 0), _force(battle, 1)),
        told=(_told(battle, results.get(sides[0])), _told(battle, results.get(sides[1]))),
        standing=standing,
        dice=battle.dice,
        ruled=_ruled(battle),
        reason=battle.ruling_reason,
    )


def _force(battle: Battle, place: int) -> Force:
    seat = (battle.seat_first, battle.seat_second)[place]
    return Force(
        name=(battle.name_first, battle.name_second)[place],
        army=seat.army,
        number=seat.number,
        level=(battle.level_first, battle.level_second)[place],
        most_points=bounds_of(battle)[place],
        most_sacrifice=most_sacrificed(battle, seat, place),
        attacks=battle.attacker == (battle.first, battle.second)[place],
        forfeits=(battle.forfeit_first, battle.forfeit_second)[place],
    )


def _told(battle: Battle, row: BattleResult | None) -> Told | None:
    if row is None:
        return None
    return Told(
        method=row.method,
        winner=_winner(battle, row.winner),
        points=(row.points_first, row.points_second),
        sacrifice=row.sacrifice,
        story=row.story,
        at=row.changed_at,
        by_app=row.by_app,
    )


def _ruled(battle: Battle) -> Told | None:
    ruling = battle.ruling
    if ruling is None:
        return None
    points = ruling["points_lost"]
    return Told(
        method="ruling",
        winner=_winner(battle, ruling.get("winner")),
        points=(points[battle.first], points[battle.second]),
        sacrifice=0,
        story=battle.ruling_reason,
        at=battle.closed_at or now(),
        by_app=False,
    )


def _winner(battle: Battle, key: str | None) -> str:
    if not key:
        return "draw"
    return "first" if key == battle.first else "second"
