"""``/sitemap.xml`` (sitemaps.org): the pages that any stranger may read, for search engines.

Wars are those on the list of open wars, and of each what robots.txt lets them ask for. Nothing says when a
page has changed: in a war that may be what somebody does in secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap, views
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.models import CampaignStatus
from campaign.public.directory.narrowing import open_rows
from campaign.rulebook.handbook.manuscript import CHAPTERS
from campaign.rulebook.sections import SECTIONS
from campaign.web.kept_publicly import asked_each_time

MOST_WARS = 5_000
"""So many wars are told of, the latest: a file may have 50,000 addresses."""
PAGES = (
    *("home", "wars", "lesson", "tables", "table_reference", "help", "help_words"),
    *("rules", "rules_short", "rules_aid", "compliance", "privacy", "terms", "contact"),
)
OF_A_WAR = ("campaign_about", "chronicle", "open_book")


class _Paths(Sitemap):  # type: ignore[type-arg]
    """Addresses of this site, wherever it was asked for."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """As the site's own address says."""
        return urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: object = None) -> str:
        """The site's own, not what a request names."""
        return urlsplit(settings.SITE_URL).netloc

    def location(self, item: str) -> str:
        """The items are paths."""
        return item


class OwnPages(_Paths):
    """The site's own pages: the rules, the handbook, what it is."""

    def items(self) -> list[str]:
        """Every one."""
        return [
            *(reverse(name) for name in PAGES),
            *(reverse("rules_section", args=[one.number]) for one in SECTIONS),
            *(reverse("help_chapter", args=[name]) for name in CHAPTERS),
        ]


class OpenWars(_Paths):
    """The open wars."""

    def items(self) -> list[str]:
        """Their pages."""
        rows = open_rows().order_by("-id").values_list("public_id", "status")[:MOST_WARS]
        return [path for public_id, status in rows for path in _pages_of(public_id, status)]


def _pages_of(public_id: str, status: str) -> Iterator[str]:
    if status == CampaignStatus.BUILDING:
        yield reverse("war_sought", args=[public_id])
        return
    yield from (reverse(name, args=[public_id]) for name in OF_A_WAR)
    if status == CampaignStatus.ENDED:
        yield reverse("war_end", args=[public_id])


@require_safe
@asked_each_time
def sitemap(request: HttpRequest) -> HttpResponse:
    """The same for everybody who asks; a war that is closed is in it no more."""
    return views.sitemap(request, {"pages": OwnPages, "wars": OpenWars})
