"""A campaign's texts as anybody may read them, and who has agreed to which version.

The texts are public. Who has agreed is known to the person and to those who keep the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.safestring import SafeString

from campaign.base.answers import PAGE, TRANSLATED, called, one_of
from campaign.base.markdown import to_html
from campaign.models import Campaign, CampaignText, Consent, TextKind, User

AT_BATTLES = (TextKind.ARMY_LISTS, TextKind.EXPERIENCE, TextKind.SUBSTITUTES)
"""The texts that are read at a battle too."""


@dataclass(frozen=True, slots=True)
class HouseText:
    """One of a campaign's texts as it is now; of version 0 nothing has ever been written."""

    kind: Annotated[str, one_of(TextKind)]
    title: Annotated[str, TRANSLATED]
    version: int
    changed_at: datetime | None
    text: Annotated[str, "Markdown; empty: there is none."]

    @property
    def formatted(self) -> SafeString:
        """The text as HTML that can do no harm."""
        return to_html(self.text)


@dataclass(frozen=True, slots=True)
class TextVersion:
    """A version of a text, whoever wrote it; the latest of its kind counts."""

    kind: Annotated[str, one_of(TextKind)]
    title: Annotated[str, TRANSLATED]
    version: int
    changed_at: datetime
    text: str
    by: Annotated[str, PAGE]

    @property
    def formatted(self) -> SafeString:
        """The text as HTML that can do no harm."""
        return to_html(self.text)


@called("KeptConsent")
@dataclass(frozen=True, slots=True)
class Agreement:
    """A version of what taking part asks for, to which one has agreed."""

    version: int
    at: datetime
    now: Annotated[bool, "Whether this version still counts."]
    text: str

    @property
    def formatted(self) -> SafeString:
        """The text as HTML that can do no harm."""
        return to_html(self.text)


def latest_of(campaign: Campaign) -> Mapping[str, CampaignText]:
    """The latest version of each text that was ever written, by kind: one query."""
    newer = CampaignText.objects.filter(
        campaign=OuterRef("campaign"), kind=OuterRef("kind"), version__gt=OuterRef("version")
    )
    found = CampaignText.objects.filter(~Exists(newer), campaign=campaign)
    return {one.kind: one for one in found.order_by("id")}


def all_texts(campaign: Campaign) -> tuple[HouseText, ...]:
    """All kinds in order, also those of which there is no text."""
    found = latest_of(campaign)
    return tuple(_text(TextKind(kind), found.get(kind)) for kind in TextKind.values)


def texts_of(campaign: Campaign, kinds: Iterable[TextKind] = TextKind) -> tuple[HouseText, ...]:
    """The texts that there are, in order."""
    wanted = {kind.value for kind in kinds}
    return tuple(one for one in all_texts(campaign) if one.text and one.kind in wanted)


def to_agree_to(campaign: Campaign) -> HouseText | None:
    """What whoever takes a seat has to agree to, as it is now; None where nothing is asked."""
    return next(iter(texts_of(campaign, (TextKind.PARTICIPATION,))), None)


def versions_of(campaign: Campaign) -> tuple[TextVersion, ...]:
    """Every version that was ever saved, the latest first."""
    found = CampaignText.objects.filter(campaign=campaign).select_related("by").order_by("-id")
    return tuple(
        TextVersion(
            one.kind,
            str(TextKind(one.kind).label),
            one.version,
            one.changed_at,
            one.text,
            one.by.name if one.by is not None else "",
        )
        for one in found
    )


def texts_version(campaign: Campaign) -> str:
    """The version of all texts together, for whoever saves over it."""
    return mark_of(latest_of(campaign))


def mark_of(latest: Mapping[str, CampaignText]) -> str:
    """The same for the same versions of the texts: their numbers, in the order of the kinds."""
    return ".".join(str(latest[kind].version) if kind in latest else "0" for kind in TextKind.values)


def agreements_of(user: User, campaign: Campaign) -> tuple[Agreement, ...]:
    """What a person has agreed to in a campaign, the latest first."""
    found = list(_consents(campaign).filter(user=user).order_by("-text__version"))
    asked = to_agree_to(campaign) if found else None
    latest = asked.version if asked is not None else 0
    return tuple(
        Agreement(one.text.version, one.at, one.text.version == latest, one.text.text) for one in found
    )


def agreed_by(campaign: Campaign) -> Mapping[int, tuple[int, datetime]]:
    """The latest version to which each person has agreed, and when, by the person's key."""
    found = _consents(campaign).order_by("text__version")
    return {one.user_id: (one.text.version, one.at) for one in found.defer("text__text")}


def _consents(campaign: Campaign) -> QuerySet[Consent]:
    asked = TextKind.PARTICIPATION
    return Consent.objects.filter(text__campaign=campaign, text__kind=asked).select_related("text")


def _text(kind: TextKind, row: CampaignText | None) -> HouseText:
    title = str(kind.label)
    if row is None:
        return HouseText(kind.value, title, 0, None, "")
    return HouseText(kind.value, title, row.version, row.changed_at, row.text)
