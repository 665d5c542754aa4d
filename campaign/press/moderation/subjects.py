"""What can be flagged: how a reader finds it, what it says, and what stands there once it is taken away.

Every kind of thing has a ``Subject``; other apps add theirs. Words are replaced where they are stored, so
that no page, mail or file can show them any more; what stood there is kept for a while, to be put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.access.acquaintance import may_look
from campaign.access.membership import campaigns_of, facilitates, facilitators_of, open_campaigns
from campaign.base.answers import JsonObject
from campaign.models import (
    Advert,
    Article,
    Campaign,
    CampaignKind,
    CampaignStatus,
    FlagKind,
    Message,
    Plate,
    Profile,
    Seat,
    User,
)
from campaign.press.messages.press_modes import campaign_to_write_in, person_in, readable
from campaign.press.moderation.nothing_here import NOTHING


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


# The kinds of this app


def _message(reader: User | None, thing: str) -> Found | None:
    person = member(reader)
    row = Message.objects.filter(public_id=thing, hidden="").select_related("thread__campaign", "author")
    message = row.first()
    if person is None or message is None:
        return None
    try:
        campaign = campaign_to_write_in(person, message.thread.campaign.public_id)
    except Campaign.DoesNotExist:
        return None
    if not readable(person_in(person, campaign)).filter(pk=message.thread_id).exists():
        return None
    path = reverse("messages", args=[campaign.public_id])
    return Found(FlagKind.MESSAGE, thing, campaign, message.author, "", message.text, path, message=message)


def _hide_message(thing: str, words: str) -> Iterable[Change]:
    return [Change(row, {"hidden": words}) for row in Message.objects.filter(public_id=thing)]


def _article(reader: User | None, thing: str) -> Found | None:
    rows = Article.objects.filter(public_id=thing, published_at__isnull=False, campaign__in=open_to(reader))
    piece = rows.select_related("campaign", "author").first()
    if piece is None:
        return None
    plates = list(piece.plates.order_by("id"))
    text = "\n\n".join([piece.text, *(plate.caption for plate in plates)])
    path = reverse("article", args=[piece.campaign.public_id, thing])
    picture = bytes(plates[0].data) if plates else None
    return Found(
        FlagKind.ARTICLE, thing, piece.campaign, piece.author, piece.title, text, path, picture=picture
    )


def _hide_article(thing: str, words: str) -> Iterable[Change]:
    """The words and all its pictures."""
    for piece in Article.objects.filter(public_id=thing):
        yield Change(piece, {"title": _("Taken away"), "text": words})
    for plate in Plate.objects.filter(article__public_id=thing):
        yield Change(plate, {"data": NOTHING, "caption": ""})


def _campaign(reader: User | None, thing: str) -> Found | None:
    campaign = listed_to(reader).filter(public_id=thing).select_related("advert").first()
    if campaign is None:
        return None
    path = page_of(campaign, reader)
    founder = facilitators_of(campaign).first()
    advert = getattr(campaign, "advert", None)
    word = advert.word if advert is not None and advert.seeking else ""
    text = "\n\n".join(filter(None, (campaign.story, word)))
    return Found(FlagKind.CAMPAIGN, thing, campaign, founder, campaign.name, text, path)


def _hide_campaign(thing: str, words: str) -> Iterable[Change]:
    for row in Campaign.objects.filter(public_id=thing):
        yield Change(row, {"name": _("A campaign"), "story": words})
    for advert in Advert.objects.filter(campaign__public_id=thing).exclude(word=""):
        yield Change(advert, {"word": ""})


def _name_campaign(thing: str, name: str) -> Iterable[Change]:
    return [Change(row, {"name": name}) for row in Campaign.objects.filter(public_id=thing)]


def army_id(campaign_id: str, number: int) -> str:
    """How an army is called in a flag: by its campaign and number."""
    return f"{campaign_id}.{number}"


def _seats(thing: str) -> models.QuerySet[Seat]:
    campaign, _dot, number = thing.rpartition(".")
    if not (number.isascii() and number.isdigit()) or len(number) > 3:
        return Seat.objects.none()
    return Seat.objects.filter(campaign__public_id=campaign, number=int(number))


def _army(reader: User | None, thing: str) -> Found | None:
    seat = _seats(thing).filter(campaign__in=open_to(reader)).select_related("campaign", "user").first()
    if seat is None:
        return None
    path = reverse("campaign_about", args=[seat.campaign.public_id])
    return Found(FlagKind.ARMY, thing, seat.campaign, seat.user, seat.army, "", path)


def _hide_army(thing: str, words: str) -> Iterable[Change]:
    return [Change(row, {"army": _("Army %(number)d") % {"number": row.number}}) for row in _seats(thing)]


def _name_army(thing: str, name: str) -> Iterable[Change]:
    return [Change(row, {"army": name}) for row in _seats(thing)]


def _person(reader: User | None, thing: str) -> Found | None:
    """A person whom the reader meets in a campaign, or by a profile that is shown to the reader."""
    other = User.objects.filter(public_id=thing, guest=False, is_active=True).first()
    path = _met_at(reader, other) if other is not None else ""
    if other is None or not path:
        return None
    return Found(FlagKind.PERSON, thing, None, other, other.name, "", path)


def _met_at(reader: User | None, other: User) -> str:
    """The page where the reader is told the name of somebody else; empty: nowhere."""
    person = member(reader)
    if person is not None:
        mine = campaigns_of(person).order_by().values("pk")
        shared = campaigns_of(other).filter(pk__in=mine, kind=CampaignKind.CAMPAIGN).first()
        if shared is not None:
            return reverse("campaign_about", args=[shared.public_id])
    profile = Profile.objects.filter(user=other).first()
    if profile is not None and may_look(person, profile):
        return reverse("profile", args=[other.public_id])
    return ""


def _hide_person(thing: str, words: str) -> Iterable[Change]:
    return [Change(row, {"name": _("Somebody")}) for row in User.objects.filter(public_id=thing)]


def _name_person(thing: str, name: str) -> Iterable[Change]:
    return [Change(row, {"name": name}) for row in User.objects.filter(public_id=thing)]


SUBJECTS |= {
    FlagKind.MESSAGE: Subject(
        _message, _hide_message, fields=("campaign.Message.text", "campaign.MessageEdit.text")
    ),
    FlagKind.ARTICLE: Subject(
        _article,
        _hide_article,
        fields=(
            "campaign.Article.title",
            "campaign.Article.text",
            "campaign.Plate.data",
            "campaign.Plate.caption",
        ),
    ),
    FlagKind.CAMPAIGN: Subject(
        _campaign,
        _hide_campaign,
        _name_campaign,
        fields=("campaign.Campaign.name", "campaign.Campaign.story", "campaign.Advert.word"),
    ),
    FlagKind.ARMY: Subject(_army, _hide_army, _name_army, fields=("campaign.Seat.army",)),
    FlagKind.PERSON: Subject(_person, _hide_person, _name_person, fields=("campaign.User.name",)),
}
