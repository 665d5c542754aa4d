"""What other sites show of an open war: a page for their frames, and what tells them of it (oEmbed 1.0).

Only this page may stand in others' frames. It sets no cookie, and nothing in it needs one.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import NotRequired, TypedDict
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from campaign.access.page_frame import frame_of
from campaign.base.dates.schedule import Schedule
from campaign.models import Campaign
from campaign.notices.war_card import SIZE, next_date
from campaign.public.feeds import address
from campaign.public.selectors import facts_of, film_of, open_war
from campaign.turn.stored_turns import latest_turn
from campaign.web.kept_publicly import asked_each_time

WIDE, HIGH = 800, 560
CACHE_AGE = 300
"""Seconds for which whoever embeds a war is asked to keep what it was told: it may be closed any time."""
_PAGE = re.compile(r"/c/([^/]{1,64})/(?:about/|end/(?:.*)|embed/|chronicle/(?:.*))?")


class OEmbed(TypedDict):
    version: str
    type: str
    title: str
    provider_name: str
    provider_url: str
    cache_age: int
    html: str
    width: int
    height: int
    thumbnail_url: NotRequired[str]
    thumbnail_width: NotRequired[int]
    thumbnail_height: NotRequired[int]


@require_safe
@xframe_options_exempt
def war_embed(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """An open war for the frames of other sites: what all may see of it, or once it has ended the film.

    What lets it stand there is said with each answer, also with a 304, whose headers replace what is kept.
    """

    @csp_replace({"frame-ancestors": ["*"]})
    def framed(request: HttpRequest) -> HttpResponseBase:
        return _embedded(request, campaign_id)

    return framed(request)


@asked_each_time
def _embedded(request: HttpRequest, campaign_id: str) -> HttpResponse:
    campaign = open_war(campaign_id)
    if campaign is None:
        raise Http404
    frame = frame_of(campaign, latest_turn(campaign), None)
    with timezone.override(Schedule.of(campaign).zone):
        context = {
            "frame": frame,
            "page": facts_of(campaign),
            "film": film_of(campaign)[0],
            "next": next_date(frame),
            "link": address("war_map", campaign),
            "champion": campaign.champion,
        }
        return render(request, "public/embed.html", context)


@require_safe
@asked_each_time
def oembed(request: HttpRequest) -> HttpResponse:
    """What other sites are told to show for the address of an open war; JSON alone."""
    if request.GET.get("format", "json") != "json":
        answer = HttpResponse(_("Only JSON is answered here."), "text/plain", HTTPStatus.NOT_IMPLEMENTED)
        # Whoever asks for what there is not is no fault of the site's, which its log would tell of.
        vars(answer)["_has_been_logged"] = True
        return answer
    campaign = _named(request.GET.get("url", ""))
    if campaign is None:
        raise Http404
    wide, high = _most(request.GET.get("maxwidth")), _most(request.GET.get("maxheight"))
    return JsonResponse(oembed_of(campaign, wide, high))


def oembed_of(campaign: Campaign, most_wide: int | None, most_high: int | None) -> OEmbed:
    """The answer for a war: nothing in it is wider or higher than what is asked for (oEmbed 1.0, 2.2, 2.3.4).

    Nor is the picture; where it would be, none is named.
    """
    site = str(settings.SITE_URL)
    wide, high = _within(WIDE, most_wide), _within(HIGH, most_high)
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" allowfullscreen></iframe>',
        address("war_embed", campaign),
        wide,
        high,
        campaign.name,
    )
    told: OEmbed = {
        "version": "1.0",
        "type": "rich",
        "title": campaign.name,
        "provider_name": _("BOLTGUN Campaigns"),
        "provider_url": site,
        "cache_age": CACHE_AGE,
        "html": str(html),
        "width": wide,
        "height": high,
    }
    if (_within(SIZE[0], most_wide), _within(SIZE[1], most_high)) == SIZE:
        told["thumbnail_url"] = address("war_card", campaign)
        told["thumbnail_width"], told["thumbnail_height"] = SIZE
    return told


def _named(url: str) -> Campaign | None:
    """The open war whose page this address is; it is never fetched."""
    try:
        asked, here = urlsplit(url[:2000]), urlsplit(str(settings.SITE_URL))
    except ValueError:
        return None
    found = _PAGE.fullmatch(asked.path)
    if (asked.scheme, asked.netloc) != (here.scheme, here.netloc) or found is None:
        return None
    return open_war(found[1])


def _most(asked: str | None) -> int | None:
    """How long a side may be; None where nothing is asked for that a side can be."""
    return int(asked) if asked is not None and re.fullmatch(r"0*[1-9][0-9]{0,5}", asked) else None


def _within(usual: int, most: int | None) -> int:
    return usual if most is None else min(usual, most)
