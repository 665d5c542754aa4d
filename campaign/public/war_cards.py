"""Cards: the pictures that links to wars and invitations show elsewhere (OpenGraph, Twitter). Face C2.

A running war's has its name, the bare ground, shields, the turn and the next date; one that has ended shows
how it ended. An invitation's says what its page says. All others have the site's, which is always the same.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from campaign.access.page_frame import Frame, frame_of
from campaign.base.answers import JsonObject
from campaign.base.dates.times import when
from campaign.base.documents import Map
from campaign.base.words.log_words import kept_reason
from campaign.film.making.stills import drawn_once
from campaign.film.truth_turns import Truth
from campaign.models import Campaign, CampaignStatus, Invitation, InvitationKind, Phase
from campaign.people.invitations.selectors import offer_of
from campaign.turn.stored_turns import latest_turn

SIZE = (1200, 630)
LIGHT = "paper"
SITE = settings.BASE_DIR / "static" / "icons" / "card.png"
MOST_CELLS = 300 * 300
"""A larger ground is not drawn: its card is the site's."""


def war_card(campaign: Campaign, *, site: str | None = None) -> bytes:
    """The PNG of an open war's card, with another site's name on it if one is given.

    Raises ``NoTurnError`` and ``ChildFailedError``.
    """
    rows = campaign.map_rows.split("\n")
    if len(rows) * len(rows[0]) > MOST_CELLS:
        return site_card()
    return drawn_once(_of_war(campaign, _host() if site is None else site))


def invitation_card(invitation: Invitation) -> bytes:
    """The PNG of an invitation's card, from what its page shows to anybody; a closed one has the site's.

    Raises ``NoTurnError`` and ``ChildFailedError``.
    """
    offer = offer_of(invitation, None)
    if offer.closed:
        return site_card()
    by = _("%(name)s invites you") % {"name": offer.made_by} if offer.made_by else _("You are invited")
    until = _("The invitation works until %(when)s.") % {"when": when(offer.expires_at)}
    return drawn_once(
        {
            "kind": "card",
            "size": list(SIZE),
            "light": LIGHT,
            "title": offer.campaign,
            "heading": by,
            "mark": until,
            "site": _host(),
            "armies": [
                [seat.number, seat.army] for seat in offer.seats if _is_chosen(invitation, offer.armed)
            ],
        }
    )


def _is_chosen(invitation: Invitation, armed: bool) -> bool:
    """Whether the page names the armies: not where each place is as good as another."""
    return invitation.kind == InvitationKind.PLAYER and not (
        armed and invitation.campaign.status == CampaignStatus.BUILDING
    )


@cache
def site_card() -> bytes:
    """The site's own card."""
    return SITE.read_bytes()


def _of_war(campaign: Campaign, site: str) -> JsonObject:
    """All that the child is given for a war's card."""
    ended = campaign.status == CampaignStatus.ENDED
    frame = frame_of(campaign, latest_turn(campaign), None)
    board = _last_truth(campaign) if ended else None
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
        "words": {"happened": ""},
        "scenes": [
            {
                "heading": _("The war is over") if ended else _turn(frame),
                "mark": _champion(campaign) if ended else next_date(frame),
                "after": board or bare_ground(campaign),
                "film": None,
            }
        ],
    }


def _turn(frame: Frame) -> str:
    return _("Turn %(n)d") % {"n": frame.turn} if frame.turn else _("Before turn 1")


def _champion(campaign: Campaign) -> str:
    if campaign.champion is None:
        return _("without a champion")
    return _("Champion: %(army)s") % {"army": campaign.champion.army}


_NEXT = {
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


def _last_truth(campaign: Campaign) -> Map | None:
    truth = Truth(campaign)
    last = next(iter(reversed(truth.turns())), None)
    return truth.map(last) if last is not None else None


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or ""
