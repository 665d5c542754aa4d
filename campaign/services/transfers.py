"""Campaigns out and in as files: asked for here, done by a worker, deleted after some days.

A row goes from *waiting* over *running* to *done*, *refused* (the file or the campaign is to blame) or
*failed* (the site is). A worker leases it; whatever becomes of the worker, it is done once or not at all.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.exchange import MOST_BYTES, name_of
from campaign.models import Campaign, Parcel, Transfer, TransferKind, TransferState, User
from campaign.models.transfers import KEPT_FOR
from campaign.selectors.transfers import reader_of
from campaign.services.errors import Refusal
from campaign.services.exchange_in import read_campaign, store_campaign
from campaign.services.exchange_out import export_campaign
from campaign.services.leasing import next_free, renewed

AN_HOUR = 20
"""So many files an hour for one person."""

AT_ONCE = 3
"""So many open ones of one person."""

LEASE = timedelta(minutes=1)
"""So soon a worker that was killed is followed by another; one that lives renews its lease."""

BEAT = timedelta(seconds=10)
LONGEST = timedelta(minutes=10)
"""A worker that is at one file for longer is taken for dead."""

MOST_ATTEMPTS = 3
OPEN = (TransferState.WAITING, TransferState.RUNNING)


def ask_export(*, campaign: Campaign, by: User) -> Transfer:
    """Ask for a campaign's file; one that is asked for again while it is made is that one.

    A file that was made before goes. Raises ``Refusal``: ``not_yours``, ``phase`` for what cannot be taken
    out, ``throttled``.
    """
    check_export(campaign, by)
    with transaction.atomic():
        mine = Transfer.objects.filter(user=by, campaign=campaign, kind=TransferKind.EXPORT)
        running = mine.filter(state__in=OPEN).first()
        if running is not None:
            return running
        _not_too_many(by)
        try:
            with transaction.atomic():
                made = Transfer.objects.create(
                    user=by,
                    campaign=campaign,
                    kind=TransferKind.EXPORT,
                    name=name_of(campaign),
                    language=get_language() or settings.LANGUAGE_CODE,
                    asked_at=clock.now(),
                )
        except IntegrityError:
            return mine.get(state__in=OPEN)
        Parcel.objects.filter(transfer__in=mine.exclude(pk=made.pk)).delete()
        return made


def check_export(campaign: Campaign, by: User) -> None:
    """Raise ``Refusal`` unless the person may take the campaign out now."""
    if reader_of(by, campaign) is None:
        raise Refusal(_("Only a facilitator takes a campaign out before it has ended."), code="not_yours")


def ask_import(*, file: bytes, name: str, by: User) -> Transfer:
    """Take a file in, to be looked into by a worker; ``name`` is what it is called.

    Raises ``Refusal``: ``exchange`` with field ``file`` for one that is too large, ``throttled``.
    """
    if len(file) > MOST_BYTES:
        most = _("The file is larger than %(most)d MB.") % {"most": MOST_BYTES // 1024**2}
        raise Refusal(most, code="exchange", field="file")
    with transaction.atomic():
        _not_too_many(by)
        made = Transfer.objects.create(
            user=by,
            kind=TransferKind.IMPORT,
            name=name[:120],
            size=len(file),
            language=get_language() or settings.LANGUAGE_CODE,
            asked_at=clock.now(),
        )
        Parcel.objects.create(transfer=made, data=file)
        return made


def _not_too_many(user: User) -> None:
    """Raise ``Refusal`` for a person that asks too much. The person's row is locked: none slips by."""
    User.objects.select_for_update().get(pk=user.pk)
    own = Transfer.objects.filter(user=user)
    if own.filter(asked_at__gt=clock.now() - timedelta(hours=1)).count() >= AN_HOUR:
        message = _("You may take %(most)d campaigns out or in an hour. Try again in an hour.")
        raise Refusal(message % {"most": AN_HOUR}, code="throttled")
    if own.filter(state__in=OPEN).count() >= AT_ONCE:
        message = _("%(most)d files of yours are waiting already. Try again when one of them is done.")
        raise Refusal(message % {"most": AT_ONCE}, code="throttled")


def carry_files() -> int:
    """Make or take in the file that has waited longest; gives how many were done. Old ones are deleted."""
    Transfer.objects.filter(ended_at__lt=clock.now() - KEPT_FOR).delete()
    transfer = _lease()
    if transfer is None:
        return 0
    with override(transfer.language), renewed(lambda: _renew(transfer), every=BEAT, at_most=LONGEST):
        try:
            if transfer.kind == TransferKind.EXPORT:
                _take_out(transfer)
            else:
                _take_in(transfer)
        except Refusal as refusal:
            _close(transfer, TransferState.REFUSED, refusal.message)
        except Exception:
            _close(transfer, TransferState.FAILED, _("The site has failed at it; why stands in its log."))
            raise
    return 1


def _take_out(transfer: Transfer) -> None:
    campaign = transfer.campaign
    assert campaign is not None
    check_export(campaign, transfer.user)
    reader = reader_of(transfer.user, campaign)
    assert reader is not None
    packed = export_campaign(campaign=campaign, by=transfer.user)
    with transaction.atomic():
        if _held(transfer):
            Parcel.objects.update_or_create(transfer=transfer, defaults={"data": packed})
            transfer.size, transfer.rules = len(packed), reader.rules
            transfer.save(update_fields=("size", "rules"))
            _close(transfer, TransferState.DONE)


def _take_in(transfer: Transfer) -> None:
    """The campaign and the word that it is here are stored together: nobody takes a file in twice."""
    parcel = Parcel.objects.filter(transfer=transfer).first()
    if parcel is None:
        return  # somebody else was faster
    arriving = read_campaign(bytes(parcel.data))
    with transaction.atomic():
        if _held(transfer):
            transfer.campaign = store_campaign(arriving, transfer.user)
            transfer.save(update_fields=("campaign",))
            _close(transfer, TransferState.DONE)


def _held(transfer: Transfer) -> bool:
    """Whether this worker is still at it; if so nobody else can be until the transaction ends."""
    mine = Transfer.objects.select_for_update().filter(pk=transfer.pk, state=TransferState.RUNNING)
    return mine.filter(attempts=transfer.attempts).first() is not None


def _renew(transfer: Transfer) -> None:
    mine = Transfer.objects.filter(pk=transfer.pk, state=TransferState.RUNNING, attempts=transfer.attempts)
    mine.update(leased_until=clock.now() + LEASE)


def _close(transfer: Transfer, state: TransferState, error: str = "") -> None:
    """Say what has become of it. A file that was sent is needed no more, whatever came of it."""
    with transaction.atomic():
        mine = Transfer.objects.filter(
            pk=transfer.pk, state=TransferState.RUNNING, attempts=transfer.attempts
        )
        closed = mine.update(state=state, error=error, leased_until=None, ended_at=clock.now())
        if closed and (transfer.kind == TransferKind.IMPORT or state != TransferState.DONE):
            Parcel.objects.filter(transfer=transfer).delete()


def _lease() -> Transfer | None:
    """The file that has waited longest and that nobody is at; one that has ended workers is given up."""
    moment = clock.now()
    with transaction.atomic():
        waiting = Transfer.objects.filter(state__in=OPEN).select_related("campaign", "user")
        transfer = next_free(waiting, moment)
        if transfer is None:
            return None
        transfer.attempts += 1
        transfer.state = TransferState.RUNNING
        transfer.started_at = transfer.started_at or moment
        transfer.leased_until = moment + LEASE
        transfer.save(update_fields=("attempts", "state", "started_at", "leased_until"))
        if transfer.attempts > MOST_ATTEMPTS:
            _close(transfer, TransferState.FAILED, _("It could not be done: the worker ended each time."))
            return None
        return transfer
