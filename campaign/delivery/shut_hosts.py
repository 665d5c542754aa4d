"""Which notices are for hosts that cannot be reached just now: nobody takes them meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from campaign.models import Channel, ChannelHook, Device, Hook, Webhook
from campaign.models.hooks import CLUB, PROGRAM
from campaign.outbox import breakers

NOTHING = Q(pk__in=())


def shut(channels: Sequence[str]) -> Q | None:
    """The notices by these channels that are not to be taken; None if that is all of them."""
    hosts = breakers.open_hosts()
    if not hosts:
        return NOTHING
    if Channel.MAIL in channels:
        return None if breakers.mail_host() in hosts else NOTHING
    there = Q()
    for host in hosts:
        there |= Q(address__istartswith=f"https://{host}/") | Q(address__istartswith=f"http://{host}/")
    away, near = Device.objects.filter(there), Device.objects.exclude(there)
    hooks = list(Hook.objects.filter(there).values_list("public_id", flat=True))
    return (
        Q(channel=Channel.DISCORD, user__in=Webhook.objects.filter(there).values("user"))
        | Q(channel=Channel.PUSH, user__in=away.values("user")) & ~Q(user__in=near.values("user"))
        | Q(channel=PROGRAM, detail__hook__in=hooks)
        | Q(channel=CLUB, campaign__in=ChannelHook.objects.filter(host__in=hosts).values("campaign"))
    )
