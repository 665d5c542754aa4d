"""What the builders of a war write into it can be flagged: features, relics, briefings, picture, rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from campaign.access.membership import acting_seats, facilitates, facilitators_of, left_seat
from campaign.ids import random_id
from campaign.models import (
    Backdrop,
    Campaign,
    CampaignStatus,
    Feature,
    FlagKind,
    PlayerTurn,
    Relic,
    Seat,
    Trigger,
    User,
)
from campaign.press.moderation.nothing_here import NOTHING, SIZE
from campaign.press.moderation.replacing import says
from campaign.press.moderation.rewording import fitting, in_documents, in_what_was_told
from campaign.press.moderation.subjects import (
    SUBJECTS,
    Change,
    Found,
    Subject,
    army_id,
    knows_all,
    member,
    open_to,
    page_of,
)

MOST_THINGS = 400
_NAMES = frozenset({"name", "names", "relic", "relics"})
_WORDS = frozenset({"description", "text", "hints", "hint"})
_HAPPENED = frozenset({"happened"})


# Features and relics, with what their triggers say


def _thing_row(thing: str) -> Feature | Relic | None:
    rows: tuple[models.QuerySet[Any], ...] = (Feature.objects.all(), Relic.objects.all())
    return next(
        (one for all_ in rows for one in all_.filter(public_id=thing).select_related("campaign")), None
    )


def _known(reader: User | None, row: Feature | Relic) -> bool:
    person = member(reader)
    if knows_all(reader, row.campaign):
        return True
    keys = acting_seats(person).filter(campaign=row.campaign).values_list("key", flat=True) if person else ()
    return bool(set(keys) & set(row.known_to))


def _triggers(row: Feature | Relic) -> list[Trigger]:
    """Those that hang on the thing."""
    name = "feature" if isinstance(row, Feature) else "relic"
    found = Trigger.objects.filter(campaign=row.campaign).order_by("key")
    return [one for one in found if one.document.get(name) == row.key]


def _told(reader: User | None, row: Feature | Relic) -> Iterator[str]:
    """What the reader has been told of the thing's triggers."""
    person = member(reader)
    all_, documents = knows_all(reader, row.campaign), []
    if person is not None and not all_:
        seats = acting_seats(person).filter(campaign=row.campaign).values("pk")
        documents = list(
            PlayerTurn.objects.filter(seat__in=seats).values_list("announcement", "report", "map")
        )
    for one in _triggers(row):
        for words, keys in ((one.hint, _WORDS), (one.told, _HAPPENED)):
            if words and (all_ or any(says(list(told), words, keys) for told in documents)):
                yield words


def _thing(reader: User | None, thing: str) -> Found | None:
    row = _thing_row(thing)
    if row is None or not _known(reader, row):
        return None
    text = "\n\n".join(filter(None, (row.description, *_told(reader, row))))
    whose = facilitators_of(row.campaign).first()
    return Found(FlagKind.THING, thing, row.campaign, whose, row.name, text, page_of(row.campaign, reader))


def _hide_thing(thing: str, words: str) -> Iterator[Change]:
    """Its name, its words, and those of its triggers, told and untold."""
    row = _thing_row(thing)
    if row is None:
        return
    name = _("A feature") if isinstance(row, Feature) else _("A relic")
    yield Change(row, {"name": name, "description": words if row.description else ""})
    said = [(row.name, name, _NAMES), (row.description, words, _WORDS)]
    for one in _triggers(row):
        new = {field: fitting(one, field, words) for field in ("hint", "told") if getattr(one, field)}
        if new:
            yield Change(one, dict(new))
        said += [(one.hint, words, _WORDS), (one.told, words, _HAPPENED)]
    yield from _everywhere(row.campaign, [one for one in said if one[0]])


def _everywhere(campaign: Campaign, said: Iterable[tuple[str, str, frozenset[str]]]) -> Iterator[Change]:
    for old, new, keys in said:
        yield from in_what_was_told(campaign, old, new, keys)


def _name_thing(thing: str, name: str) -> Iterator[Change]:
    row = _thing_row(thing)
    if row is not None:
        yield Change(row, {"name": name})
        yield from in_what_was_told(row.campaign, row.name, name, _NAMES)


def _things_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for rows in (Feature.objects.all(), Relic.objects.all()):
        for row in rows.filter(campaign=campaign).select_related("campaign").order_by("key")[:MOST_THINGS]:
            if _known(reader, row):
                yield row.name, row.public_id


# Private briefings


def _letters(reader: User | None) -> models.QuerySet[Seat]:
    """The seats whose briefing the reader reads: one's own, and those of whoever runs the campaign."""
    person = member(reader)
    if person is None:
        return Seat.objects.none()
    rows = Seat.objects.filter(Q(pk__in=acting_seats(person).values("pk")) | Q(campaign__roles__user=person))
    return rows.exclude(letter="").select_related("campaign").distinct()


def _reads_letter(person: User, seat: Seat) -> bool:
    return acting_seats(person).filter(pk=seat.pk).exists() or facilitates(person, seat.campaign)


def _letter(reader: User | None, thing: str) -> Found | None:
    person = member(reader)
    if person is None:
        return None
    for seat in _letters(person):
        if army_id(seat.campaign.public_id, seat.number) == thing and _reads_letter(person, seat):
            whose, path = facilitators_of(seat.campaign).first(), page_of(seat.campaign, person)
            text = "\n\n".join([seat.letter, *_titles(seat)])
            return Found(FlagKind.LETTER, thing, seat.campaign, whose, seat.army, text, path)
    return None


def _titles(seat: Seat) -> Iterator[str]:
    """The marks under which a briefing tells of banners."""
    for one in seat.conditions:
        if isinstance(one, Mapping) and isinstance(one.get("title"), str):
            yield str(one["title"])


def _hide_letter(thing: str, words: str) -> Iterator[Change]:
    campaign, _dot, number = thing.rpartition(".")
    for seat in Seat.objects.filter(campaign__public_id=campaign, number=int(number)):
        yield Change(seat, {"letter": words})
        titled = list(_titles(seat))
        for title in titled:
            yield from in_documents([seat], title, _("A mark"), frozenset({"title"}), "conditions")
            told = PlayerTurn.objects.filter(seat=seat).order_by("id")
            fields = ("announcement", "report", "map")
            yield from in_documents(told, title, _("A mark"), frozenset({"title", "name", "names"}), *fields)


def _letters_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    person = member(reader)
    for seat in _letters(reader).filter(campaign=campaign).order_by("number"):
        if person is not None and _reads_letter(person, seat):
            yield seat.army, army_id(campaign.public_id, seat.number)


# The picture under the map


def _ground(reader: User | None, thing: str) -> Found | None:
    row = Backdrop.objects.filter(public_id=thing).select_related("campaign").first()
    if row is None or not _sees_ground(reader, row):
        return None
    whose = facilitators_of(row.campaign).first()
    path = page_of(row.campaign, reader)
    return Found(FlagKind.GROUND, thing, row.campaign, whose, "", "", path, picture=bytes(row.picture))


def _sees_ground(reader: User | None, row: Backdrop) -> bool:
    """As the picture itself says: facilitators, and if it is shown who sees a map of the campaign."""
    person, campaign = member(reader), row.campaign
    if person is not None and facilitates(person, campaign):
        return True
    if not row.shown or not open_to(reader).filter(pk=campaign.pk).exists():
        return False
    if campaign.status == CampaignStatus.ENDED:
        return True
    if person is None:
        return False
    seated = acting_seats(person).filter(campaign=campaign).exists()
    return seated or left_seat(person, campaign) is not None


def _hide_ground(thing: str, words: str) -> Iterable[Change]:
    width, height = SIZE
    size = {"width": str(width), "height": str(height)}
    # Browsers keep the picture under its id: under the old one nothing is found from now on.
    return [
        Change(row, {"picture": NOTHING, "media_type": "image/jpeg", "public_id": random_id(), **size})
        for row in Backdrop.objects.filter(public_id=thing)
    ]


def _ground_beside(reader: User | None, campaign: Campaign) -> Iterator[tuple[str, str]]:
    for row in Backdrop.objects.filter(campaign=campaign).defer("picture").select_related("campaign"):
        if _sees_ground(reader, row):
            yield _("The picture under the map"), row.public_id


SUBJECTS |= {
    FlagKind.THING: Subject(
        _thing,
        _hide_thing,
        _name_thing,
        beside=_things_beside,
        fields=(
            "campaign.Feature.name",
            "campaign.Feature.description",
            "campaign.Relic.name",
            "campaign.Relic.description",
            "campaign.Trigger.hint",
            "campaign.Trigger.told",
        ),
    ),
    FlagKind.LETTER: Subject(
        _letter,
        _hide_letter,
        beside=_letters_beside,
        fields=("campaign.Seat.letter", "campaign.Seat.conditions"),
    ),
    FlagKind.GROUND: Subject(
        _ground, _hide_ground, beside=_ground_beside, fields=("campaign.Backdrop.picture",)
    ),
}
