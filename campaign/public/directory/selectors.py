"""The open wars as a list, narrowed by what somebody looks for; and the asking for seats.

What is shown of a war is public of it. Before its start only one that looks for players is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from django.db.models import Case, IntegerField, Max, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.access.membership import campaigns_of, keeps
from campaign.access.readable import has_address
from campaign.base.answers import PAGE, called, one_of
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.models import (
    Advert,
    AskState,
    AuditEntry,
    Campaign,
    CampaignStatus,
    Experience,
    SeatAsk,
    User,
)
from campaign.people.reliability.selectors import reliability_of
from campaign.public.directory.narrowing import BATTLES, PACES, Wanted, narrowed, open_rows, pace_of

A_PAGE = 20
MOST_OPEN = 5
"""So many askings of one person may wait for an answer."""


@called("OpenWar")
@dataclass(frozen=True, slots=True)
class Listed:
    """An open war on the list."""

    id: str
    name: str
    story: str
    status: Annotated[str, one_of(CampaignStatus)]
    turn: int | None
    armies: int
    width: Annotated[int | None, "Of the map, in sectors; null before the start."]
    height: int | None
    pace: Annotated[str, one_of(tuple(PACES))]
    battles: Annotated[str, one_of(tuple(BATTLES))]
    champion: str
    seeking: bool
    free: Annotated[int, "Free seats; 0 unless it looks for players."]
    language: Annotated[str, "As de or en-gb; empty: any, or it is not said."]
    experience: Annotated[str, one_of(Experience), "Whom it looks for."]
    word: Annotated[str, "What its facilitators say to whoever asks."]
    plans_on_time: Annotated[int, "Of 100 plans so many must have been there in time; 0: no minimum."]
    newcomers_too: Annotated[bool, "Whether the minimum holds for whoever is new, too."]
    since: Annotated[datetime, PAGE]
    updated: Annotated[datetime, PAGE]

    @property
    def path(self) -> str:
        """Its page: one that has not started has but its place on the list."""
        building = self.status == CampaignStatus.BUILDING
        return reverse("war_sought" if building else "war_map", args=[self.id])

    @property
    def pace_words(self) -> str:
        """How fast it goes."""
        return str(PACES[self.pace])

    @property
    def battles_words(self) -> str:
        """How its battles are decided."""
        return str(BATTLES[self.battles])

    @property
    def experience_words(self) -> str:
        """Whom it looks for."""
        return str(Experience(self.experience).label)

    @property
    def minimum_words(self) -> str:
        """What it asks of the reliability of whoever wants a seat; empty: nothing."""
        if not self.plans_on_time:
            return ""
        asked = _("asks for %(least)s of 100 plans on time") % {"least": self.plans_on_time}
        return asked if not self.newcomers_too else _("%(asked)s, of newcomers too") % {"asked": asked}


@called("OpenWars")
@dataclass(frozen=True, slots=True)
class WarsPage:
    """A page of the list."""

    wars: tuple[Listed, ...]
    page: int
    pages: int
    count: Annotated[int, "How many there are on all pages."]
    languages: Annotated[tuple[str, ...], "Those that any war on the list names."]


def wars_listed(wanted: Wanted, number: int = 1, reader: User | None = None) -> WarsPage:
    """A page of the wars that fit: first those that look for players, then running ones, the latest first.

    ``reader`` is who asks, whom some would take and others not.
    """
    found = narrowed(open_rows(), wanted, reader)
    count = found.count()
    pages = max(1, -(-count // A_PAGE))
    number = max(1, min(number, pages))
    first = (number - 1) * A_PAGE
    return WarsPage(
        wars=in_list(found[first : first + A_PAGE]),
        page=number,
        pages=pages,
        count=count,
        languages=languages_listed(),
    )


def languages_listed() -> tuple[str, ...]:
    """The languages that wars on the list name."""
    named = Advert.objects.filter(campaign__in=open_rows().order_by().values("pk")).exclude(language="")
    return tuple(named.order_by("language").values_list("language", flat=True).distinct())


def lately_told(most: int) -> tuple[Listed, ...]:
    """The wars of which something was told last, the latest first."""
    told = AuditEntry.objects.filter(campaign=OuterRef("pk"), public=True).order_by("-id")
    moment = Coalesce(Subquery(told.values("created_at")[:1]), "created_at")
    changed = Coalesce("advert__changed_at", "created_at")
    return in_list(open_rows().annotate(told=Greatest(moment, changed)).order_by("-told", "-id")[:most])


def listed(campaign_id: str) -> tuple[Campaign, Listed] | None:
    """A war on the list; None of all others, whether there are such or not."""
    found = open_rows().filter(public_id=campaign_id).first()
    if found is None:
        return None
    lines = in_list([found])
    return (found, lines[0]) if lines else None


def in_list(rows: Iterable[Campaign]) -> tuple[Listed, ...]:
    """Campaigns that are open as the list shows them."""
    rows = [one for one in rows if has_address(one)]
    told = _told_last(rows)
    return tuple(_listed(one, told.get(one.pk, one.created_at)) for one in rows)


def updated_of(campaign: Campaign) -> datetime:
    """When something was told to all last."""
    return _told_last([campaign]).get(campaign.pk, campaign.created_at)


def status_words(one: Listed) -> str:
    """How a war stands, and what it is, in a line."""
    armies = ngettext("%(n)d army", "%(n)d armies", one.armies) % {"n": one.armies}
    parts = [armies, one.pace_words.lower(), _battles(one)]
    if one.status == CampaignStatus.BUILDING:
        parts.insert(0, _("before its start"))
    elif one.status == CampaignStatus.ENDED:
        won = _("won by %(army)s") % {"army": one.champion} if one.champion else _("without a champion")
        parts.insert(0, won)
    elif one.turn:
        parts.insert(0, _("turn %(n)d") % {"n": one.turn})
    if one.free:
        parts.append(ngettext("%(n)d free seat", "%(n)d free seats", one.free) % {"n": one.free})
    return ", ".join(parts)


def _battles(one: Listed) -> str:
    return _("battles by dice") if one.battles == "abstract" else _("battles on the tabletop")


def _told_last(rows: Sequence[Campaign]) -> Mapping[int, datetime]:
    found = AuditEntry.objects.filter(campaign__in=rows, public=True).values("campaign")
    return dict(found.annotate(at=Max("created_at")).values_list("campaign", "at"))


def _listed(one: Campaign, told: datetime) -> Listed:
    building, ended = one.status == CampaignStatus.BUILDING, one.status == CampaignStatus.ENDED
    rows = one.map_rows.split("\n")
    advert = getattr(one, "advert", None)
    seeking = advert is not None and advert.seeking and not ended
    variables = Variables.of(one)
    free: int = getattr(one, "unheld", 0)
    return Listed(
        id=one.public_id,
        name=one.name,
        story=one.story,
        status=one.status,
        turn=None if building else getattr(one, "last_turn", None),
        armies=getattr(one, "armies", 0),
        width=None if building else len(rows[0]),
        height=None if building else len(rows),
        pace=pace_of(Schedule.of(one), variables),
        battles=variables.battles,
        champion=one.champion.army if one.champion is not None else "",
        seeking=seeking and free > 0,
        free=free if seeking else 0,
        language=advert.language if advert is not None else "",
        experience=advert.experience if advert is not None else Experience.ANY,
        word=advert.word if advert is not None and seeking else "",
        plans_on_time=variables.plans_on_time,
        newcomers_too=variables.newcomers_too,
        since=one.created_at,
        updated=max(told, advert.changed_at) if advert is not None else told,
    )


# Asking for a seat


@called("SeatAsk")
@dataclass(frozen=True, slots=True)
class Ask:
    """Somebody's asking for a seat: one's own with the war, or for those who answer with who asks."""

    id: str
    campaign_id: str
    campaign: str
    who: str
    word: str
    state: Annotated[str, one_of(AskState)]
    answer: str
    asked_at: datetime
    join: Annotated[str, "Of an accepted one of one's own: the token for ``invitations/{token}/``."]
    reliability: Annotated[str, "For those who answer: how reliable who asks has been, in words."] = ""

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.state == AskState.OPEN


OWN_ASKS_BY = ("-id",)
ASKS_BY = ("answered_or_not", "id")
"""The order of who asks for a seat: those first who wait for an answer, of them the first first."""


def own_asks(user: User) -> QuerySet[SeatAsk]:
    """What one has asked for, the latest first."""
    rows = SeatAsk.objects.filter(user=user).select_related("campaign", "user", "invitation")
    return rows.order_by(*OWN_ASKS_BY)


def own_in_words(rows: Iterable[SeatAsk]) -> tuple[Ask, ...]:
    """Askings of one's own as one reads them."""
    return tuple(_ask(one, own=True) for one in rows)


def own_ask(user: User, campaign: Campaign) -> Ask | None:
    """One's latest asking in a war."""
    rows = SeatAsk.objects.filter(user=user, campaign=campaign)
    row = rows.select_related("campaign", "user", "invitation").order_by("-id").first()
    return None if row is None else _ask(row, own=True)


def asks_for(campaign: Campaign, user: User) -> QuerySet[SeatAsk]:
    """Who asks for a seat in a war, for those who may invite: open ones first, the first first."""
    if not keeps(user, campaign):
        return SeatAsk.objects.none()
    rows = SeatAsk.objects.filter(campaign=campaign).exclude(state=AskState.WITHDRAWN)
    waits = Case(When(state=AskState.OPEN, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = rows.select_related("campaign", "user", "invitation").annotate(answered_or_not=waits)
    return found.order_by(*ASKS_BY)


def in_words(rows: Iterable[SeatAsk]) -> tuple[Ask, ...]:
    """Askings for those who answer, each with how reliable who asks has been."""
    shown = list(rows)
    counts = reliability_of({one.user_id for one in shown})
    return tuple(replace(_ask(one), reliability=counts[one.user_id].words) for one in shown)


def waiting_asks(user: User) -> int:
    """How many of one's askings wait for an answer, in wars that still look for players."""
    rows = SeatAsk.objects.filter(user=user, state=AskState.OPEN, campaign__advert__seeking=True)
    return rows.exclude(campaign__status=CampaignStatus.ENDED).count()


def takes_part(user: User, campaign: Campaign) -> bool:
    """Whether a person has any part in a war already."""
    return campaigns_of(user).filter(pk=campaign.pk).exists()


def _ask(row: SeatAsk, *, own: bool = False) -> Ask:
    accepted = own and row.state == AskState.ACCEPTED and row.invitation is not None
    return Ask(
        id=row.public_id,
        campaign_id=row.campaign.public_id,
        campaign=row.campaign.name,
        who=row.user.name,
        word=row.word,
        state=row.state,
        answer=row.answer,
        asked_at=row.asked_at,
        join=row.invitation.token if accepted and row.invitation is not None else "",
    )
