"""Flags: a reader shows one thing to the campaign's moderators, or to the site's operators (Trust 5).

Moderators are the facilitators; where none is without a seat, the arbiters. Operators are asked where there
is no moderator but the one whose thing it is, and where the reader wishes so.
"""

from __future__ import annotations

from collections.abc import Collection

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _

from campaign.access import attempts
from campaign.access.attempts import DAY, Count
from campaign.access.operators import operators
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.models import Campaign, Flag, FlagKind, Measure, MeasureKind, User
from campaign.models.messages import MOST_REASON as MOST_REASON
from campaign.outbox import services as notices_out
from campaign.press.messages.press_modes import person_in
from campaign.press.messages.selectors import moderates, moderators_of
from campaign.press.messages.services import readable_message, unknown
from campaign.press.moderation.replacing import replace
from campaign.press.moderation.subjects import SUBJECTS, Found, find

MOST_A_DAY = 20
"""Flags of one person in a day."""
MOST_OF_VISITORS = 5
"""Flags from one network in a day, by people who are not logged in."""


def flag_message(
    *, user: User, campaign: Campaign, message_id: str, reason: str, to_operators: bool = False
) -> Flag:
    """Show a message to the moderators: that message, and nothing around it.

    Raises ``Refusal``: ``unknown``, and as ``flag``.
    """
    readable_message(person_in(user, campaign), message_id)
    return flag(
        reader=user,
        kind=FlagKind.MESSAGE,
        thing=message_id,
        reason=reason,
        to_operators=to_operators,
    )


def flag(
    *, reader: User | None, kind: str, thing: str, reason: str, to_operators: bool = False, asker: str = ""
) -> Flag:
    """Show a thing to those who may act on it; ``asker`` is the network of a visitor.

    Raises ``Refusal``: ``unknown``, ``own``, ``reason``, ``nobody``, ``flood``.
    """
    words = short(reason, "reason", _("Say in a few words what is wrong with it."))
    found = find(reader, kind, thing)
    if found is None:
        raise Refusal(_("There is nothing of this kind here for you."), code="unknown")
    by = reader if reader is not None and not reader.guest else None
    if by is not None and found.person == by:
        raise Refusal(_("This is your own: change it yourself."), code="own")
    told, upwards = _readers(found, by, to_operators)
    before = _open_flag(by, found)
    if before is not None:
        return before
    _count(by, asker)
    try:
        with transaction.atomic():
            made = _stored(found, by, upwards, words)
            _tell(made, told)
    except IntegrityError:
        # The same click twice at once: the other was faster.
        if (before := _open_flag(by, found)) is None:
            raise
        return before
    return made


def _stored(found: Found, by: User | None, upwards: bool, words: str) -> Flag:
    return Flag.objects.create(
        kind=found.kind,
        subject=found.id,
        campaign=found.campaign,
        message=found.message,
        person=found.person,
        by=by,
        to_operators=upwards,
        reason=words,
        snapshot={"title": found.title, "text": found.text},
        picture=found.picture,
        created_at=clock.now(),
    )


def _open_flag(by: User | None, found: Found) -> Flag | None:
    if by is None:
        return None
    return Flag.objects.filter(kind=found.kind, subject=found.id, by=by, settled_at=None).first()


def _readers(found: Found, by: User | None, to_operators: bool) -> tuple[Collection[int], bool]:
    """Who is shown it, and whether these are the operators. Raises ``Refusal`` with code ``nobody``."""
    sides = {one.pk for one in (by, found.person) if one is not None}
    if found.campaign is not None and not to_operators and by is not None:
        moderators = [one for one in moderators_of(found.campaign) if one not in sides]
        if moderators:
            return moderators, False
    above = list(operators().exclude(pk__in=sides).values_list("pk", flat=True))
    if not above:
        raise Refusal(
            _("Nobody may settle it: nobody runs this without a part in it, and the site has no operator."),
            code="nobody",
        )
    return above, True


def _count(by: User | None, asker: str) -> None:
    count = (
        Count("flags of visitors", asker, MOST_OF_VISITORS, DAY)
        if by is None
        else Count("flags", str(by.pk), MOST_A_DAY, DAY)
    )
    if attempts.take(count) is not None:
        raise Refusal(
            _("At most %(most)d things can be flagged in a day.") % {"most": count.most}, code="flood"
        )


def _tell(made: Flag, readers: Collection[int]) -> None:
    if made.to_operators:
        notices_out.tell_people(readers, notices_out.SITE_FLAGGED, about=made.public_id)
        return
    assert made.campaign is not None
    rows = notices_out.notices_for(
        made.campaign,
        notices_out.FLAGGED,
        [(reader, None) for reader in readers],
        when=notices_out.Window(made.created_at),
        about=made.public_id,
    )
    notices_out.store(rows)


def settle_flag(*, user: User, campaign: Campaign, flag_id: str, hide: bool, answer: str) -> Flag:
    """Decide as a moderator on what was flagged: keep it or take it away, with a word that is shown.

    Raises ``Refusal``: ``unknown``, ``settled``, ``reason``.
    """
    if not moderates(person_in(user, campaign)):
        raise unknown()
    words = short(answer, "answer", _("Give a reason: it is shown in its place."))
    with transaction.atomic():
        rows = Flag.objects.select_for_update(no_key=True, of=("self",)).filter(
            campaign=campaign, to_operators=False
        )
        flag = rows.exclude(person=user).filter(public_id=flag_id).first()
        if flag is None:
            raise unknown()
        if flag.settled_at is not None:
            raise Refusal(_("Another moderator has settled this one already."), code="settled")
        settle(flag, by=user, answer=words)
        if hide:
            take_away(flag, by=user, why=words)
    return flag


def settle(flag: Flag, *, by: User, answer: str) -> None:
    """Note who has settled it, and why so."""
    flag.settled_by, flag.settled_at, flag.answer = by, clock.now(), answer
    flag.save(update_fields=("settled_by", "settled_at", "answer"))


def take_away(flag: Flag, *, by: User, why: str) -> Measure:
    """Put a sentence in the place of what was flagged; belongs into a transaction."""
    with translation.override(settings.LANGUAGE_CODE):
        words = why
        if flag.kind != FlagKind.MESSAGE:
            said = (
                _("Taken away by the operators: %(why)s") if flag.to_operators else _("Taken away: %(why)s")
            )
            words = said % {"why": why}
        kept = replace(SUBJECTS[flag.kind].hide(flag.subject, words))
    return Measure.objects.create(
        flag=flag,
        kind=MeasureKind.HIDE,
        person=flag.person,
        by=by,
        reason=why,
        kept=kept,
        at=clock.now(),
    )


def short(text: str, field: str, wanted: str) -> str:
    """A reason as it is kept. Raises ``Refusal`` with code ``reason``."""
    words = " ".join(text.replace("\x00", "").split())
    if not words:
        raise Refusal(wanted, code="reason", field=field)
    if len(words) > MOST_REASON:
        raise Refusal(
            _("It has at most %(most)s characters.") % {"most": MOST_REASON}, code="reason", field=field
        )
    check_line(words, field)
    return words
