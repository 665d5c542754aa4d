"""What an event says, to programs and to a club's channel alike: public facts of its campaign alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.urls import reverse

from campaign.base.answers import Json
from campaign.base.words.log_words import Detail as Detailed
from campaign.base.words.log_words import reason_of
from campaign.models import Article, Campaign, Notice, Turn
from campaign.outbox import public_events as events

Facts = dict[str, Json]


def facts_of(notice: Notice) -> Facts | None:
    """What has happened, in public facts; None if it is not to be told any more.

    Dates are those of now, so that what comes late says nothing that has become wrong.
    """
    campaign = notice.campaign
    if campaign is None:
        return None
    more = _more(notice)
    if more is None:
        return None
    return {
        "event": notice.kind,
        "at": notice.created_at.isoformat(),
        "campaign": {"id": campaign.public_id, "name": campaign.name},
        "turn": _number(notice),
        "link": link_to(campaign),
        "api": f"{settings.SITE_URL}/api/v1/campaigns/{campaign.public_id}/",
        **more,
    }


def link_to(campaign: Campaign) -> str:
    """The campaign's page: its members see their map there, others what is public."""
    return str(settings.SITE_URL) + reverse("war_map", args=[campaign.public_id])


def _number(notice: Notice) -> int | None:
    if notice.turn is None:
        return None
    follows = notice.kind == events.OPENED and "commitment" not in notice.detail
    return notice.turn.number + 1 if follows else notice.turn.number


def _more(notice: Notice) -> Facts | None:
    """What is told beside that, by kind."""
    known = _MORE.get(notice.kind)
    return known(notice, notice.detail) if known is not None else {}


Detail = Mapping[str, Any]


def _plans(notice: Notice, detail: Detail) -> Facts:
    """When the plans of the turn are due that is open."""
    published = notice.kind == events.PUBLISHED and notice.turn is not None
    number = notice.turn.number + 1 if published and notice.turn is not None else _number(notice)
    if number is None:
        return {"plan_due": None}
    opened = Turn.objects.filter(campaign=notice.campaign, number=number).only("plan_due").first()
    return {"plan_due": _iso(opened.plan_due) if opened is not None else None}


def _results(notice: Notice, detail: Detail) -> Facts:
    return {"results_due": _iso(notice.turn.results_due) if notice.turn is not None else None}


def _moved(notice: Notice, detail: Detail) -> Facts:
    """Which date, from when to when, and why: as it is told to all."""
    return {
        "date": detail.get("date", "plan_due"),
        "from": detail.get("from") or None,
        "to": detail.get("to") or None,
        "reason": reason_of(cast("Detailed", detail)) if "reason" in detail or "why" in detail else "",
    }


def _stopped(notice: Notice, detail: Detail) -> Facts:
    return {"reason": detail.get("reason", ""), "until": detail.get("to") or None}


def _ended(notice: Notice, detail: Detail) -> Facts:
    champion = notice.campaign.champion if notice.campaign is not None else None
    return {"champion": champion.army if champion is not None else None}


def _seat(notice: Notice, detail: Detail) -> Facts:
    return {"seat": detail.get("seat"), "army": detail.get("army", "")}


def _news(notice: Notice, detail: Detail) -> Facts | None:
    """The title and the page of a piece; nothing if it has been taken back."""
    campaign = notice.campaign
    assert campaign is not None
    found = Article.objects.filter(
        campaign=campaign, public_id=detail.get("article", ""), published_at__isnull=False
    )
    article = found.first()
    if article is None:
        return None
    link = str(settings.SITE_URL) + reverse("article", args=[campaign.public_id, article.public_id])
    return {"title": article.title, "link": link}


_MORE: Mapping[str, Callable[[Notice, Detail], Facts | None]] = {
    events.OPENED: _plans,
    events.PUBLISHED: _plans,
    events.ANNOUNCED: _results,
    events.MOVED: _moved,
    events.HELD: _stopped,
    events.PAUSED: _stopped,
    events.ENDED: _ended,
    events.SEAT_OPENED: _seat,
    events.SEAT_TAKEN: _seat,
    events.NEWS: _news,
}


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None
