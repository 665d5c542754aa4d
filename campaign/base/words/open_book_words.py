"""A campaign's settings as sentences: what each means as it is set, for whoever reads before joining."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

Words = Any
"""A text that is translated when it is shown; those with a number choose its form only then."""


def _choice(**texts: Words) -> Callable[[Any], str]:
    return lambda value: str(texts[value])


def _switch(on: Words, off: Words) -> Callable[[object], str]:
    return lambda value: str(on if value else off)


def _count(text: Words, none: Words = "") -> Callable[[Any], str]:
    """A sentence with the number; ``none`` where it is 0, or where nothing is set."""
    return lambda value: str(none) if none and not value else str(text % {"n": value})


SENTENCES: Mapping[str, Callable[[object], str]] = {
    "battles": _choice(
        tabletop=_("Battles are fought on the tabletop; two players may agree to leave one to the dice."),
        abstract=_(
            "All battles are decided by dice at once; how many levels to sacrifice is part of the plan."
        ),
    ),
    "battle_load": _count(
        ngettext_lazy(
            "Whoever has more than one battle in a turn may leave the others to the dice within 48 hours.",
            "Whoever has more than %(n)d battles in a turn may leave the others to the dice within 48 hours.",
            "n",
        ),
        _("Every battle may be left to the dice by one of its players, within 48 hours."),
    ),
    "engagement": _choice(
        on_contact=_("Enemies fight when their battle ranges begin to overlap, and not again while they do."),
        every_turn=_("Enemies fight in every turn in which their battle ranges overlap."),
    ),
    "early_results": _switch(
        _("The battles end early, at the next daily deadline hour, once none is left to play or report."),
        _("The battles end at their deadline, even if all have been reported before."),
    ),
    "dispute_hours": _count(
        ngettext_lazy(
            "A dispute on which nobody has ruled one hour after the results deadline is left to the dice.",
            "A dispute on which nobody has ruled %(n)d hours after the results deadline is left to the dice.",
            "n",
        ),
        _("A dispute on which nobody has ruled by the results deadline is left to the dice."),
    ),
    "drafts_count": _switch(
        _("The last save before the deadline is the plan, submitted or not."),
        _("Only a plan that was submitted counts; what was merely saved does not."),
    ),
    "plan_revision": _switch(
        _("A submitted plan may be replaced until the deadline."), _("Submitting a plan is final.")
    ),
    "grace": _count(
        ngettext_lazy(
            "The first plan that a player misses is excused by itself: no orders, but no battle forfeited.",
            "The first %(n)d plans that a player misses are excused by themselves: no orders, but no battle"
            " forfeited.",
            "n",
        ),
        _("No missed plan is excused by itself: without one all battles of that turn are forfeited."),
    ),
    "vacation_days": _count(
        ngettext_lazy(
            "Each player has one day of vacation; announced 48 hours ahead it moves the next plan deadline.",
            "Each player has %(n)d days of vacation; announced 48 hours ahead they move the next plan"
            " deadline, by at most 4 days a turn.",
            "n",
        ),
        _("There are no days of vacation."),
    ),
    "missed_limit": _count(
        ngettext_lazy(
            "Whoever misses a plan hands the seat to the deputy, else to the bot, until the player returns.",
            "Whoever misses %(n)d plans in a row hands the seat to the deputy, else to the bot, until the"
            " player returns.",
            "n",
        )
    ),
    "early_close": _switch(
        _("When all plans are in, the plan deadline is brought forward, and everybody is told."),
        _("The plan deadline stands, even when all plans are in."),
    ),
    "early_close_minutes": _count(
        ngettext_lazy(
            "A deadline that is brought forward is one minute away then; a facilitator may stop it.",
            "A deadline that is brought forward is %(n)d minutes away then; a facilitator may stop it.",
            "n",
        ),
        _("A deadline that is brought forward has come at once."),
    ),
    "army_rules": _switch(
        _("Each player picks army rules, with a justification for each."),
        _("The campaign is played without army rules."),
    ),
    "army_approval": _choice(
        by_hand=_(
            "A facilitator approves each army; where nobody may see the set-up, the points check does."
        ),
        presets=_("An unchanged preset is approved when it is handed in, any other army by a facilitator."),
        points=_("Every army within its points is approved when it is handed in."),
    ),
    "army_points": _count(
        ngettext_lazy(
            "An army's rules may be worth one point in all; drawbacks give points back.",
            "An army's rules may be worth %(n)d points in all; drawbacks give points back.",
            "n",
        ),
        _("An army's rules may be worth nothing in all: advantages are paid for with drawbacks."),
    ),
    "special_orders": _choice(
        none=_("There are no special orders but those of the rules."),
        use=_("A banner may be ordered to use a relic that it carries, or a feature that its player knows."),
        all=_(
            "A banner may be ordered to use a relic or a feature, or anything else in the player's"
            " own words: the"
            " facilitator settles what comes of that."
        ),
    ),
    "battle_radius": _count(
        ngettext_lazy(
            "A banner's battle range reaches one sector far; where these overlap, enemies meet in battle.",
            "A banner's battle range reaches %(n)d sectors far; where these overlap, enemies meet in battle.",
            "n",
        ),
        _("A banner's battle range is the sector that it stands in."),
    ),
    "recon_radius": _count(
        ngettext_lazy(
            "Its recon range, by which it sees enemies, reaches one sector far.",
            "Its recon range, by which it sees enemies, reaches %(n)d sectors far.",
            "n",
        ),
        _("Its recon range, by which it sees enemies, is the sector that it stands in."),
    ),
    "search_radius": _count(
        ngettext_lazy(
            "In a turn in which it searches it sees one sector far, and finds features and relics.",
            "In a turn in which it searches it sees %(n)d sectors far, and finds features and relics.",
            "n",
        ),
        _("In a turn in which it searches it finds features and relics in the sector that it stands in."),
    ),
    "press": _choice(
        full=_("Everybody may write to everybody, also in private."),
        public=_("Players may write to all at once only, and to the enemy of a battle about it."),
        none=_("Players write to nobody but the enemy of a battle, about it."),
    ),
    "open_vision": _choice(
        facts=_("While the war runs, all but the public facts is known to those alone whose it is."),
        front=_(
            "Some turns late anybody who may read this book sees who held which ground, and who fought and"
            " won where. Every player has to agree before the start."
        ),
        banners=_(
            "Some turns late anybody who may read this book sees who held which ground, who fought and won"
            " where, and where every army's banners stood with their levels. Every player has to agree"
            " before the start."
        ),
    ),
    "open_delay": _count(
        ngettext_lazy(
            "What all may see of the war, if anything, is a turn late.",
            "What all may see of the war, if anything, is %(n)d turns late.",
            "n",
        ),
        _("What all may see of the war, if anything, is as it stands."),
    ),
    "last_turn": _count(
        _(
            "The war ends with turn %(n)d at the latest; if nobody has won by then, the order of victory"
            " decides."
        ),
        _("The war has no last turn: it ends when somebody has won."),
    ),
    "dice": _choice(
        open=_(
            "Dice are open: they are mixed when plans have closed, with what nobody could know while plans"
            " were made."
        ),
        chain=_("Dice follow from the war's own chain of seeds, bound before the first turn."),
    ),
    "open_hours": _count(
        ngettext_lazy(
            "Where there is no public beacon, browsers have one hour to open what they sealed.",
            "Where there is no public beacon, browsers have %(n)d hours to open what they sealed.",
            "n",
        )
    ),
    "plans_on_time": _count(
        _(
            "Whoever takes a seat without being invited by name must have sent at least %(n)d of 100"
            " plans on time in other wars."
        ),
        _("Plans in other wars do not matter for taking a seat."),
    ),
    "newcomers_too": _switch(
        _("Where plans on time are asked for, newcomers must have sent ten of them, too."),
        _("Where plans on time are asked for, whoever has sent fewer than ten plans may join all the same."),
    ),
    "min_plan_hours": _count(
        ngettext_lazy(
            "There is one hour for plans, at least, from publication to the plan deadline.",
            "There are %(n)d hours for plans, at least, from publication to the plan deadline.",
            "n",
        ),
        _("The plan deadline may follow at once upon publication."),
    ),
    "min_battle_days": _count(
        ngettext_lazy(
            "There is one day for battles, at least, from the announcement to the results deadline.",
            "There are %(n)d days for battles, at least, from the announcement to the results deadline.",
            "n",
        ),
        _("The results deadline may follow at once upon the announcement."),
    ),
}
"""What each setting means, by its name."""

READY = _("There are no dates: a turn is resolved when you have submitted your plan.")
DEADLINES: Mapping[str, Promise] = {
    "plan": _("Plans are due on %(when)s."),
    "announce": _("Battles are announced by %(when)s."),
    "results": _("Battle results are due on %(when)s."),
    "publish": _("The turn is published by %(when)s."),
}
PROMISED: Mapping[str, Promise] = {
    "plan": _("Plans are due on %(when)s, as promised to all."),
    "announce": _("Battles are announced by %(when)s, as promised to all."),
    "results": _("Battle results are due on %(when)s, as promised to all."),
    "publish": _("The turn is published by %(when)s, as promised to all."),
}
RHYTHM_PLANS: Words = ngettext_lazy(
    "Plans are due one minute after a turn opens.", "Plans are due %(n)d minutes after a turn opens.", "n"
)
RHYTHM_BATTLES: Words = ngettext_lazy(
    "Battle results are due one minute after the announcement.",
    "Battle results are due %(n)d minutes after the announcement.",
    "n",
)
RHYTHM_HOURS = _("The clock runs from %(from)s to %(until)s, and stands outside these hours and on holidays.")
RHYTHM_DOWNTIME = _(
    "If the app is down for more than two minutes, the minutes of that deadline begin again when it is back;"
    " no vacation moves it."
)
OWN_DATES = _("Turn %(turn)s has dates of its own: %(dates)s.")
OWN_PLAN = _("plans are due on %(when)s")
OWN_RESULTS = _("battle results are due on %(when)s")
OWN_PLAN_HOURS: Words = ngettext_lazy("one hour for plans, at least", "%(n)d hours for plans, at least", "n")
OWN_BATTLE_DAYS: Words = ngettext_lazy(
    "one day for battles, at least", "%(n)d days for battles, at least", "n"
)
EVERY_DAY = _("any day at %(hour)s")
ON_A_DAY = _("%(day)s at %(hour)s")
ZONE = _("The hours are those of %(zone)s.")
SHORT_TURNS = _(
    "As long as nobody can have met anybody, counted from the starts alone, turns are short: plans are due on"
    " any day."
)
HOLIDAYS = _("A deadline on a holiday falls on the next free day at the same hour: %(days)s.")
AUTOMATIC = _("Turns go on by themselves at their deadlines; nobody reviews them.")
REVIEWED = _("A facilitator reviews each turn before it is told, and may correct it with a reason.")
BLIND = _("It is set up blind: features, relics, starts and aims are drawn by seed and shown to nobody.")
