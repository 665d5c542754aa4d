"""What other sites show of an open war: a page for their frames, and what tells them of it (oEmbed 1.0).

Only this page may stand in others' frames. It sets no cookie, and nothing in it needs one.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TypedDict
from urllib.parse import urlsplit

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from campaign.access.page_frame import frame_of
from campaign.base.dates.schedule import Schedule
from campaign.models import Campaign
from campaign.notices.war_card import SIZE, next_date
from campaign.public.feeds import address
from campaign.public.selectors import facts_of, film_of, open_war
from campaign.turn.stored_turns import latest_turn

WIDE, HIGH = 800, 560
LEAST = 240
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
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int


@require_safe
@xframe_options_exempt
@cache_control(public=True, max_age=300)
def war_embed(request: HttpRequest, campaign_id: str) -> HttpResponseBase:
    """An open war for the frames of other sites: what all may see of it, or once it has ended the film."""
    campaign = open_war(campaign_id)
    if campaign is None:
        raise Http404
    frame = frame_of(campaign, latest_turn(campaign), None)

    @csp_replace({"frame-ancestors": ["*"]})
    def framed(request: HttpRequest) -> HttpResponse:
        context = {
            "frame": frame,
            "page": facts_of(campaign),
            "film": film_of(campaign)[0],
            "next": next_date(frame),
            "link": address("war_map", campaign),
            "champion": campaign.champion,
        }
        return render(request, "public/embed.html", context)

    with timezone.override(Schedule.of(campaign).zone):
        return framed(request)


@require_safe
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
    wide = _side(request.GET.get("maxwidth"), WIDE)
    high = _side(request.GET.get("maxheight"), HIGH)
    return JsonResponse(oembed_of(campaign, wide, high), headers={"Cache-Control": "public, max-age=3600"})


def oembed_of(campaign: Campaign, wide: int, high: int) -> OEmbed:
    """The answer for a war."""
    site = str(settings.SITE_URL)
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" allowfullscreen></iframe>',
        address("war_embed", campaign),
        wide,
        high,
        campaign.name,
    )
    return {
        "version": "1.0",
        "type": "rich",
        "title": campaign.name,
        "provider_name": _("BOLTGUN Campaigns"),
        "provider_url": site,
        "cache_age": 3600,
        "html": str(html),
        "width": wide,
        "height": high,
        "thumbnail_url": address("war_card", campaign),
        "thumbnail_width": SIZE[0],
        "thumbnail_height": SIZE[1],
    }


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


def _side(asked: str | None, usual: int) -> int:
    """A side of the frame: as usual, or as little as is asked for."""
    if asked is None or not re.fullmatch(r"[0-9]{1,5}", asked):
        return usual
    return max(LEAST, min(usual, int(asked)))
