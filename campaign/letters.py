"""What a notice says to its reader: written when it is sent, from what the reader may know then.

Every kind has three templates, ``emails/<kind>-subject.txt``, ``-text.txt`` and ``-html.html``. A subject
never holds a secret, and a body only what is public or the reader's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from campaign.clock import now
from campaign.models import Notice, Phase, PlanState, PlayerTurn, Seat, Turn
from campaign.selectors.access import campaigns_of, may_act
from campaign.selectors.reminders import banners_without_orders
from campaign.services import notices_out
from campaign.services.deadlines import NAMES
from campaign.times import when

_GAPS = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail to one reader."""

    to: str
    subject: str
    text: str
    html: str


def letter_of(notice: Notice) -> Letter | None:
    """The mail for a notice; None if it has become pointless or its reader has no part in it any more."""
    reader = notice.user
    if not reader.is_active or not _still_concerned(notice):
        return None
    with timezone.override(_zone(reader.time_zone)), translation.override(settings.LANGUAGE_CODE):
        more = _FACTS.get(notice.kind, _no_facts)(notice)
        if more is None:
            return None
        facts = {**_facts(notice), **more}
        return Letter(
            to=reader.email,
            subject=" ".join(_render(notice.kind, "subject.txt", facts).split()),
            text=_GAPS.sub("\n\n", _render(notice.kind, "text.txt", facts)).strip() + "\n",
            html=_render(notice.kind, "html.html", facts),
        )


def _render(kind: str, part: str, facts: Mapping[str, Any]) -> str:
    return render_to_string(f"emails/{kind}-{part}", dict(facts))


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def _still_concerned(notice: Notice) -> bool:
    if notice.campaign is None:
        return True
    if notice.seat is not None:
        return may_act(notice.user, notice.seat)
    return campaigns_of(notice.user).filter(pk=notice.campaign.pk).exists()


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
    if notice.campaign is None:
        return str(settings.SITE_URL)
    campaign = notice.campaign.public_id
    arguments: list[str | int] = [campaign]
    if notice.seat is None:
        name = "desk"
    elif notice.kind in (notices_out.RESULT_WAITING, notices_out.DISPUTE):
        name, arguments = "battle", [campaign, notice.detail["battle"]]
    elif notice.kind == notices_out.PUBLISHED and notice.turn is not None:
        name, arguments = "turn_report", [campaign, notice.turn.number]
    else:
        name = "war_map"
    return str(settings.SITE_URL) + reverse(name, args=arguments)


Facts = dict[str, Any]


def _no_facts(notice: Notice) -> Facts | None:
    return {}


def _commitment(notice: Notice) -> Facts | None:
    return {"commitment": notice.detail["commitment"], **_plans(notice)}


def _plans(notice: Notice) -> Facts:
    turn = notice.turn
    return {"due": _when(turn.plan_due if turn is not None else None)}


def _results(notice: Notice) -> Facts | None:
    turn = notice.turn
    return {"due": _when(turn.results_due if turn is not None else None)}


def _missing(notice: Notice) -> Facts | None:
    """Only while the plan is still incomplete and its deadline still to come."""
    turn, seat = notice.turn, notice.seat
    if turn is None or seat is None or turn.phase != Phase.PLANNING or turn.plan_due is None:
        return None
    mine = PlayerTurn.objects.filter(turn=turn, seat=seat).first()
    if mine is None or mine.state == PlanState.SUBMITTED or turn.plan_due <= now():
        return None
    banners = banners_without_orders(mine)
    if mine.state == PlanState.DRAFT and not banners:
        return None
    return {**_plans(notice), "banners": banners, "begun": mine.state == PlanState.DRAFT}


def _published(notice: Notice) -> Facts | None:
    if notice.turn is None:
        return None
    following = Turn.objects.filter(campaign=notice.campaign, number=notice.turn.number + 1).first()
    return {"due": _when(following.plan_due if following is not None else None)}


def _moved(notice: Notice) -> Facts | None:
    detail = notice.detail
    return {
        "date": NAMES[detail["date"]],
        "before": _when(_moment(detail["from"])),
        "after": _when(_moment(detail["to"])),
        "reason": detail["reason"],
    }


def _early(notice: Notice) -> Facts | None:
    return {"due": _when(_moment(notice.detail["to"]))}


def _battle(notice: Notice) -> Facts | None:
    """Who reads it: a side of the battle, or somebody who is to rule."""
    return {"side": notice.seat is not None, **(_results(notice) or {})}


def _reason(notice: Notice) -> Facts | None:
    return {
        "reason": notice.detail.get("reason", ""),
        "until": _when(_moment(notice.detail.get("to", ""))),
    }


def _ended(notice: Notice) -> Facts | None:
    champion: Seat | None = notice.campaign.champion if notice.campaign is not None else None
    return {"champion": champion.army if champion is not None else ""}


def _seat(notice: Notice) -> Facts | None:
    return {"missing": notice.detail["army"], "deputy": notice.detail["deputy"]}


def _when(moment: datetime | None) -> str:
    return when(moment) if moment is not None else ""


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


_FACTS: Mapping[str, Callable[[Notice], Facts | None]] = {
    notices_out.CAMPAIGN_STARTS: _commitment,
    notices_out.NEW_COMMITMENT: _commitment,
    notices_out.PLAN_MISSING: _missing,
    notices_out.ANNOUNCED: _results,
    notices_out.PUBLISHED: _published,
    notices_out.RESULT_WAITING: _battle,
    notices_out.DISPUTE: _battle,
    notices_out.DATE_MOVED: _moved,
    notices_out.TURN_HELD: _reason,
    notices_out.CAMPAIGN_ENDED: _ended,
    notices_out.EARLY_CLOSE: _early,
    notices_out.PAUSED: _reason,
    notices_out.SEAT_MISSING: _seat,
}
