"""A seat's part in a turn: its plan as it was written, and what it has been told. All ids are public."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, cast

from django.db.models import QuerySet

from campaign.base.answers import one_of
from campaign.base.documents import Map, Told
from campaign.base.words.log_words import kept_reason
from campaign.models import Banner, Phase, PlanState, PlayerTurn, Relic, Seat, documents
from campaign.turn.plans.documents import WrittenPlan
from campaign.turn.plans.knowledge import feature_ids
from campaign.turn.plans.plan_codec import features_named, renamed, wire_document, with_features
from campaign.turn.plans.selectors import written_plan
from rules.state import BannerId, RelicId


@dataclass(frozen=True, slots=True)
class MyPlan:
    """Your plan of a turn and what the facilitator's board says of it; ``plan`` as it goes over the wire."""

    turn: int
    phase: Annotated[str, one_of(Phase)]
    due: datetime | None
    state: Annotated[str, one_of(PlanState)]
    plan: WrittenPlan
    receipt: str
    saved_at: datetime | None
    submitted_at: datetime | None
    by_deputy: bool
    by_bot: bool
    used_fallback: bool
    excused: bool
    excuse_reason: str


def my_plan(seat: Seat, number: int) -> MyPlan:
    """The seat's plan of a turn. Raises ``PlayerTurn.DoesNotExist``."""
    mine = (
        PlayerTurn.objects.filter(seat=seat, turn__number=number, turn__number__gt=0)
        .select_related("turn")
        .defer("announcement", "report", "map", *documents("turn"))
        .prefetch_related("orders")
        .get()
    )
    return MyPlan(
        turn=number,
        phase=mine.turn.phase,
        due=mine.turn.plan_due,
        state=mine.state,
        plan=_plan(seat, mine),
        receipt=mine.receipt,
        saved_at=mine.saved_at,
        submitted_at=mine.submitted_at,
        by_deputy=mine.by_deputy,
        by_bot=mine.by_bot,
        used_fallback=mine.used_fallback,
        excused=mine.excused,
        excuse_reason=kept_reason(mine.excuse_reason),
    )


def _plan(seat: Seat, mine: PlayerTurn) -> WrittenPlan:
    """The plan with public ids: those of banners that are gone too, and of the relics that it names."""
    rows = list(mine.orders.all())
    own = Banner.objects.filter(seat=seat).order_by("key").values_list("key", "public_id")
    named = sorted({str(row.detail["relic"]) for row in rows if row.detail.get("relic")})
    relics = Relic.objects.filter(campaign=seat.campaign_id, key__in=named).order_by("key")
    written = written_plan(rows, mine.node)
    document = wire_document(
        renamed(
            with_features(written, feature_ids(seat, features_named(written))),
            {key: BannerId(public) for key, public in own},
            {key: RelicId(public) for key, public in relics.values_list("key", "public_id")},
        )
    )
    return cast("WrittenPlan", document)


def my_announcement(seat: Seat, number: int) -> Told:
    """What the seat was told when a turn's battles were announced. Raises ``PlayerTurn.DoesNotExist``."""
    announced = (Phase.BATTLES, Phase.AFTERMATH_REVIEW, Phase.PUBLISHED)
    found = _told(seat, number, announced).filter(announcement__isnull=False)
    return cast("Told", found.values_list("announcement", flat=True).get())


def my_report(seat: Seat, number: int) -> tuple[Told, Map]:
    """The seat's report of a published turn and its map then. Raises ``PlayerTurn.DoesNotExist``."""
    found = _told(seat, number, (Phase.PUBLISHED,)).filter(report__isnull=False, map__isnull=False)
    return cast("tuple[Told, Map]", found.values_list("report", "map").get())


def my_map(seat: Seat, number: int) -> Map:
    """The seat's map after a published turn, as it lies. Raises ``PlayerTurn.DoesNotExist``."""
    found = _told(seat, number, (Phase.PUBLISHED,)).filter(map__isnull=False)
    return cast("Map", found.values_list("map", flat=True).get())


def _told(seat: Seat, number: int, phases: Collection[Phase]) -> QuerySet[PlayerTurn]:
    return PlayerTurn.objects.filter(seat=seat, turn__number=number, turn__phase__in=phases)
