"""What I was told, and how I want to be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import Endpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.reading import Nothing
from campaign.api.serializers import press as shapes
from campaign.letters import headline_of
from campaign.models import User, Webhook
from campaign.selectors.wishes import devices_of, notices_of, unread_notices, wishes_of
from campaign.sending.push import public_key
from campaign.services import devices, telling
from campaign.services.notices_out import mark_all_read


class NoticeList(Endpoint):
    """My notices."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.NoticeList, operation_id="list_notices")
    def get(self, request: Request) -> Response:
        """List what you were told; nothing is marked as read by this."""
        found, after = rows_after(request, notices_of(self.person), ("-not_before", "-id"))
        rows = [headline_of(one) for one in found]
        shown = {"unread": unread_notices(self.person), "items": rows, "next": after}
        return Response(shapes.NoticeList(shown).data)


class NoticeReading(Endpoint):
    """That I have read them."""

    @extend_schema(request=Nothing, responses=shapes.Done, operation_id="mark_notices_read")
    def post(self, request: Request) -> Response:
        """Mark all notices as read."""
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            mark_all_read(self.person)
            return {"done": True}

        return self.once(effect)


class _Wishes(Endpoint):
    def shown(self) -> Mapping[str, Any]:
        """How the person is told."""
        return shapes.Wishes(_wishes(self.person)).data


class NoticeWishes(_Wishes):
    """How I am told."""

    @extend_schema(responses=shapes.Wishes, operation_id="read_wishes")
    def get(self, request: Request) -> Response:
        """Read how you are told."""
        return Response(self.shown())

    @extend_schema(request=shapes.SilencesToSet, responses=shapes.Wishes, operation_id="set_wishes")
    def put(self, request: Request) -> Response:
        """Set which groups of notices come by which channel no more; all others do."""
        off = {(one["group"], one["channel"]) for one in self.read(shapes.SilencesToSet)["off"]}

        def effect() -> Mapping[str, Any]:
            telling.choose_silences(user=self.person, off=off)
            return self.shown()

        return self.once(effect)


class MyWebhook(_Wishes):
    """My Discord webhook."""

    @extend_schema(request=shapes.WebhookToSet, responses=shapes.Wishes, operation_id="set_webhook")
    def put(self, request: Request) -> Response:
        """Store the address of your webhook; an empty one removes it."""
        address = self.read(shapes.WebhookToSet)["address"]

        def effect() -> Mapping[str, Any]:
            telling.set_webhook(user=self.person, address=address)
            return self.shown()

        return self.once(effect)


class WebhookTest(_Wishes):
    """A try of my webhook."""

    @extend_schema(request=Nothing, responses=shapes.Wishes, operation_id="test_webhook")
    def post(self, request: Request) -> Response:
        """Send a line to your webhook now."""
        self.read(Nothing)
        telling.test_webhook(user=self.person)
        return Response(self.shown())


class Devices(_Wishes):
    """The browsers in which push is on."""

    @extend_schema(request=shapes.DeviceToAdd, responses=shapes.Wishes, operation_id="add_push")
    def post(self, request: Request) -> Response:
        """Turn push on in a browser that has subscribed with the site's key, or renew it there."""
        wanted = self.read(shapes.DeviceToAdd)

        def effect() -> Mapping[str, Any]:
            devices.add_device(user=self.person, **wanted)
            return self.shown()

        return self.once(effect)


class DeviceTest(_Wishes):
    """A try of push."""

    @extend_schema(request=Nothing, responses=shapes.Wishes, operation_id="test_push")
    def post(self, request: Request) -> Response:
        """Send a line to all of your browsers now."""
        self.read(Nothing)
        devices.test_devices(user=self.person)
        return Response(self.shown())


class DeviceRemoval(_Wishes):
    """The end of push in a browser."""

    @extend_schema(request=Nothing, responses=shapes.Wishes, operation_id="remove_push")
    def post(self, request: Request, device_id: str) -> Response:
        """Turn push off in a browser."""
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            devices.remove_device(user=self.person, device=device_id)
            return self.shown()

        return self.once(effect)


class CalendarReset(_Wishes):
    """A new address for my calendar."""

    @extend_schema(request=Nothing, responses=shapes.Wishes, operation_id="reset_calendar")
    def post(self, request: Request) -> Response:
        """Give your calendar a new secret address; the old one answers nothing any more."""
        self.read(Nothing)

        def effect() -> Mapping[str, Any]:
            telling.reset_feed(user=self.person)
            return self.shown()

        return self.once(effect)


def _wishes(user: User) -> Mapping[str, Any]:
    hook = Webhook.objects.filter(user=user).first()
    silences = sorted(wishes_of([user.pk])[user.pk].silences)
    return {
        "off": [{"group": group, "channel": channel} for group, channel in silences],
        "webhook": hook.address if hook is not None else "",
        "webhook_error": hook.error if hook is not None else "",
        "webhook_tried_at": hook.tried_at if hook is not None else None,
        "push": devices_of(user),
        "push_key": public_key(),
        "calendar": settings.SITE_URL + reverse("feed", args=[telling.feed_of(user).token]),
    }
