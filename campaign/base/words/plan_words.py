"""A seat's own plan in words: what stood at the deadline, and what it cost to have none (Rules 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.coordinates import sector_name
from campaign.base.documents import OtherTold, PlanTold
from campaign.models import PlanCounted
from rules.reports.report import Meeting

_STATES: Mapping[str, Promise] = {
    PlanCounted.SUBMITTED: gettext_lazy("Your plan: submitted."),
    PlanCounted.DRAFT: gettext_lazy("Your plan: the draft that was saved last; it counted."),
    PlanCounted.FALLBACK: gettext_lazy("Your plan: none stood at the deadline, so your fallback was used."),
    PlanCounted.BOT: gettext_lazy("Your plan: made by the bot."),
    PlanCounted.EXCUSED: gettext_lazy("Your plan: none, and you were excused: no orders, but no forfeit."),
    PlanCounted.MISSED: gettext_lazy("Your plan: missed. None stood at the deadline: no banner had orders."),
}


def plan_words(plan: PlanTold | None, meetings: Iterable[Meeting], names: Mapping[str, str]) -> str:
    """One or two sentences; nothing where no plan was asked for, or of a turn told before this was kept."""
    if plan is None or plan["state"] is None:
        return ""
    if plan["corrected"]:
        return _("Your plan: none stood, but the facilitator entered orders for you; it counts as submitted.")
    said = str(_STATES[plan["state"]])
    if plan["state"] != PlanCounted.MISSED:
        return said
    lost = [one for one in meetings if one.enemy in plan["forfeited"]]
    if not lost:
        return said
    listed = "; ".join(battle_in_short(one, names) for one in lost)
    return _("%(said)s Forfeited by it: %(battles)s.") % {"said": said, "battles": listed}


def other_words(other: OtherTold, *, over: bool) -> str:
    """What came of an order in words; ``over``: the turn is published."""
    if other["settled"]:
        return other["words"] or _("The facilitator has settled it.")
    return _("Nothing came of it.") if over else _("The report of the turn says what came of it.")


def battle_in_short(meeting: Meeting, names: Mapping[str, str]) -> str:
    """An own battle as announced: ``F12: Vanguard (15) against Crimson Host (14)``."""
    return _("%(sector)s: %(banner)s (%(level)d) against %(army)s (%(enemy_level)d)") % {
        "sector": sector_name(*meeting.sector),
        "banner": names.get(meeting.banner, ""),
        "level": meeting.level,
        "army": names.get(meeting.opponent, ""),
        "enemy_level": meeting.enemy_level,
    }
