"""What a form at the table sends, as the values of an action."""

from __future__ import annotations

import re

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from battles.table.deeds import Request
from battles.table.intake.group_rows import ARMS
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from campaign.web.bounded_fields import whole
from rules.tabletop.documents.plain import Plain

TRAITS = ("nco", "anti_tank", "gun_shield", "open_topped", "recce", "towing", "slow", "fast", "reserve")
RECORDS = ("fire", "at", ARMS)
LISTS = ("units", "downs", "buildings", "weapons", "sides", "cards")
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
    """Fields by name; ``tokens.a1`` is an entry of ``tokens``, the ``LISTS`` hold several.

    Of ``RECORDS`` there are several entries: ``at.0.inches`` is the inches of the first.
    """
    values: Plain = dict.fromkeys(TRAITS, False) if "traits" in post else {}
    if post.get("kind_of"):
        values["kind"] = post["kind_of"]
    for name in post:
        if name in OWN:
            continue
        if name in LISTS:
            values[name] = [item for item in post.getlist(name) if item]
        elif name.partition(".")[0] in RECORDS:
            continue
        elif "." in name:
            outer, _dot, inner = name.partition(".")
            entry = values.setdefault(outer, {})
            if isinstance(entry, dict) and post.get(name) != "":
                entry[inner] = post.get(name)
        else:
            values[name] = post.getlist(name)[-1]
    listed = {name.partition(".")[0] for name in post if "." in name} & set(RECORDS) - {ARMS}
    found = values | {name: records_of(post, name) for name in listed}
    return found | {"groups": records_of(post, ARMS)} if ARMS in post else found


def records_of(post: QueryDict, name: str) -> list[dict[str, object]]:
    """The entries of a list: ``at.0.inches``, and below one ``at.0.weapons.1``; empty fields are left out."""
    found: dict[str, dict[str, object]] = {}
    for field in post:
        outer, _dot, rest = field.partition(".")
        number, _dot, key = rest.partition(".")
        if outer != name or whole(number) is None or not key:
            continue
        entry, value = found.setdefault(number, {}), post.getlist(field)[-1]
        key, _dot, inner = key.partition(".")
        below = entry.get(key, {})
        if inner and value and isinstance(below, dict):
            entry[key] = {**below, inner: value}
        elif value and not inner:
            entry[key] = value
    return [found[number] for number in sorted(found, key=int)]


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
