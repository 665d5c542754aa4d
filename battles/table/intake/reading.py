"""What a form at the table sends, as the values of an action."""

from __future__ import annotations

import re

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from battles.table.deeds import Request
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from rules.tabletop.documents.plain import Plain

TRAITS = ("anti_tank", "gun_shield", "open_topped", "recce", "slow", "fast", "reserve")
LISTS = ("units", "downs", "buildings", "weapons")
OWN = ("csrfmiddlewaretoken", "cid", "kind", "player", "typed", "local", "next", "dice", "traits", "kind_of")
MOST_DICE = 400


def action_of(request: HttpRequest) -> Request:
    """The action that a form asks for. Raises ``Refusal`` with the field."""
    post = request.POST
    return Request(
        cid=post.get("cid") or random_id(),
        kind=post.get("kind", ""),
        player=number_of(post.get("player", "0"), "player"),
        values=values_of(post),
        typed=dice_of(post) or None,
        local=post.get("local") == "1",
    )


def dice_of(post: QueryDict) -> tuple[int, ...]:
    """The dice that were typed in, in one field or several. Raises ``Refusal``."""
    return typed_dice(" ".join(post.getlist("typed")))


def values_of(post: QueryDict) -> dict[str, object]:
    """Fields by name; ``tokens.a1`` is an entry of ``tokens``, the ``LISTS`` hold several."""
    values: Plain = dict.fromkeys(TRAITS, False) if "traits" in post else {}
    if post.get("kind_of"):
        values["kind"] = post["kind_of"]
    for name in post:
        if name in OWN:
            continue
        if name in LISTS:
            values[name] = [item for item in post.getlist(name) if item]
        elif "." in name:
            outer, _dot, inner = name.partition(".")
            entry = values.setdefault(outer, {})
            if isinstance(entry, dict) and post.get(name) != "":
                entry[inner] = post.get(name)
        else:
            values[name] = post.getlist(name)[-1]
    return values


def typed_dice(text: str) -> tuple[int, ...]:
    """Dice as people type them: "3 4 6", "346", "3,4,6". Raises ``Refusal``."""
    words = re.findall(r"\d+", text)
    if re.sub(r"[\d\s,;+]", "", text):
        raise Refusal(_("Type the dice as numbers with spaces: 3 4 6."), code="impossible", field="typed")
    if len(words) == 1 and len(words[0]) > 2 and set(words[0]) <= set("123456"):
        words = list(words[0])
    if len(words) > MOST_DICE:
        raise Refusal(_("That is too many dice."), code="impossible", field="typed")
    return tuple(int(word[:4]) for word in words)


def number_of(text: str, field: str) -> int:
    """A small whole number. Raises ``Refusal``."""
    if not re.fullmatch(r"-?\d{1,3}", text):
        raise Refusal(_("This must be a whole number."), code="impossible", field=field)
    return int(text)
