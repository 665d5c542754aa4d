"""What the first page plays for a stranger: a war that has ended (Face C2).

The operator's choice, if that has ended and anybody may read it; else the newest such war of eight turns or
more; else one that is shipped with the app. Its poster comes first; the film is fetched when it is asked for.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from django.conf import settings
from django.db.models import Count, Q
from django.templatetags.static import static
from django.urls import reverse

from campaign.access.membership import open_campaigns
from campaign.archive.selectors import armies_of, first_to_see, turns_of
from campaign.archive.war_why import champions_aims
from campaign.models import Campaign, CampaignKind, CampaignStatus, Phase
from campaign.web.film_player import FilmFacts, all_films

LEAST_TURNS = 8
SHIPPED = settings.BASE_DIR / "campaign" / "home" / "shipped.json.gz"
POSTER = "icons/shipped.png"


@dataclass(frozen=True, slots=True)
class Landing:
    """A war on the first page; ``link`` is where more of it is, empty of the shipped one."""

    name: str
    turns: int
    champion: str
    poster: str
    link: str
    film: FilmFacts


def landing_war() -> Landing:
    """The war that is played."""
    found = _chosen() or _newest()
    shown = _of(found) if found is not None else None
    return shown or _shipped()


def _chosen() -> Campaign | None:
    if not settings.LANDING_WAR:
        return None
    ended = open_campaigns().filter(status=CampaignStatus.ENDED, public_id=settings.LANDING_WAR)
    return ended.select_related("champion").first()


def _newest() -> Campaign | None:
    ended = open_campaigns().filter(status=CampaignStatus.ENDED, kind=CampaignKind.CAMPAIGN)
    told = Count("turns", filter=Q(turns__phase=Phase.PUBLISHED, turns__number__gt=0))
    long = ended.annotate(told=told).filter(told__gte=LEAST_TURNS)
    return long.select_related("champion").order_by("-ended_at", "-id").first()


def _of(campaign: Campaign) -> Landing | None:
    turns, first = turns_of(campaign), first_to_see(campaign)
    if not turns or first is None:
        return None
    own: dict[str, Any] = {"eyes": (), "public": True, "turn": first, "aims": champions_aims(campaign)}
    return Landing(
        name=campaign.name,
        turns=turns[-1],
        champion=campaign.champion.army if campaign.champion is not None else "",
        poster=reverse("war_card", args=[campaign.public_id]),
        link=reverse("war_map", args=[campaign.public_id]),
        film=cast("FilmFacts", {**all_films(campaign, turns[-1], armies_of(campaign)), **own}),
    )


# The one that is shipped


@cache
def shipped_war() -> dict[str, Any]:
    """The shipped war: its name and champion, the maps and the films of its turns."""
    return cast("dict[str, Any]", json.loads(gzip.decompress(SHIPPED.read_bytes())))


def shipped_part(part: str, number: int) -> object:
    """The film or the map of one of its turns; None of one that there is not. ``part``: films or maps."""
    return shipped_war()[part].get(str(number))


def _shipped() -> Landing:
    war = shipped_war()
    last = max(map(int, war["maps"]))
    film: FilmFacts = {
        "films": reverse("shipped_film", args=[0]),
        "maps": reverse("shipped_map", args=[0]),
        "as": 0,
        "first": min(map(int, war["maps"])),
        "last": last,
        "turn": min(map(int, war["maps"])),
        "published": last,
        "latest": "",
        "eyes": (),
        "champion": war["champion"],
        "public": True,
    }
    return Landing(war["name"], last, war["champion"]["army"], static(POSTER), "", film)
