"""What can be flagged: how a reader finds it, what it says, and what stands there once it is taken away.

Every kind of thing has a ``Subject``; other apps add theirs. Words are replaced where they are stored, so
that no page, mail or file can show them any more; what stood there is kept for a while, to be put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db import models
from django.urls import reverse

from campaign.access.membership import campaigns_of, facilitates, open_campaigns
from campaign.base.answers import JsonObject
from campaign.models import (
    Campaign,
    CampaignKind,
    CampaignStatus,
    FlagKind,
    Message,
    User,
)


@dataclass(frozen=True, slots=True)
class Found:
    """Something that a reader may flag, as the reader sees it; ``person`` is whose it is."""

    kind: FlagKind
    id: str
    campaign: Campaign | None
    person: User | None
    title: str
    text: str
    path: str
    picture: bytes | None = None
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class Renaming:
    """Another name for a thing in a document that is stored, which stays as it was in all else."""

    thing: str
    name: str


@dataclass(frozen=True, slots=True)
class Rewording:
    """Other words in the place of these in a stored document, wherever a key of ``keys`` leads to them.

    ``paths`` are the places once they are known: what is put back comes back to these alone.
    """

    said: str
    words: str
    keys: frozenset[str] = frozenset()
    paths: tuple[tuple[str | int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What is to stand in some fields of a row."""

    row: models.Model
    fields: Mapping[str, str | bytes | bool | Renaming | Rewording | JsonObject | list[JsonObject] | None]


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of thing: ``find`` it as its reader (None: a visitor), ``hide`` it, give it another ``name``.

    ``beside`` tells what of this kind a campaign has for a reader: each by how it is called, and its id.
    ``fields`` are the places in the database whose words it stands for, as ``app.Model.field``.
    """

    find: Callable[[User | None, str], Found | None]
    hide: Callable[[str, str], Iterable[Change]]
    name: Callable[[str, str], Iterable[Change]] | None = None
    beside: Callable[[User | None, Campaign], Iterable[tuple[str, str]]] | None = None
    fields: tuple[str, ...] = ()


SUBJECTS: dict[str, Subject] = {}
"""By kind; other modules and apps add theirs."""


def find(reader: User | None, kind: str, thing: str) -> Found | None:
    """The thing as its reader sees it; None if there is none of this kind that the reader may see."""
    subject = SUBJECTS.get(kind)
    return subject.find(reader, thing) if subject is not None else None


def member(reader: User | None) -> User | None:
    """The reader as one with an account: guests flag as visitors do."""
    return reader if reader is not None and not reader.guest else None


def open_to(reader: User | None) -> models.QuerySet[Campaign]:
    """The campaigns of which the reader may read what is public."""
    public = open_campaigns().filter(kind=CampaignKind.CAMPAIGN)
    person = member(reader)
    if person is None:
        return public
    mine = campaigns_of(person).filter(kind=CampaignKind.CAMPAIGN).order_by().values("pk")
    return Campaign.objects.filter(models.Q(pk__in=mine) | models.Q(pk__in=public.values("pk")))


def listed_to(reader: User | None) -> models.QuerySet[Campaign]:
    """The same, and those that look for players before their start: of them name, story and texts."""
    sought = models.Q(status=CampaignStatus.BUILDING, open_to_all=True, advert__seeking=True)
    found = sought & models.Q(kind=CampaignKind.CAMPAIGN)
    return Campaign.objects.filter(models.Q(pk__in=open_to(reader).values("pk")) | found)


def knows_all(reader: User | None, campaign: Campaign) -> bool:
    """Whether the reader is told all of a campaign: its facilitators, and after the end who reads it."""
    person = member(reader)
    if person is not None and facilitates(person, campaign):
        return True
    return campaign.status == CampaignStatus.ENDED and open_to(reader).filter(pk=campaign.pk).exists()


def page_of(campaign: Campaign, reader: User | None) -> str:
    """Where the reader reads what is public of a campaign."""
    if open_to(reader).filter(pk=campaign.pk).exists():
        return reverse("campaign_about", args=[campaign.public_id])
    return reverse("war_sought", args=[campaign.public_id])


def army_id(campaign_id: str, number: int) -> str:
    """How an army is called in a flag: by its campaign and number."""
    return f"{campaign_id}.{number}"
