"""Who may take a campaign out as a file, and how far the files of a person are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from campaign.access.membership import campaigns_of, facilitates
from campaign.base.dates import clock
from campaign.models import (
    Campaign,
    CampaignStatus,
    Parcel,
    Transfer,
    TransferKind,
    TransferState,
    User,
)
from campaign.models.transfers import KEPT_FOR

SHOWN = 10
"""How many files that were sent lately the page lists."""


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a file is made: ``rules`` if for one who facilitates, ``ended`` if all may be known."""

    campaign: Campaign
    user: User
    rules: bool
    ended: bool

    @property
    def building(self) -> bool:
        """Whether the campaign is still being built."""
        return self.campaign.status == CampaignStatus.BUILDING


def reader_of(user: User, campaign: Campaign) -> Reader | None:
    """The user as one who takes a campaign out: a facilitator, at its end any member; None for others."""
    ended = campaign.status == CampaignStatus.ENDED
    rules = facilitates(user, campaign)
    if not rules and not (ended and campaigns_of(user).filter(pk=campaign.pk).exists()):
        return None
    return Reader(campaign, user, rules, ended)


@dataclass(frozen=True, slots=True)
class TransferPage:
    """A campaign's file as its owner sees it. ``arrived`` is the campaign that has come in, with its name."""

    id: str
    kind: TransferKind
    state: TransferState
    name: str
    size: int
    asked_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    expires_at: datetime
    error: str
    arrived: Campaign | None

    @property
    def open(self) -> bool:
        """Whether it is still to be done."""
        return self.state in (TransferState.WAITING, TransferState.RUNNING)

    @property
    def ready(self) -> bool:
        """Whether there is a file to fetch."""
        return self.kind == TransferKind.EXPORT and self.state == TransferState.DONE


def export_of(reader: Reader) -> TransferPage | None:
    """The latest file that the reader has asked for of the campaign, if it is one for that reader still."""
    found = _export(reader)
    return None if found is None else _page(found)


def exported_file(reader: Reader) -> bytes | None:
    """The file itself; None if there is none, not yet, or none any more for this reader."""
    found = _export(reader)
    if found is None or found.state != TransferState.DONE:
        return None
    parcel = Parcel.objects.filter(transfer=found).first()
    return None if parcel is None else bytes(parcel.data)


def import_page(user: User, public_id: str) -> TransferPage:
    """A file that the user has sent. Raises ``Transfer.DoesNotExist``."""
    return _page(_kept(user, TransferKind.IMPORT).get(public_id=public_id))


def imports_of(user: User) -> tuple[TransferPage, ...]:
    """The files that the user has sent lately, the latest first."""
    return tuple(_page(one) for one in _kept(user, TransferKind.IMPORT).order_by("-id")[:SHOWN])


def _kept(user: User, kind: TransferKind) -> QuerySet[Transfer]:
    since = clock.now() - KEPT_FOR
    found = Transfer.objects.filter(user=user, kind=kind).exclude(ended_at__lt=since)
    return found.select_related("campaign")


def _export(reader: Reader) -> Transfer | None:
    """What was made for a facilitator is not for one who is none any more."""
    found = _kept(reader.user, TransferKind.EXPORT).filter(campaign=reader.campaign).order_by("-id").first()
    return None if found is None or (found.rules and not reader.rules) else found


def _page(row: Transfer) -> TransferPage:
    return TransferPage(
        id=row.public_id,
        kind=TransferKind(row.kind),
        state=TransferState(row.state),
        name=row.name,
        size=row.size,
        asked_at=row.asked_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        expires_at=row.expires_at,
        error=row.error,
        arrived=row.campaign if row.kind == TransferKind.IMPORT else None,
    )
