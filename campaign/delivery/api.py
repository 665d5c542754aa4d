"""What I was told, and how I want to be told."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.base.integrations.web_push import public_key
from campaign.delivery import shapes
from campaign.delivery.emails import headline_of
from campaign.models import Scope, User, Webhook
from campaign.notices import services as telling
from campaign.notices.push import services as devices
from campaign.notices.selectors import devices_of, mail_refused_at, notices_of, unread_notices, wishes_of
from campaign.outbox.services import mark_all_read
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.fields import Acknowledgement
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.request_parsing import Nothing


class NoticeList(Endpoint):
    """My notices."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="list_notices")
    def get(self, request: Request) -> shapes.NoticeList:
        """List what you were told; nothing is marked as read by this."""
        found, after = rows_after(request, notices_of(self.person), ("-not_before", "-id"))
        items = tuple(headline_of(one) for one in found)
        return shapes.NoticeList(after, unread_notices(self.person), items)


class NoticeReading(Endpoint):
    """That I have read them."""

    write_scope = Scope.ACCOUNT

    @extend_schema(request=Nothing, operation_id="mark_notices_read")
    @once
    def post(self, request: Request) -> Once[Acknowledgement]:
        """Mark all notices as read."""
        self.read(Nothing)
        yield
        mark_all_read(self.person)
        return Acknowledgement()


class _Wishes(Endpoint):
    read_scope = Scope.ACCOUNT
    write_scope = Scope.ACCOUNT

    def shown(self) -> shapes.Wishes:
        """How the person is told."""
        return _wishes(self.person)


class NoticeWishes(_Wishes):
    """How I am told."""

    @extend_schema(operation_id="read_wishes")
    def get(self, request: Request) -> shapes.Wishes:
        """Read how you are told."""
        return self.shown()

    @extend_schema(request=shapes.SilencesToSet, operation_id="set_wishes")
    @once
    def put(self, request: Request) -> Once[shapes.Wishes]:
        """Set which groups of notices come by which channel no more; all others do."""
        off = {(one["group"], one["channel"]) for one in self.read(shapes.SilencesToSet)["off"]}
        yield
        telling.choose_silences(user=self.person, off=off)
        return self.shown()


class MyWebhook(_Wishes):
    """My Discord webhook."""

    @extend_schema(request=shapes.WebhookToSet, operation_id="set_webhook")
    @once
    def put(self, request: Request) -> Once[shapes.Wishes]:
        """Store the address of your webhook; an empty one removes it."""
        address = self.read(shapes.WebhookToSet)["address"]
        yield
        telling.set_webhook(user=self.person, address=address)
        return self.shown()


class WebhookTest(_Wishes):
    """A try of my webhook."""

    @extend_schema(request=Nothing, operation_id="test_webhook")
    def post(self, request: Request) -> shapes.Wishes:
        """Send a line to your webhook now."""
        self.read(Nothing)
        telling.test_webhook(user=self.person)
        return self.shown()


class Devices(_Wishes):
    """The browsers in which push is on."""

    @extend_schema(request=shapes.DeviceToAdd, operation_id="add_push")
    @once
    def post(self, request: Request) -> Once[shapes.Wishes]:
        """Turn push on in a browser that has subscribed with the site's key, or renew it there."""
        wanted = self.read(shapes.DeviceToAdd)
        yield
        devices.add_device(user=self.person, **wanted)
        return self.shown()


class DeviceTest(_Wishes):
    """A try of push."""

    @extend_schema(request=Nothing, operation_id="test_push")
    def post(self, request: Request) -> shapes.Wishes:
        """Send a line to all of your browsers now."""
        self.read(Nothing)
        devices.test_devices(user=self.person)
        return self.shown()


class DeviceRemoval(_Wishes):
    """The end of push in a browser."""

    @extend_schema(request=Nothing, operation_id="remove_push")
    @once
    def post(self, request: Request, device_id: str) -> Once[shapes.Wishes]:
        """Turn push off in a browser."""
        self.read(Nothing)
        yield
        devices.remove_device(user=self.person, device=device_id)
        return self.shown()


class CalendarReset(_Wishes):
    """A new address for my calendar."""

    @extend_schema(request=Nothing, operation_id="reset_calendar")
    @once
    def post(self, request: Request) -> Once[shapes.Wishes]:
        """Give your calendar a new secret address; the old one answers nothing any more."""
        self.read(Nothing)
        yield
        telling.reset_feed(user=self.person)
        return self.shown()


def _wishes(user: User) -> shapes.Wishes:
    hook = Webhook.objects.filter(user=user).first()
    silences = sorted(wishes_of([user.pk])[user.pk].silences)
    return shapes.Wishes(
        off=tuple(shapes.Silence(group, channel) for group, channel in silences),
        mail_refused_at=mail_refused_at(user),
        webhook=hook.address if hook is not None else "",
        webhook_error=hook.error if hook is not None else "",
        webhook_tried_at=hook.tried_at if hook is not None else None,
        push=tuple(
            shapes.Device(one.public_id, one.name, one.created_at, one.error, one.tried_at)
            for one in devices_of(user)
        ),
        push_key=public_key(),
        calendar=settings.SITE_URL + reverse("feed", args=[telling.feed_of(user).token]),
    )
