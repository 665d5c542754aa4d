"""``{% load handbook %}``: ``{% term "banner" %}`` links a word to its meaning, ``{% help_link "plan/" %}``
a page to the place of the handbook that tells of it; ``{% help_section "plan" "orders" as told %}`` has that
place's text.
"""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rulebook.handbook.glossary import word
from campaign.rulebook.handbook.manuscript import Section, chapter

register = template.Library()


@register.simple_tag
def term(name: str, words: str = "") -> SafeString:
    """A word of the glossary, linked to its meaning; ``words`` are other letters for it, as in the plural.

    Raises ``KeyError`` for a word that the glossary lacks.
    """
    found = word(name)
    address = f"{reverse('help_words')}#{found.id}"
    return format_html(
        '<a class="term" href="{}" title="{}">{}</a>', address, found.text, words or found.term
    )


@register.simple_tag
def help_link(place: str, words: str = "") -> SafeString:
    """A link to a place of the handbook, which a gate looks up."""
    return format_html('<a class="help-link" href="{}{}">{}</a>', reverse("help"), place, words or _("Help"))


@register.simple_tag
def help_section(name: str, anchor: str) -> Section:
    """A section of a chapter, for a page that tells the same. Raises ``KeyError`` if there is none."""
    found = chapter(name)
    told = next((one for one in found.sections if one.anchor == anchor), None) if found else None
    if told is None:
        raise KeyError(f"{name}/#{anchor}")
    return told
