"""``{% load press %}``: ``{% battle_thread page.id %}`` shows a battle's own thread with its form."""

from __future__ import annotations

from django import template

from campaign.press.messages.forms import MessageForm
from campaign.press.messages.selectors import thread_page

register = template.Library()


@register.inclusion_tag("press/messages/battle.html", takes_context=True)
def battle_thread(context: template.Context, battle_id: str) -> dict[str, object]:
    """The thread of a battle, for the page of that battle; needs ``viewer`` in the page's context."""
    viewer = context["viewer"]
    page = None
    if not viewer.watching:
        page = thread_page(viewer.user, viewer.campaign, f"battle-{battle_id}")
    return {
        "thread": page,
        "viewer": viewer,
        "form": MessageForm(),
        "csrf_token": context.get("csrf_token"),
    }
