"""Campaigns out and in as files: asked for here, done by a worker, deleted after some days.

One ends as *done*, *refused* (the file or the campaign is to blame) or *failed* (the site is).
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.access.uploads import count
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.file_limits import MOST_BYTES, MOST_NAMES, has_too_many
from campaign.archive.exchange.importing import read_campaign, store_campaign
from campaign.archive.exchange.selectors import reader_of
from campaign.archive.exchange.tables import name_of
from campaign.base.dates import clock
from campaign.base.jobs.runner import Ending, Kind, Step, carry_on
from campaign.base.refusal import Refusal, Unfit
from campaign.models import Campaign, Parcel, Transfer, TransferKind, TransferState, User
from campaign.models.transfers import KEPT_FOR

AN_HOUR = 20
"""So many files an hour for one person."""

AT_ONCE = 3
"""So many open ones of one person."""


def ask_export(*, campaign: Campaign, by: User) -> Transfer:
    """Ask for a campaign's file; one that is asked for again while it is made is that one.

    A file that was made before goes. Raises ``Refusal``: ``not_yours``, ``phase`` for what cannot be taken
    out, ``throttled``.
    """
    check_export(campaign, by)
    with transaction.atomic():
        mine = Transfer.objects.filter(user=by, campaign=campaign, kind=TransferKind.EXPORT)
        running = mine.filter(state__in=Transfer.OPEN).first()
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
            return mine.get(state__in=Transfer.OPEN)
        Parcel.objects.filter(transfer__in=mine.exclude(pk=made.pk)).delete()
        return made


def check_export(campaign: Campaign, by: User) -> None:
    """Raise ``Refusal`` unless the person may take the campaign out now."""
    if reader_of(by, campaign) is None:
        raise Refusal(_("Only a facilitator can export a campaign before it has ended."), code="not_yours")


def ask_import(*, file: bytes, name: str, by: User) -> Transfer:
    """Take a file in, to be looked into by a worker; ``name`` is what it is called.

    Raises ``Refusal``: ``exchange`` with field ``file`` for one that is too large or holds too many files,
    ``throttled``.
    """
    if len(file) > MOST_BYTES:
        most = _("The file is larger than %(most)d MB.") % {"most": MOST_BYTES // 1024**2}
        raise Unfit(most, code="exchange", field="file")
    if has_too_many(file):
        # Told at once by its last bytes: it need not be stored for a child to find the same.
        most = _("The zip may have up to %(most)d files.") % {"most": MOST_NAMES}
        raise Unfit(most, code="exchange", field="file")
    count(by, len(file), field="file")
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
        # By number: two rows that know each other would keep the file until the next search for garbage.
        Parcel.objects.create(transfer_id=made.pk, data=file)
        return made


def _not_too_many(user: User) -> None:
    """Raise ``Refusal`` for a person that asks too much. The person's row is locked: none slips by."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    own = Transfer.objects.filter(user=user)
    if own.filter(asked_at__gt=clock.now() - timedelta(hours=1)).count() >= AN_HOUR:
        message = _("You may export or import %(most)d campaigns an hour. Try again in an hour.")
        raise Refusal(message % {"most": AN_HOUR}, code="throttled")
    if own.filter(state__in=Transfer.OPEN).count() >= AT_ONCE:
        message = _("%(most)d files of yours are waiting already. Try again when one of them is done.")
        raise Refusal(message % {"most": AT_ONCE}, code="throttled")


def carry_files() -> int:
    """Make or take in the file that has waited longest; gives how many were done. Old ones are deleted."""
    Transfer.objects.filter(ended_at__lt=clock.now() - KEPT_FOR).delete()
    return carry_on(TRANSFERS)


def _carry(transfer: Transfer) -> Generator[Step]:
    yield from _take_out(transfer) if transfer.kind == TransferKind.EXPORT else _take_in(transfer)


def _take_out(transfer: Transfer) -> Generator[Step]:
    campaign = transfer.campaign
    assert campaign is not None
    check_export(campaign, transfer.user)
    reader = reader_of(transfer.user, campaign)
    assert reader is not None
    packed = export_campaign(campaign=campaign, by=transfer.user)

    def store() -> dict[str, object]:
        Parcel.objects.update_or_create(transfer=transfer, defaults={"data": packed})
        return {"size": len(packed), "rules": reader.rules}

    yield Ending(TransferState.DONE, store=store)


def _take_in(transfer: Transfer) -> Generator[Step]:
    """The campaign and the word that it is here are stored together: nobody takes a file in twice."""
    parcel = Parcel.objects.filter(transfer=transfer).first()
    if parcel is None:
        return  # somebody else was faster
    arriving = read_campaign(bytes(parcel.data))
    yield Ending(TransferState.DONE, store=lambda: {"campaign": store_campaign(arriving, transfer.user)})


def _drop_file(transfer: Transfer, state: str) -> None:
    """A file that was sent is needed no more, whatever came of it."""
    if transfer.kind == TransferKind.IMPORT or state != TransferState.DONE:
        Parcel.objects.filter(transfer=transfer).delete()


TRANSFERS = Kind(
    model=Transfer,
    work=_carry,
    given_up=lambda transfer: _("It could not be done: the worker ended each time."),
    refused=TransferState.REFUSED,
    language=lambda transfer: transfer.language,
    ended=_drop_file,
)
"""Campaigns out and in, one at a stretch."""
