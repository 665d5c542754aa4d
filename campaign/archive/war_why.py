"""Why a war ended as it did: everybody's aims and how they stood, what decided, and the disputes of each.

Everything here is read from the last turn's documents; before the end it is nobody's (spec: Who knows what).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.base.answers import Named, called
from campaign.base.documents import Goal
from campaign.base.setup.documents import Condition
from campaign.base.words.battle_words import GoalWords, goal_words
from campaign.base.words.log_messages import codes_of
from campaign.base.words.report_words import Names
from campaign.models import (
    AuditEntry,
    Banner,
    Battle,
    Campaign,
    Phase,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
)
from campaign.turn.contact.battle_status import IN_DISPUTE, tells_of
from rules.documents import Outcome, ScenarioBanner


@called("WarSide")
@dataclass(frozen=True, slots=True)
class Side:
    """An army at the end, with what ranks it (Rules 10) and how many of its battles were in dispute."""

    number: Annotated[int, Named("seat")]
    army: str
    player: str
    champion: bool
    aims: tuple[GoalWords, ...]
    secondary: Annotated[int, "Secondary conditions met."]
    sectors: int
    levels: int
    disputes: int


@called("WarReasons")
@dataclass(frozen=True, slots=True)
class Why:
    """Why the war ended as it did."""

    player: Annotated[str, "Who led the champion's army."]
    decided: Annotated[tuple[str, ...], "What decided, in sentences."]
    sides: tuple[Side, ...]


def why(campaign: Campaign) -> Why:
    """Why the war ended as it did; of one that ended before its first turn was published only who played."""
    turn = Turn.objects.filter(
        campaign=campaign, phase=Phase.PUBLISHED, number__gt=0, outcome__isnull=False
    ).order_by("-number")
    last = turn.only("number", "outcome").first()
    outcome: Outcome | None = last.outcome if last is not None else None
    seats = list(Seat.objects.filter(campaign=campaign).select_related("user").order_by("number"))
    goals = _goals(last) if last is not None else {}
    disputes = disputes_by_seat(campaign)
    sides = {
        seat.key: _side(seat, campaign, goals.get(seat.pk, ()), outcome, disputes.get(seat.pk, 0), seats)
        for seat in seats
    }
    champion = next((seat.key for seat in seats if seat.pk == campaign.champion_id), None)
    return Why(
        player=sides[champion].player if champion is not None else "",
        decided=tuple(_decided(campaign, outcome, sides, champion)) if outcome is not None else (),
        sides=tuple(sides.values()),
    )


def champions_aims(campaign: Campaign) -> list[str]:
    """What the champion fought for; nothing where there is none."""
    if campaign.champion_id is None:
        return []
    return [aim.text for side in why(campaign).sides if side.champion for aim in side.aims]


def disputes_by_seat(campaign: Campaign) -> dict[int, int]:
    """How many of each seat's battles have been in dispute, by the seat's row: both sides count."""
    said = AuditEntry.objects.filter(campaign=campaign, kind__in=IN_DISPUTE).order_by("id")
    known: dict[int, list[Mapping[str, object]]] = {}
    for turn, values in said.values_list("turn_id", "values"):
        known.setdefault(turn, []).append(values)
    counts: dict[int, int] = {}
    for battle in Battle.objects.filter(turn__campaign=campaign, turn__in=known).order_by("id"):
        if any(tells_of(values, battle) for values in known[battle.turn_id]):
            for seat in (battle.seat_first_id, battle.seat_second_id):
                counts[seat] = counts.get(seat, 0) + 1
    return counts


def _goals(turn: Turn) -> dict[int, Sequence[Goal]]:
    """Each seat's conditions as its last map lists them."""
    found = PlayerTurn.objects.filter(turn=turn, map__isnull=False)
    return {seat: goals or () for seat, goals in found.values_list("seat_id", "map__goals")}


def _side(
    seat: Seat,
    campaign: Campaign,
    goals: Sequence[Goal],
    outcome: Outcome | None,
    disputes: int,
    seats: Iterable[Seat],
) -> Side:
    player = seat.user.name if seat.user is not None else ""
    if not player and seat.status == SeatStatus.BOT:
        player = _("the bot")
    players = outcome["players"] if outcome is not None else ()
    ends = [one["conditions"] for one in players if one["id"] == seat.key]
    names = Names({str(one.number): one.army for one in seats}, {})
    # The map says what the player could know; at the end all may read how it truly stood.
    pairs = list(zip(goals, ends[0] if ends else (), strict=False))
    stored: list[Condition | None] = [*seat.conditions, *(None for _goal in goals)]
    aims = tuple(
        _named(goal_words({**goal, "met": end["met"], "held": end["held"]}, names), one, campaign)
        for (goal, end), one in zip(pairs, stored, strict=False)
    )
    return Side(
        number=seat.number,
        army=seat.army,
        player=player,
        champion=seat.pk == campaign.champion_id,
        aims=aims,
        secondary=sum(not goal.get("primary", True) and bool(end["met"]) for goal, end in pairs),
        sectors=sum(one["occupier"] == seat.key for one in outcome["sectors"]) if outcome else 0,
        levels=_levels(seat, outcome["banners"]) if outcome else 0,
        disputes=disputes,
    )


def _levels(seat: Seat, banners: Iterable[ScenarioBanner]) -> int:
    return sum(one["level"] for one in banners if one["owner"] == seat.key)


def _named(aim: GoalWords, stored: Condition | None, campaign: Campaign) -> GoalWords:
    """An aim with the names of the banners that were to be destroyed."""
    keys = (stored.get("named") or stored.get("banners")) if stored is not None else ()
    if not keys:
        return aim
    found = Banner.objects.filter(campaign=campaign, key__in=list(keys)).order_by("key")
    listed = ", ".join(found.values_list("name", flat=True))
    text = _("%(aim)s: %(banners)s") % {"aim": aim.text, "banners": listed}
    return replace(aim, text=text)


# What decided (Rules 10)

_RANKS: tuple[tuple[str, Callable[[Side], int]], ...] = (
    ("secondary", lambda side: side.secondary),
    ("sectors", lambda side: side.sectors),
    ("levels", lambda side: side.levels),
)


def _decided(
    campaign: Campaign, outcome: Outcome, sides: Mapping[str, Side], champion: str | None
) -> Iterable[str]:
    victors = [key for key in outcome["victors"] if key in sides]
    candidates = victors or list(sides)
    if victors:
        yield _primary(sides, victors)
    elif not outcome["banners"]:
        yield _("No banner was left on the map, and nobody had met all primary aims: nobody has won.")
    else:
        yield _("It was the last turn, and nobody had met all primary aims: the order of Rules 10 decided.")
    if champion is not None and champion in candidates and len(candidates) > 1:
        yield _ranked(campaign, [sides[key] for key in candidates], sides[champion])


def _primary(sides: Mapping[str, Side], victors: Sequence[str]) -> str:
    if len(victors) == 1:
        return _("%(army)s met all its primary aims, and nobody else did.") % {"army": sides[victors[0]].army}
    armies = ", ".join(sides[key].army for key in victors)
    return _("Several met all their primary aims in the same turn: %(armies)s.") % {"armies": armies}


def _ranked(campaign: Campaign, left: list[Side], champion: Side) -> str:
    """The first of the ranks of Rules 10 that sets the champion apart from all that were level before."""
    for name, rank in _RANKS:
        others = [rank(side) for side in left if side is not champion]
        if rank(champion) > max(others):
            values = {"army": champion.army, "own": rank(champion), "next": max(others)}
            return _rank_words(name) % values
        left = [side for side in left if rank(side) >= rank(champion)]
    if AuditEntry.objects.filter(campaign=campaign, kind__in=codes_of("ended"), user__isnull=False).exists():
        return _("Only their ids told the best apart, and the facilitator chose %(army)s.") % {
            "army": champion.army
        }
    return _("Only their ids told the best apart: the smaller one is that of %(army)s.") % {
        "army": champion.army
    }


def _rank_words(name: str) -> str:
    return {
        "secondary": _("%(army)s had met the most secondary aims: %(own)d, the next %(next)d."),
        "sectors": _("%(army)s occupied the most sectors of those level so far: %(own)d, the next %(next)d."),
        "levels": _("%(army)s had the most levels of those level so far: %(own)d, the next %(next)d."),
    }[name]
