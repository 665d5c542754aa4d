"""What a notice says to its reader: written when it is sent, from what the reader may know then.

Every kind has one template, ``emails/<kind>.html``: its block ``subject`` becomes the page's title, its block
``body`` the mail, and the plain text is read from the same page. A subject never holds a secret, and a body
only what is public or the reader's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from campaign.access.membership import arbitrates, campaigns_of, may_act, stand_ins_of
from campaign.base.answers import called
from campaign.base.plain_text import plain
from campaign.delivery.mail_facts import FACTS, no_facts
from campaign.models import (
    Notice,
)
from campaign.outbox import services as notices_out


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one reader."""

    to: str
    subject: str
    text: str
    html: str
    link: str


def letter_of(notice: Notice) -> Letter | None:
    """The mail for a notice; None if it has become pointless or its reader has no part in it any more."""
    reader = notice.user
    if not reader.is_active or not _still_concerned(notice):
        return None
    with timezone.override(_zone(reader.time_zone)), translation.override(settings.LANGUAGE_CODE):
        more = FACTS.get(notice.kind, no_facts)(notice)
        if more is None:
            return None
        facts = {**_facts(notice), **more}
        html = _page(notice.kind, facts)
        said = plain(html)
        return Letter(
            to=more.get("address", reader.address),
            subject=said.title,
            text=f"{said.text}\n",
            html=html,
            link=facts["link"],
        )


@called("NoticeLine")
@dataclass(frozen=True, slots=True)
class Headline:
    """A notice in its reader's list: its line, and in ``path`` the page that it is about."""

    text: str
    path: str
    at: datetime
    new: bool


def headline_of(notice: Notice) -> Headline:
    """A notice as one line: its subject, which never holds a secret."""
    facts = {**notice.detail, **_facts(notice)}
    text = plain(_page(notice.kind, {**facts, "subject_alone": True})).title
    path = facts["link"].removeprefix(str(settings.SITE_URL)) or "/"
    return Headline(text, path, notice.created_at, notice.read_at is None)


def _page(kind: str, facts: Mapping[str, Any]) -> str:
    return render_to_string(f"delivery/emails/{kind}.html", dict(facts))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _still_concerned(notice: Notice) -> bool:
    if notice.campaign is None:
        return True
    if notice.kind == notices_out.SITE_ON_HOLD:
        return notice.user.is_superuser
    if notice.kind == notices_out.DEPUTY:
        return True  # who is named for later sees nothing of the campaign until then
    if notice.kind == notices_out.STAND_IN and notice.detail.get("what") == "over":
        return True  # it is the last that a stand-in hears of it
    if notice.seat is not None:
        return may_act(notice.user, notice.seat) or _stands_in(notice)
    return campaigns_of(notice.user).filter(pk=notice.campaign.pk).exists()


def _stands_in(notice: Notice) -> bool:
    """Whether the reader fights the battle that the notice is about for the seat."""
    battle = notice.detail.get("battle")
    return battle is not None and (
        stand_ins_of(notice.user).filter(seat=notice.seat, battle__public_id=battle).exists()
    )


def _facts(notice: Notice) -> dict[str, Any]:
    """What every mail may use: the campaign's name, the turn's number, the reader's name and the link."""
    campaign, turn = notice.campaign, notice.turn
    return {
        "reader": notice.user.name,
        "campaign": campaign.name if campaign is not None else "",
        "army": notice.seat.army if notice.seat is not None else "",
        "turn": turn.number if turn is not None else None,
        "link": _link(notice),
        "site": settings.SITE_URL,
        "account": settings.SITE_URL + reverse("account"),
    }


def _link(notice: Notice) -> str:
    """The page that the notice is about, for its reader."""
    if notice.kind in _OF_THE_SITE:
        return str(settings.SITE_URL) + reverse(_OF_THE_SITE[notice.kind])
    elsewhere = notice.kind in (notices_out.DEPUTY, notices_out.SITE_ON_HOLD)
    if notice.campaign is None or elsewhere or notice.detail.get("what") == "over":
        return str(settings.SITE_URL)
    campaign = notice.campaign.public_id
    arguments: list[str | int] = [campaign]
    if notice.kind in _PLACES:
        name, named = _PLACES[notice.kind]
        arguments += [notice.detail[named]] if named else []
    elif notice.seat is None and notice.user is not None and arbitrates(notice.user, notice.campaign):
        name = "disputes"
    elif notice.seat is None:
        name = "war_map" if notice.campaign.blind else "desk"
    elif notice.kind in notices_out.ABOUT_A_BATTLE:
        name, arguments = "battle", [campaign, notice.detail["battle"]]
    elif notice.kind == notices_out.PUBLISHED and notice.turn is not None:
        name, arguments = "turn_report", [campaign, notice.turn.number]
    else:
        name = "war_map"
    return str(settings.SITE_URL) + reverse(name, args=arguments)


_OF_THE_SITE: Mapping[str, str] = {
    notices_out.SITE_FLAGGED: "operator_flags",
    notices_out.FLAG_SETTLED: "contact",
    notices_out.MEASURED: "contact",
}
_PLACES: Mapping[str, tuple[str, str]] = {
    notices_out.MESSAGE: ("conversation", "name"),
    notices_out.PROMISE: ("conversation", "name"),
    notices_out.FLAGGED: ("flags", ""),
    notices_out.NEWS: ("article", "article"),
    notices_out.PEOPLE_CHANGED: ("people", ""),
    notices_out.ARMY_DECIDED: ("army", ""),
    notices_out.SEAT_LOST: ("campaign_about", ""),
    notices_out.SCHEDULE_CHANGED: ("calendar", ""),
    notices_out.TEXTS_CHANGED: ("open_book", ""),
}
"""The pages of notices that are about the same for whoever reads them, and what of the detail names them."""
