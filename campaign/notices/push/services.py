"""The browsers in which somebody has turned push on, and lines to them."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.integrations.web_push import Line, PushError, check_subscription, send
from campaign.base.refusal import Refusal
from campaign.models import Device, User
from campaign.models.notices import MOST_NAME
from campaign.outbox import breakers
from campaign.outbox.breakers import HostOpenError

logger = logging.getLogger(__name__)

MOST_DEVICES = 10
LONGEST = timedelta(days=2)
"""How long a push service keeps a line for a browser that is away, if it does not go stale before."""


def add_device(*, user: User, address: str, key: str, auth: str, name: str) -> Device:
    """Turn push on in a browser; one that is known already, be it as somebody else's, becomes the user's.

    Raises ``Refusal``: ``address``, ``most``.
    """
    try:
        check_subscription(address, key, auth)
    except PushError as error:
        raise Refusal(error.message, code="address", field="address") from None
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        others = Device.objects.filter(user=user).exclude(address=address)
        if others.count() >= MOST_DEVICES:
            raise Refusal(
                _("Push is on in %(most)d browsers, which is the most; turn it off in one of them.")
                % {"most": MOST_DEVICES},
                code="most",
                field="address",
            )
        return Device.objects.update_or_create(
            address=address,
            defaults={
                "user": user,
                "name": name.strip()[:MOST_NAME] or _("A browser"),
                "key": key,
                "auth": auth,
                "error": "",
                "tried_at": None,
                "created_at": clock.now(),
            },
        )[0]


def remove_device(*, user: User, device: str) -> None:
    """Turn push off in a browser. Raises ``Device.DoesNotExist``."""
    Device.objects.get(user=user, public_id=device).delete()


def test_devices(*, user: User) -> None:
    """Send a line to each of the user's browsers now. Raises ``Refusal``: ``unknown``, ``failed``."""
    if not Device.objects.filter(user=user).exists():
        raise Refusal(
            _("Push is on in no browser yet; turn it on in one first."), code="unknown", field="device"
        )
    line = Line(_("Your notices of BOLTGUN Campaigns will arrive here."), "/account/notices/", "test")
    try:
        push(user, line, None)
    except PushError as error:
        raise Refusal(error.message, code="failed", field="device") from None
    except HostOpenError:
        message = _("The push service could not be reached of late; try again in some minutes.")
        raise Refusal(message, code="failed", field="device") from None


def push(user: User, line: Line, expires: datetime | None) -> None:
    """Send a line to all of the user's browsers; those that take no more are forgotten.

    Raises ``PushError`` if it arrived at none: then it may be tried again; ``HostOpenError`` if nothing was
    tried at all.
    """
    moment = clock.now()
    seconds = int((min(expires or moment + LONGEST, moment + LONGEST) - moment).total_seconds())
    arrived, failed = 0, PushError(_("Push is on in no browser any more."), final=True)
    tried, left_out = 0, ""
    # Those that took the last line first: what hangs must not use up the time of what answers.
    for device in Device.objects.filter(user=user).order_by(Length("error"), "id"):
        try:
            with breakers.guard(breakers.host_of(device.address)):
                tried += 1
                _send(device, line, max(seconds, 0))
        except HostOpenError as error:
            left_out = str(error)
        except PushError as error:
            failed = error if failed.final else failed
            if error.gone:
                Device.objects.filter(pk=device.pk).delete()
            else:
                _note(device, error.message)
        else:
            arrived += 1
            _note(device, "")
    if left_out and not tried:
        raise HostOpenError(left_out)
    if not arrived:
        raise failed


def _send(device: Device, line: Line, seconds: int) -> None:
    """Send a line to one browser; whatever comes up is that browser's failure. Raises ``PushError``."""
    try:
        send(device.address, device.key, device.auth, line, seconds=seconds)
    except PushError:
        raise
    except Exception as error:
        logger.error("device %s cannot be sent to: %s", device.pk, type(error).__name__)
        message = _("Nothing can be sent to this browser; turn push off and on in it again.")
        raise PushError(message, final=True) from error


def _note(device: Device, error: str) -> None:
    """Keep how the last try went, for its owner."""
    Device.objects.filter(pk=device.pk).update(error=error[:300], tried_at=clock.now())
