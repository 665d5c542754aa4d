"""What a seat was told of a turn: its announcement while battles run, its report once it is published."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict, cast

from django.db.models import TextField
from django.db.models.functions import Cast

from campaign.access.army_rules import titles_of
from campaign.access.page_frame import Frame, frame_of
from campaign.base.answers import Json
from campaign.base.documents import (
    Correction,
    DecidedBattle,
    LedgerAccount,
    Map,
    MapBanner,
    MapBattle,
    OtherTold,
    PlanTold,
    Told,
)
from campaign.base.words.log_words import kept_reason
from campaign.models import DOCUMENTS, Phase, PlayerTurn, Seat, Turn, documents
from rules.outcome import Void
from rules.reports.lines import Line
from rules.reports.report import Announcement, Fought, Meeting, announcement_from, report_from


class Announced(TypedDict):
    """What replaces the map's banners and battles of the turn before while battles run."""

    banners: list[MapBanner]
    battles: list[MapBattle]


@dataclass(frozen=True, slots=True)
class ToldPage:
    """A turn as it was told to a seat.

    ``meetings`` are its battles before, ``fought`` after their results; ``names`` are by public id, and of
    armies by seat number; ``map`` is the map's document after the turn, ``announced`` the banners and battles
    that replace those of the map of the turn before while the turn is not published.
    """

    frame: Frame
    number: int
    latest: int
    published: bool
    lines: tuple[Line, ...]
    void: tuple[Void, ...]
    meetings: tuple[Meeting, ...]
    fought: tuple[Fought, ...]
    names: Mapping[str, str]
    map_text: str
    map: Map
    announced: Announced | None
    used_fallback: bool
    excused: str
    by_bot: bool
    plan: PlanTold | None
    """What was told of the seat's own plan; None of turns told before that was kept."""
    corrections: tuple[Correction, ...]
    others: tuple[OtherTold, ...]
    """The seat's own orders in words."""
    titles: Mapping[str, str]
    """The player's own titles of the army's rules."""
    ledger: tuple[LedgerAccount, ...]
    """What changed the levels of the own banners; empty of turns told before that was kept."""
    decided: Mapping[str, DecidedBattle]
    """How the own battles were decided, by their ids; likewise."""
    happened: tuple[str, ...]
    """What the seat was told of things that happened by themselves."""

    @property
    def earlier(self) -> int | None:
        """The report before this one, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def later(self) -> int | None:
        """The report after this one, if there is one."""
        return self.number + 1 if self.number < self.latest else None


def latest_told(seat: Seat) -> int | None:
    """The last turn of which the seat has been told anything; None if there is none yet."""
    return (
        PlayerTurn.objects.filter(seat=seat, turn__number__gt=0, announcement__isnull=False)
        .order_by("-turn__number")
        .values_list("turn__number", flat=True)
        .first()
    )


def told_page(seat: Seat, number: int, *, watching: bool = False) -> ToldPage | None:
    """What the seat was told of turn ``number``; None if nothing yet, or if there is no such turn."""
    found = (
        PlayerTurn.objects.filter(seat=seat, turn__number=number, turn__number__gt=0)
        .select_related("turn")
        .defer("map", *documents("turn"))
        .annotate(map_text=Cast("map", TextField()))
        .first()
    )
    if found is None or found.announcement is None:
        return None
    published = found.turn.phase == Phase.PUBLISHED and found.report is not None
    map_text = found.map_text if published else _map_before(seat, number)
    running = _running_turn(seat)
    told = cast("Told", found.report if published else found.announcement)
    parts = _report_parts(told["told"]) if published else _announcement_parts(told["told"])
    return ToldPage(
        frame=frame_of(seat.campaign, running, seat, facilitator=watching),
        number=number,
        latest=latest_told(seat) or number,
        published=published,
        names=told["names"],
        map_text=map_text,
        map=json.loads(map_text),
        announced=None if published else _announced(announcement_from(told["told"]), told["names"]),
        used_fallback=found.used_fallback,
        excused=kept_reason(found.excuse_reason) if found.excused else "",
        by_bot=found.by_bot,
        plan=told.get("plan"),
        corrections=_corrections(found, published),
        others=tuple(told.get("others", ())),
        titles=titles_of(seat),
        ledger=tuple(told.get("ledger", ())),
        decided={one["id"]: one for one in told.get("decided", ())},
        happened=tuple(told.get("happened", ())),
        **parts,
    )


def _corrections(found: PlayerTurn, published: bool) -> tuple[Correction, ...]:
    """The facilitator's corrections that touch the seat: of the input, then of the outcome."""
    told = cast("list[Told]", [found.announcement, *([found.report] if published else ())])
    return tuple(one for document in told for one in document.get("corrections", ()))


def _running_turn(seat: Seat) -> Turn | None:
    """The campaign's latest turn, for the head of the page."""
    return Turn.objects.filter(campaign=seat.campaign_id).defer(*DOCUMENTS).order_by("-number").first()


def _map_before(seat: Seat, number: int) -> str:
    found = (
        PlayerTurn.objects.filter(seat=seat, turn__number__lt=number, map__isnull=False)
        .annotate(text=Cast("map", TextField()))
        .order_by("-turn__number")
        .values_list("text", flat=True)
        .first()
    )
    return str(found) if found is not None else "{}"


def _report_parts(told: object) -> dict[str, Json]:
    report = report_from(told)
    return {"lines": report.lines, "void": report.void, "meetings": (), "fought": report.battles}


def _announcement_parts(told: object) -> dict[str, Json]:
    announced = announcement_from(told)
    return {"lines": announced.lines, "void": announced.void, "meetings": announced.battles, "fought": ()}


def _announced(told: Announcement, names: Mapping[str, str]) -> Announced:
    """The announced banners and battles as the map lists them."""
    banners: list[MapBanner] = [
        {
            "id": banner.id,
            "name": names.get(banner.id, ""),
            "at": list(banner.at),
            "level": banner.level,
            "works": banner.works.value,
            "retreating": banner.retreating,
            "relics": [],
            "node": banner.id == told.node,
            "alive": True,
        }
        for banner in told.banners
    ]
    battles: list[MapBattle] = [
        {
            "id": meeting.enemy,
            "at": list(meeting.sector),
            "with": names.get(meeting.opponent, ""),
            "mine": meeting.banner,
        }
        for meeting in told.battles
    ]
    return {"banners": banners, "battles": battles}
