"""The Discord channel of a campaign: for whoever runs it, and for all of its people that there is one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.access.suspensions import suspension_of
from campaign.base.answers import PAGE, called
from campaign.models import Campaign, ChannelHook
from campaign.outbox import breakers
from campaign.outbox import public_events as events

WORDS: dict[str, Promise] = {
    events.STARTED: _("The war begins"),
    events.PAUSED: _("It is paused"),
    events.RESUMED: _("It goes on"),
    events.ON_HOLD: _("It is on hold after a failure"),
    events.ENDED: _("It has ended"),
    events.OPENED: _("A turn is open, with its deadline"),
    events.ANNOUNCED: _("The movement is done, and battles are announced"),
    events.HELD: _("A turn is held"),
    events.PUBLISHED: _("A turn is published"),
    events.MOVED: _("A date moves, with the reason"),
    events.SEAT_OPENED: _("A seat is free"),
    events.SEAT_TAKEN: _("A seat is taken"),
    events.NEWS: _("News is published: its title"),
}
"""What each event is called beside its switch."""


@dataclass(frozen=True, slots=True)
class EventSwitch:
    """An event, and whether it is posted."""

    event: str
    label: Annotated[str | Promise, PAGE]
    on: bool


@called("DiscordChannel")
@dataclass(frozen=True, slots=True)
class ChannelPage:
    """The channel of a campaign as those see it who run it; its address is shown to nobody again."""

    host: Annotated[str, "Empty: there is none."]
    made_by: str
    since: datetime | None
    error: Annotated[str, "Why the last post did not arrive, or empty."]
    tried_at: datetime | None
    silent: Annotated[bool, "Whether nothing is posted just now."]
    events: tuple[EventSwitch, ...]

    @property
    def there(self) -> bool:
        """Whether there is one."""
        return bool(self.host)


def channel_of(campaign: Campaign) -> ChannelHook | None:
    """The row of a campaign's channel."""
    return ChannelHook.objects.filter(campaign=campaign).select_related("user").first()


def channel_page(campaign: Campaign) -> ChannelPage:
    """The page of a campaign's channel."""
    hook = channel_of(campaign)
    off = set(hook.off) if hook is not None else set()
    switches = tuple(EventSwitch(event, WORDS[event], event not in off) for event in events.EVENTS)
    if hook is None:
        return ChannelPage("", "", None, "", None, False, switches)
    return ChannelPage(
        hook.host, hook.user.name, hook.created_at, hook.error, hook.tried_at, is_quiet(hook), switches
    )


def is_silent(hook: ChannelHook) -> bool:
    """Whether nothing is posted there: who gave its address is shut out, and speaks by it no more."""
    return suspension_of(hook.user) is not None


def is_quiet(hook: ChannelHook) -> bool:
    """Whether nothing is posted there just now, for whatever reason: nobody learns of a suspension by it."""
    return is_silent(hook) or hook.host in breakers.open_hosts()


def is_posted(campaign: Campaign) -> bool:
    """Whether public facts of a campaign are posted to a channel: all of its people may know that."""
    return ChannelHook.objects.filter(campaign=campaign).exists()
