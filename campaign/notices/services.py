"""How somebody wants to be told: switches, the webhook with its test, the address of the calendar."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.integrations.webhook_post import WebhookError, check_channel, send_line
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.models import Channel, Feed, Silence, User, Webhook
from campaign.outbox.groups import GROUPS


def choose_silences(*, user: User, off: Collection[tuple[str, str]]) -> None:
    """Set which groups of notices come by which channel no more. Raises ``Refusal`` with code ``unknown``."""
    for group, channel in off:
        if group not in GROUPS or channel not in Channel.values:
            raise Refusal(
                _("There is no switch %(name)s.") % {"name": f"{group}:{channel}"},
                code="unknown",
                field="off",
            )
    with transaction.atomic():
        Silence.objects.filter(user=user).delete()
        Silence.objects.bulk_create(
            [Silence(user=user, group=group, channel=channel) for group, channel in sorted(set(off))]
        )


def set_webhook(*, user: User, address: str) -> None:
    """Store the user's webhook, or with an empty address remove it. Raises ``Refusal`` (``address``)."""
    if not address.strip():
        Webhook.objects.filter(user=user).delete()
        return
    try:
        checked = check_channel(address)
    except WebhookError as error:
        raise Refusal(error.message, code="address", field="address") from None
    Webhook.objects.update_or_create(user=user, defaults={"address": checked, "error": "", "tried_at": None})


def test_webhook(*, user: User) -> None:
    """Send a line now, to see whether it arrives. Raises ``Refusal``: ``unknown``, ``failed``."""
    webhook = Webhook.objects.filter(user=user).first()
    if webhook is None:
        raise Refusal(_("You have no webhook yet; save its address first."), code="unknown", field="address")
    try:
        send_line(webhook.address, _("Your notices of BOLTGUN Campaigns will arrive here."))
    except WebhookError as error:
        note_try(webhook, error.message)
        raise Refusal(error.message, code="failed", field="address") from None
    note_try(webhook, "")


def note_try(webhook: Webhook, error: str) -> None:
    """Keep how the last try went, for its owner."""
    webhook.error, webhook.tried_at = error[:300], clock.now()
    webhook.save(update_fields=("error", "tried_at"))


def feed_of(user: User) -> Feed:
    """The user's calendar feed, made when it is first asked for."""
    return Feed.objects.get_or_create(user=user)[0]


def reset_feed(*, user: User) -> Feed:
    """Give the feed a new secret address; the old one answers nothing any more."""
    feed = feed_of(user)
    feed.token = random_id()
    feed.save(update_fields=("token",))
    return feed
