"""The log in the reader's language.

Entries are written once, in English, with their names and numbers filled in: they are the record. Here are
their sentences, so that a page can say them anew in another language.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop

from campaign.anew import Anew

SENTENCES = (
    gettext_noop("The campaign starts. All dice are bound by %(commitment)s"),
    gettext_noop("The plan deadline has passed; the movement is worked out"),
    gettext_noop("The battles are announced"),
    gettext_noop("The battles are over"),
    gettext_noop("The turn is published"),
    gettext_noop("The campaign ends, without a champion: %(reason)s"),
    gettext_noop("The campaign ends, and %(army)s is its champion: %(reason)s"),
    gettext_noop("New dice are bound by %(commitment)s"),
    gettext_noop("The %(date)s moves from %(before)s to %(after)s: %(reason)s"),
    gettext_noop("The schedule of coming turns has changed: %(reason)s"),
    gettext_noop("The mission table %(name)s was changed"),
    gettext_noop("The campaign is paused: %(reason)s"),
    gettext_noop("The campaign goes on"),
    gettext_noop("The campaign is on hold after a failure; all plans and results are safe"),
    gettext_noop("%(army)s is away from %(first)s to %(last)s"),
    gettext_noop("%(army)s is not away from %(first)s to %(last)s"),
    gettext_noop("The plan deadline is %(days)s later: %(armies)s"),
    gettext_noop("The %(review)s is held: %(reason)s"),
    gettext_noop("Reminded of the plan: %(names)s"),
    gettext_noop("%(count)s results are in dispute; the turn waits for a ruling"),
    gettext_noop("Nobody ruled in time, so the dice decide: %(battle)s"),
    gettext_noop("Looked through the eyes of %(army)s"),
    gettext_noop("Ruled on %(battle)s: %(reason)s"),
    gettext_noop("%(army)s has forfeited %(battle)s: %(reason)s"),
    gettext_noop("%(army)s is excused from planning: %(reason)s"),
    gettext_noop("Withdrew a correction (%(what)s): %(reason)s"),
    gettext_noop("Corrected the %(what)s: %(reason)s"),
    gettext_noop("Turn %(turn)s cannot be resolved: %(reason)s"),
    gettext_noop("%(army)s asks to open the result again: %(battle)s"),
    gettext_noop("%(army)s leaves a battle to the dice: %(battle)s"),
    gettext_noop("%(army)s tells of %(battle)s: %(words)s"),
    gettext_noop("%(army)s seals a sacrifice of %(levels)s: %(battle)s"),
    gettext_noop("The two results differ: %(battle)s"),
    gettext_noop("%(army)s: no plan stood, and its fallback was used"),
    gettext_noop("%(army)s: no plan; excused by itself, as the first one missed"),
    gettext_noop("%(army)s: no plan; its battles are forfeited"),
    gettext_noop("%(army)s has missed %(count)s plans in a row: %(who)s"),
    gettext_noop("%(army)s claims that %(other)s has forfeited %(battle)s"),
    gettext_noop("The claim of %(army)s is not granted: %(battle)s: %(reason)s"),
    gettext_noop("%(count)s sides were reminded of their battles"),
    gettext_noop("A stand-in is sought for %(army)s"),
    gettext_noop("%(person)s stands in for %(army)s"),
    gettext_noop("An invitation was made: %(words)s"),
    gettext_noop("An invitation was taken back: %(words)s"),
    gettext_noop("%(army)s is handed in"),
    gettext_noop("%(army)s is played by its player again"),
    gettext_noop("The bot plays %(army)s"),
    gettext_noop("%(name)s has left %(army)s"),
    gettext_noop("%(name)s was removed from %(army)s: %(reason)s"),
    gettext_noop("%(name)s is deputy of %(army)s"),
    gettext_noop("%(name)s is no longer deputy of %(army)s"),
    gettext_noop("%(name)s is facilitator"),
    gettext_noop("%(name)s is observer"),
    gettext_noop("%(name)s is arbiter"),
    gettext_noop("%(name)s is no longer facilitator"),
    gettext_noop("%(name)s is no longer observer"),
    gettext_noop("%(name)s is no longer arbiter"),
    gettext_noop("A program at %(host)s is told no more: whoever had set that up has left"),
    gettext_noop("%(army)s is approved"),
    gettext_noop("%(name)s plays %(army)s"),
)
"""What is written to the log, each sentence once; the more general of two stands later."""

_ANEW = Anew(SENTENCES)


def log_text(text: str) -> str:
    """An entry of the log in the language of the moment."""
    return _ANEW.said(text)
