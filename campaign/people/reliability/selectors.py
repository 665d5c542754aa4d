"""How reliable people have been: each miss for themselves, counts of ended wars for facilitators they ask.

Counts of wars that run would tell who has missed a plan, so nobody else sees any of those (Face C2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.base.answers import one_of
from campaign.base.dates.clock import now
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, User
from campaign.people.reliability.counting import BATTLE, PLAN, Duty, duties_of
from campaign.people.reliability.tenures import Tenure, tenures_of

KEPT = timedelta(days=365)
FEW = 10
"""Whoever has so few plans behind them is new: nothing can be said yet."""
WAR = "war"
MOST_MISSES = 200


@dataclass(frozen=True, slots=True)
class Reliability:
    """How reliable a person has been: counts of the last 365 days, of wars that have ended."""

    plans: Annotated[int, "Plans that were due."]
    on_time: Annotated[int, "Those of them that were there in time."]
    battles: Annotated[int, "Battles that were to be reported."]
    reported: int
    wars: int
    left: Annotated[int, "Wars that were given up before their end."]

    @property
    def new(self) -> bool:
        """Whether it is too early to say anything."""
        return self.plans < FEW

    @property
    def words(self) -> str:
        """The counts in one line, as facilitators read them."""
        if self.new:
            return _("new, %(plans)s so far") % {"plans": self.plans}
        return _(
            "%(on_time)s of %(plans)s plans on time, %(reported)s of %(battles)s battles reported,"
            " %(left)s of %(wars)s wars left"
        ) % {
            "on_time": self.on_time,
            "plans": self.plans,
            "reported": self.reported,
            "battles": self.battles,
            "left": self.left,
            "wars": self.wars,
        }


@dataclass(frozen=True, slots=True)
class Miss:
    """Something of one's own that did not come in time, or a war that one left."""

    campaign: str
    campaign_id: str
    what: Annotated[str, one_of((PLAN, BATTLE, WAR))]
    turn: int | None
    at: datetime
    counts: Annotated[bool, "Whether it is among the counts: not before the war's end, nor after 365 days."]


@dataclass(frozen=True, slots=True)
class OwnReliability:
    """One's own counts, and each miss behind them, of all wars, the latest first."""

    counts: Reliability
    words: str
    misses: tuple[Miss, ...]


NOTHING = Reliability(0, 0, 0, 0, 0, 0)


def reliability_of(users: Collection[int]) -> Mapping[int, Reliability]:
    """The counts of these people by their id: some ten queries, however many they are."""
    since = now() - KEPT
    tenures = [one for one in tenures_of(users) if one.ended_at is not None and one.ended_at >= since]
    duties = duties_of(tenures)
    return {
        user: _counted(
            (one for one in duties if one.tenure.user == user),
            [one for one in tenures if one.user == user],
            since,
        )
        for user in users
    }


def own_reliability(user: User) -> OwnReliability:
    """A person's own counts, and every miss: those of wars that run stand there for nobody else."""
    tenures = tenures_of([user.pk])
    duties = duties_of(tenures)
    since = now() - KEPT
    ended = [one for one in tenures if one.ended_at is not None and one.ended_at >= since]
    counts = _counted((one for one in duties if one.tenure in ended), ended, since)
    named = Campaign.objects.filter(pk__in={one.campaign for one in tenures})
    names = {pk: (name, public) for pk, name, public in named.values_list("pk", "name", "public_id")}
    missed = [
        Miss(*names[one.tenure.campaign], one.what, one.turn, one.due, _counts(one, ended, since))
        for one in duties
        if not one.kept
    ]
    left = [
        Miss(*names[one.campaign], WAR, None, one.left_at, one in ended)
        for one in tenures
        if one.left_at is not None
    ]
    misses = sorted((*missed, *left), key=lambda one: (one.at, one.campaign_id), reverse=True)
    return OwnReliability(counts, counts.words, tuple(misses[:MOST_MISSES]))


def _counts(duty: Duty, ended: Collection[Tenure], since: datetime) -> bool:
    return duty.due >= since and duty.tenure in ended


def _counted(duties: Iterable[Duty], tenures: Collection[Tenure], since: datetime) -> Reliability:
    fresh = [one for one in duties if one.due >= since]
    plans = [one.kept for one in fresh if one.what == PLAN]
    battles = [one.kept for one in fresh if one.what == BATTLE]
    wars = {one.campaign for one in tenures}
    left = {one.campaign for one in tenures if one.left_at is not None}
    return Reliability(len(plans), sum(plans), len(battles), sum(battles), len(wars), len(left))


def too_unreliable(user: User, campaign: Campaign) -> str:
    """Why a person comes below what a war asks of whoever wants a seat, in words; empty if not.

    Whoever is new is spared, unless the war says otherwise.
    """
    variables = Variables.of(campaign)
    if not variables.plans_on_time:
        return ""
    counts = reliability_of([user.pk])[user.pk]
    if counts.new:
        if not variables.newcomers_too:
            return ""
        return _(
            "This war asks for people with at least %(few)s plans behind them; you are %(words)s. Ask its"
            " facilitator to invite you by name."
        ) % {"few": FEW, "words": counts.words}
    if counts.on_time * 100 >= variables.plans_on_time * counts.plans:
        return ""
    return _(
        "This war asks that at least %(least)s of 100 plans were on time; yours: %(words)s. Ask its"
        " facilitator to invite you by name."
    ) % {"least": variables.plans_on_time, "words": counts.words}
