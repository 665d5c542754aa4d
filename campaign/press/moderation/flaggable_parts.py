"""What else can be flagged beside a campaign: its armies, its texts and its banners, each alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaign.models import FlagKind, TextKind, User
from campaign.press.moderation.subjects import SUBJECTS, Found, army_id, open_to
from campaign.press.moderation.written_subjects import MOST_BANNERS, banners_read, text_id, texts_read


@dataclass(frozen=True, slots=True)
class Part:
    """A thing beside the one that is looked at, its kind in words, and the page where it is flagged."""

    called: str
    kind: str
    path: str


def sections(found: Found, reader: User | None) -> tuple[Part, ...]:
    """What the reader may flag of a campaign; nothing beside anything else."""
    return tuple(_parts(found, reader)) if found.kind == FlagKind.CAMPAIGN else ()


def _parts(found: Found, reader: User | None) -> Iterator[Part]:
    campaign = found.campaign
    if campaign is None:
        return
    for kind, subject in SUBJECTS.items():
        for called, thing in subject.beside(reader, campaign) if subject.beside is not None else ():
            yield _part(called, FlagKind(kind), thing)
    for text in texts_read(campaign):
        yield _part(str(TextKind(text.kind).label), FlagKind.TEXT, text_id(found.id, text.kind))
    if not open_to(reader).filter(pk=campaign.pk).exists():
        # Before the start nobody from outside is told of armies.
        return
    for seat in campaign.seats.order_by("number"):
        yield _part(seat.army, FlagKind.ARMY, army_id(found.id, seat.number))
    for banner in banners_read(campaign, reader).select_related("seat")[:MOST_BANNERS]:
        yield _part(f"{banner.seat.army}: {banner.name}", FlagKind.BANNER, banner.public_id)


def _part(called: str, kind: FlagKind, thing: str) -> Part:
    return Part(called, str(kind.label), reverse("flag_thing", args=[kind, thing]))
