"""The first things that can be flagged: messages, articles, campaigns, armies, and people by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.access.acquaintance import may_look
from campaign.access.membership import campaigns_of, facilitators_of
from campaign.models import (
    Advert,
    ArmyPick,
    Article,
    Campaign,
    CampaignKind,
    FlagKind,
    Message,
    Plate,
    Profile,
    Seat,
    User,
)
from campaign.press.messages.press_modes import campaign_to_write_in, person_in, readable
from campaign.press.moderation.nothing_here import NOTHING
from campaign.press.moderation.rewording import ARMY_KEYS, PERSON_KEYS, in_columns, in_the_log
from campaign.press.moderation.subjects import (
    SUBJECTS,
    Change,
    Found,
    Subject,
    listed_to,
    member,
    open_to,
    page_of,
)


def read_by(reader: User | None, messages: models.QuerySet[Message]) -> tuple[Message, Campaign] | None:
    """The first of these messages and its campaign, if the reader reads its conversation."""
    person = member(reader)
    message = messages.select_related("thread__campaign", "author").first()
    if person is None or message is None:
        return None
    try:
        campaign = campaign_to_write_in(person, message.thread.campaign.public_id)
    except Campaign.DoesNotExist:
        return None
    if not readable(person_in(person, campaign)).filter(pk=message.thread_id).exists():
        return None
    return message, campaign


def _message(reader: User | None, thing: str) -> Found | None:
    read = read_by(reader, Message.objects.filter(public_id=thing, hidden=""))
    if read is None:
        return None
    message, campaign = read
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


def _hide_army(thing: str, words: str) -> Iterator[Change]:
    for row in _seats(thing):
        yield from _name_army(thing, _("Army %(number)d") % {"number": row.number})


def _name_army(thing: str, name: str) -> Iterator[Change]:
    """Of the seat, of what its player has picked, and in the log."""
    for row in _seats(thing).select_related("campaign"):
        yield Change(row, {"army": name})
        yield from in_columns(ArmyPick.objects.filter(seat=row), row.army, name, "army")
        yield from in_the_log([row.campaign], row.army, name, ARMY_KEYS)


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
    return _name_person(thing, _("Somebody"))


def _name_person(thing: str, name: str) -> Iterator[Change]:
    """Of the account, and in the logs of the campaigns where it was written."""
    for row in User.objects.filter(public_id=thing):
        yield Change(row, {"name": name})
        yield from in_the_log(campaigns_of(row), row.name, name, PERSON_KEYS)


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
    FlagKind.ARMY: Subject(
        _army, _hide_army, _name_army, fields=("campaign.Seat.army", "campaign.ArmyPick.army")
    ),
    FlagKind.PERSON: Subject(_person, _hide_person, _name_person, fields=("campaign.User.name",)),
}
