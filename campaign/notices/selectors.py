"""By what ways people want to be told, and the list of what they were told on the site."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import QuerySet, Value

from campaign.models import Channel, Device, Notice, NoticeState, Silence, User, Webhook, documents
from campaign.models.hooks import UNSEEN
from campaign.outbox.groups import GROUP_OF, KINDS_OF, OTHER, TO_OTHERS

SHOWN = 60
FURTHER = (Channel.DISCORD, Channel.PUSH)
"""The channels that a reader has set up, beside mail and site, which all have."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reader wants: the switched off (group, channel) pairs, and the further ways that there are."""

    silences: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    ways: frozenset[str] = field(default_factory=frozenset)

    def wants(self, group: str, channel: str) -> bool:
        """Whether notices of a group shall come by a channel."""
        return (group, channel) not in self.silences and (channel not in FURTHER or channel in self.ways)


def wishes_of(users: Collection[int]) -> Mapping[int, Wish]:
    """The wishes of these users by id: one query."""
    silences: dict[int, set[tuple[str, str]]] = {user: set() for user in users}
    ways: dict[int, set[str]] = {user: set() for user in users}
    found = Silence.objects.filter(user__in=users).values_list("user_id", "group", "channel")
    hooks = Webhook.objects.filter(user__in=users).annotate(group=Value(""), channel=Value(Channel.DISCORD))
    devices = Device.objects.filter(user__in=users).annotate(group=Value(""), channel=Value(Channel.PUSH))
    further = [rows.values_list("user_id", "group", "channel") for rows in (hooks, devices)]
    for user, group, channel in found.union(*further, all=True):
        if group:
            silences[user].add((group, channel))
        else:
            ways[user].add(channel)
    return {user: Wish(frozenset(silences[user]), frozenset(ways[user])) for user in users}


def devices_of(user: User) -> list[Device]:
    """The browsers in which the user has turned push on, the oldest first."""
    return list(Device.objects.filter(user=user).order_by("id"))


def mail_refused_at(user: User) -> datetime | None:
    """Since when mail to the user is refused: when the last one was written, if that did not arrive."""
    tried = Notice.objects.filter(user=user, channel=Channel.MAIL).exclude(kind__in=TO_OTHERS)
    ended = tried.filter(state__in=(NoticeState.SENT, NoticeState.FAILED)).order_by("-id")
    last = ended.only("state", "created_at").first()
    return last.created_at if last is not None and last.state == NoticeState.FAILED else None


def listed(user: User, *, most: int = SHOWN) -> list[Notice]:
    """The user's list on the site, the latest first, at most so many."""
    return list(notices_of(user).order_by("-not_before", "-id")[:most])


def notices_of(user: User) -> QuerySet[Notice]:
    """The rows of the user's list on the site."""
    rows = _listed(user).select_related("campaign", "turn", "seat", "user")
    return rows.defer("campaign__story", *documents("turn"))


def unread_notices(user: User) -> int:
    """How many notices in the list the user has not seen."""
    return _listed(user).filter(read_at=None).count()


def _listed(user: User) -> QuerySet[Notice]:
    wish = wishes_of([user.pk])[user.pk]
    silent = [
        kind for group, kinds in KINDS_OF.items() if not wish.wants(group, Channel.APP) for kind in kinds
    ]
    # What went to somebody else in the user's name is no news to the user.
    hidden = (*TO_OTHERS, *silent)
    rows = Notice.objects.filter(user=user).exclude(channel__in=(*FURTHER, *UNSEEN)).exclude(kind__in=hidden)
    return rows if wish.wants(OTHER, Channel.APP) else rows.filter(kind__in=GROUP_OF)
