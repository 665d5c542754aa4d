"""A campaign's settings in words: what each asks, what its choices mean, and the rule beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaign.base.setup.campaign_settings import BANNERS, FACTS, Variables


@dataclass(frozen=True, slots=True)
class SettingWords:
    """A setting: its question, what it does, the section of the rules, and the words of its choices."""

    label: Promise
    help: Promise
    rule: str = ""
    choices: tuple[tuple[str, Promise], ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that belong together."""

    title: Promise
    settings: Mapping[str, SettingWords]


GROUPS: tuple[Group, ...] = (
    Group(
        _("Battles"),
        {
            "battles": SettingWords(
                _("How are battles decided?"),
                _("By dice: for campaigns across the world; sacrifices are then part of the plan."),
                "7",
                (("tabletop", _("On the tabletop")), ("abstract", _("By dice, at once"))),
            ),
            "battle_load": SettingWords(
                _("Battles that a player must fight in a turn"),
                _("Whoever has more may leave those beyond it to the dice, within 48 hours."),
                "7",
            ),
            "engagement": SettingWords(
                _("When do banners in range of each other fight?"),
                _("On contact: when their battle ranges begin to overlap. Every turn: as long as they do."),
                "5.12",
                (("on_contact", _("On contact")), ("every_turn", _("Every turn"))),
            ),
            "early_results": SettingWords(
                _("End the battles early"),
                _("At the next daily deadline hour once no battle is left to play or report."),
                "2",
            ),
            "dispute_hours": SettingWords(
                _("Hours after which a dispute is left to the dice"),
                _("Counted from the results deadline, if nobody has ruled on it."),
                "7",
            ),
        },
    ),
    Group(
        _("Plans"),
        {
            "drafts_count": SettingWords(
                _("A saved draft counts"),
                _("The last save before the deadline is the plan. Off: only what was submitted."),
                "2",
            ),
            "plan_revision": SettingWords(
                _("A submitted plan may be replaced until the deadline"),
                _("Off: submitting is final."),
                "2",
            ),
            "grace": SettingWords(
                _("Missed plans that are excused by themselves"),
                _("For each player, once each. An excused player has no orders, but forfeits no battle."),
                "2",
            ),
            "vacation_days": SettingWords(
                _("Days of vacation for each player"),
                _("Announced 48 hours ahead, they move the next plan deadline; at most 4 days a turn."),
                "2",
            ),
            "missed_limit": SettingWords(
                _("Missed plans in a row before the seat is handed over"),
                _("To the deputy, else to the bot, until the player returns."),
                "2",
            ),
            "early_close": SettingWords(
                _("Close early when all plans are in"),
                _("The plan deadline is then brought forward, and everybody is told."),
                "2",
            ),
            "early_close_minutes": SettingWords(
                _("Minutes until the early close"), _("A facilitator may stop it in that time."), "2"
            ),
        },
    ),
    Group(
        _("Armies and ranges"),
        {
            "army_rules": SettingWords(
                _("Army rules are used"), _("Each player picks some, with a justification."), "11"
            ),
            "army_points": SettingWords(_("Points for army rules"), _("Drawbacks give points back."), "11"),
            "army_approval": SettingWords(
                _("Who approves the armies?"),
                _("Unless a facilitator approves each, whoever joins has an army at once and may change it."),
                "11",
                (
                    ("by_hand", _("A facilitator approves each")),
                    ("presets", _("A facilitator, except for unchanged presets")),
                    ("points", _("The points check alone")),
                ),
            ),
            "special_orders": SettingWords(
                _("Which special orders are allowed?"),
                _(
                    "Besides those of the rules. A facilitator settles what comes of an order in a"
                    " player's own words."
                ),
                "14.2",
                (
                    ("none", _("None")),
                    ("use", _("To use a feature or a relic")),
                    ("all", _("To use things, and orders in players' own words")),
                ),
            ),
            "battle_radius": SettingWords(
                _("Battle range, in sectors"), _("Where these overlap, banners meet in battle."), "1"
            ),
            "recon_radius": SettingWords(
                _("Recon range, in sectors"), _("What every banner sees; at least the battle range."), "1"
            ),
            "search_radius": SettingWords(
                _("Search range, in sectors"),
                _("What a searching banner sees; at least the recon range."),
                "1",
            ),
        },
    ),
    Group(
        _("Secrecy, press and end"),
        {
            "press": SettingWords(
                _("Who may write to whom?"),
                _("A battle's two players can always write to each other about it."),
                "",
                (
                    ("full", _("Everybody to everybody, also in private")),
                    ("public", _("Only to all at once")),
                    ("none", _("Nobody")),
                ),
            ),
            "open_vision": SettingWords(
                _("What may anybody see of the war while it runs?"),
                _(
                    "Anything but the public facts needs the consent of every player before the start, comes"
                    " turns late, and can later only be switched off."
                ),
                "",
                (
                    ("facts", _("The public facts alone")),
                    ("front", _("Also who holds which ground, and who fought, turns late")),
                    ("banners", _("Also where every army's banners stood, with their levels, turns late")),
                ),
            ),
            "open_delay": SettingWords(
                _("How many turns late may anybody see it?"),
                _("2 to 10. With the publication of a turn all see the turn that was so many before it."),
            ),
            "last_turn": SettingWords(
                _("Last turn"),
                _("If nobody has won by then, the order of victory decides. Empty: there is none."),
                "10",
            ),
        },
    ),
    Group(
        _("Dice"),
        {
            "dice": SettingWords(
                _("How are dice thrown?"),
                _(
                    "Open: mixed, after plans have closed, with a public number or what players' browsers"
                    " give. Turns by the minute have open dice only where this site has a public beacon."
                ),
                "4",
                (
                    ("open", _("Openly: nobody can know them while plans are made")),
                    ("chain", _("From the war's own chain of seeds alone")),
                ),
            ),
            "open_hours": SettingWords(
                _("Hours in which browsers open what they sealed"),
                _("Where there is no public beacon. At most half the time until the announcement."),
                "4",
            ),
        },
    ),
    Group(
        _("Who may join"),
        {
            "plans_on_time": SettingWords(
                _("Of 100 plans, how many must have been on time"),
                _(
                    "For whoever takes a seat by a link or asks for one. 0: no minimum. It never"
                    " applies to people invited by name."
                ),
            ),
            "newcomers_too": SettingWords(
                _("It applies to newcomers too"),
                _("Off: whoever has sent fewer than ten plans may join all the same."),
            ),
        },
    ),
)
"""The settings as the builder's page asks for them. Those of time are the schedule's."""

TIMES: Mapping[str, SettingWords] = {
    "min_plan_hours": SettingWords(
        _("Hours for plans, at least"), _("Between publication and the plan deadline."), "2"
    ),
    "min_battle_days": SettingWords(
        _("Days for battles, at least"), _("Between announcement and the results deadline."), "2"
    ),
}

WORDS: Mapping[str, SettingWords] = {
    **{name: words for group in GROUPS for name, words in group.settings.items()},
    **TIMES,
}


def changed_words(before: Variables, after: Variables) -> list[str]:
    """The settings that differ, each with what it is now; without those that stand with the dates."""
    return [
        f"{words.label} ({_value(words, getattr(after, key))})"
        for group in GROUPS
        for key, words in group.settings.items()
        if getattr(before, key) != getattr(after, key)
    ]


def _value(words: SettingWords, value: object) -> str:
    if isinstance(value, bool):
        return str(_("on") if value else _("off"))
    return str(dict(words.choices).get(str(value), "-" if value is None else str(value)))


def vision_words(variables: Variables) -> str:
    """What all who may read what is public see while the war runs; empty: only the public facts."""
    if variables.open_vision == FACTS:
        return ""
    if variables.open_vision == BANNERS:
        text = ngettext(
            "%(n)d turn late all may see who held which ground, who fought and won where, and where every"
            " army's banners stood with their levels.",
            "%(n)d turns late all may see who held which ground, who fought and won where, and where every"
            " army's banners stood with their levels.",
            variables.open_delay,
        )
    else:
        text = ngettext(
            "%(n)d turn late all may see who held which ground, and who fought and won where.",
            "%(n)d turns late all may see who held which ground, and who fought and won where.",
            variables.open_delay,
        )
    return text % {"n": variables.open_delay}
