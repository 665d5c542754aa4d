"""A facilitator has public facts posted to a Discord channel: all of the campaign's people are told of it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.access.membership import keeps
from campaign.base.dates import clock
from campaign.base.integrations import signing, webhook_post
from campaign.base.integrations.webhook_post import TOO_MANY, WebhookError, check_address, check_channel
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import Campaign, ChannelHook, Notice, Role, RoleKind, Seat, User
from campaign.models.hooks import CLUB
from campaign.notices.discord.embeds import TEST, embed_of, form_of
from campaign.notices.discord.selectors import is_quiet, is_silent
from campaign.notices.happenings import Facts, link_to
from campaign.notices.war_card import card_beside
from campaign.outbox import breakers
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out

PURPOSE = b"channels of clubs"
PAUSE = timedelta(seconds=5)
SET, ENDED = "set", "ended"
SILENT = gettext_lazy("Nothing is posted there just now. If that lasts, give the address again yourself.")


def set_channel(*, campaign: Campaign, by: User, address: str) -> ChannelHook:
    """Have public facts of a campaign posted to a channel from now on, in place of the one before.

    Raises ``Refusal``: ``not_yours``, ``address``.
    """
    _check_keeper(campaign, by)
    try:
        checked = check_channel(address)
    except WebhookError as error:
        raise Refusal(error.message, code="address", field="address") from None
    values = {
        "user": by,
        "host": breakers.host_of(checked),
        "sealed": signing.seal(checked.encode(), PURPOSE),
        "error": "",
        "tried_at": None,
        "created_at": clock.now(),
    }
    with transaction.atomic():
        hook, _made = ChannelHook.objects.update_or_create(campaign=campaign, defaults=values)
        note(campaign, LogKind.CHANNEL_SET, {"host": hook.host}, by=by, public=True)
        _tell_all(campaign, SET)
    return hook


def remove_channel(*, campaign: Campaign, by: User) -> None:
    """Post nothing there any more. Raises ``Refusal``: ``not_yours``, ``unknown``."""
    _check_keeper(campaign, by)
    with transaction.atomic():
        hook = _channel(campaign)
        hook.delete()
        note(campaign, LogKind.CHANNEL_ENDED, {"host": hook.host}, by=by, public=True)
        _tell_all(campaign, ENDED)


def end_channel(*, campaign: Campaign, user: User) -> None:
    """End the channel that a person has set up for a campaign which the person runs no longer."""
    hook = ChannelHook.objects.filter(campaign=campaign, user=user).first()
    if hook is not None:
        hook.delete()
        note(campaign, LogKind.CHANNEL_ENDED, {"host": hook.host}, by=user, public=True)


def choose_events(*, campaign: Campaign, by: User, off: Collection[str]) -> None:
    """Set which events are not posted there. Raises ``Refusal``: ``not_yours``, ``unknown``."""
    _check_keeper(campaign, by)
    unknown = sorted(set(off) - set(events.EVENTS))
    if unknown:
        raise Refusal(
            _("There is no event %(name)s.") % {"name": ", ".join(unknown)}, code="unknown", field="off"
        )
    hook = _channel(campaign)
    hook.off = [event for event in events.EVENTS if event in off]
    hook.save(update_fields=("off",))


def test_channel(*, campaign: Campaign, by: User) -> None:
    """Post a test to the channel now.

    Raises ``Refusal``: ``not_yours``, ``unknown``, ``pause`` a moment after the last try, ``failed``.
    """
    _check_keeper(campaign, by)
    hook = _channel(campaign)
    if is_quiet(hook):
        raise Refusal(str(SILENT), code="failed")
    moment = clock.now()
    if hook.tried_at is not None and moment - hook.tried_at < PAUSE:
        raise Refusal(_("It was tried a moment ago. Wait some seconds."), code="pause")
    named = {"id": campaign.public_id, "name": campaign.name}
    facts: Facts = {"event": TEST, "at": moment.isoformat(), "campaign": named, "turn": None}
    try:
        _send(hook, campaign, {**facts, "link": link_to(campaign)})
    except WebhookError as error:
        raise Refusal(error.message, code="failed") from None


def told_on(event: Notice) -> list[notices_out.Row]:
    """The row that posts an event to its campaign's channel, if there is one that wants it."""
    rows = ChannelHook.objects.filter(campaign=event.campaign_id, created_at__lte=event.created_at)
    hook = rows.select_related("user").first()
    if hook is None or event.kind in hook.off or is_silent(hook):
        return []
    values = {
        "key": f"{event.key}:{CLUB}"[-160:],
        "kind": event.kind,
        "channel": CLUB,
        "user": hook.user_id,
        "campaign": event.campaign_id,
        "turn": event.turn_id,
        "seat": None,
        "detail": event.detail,
        "state": "queued",
        "message_id": notices_out.new_message_id(),
        "not_before": event.not_before,
        "expires": None,
        "attempts": 0,
        "error": "",
        "created_at": event.created_at,
    }
    return [tuple(values[name] for name in notices_out.FIELDS)]


def may_post(campaign: Campaign | None) -> bool:
    """Whether what waits may be posted now; a channel that is gone says so itself."""
    hook = ChannelHook.objects.filter(campaign=campaign).select_related("user").first()
    return hook is None or not is_silent(hook)


def post(notice: Notice, facts: Facts) -> None:
    """Post an event to the channel of its campaign. Raises ``WebhookError`` and ``HostOpenError``.

    As long as the channel wants to be left alone, nothing is sent there.
    """
    campaign = notice.campaign
    hook = ChannelHook.objects.filter(campaign=campaign).first()
    if campaign is None or hook is None or notice.kind in hook.off:
        raise WebhookError(_("There is no channel for this any more."), final=True)
    moment = clock.now()
    if hook.rests_until is not None and hook.rests_until > moment:
        left = (hook.rests_until - moment).total_seconds()
        wrong = _("The channel wants to be left alone for a while.")
        raise WebhookError(wrong, final=False, status=TOO_MANY, after=left)
    try:
        with breakers.guard(hook.host):
            _send(hook, campaign, facts)
    except WebhookError as error:
        if error.after:
            until = moment + timedelta(seconds=error.after)
            ChannelHook.objects.filter(pk=hook.pk).update(rests_until=until)
            waiting = Notice.objects.filter(campaign=campaign, channel=CLUB, state="queued")
            waiting.filter(not_before__lt=until).update(not_before=until)
        raise


def _send(hook: ChannelHook, campaign: Campaign, facts: Facts) -> None:
    """Post facts with the campaign's card, and note how it went. Raises ``WebhookError``."""
    # Who reads there nobody knows: how a private war stood at its end is for its members.
    picture = card_beside(campaign, revealing=campaign.open_to_all)
    body, kind = form_of(embed_of(campaign, facts), picture)
    try:
        address = signing.opened(bytes(hook.sealed), PURPOSE).decode()
    except InvalidToken:
        wrong = _("The site's key has changed: give the address of the channel again.")
        _note(hook, wrong)
        raise WebhookError(wrong, final=True) from None
    try:
        webhook_post.post(check_address(address), body, {"Content-Type": kind})
    except WebhookError as error:
        _note(hook, error.message)
        raise
    _note(hook, "")


def _note(hook: ChannelHook, error: str) -> None:
    hook.error, hook.tried_at = error[:300], clock.now()
    ChannelHook.objects.filter(pk=hook.pk).update(error=hook.error, tried_at=hook.tried_at)


def _channel(campaign: Campaign) -> ChannelHook:
    hook = ChannelHook.objects.filter(campaign=campaign).first()
    if hook is None:
        raise Refusal(_("There is no channel yet; give its address first."), code="unknown", field="address")
    return hook


def _check_keeper(campaign: Campaign, by: User) -> None:
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")


def _tell_all(campaign: Campaign, what: str) -> None:
    """Tell all of the campaign's people, whatever their part, that it is posted elsewhere, or no more."""
    readers = notices_out.readers_of(campaign, clock.now())
    told = [*readers.of_seats(Seat.objects.filter(campaign=campaign)), *readers.arbiters]
    others = Role.objects.filter(campaign=campaign, kind__in=(RoleKind.FACILITATOR, RoleKind.OBSERVER))
    seated = {user for user, _seat in told}
    told += [(user, None) for user in others.values_list("user_id", flat=True) if user not in seated]
    notices_out.tell(campaign, notices_out.CHANNEL, told, {"what": what})
