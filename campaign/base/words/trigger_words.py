"""What happens by itself at a feature or with a relic: a plain sentence for each word (Rules 14.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaign.base.coordinates import sector_name
from campaign.base.setup.documents import Board, BoardTrigger, TriggerDeed, TriggerTerm
from campaign.base.words.order_words import ORDER_NAMES
from rules.club.triggers import Audience, DeedKind, Receiver, Repeat, TermKind
from rules.orders import OrderKind

REPEAT_CHOICES: tuple[tuple[str, Promise], ...] = (
    (Repeat.ONCE.value, lazy("once in the whole war, for whoever is first")),
    (Repeat.EACH.value, lazy("once for each player")),
    (Repeat.TURN.value, lazy("every turn in which it all holds")),
)
TOLD_TO_CHOICES: tuple[tuple[str, Promise], ...] = (
    (Audience.HOLDER.value, lazy("whoever holds it then")),
    (Audience.ALL.value, lazy("everybody")),
)


@dataclass(frozen=True, slots=True)
class ThingNames:
    """What features and relics are called, by engine id."""

    features: Mapping[str, str]
    relics: Mapping[str, str]

    @classmethod
    def on(cls, board: Board) -> ThingNames:
        """Those of a board that is being built."""
        return cls(
            {one["id"]: one["name"] for one in board["features"]},
            {one["id"]: one["name"] for one in board["relics"]},
        )

    def of(self, named: Mapping[str, Any]) -> str:
        """What the feature or the relic is called that something names."""
        if named.get("feature") is not None:
            return self.features.get(named["feature"], _("(a feature that is not there)"))
        if named.get("relic") is not None:
            return self.relics.get(named["relic"], _("(a relic that is not there)"))
        return ""


def trigger_sentences(trigger: BoardTrigger, names: ThingNames) -> list[str]:
    """What a trigger is about, when it fires and what it does then, a sentence each."""
    own = {"thing": names.of(trigger)}
    if trigger.get("feature") is not None:
        holder = _(
            "At %(thing)s: its holder is whoever occupies its sector and knows of it; the acting banner is"
            " one of its holder's with that sector in battle range."
        )
    else:
        holder = _("With %(thing)s: its holder is whoever's banner carries it; that is the acting banner.")
    return [
        holder % own,
        *term_sentences(trigger, names),
        _("It fires %(often)s.") % {"often": dict(REPEAT_CHOICES)[trigger["repeat"]]},
        *_told(trigger),
    ]


def term_sentences(trigger: BoardTrigger, names: ThingNames) -> list[str]:
    """When a trigger fires, and what it does then."""
    when = [_("It fires when %(what)s.") % {"what": term_words(term, names)} for term in trigger["when"][:1]]
    when += [_("And when %(what)s.") % {"what": term_words(term, names)} for term in trigger["when"][1:]]
    return [
        *(when or [_("It fires as soon as somebody holds it.")]),
        *(_("Then %(what)s.") % {"what": deed_words(deed, names)} for deed in trigger["do"]),
    ]


def _told(trigger: BoardTrigger) -> Iterator[str]:
    if trigger.get("hint"):
        yield _("Hint for who knows the feature or carries the relic: %(text)s") % {"text": trigger["hint"]}
    if trigger.get("told"):
        to = dict(TOLD_TO_CHOICES)[trigger["told_to"]]
        yield _("Told when it fires, to %(to)s: %(text)s") % {"to": to, "text": trigger["told"]}


def term_words(term: TriggerTerm, names: ThingNames) -> str:
    """What one term asks for, to stand after "when"."""
    return _TERM[term["is"]](term, names)


def deed_words(deed: TriggerDeed, names: ThingNames) -> str:
    """What one deed does, to stand after "then"."""
    return _DEED[deed["do"]](deed, names)


def _order(term: TriggerTerm, names: ThingNames) -> str:
    order = ORDER_NAMES[OrderKind(term["order"])]
    return _("the acting banner has the order %(order)s") % {"order": order}


def _held(term: TriggerTerm, names: ThingNames) -> str:
    turns = term["turns"]
    words = ngettext("its holder has it", "its holder has had it for %(n)d turns in a row", turns)
    return words % {"n": turns}


def _occupies(term: TriggerTerm, names: ThingNames) -> str:
    listed = ", ".join(sector_name(x, y) for x, y in term["sectors"])
    return _("its holder occupies %(sectors)s") % {"sectors": listed}


def _turn(term: TriggerTerm, names: ThingNames) -> str:
    first, last = term.get("from"), term.get("to")
    if first is None:
        return _("it is turn %(last)s or earlier") % {"last": last}
    if last is None:
        return _("it is turn %(first)s or later") % {"first": first}
    return _("it is a turn from %(first)s to %(last)s") % {"first": first, "last": last}


def _die(term: TriggerTerm, names: ThingNames) -> str:
    return _("a die of %(sides)s sides shows %(least)s or more") % {
        "sides": term["sides"],
        "least": term["at_least"],
    }


_TERM: Mapping[str, Callable[[TriggerTerm, ThingNames], str]] = {
    TermKind.USED: lambda term, names: _("the acting banner has the order to use it"),
    TermKind.ORDER: _order,
    TermKind.CARRIES: lambda term, names: (
        _("the acting banner carries %(relic)s") % {"relic": names.of(term)}
    ),
    TermKind.HELD: _held,
    TermKind.KNOWS: lambda term, names: _("its holder knows of %(feature)s") % {"feature": names.of(term)},
    TermKind.OCCUPIES: _occupies,
    TermKind.TURN: _turn,
    TermKind.DIE: _die,
}


def _level(deed: TriggerDeed, names: ThingNames) -> str:
    by = deed["by"]
    values = {"n": abs(by)}
    if deed.get("on") == Receiver.ALL:
        gains = ngettext(
            "all of its holder's banners gain one level",
            "all of its holder's banners gain %(n)d levels",
            values["n"],
        )
        loses = ngettext(
            "all of its holder's banners lose one level",
            "all of its holder's banners lose %(n)d levels",
            values["n"],
        )
    else:
        gains = ngettext(
            "the acting banner gains one level",
            "the acting banner gains %(n)d levels",
            values["n"],
        )
        loses = ngettext(
            "the acting banner loses one level",
            "the acting banner loses %(n)d levels",
            values["n"],
        )
    return (gains if by > 0 else loses) % values


def _reveal(deed: TriggerDeed, names: ThingNames) -> str:
    if deed.get("to") == Audience.ALL:
        return _("everybody learns where %(thing)s is") % {"thing": names.of(deed)}
    return _("its holder learns where %(thing)s is") % {"thing": names.of(deed)}


def _unseal(deed: TriggerDeed, names: ThingNames) -> str:
    return _("%(relic)s is unsealed: it can be picked up, and its holder knows where it lies") % {
        "relic": names.of(deed)
    }


def _spy(deed: TriggerDeed, names: ThingNames) -> str:
    at = deed.get("at")
    if at is None:
        return _("its holder sees all banners up to %(radius)s sectors around it, this turn") % {
            "radius": deed["radius"]
        }
    return _("its holder sees all banners up to %(radius)s sectors around %(at)s, this turn") % {
        "radius": deed["radius"],
        "at": sector_name(*at),
    }


_DEED: Mapping[str, Callable[[TriggerDeed, ThingNames], str]] = {
    DeedKind.LEVEL: _level,
    DeedKind.REVEAL: _reveal,
    DeedKind.UNSEAL: _unseal,
    DeedKind.SPY: _spy,
}
