"""The open wars as a list, narrowed by what somebody looks for; and the asking for seats.

What is shown of a war is public of it. Before its start only one that looks for players is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.access.membership import campaigns_of, keeps
from campaign.access.readable import has_address
from campaign.base.answers import PAGE, called, one_of
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.models import (
    AskState,
    AuditEntry,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Experience,
    SeatAsk,
    SeatStatus,
    User,
)

A_PAGE = 20
MOST_WARS = 2000
"""So many are looked through, the latest."""
MOST_OPEN = 5
"""So many askings of one person may wait for an answer."""
PACES = {
    "minutes": gettext_lazy("Minutes: an evening or a weekend"),
    "days": gettext_lazy("A few days a turn"),
    "week": gettext_lazy("About a week a turn"),
    "fortnight": gettext_lazy("About a fortnight a turn"),
}
SIZES = {
    "small": gettext_lazy("2 or 3 armies"),
    "medium": gettext_lazy("4 to 6 armies"),
    "large": gettext_lazy("7 armies or more"),
}
BATTLES = {"tabletop": gettext_lazy("On the tabletop"), "abstract": gettext_lazy("By dice")}
STATES = {
    "seeking": gettext_lazy("Looks for players"),
    "running": gettext_lazy("Running"),
    "ended": gettext_lazy("Ended"),
}
_WEEK = 7 * 24


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


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody looks for; empty fields narrow nothing.

    Who has played how much, and how reliably, is not known here: what narrows by it takes its place beside
    ``experience``.
    """

    state: str = ""
    pace: str = ""
    size: str = ""
    battles: str = ""
    language: str = ""
    experience: str = ""


@called("OpenWars")
@dataclass(frozen=True, slots=True)
class WarsPage:
    """A page of the list."""

    wars: tuple[Listed, ...]
    page: int
    pages: int
    count: Annotated[int, "How many there are on all pages."]
    languages: Annotated[tuple[str, ...], "Those that any war on the list names."]


def wars_listed(wanted: Wanted, number: int = 1) -> WarsPage:
    """A page of the wars that fit: first those that look for players, then running ones, the latest first."""
    everything = open_wars()
    found = [one for one in everything if _fits(one, wanted)]
    found.sort(key=lambda one: (not one.seeking, one.status == CampaignStatus.ENDED))
    pages = max(1, -(-len(found) // A_PAGE))
    number = max(1, min(number, pages))
    return WarsPage(
        wars=tuple(found[(number - 1) * A_PAGE : number * A_PAGE]),
        page=number,
        pages=pages,
        count=len(found),
        languages=tuple(sorted({one.language for one in everything if one.language})),
    )


def open_wars() -> tuple[Listed, ...]:
    """All of them, the latest first."""
    return in_list(_open().order_by("-id")[:MOST_WARS])


def listed(campaign_id: str) -> tuple[Campaign, Listed] | None:
    """A war on the list; None of all others, whether there are such or not."""
    found = _open().filter(public_id=campaign_id).first()
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


def _open() -> QuerySet[Campaign]:
    sought = Q(status=CampaignStatus.BUILDING, advert__seeking=True)
    return (
        Campaign.objects.filter(~Q(status=CampaignStatus.BUILDING) | sought, open_to_all=True)
        .filter(kind=CampaignKind.CAMPAIGN)
        .select_related("champion", "advert")
        .annotate(
            armies=Count("seats", distinct=True),
            unheld=Count(
                "seats",
                distinct=True,
                filter=Q(
                    seats__user=None,
                    seats__status__in=(SeatStatus.OPEN, SeatStatus.RESIGNED, SeatStatus.BOT),
                ),
            ),
            last_turn=Max("turns__number"),
        )
    )


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
        since=one.created_at,
        updated=max(told, advert.changed_at) if advert is not None else told,
    )


def pace_of(schedule: Schedule, variables: Variables) -> str:
    """How fast a war goes, about."""
    if schedule.rhythm is not None:
        return "minutes"
    if schedule.plan.weekday is None:
        return "days"
    return "week" if variables.min_plan_hours + 24 * variables.min_battle_days <= _WEEK else "fortnight"


def _fits(one: Listed, wanted: Wanted) -> bool:
    ended = one.status == CampaignStatus.ENDED
    states = {"seeking": one.seeking, "ended": ended, "running": not ended}
    sizes = {"small": one.armies <= 3, "medium": 4 <= one.armies <= 6, "large": one.armies >= 7}
    return (
        states.get(wanted.state, True)
        and sizes.get(wanted.size, True)
        and wanted.pace in ("", one.pace)
        and wanted.battles in ("", one.battles)
        and (not wanted.language or one.language in ("", wanted.language))
        and (not wanted.experience or one.experience in (Experience.ANY, wanted.experience))
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

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.state == AskState.OPEN


def own_asks(user: User) -> tuple[Ask, ...]:
    """What one has asked for, the latest first."""
    rows = SeatAsk.objects.filter(user=user).select_related("campaign", "user", "invitation")
    return tuple(_ask(one, own=True) for one in rows.order_by("-id")[:50])


def own_ask(user: User, campaign: Campaign) -> Ask | None:
    """One's latest asking in a war."""
    rows = SeatAsk.objects.filter(user=user, campaign=campaign)
    row = rows.select_related("campaign", "user", "invitation").order_by("-id").first()
    return None if row is None else _ask(row, own=True)


def asks_for(campaign: Campaign, user: User) -> tuple[Ask, ...]:
    """Who asks for a seat in a war, for those who may invite: open ones first, the first first."""
    if not keeps(user, campaign):
        return ()
    rows = SeatAsk.objects.filter(campaign=campaign).exclude(state=AskState.WITHDRAWN)
    found = [_ask(one) for one in rows.select_related("campaign", "user", "invitation").order_by("id")]
    return tuple(sorted(found, key=lambda one: not one.is_open))[:100]


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
