"""A person's own data out as one file, and a person's going: the account is emptied, campaigns stand.

What belongs to a campaign stays, so that its dice, receipts and replays hold: seats, plans, points, and
the log. The person's name and words go; the account's row stays as nobody's, for others' rows point to it.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import models, transaction
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from campaign.access.membership import campaigns_of
from campaign.access.passwords import check_password
from campaign.accounts.privacy.selectors import Tenure, own_data, tenures_of
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.desk.time.services import resume_campaign
from campaign.ids import random_id
from campaign.models import (
    ApiToken,
    ArmyPick,
    Article,
    AuditEntry,
    BattleResult,
    CampaignStatus,
    ChannelHook,
    ClaimState,
    Consent,
    Deputy,
    Device,
    Feed,
    FilmFile,
    Flag,
    ForfeitClaim,
    Hook,
    IdempotencyKey,
    Insight,
    Invitation,
    Login,
    Measure,
    Member,
    Message,
    MessageEdit,
    Notice,
    Profile,
    Role,
    RoleKind,
    Seat,
    SeatAsk,
    Silence,
    StandIn,
    Theme,
    Transfer,
    TransferKind,
    User,
    Webhook,
)
from campaign.people.seats.calling_off import call_off
from campaign.people.seats.deputies import end_deputy
from campaign.people.seats.roles import vanish
from campaign.people.seats.services import leave_seat

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_NAMING = ("joined", "role", "roles", "seat", "deputy", "invitation")
"""Kinds of old entries of the log, kept as text, that begin with a person's name."""
_OF_ONESELF = (LogKind.JOINED, LogKind.JOINED_ROLE, LogKind.SEAT_LEFT, LogKind.STAND_IN)
"""Kinds of entries in which whoever acts is the person that is named, as the name was then."""


ERASERS: list[Callable[[User, list[Tenure]], None]] = []
"""How other apps erase what they hold about a person; they add themselves."""


def own_data_file(user: User) -> bytes:
    """Everything that the site holds about a person, as a zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in own_data(user).items():
            archive.writestr(zipfile.ZipInfo(name, _EARLIEST), data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def delete_account(*, user: User, proof: str, request: HttpRequest) -> None:
    """Empty the account for good; ``proof`` is its password, or its e-mail address if it has none.

    Seats of campaigns that run are given up: in automatic ones the bot plays on. Campaigns that the person
    alone was building go; paused ones that nobody else could resume go on. Raises ``Refusal``, field
    ``proof``; ``guesses`` after too many wrong passwords.
    """
    check_proof(user, proof, request)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        name, address = user.name, user.address
        campaigns = list(campaigns_of(user).values_list("pk", flat=True))
        tenures = tenures_of(user)
        _forget_name(user, name, _touched_by(user))
        Transfer.objects.filter(campaign__in=campaigns, kind=TransferKind.EXPORT).delete()
        FilmFile.objects.filter(campaign__in=campaigns).delete()
        _leave_campaigns(user)
        _erase_words(user, tenures)
        for erase in ERASERS:
            erase(user, tenures)
        StandIn.objects.filter(user=user, ended_at=None).update(ended_at=clock.now())
        _erase_account(user, address)


def check_proof(user: User, proof: str, request: HttpRequest) -> None:
    """Whether it is the person who asks. Raises ``Refusal``, outside of transactions: guesses are counted."""
    if user.has_usable_password():
        if not check_password(request, user, proof):
            raise Refusal(_("This is not your password."), code="proof", field="proof")
    elif proof.strip().lower() != user.email:
        raise Refusal(_("Type the e-mail address of this account."), code="proof", field="proof")


def _forget_name(user: User, name: str, campaigns: list[int]) -> None:
    """The neutral name everywhere that the old one was written, or one that the person bore before."""
    with translation.override(settings.LANGUAGE_CODE):
        user.name = _("Somebody who has left")
    # Whoever is told that the person goes is told that the account does.
    user.is_active = False
    user.save(update_fields=("name", "is_active"))
    own = AuditEntry.objects.filter(campaign__in=campaigns, user=user, kind__in=_OF_ONESELF)
    for former in sorted({name, *filter(None, own.values_list("values__person", flat=True))}):
        _forget_in_log(former, user.name, campaigns)


def _forget_in_log(name: str, neutral: str, campaigns: list[int]) -> None:
    """The log and the notices of these campaigns name somebody no more."""
    entries = AuditEntry.objects.filter(campaign__in=campaigns)
    for entry in entries.filter(values__person=name).order_by("id"):
        AuditEntry.objects.filter(pk=entry.pk).update(values={**entry.values, "person": neutral})
    begins = re.compile(rf"^{re.escape(name)}(?=\s)")
    for entry in entries.filter(text__startswith=f"{name} ", kind__in=_NAMING).order_by("id"):
        AuditEntry.objects.filter(pk=entry.pk).update(text=begins.sub(neutral, entry.text))
    for notice in Notice.objects.filter(campaign__in=campaigns, detail__who=name).order_by("id"):
        Notice.objects.filter(pk=notice.pk).update(detail={**notice.detail, "who": neutral})


def _touched_by(user: User) -> list[int]:
    """The campaigns that may name the person: of now, and those in which there was once some part."""
    parts: tuple[models.QuerySet[Any, Any], ...] = (
        campaigns_of(user).values_list("pk"),
        AuditEntry.objects.filter(user=user).values_list("campaign"),
        Deputy.objects.filter(user=user).values_list("seat__campaign"),
        StandIn.objects.filter(user=user).values_list("seat__campaign"),
        SeatAsk.objects.filter(user=user).values_list("campaign"),
        Insight.objects.filter(user=user).values_list("campaign"),
        Notice.objects.filter(user=user, campaign__isnull=False).values_list("campaign"),
    )
    return sorted({one for part in parts for (one,) in part.order_by().distinct()})


def _leave_campaigns(user: User) -> None:
    for role in Role.objects.filter(user=user).select_related("campaign").order_by("id"):
        campaign = role.campaign
        others = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR).exclude(user=user)
        if role.kind == RoleKind.FACILITATOR and not others.exists():
            if campaign.status == CampaignStatus.BUILDING:
                call_off(campaign=campaign, by=user, left=True)
                continue
            if campaign.status in (CampaignStatus.PAUSED, CampaignStatus.ON_HOLD):
                with suppress(Refusal):
                    resume_campaign(campaign=campaign, by=user)
        vanish(role=role, by=user)
    held = Seat.objects.filter(user=user).exclude(campaign__status=CampaignStatus.ENDED)
    for seat in held.select_related("campaign").order_by("id"):
        leave_seat(seat=seat, by=user)
    acting = Deputy.objects.filter(user=user).exclude(seat__campaign__status=CampaignStatus.ENDED)
    for deputy in acting.exclude(until__lte=clock.now()).select_related("seat__campaign", "user"):
        end_deputy(deputy=deputy, by=user)
    Deputy.objects.filter(user=user).delete()


def _erase_words(user: User, tenures: list[Tenure]) -> None:
    """What the person has written goes; that something was written stays, for others have answered it."""
    now = clock.now()
    with translation.override(settings.LANGUAGE_CODE):
        gone = _("Taken away with the account of whoever wrote it.")
    MessageEdit.objects.filter(message__author=user).delete()
    Message.objects.filter(author=user).update(text="", hidden=gone, edited_at=None)
    Flag.objects.filter(by=user).update(reason="")
    Flag.objects.filter(person=user).update(snapshot={}, picture=None)
    Measure.objects.filter(person=user).update(kept=[])
    Member.objects.filter(user=user, left_at=None).update(left_at=now)
    Article.objects.filter(author=user).update(author=None)
    for tenure in tenures:
        told = BattleResult.objects.filter(seat=tenure.seat, changed_at__lte=tenure.until)
        told.update(story="")
        claims = ForfeitClaim.objects.filter(seat=tenure.seat, made_at__lte=tenure.until)
        claims.exclude(state=ClaimState.OPEN).update(evidence="")
        ArmyPick.objects.filter(seat=tenure.seat, changed_at__lte=tenure.until).update(why={}, called={})


def _erase_account(user: User, address: str) -> None:
    """Everything that is the person's alone, and last what lets anybody log in."""
    kept = (Consent, SeatAsk, Notice, Silence, Webhook, Device, Hook, Feed, ApiToken, IdempotencyKey, Login)
    for model in (*kept, Transfer, FilmFile, Profile, ChannelHook):
        model._default_manager.filter(user=user).delete()
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    SocialAccount.objects.filter(user=user).delete()
    Invitation.objects.filter(email__iexact=address).update(email="", to="", revoked_at=clock.now())
    user.public_id = random_id()
    user.email = f"{user.public_id.lower()}@deleted.invalid"
    user.time_zone, user.theme = "UTC", Theme.SYSTEM
    user.last_login, user.date_joined = None, clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
