"""What is wrong with a document, in the reader's language: the rules, which read it, know only English."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from campaign.anew import Anew
from rules.scenario import ScenarioError

SENTENCES = (
    gettext_noop("is not UTF-8 text"),
    gettext_noop("is nested too deeply"),
    gettext_noop("is not JSON: %(fault)s"),
    gettext_noop("is missing"),
    gettext_noop("must be an object, not %(value)s"),
    gettext_noop("must be a list, not %(value)s"),
    gettext_noop("must be text, not %(value)s"),
    gettext_noop("must be text that is not empty, not %(value)s"),
    gettext_noop("must be a whole number, not %(value)s"),
    gettext_noop("must be %(least)s or more, not %(value)s"),
    gettext_noop("must be at most %(most)s"),
    gettext_noop("must be from %(least)s to %(most)s, not %(value)s: the army is without massive_armies"),
    gettext_noop("must be from %(least)s to %(most)s, not %(value)s"),
    gettext_noop("must be true or false, not %(value)s"),
    gettext_noop("must be one of %(allowed)s, not %(value)s"),
    gettext_noop("must be a sector [x, y], not %(value)s"),
    gettext_noop("must be %(count)s hex digits"),
    gettext_noop("must be the ids of two banners, not %(count)s"),
    gettext_noop("must be the ids of two different banners"),
    gettext_noop("key %(key)s is written twice"),
    gettext_noop("key %(key)s is not text"),
    gettext_noop("is an unknown key; allowed are %(allowed)s"),
    gettext_noop("has %(count)s items; at most %(most)s are allowed"),
    gettext_noop("needs battle_radius <= recon_radius <= search_radius, not %(given)s"),
    gettext_noop("has %(count)s sectors; a row has 1 to %(most)s"),
    gettext_noop("has %(count)s sectors; the first row has %(first)s"),
    gettext_noop("holds %(strange)s; a sector is '.', 'C' or '#'"),
    gettext_noop("has no rows; a map has at least one"),
    gettext_noop("%(id)s is the id of another player too"),
    gettext_noop("%(id)s is the id of another banner too"),
    gettext_noop("%(id)s is the id of another feature too"),
    gettext_noop("%(id)s is the id of another relic too"),
    gettext_noop("sector [%(at)s] holds banner %(banner)s of another player"),
    gettext_noop("sector [%(at)s] is listed twice"),
    gettext_noop("sector [%(at)s] is impassable"),
    gettext_noop("sector [%(at)s] is off the map"),
    gettext_noop("a disputed sector has no occupier"),
    gettext_noop("needs exactly one of carried_by and at"),
    gettext_noop("only an army with hive_mentality has a node"),
    gettext_noop("%(banner)s is not a banner of this player"),
    gettext_noop("%(banner)s is not a banner of player %(player)s"),
    gettext_noop("a condition of %(kind)s needs exactly one of %(allowed)s"),
    gettext_noop("is empty; it needs at least one item"),
    gettext_noop("%(id)s is not the id of an army rule"),
    gettext_noop("%(id)s is not the id of a banner"),
    gettext_noop("%(id)s is not the id of a player"),
    gettext_noop("%(id)s is listed twice"),
    gettext_noop("%(order)s is a %(slot)s order, not a %(other)s one"),
    gettext_noop("player %(player)s reports this battle twice"),
    gettext_noop("player %(player)s is not in this battle"),
    gettext_noop("this battle is ruled on twice"),
    gettext_noop("%(banner)s is not in this battle; null is a draw"),
    gettext_noop("%(one)s and %(other)s do not meet in battle"),
    gettext_noop("the battle of %(one)s and %(other)s is auto: it is not played"),
    gettext_noop("only an army with sacrifice gives up levels"),
)
"""What the rules say of a document, each sentence once; the more general of two stands later."""

_ANEW = Anew(SENTENCES)


def fault_text(message: str) -> str:
    """What is wrong at a place of a document, without the place."""
    return _ANEW.said(message)


def fault(error: ScenarioError) -> str:
    """Place and fault, as one line without a full stop."""
    return f"{error.path}: {fault_text(error.message)}"
