"""Webhooks of programs: made, tried, removed; what is told to them waits in the outbox with the mails."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import campaign_for, keeps
from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.integrations import signing
from campaign.base.integrations.webhook_post import WebhookError, check_program, deliver
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, Hook, Notice, Turn, User
from campaign.models.hooks import PROGRAM
from campaign.notices.webhooks.selectors import host_of
from campaign.outbox import breakers
from campaign.outbox import services as notices_out

MOST = 10
PAUSE = timedelta(seconds=5)
EVENTS: Mapping[str, str] = {
    notices_out.ANNOUNCED: "turn.announced",
    notices_out.PUBLISHED: "turn.published",
}
"""What programs are told of, by the kind of notice that tells their people."""

TEST = "test"


def make_hook(*, user: User, address: str, campaign_id: str = "") -> tuple[Hook, str]:
    """Store where a program is told, with the secret that cannot be had again.

    With ``campaign_id`` it is told of that campaign only. Raises ``Refusal``: ``address``, ``campaign``,
    ``too_many``.
    """
    try:
        checked = check_program(address)
    except WebhookError as error:
        raise Refusal(error.message, code="address", field="address") from None
    campaign: Campaign | None = None
    if campaign_id:
        try:
            campaign = campaign_for(user, campaign_id)
        except Campaign.DoesNotExist:
            message = _("You have no part in a campaign with this id.")
            raise Refusal(message, code="campaign", field="campaign") from None
    secret = signing.new_secret()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if Hook.objects.filter(user=user).count() >= MOST:
            message = _("A person has at most %(most)d webhooks for programs; remove one first.")
            raise Refusal(message % {"most": MOST}, code="too_many")
        hook = Hook.objects.create(
            user=user,
            campaign=campaign,
            address=checked,
            sealed=signing.seal(secret),
            created_at=clock.now(),
        )
    return hook, signing.shown(secret)


def remove_hook(*, user: User, public_id: str) -> None:
    """Tell a program no more. Raises ``Hook.DoesNotExist`` if it is not the person's."""
    Hook.objects.get(user=user, public_id=public_id).delete()


def stop_hooks(*, campaign: Campaign, user: User) -> None:
    """Tell the programs no more that a person has set up for a campaign which the person runs no longer.

    Whoever runs it from now on reads in the log and on the page of its people that there were any.
    """
    stopping = Hook.objects.filter(campaign=campaign, user=user, stopped_at=None).order_by("id")
    for hook in stopping:
        note(campaign, LogKind.PROGRAM_STOPPED, {"host": host_of(hook.address)}, by=user)
    stopping.update(stopped_at=clock.now())


def forget_hook(*, campaign: Campaign, by: User, public_id: str) -> None:
    """Take a webhook that has stopped from the campaign's people's page, and from its maker's.

    Raises ``Refusal`` (``not_yours``) and ``Hook.DoesNotExist``, also for one that has not stopped.
    """
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    Hook.objects.get(campaign=campaign, public_id=public_id, stopped_at__isnull=False).delete()


def test_hook(*, user: User, public_id: str) -> Hook:
    """Tell a program now that this is a test, and give its webhook with what became of it.

    Raises ``Hook.DoesNotExist``, and ``Refusal``: ``stopped``, ``pause`` a moment after the last try,
    ``failed``.
    """
    hook = Hook.objects.get(user=user, public_id=public_id)
    if hook.stopped_at is not None:
        raise Refusal(_("This webhook has stopped, for you run its campaign no more."), code="stopped")
    moment = clock.now()
    if hook.tried_at is not None and moment - hook.tried_at < PAUSE:
        raise Refusal(_("It was tried a moment ago. Wait some seconds."), code="pause")
    try:
        send(hook, notices_out.new_message_id(), {"event": TEST, "at": moment.isoformat()})
    except WebhookError as error:
        raise Refusal(error.message, code="failed") from None
    return hook


def call_too(notices: Collection[Notice]) -> None:
    """Tell the programs of those who are told these; what is in the outbox already stays as it is."""
    telling = [one for one in notices if one.kind in EVENTS and one.campaign_id is not None]
    if not telling:
        return
    hooks: dict[int, list[Hook]] = {}
    people = {one.user_id for one in telling}
    for hook in Hook.objects.filter(user__in=people, stopped_at=None).order_by("id"):
        hooks.setdefault(hook.user_id, []).append(hook)
    pairs = [
        (one, hook)
        for one in telling
        for hook in hooks.get(one.user_id, ())
        if hook.campaign_id in (None, one.campaign_id) and hook.created_at <= one.created_at
    ]
    rows.insert(Notice, notices_out.FIELDS, [_row(one, hook) for one, hook in pairs], ignore=True)


def _row(notice: Notice, hook: Hook) -> tuple[object, ...]:
    values = {
        "key": f"{notice.kind}:{notice.campaign_id}:{notice.turn_id}:{PROGRAM}:{hook.pk}",
        "kind": notice.kind,
        "channel": PROGRAM,
        "user": notice.user_id,
        "campaign": notice.campaign_id,
        "turn": notice.turn_id,
        "seat": notice.seat_id,
        "detail": {"hook": hook.public_id},
        "state": "queued",
        "message_id": notices_out.new_message_id(),
        "not_before": notice.not_before,
        "expires": notice.expires,
        "attempts": 0,
        "error": "",
        "created_at": notice.created_at,
    }
    return tuple(values[name] for name in notices_out.FIELDS)


def call(notice: Notice, link: str) -> None:
    """Post a notice to the program that it is for. Raises ``WebhookError`` and ``HostOpenError``."""
    hook = Hook.objects.filter(user=notice.user, public_id=notice.detail.get("hook")).first()
    if hook is None:
        raise WebhookError(_("This webhook has been removed."), final=True)
    if hook.stopped_at is not None:
        raise WebhookError(_("This webhook has stopped."), final=True)
    with breakers.guard(breakers.host_of(hook.address)):
        send(hook, notice.message_id, event_of(notice, link))


def event_of(notice: Notice, link: str) -> Mapping[str, object]:
    """What a program is told: public facts alone, and where its person reads the rest."""
    campaign, turn = notice.campaign, notice.turn
    assert campaign is not None
    assert turn is not None
    event: dict[str, Json] = {
        "event": EVENTS[notice.kind],
        "at": notice.created_at.isoformat(),
        "campaign": {"id": campaign.public_id, "name": campaign.name},
        "turn": turn.number,
        "link": link,
        "api": f"{settings.SITE_URL}/api/v1/campaigns/{campaign.public_id}/",
    }
    if notice.kind == notices_out.ANNOUNCED:
        event["results_due"] = _iso(turn.results_due)
    else:
        following = Turn.objects.filter(campaign=campaign, number=turn.number + 1).first()
        event["plan_due"] = _iso(following.plan_due) if following is not None else None
    return event


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment is not None else None


def send(hook: Hook, message_id: str, event: Mapping[str, Json]) -> None:
    """Post an event to a webhook, signed, and note how it went. Raises ``WebhookError``."""
    identity = message_id.strip("<>").partition("@")[0]
    body = json.dumps({"id": identity, **event}, ensure_ascii=False, separators=(",", ":")).encode()
    moment = clock.now()
    try:
        secret = signing.opened(bytes(hook.sealed))
    except InvalidToken:
        message = _("The site's key has changed: remove this webhook and make it anew.")
        _note(hook, message)
        raise WebhookError(message, final=True) from None
    try:
        deliver(hook.address, body, signing.headers(secret, identity, int(moment.timestamp()), body))
    except WebhookError as error:
        _note(hook, error.message)
        raise
    _note(hook, "")


def _note(hook: Hook, error: str) -> None:
    """Keep how the last try went, for its owner; the webhook may be gone meanwhile."""
    hook.error, hook.tried_at = error[:300], clock.now()
    Hook.objects.filter(pk=hook.pk).update(error=hook.error, tried_at=hook.tried_at)
