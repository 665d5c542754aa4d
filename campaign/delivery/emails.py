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

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.access.membership import arbitrates, campaigns_of, may_act, stand_ins_of
from campaign.base.answers import called
from campaign.base.dates.times import zone_named
from campaign.base.drawing.look import LOOK
from campaign.base.plain_text import plain
from campaign.delivery.mail_facts import FACTS, no_facts
from campaign.delivery.unsubscribing import unsubscribe_link
from campaign.models import Channel, Notice
from campaign.notices.war_card import card_beside, card_words
from campaign.outbox import services as notices_out
from campaign.outbox.groups import TO_OTHERS, group_of

CARD = "card@boltgun"
"""The name by which a mail's HTML shows the picture that comes with it."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one reader."""

    to: str
    subject: str
    text: str
    html: str
    link: str
    card: bytes | None = None
    """The picture that the HTML of a mail shows by ``CARD``: the same for all seats."""
    unsubscribe: str = ""
    """Where one POST, without a log-in, ends mails of this kind."""


def letter_of(notice: Notice) -> Letter | None:
    """The mail for a notice; None if it has become pointless or its reader has no part in it any more."""
    reader = notice.user
    if not reader.is_active or not still_concerned(notice):
        return None
    with timezone.override(zone_named(reader.time_zone)), translation.override(settings.LANGUAGE_CODE):
        more = FACTS.get(notice.kind, no_facts)(notice)
        if more is None:
            return None
        facts = {**_facts(notice), **more, **_face(notice)}
        html = _page(notice.kind, facts)
        said = plain(html)
        return Letter(
            to=more.get("address", reader.address),
            subject=said.title,
            text=f"{said.text}\n",
            html=html,
            link=facts["link"],
            card=_card(notice) if notice.channel == Channel.MAIL else None,
            unsubscribe=facts["unsubscribe"],
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


def _face(notice: Notice) -> dict[str, Any]:
    """What a mail looks like: its colours, its card, its one button, and where mails of its kind end."""
    return {
        **_COLOURS,
        "card": CARD if _has_card(notice) else "",
        "card_words": card_words(notice.campaign) if notice.campaign is not None else "",
        "button": _button(notice),
        "unsubscribe": ""
        if notice.kind in TO_OTHERS
        else unsubscribe_link(notice.user, group_of(notice.kind)),
    }


def _has_card(notice: Notice) -> bool:
    """Whether the reader is in the war, and may see its land: who is invited, asks or left is not."""
    elsewhere = (*TO_OTHERS, *_TO_STRANGERS, notices_out.SITE_ON_HOLD, notices_out.SEAT_LOST)
    over = notice.detail.get("what") == "over"
    return notice.campaign is not None and notice.kind not in elsewhere and not over


def _card(notice: Notice) -> bytes | None:
    return card_beside(notice.campaign) if _has_card(notice) and notice.campaign is not None else None


def _button(notice: Notice) -> str:
    """What the one button says: where it leads."""
    if notice.kind in TO_OTHERS:
        return _("Look at the invitation")
    name = _place(notice)[0]
    return str(_BUTTONS.get(name, _("Open the site")))


def _page(kind: str, facts: Mapping[str, Any]) -> str:
    return render_to_string(f"delivery/emails/{kind}.html", dict(facts))


def still_concerned(notice: Notice) -> bool:
    """Whether the reader still has the part in the campaign for which the notice was."""
    if notice.campaign is None:
        return True
    if notice.kind == notices_out.SITE_ON_HOLD:
        return notice.user.is_superuser
    if notice.kind in _TO_STRANGERS:
        return True
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
        "link": link_of(notice),
        "site": settings.SITE_URL,
        "account": settings.SITE_URL + reverse("account"),
    }


def link_of(notice: Notice) -> str:
    """The page that the notice is about, for its reader."""
    name, arguments = _place(notice)
    return str(settings.SITE_URL) + (reverse(name, args=arguments) if name else "")


def _place(notice: Notice) -> tuple[str, list[str | int]]:
    """The name of that page's address, and what is in it; no name: the site's first page."""
    if notice.kind in _OF_THE_SITE:
        return _OF_THE_SITE[notice.kind], []
    if notice.kind == notices_out.SEAT_ANSWERED:
        token = notice.detail.get("token", "")
        return ("join", [token]) if token else ("wars", [])
    elsewhere = notice.kind in (notices_out.DEPUTY, notices_out.SITE_ON_HOLD)
    if notice.campaign is None or elsewhere or notice.detail.get("what") == "over":
        return "", []
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
    return name, arguments


_TO_STRANGERS = (notices_out.DEPUTY, notices_out.SEAT_ANSWERED)
"""To those who have no part in the campaign yet: who is a deputy later, who asks for a seat."""
_BUTTONS: Mapping[str, Promise] = {
    "army": lazy("Look at your army"),
    "article": lazy("Read it"),
    "battle": lazy("Open the battle"),
    "calendar": lazy("Look at the calendar"),
    "campaign_about": lazy("Read what is public"),
    "contact": lazy("Write to who runs this site"),
    "conversation": lazy("Answer"),
    "desk": lazy("Open the desk"),
    "disputes": lazy("Look at the disputes"),
    "flags": lazy("Decide"),
    "join": lazy("Take the seat"),
    "own_seat": lazy("Look at your seat"),
    "public_face": lazy("Answer"),
    "wars": lazy("Look at open wars"),
    "open_book": lazy("Read the texts"),
    "operator_flags": lazy("Decide"),
    "own_promises": lazy("See what is promised"),
    "people": lazy("Look at the people"),
    "turn_report": lazy("Read your report"),
    "war_map": lazy("Open the war map"),
}
"""What the button says, by the name of the address to which it leads."""

_COLOURS = {
    name: {key.replace("-", "_"): ink for key, ink in light.page.items() if len(ink) > len("none")}
    for name, light in (("paper", LOOK.light(night=False)), ("night", LOOK.light(night=True)))
}
"""The site's inks, for pages that mail programs show: these know no variables."""

_OF_THE_SITE: Mapping[str, str] = {
    notices_out.CALLED_OFF: "home",
    notices_out.SITE_FLAGGED: "operator_flags",
    notices_out.FLAG_SETTLED: "contact",
    notices_out.MEASURED: "contact",
}
_PLACES: Mapping[str, tuple[str, str]] = {
    notices_out.MESSAGE: ("conversation", "name"),
    notices_out.PROMISE: ("own_promises", ""),
    notices_out.FLAGGED: ("flags", ""),
    notices_out.NEWS: ("article", "article"),
    notices_out.PEOPLE_CHANGED: ("people", ""),
    notices_out.ARMY_DECIDED: ("army", ""),
    notices_out.SEAT_LOST: ("campaign_about", ""),
    notices_out.SCHEDULE_CHANGED: ("calendar", ""),
    notices_out.TEXTS_CHANGED: ("open_book", ""),
    notices_out.VISION_ASKED: ("own_seat", ""),
    notices_out.SEAT_ASKED: ("public_face", ""),
    notices_out.CHANNEL: ("campaign_about", ""),
    notices_out.UNLED: ("campaign_about", ""),
    notices_out.INVITED: ("people", ""),
}
"""The pages of notices that are about the same for whoever reads them, and what of the detail names them."""
