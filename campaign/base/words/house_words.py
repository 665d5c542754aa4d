"""A club's own army rule in plain sentences, built from its closed words (Rules 14.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext, ngettext_lazy

from campaign.base.setup.house_rules import HouseDocument, HouseMod
from campaign.base.words.order_words import ORDER_WORDS
from rules.armies import ARMY_RULE
from rules.club.house import Stat, When
from rules.orders import OrderKind

Words = Any
"""A text that is translated when it is shown; those with a number choose its form only then."""

RULE = "14.1"
"""The section of the rules that house rules belong to."""

_MORE: Mapping[Stat, Words] = {
    Stat.BATTLE_RADIUS: ngettext_lazy(
        "its battle ranges reach one sector further", "its battle ranges reach %(n)d sectors further", "n"
    ),
    Stat.RECON_RADIUS: ngettext_lazy(
        "its recon ranges reach one sector further", "its recon ranges reach %(n)d sectors further", "n"
    ),
    Stat.SEARCH_RADIUS: ngettext_lazy(
        "its search ranges reach one sector further", "its search ranges reach %(n)d sectors further", "n"
    ),
    Stat.MARCH: ngettext_lazy(
        "its banners march, and retreat by order, one sector further",
        "its banners march, and retreat by order, %(n)d sectors further",
        "n",
    ),
    Stat.RESUPPLY: ngettext_lazy(
        "a banner that resupplies gains one level more",
        "a banner that resupplies gains %(n)d levels more",
        "n",
    ),
    Stat.ATTRITION: ngettext_lazy(
        "it loses one level more in every battle", "it loses %(n)d levels more in every battle", "n"
    ),
    Stat.ATTRITION_LOST: ngettext_lazy(
        "it loses one level more in every battle that it loses",
        "it loses %(n)d levels more in every battle that it loses",
        "n",
    ),
    Stat.ENEMY_ATTRITION: ngettext_lazy(
        "its enemy loses one level more in every battle",
        "its enemy loses %(n)d levels more in every battle",
        "n",
    ),
    Stat.ABSTRACT: ngettext_lazy(
        "its roll counts one more where the dice decide",
        "its roll counts %(n)d more where the dice decide",
        "n",
    ),
}
_LESS: Mapping[Stat, Words] = {
    Stat.BATTLE_RADIUS: ngettext_lazy(
        "its battle ranges reach one sector less far", "its battle ranges reach %(n)d sectors less far", "n"
    ),
    Stat.RECON_RADIUS: ngettext_lazy(
        "its recon ranges reach one sector less far", "its recon ranges reach %(n)d sectors less far", "n"
    ),
    Stat.SEARCH_RADIUS: ngettext_lazy(
        "its search ranges reach one sector less far", "its search ranges reach %(n)d sectors less far", "n"
    ),
    Stat.RESUPPLY: ngettext_lazy(
        "a banner that resupplies gains one level less",
        "a banner that resupplies gains %(n)d levels less",
        "n",
    ),
    Stat.ATTRITION: ngettext_lazy(
        "it loses one level less in every battle", "it loses %(n)d levels less in every battle", "n"
    ),
    Stat.ATTRITION_LOST: ngettext_lazy(
        "it loses one level less in every battle that it loses",
        "it loses %(n)d levels less in every battle that it loses",
        "n",
    ),
    Stat.ENEMY_ATTRITION: ngettext_lazy(
        "its enemy loses one level less in every battle",
        "its enemy loses %(n)d levels less in every battle",
        "n",
    ),
    Stat.ABSTRACT: ngettext_lazy(
        "its roll counts one less where the dice decide",
        "its roll counts %(n)d less where the dice decide",
        "n",
    ),
}
_WHEN: Mapping[When, Words] = {
    When.CITY: lazy("In a city, %(what)s."),
    When.ATTACKER: lazy("As the attacker, %(what)s."),
    When.DEFENDER: lazy("As the defender, %(what)s."),
    When.WORKS: lazy("Behind works of its own, %(what)s."),
    When.NO_WORKS: lazy("Without works of its own, %(what)s."),
}


def house_sentences(rule: HouseDocument) -> list[str]:
    """What a house rule does, a sentence each: what it gives, forbids and changes; empty if it is text."""
    return [*map(_given, rule["gives"]), *_forbidden(rule["never"]), *map(mod_sentence, rule["mods"])]


def house_points(rule: HouseDocument) -> str:
    """What a house rule costs, in words."""
    points = rule["points"]
    return ngettext("%(n)d point", "%(n)d points", abs(points)) % {"n": points}


def house_text(rule: HouseDocument) -> str:
    """A house rule whole, in one line: the club's own words, then what it does, a sentence each."""
    own = " ".join(rule["text"].split())
    said = [*([own] if own else []), *house_sentences(rule)]
    return " ".join(said) or _("It is a name alone and changes nothing.")


def _given(trait: str) -> str:
    rule = ARMY_RULE[trait]
    return _("It has %(rule)s: %(text)s") % {"rule": _(rule.name), "text": _(rule.text)}


def mod_sentence(mod: HouseMod) -> str:
    """One change as a sentence."""
    stat, by = Stat(mod["what"]), mod["by"]
    if not by:
        return _("One of its changes is by nothing.")
    what = str((_MORE if by > 0 else _LESS)[stat] % {"n": abs(by)})
    when = mod.get("when")
    if when is not None:
        return str(_WHEN[When(when)]) % {"what": what}
    return what[:1].upper() + what[1:] + "."


def _forbidden(orders: list[str]) -> Iterator[str]:
    if orders:
        names = ", ".join(str(ORDER_WORDS[OrderKind(one)].short) for one in orders)
        yield _("Its banners may never be given these orders: %(orders)s.") % {"orders": names}


STAT_CHOICES: tuple[tuple[str, Promise], ...] = (
    (Stat.BATTLE_RADIUS.value, lazy("its battle range (-2 to 2)")),
    (Stat.RECON_RADIUS.value, lazy("its recon range (-2 to 2)")),
    (Stat.SEARCH_RADIUS.value, lazy("its search range (-2 to 2)")),
    (Stat.MARCH.value, lazy("sectors that it marches and retreats (0 to 2)")),
    (Stat.RESUPPLY.value, lazy("levels that it gains by resupply (-1 to 3)")),
    (Stat.ATTRITION.value, lazy("levels that it loses in each battle (-3 to 3)")),
    (Stat.ATTRITION_LOST.value, lazy("levels that it loses in each lost battle (-3 to 3)")),
    (Stat.ENEMY_ATTRITION.value, lazy("levels that its enemy loses in each battle (-3 to 3)")),
    (Stat.ABSTRACT.value, lazy("its roll where a battle is left to the dice (-3 to 3)")),
)
"""What a builder chooses from: what a change is of, with its bounds (Rules 14.1)."""

WHEN_CHOICES: tuple[tuple[str, Promise], ...] = (
    (When.CITY.value, lazy("in a city")),
    (When.ATTACKER.value, lazy("when it attacks")),
    (When.DEFENDER.value, lazy("when it defends")),
    (When.WORKS.value, lazy("when it stands in works")),
    (When.NO_WORKS.value, lazy("when it stands in no works")),
)
"""In which battles a change holds."""
