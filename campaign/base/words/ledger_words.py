"""What changed a level, and what a roll was made of, in words: each part with its number and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.base.documents import CORRECTION, DecidedBattle, LedgerAccount, LedgerItem, RollMade
from campaign.base.words.army_rule_words import rule_called
from campaign.base.words.report_lines import Names
from campaign.base.words.report_words import rule_url
from rules.armies import Trait
from rules.club.ledger import Item

OF_BATTLES = "7"
"""The section of the rules under which battles cost levels."""

_ITEMS: Mapping[str, Promise] = {
    Item.SETTLEMENT: gettext_lazy("What the facilitator settled"),
    Item.HIVE: gettext_lazy("The army's node was destroyed"),
    Item.RESUPPLY: gettext_lazy("Resupply"),
    Item.SUPPLY: gettext_lazy("A supply that you know, in reach and in your hands"),
    Item.BOUND: gettext_lazy("No level below 0, none above 20"),
    Item.TABLE: gettext_lazy("Points lost, by the attrition table"),
    Item.HOUSE: gettext_lazy("House army rules of both sides"),
    Item.LEAST: gettext_lazy("No battle gives levels back"),
    Item.SACRIFICE: gettext_lazy("Your own sacrifice"),
    Item.TRIGGER: gettext_lazy("What the campaign had in store"),
    CORRECTION: gettext_lazy("Corrected by the facilitator"),
}
_OF_ANOTHER: Mapping[str, Promise] = {
    Item.SUPPLY: gettext_lazy("A supply that it knows, in reach and in its hands"),
    Item.SACRIFICE: gettext_lazy("Its own sacrifice"),
}
"""The same to whoever reads of an army that is not the own."""
_RULES: Mapping[str, Trait] = {
    Item.TRIBAL_ANIMOSITY: Trait.TRIBAL_ANIMOSITY,
    Item.SUICIDE_TROOPS: Trait.SUICIDE_TROOPS,
    Item.IRREPLACEABLE_TROOPS: Trait.IRREPLACEABLE_TROOPS,
    Item.TOUGH: Trait.TOUGH,
    Item.VERY_TOUGH: Trait.VERY_TOUGH,
    Item.BLOOD_REWARD: Trait.BLOOD_REWARD,
}
"""The items that are an own army rule: its player may have a title for it."""
_OTHERS: Mapping[str, Promise] = {
    Item.RECEIVED: gettext_lazy("Received from %(other)s"),
    Item.SENT: gettext_lazy("Given to %(other)s"),
    Item.SPLIT: gettext_lazy("Split with %(other)s"),
    Item.JOINED: gettext_lazy("Joined with %(other)s"),
}
_CLAUSES: Mapping[int, Promise] = {
    1: gettext_lazy("It was ruled on."),
    2: gettext_lazy("A side forfeited, so the dice decided, whatever results were entered."),
    3: gettext_lazy("Both sides entered the same result."),
    4: gettext_lazy("Both sides left it to the dice, or the app did for them."),
    6: gettext_lazy(
        "One side entered a result, the other none: the better for the first of that and of the dice."
    ),
    7: gettext_lazy("No result was entered, so the dice decided."),
}
_MINUS = "\N{MINUS SIGN}"
_DICE = "dice"
_ROLL: Sequence[tuple[str, Promise]] = (
    (_DICE, gettext_lazy("Dice")),
    ("forfeit", gettext_lazy("Forfeit")),
    ("outnumbered", gettext_lazy("Outnumbered")),
    ("house", gettext_lazy("House rules")),
)


@dataclass(frozen=True, slots=True)
class PartWords:
    """One part of a change: its number with its sign, its words, what more there is to say, its rule."""

    levels: str
    text: str
    more: str
    rule: str

    @property
    def rule_url(self) -> str:
        """Where the rule can be read."""
        return rule_url(self.rule)


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """A change of a level as one number that unfolds into its parts."""

    name: str
    span: str
    change: int
    parts: tuple[PartWords, ...]

    @property
    def levels(self) -> str:
        """The change with its sign."""
        return signed(self.change)


@dataclass(frozen=True, slots=True)
class RollRow:
    """One part of both rolls of an attempt."""

    name: str
    own: str
    enemy: str


@dataclass(frozen=True, slots=True)
class AttemptWords:
    """One attempt of the dice: its two sums, and what they are made of."""

    own: int
    enemy: int
    rows: tuple[RollRow, ...]


@dataclass(frozen=True, slots=True)
class DecidedWords:
    """How a battle was decided: the clause in words, and the dice with all that is added and taken off."""

    clause: str
    attempts: tuple[AttemptWords, ...]
    difference: int | None
    rule: str = "7"

    @property
    def rule_url(self) -> str:
        """Where the rule can be read."""
        return rule_url(self.rule)

    @property
    def last(self) -> AttemptWords | None:
        """The attempt that decided."""
        return self.attempts[-1] if self.attempts else None


def signed(levels: int) -> str:
    """A change with its sign; nothing before 0."""
    return f"+{levels}" if levels > 0 else f"{_MINUS}{-levels}" if levels else "0"


def account_words(
    account: LedgerAccount, names: Names, battles: Mapping[str, str], *, own: bool = True
) -> ChangeWords:
    """A banner's account; ``battles`` says by its id what each battle is called, or what else it came of.

    ``own``: whether it is read by the banner's player.
    """
    begun, ended = account["from"], account["to"]
    gone, split = not ended and _is_gone(account), not begun and _is_new(account)
    if split and gone:
        span = _("split off, and gone")
    elif split:
        span = _("split off at level %(level)d") % {"level": ended}
    elif gone:
        span = _("from %(begun)d, and gone") % {"begun": begun}
    elif begun == ended:
        span = _("level %(level)d") % {"level": ended}
    else:
        span = _("from %(begun)d to %(ended)d") % {"begun": begun, "ended": ended}
    parts = parts_words(account["items"], names, battles, own=own)
    return ChangeWords(names.of(account["banner"]), span, ended - begun, parts)


def _is_gone(account: LedgerAccount) -> bool:
    """Destroyed, or joined into another: its last level went with that."""
    last = account["items"][-1] if account["items"] else None
    return last is not None and last["item"] in (Item.DESTROYED, Item.JOINED)


def _is_new(account: LedgerAccount) -> bool:
    return bool(account["items"]) and account["items"][0]["item"] == Item.SPLIT


def cost_words(items: Sequence[LedgerItem], names: Names) -> ChangeWords:
    """What one battle cost a banner."""
    change = sum(item["levels"] for item in items)
    if not change:
        span = _("no level lost")
    elif change > 0:
        span = ngettext("one level gained", "%(count)d levels gained", change) % {"count": change}
    else:
        span = ngettext("one level lost", "%(count)d levels lost", -change) % {"count": -change}
    return ChangeWords("", span, change, parts_words(items, names, {}))


def parts_words(
    items: Iterable[LedgerItem], names: Names, battles: Mapping[str, str], *, own: bool = True
) -> tuple[PartWords, ...]:
    """Every part in words, in their order."""
    return tuple(
        PartWords(signed(item["levels"]), item_text(item, names, own=own), _more(item, battles), item["rule"])
        for item in items
    )


def item_text(item: LedgerItem, names: Names, *, own: bool = True) -> str:
    """What changed a level."""
    kind, other = item["item"], item["with"]
    if kind in _RULES:
        return rule_called(_RULES[kind], names.titles.get(_RULES[kind], ""))
    if kind in _OTHERS:
        return str(_OTHERS[kind]) % {"other": names.of(other)}
    if kind == Item.HATRED:
        return _("%(rule)s of the enemy") % {"rule": rule_called(Trait.HATRED)}
    if kind == Item.ENEMY_SACRIFICE:
        given = -item["levels"] - 1
        pattern = ngettext(
            "The enemy sacrificed one level; it costs one more",
            "The enemy sacrificed %(count)d levels; they cost one more",
            given,
        )
        return pattern % {"count": given}
    if kind == Item.DESTROYED:
        return _destroyed(item, names)
    return str(_ITEMS[kind] if own else _OF_ANOTHER.get(kind, _ITEMS[kind]))


def _destroyed(item: LedgerItem, names: Names) -> str:
    if item["rule"] != "5.6":
        return _("Destroyed in battle")
    if item["with"] is None:
        return _("Destroyed in its retreat")
    return _("Destroyed in its retreat by %(army)s") % {"army": names.army(item["with"])}


def _more(item: LedgerItem, battles: Mapping[str, str]) -> str:
    """What it came of, if its words do not say so already; of a correction the levels and the reason."""
    if item["item"] == CORRECTION:
        levels = {"old": item["old"], "new": item["new"], "reason": item["reason"]}
        return _("level %(old)d to %(new)d: %(reason)s") % levels
    if item["item"] in _OTHERS or item["item"] == Item.DESTROYED:
        return ""
    return battles.get(item["with"] or "", "")


def decided_words(decided: DecidedBattle) -> DecidedWords:
    """How a battle was decided, in words."""
    return DecidedWords(
        clause_words(decided["clause"]),
        tuple(attempt_words(own, enemy) for own, enemy in decided["attempts"]),
        decided["difference"],
    )


def clause_words(clause: int) -> str:
    """A clause of Rules 7 in a sentence."""
    return str(_CLAUSES[clause])


def attempt_words(own: RollMade, enemy: RollMade) -> AttemptWords:
    """One attempt; what is 0 for both is left out."""
    rolls = cast("Sequence[Mapping[str, int]]", (own, enemy))
    rows = [
        RollRow(str(name), *(str(roll[key]) if key == _DICE else signed(roll[key]) for roll in rolls))
        for key, name in _ROLL
        if any(roll[key] for roll in rolls)
    ]
    return AttemptWords(own["total"], enemy["total"], tuple(rows))
