"""Webhooks of programs: made, tried, removed; what is told to them waits in the outbox with the mails."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import timedelta

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from campaign.access.membership import campaign_for, keeps
from campaign.base.answers import Json
from campaign.base.dates import clock
from campaign.base.integrations import signing
from campaign.base.integrations.webhook_post import WebhookError, check_program, tell_program
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import ApiToken, Campaign, Hook, Notice, User
from campaign.models.hooks import PROGRAM, UNSEEN
from campaign.notices.webhooks.selectors import ended_with_token, host_of
from campaign.outbox import breakers
from campaign.outbox import services as notices_out

MOST = 10
PAUSE = timedelta(seconds=5)
NOTICES: Mapping[str, str] = {kind: f"notice.{kind}" for kind in notices_out.KINDS}
"""What programs are told when their person is told a notice of this kind."""

TEST = "test"


def make_hook(
    *, user: User, address: str, campaign_id: str = "", token: ApiToken | None = None
) -> tuple[Hook, str]:
    """Store where a program is told, with the secret that cannot be had again.

    With ``campaign_id`` it is told of that campaign only; one that is made with a ``token`` ends with it.
    Raises ``Refusal``: ``address``, ``campaign``, ``too_many``.
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
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if Hook.objects.filter(user=user).count() >= MOST:
            message = _("A person has at most %(most)d webhooks for programs; remove one first.")
            raise Refusal(message % {"most": MOST}, code="too_many")
        hook = Hook.objects.create(
            user=user,
            campaign=campaign,
            address=checked,
            sealed=signing.seal(secret),
            created_at=clock.now(),
            token=token,
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
    hook = Hook.objects.select_related("token").get(user=user, public_id=public_id)
    if hook.stopped_at is not None:
        raise Refusal(_("This webhook has stopped, for you no longer run its campaign."), code="stopped")
    if ended_with_token(hook):
        raise Refusal(_("This webhook has ended with the token that made it."), code="stopped")
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
    telling = [one for one in notices if one.channel not in UNSEEN]
    if not telling:
        return
    hooks: dict[int, list[Hook]] = {}
    for hook in live_hooks().filter(user__in={one.user_id for one in telling}).order_by("id"):
        hooks.setdefault(hook.user_id, []).append(hook)
    pairs = [(one, hook) for one in telling for hook in hooks.get(one.user_id, ()) if _hears(hook, one)]
    # A row's key is the notice's own but for its seat and user: it tells two of a kind apart.
    found = [row_for(one, hook, one.key.rsplit(":", 2)[0], seat=one.seat_id) for one, hook in pairs]
    rows.insert(Notice, notices_out.FIELDS, found, ignore=True)


def told_on(event: Notice, people: Collection[int]) -> list[notices_out.Row]:
    """The rows that tell the programs of these people of an event."""
    hooks = live_hooks().filter(user__in=people).order_by("id")
    return [row_for(event, hook, event.key) for hook in hooks if _hears(hook, event)]


def live_hooks() -> QuerySet[Hook]:
    """The webhooks that are told anything: those of tokens as long as these live."""
    live = Q(token=None) | Q(token__revoked_at=None, token__expires_at__gt=clock.now())
    found = Hook.objects.filter(live, stopped_at=None)
    return found.select_related("token", "campaign")


def _hears(hook: Hook, notice: Notice) -> bool:
    """Whether a program is told of this: of its campaign, or all of its token's, and from its making on."""
    if hook.created_at > notice.created_at or hook.campaign_id not in (None, notice.campaign_id):
        return False
    if hook.token is None or not hook.token.campaigns:
        return True
    return notice.campaign is not None and notice.campaign.public_id in hook.token.campaigns


def row_for(notice: Notice, hook: Hook, key: str, *, seat: int | None = None) -> notices_out.Row:
    """A row of the outbox that tells one program."""
    detail = {**notice.detail, "hook": hook.public_id}
    values = {
        "key": f"{key}:{PROGRAM}:{hook.pk}"[-160:],
        "kind": notice.kind,
        "channel": PROGRAM,
        "user": hook.user_id,
        "campaign": notice.campaign_id,
        "turn": notice.turn_id,
        "seat": seat,
        "detail": detail,
        "state": "queued",
        "message_id": notices_out.new_message_id(),
        "not_before": notice.not_before,
        "expires": notice.expires,
        "attempts": 0,
        "error": "",
        "created_at": notice.created_at,
    }
    return tuple(values[name] for name in notices_out.FIELDS)


def call(notice: Notice, event: Mapping[str, Json]) -> None:
    """Post an event to the program that it is for. Raises ``WebhookError`` and ``HostOpenError``."""
    found = Hook.objects.filter(user=notice.user, public_id=notice.detail.get("hook"))
    hook = found.select_related("token").first()
    if hook is None:
        raise WebhookError(_("This webhook has been removed."), final=True)
    if hook.stopped_at is not None or ended_with_token(hook):
        raise WebhookError(_("This webhook has stopped."), final=True)
    with breakers.guard(breakers.host_of(hook.address)):
        send(hook, notice.message_id, event)


def notice_event(notice: Notice, link: str) -> Mapping[str, Json]:
    """What a person's program is told of a notice: its kind, campaign and turn, and where to read it."""
    campaign, turn = notice.campaign, notice.turn
    named: Json = None
    if campaign is not None and notice.kind != notices_out.SITE_ON_HOLD:
        named = {"id": campaign.public_id, "name": campaign.name}
    elif campaign is not None:
        # Operators take no part in it: its id is all that they are told of it.
        named = {"id": campaign.public_id, "name": campaign.public_id}
    return {
        "event": NOTICES[notice.kind],
        "at": notice.created_at.isoformat(),
        "kind": notice.kind,
        "campaign": named,
        "turn": turn.number if turn is not None else None,
        "link": link,
    }


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
        tell_program(hook.address, body, signing.headers(secret, identity, int(moment.timestamp()), body))
    except WebhookError as error:
        _note(hook, error.message)
        raise
    _note(hook, "")


def _note(hook: Hook, error: str) -> None:
    """Keep how the last try went, for its owner; the webhook may be gone meanwhile."""
    hook.error, hook.tried_at = error[:300], clock.now()
    Hook.objects.filter(pk=hook.pk).update(error=hook.error, tried_at=hook.tried_at)
