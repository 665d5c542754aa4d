"""What browsers and search engines ask for at the root of every site, wherever its pages say it is."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

DAY = 86_400
ROBOTS = """\
User-agent: *
Disallow: /rules/verdicts/
Allow: /$
Allow: /rules/
Allow: /help/
Allow: /lesson/$
Allow: /wars/
Disallow: /wars/asked/
Allow: /t/$
Allow: /t/tables/
Allow: /privacy/$
Allow: /terms/$
Allow: /contact/$
Allow: /.well-known/security.txt$
Allow: /c/*/about/$
Allow: /c/*/card.png
Allow: /c/*/feed.atom$
Allow: /c/*/chronicle/
Allow: /c/*/dice/$
Allow: /c/*/end/
Allow: /c/*/rules/$
Allow: /static/
Allow: /favicon.ico
Allow: /sitemap.xml$
Disallow: /
"""
"""What may be open to everybody. Whether a war is, its own pages say, and none is named here. Who takes an
asterisk for a letter is allowed the rules and the looks, and nothing of any war."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """``/robots.txt``: the same for everybody."""
    where = f"\nSitemap: {settings.SITE_URL}{reverse('sitemap')}\n"
    return _kept(HttpResponse(ROBOTS + where, content_type="text/plain; charset=utf-8"))


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """``/favicon.ico``, for whoever does not read the pages' own link to a better one."""
    return _kept(HttpResponse(_icon(), content_type="image/x-icon"))


def _kept(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = f"public, max-age={DAY}"
    return answer


@cache
def _icon() -> bytes:
    return (settings.BASE_DIR / "static" / "icons" / "favicon.ico").read_bytes()
