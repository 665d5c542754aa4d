"""What everybody with a part in a campaign may know of it: the public facts, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max

from campaign.access.army_rules import Titles, rules_of, titles_by_seat
from campaign.access.bot_words import bot_words
from campaign.access.page_frame import Frame, frame_of
from campaign.access.public_facts import plans_in
from campaign.access.readable import has_address
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.army_rule_words import RuleWords
from campaign.base.words.log_words import words_of
from campaign.models import DOCUMENTS, AuditEntry, Campaign, CampaignStatus, Phase, Seat, SeatStatus, Turn

MOST_NOTICES = 100
MOST_OPEN = 30
_DATES = ("plan_due", "announce_due", "results_due", "publish_due")


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """A seat as all may see it: its army, that army's rules with what they do, and whether it is played."""

    number: int
    army: str
    rules: tuple[RuleWords, ...]
    open: bool
    bot: bool
    bot_words: str
    """How well the bot plays it and what it likes to do, in words; empty unless the bot plays it."""
    champion: bool


@dataclass(frozen=True, slots=True)
class PublicNotice:
    """Something that was told to all: a date that moved, a hold, a pause, each with its reason."""

    at: datetime
    turn: int | None
    text: str


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The public facts of a campaign; ``plans_in`` is None unless the turn is in planning."""

    frame: Frame
    story: str
    seats: tuple[PublicSeat, ...]
    plans_in: int | None
    size: tuple[int, int]
    variables: dict[str, Any]
    started: bool
    dates: tuple[tuple[str, datetime | None], ...]
    notices: tuple[PublicNotice, ...]


@dataclass(frozen=True, slots=True)
class OpenCampaign:
    """A campaign on the first page of the site: what anybody may know of it."""

    id: str
    name: str
    story: str
    status: str
    armies: int
    turn: int | None
    champion: str


def open_campaigns() -> tuple[OpenCampaign, ...]:
    """The campaigns that anybody may read, running ones first, the latest first."""
    found = (
        Campaign.objects.filter(open_to_all=True)
        .exclude(status=CampaignStatus.BUILDING)
        .select_related("champion")
        .annotate(armies=Count("seats", distinct=True), turn=Max("turns__number"))
        .order_by("-id")
    )
    rows = [
        OpenCampaign(
            id=one.public_id,
            name=one.name,
            story=one.story,
            status=one.status,
            armies=one.armies,
            turn=one.turn,
            champion=one.champion.army if one.champion is not None else "",
        )
        for one in found[:MOST_OPEN]
        if has_address(one)
    ]
    return tuple(sorted(rows, key=lambda one: one.status == CampaignStatus.ENDED))


def public_page(campaign: Campaign, seat: Seat | None = None, *, facilitator: bool = False) -> PublicPage:
    """The public facts, for a viewer who may have a seat."""
    turn = Turn.objects.filter(campaign=campaign).defer(*DOCUMENTS).order_by("-number").first()
    rows = campaign.map_rows.split("\n")
    found = list(campaign.seats.order_by("number"))
    titles = titles_by_seat(found)
    seats = tuple(_public(one, campaign, titles) for one in found)
    return PublicPage(
        frame=frame_of(campaign, turn, seat, facilitator=facilitator),
        story=campaign.story,
        seats=seats,
        plans_in=None if turn is None else plans_in(turn, Variables.of(campaign)),
        size=(len(rows[0]), len(rows)),
        variables=Variables.of(campaign).document(),
        started=turn is not None,
        dates=_dates(turn) if turn is not None and _open(turn) else (),
        notices=tuple(_notices(campaign)),
    )


def _open(turn: Turn | None) -> bool:
    return turn is not None and turn.phase != Phase.PUBLISHED


def _dates(turn: Turn) -> tuple[tuple[str, datetime | None], ...]:
    """The dates of the open turn; of what came before its date, when it came: all were told so."""
    came = {"announce_due": turn.announced_at}
    return tuple((name, came.get(name) or getattr(turn, name)) for name in _DATES)


def _notices(campaign: Campaign) -> Iterator[PublicNotice]:
    """What was told to all, the latest first."""
    told = AuditEntry.objects.filter(campaign=campaign, public=True).order_by("-id")
    for entry in told.annotate(number=F("turn__number"))[:MOST_NOTICES]:
        yield PublicNotice(entry.created_at, entry.number, words_of(entry))


def _public(seat: Seat, campaign: Campaign, titles: Mapping[int, Titles]) -> PublicSeat:
    return PublicSeat(
        number=seat.number,
        army=seat.army,
        rules=rules_of(seat, titles),
        open=seat.status == SeatStatus.OPEN,
        bot=seat.status == SeatStatus.BOT,
        bot_words=bot_words(seat),
        champion=campaign.champion_id == seat.pk,
    )
