"""``{% load promises %}``: ``{% talk_promises thread %}`` shows a talk's promises with their form,
``{% offers_waiting as count %}`` counts the offers that wait for an answer.
"""

from __future__ import annotations

from django import template

from campaign.models import ThreadKind
from campaign.press.messages.selectors import ThreadPage
from campaign.press.promises.forms import OfferForm
from campaign.press.promises.selectors import offers_to_answer, promises_in

register = template.Library()


@register.inclusion_tag("press/promises/talk.html", takes_context=True)
def talk_promises(context: template.Context, thread: ThreadPage) -> dict[str, object]:
    """The promises of a private talk, for its page; needs ``viewer`` in the page's context."""
    viewer, found = context["viewer"], None
    if thread.kind == ThreadKind.PRIVATE:
        found = promises_in(viewer.user, viewer.campaign, thread.name)
    return {
        "talk": found,
        "thread": thread,
        "viewer": viewer,
        "form": OfferForm(first=found.first, last=found.last) if found is not None else None,
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag(takes_context=True)
def offers_waiting(context: template.Context) -> int:
    """How many offers wait for the reader's answer; needs ``viewer`` in the page's context."""
    viewer = context["viewer"]
    return offers_to_answer(viewer.user, viewer.campaign)
