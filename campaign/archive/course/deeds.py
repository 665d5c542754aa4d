"""What was done in a turn besides the plans: battles, settlements, corrections with their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.archive.course.war_names import WarNames
from campaign.base.answers import Json, Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.desk.review.truth_words import change_in_words
from campaign.models import AuditEntry, Battle, BattleMethod, Correction, CorrectionStage, Turn
from campaign.turn.contact.battle_status import IN_DISPUTE, tells_of
from rules.club.triggers import DeedKind
from rules.documents import BattleFought, Outcome, Scenario


@called("CourseBattle")
@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle of a turn, in a sentence, with how it was decided."""

    at: Sector
    seats: tuple[int, int]
    method: Annotated[str, one_of(BattleMethod)]
    disputed: bool
    text: str
    ruling: Annotated[str, "Why the facilitator ruled as it did, if anybody ruled."]


@called("CourseCorrection")
@dataclass(frozen=True, slots=True)
class CorrectionMade:
    """A facilitator's correction that took effect, with its reason."""

    stage: Annotated[str, one_of(CorrectionStage)]
    text: str
    reason: str
    by: str


def battle_lines(turn: Turn, outcome: Outcome, names: WarNames) -> Iterator[BattleLine]:
    """The battles of a turn: two queries."""
    rows = {(row.first, row.second): row for row in Battle.objects.filter(turn=turn)}
    said = AuditEntry.objects.filter(turn=turn, kind__in=IN_DISPUTE).order_by("id")
    disputes = list(said.values_list("values", flat=True))
    for battle in outcome["battles"]:
        first, second = battle["banners"]
        row = rows.get((first, second))
        if row is None:
            continue
        owners = (row.seat_first_id, row.seat_second_id)
        numbers = {seat.pk: seat.number for seat in names.seats.values()}
        yield BattleLine(
            at=(battle["sector"][0], battle["sector"][1]),
            seats=(numbers[owners[0]], numbers[owners[1]]),
            method=battle["method"],
            disputed=any(tells_of(values, row) for values in disputes),
            text=_battle_text(battle, names),
            ruling=row.ruling_reason,
        )


def _battle_text(battle: BattleFought, names: WarNames) -> str:
    first, second = battle["banners"]
    levels, lost = battle["levels"], battle["lost"]
    met = _("%(first)s (%(a)d) met %(second)s (%(b)d) at %(sector)s") % {
        "first": names.banner(first),
        "a": levels[first],
        "second": names.banner(second),
        "b": levels[second],
        "sector": sector_name(*battle["sector"]),
    }
    who = _("nobody won")
    if battle["winner"] is not None:
        who = _("%(banner)s won") % {"banner": names.banner(battle["winner"])}
    cost = ", ".join(_cost(names.banner(key), lost[key]) for key in (first, second))
    return _("%(met)s: %(who)s; %(cost)s.") % {"met": met, "who": who, "cost": cost}


def _cost(banner: str, levels: int) -> str:
    if not levels:
        return _("%(banner)s lost no level") % {"banner": banner}
    pattern = ngettext("%(banner)s lost one level", "%(banner)s lost %(n)d levels", levels)
    return pattern % {"banner": banner, "n": levels}


def corrections_of(turn: Turn, names: WarNames) -> Iterator[CorrectionMade]:
    """The corrections of both reviews that stood, in the order in which they were made."""
    made = Correction.objects.filter(turn=turn, withdrawn_at=None).select_related("user").order_by("id")
    for one in made:
        yield CorrectionMade(
            stage=one.stage,
            text=change_in_words(one.change, names.banner, names.thing, names.army),
            reason=one.reason,
            by=one.user.name if one.user is not None else "",
        )


def settlement_lines(began: Scenario, names: WarNames) -> Iterator[str]:
    """What a facilitator has settled of orders in words (Rules 14.3)."""
    texts = _texts(began)
    for one in cast("Mapping[str, Json]", began).get("settlements", ()):
        deeds = [_deed(deed, names) for deed in (*one.get("start", ()), *one.get("end", ()))]
        text = texts.get(one["banner"], "")
        asked = _("%(banner)s had the order “%(text)s”") if text else _("%(banner)s asked for something else")
        values = {"asked": asked % {"banner": names.banner(one["banner"]), "text": text}}
        if deeds:
            yield _("%(asked)s: %(deeds)s.") % {**values, "deeds": "; ".join(deeds)}
        else:
            yield _("%(asked)s: nothing came of it.") % values


def _texts(began: Scenario) -> dict[str, str]:
    """The orders in words by their banners."""
    return {
        banner: str(orders["special"].get("text", ""))
        for plan in began.get("plans", {}).values()
        for banner, orders in plan["orders"].items()
        if orders.get("special")
    }


def _deed(deed: Mapping[str, Json], names: WarNames) -> str:
    kind = deed["do"]
    if kind == DeedKind.LEVEL:
        values = {"by": f"{deed['by']:+d}", "banner": names.banner(deed.get("banner") or "")}
        return (_("level %(by)s for %(banner)s") if deed.get("banner") else _("level %(by)s")) % values
    if kind == DeedKind.MOVE:
        return _("moved to %(sector)s") % {"sector": sector_name(*deed["to"])}
    if kind == DeedKind.SPY:
        where = sector_name(*deed["at"]) if deed.get("at") else _("where it stood")
        return _("a look at %(sector)s") % {"sector": where}
    thing = names.relic(deed["relic"]) if deed.get("relic") else names.feature(deed.get("feature") or "")
    if kind == DeedKind.REVEAL:
        return _("%(thing)s was revealed") % {"thing": thing}
    return _("%(thing)s was unsealed") % {"thing": thing}
