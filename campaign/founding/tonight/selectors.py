"""Who is here for tonight's war, and what its host may do."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.conf import settings
from django.urls import reverse

from campaign.access.bot_words import bot_words
from campaign.access.membership import keeps
from campaign.base.answers import PAGE, Named, called, one_of
from campaign.base.drawing.qr import QrCode, qr_of
from campaign.founding.checklist import checklist_of
from campaign.models import (
    ArmyPick,
    BotLevel,
    Campaign,
    CampaignStatus,
    Draft,
    Gathering,
    PickState,
    Seat,
    SeatStatus,
    User,
)

ELSEWHERE = ("people",)
"""Steps of the checklist that the list of seats tells by itself."""


@called("TonightSeat")
@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a war for tonight, and who is in it."""

    number: Annotated[int, Named("seat")]
    army: str
    kind: Annotated[str, one_of(("player", "bot", "empty"))]
    who: Annotated[str, "The player's name; to those who take part, until the war starts."]
    you: bool
    choosing: Annotated[bool, "Whether the player is still choosing an army."]
    bot: Annotated[str, PAGE] = ""
    """How the bot plays, in words."""


@called("Tonight")
@dataclass(frozen=True, slots=True)
class GatheringPage:
    """A war for tonight while its people come together."""

    id: str
    name: str
    story: Annotated[str, PAGE]
    started: bool
    link: Annotated[str, "Whoever opens it may join, also once the war has started, in a bot's place."]
    pace: str
    level: Annotated[str, one_of(BotLevel), "How bots play who take empty seats."]
    starts_at: Annotated[datetime | None, "When it starts by itself; null: when all are in."]
    seats: tuple[Chair, ...]
    host: Annotated[bool, "Whether you may start it."]
    missing: Annotated[tuple[str, ...], "What is in the way of the start besides people; for its host alone."]

    @property
    def people(self) -> int:
        """How many people are here."""
        return sum(chair.kind == "player" for chair in self.seats)

    @property
    def bots(self) -> int:
        """How many seats are bots'."""
        return sum(chair.kind == "bot" for chair in self.seats)

    @property
    def empty(self) -> int:
        """How many seats nobody has."""
        return sum(chair.kind == "empty" for chair in self.seats)

    @property
    def left(self) -> int:
        """For how many the war would be if the empty seats were taken away."""
        return len(self.seats) - self.empty

    @property
    def mine(self) -> Chair | None:
        """The viewer's own seat."""
        return next((chair for chair in self.seats if chair.you), None)

    @property
    def qr(self) -> QrCode:
        """The link, to be held before a phone."""
        return qr_of(self.link)

    @property
    def mark(self) -> str:
        """What tells this page from a later one."""
        return hashlib.sha256(repr((self.seats, self.starts_at, self.missing)).encode()).hexdigest()[:16]


def gathering_of(campaign: Campaign) -> Gathering:
    """The gathering of a campaign. Raises ``Gathering.DoesNotExist``."""
    return Gathering.objects.select_related("invitation").get(campaign=campaign)


def gathering_page(gathering: Gathering, campaign: Campaign, user: User) -> GatheringPage:
    """The page of whoever takes part."""
    host = keeps(user, campaign)
    link = gathering.invitation
    seats = campaign.seats.select_related("user").order_by("number")
    choosing = ArmyPick.objects.filter(seat__campaign=campaign).exclude(state=PickState.APPROVED)
    not_yet = set(choosing.values_list("seat", flat=True))
    return GatheringPage(
        id=campaign.public_id,
        name=campaign.name,
        story=campaign.story,
        started=campaign.status != CampaignStatus.BUILDING,
        link=str(settings.SITE_URL) + reverse("join", args=[link.token]) if link is not None else "",
        pace=gathering.pace,
        level=gathering.bot_level,
        starts_at=gathering.starts_at,
        seats=tuple(_chair(seat, user, choosing=seat.pk in not_yet) for seat in seats),
        host=host,
        missing=_missing(gathering, campaign) if host else (),
    )


def _chair(seat: Seat, user: User, *, choosing: bool) -> Chair:
    kind = "bot" if seat.status == SeatStatus.BOT else "empty"
    if seat.user is not None:
        kind = "player"
    return Chair(
        number=seat.number,
        army=seat.army,
        kind=kind,
        who=seat.user.name if seat.user is not None else "",
        you=seat.user_id == user.pk,
        choosing=choosing and kind == "player",
        bot=bot_words(seat),
    )


def _missing(gathering: Gathering, campaign: Campaign) -> tuple[str, ...]:
    draft = Draft.objects.filter(campaign=campaign).first()
    if draft is None or campaign.status != CampaignStatus.BUILDING:
        return ()
    items = checklist_of(campaign, draft)
    told = [item.text for item in items if item.blocking and item.step not in ELSEWHERE]
    return (*told, *([gathering.wrong] if gathering.wrong and not told else ()))


def newest_of(user: User, since: datetime) -> Gathering | None:
    """What the user has founded since then and not started: a second click on the same button."""
    mine = Gathering.objects.filter(host=user, created_at__gte=since)
    return mine.filter(campaign__status=CampaignStatus.BUILDING).order_by("-id").first()
