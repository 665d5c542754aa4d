"""The club's own army rules are written while a campaign is being built: one by one, or all at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.base.setup.house_rules import MOST_ID, HouseDocument, house_documents, read_house
from campaign.base.words.document_faults import fault, kind_of
from campaign.founding.draft_parts import house_version
from campaign.founding.draft_saving import check_version, locked_draft
from campaign.founding.services import mark_saved
from campaign.models import Campaign, User
from rules.armies import ARMY_RULES
from rules.club.house import PREFIX
from rules.format.house import MOST_RULES
from rules.format.reading import ScenarioError


@transaction.atomic
def save_house(
    *, campaign: Campaign, by: User, house: Iterable[Mapping[str, object]], version: str | None = None
) -> None:
    """Store all house rules. Raises ``Refusal`` (``house``) with the JSON path as field.

    A name that another rule has is refused, unless it is stored already.
    """
    draft = locked_draft(campaign, by)
    check_version(draft, "house", house_version(draft.campaign), version, by)
    given = list(house)
    try:
        rules = read_house(given)
    except ScenarioError as error:
        raise kind_of(error)(f"{fault(error)}.", code="house", field=error.path) from error
    _check_names(given, {one["id"]: one["title"] for one in rules}, house_documents(draft.campaign))
    draft.campaign.house = rules
    draft.campaign.save(update_fields=("house",))
    mark_saved(draft, by, "house")


def name_fault(title: str, others: Iterable[str]) -> str:
    """Why a house rule cannot be called so beside these others; empty if it can. Rules are picked by name."""
    own = _folded(title)
    if own in {_folded(_(one.name)) for one in ARMY_RULES}:
        return _("An army rule of the rulebook is called so; choose another name.")
    if own in {_folded(one) for one in others}:
        return _("Another house rule is called so; choose another name.")
    return ""


def _folded(title: str) -> str:
    return " ".join(title.split()).casefold()


def _check_names(
    given: Sequence[Mapping[str, object]], titles: Mapping[str, str], stored: Iterable[HouseDocument]
) -> None:
    """Refuse a rule whose name another one has, or the rulebook."""
    before = {one["id"]: one["title"] for one in stored}
    for place, rule in enumerate(given):
        own = str(rule["id"])
        wrong = name_fault(titles[own], [title for other, title in titles.items() if other != own])
        if wrong and before.get(own) != titles[own]:
            raise Refusal(f"“{titles[own]}”: {wrong}", code="house", field=f"house[{place}].title")


@transaction.atomic
def save_rule(
    *,
    campaign: Campaign,
    by: User,
    rule: Mapping[str, object],
    instead_of: str | None = None,
    version: str | None = None,
) -> str:
    """Store one rule, in the place of another or as a new one; gives its id.

    Raises ``Refusal`` (``house``); ``field`` is the path within the rule, as ``mods[0].by``.
    """
    fresh = locked_draft(campaign, by).campaign
    kept = list(house_documents(fresh))
    taken = [one["id"] for one in kept]
    if instead_of is not None and instead_of not in taken:
        raise Refusal(_("This rule is no longer there."), code="house", field="title")
    if instead_of is None and len(kept) >= MOST_RULES:
        words = _("A campaign has at most %(most)s rules of its own.") % {"most": MOST_RULES}
        raise Refusal(words, code="house", field="title")
    own = instead_of or fresh_id(str(rule.get("title", "")), taken)
    others = [one for one in kept if one["id"] != instead_of]
    try:
        read_house([{**rule, "id": own}])
    except ScenarioError as error:
        field = error.path.partition("].")[2] or "title"
        words = fault(error).partition(": ")[2]
        raise kind_of(error)(f"{words[:1].upper()}{words[1:]}.", code="house", field=field) from error
    save_house(campaign=campaign, by=by, house=[*others, {**rule, "id": own}], version=version)
    return own


@transaction.atomic
def remove_rule(*, campaign: Campaign, by: User, rule: str, version: str | None = None) -> None:
    """Take one rule out. Raises ``Refusal``."""
    fresh = locked_draft(campaign, by).campaign
    left: list[HouseDocument] = [one for one in house_documents(fresh) if one["id"] != rule]
    save_house(campaign=campaign, by=by, house=left, version=version)


def fresh_id(title: str, taken: Collection[str]) -> str:
    """An id for a new rule, made of its title; none of those taken."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[: MOST_ID - len(PREFIX) - 4] or "rule"
    number = 1
    while (own := f"{PREFIX}{stem}" + (f"_{number}" if number > 1 else "")) in taken:
        number += 1
    return own
