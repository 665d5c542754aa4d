"""``{% load lessons %}``: ``{% lesson_hint "map" %}`` a step, ``{% lesson_look %}`` how it looks,
``{% lesson_scripts "report" %}`` that and its script; the war map fetches that when it stands.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TypeAlias

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from campaign.access.page_frame import Frame
from campaign.lessons.hint_parts import hint_context
from campaign.lessons.selectors import Hint, hint_for
from campaign.models import User

register = template.Library()
Context: TypeAlias = MutableMapping[str, object]
_KEPT = "_lesson_hint"


@register.simple_tag(takes_context=True)
def lesson_hint(context: Context, where: str) -> SafeString:
    """The present step of a lesson, or a hint of a first turn; nothing almost always.

    ``where`` names the page: ``map``, ``table`` or ``report``.
    """
    request = context.get("request")
    found = _found(context)
    if found is None or not isinstance(request, HttpRequest):
        return SafeString("")
    return mark_safe(render_to_string("lessons/_hint.html", hint_context(found, where), request))


@register.simple_tag(takes_context=True)
def lesson_look(context: Context) -> SafeString:
    """How a step looks, if there is one."""
    if _found(context) is None:
        return SafeString("")
    return format_html('<link rel="stylesheet" href="{}">', static("css/lessons/hint.css"))


@register.simple_tag(takes_context=True)
def lesson_scripts(context: Context, where: str) -> SafeString:
    """How the present step looks and what it does, if there is one."""
    if _found(context) is None:
        return SafeString("")
    script = format_html('<script type="module" src="{}"></script>', static(f"js/lessons/{where}.js"))
    return lesson_look(context) + script


def _found(context: Context) -> Hint | None:
    """What is to be shown on this page, looked for once."""
    request, frame = context.get("request"), context.get("frame")
    if not isinstance(request, HttpRequest) or not isinstance(frame, Frame):
        return None
    if not hasattr(request, _KEPT):
        own = isinstance(request.user, User) and frame.number and not frame.facilitator
        found = hint_for(request.user, frame.campaign_id, frame.kind) if own else None  # type: ignore[arg-type]
        setattr(request, _KEPT, found)
    kept: Hint | None = getattr(request, _KEPT)
    return kept
