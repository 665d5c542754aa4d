"""Battles in words: as announced, as fought, and how victory conditions stand (Rules 5.12, 7, 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaign.base.answers import PAGE, called, one_of
from campaign.base.coordinates import sector_name
from campaign.base.documents import Goal, GoalArmy, Map
from campaign.base.progress import Mark, Place, Progress, progress_of
from campaign.base.words.ledger_words import ChangeWords, DecidedWords
from campaign.base.words.report_lines import Names, dice_words
from campaign.base.words.report_words import rule_url
from rules.outcome import Category
from rules.reports.report import Fought, Meeting
from rules.results import Method
from rules.state import At, ConditionKind
from rules.tables import Degree


def unruled_words(hours: int) -> str:
    """What comes of a dispute on which nobody rules, so many hours after the results are due (Rules 7)."""
    if not hours:
        return _("If nobody has ruled when the results are due, the dice decide instead of both results.")
    return ngettext(
        "If nobody has ruled %(n)d hour after the results are due, the dice decide instead of both results.",
        "If nobody has ruled %(n)d hours after the results are due, the dice decide instead of both results.",
        hours,
    ) % {"n": hours}


_CATEGORIES: Mapping[Category, Promise] = {
    Category.BATTLE: gettext_lazy("a battle"),
    Category.RAID: gettext_lazy("a raid"),
    Category.BREAKTHROUGH: gettext_lazy("a breakthrough"),
}
_METHODS: Mapping[Method, Promise] = {
    Method.AUTO: gettext_lazy("Not played: a banner of level 9 or less cannot stand in battle."),
    Method.RULING: gettext_lazy("It was ruled on."),
    Method.TABLETOP: gettext_lazy("Fought on the tabletop."),
    Method.ABSTRACT: gettext_lazy("Resolved by abstract battle."),
}
_DEGREES: Mapping[Degree, Promise] = {
    Degree.MARGINAL: gettext_lazy("a marginal victory"),
    Degree.MINOR: gettext_lazy("a minor victory"),
    Degree.STANDARD: gettext_lazy("a standard victory"),
    Degree.MAJOR: gettext_lazy("a major victory"),
    Degree.DECISIVE: gettext_lazy("a decisive victory"),
    Degree.TOTAL: gettext_lazy("a total victory"),
}


@dataclass(frozen=True, slots=True)
class BattleWords:
    """One own battle in words; ``outcome`` is won, lost, drawn or open; ``id`` is its public id.

    ``cost`` and ``decided`` unfold what it cost, and the dice; None of battles told before they were kept.
    """

    id: str
    title: str
    details: tuple[str, ...]
    outcome: str
    at: At
    rule: str
    cost: ChangeWords | None = None
    decided: DecidedWords | None = None

    @property
    def sector(self) -> str:
        """The name of the sector in which it is fought."""
        return sector_name(*self.at)

    @property
    def rule_url(self) -> str:
        """Where the rule can be read, or nothing."""
        return rule_url(self.rule)


def meeting_words(meeting: Meeting, names: Names) -> BattleWords:
    """A battle as it is announced: who, where, on which table, who attacks, its dice."""
    title = _("%(banner)s (%(level)d) meets %(army)s (%(enemy_level)d) at %(sector)s") % {
        "banner": names.of(meeting.banner),
        "level": meeting.level,
        "army": names.army(meeting.opponent),
        "enemy_level": meeting.enemy_level,
        "sector": sector_name(*meeting.sector),
    }
    return BattleWords(meeting.enemy, title, tuple(_terms(meeting)), "open", meeting.sector, "5.12")


def _terms(meeting: Meeting) -> list[str]:
    ground = _("in a city") if meeting.city else _("on open ground")
    if meeting.auto:
        return [
            _("%(ground)s. It is not played: a banner of level 9 or less is destroyed.")
            % {"ground": _cap(ground)}
        ]
    values = {"category": str(_CATEGORIES[meeting.category]), "ground": ground}
    attack = (
        _("You attack: %(category)s %(ground)s.")
        if meeting.attacker == meeting.banner
        else _("You defend: %(category)s %(ground)s.")
    )
    return [attack % values, _cap(dice_words(meeting.dice)) + "."]


def fought_words(
    fought: Fought,
    names: Names,
    cost: ChangeWords | None = None,
    decided: DecidedWords | None = None,
) -> BattleWords:
    """A battle as it ended: method, winner, points, own losses; of the enemy only whether it is destroyed.

    What ``cost`` and ``decided`` unfold is not told in sentences too.
    """
    meeting = fought.meeting
    outcome = "drawn" if fought.winner is None else "won" if fought.winner == meeting.banner else "lost"
    values = {
        "banner": names.of(meeting.banner),
        "army": names.army(meeting.opponent),
        "sector": sector_name(*meeting.sector),
    }
    titles = {
        "won": _("%(banner)s beat %(army)s at %(sector)s"),
        "lost": _("%(banner)s was beaten by %(army)s at %(sector)s"),
        "drawn": _("%(banner)s and %(army)s fought to a draw at %(sector)s"),
    }
    if fought.method == Method.AUTO and fought.winner is None:
        titles["drawn"] = _("%(banner)s and %(army)s destroyed each other at %(sector)s")
    course = _course(fought, names, cost, decided)
    title = titles[outcome] % values
    return BattleWords(meeting.enemy, title, tuple(course), outcome, meeting.sector, "7", cost, decided)


def _course(
    fought: Fought, names: Names, cost: ChangeWords | None, decided: DecidedWords | None
) -> list[str]:
    meeting = fought.meeting
    said = [str(_METHODS[fought.method])]
    if fought.method != Method.AUTO:
        said = _terms(meeting) + said
    if fought.method == Method.TABLETOP and decided is not None:
        said.append(decided.clause)
    if fought.degree is not None and fought.winner is not None:
        degree = _cap(str(_DEGREES[fought.degree]))
        won = fought.winner == meeting.banner
        said.append(f"{degree}." if won else _("%(degree)s for the enemy.") % {"degree": degree})
    said += [_rolled(own, enemy) for own, enemy in fought.rolls if decided is None]
    if fought.points_lost is not None:
        points = {"own": fought.points_lost[0], "enemy": fought.points_lost[1]}
        said.append(_("You lost %(own)d points, the enemy %(enemy)d.") % points)
    if cost is None or fought.destroyed:
        said.append(_own_losses(fought, names.of(meeting.banner)))
    if fought.sacrificed and cost is None:
        said.append(
            ngettext("You sacrificed one level.", "You sacrificed %(count)d levels.", fought.sacrificed)
            % {"count": fought.sacrificed}
        )
    if fought.enemy_destroyed:
        said.append(_("The enemy banner was destroyed."))
    return said


def _own_losses(fought: Fought, banner: str) -> str:
    if fought.destroyed:
        return _("%(banner)s was destroyed.") % {"banner": banner}
    if not fought.lost:
        return _("%(banner)s lost no level.") % {"banner": banner}
    pattern = ngettext("%(banner)s lost one level.", "%(banner)s lost %(count)d levels.", fought.lost)
    return pattern % {"banner": banner, "count": fought.lost}


def _rolled(own: tuple[int, int], enemy: tuple[int, int]) -> str:
    values = {"a": own[0], "b": own[1], "c": enemy[0], "d": enemy[1]}
    return _("You rolled %(a)d and %(b)d, the enemy %(c)d and %(d)d.") % values


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


@called("Aim")
@dataclass(frozen=True, slots=True)
class GoalWords:
    """A victory condition in words, and how it stands or stood."""

    text: str
    primary: bool
    state: Annotated[str, one_of(("met", "held", "open", "unknown"))]
    standing: Annotated[str, "The same in words."]
    rule: Annotated[str, PAGE] = "10"
    tally: Annotated[str, PAGE] = ""
    """How much of it is done, as far as is known: "31 of 50 sectors"."""
    pace: Annotated[str, PAGE] = ""
    """For how long it has held, where that counts: "turn 1 of 2"."""
    turns: Annotated[int, PAGE] = 1

    @property
    def rule_url(self) -> str:
        """Where the rule can be read, or nothing."""
        return rule_url(self.rule)

    @property
    def told(self) -> str:
        """Tally and pace as one."""
        return ", ".join(part for part in (self.tally, self.pace) if part)


def goal_words(goal: Goal, names: Names, known: Map | None = None) -> GoalWords:
    """An own condition as the map's document lists it (Rules 10); with the map, how far it is, too."""
    text = _aim(goal, names)
    turns = int(goal.get("turns", 1))
    if turns > 1:
        text = _("%(aim)s, for %(turns)d turns in a row") % {"aim": text, "turns": turns}
    met, held = goal.get("met"), goal.get("held") or 0
    if met is None:
        standing, state = _("not known"), "unknown"
    elif met:
        standing, state = _("met"), "met"
    elif held:
        pattern = ngettext("held for one turn", "held for %(count)d turns", held)
        standing, state = pattern % {"count": held}, "held"
    else:
        standing, state = _("not yet"), "open"
    return GoalWords(
        text,
        bool(goal.get("primary", True)),
        state,
        standing,
        tally=tally_words(goal, progress_of(goal, known), names) if known else "",
        pace=pace_words(held, turns) if known and met is not None else "",
        turns=turns,
    )


def tally_words(goal: Goal, progress: Progress, names: Names) -> str:
    """How much of a condition is done, as far as the seat knows; empty where there is nothing to say."""
    if goal["kind"] == ConditionKind.OCCUPATION:
        return sectors_words(progress.done, progress.wanted, listed=bool(goal.get("sectors")))
    if goal["kind"] == ConditionKind.RETRIEVAL:
        return _of_relic(goal.get("relic") or _("the relic"), progress)
    if goal["kind"] == ConditionKind.DESTRUCTION and progress.done is None:
        army = names.army(str(goal["seat"])) if goal.get("seat") is not None else ""
        return _seen(army or goal.get("title") or _("the named banners"), progress.places)
    return ""


def sectors_words(done: int | None, wanted: int | None, *, listed: bool) -> str:
    """How many of the wanted sectors are held."""
    values = {"done": done or 0, "wanted": wanted or 0}
    if listed:
        return _("%(done)d of %(wanted)d held") % values
    return ngettext("%(done)d of one sector", "%(done)d of %(wanted)d sectors", wanted or 0) % values


def pace_words(held: int, turns: int) -> str:
    """For how many of its turns a condition has held; nothing where one is enough."""
    return _("turn %(held)d of %(turns)d") % {"held": min(held, turns), "turns": turns} if turns > 1 else ""


def _of_relic(relic: str, progress: Progress) -> str:
    """Who carries a relic, or where it lies."""
    for place in progress.places:
        values = {"relic": relic, "banner": place.name, "at": place.sector}
        if place.mark is Mark.CARRIED:
            return _("%(banner)s carries %(relic)s at %(at)s") % values
        return _("%(relic)s lies at %(at)s") % values
    pattern = _("%(relic)s is carried") if progress.done else _("where %(relic)s is, is not known")
    return pattern % {"relic": relic}


def _seen(whom: str, places: Sequence[Place]) -> str:
    """Which of the banners to be destroyed are on the map."""
    now = sum(place.turn is None for place in places)
    turns = [place.turn for place in places if place.turn is not None and place.turn >= 0]
    if now:
        pattern = ngettext("%(whom)s: one in sight", "%(whom)s: %(count)d in sight", now)
        return pattern % {"whom": whom, "count": now}
    if turns:
        return _("%(whom)s: last seen in turn %(turn)d") % {"whom": whom, "turn": max(turns)}
    return ""


def _aim(goal: Goal, names: Names) -> str:
    if goal["kind"] == ConditionKind.RETRIEVAL:
        return _("Carry %(relic)s") % {"relic": goal.get("relic") or _("the relic")}
    if goal["kind"] == ConditionKind.DESTRUCTION:
        return _destruction(goal, names)
    if goal["kind"] == ConditionKind.TRIGGER:
        return goal.get("title") or _("Bring about what the campaign has in store")
    if goal.get("sectors"):
        listed = ", ".join(sector_name(x, y) for x, y in goal["sectors"])
        return _("Hold %(sectors)s undisputed") % {"sectors": listed}
    count = int(goal.get("count", 0))
    return ngettext("Hold one sector undisputed", "Hold %(count)d sectors undisputed", count) % {
        "count": count
    }


def _destruction(goal: Goal, names: Names) -> str:
    if goal.get("seat") is not None:
        return _("Leave %(army)s without a banner") % {"army": names.army(str(goal["seat"]))}
    if goal.get("title"):
        return _("Destroy %(mark)s: %(banners)s") % {
            "mark": goal["title"],
            "banners": _targets(goal.get("armies", ()), names),
        }
    count = int(goal.get("banners", 1))
    return ngettext("Destroy the named banner", "Destroy the %(count)d named banners", count) % {
        "count": count
    }


def _targets(armies: Iterable[GoalArmy], names: Names) -> str:
    """Whose banners are to be destroyed, and how many."""
    listed = []
    for one in armies:
        count = int(one["banners"])
        pattern = ngettext("a banner of %(army)s", "%(count)d banners of %(army)s", count)
        listed.append(pattern % {"count": count, "army": names.army(str(one["seat"]))})
    return ", ".join(listed)
