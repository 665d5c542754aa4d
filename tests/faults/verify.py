"""Whether a war is whole: every due turn resolved exactly once, nothing lost, doubled or half done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from campaign.models import (
    AuditEntry,
    Banner,
    Battle,
    BattleResult,
    CampaignStatus,
    Notice,
    NoticeState,
    Phase,
    PlayerTurn,
    Sector,
    Turn,
)
from campaign.outbox import services as notices_out
from campaign.turn.replay import is_equal
from rules.format.reading import ScenarioError
from tests.faults.wars import War

STEPS = ("plans_closed", "announced", "battles_closed", "published")
OPEN_STEPS = ("plans_sealed", "dice_drawn", *STEPS[1:])
"""Of a war with open dice: its plans close in two steps."""


def problems_of(war: War) -> Iterator[str]:
    """All that is wrong with a war that should be at rest."""
    campaign = war.campaign
    campaign.refresh_from_db()
    turns = list(Turn.objects.filter(campaign=campaign).order_by("number"))
    if campaign.status not in (CampaignStatus.RUNNING, CampaignStatus.ENDED):
        yield f"{campaign}: is {campaign.status}"
    if [turn.number for turn in turns] != list(range(len(turns))):
        yield f"{campaign}: turns {[turn.number for turn in turns]}"
    still_open = [turn for turn in turns if turn.phase != Phase.PUBLISHED]
    if len(still_open) != (campaign.status != CampaignStatus.ENDED):
        yield f"{campaign}: {len(still_open)} open turns while it is {campaign.status}"
    for turn in turns:
        if turn.attempts or turn.last_error:
            yield f"{campaign}, {turn}: {turn.attempts} failures, {turn.last_error[-200:]}"
    played = [turn for turn in turns if turn.number and turn.phase == Phase.PUBLISHED]
    for turn in played:
        yield from _problems_of_turn(war, turn)
    for before, after in zip(played, turns[2:], strict=False):
        ended = _board(_outcome(before).get("banners", []))
        if after.input is not None and _board(after.input["banners"]) != ended:
            yield f"{campaign}, {after}: does not start where {before} ended"
    if played and not (still_open and still_open[0].movement):
        yield from _problems_of_board(war, played[-1])


def _problems_of_turn(war: War, turn: Turn) -> Iterator[str]:
    place = f"{war.campaign}, {turn}"
    told = AuditEntry.objects.filter(turn=turn).values_list("kind", flat=True)
    steps = Counter(kind.removesuffix("_by_beacon") for kind in told)
    for step in OPEN_STEPS if turn.closing else STEPS:
        if steps[step] != 1:
            yield f"{place}: {step} {steps[step]} times"
    parts = list(PlayerTurn.objects.filter(turn=turn).order_by("seat__number"))
    if len(parts) != war.campaign.seats.count():
        yield f"{place}: {len(parts)} player turns"
    for part in parts:
        if part.announcement is None or part.report is None or part.map is None:
            yield f"{place}: {part.seat} was told nothing, or half"
        expected = war.model.receipts.get((turn.number, part.seat_id))
        if expected is not None and part.receipt != expected:
            yield f"{place}: the acknowledged plan of {part.seat} is gone"
    given = (turn.input or {}).get("plans", {})
    for (number, key), plan in war.model.plans.items():
        if number == turn.number and given.get(key) != plan:
            yield f"{place}: resolved without the acknowledged plan of {key}"
    yield from _problems_of_battles(war, turn)
    yield from _problems_of_replay(place, turn)
    yield from _problems_of_notices(war, turn)


def _problems_of_replay(place: str, turn: Turn) -> Iterator[str]:
    try:
        if not is_equal(turn):
            yield f"{place}: a replay comes to something else"
    except ScenarioError as error:
        yield f"{place}: what was stored is not what a turn can start from ({error})"


def _problems_of_battles(war: War, turn: Turn) -> Iterator[str]:
    battles = {(battle.first, battle.second): battle for battle in Battle.objects.filter(turn=turn)}
    told = {tuple(one["banners"]): one for one in _outcome(turn).get("battles", ())}
    if battles.keys() != told.keys():
        yield f"{war.campaign}, {turn}: battles {sorted(battles)}, told {sorted(told)}"
    for pair, battle in battles.items():
        if battle.result != told.get(pair):
            yield f"{war.campaign}, {turn}: {battle} has another result than the turn"
        for row in BattleResult.objects.filter(battle=battle):
            expected = war.model.results.get((battle.pk, row.seat_id))
            if expected is not None and expected != (row.method, *_points(battle, row)):
                yield f"{war.campaign}, {turn}: the acknowledged result of {row.seat} is gone"


def _points(battle: Battle, row: BattleResult) -> tuple[int, int]:
    """Points as the first side's claim has them."""
    return (row.points_first, row.points_second)


def _problems_of_notices(war: War, turn: Turn) -> Iterator[str]:
    """Everybody is told of the announcement and the publication, once."""
    kinds = [notices_out.PUBLISHED, *([notices_out.DICE_SEALED] if turn.closing else [])]
    if not war.campaign.automatic:
        kinds.append(notices_out.ANNOUNCED)
    readers = war.campaign.seats.filter(user__isnull=False).count() + 1
    ended = war.campaign.status == CampaignStatus.ENDED and turn.number == war.campaign.turns.count() - 1
    for kind in kinds:
        kind = notices_out.CAMPAIGN_ENDED if ended and kind == notices_out.PUBLISHED else kind
        count = Notice.objects.filter(turn=turn, kind=kind, channel="mail").count()
        if count != readers:
            yield f"{war.campaign}, {turn}: {count} notices of {kind} for {readers} readers"


def _problems_of_board(war: War, last: Turn) -> Iterator[str]:
    """What stands in the rows is what the last turn came to."""
    state = _outcome(last)
    living = Banner.objects.filter(campaign=war.campaign, alive=True)
    rows = sorted(living.values_list("key", "x", "y", "level", "works", "retreating"))
    if rows != _board(state.get("banners", [])):
        yield f"{war.campaign}: the banners' rows are not what {last} came to"
    keys = dict(war.campaign.seats.values_list("pk", "key"))
    sectors = sorted(
        (x, y, keys.get(occupier), disputed)
        for x, y, occupier, disputed in Sector.objects.filter(campaign=war.campaign).values_list(
            "x", "y", "occupier_id", "disputed"
        )
    )
    told = sorted(
        (*one["at"], one.get("occupier"), bool(one.get("disputed"))) for one in state.get("sectors", ())
    )
    if sectors != told:
        yield f"{war.campaign}: the sectors' rows are not what {last} came to"


def _outcome(turn: Turn) -> dict[str, Any]:
    """What a published turn came to."""
    document: dict[str, Any] = turn.outcome or {}
    return document


def _board(banners: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return sorted(
        (one["id"], *one["at"], one["level"], one.get("works", "none"), bool(one.get("retreating")))
        for one in banners
    )


def problems_of_mail(folder: Path, kills: int) -> Iterator[str]:
    """Every notice left at least once; a repetition has the same Message-ID and goes back to a kill."""
    sent = Counter[str]()
    for file in sorted(folder.glob("*")):
        sent.update(re.findall(r"^Message-ID: (<[^>]+>)", file.read_text(errors="replace"), re.MULTILINE))
    known = {one.message_id: one for one in Notice.objects.filter(channel="mail")}
    for message_id, one in known.items():
        if one.state == NoticeState.SENT and not sent[message_id]:
            yield f"mail {message_id} is said to be sent and is lost"
        if one.state not in (NoticeState.SENT, NoticeState.EXPIRED):
            tried = (
                f"{one.attempts} times tried, {one.error or 'no error'}, not before {one.not_before:%H:%M:%S}"
            )
            yield f"mail {message_id} of {one.created_at:%H:%M:%S} is {one.state} ({tried})"
    for message_id in sent:
        if message_id not in known:
            yield f"mail {message_id} belongs to no notice"
    repeated = sum(count - 1 for count in sent.values() if count > 1)
    if repeated > kills:
        yield f"{repeated} mails were repeated after {kills} kills"
