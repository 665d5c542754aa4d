"""``{% load look %}``: ``{% icon "flag" %}`` draws a sign of the sprite, ``{% shield 3 %}`` a shield."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaign.base.drawing.look import army_number

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A sign of ``static/icons/sprite.svg``; without a label it is decoration, hidden from readers."""
    if label:
        return format_html(
            '<svg class="icon" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
            label,
            static("icons/sprite.svg"),
            name,
        )
    return format_html(
        '<svg class="icon" aria-hidden="true"><use href="{}#{}"></use></svg>',
        static("icons/sprite.svg"),
        name,
    )


@register.simple_tag
def shield(number: int) -> SafeString:
    """The shield of the army in seat ``number`` with its colour and sign; decoration beside its name."""
    n = army_number(number)
    return format_html(
        '<svg class="shield army-{}" aria-hidden="true"><use href="{}#shield-{}"></use></svg>',
        n,
        static("icons/sprite.svg"),
        n,
    )
