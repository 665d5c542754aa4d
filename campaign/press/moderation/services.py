"""Flags: a reader shows one message to the campaign's moderators, who keep it or take it away."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Campaign, Message, MessageFlag, User
from campaign.outbox import services as notices_out
from campaign.press.messages.press_modes import person_in
from campaign.press.messages.selectors import moderates, moderators_of
from campaign.press.messages.services import readable_message, unknown

MOST_REASON = 300


def flag_message(*, user: User, campaign: Campaign, message_id: str, reason: str) -> MessageFlag:
    """Show a message to the campaign's moderators: that message, and nothing around it.

    Moderators are the facilitators; where none is without a seat, the arbiters. Raises ``Refusal``:
    ``unknown``, ``own``, ``reason``, ``nobody``.
    """
    words = _short(reason, "reason", _("Say in a word what is wrong with the message."))
    message = readable_message(person_in(user, campaign), message_id)
    if message.author_id == user.pk:
        raise Refusal(_("This is your own message: edit it."), code="own")
    moderators = [one for one in moderators_of(campaign) if one != user.pk]
    if not moderators:
        raise Refusal(
            _("Nobody in this campaign may settle it: nobody runs it without playing in it."), code="nobody"
        )
    moment = clock.now()
    with transaction.atomic():
        flag, fresh = MessageFlag.objects.get_or_create(
            message=message, by=user, defaults={"reason": words, "created_at": moment}
        )
        if fresh:
            readers = [(moderator, None) for moderator in moderators]
            notices_out.store(
                notices_out.notices_for(
                    campaign,
                    notices_out.FLAGGED,
                    readers,
                    when=notices_out.Window(moment),
                    about=flag.public_id,
                )
            )
    return flag


def settle_flag(*, user: User, campaign: Campaign, flag_id: str, hide: bool, answer: str) -> MessageFlag:
    """Decide on a flagged message: keep it or take it away, with a word that its reader sees.

    Raises ``Refusal``: ``unknown``, ``settled``, ``reason``.
    """
    if not moderates(person_in(user, campaign)):
        raise unknown()
    words = _short(answer, "answer", _("Say in a word why: it is shown in the message's place."))
    with transaction.atomic():
        flag = (
            MessageFlag.objects.select_for_update(of=("self",))
            .select_related("message")
            .filter(message__thread__campaign=campaign, public_id=flag_id)
            .first()
        )
        if flag is None:
            raise unknown()
        if flag.settled_at is not None:
            raise Refusal(_("Another moderator has settled this one already."), code="settled")
        flag.settled_by, flag.settled_at, flag.answer = user, clock.now(), words
        flag.save(update_fields=("settled_by", "settled_at", "answer"))
        if hide:
            Message.objects.filter(pk=flag.message_id).update(hidden=words)
    return flag


def _short(text: str, field: str, wanted: str) -> str:
    words = " ".join(text.replace("\x00", "").split())
    if not words:
        raise Refusal(wanted, code="reason", field=field)
    if len(words) > MOST_REASON:
        raise Refusal(
            _("It has at most %(most)s characters.") % {"most": MOST_REASON}, code="reason", field=field
        )
    return words
