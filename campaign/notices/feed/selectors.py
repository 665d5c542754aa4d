"""What stands in somebody's calendar: the deadlines of their campaigns, and what others have to add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.access.membership import campaigns_of
from campaign.base.dates.clock import now
from campaign.models import CampaignStatus, RoleKind, Turn, User

KEPT = timedelta(days=60)
"""How long an event stays in the feed once it is over."""
MOMENT = timedelta(minutes=15)
"""How long a mere moment is in a calendar: the least that one shows as a line of its own."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something with a moment. ``uid`` stays the same for ever; ``path`` is the page about it.

    Without ``ends`` it is a moment, such as a deadline. One that is ``cancelled`` stays, so that
    calendars strike it out.
    """

    uid: str
    starts: datetime
    title: str
    path: str
    ends: datetime | None = None
    place: str = ""
    text: str = ""
    cancelled: bool = False

    @property
    def until(self) -> datetime:
        """When its entry in a calendar ends, which is always after it has begun."""
        return max(self.ends or self.starts, self.starts + MOMENT)


Provider = Callable[[User], Iterable[Event]]
PROVIDERS: list[Provider] = []
"""Who else has events for a user; an app adds its own when it is ready."""

_DATES = {
    "plan_due": lazy("plans are due"),
    "announce_due": lazy("the movement is announced"),
    "results_due": lazy("battle results are due"),
    "publish_due": lazy("the turn is published"),
}
_OF_PLAYERS = ("plan_due", "results_due")


def events_of(user: User) -> list[Event]:
    """All events of a user, by their moment."""
    found = [*_deadlines(user), *(event for provider in PROVIDERS for event in provider(user))]
    since = now() - KEPT
    return sorted(
        (event for event in found if event.starts >= since), key=lambda event: (event.starts, event.uid)
    )


def _deadlines(user: User) -> Iterator[Event]:
    """The dates of the turns; a campaign that stands still has none."""
    running = {one.pk: one for one in campaigns_of(user).filter(status=CampaignStatus.RUNNING)}
    run = set(user.roles.filter(kind=RoleKind.FACILITATOR).values_list("campaign_id", flat=True))
    turns = Turn.objects.filter(campaign__in=running, number__gt=0, plan_due__gte=now() - KEPT)
    for turn in turns.only("campaign", "number", *_DATES).order_by("campaign", "number"):
        campaign = running[turn.campaign_id]
        names = _DATES if campaign.pk in run and not campaign.automatic else _OF_PLAYERS
        for name in names:
            due: datetime | None = getattr(turn, name)
            if due is None:
                continue
            yield Event(
                uid=f"{name.removesuffix('_due')}-{turn.number}-{campaign.public_id}",
                starts=due,
                title=_("%(campaign)s, turn %(turn)d: %(what)s")
                % {"campaign": campaign.name, "turn": turn.number, "what": _DATES[name]},
                path=reverse("war_map", args=[campaign.public_id]),
            )
