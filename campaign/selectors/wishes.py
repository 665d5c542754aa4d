"""By what ways people want to be told, and the list of what they were told on the site."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet, Value

from campaign.models import Channel, Notice, Silence, User, Webhook
from campaign.models.hooks import PROGRAM
from campaign.notice_groups import GROUP_OF, KINDS_OF, OTHER

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reader wants: the switched off (group, channel) pairs, and whether there is a webhook."""

    silences: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    webhook: bool = False

    def wants(self, group: str, channel: str) -> bool:
        """Whether notices of a group shall come by a channel."""
        return (group, channel) not in self.silences and (channel != Channel.DISCORD or self.webhook)


def wishes_of(users: Collection[int]) -> Mapping[int, Wish]:
    """The wishes of these users by id: one query."""
    silences: dict[int, set[tuple[str, str]]] = {user: set() for user in users}
    hooked = set()
    found = Silence.objects.filter(user__in=users).values_list("user_id", "group", "channel")
    hooks = Webhook.objects.filter(user__in=users).annotate(group=Value(""), channel=Value(Channel.DISCORD))
    for user, group, channel in found.union(hooks.values_list("user_id", "group", "channel"), all=True):
        if group:
            silences[user].add((group, channel))
        else:
            hooked.add(user)
    return {user: Wish(frozenset(silences[user]), user in hooked) for user in users}


def listed(user: User, *, most: int = SHOWN) -> list[Notice]:
    """The user's list on the site, the latest first, at most so many."""
    return list(notices_of(user).order_by("-not_before", "-id")[:most])


def notices_of(user: User) -> QuerySet[Notice]:
    """The rows of the user's list on the site."""
    return _listed(user).select_related("campaign", "turn", "seat", "user")


def unread_notices(user: User) -> int:
    """How many notices in the list the user has not seen."""
    return _listed(user).filter(read_at=None).count()


def _listed(user: User) -> QuerySet[Notice]:
    wish = wishes_of([user.pk])[user.pk]
    silent = [
        kind for group, kinds in KINDS_OF.items() if not wish.wants(group, Channel.APP) for kind in kinds
    ]
    rows = (
        Notice.objects.filter(user=user)
        .exclude(channel__in=(Channel.DISCORD, PROGRAM))
        .exclude(kind__in=silent)
    )
    return rows if wish.wants(OTHER, Channel.APP) else rows.filter(kind__in=GROUP_OF)
