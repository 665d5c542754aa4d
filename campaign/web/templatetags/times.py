"""``{% load times %}``: ``{% when moment %}`` and ``{% due moment %}`` show moments in the reader's zone."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from campaign.base.dates import times
from campaign.base.dates.clock import now

register = template.Library()


@register.simple_tag
def when(moment: datetime | None) -> SafeString:
    """``<time>`` with ``Fri 27 Nov, 23:59 CET``; nothing for no moment."""
    if moment is None:
        return SafeString("")
    return format_html('<time datetime="{}">{}</time>', moment.isoformat(), times.when(moment))


@register.simple_tag
def lasting(seconds: float) -> str:
    """How long something takes or has waited, in signs of units: ``40 s``, ``3 min``, ``5 h``, ``2 d``."""
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


@register.filter
def has_passed(moment: datetime | None) -> bool:
    """Whether a moment lies behind."""
    return moment is not None and moment <= now()


@register.simple_tag
def due(moment: datetime | None) -> SafeString:
    """As ``when``, with ``in 2 days`` behind it, which the page keeps up to date."""
    if moment is None:
        return SafeString("")
    return format_html(
        '{} <span class="meta">(<span data-until="{}" data-now="{}">{}</span>)</span>',
        when(moment),
        moment.isoformat(),
        gettext("now"),
        times.until(moment),
    )
