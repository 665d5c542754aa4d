"""A campaign's texts, the names of its banners, who asks for a seat can be flagged, too, by whoever reads it.

Banners' names are their players' own: others read them once the war has ended, and facilitators on the map of
the truth. They stand in what is stored of each turn, and are replaced there, where nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.access.membership import acting_seats, facilitates, keeps
from campaign.models import (
    AskState,
    Banner,
    Battle,
    Campaign,
    CampaignStatus,
    CampaignText,
    FlagKind,
    Order,
    PlayerTurn,
    SeatAsk,
    TextKind,
    User,
)
from campaign.press.moderation.replacing import name_in
from campaign.press.moderation.rewording import BANNER_KEYS, in_documents, in_the_log
from campaign.press.moderation.subjects import (
    SUBJECTS,
    Change,
    Found,
    Renaming,
    Subject,
    listed_to,
    member,
    open_to,
    page_of,
)

MOST_BANNERS = 400
"""So many are offered for a flag beside a campaign."""
_DOCUMENTS = ("announcement", "report", "map")
"""What is stored of a seat's turn and calls banners by their names."""


def text_id(campaign_id: str, kind: str) -> str:
    """How a text is called in a flag: by its campaign and kind."""
    return f"{campaign_id}.{kind}"


def texts_read(campaign: Campaign) -> list[CampaignText]:
    """The texts that there are, each as it is now."""
    latest: dict[str, CampaignText] = {}
    for one in CampaignText.objects.filter(campaign=campaign).order_by("version").select_related("by"):
        latest[one.kind] = one
    return [latest[kind] for kind in TextKind.values if kind in latest and latest[kind].text]


def banners_read(campaign: Campaign, reader: User | None) -> models.QuerySet[Banner]:
    """The banners of a campaign whose names the reader is told."""
    everything = Banner.objects.filter(campaign=campaign).order_by("seat__number", "key")
    person = member(reader)
    if campaign.status == CampaignStatus.ENDED and open_to(reader).filter(pk=campaign.pk).exists():
        return everything
    if person is None:
        return everything.none()
    if facilitates(person, campaign):
        return everything
    return everything.filter(seat__in=acting_seats(person).values("pk"))


def _text(reader: User | None, thing: str) -> Found | None:
    campaign_id, _dot, kind = thing.rpartition(".")
    campaign = listed_to(reader).filter(public_id=campaign_id).first()
    row = next((one for one in texts_read(campaign) if one.kind == kind), None) if campaign else None
    if campaign is None or row is None:
        return None
    title = str(TextKind(kind).label)
    return Found(FlagKind.TEXT, thing, campaign, row.by, title, row.text, page_of(campaign, reader))


def _hide_text(thing: str, words: str) -> Iterable[Change]:
    """All versions: who has agreed to one reads it again on a page of one's own."""
    campaign_id, _dot, kind = thing.rpartition(".")
    rows = CampaignText.objects.filter(campaign__public_id=campaign_id, kind=kind).exclude(text="")
    return [Change(row, {"text": words}) for row in rows]


def _banner(reader: User | None, thing: str) -> Found | None:
    found = Banner.objects.filter(public_id=thing).select_related("campaign", "seat__user").first()
    if found is None or not banners_read(found.campaign, reader).filter(pk=found.pk).exists():
        return None
    path = page_of(found.campaign, reader)
    return Found(FlagKind.BANNER, thing, found.campaign, found.seat.user, found.name, "", path)


def _hide_banner(thing: str, words: str) -> Iterable[Change]:
    """It gets the name of one to which nobody has given any: its army's, with its number there."""
    for banner in Banner.objects.filter(public_id=thing).select_related("seat"):
        before = Banner.objects.filter(seat=banner.seat, key__lt=banner.key).count()
        yield from _name_banner(thing, _("Banner %(number)d") % {"number": before + 1})


def _name_banner(thing: str, name: str) -> Iterable[Change]:
    """On the board, of its battles, and in what its seat was told."""
    for banner in Banner.objects.filter(public_id=thing).select_related("campaign"):
        yield Change(banner, {"name": name})
        yield from in_the_log([banner.campaign], banner.name, name, BANNER_KEYS)
        named = Order.objects.filter(player_turn__seat=banner.seat_id, detail__name=banner.name)
        yield from in_documents(named, banner.name, name, frozenset({"name"}), "detail")
        for side in ("first", "second"):
            for battle in Battle.objects.filter(turn__campaign=banner.campaign_id, **{side: banner.key}):
                yield Change(battle, {f"name_{side}": name})
        for told in PlayerTurn.objects.filter(seat=banner.seat_id).order_by("id"):
            speaking = [one for one in _DOCUMENTS if name_in(getattr(told, one), thing) is not None]
            if speaking:
                yield Change(told, {one: Renaming(thing, name) for one in speaking})


def _ask(reader: User | None, thing: str) -> Found | None:
    """Somebody who asks for a seat, as those read it who may answer."""
    rows = SeatAsk.objects.filter(public_id=thing).exclude(state=AskState.WITHDRAWN)
    ask = rows.select_related("campaign", "user").first()
    person = member(reader)
    if ask is None or person is None or not keeps(person, ask.campaign):
        return None
    path = reverse("public_face", args=[ask.campaign.public_id])
    return Found(FlagKind.ASK, thing, ask.campaign, ask.user, ask.user.name, ask.word, path)


def _hide_ask(thing: str, words: str) -> Iterable[Change]:
    """The word; the name is the account's, which operators give another."""
    rows = SeatAsk.objects.filter(public_id=thing).exclude(word="")
    return [Change(row, {"word": words}) for row in rows]


def _name_ask(thing: str, name: str) -> Iterable[Change]:
    return [Change(row, {"name": name}) for row in User.objects.filter(seat_asks__public_id=thing)]


SUBJECTS |= {
    FlagKind.ASK: Subject(_ask, _hide_ask, _name_ask, fields=("campaign.SeatAsk.word",)),
    FlagKind.TEXT: Subject(_text, _hide_text, fields=("campaign.CampaignText.text",)),
    FlagKind.BANNER: Subject(
        _banner,
        _hide_banner,
        _name_banner,
        fields=(
            "campaign.Banner.name",
            "campaign.Battle.name_first",
            "campaign.Battle.name_second",
            "campaign.PlayerTurn.announcement",
            "campaign.PlayerTurn.report",
            "campaign.PlayerTurn.map",
        ),
    ),
}
