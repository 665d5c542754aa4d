"""Privacy, terms, contact; and what other people's programs look for below ``/.well-known/``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.public.kept import KEPT, days_words

SECURITY_LASTS = timedelta(days=180)
"""RFC 9116: a file that says no date, or an old one, is not believed."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of the privacy page."""

    what: str
    number: int
    unit: str


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about people, for how long, and who sees it."""
    lines = tuple(KeptLine(str(one.what), *days_words(one.time)) for one in KEPT)
    return render(request, "operations/privacy.html", {"lines": lines, **_who()})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What is asked of those who use the site."""
    return render(request, "operations/terms.html", _who())


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Who runs the site, and how they are reached."""
    return render(request, "operations/contact.html", _who())


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """``/.well-known/security.txt`` (RFC 9116). Raises ``Http404`` where nobody has said whom to tell."""
    if not settings.CONTACT:
        raise Http404
    until = (timezone.now() + SECURITY_LASTS).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = (
        f"Contact: {_contact_uri()}",
        f"Expires: {until.isoformat().replace('+00:00', 'Z')}",
        "Preferred-Languages: en",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
        f"Policy: {settings.SITE_URL}{reverse('contact')}",
    )
    answer = HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
    answer["Cache-Control"] = "public, max-age=86400"
    return answer


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """``/.well-known/change-password``: where programs that keep passwords send their people."""
    return redirect("account_change_password")


def _contact_uri() -> str:
    contact = str(settings.CONTACT)
    return contact if contact.startswith("https://") else f"mailto:{contact}"


def _who() -> dict[str, object]:
    return {
        "operated_by": settings.OPERATED_BY,
        "address_lines": [one.strip() for one in settings.OPERATOR_ADDRESS.split("|") if one.strip()],
        "contact": settings.CONTACT,
        "contact_uri": _contact_uri() if settings.CONTACT else "",
        "site_url": settings.SITE_URL,
    }
