"""What the builders of a war write into it can be flagged: features, relics, briefings, picture, rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from campaign.access.membership import acting_seats, facilitates, facilitators_of, left_seat, run_by
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
    return next(_rows(public_id=thing), None)


def _rows(*known: Q, **given: object) -> Iterator[Feature | Relic]:
    kinds: tuple[models.QuerySet[Any], ...] = (Feature.objects.all(), Relic.objects.all())
    for rows in kinds:
        yield from rows.filter(*known, **given).select_related("campaign").order_by("key")[:MOST_THINGS]


def _known(reader: User | None) -> Q:
    """The things that the reader is told of: no query of a reader finds another, for its work might tell."""
    full = Q(campaign__in=open_to(reader).filter(status=CampaignStatus.ENDED).values("pk"))
    person = member(reader)
    if person is None:
        return full
    told = {one for document in _told_to(person) for one in _ids(document)}
    return full | Q(campaign__in=run_by(person).values("pk")) | Q(public_id__in=sorted(told))


def _told_to(person: User) -> list[object]:
    """The maps of the reader's seats, and what they were told last."""
    mine = PlayerTurn.objects.filter(seat__in=acting_seats(person).values("pk")).order_by("-turn__number")
    rows = mine.values_list("announcement", "report", "map")
    return [document for documents in rows for document in documents if document]


def _ids(document: object) -> Iterator[str]:
    if isinstance(document, Mapping):
        for key, value in document.items():
            if key in ("id", "thing") and isinstance(value, str):
                yield value
            yield from _ids(value)
    elif isinstance(document, list):
        for one in document:
            yield from _ids(one)


def _triggers(row: Feature | Relic) -> list[Trigger]:
    """Those that hang on the thing."""
    name = "feature" if isinstance(row, Feature) else "relic"
    found = Trigger.objects.filter(campaign=row.campaign).order_by("key")
    return [one for one in found if one.document.get(name) == row.key]


def _told(reader: User | None, row: Feature | Relic) -> Iterator[str]:
    """What of the thing's triggers is shown with it: all, or the hints that the reader has heard."""
    person = member(reader)
    if knows_all(reader, row.campaign):
        for one in _triggers(row):
            yield from filter(None, (one.hint, one.told))
    elif person is not None:
        yield from dict.fromkeys(
            hint for document in _told_to(person) for hint in _heard(document, row.public_id)
        )


def _heard(document: object, thing: str) -> Iterator[str]:
    hints = document.get("hints", ()) if isinstance(document, Mapping) else ()
    for hint in hints:
        if hint.get("thing") == thing and isinstance(hint.get("text"), str):
            yield hint["text"]


def _thing(reader: User | None, thing: str) -> Found | None:
    row = next(_rows(_known(reader), public_id=thing), None)
    if row is None:
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
    for row in _rows(_known(reader), campaign=campaign):
        yield row.name, row.public_id


# Private briefings


def _letters(reader: User | None) -> models.QuerySet[Seat]:
    """The seats whose briefing the reader reads: one's own, and those of whoever runs the campaign."""
    person = member(reader)
    if person is None:
        return Seat.objects.none()
    rows = Seat.objects.filter(
        Q(pk__in=acting_seats(person).values("pk")) | Q(campaign__in=run_by(person).values("pk"))
    )
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
