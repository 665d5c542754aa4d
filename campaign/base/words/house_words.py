"""The club's own army rules in words: what each list of one says, as a plain sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.base.setup.house_rules import HouseDocument, HouseMod
from campaign.base.words.order_words import ORDER_NAMES
from rules.armies import ARMY_RULE
from rules.club.house import Stat, When
from rules.orders import OrderKind

_WHAT: Mapping[str, Promise] = {
    Stat.BATTLE_RADIUS: gettext_lazy("battle range %(by)s"),
    Stat.RECON_RADIUS: gettext_lazy("recon range %(by)s"),
    Stat.SEARCH_RADIUS: gettext_lazy("search range %(by)s"),
    Stat.MARCH: gettext_lazy("marches and retreats %(by)s sectors"),
    Stat.RESUPPLY: gettext_lazy("levels by resupply %(by)s"),
    Stat.ATTRITION: gettext_lazy("levels lost in a battle %(by)s"),
    Stat.ATTRITION_LOST: gettext_lazy("levels lost in a battle that it loses %(by)s"),
    Stat.ENEMY_ATTRITION: gettext_lazy("levels that its enemy loses in a battle %(by)s"),
    Stat.ABSTRACT: gettext_lazy("its roll where a battle is left to the dice %(by)s"),
}
_WHEN: Mapping[str, Promise] = {
    When.CITY: gettext_lazy("in a city"),
    When.ATTACKER: gettext_lazy("when it attacks"),
    When.DEFENDER: gettext_lazy("when it defends"),
    When.WORKS: gettext_lazy("when it stands in works"),
    When.NO_WORKS: gettext_lazy("when it stands in no works"),
}


def house_text(rule: HouseDocument) -> str:
    """What a house rule says: its own text, then what its lists do."""
    return " ".join(part for part in (rule["text"].strip(), *house_sentences(rule)) if part)


def house_sentences(rule: HouseDocument) -> Iterator[str]:
    """What the lists of a house rule do, a sentence each; nothing of one that is text alone."""
    if rule["gives"]:
        names = ", ".join(_(ARMY_RULE[trait].name) for trait in rule["gives"])
        yield _("It brings with it: %(rules)s.") % {"rules": names}
    if rule["never"]:
        names = ", ".join(str(ORDER_NAMES[OrderKind(kind)]) for kind in rule["never"])
        yield ngettext(
            "The order %(orders)s is illegal for it.",
            "These orders are illegal for it: %(orders)s.",
            len(rule["never"]),
        ) % {"orders": names}
    for mod in rule["mods"]:
        yield mod_sentence(mod)


def mod_sentence(mod: HouseMod) -> str:
    """One change as a sentence."""
    by = f"+{mod['by']}" if mod["by"] >= 0 else f"\N{MINUS SIGN}{-mod['by']}"
    what = str(_WHAT[mod["what"]]) % {"by": by}
    text = _("%(what)s, %(when)s") % {"what": what, "when": _WHEN[mod["when"]]} if "when" in mod else what
    return f"{text[0].upper()}{text[1:]}."


STAT_CHOICES: tuple[tuple[str, Promise], ...] = (
    (Stat.BATTLE_RADIUS.value, gettext_lazy("its battle range (-2 to 2)")),
    (Stat.RECON_RADIUS.value, gettext_lazy("its recon range (-2 to 2)")),
    (Stat.SEARCH_RADIUS.value, gettext_lazy("its search range (-2 to 2)")),
    (Stat.MARCH.value, gettext_lazy("sectors that it marches and retreats (0 to 2)")),
    (Stat.RESUPPLY.value, gettext_lazy("levels that it gains by resupply (-1 to 3)")),
    (Stat.ATTRITION.value, gettext_lazy("levels that it loses in each battle (-3 to 3)")),
    (Stat.ATTRITION_LOST.value, gettext_lazy("levels that it loses in each lost battle (-3 to 3)")),
    (Stat.ENEMY_ATTRITION.value, gettext_lazy("levels that its enemy loses in each battle (-3 to 3)")),
    (Stat.ABSTRACT.value, gettext_lazy("its roll where a battle is left to the dice (-3 to 3)")),
)
"""What a builder chooses from: what a change is of, with its bounds (Rules 14.1)."""

WHEN_CHOICES: tuple[tuple[str, Promise], ...] = tuple((when.value, _WHEN[when]) for when in When)
"""In which battles a change holds."""
