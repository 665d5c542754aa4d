"""Wars look for players; people ask for their seats, and facilitators answer (Face C2).

Who is accepted gets an invitation of one's own: what is asked of whoever plays, and what all may see, is read
and agreed to there.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaign.access.membership import keeps
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.models import (
    Advert,
    AskState,
    Campaign,
    CampaignStatus,
    Experience,
    Invitation,
    InvitationKind,
    Role,
    RoleKind,
    SeatAsk,
    User,
)
from campaign.outbox import services as notices_out
from campaign.people.invitations.selectors import free_seats
from campaign.people.reliability.selectors import too_unreliable
from campaign.public.directory.languages import LANGUAGES
from campaign.public.directory.selectors import MOST_OPEN, listed, takes_part, waiting_asks

MOST_WORD, MOST_ADVERT = 500, 300
DAYS = 14
"""So long the invitation works that comes of an accepted asking; so long a declined one may not ask again."""


@transaction.atomic
def save_advert(
    *,
    campaign: Campaign,
    by: User,
    seeking: bool,
    language: str = "",
    experience: str = "any",
    word: str = "",
) -> Advert:
    """Say whether a war looks for players, and for whom.

    Raises ``Refusal``: ``not_yours``, ``ended``, ``closed`` where not anybody may read it, and ``impossible``
    with the field.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    _check_keeper(campaign, by)
    if seeking and not campaign.open_to_all:
        message = _("Only a war that anybody may read looks for players here: open it to all first.")
        raise Refusal(message, code="closed", field="seeking")
    if language and language not in LANGUAGES:
        raise _impossible("language", _("It is one of the languages listed."))
    if experience not in Experience.values:
        raise _impossible("experience", _("It is one of %(all)s.") % {"all": ", ".join(Experience.values)})
    said = _said(word, "word", MOST_ADVERT)
    before = Advert.objects.filter(campaign=campaign).values_list("seeking", flat=True).first() or False
    values = {"seeking": seeking, "language": language, "experience": experience, "word": said}
    advert, _made = Advert.objects.update_or_create(
        campaign=campaign, defaults={**values, "changed_at": clock.now()}
    )
    if seeking != before:
        kind = LogKind.SEEKING if seeking else LogKind.SEEKING_ENDED
        note(campaign, kind, by=by, public=True)
    return advert


@transaction.atomic
def ask_for_seat(*, campaign: Campaign, by: User, word: str = "") -> SeatAsk:
    """Ask for a seat in a war that looks for players; its facilitators are told.

    Raises ``Refusal``: ``not_yours`` for a guest, ``closed`` where no seat is to be had, ``role`` for whoever
    takes part, ``reliability``, ``too_many``, ``taken`` for who has asked already or was declined of late.
    """
    if by.guest:
        raise Refusal(_("Only an account takes part in a campaign with people."), code="not_yours")
    # The lock: nobody slips by with six.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    found = listed(campaign.public_id)
    if found is None or not found[1].seeking:
        raise Refusal(_("This war does not look for players just now."), code="closed")
    if takes_part(by, campaign):
        raise Refusal(_("You take part in this war already."), code="role")
    # The invitation that may come of it is by name, of whom no minimum is asked: so it is asked for here.
    if wrong := too_unreliable(by, campaign):
        raise Refusal(wrong, code="reliability")
    _check_not_asked(campaign, by)
    if waiting_asks(by) >= MOST_OPEN:
        message = _("%(most)d of your requests wait for an answer: withdraw one first.")
        raise Refusal(message % {"most": MOST_OPEN}, code="too_many")
    said = _said(word, "word", MOST_WORD)
    try:
        with transaction.atomic():
            ask = SeatAsk.objects.create(campaign=campaign, user=by, word=said, asked_at=clock.now())
    except IntegrityError:
        raise Refusal(_("You have asked already; wait for the answer."), code="taken") from None
    keepers = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).order_by("user_id")
    readers = [(user, None) for user in keepers.values_list("user_id", flat=True)]
    notices_out.tell(campaign, notices_out.SEAT_ASKED, readers, {"ask": ask.public_id})
    return ask


@transaction.atomic
def answer_ask(*, ask: SeatAsk, by: User, accept: bool, word: str = "") -> SeatAsk:
    """Accept or decline somebody's asking, with a word; who is accepted is invited.

    Raises ``Refusal``: ``not_yours``, ``ended``, ``answered``, and ``taken`` where no seat is left.
    """
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=ask.campaign_id)
    _check_keeper(campaign, by)
    found = SeatAsk.objects.select_for_update(no_key=True, of=("self",)).select_related("user").get(pk=ask.pk)
    if found.state != AskState.OPEN:
        raise Refusal(_("This request has been answered or withdrawn."), code="answered")
    if accept and not free_seats(campaign).exists():
        raise Refusal(_("No seat is free any more."), code="taken")
    found.state = AskState.ACCEPTED if accept else AskState.DECLINED
    found.answer = _said(word, "word", MOST_WORD)
    found.answered_at, found.answered_by = clock.now(), by
    found.invitation = _invitation(campaign, found.user, by) if accept else None
    found.save()
    kind = LogKind.ASK_ACCEPTED if accept else LogKind.ASK_DECLINED
    note(campaign, kind, {"person": found.user.name}, by=by)
    token = found.invitation.token if found.invitation is not None else ""
    notices_out.tell(
        campaign,
        notices_out.SEAT_ANSWERED,
        [(found.user_id, None)],
        {"ask": found.public_id, "token": token},
    )
    return found


@transaction.atomic
def withdraw_ask(*, ask: SeatAsk, by: User) -> None:
    """Take one's asking back. Raises ``Refusal``: ``not_yours``, and ``answered``."""
    found = SeatAsk.objects.select_for_update(no_key=True).get(pk=ask.pk)
    if found.user_id != by.pk:
        raise Refusal(_("Only the person who asked can withdraw it."), code="not_yours")
    if found.state != AskState.OPEN:
        raise Refusal(_("This request has been answered or withdrawn."), code="answered")
    found.state, found.answered_at = AskState.WITHDRAWN, clock.now()
    found.save(update_fields=("state", "answered_at"))


def _invitation(campaign: Campaign, user: User, by: User) -> Invitation:
    """For that person alone; whoever answers learns no address."""
    moment = clock.now()
    return Invitation.objects.create(
        campaign=campaign,
        kind=InvitationKind.PLAYER,
        email=user.address,
        to=user.name,
        most_uses=1,
        expires_at=moment + timedelta(days=DAYS),
        made_by=by,
        created_at=moment,
    )


def _check_not_asked(campaign: Campaign, by: User) -> None:
    asked = SeatAsk.objects.filter(campaign=campaign, user=by)
    if asked.filter(state=AskState.OPEN).exists():
        raise Refusal(_("You have asked already; wait for the answer."), code="taken")
    since = clock.now() - timedelta(days=DAYS)
    if asked.filter(state=AskState.DECLINED, answered_at__gt=since).exists():
        message = _("You were declined here of late: ask again after %(days)d days, or in another war.")
        raise Refusal(message % {"days": DAYS}, code="taken")


def _check_keeper(campaign: Campaign, by: User) -> None:
    if not keeps(by, campaign):
        raise Refusal(_("Only a facilitator can do this."), code="not_yours")
    if campaign.status == CampaignStatus.ENDED:
        raise Refusal(_("The campaign has ended; nothing of it can be changed."), code="ended")


def _said(word: str, field: str, most: int) -> str:
    said = " ".join(word.split())
    check_line(said, field)
    if len(said) > most:
        raise _impossible(field, _("It has at most %(most)s characters.") % {"most": most})
    return said


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
