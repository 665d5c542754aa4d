"""The card of a war: one picture for links to it, for mails about it, and for its channel. Face C2.

A war that goes on has its name, the bare ground, shields, the turn and the next date: what is public of it,
and the same for everybody. One that has ended shows how it ended, with the picture under its map if players
saw that. Before the start there is no ground yet that anybody but its builders knows.
"""

from __future__ import annotations

import base64
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import cache as kept
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.access.page_frame import Frame, frame_of
from campaign.base import pictures
from campaign.base.answers import JsonObject
from campaign.base.dates.schedule import Schedule
from campaign.base.dates.times import when
from campaign.base.documents import Map
from campaign.base.refusal import Refusal
from campaign.base.sandbox.children import ChildFailedError, Limits, NoTurnError
from campaign.base.sandbox.drawn_once import LIMITS, drawn_once
from campaign.base.words.log_words import kept_reason
from campaign.models import Backdrop, Campaign, CampaignStatus, Phase
from campaign.turn.stored_turns import latest_turn
from campaign.turn.truth.truth_boards import TruthBoards

logger = logging.getLogger(__name__)

NAME = "card.png"
SIZE = (1200, 630)
LIGHT = "paper"
SITE = settings.BASE_DIR / "static" / "icons" / "card.png"
MOST_CELLS = 300 * 300
"""A larger ground is not drawn: its card is the site's."""
LONGEST = 700
"""Pixels of the picture under the map: as large as the map is on a card."""
BESIDE = Limits(seconds=10, megabytes=512, niceness=0, clock=10)
"""What a card may take that goes with a mail or a line: others wait behind it."""
REST = 600
"""Seconds in which it is not tried again for a war whose card could not be drawn: all its mails are alike."""


def war_card(
    campaign: Campaign, *, site: str | None = None, revealing: bool = True, limits: Limits = LIMITS
) -> bytes:
    """The PNG of a war's card, with another site's name on it if one is given.

    ``revealing``: whether its readers see how things stood at the end once it is over.
    Raises ``NoTurnError`` and ``ChildFailedError``.
    """
    with timezone.override(Schedule.of(campaign).zone), translation.override(settings.LANGUAGE_CODE):
        named = host() if site is None else site
        if campaign.status == CampaignStatus.BUILDING:
            return drawn_once(_before_the_start(campaign, named), limits)
        rows = campaign.map_rows.split("\n")
        if len(rows) * len(rows[0]) > MOST_CELLS:
            return site_card()
        given = given_for(campaign, named, revealing=revealing)
        under = _backdrop(campaign) if _is_revealed(campaign, revealing) else None
        if under is None:
            return drawn_once(given, limits)
        return drawn_once({**given, "under": under.public_id}, limits, lambda: _beneath(under))


def card_beside(campaign: Campaign, *, revealing: bool = True) -> bytes:
    """The card that goes with a mail or a line; the site's where none can be drawn just now."""
    key = f"no-card:{campaign.public_id}"
    if kept.get(key):
        return site_card()
    try:
        return war_card(campaign, revealing=revealing, limits=BESIDE)
    except (NoTurnError, ChildFailedError) as error:
        logger.warning("a war's card could not be drawn: %s", type(error).__name__)
        kept.set(key, True, REST)
        return site_card()


def card_words(campaign: Campaign) -> str:
    """What the card says, for whoever does not see it."""
    with timezone.override(Schedule.of(campaign).zone), translation.override(settings.LANGUAGE_CODE):
        heading, mark = _said(campaign)
    return ". ".join(filter(None, (campaign.name, heading, mark)))


@cache
def site_card() -> bytes:
    """The site's own card."""
    return SITE.read_bytes()


def given_for(campaign: Campaign, site: str, *, revealing: bool = True) -> JsonObject:
    """All that the child is given for the card of a war that has begun, but for the picture under its map."""
    board = TruthBoards(campaign).last() if _is_revealed(campaign, revealing) else None
    heading, mark = _said(campaign)
    return {
        "kind": "poster",
        "format": "png",
        "size": list(SIZE),
        "shape": "",
        "light": LIGHT,
        "small": True,
        "bare": board is None,
        "title": campaign.name,
        "site": site,
        "words": {"happened": "", "sectors": _("sectors")},
        "scenes": [{"heading": heading, "mark": mark, "after": board or bare_ground(campaign), "film": None}],
    }


def _before_the_start(campaign: Campaign, site: str) -> JsonObject:
    """A card without a map, and without armies: these are still being chosen."""
    heading, mark = _said(campaign)
    return {
        "kind": "card",
        "size": list(SIZE),
        "light": LIGHT,
        "title": campaign.name,
        "heading": heading,
        "mark": mark,
        "site": site,
        "armies": [],
    }


def _is_revealed(campaign: Campaign, revealing: bool) -> bool:
    return revealing and campaign.status == CampaignStatus.ENDED


def _said(campaign: Campaign) -> tuple[str, str]:
    """The two lines under a war's name."""
    if campaign.status == CampaignStatus.BUILDING:
        return _("Before the start"), ""
    if campaign.status == CampaignStatus.ENDED:
        return _("The war is over"), _champion(campaign)
    frame = frame_of(campaign, latest_turn(campaign), None)
    return _turn(frame), next_date(frame)


def _turn(frame: Frame) -> str:
    return _("Turn %(n)d") % {"n": frame.turn} if frame.turn else _("Before turn 1")


def _champion(campaign: Campaign) -> str:
    if campaign.champion is None:
        return _("without a champion")
    return _("Champion: %(army)s") % {"army": campaign.champion.army}


_NEXT: Mapping[str, str] = {
    Phase.PLANNING.value: gettext_noop("Plans are due %(when)s"),
    Phase.MOVEMENT_REVIEW.value: gettext_noop("Battles are announced by %(when)s"),
    Phase.BATTLES.value: gettext_noop("Results are due %(when)s"),
    Phase.AFTERMATH_REVIEW.value: gettext_noop("The turn is published by %(when)s"),
}


def next_date(frame: Frame) -> str:
    """What is due next, and when; or that the war stands still, and why."""
    if frame.due is not None:
        return _(_NEXT[frame.phase]) % {"when": when(frame.due)}
    if frame.status == CampaignStatus.PAUSED:
        return _("Paused: %(reason)s") % {"reason": kept_reason(frame.pause_reason)}
    return _("On hold") if frame.status == CampaignStatus.ON_HOLD else ""


def bare_ground(campaign: Campaign) -> Map:
    """The ground with nothing on it."""
    rows = campaign.map_rows.split("\n")
    nothing: dict[str, Any] = {
        name: [] for name in ("banners", "sightings", "features", "relics", "battles", "goals")
    }
    seats = campaign.seats.order_by("number").values_list("number", "army")
    return cast(
        "Map",
        {
            **nothing,
            "turn": 0,
            "size": [len(rows[0]), len(rows)],
            "terrain": rows,
            "radii": {"battle": 1, "recon": 1, "search": 1},
            "seats": [{"n": number, "army": army, "you": False, "battle": 1} for number, army in seats],
            "numbers": {},
            "territory": ["." * len(row) for row in rows],
            "fog": ["2" * len(row) for row in rows],
        },
    )


def _backdrop(campaign: Campaign) -> Backdrop | None:
    """The picture under the map, if players saw it there: so do all who read of the war after its end."""
    return Backdrop.objects.filter(campaign=campaign, shown=True).first()


def _beneath(under: Backdrop) -> JsonObject:
    """The picture under the map as bare pixels; nothing if it cannot be read.

    It may have come with a file from elsewhere: the sealed child alone unpacks it. Raises ``NoTurnError``.
    """
    try:
        drawn = pictures.redraw(bytes(under.picture), longest=LONGEST, form="PPM")
    except Refusal as refusal:
        if refusal.code == pictures.BUSY:
            raise NoTurnError from None
        return {}
    size = drawn.width * drawn.height * 3
    if len(drawn.data) < size:
        return {}
    pixels = base64.b64encode(drawn.data[-size:]).decode()
    return {"beneath": {"size": [drawn.width, drawn.height], "pixels": pixels}}


def host() -> str:
    """This site's name, as cards bear it."""
    return urlsplit(settings.SITE_URL).hostname or ""
