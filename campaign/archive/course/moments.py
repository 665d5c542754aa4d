"""The moments of a war that has ended: what is worth telling of it, the most telling first.

Read from the documents of published turns and the promises; before the end it is nobody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.archive.course.aims import WarAims, aims_of
from campaign.archive.course.pledges import Pledge, pledges_of
from campaign.archive.course.war_names import WarNames
from campaign.archive.store import trigger_terms
from campaign.base.answers import Json, Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.base.words.trigger_words import ThingNames
from campaign.models import Campaign, Phase, Turn
from rules.documents import BattleFought, Movement, Outcome, Scenario
from rules.maps.grid import distance
from rules.maps.terrain import CITIES

MOST = 200
"""So many moments are told; a long war has hundreds of battles, and the least of them are left out."""
GREAT = 50
"""The least weight of a moment that is more than an event among many."""


class MomentKind(StrEnum):
    """What a moment is of (closed list)."""

    VICTORY = "victory"
    AIM = "aim"
    PROMISE_BROKEN = "promise_broken"
    PROMISE_KEPT = "promise_kept"
    TRIGGER = "trigger"
    CLOSE = "close"
    DESTROYED = "destroyed"
    CITY = "city"
    RELIC = "relic"
    BATTLE = "battle"
    LOSS = "loss"
    MARCH = "march"


@called("WarFact")
@dataclass(frozen=True, slots=True)
class Moment:
    """A notable fact of a finished war."""

    turn: int
    kind: Annotated[str, one_of(MomentKind)]
    seats: Annotated[tuple[int, ...], "The seats that it is about, the one that acts first."]
    at: Sector | None
    weight: Annotated[int, "From 1 to 100; the greater, the more telling."]
    text: str


@dataclass(frozen=True, slots=True)
class _Told:
    """A turn's documents."""

    number: int
    began: Scenario
    moved: Movement
    outcome: Outcome


def moments_of(campaign: Campaign, aims: WarAims | None = None) -> tuple[Moment, ...]:
    """The moments of a war that has ended, the most telling first."""
    names = WarNames.of(campaign)
    turns = [
        _Told(
            turn.number,
            cast("Scenario", turn.input),
            cast("Movement", turn.movement),
            cast("Outcome", turn.outcome),
        )
        for turn in _turns(campaign)
    ]
    found: list[Moment] = []
    for told in turns:
        found += [*_battles(told, names), *_gone(told, names), *_cities(told, names), *_relics(told, names)]
        found += _triggers(told, names)
    found += [*_losses(turns, names), *_marches(turns, names)]
    found += _aims(aims or aims_of(campaign), campaign)
    found += [moment for pledge in pledges_of(campaign) for moment in _pledges(pledge, turns)]
    if turns and campaign.champion is not None:
        found.append(_victory(turns[-1], campaign, names))
    found.sort(key=lambda one: (-one.weight, one.turn, one.kind, one.seats, one.at or (0, 0), one.text))
    return tuple(found[:MOST])


def _turns(campaign: Campaign) -> Iterable[Turn]:
    turns = Turn.objects.filter(campaign=campaign, phase=Phase.PUBLISHED, number__gt=0, outcome__isnull=False)
    turns = turns.filter(input__isnull=False, movement__isnull=False)
    return turns.only("number", "input", "movement", "outcome").order_by("number")


# The turns


def _owners(told: _Told) -> dict[str, str]:
    both = (*told.began["banners"], *told.moved["banners"], *told.outcome["banners"])
    return {one["id"]: one["owner"] for one in both}


def _battles(told: _Told, names: WarNames) -> Iterator[Moment]:
    owners = _owners(told)
    left = {one["id"]: one["level"] for one in told.outcome["banners"]}
    for battle in told.outcome["battles"]:
        first, second = battle["banners"]
        lost = sum(battle["lost"].values())
        weight = min(GREAT - 1, 20 + lost)
        seats = (names.number(owners[first]), names.number(owners[second]))
        yield _moment(told.number, MomentKind.BATTLE, seats, battle["sector"], weight, _fought(battle, names))
        for one in (first, second):
            if 0 < left.get(one, 0) <= 2:
                seat = names.number(owners[one])
                text = ngettext(
                    "%(banner)s came out of the battle at %(sector)s with a single level.",
                    "%(banner)s came out of the battle at %(sector)s with %(n)d levels.",
                    left[one],
                ) % {"banner": names.banner(one), "sector": sector_name(*battle["sector"]), "n": left[one]}
                yield _moment(told.number, MomentKind.CLOSE, (seat,), battle["sector"], 52, text)


def _fought(battle: BattleFought, names: WarNames) -> str:
    first, second = battle["banners"]
    winner, sector = battle["winner"], sector_name(*battle["sector"])
    values = {"first": names.banner(first), "second": names.banner(second), "sector": sector}
    if winner is None:
        return _("%(first)s and %(second)s fought without a victor at %(sector)s.") % values
    loser = second if winner == first else first
    values = {"winner": names.banner(winner), "loser": names.banner(loser), "sector": sector}
    values["cost"] = str(battle["lost"][loser])
    return _("%(winner)s beat %(loser)s at %(sector)s, which cost it %(cost)s levels.") % values


def _gone(told: _Told, names: WarNames) -> Iterator[Moment]:
    owners = _owners(told)
    at = {one["id"]: one for one in (*told.began["banners"], *told.moved["banners"])}
    destroyed = {one["id"]: one for one in (*told.moved["destroyed"], *told.outcome["destroyed"])}
    for key, one in sorted(destroyed.items()):
        banner, by = at.get(key), one["by"]
        if banner is None:
            continue
        values = {
            "banner": names.banner(key),
            "army": names.army(owners[key]),
            "level": banner["level"],
            "sector": sector_name(*banner["at"]),
            "by": names.banner(by) if by is not None else "",
        }
        text = (
            _("%(banner)s of %(army)s, of level %(level)d, was destroyed at %(sector)s by %(by)s.")
            if by is not None
            else _("%(banner)s of %(army)s, of level %(level)d, was destroyed at %(sector)s.")
        )
        seats = ((names.number(owners.get(by)),) if by in owners else ()) + (names.number(owners[key]),)
        weight = min(69, GREAT + banner["level"])
        yield _moment(told.number, MomentKind.DESTROYED, seats, banner["at"], weight, text % values)


def _cities(told: _Told, names: WarNames) -> Iterator[Moment]:
    held = {tuple(one["at"]): one["occupier"] for one in told.began["sectors"]}
    for one in told.outcome["sectors"]:
        before, now = held.get(tuple(one["at"])), one["occupier"]
        if now is None or now == before or names.terrain(one["at"]) not in CITIES:
            continue
        values = {
            "army": names.army(now),
            "sector": sector_name(*one["at"]),
            "other": names.army(before),
        }
        text = (
            _("%(army)s took the city at %(sector)s from %(other)s.")
            if before is not None
            else _("%(army)s took the city at %(sector)s.")
        )
        seats = (names.number(now), *((names.number(before),) if before is not None else ()))
        weight = 62 if before is not None else 45
        yield _moment(told.number, MomentKind.CITY, seats, one["at"], weight, text % values)


def _relics(told: _Told, names: WarNames) -> Iterator[Moment]:
    owners = _owners(told)
    at = {one["id"]: one["at"] for one in told.outcome["banners"]}
    before = {one["id"]: owners.get(one.get("carried_by", "")) for one in told.began["relics"]}
    for one in told.outcome["relics"]:
        carrier = one.get("carried_by")
        now = owners.get(carrier or "")
        if carrier is None or now is None or now == before.get(one["id"]):
            continue
        values = {"relic": names.relic(one["id"]), "banner": names.banner(carrier), "army": names.army(now)}
        text = _("%(relic)s came into the hands of %(banner)s of %(army)s.") % values
        yield _moment(told.number, MomentKind.RELIC, (names.number(now),), at.get(carrier), 58, text)


def _triggers(told: _Told, names: WarNames) -> Iterator[Moment]:
    """The triggers that fired: a turn without any has no such list."""
    for one in fired_in(told.outcome):
        seats = (names.number(one["holder"]),) if one["holder"] in names.seats else ()
        yield _moment(told.number, MomentKind.TRIGGER, seats, None, 70, trigger_text(one, names))


def fired_in(outcome: Outcome) -> list[Mapping[str, Json]]:
    """The triggers that fired in a turn; a campaign without any has no list of them."""
    listed = cast("Mapping[str, Json]", outcome).get("triggers", ())
    return [one for one in listed if one["fired"]]


def trigger_text(fired: Mapping[str, Json], names: WarNames) -> str:
    """That a trigger fired, for whom, and by whose deed."""
    actor = fired["actor"]
    values = {
        "trigger": names.trigger(fired["id"]),
        "army": names.army(fired["holder"]),
        "banner": names.banner(actor or ""),
    }
    text = _("The trigger %(trigger)s fired for %(army)s.") % values
    if actor is not None:
        text = _("The trigger %(trigger)s fired for %(army)s, by %(banner)s.") % values
    row = names.triggers.get(fired["id"])
    return f"{text} {row.told}" if row is not None and row.told else text


def trigger_told(fired: Mapping[str, Json], names: WarNames) -> str:
    """The same with what had to hold and what it did."""
    row = names.triggers.get(fired["id"])
    said = () if row is None else trigger_terms(row, ThingNames(names.features, names.relics))
    return " ".join((trigger_text(fired, names), *said))


# The whole war


def _losses(turns: Iterable[_Told], names: WarNames) -> Iterator[Moment]:
    """The most levels that an army lost in the battles of one turn."""
    worst: tuple[int, int, str] | None = None
    for told in turns:
        owners = _owners(told)
        lost: dict[str, int] = {}
        for battle in told.outcome["battles"]:
            for key, levels in battle["lost"].items():
                lost[owners[key]] = lost.get(owners[key], 0) + levels
        for key, levels in sorted(lost.items()):
            if levels and (worst is None or levels > worst[0]):
                worst = (levels, told.number, key)
    if worst is not None:
        levels, turn, key = worst
        values = {"army": names.army(key), "n": levels}
        text = _("The heaviest losses of one turn: %(army)s lost %(n)d levels in battle.") % values
        yield _moment(turn, MomentKind.LOSS, (names.number(key),), None, 54, text)


def _marches(turns: Iterable[_Told], names: WarNames) -> Iterator[Moment]:
    """The banner that came furthest by marching, all turns together."""
    gone: dict[str, int] = {}
    last: dict[str, tuple[int, list[int], str]] = {}
    for told in turns:
        began = {one["id"]: one["at"] for one in told.began["banners"]}
        for one in told.moved["banners"]:
            start = began.get(one["id"])
            orders = told.began.get("plans", {}).get(one["owner"], {"orders": {}})["orders"]
            primary = orders.get(one["id"], {}).get("primary")
            if start is None or start == one["at"] or primary is None or primary["order"] != "march":
                continue
            way = distance((start[0], start[1]), (one["at"][0], one["at"][1]))
            gone[one["id"]] = gone.get(one["id"], 0) + way
            last[one["id"]] = (told.number, one["at"], one["owner"])
    if gone:
        key = min(gone, key=lambda banner: (-gone[banner], banner))
        turn, at, owner = last[key]
        values = {
            "banner": names.banner(key),
            "army": names.army(owner),
            "n": gone[key],
            "sector": sector_name(*at),
        }
        text = ngettext(
            "Nobody marched further than %(banner)s of %(army)s: one sector, to %(sector)s.",
            "Nobody marched further than %(banner)s of %(army)s: %(n)d sectors, at last to %(sector)s.",
            gone[key],
        )
        yield _moment(turn, MomentKind.MARCH, (names.number(owner),), at, 40, text % values)


def _aims(aims: WarAims, campaign: Campaign) -> Iterator[Moment]:
    """When aims were met first, and when one that wants several turns in a row was lost at the last."""
    champion = campaign.champion.number if campaign.champion is not None else 0
    for side in aims.sides:
        for course in side.aims:
            values = {"army": side.army, "aim": course.aim.text}
            met = next((one for one in course.turns if one.met), None)
            if met is not None:
                text = _("%(army)s met an aim: %(aim)s.") % values
                weight = 85 if course.aim.primary else 66
                yield _moment(met.turn, MomentKind.AIM, (side.number,), None, weight, text)
                continue
            held = max((one.held for one in course.turns), default=0)
            if held and course.aim.primary and side.number != champion:
                turn = next(one.turn for one in reversed(course.turns) if one.held == held)
                text = ngettext(
                    "%(army)s held an aim for one turn, and then no longer: %(aim)s.",
                    "%(army)s held an aim for %(n)d turns, and then no longer: %(aim)s.",
                    held,
                )
                words = text % {**values, "n": held}
                yield _moment(turn, MomentKind.CLOSE, (side.number,), None, 68, words)


def _pledges(pledge: Pledge, turns: list[_Told]) -> Iterator[Moment]:
    if pledge.kept:
        last = min(pledge.until, turns[-1].number if turns else pledge.until)
        text = _("%(promise)s It was kept.") % {"promise": pledge.text}
        yield Moment(last, MomentKind.PROMISE_KEPT, pledge.seats, None, 30, text)
        return
    first = pledge.breaches[0]
    seats = (first.seat, *(seat for seat in pledge.seats if seat != first.seat))
    text = _("A promise of peace was broken. %(breach)s") % {"breach": first.text}
    yield Moment(first.turn, MomentKind.PROMISE_BROKEN, seats, first.at, 80, text)


def _victory(last: _Told, campaign: Campaign, names: WarNames) -> Moment:
    assert campaign.champion is not None
    key = campaign.champion.key
    text = _("%(army)s became the champion of the war.") % {"army": names.army(key)}
    return _moment(last.number, MomentKind.VICTORY, (names.number(key),), None, 100, text)


def _moment(
    turn: int,
    kind: MomentKind,
    seats: Iterable[int],
    at: list[int] | None,
    weight: int,
    text: str,
) -> Moment:
    return Moment(turn, kind, tuple(seats), None if at is None else (at[0], at[1]), weight, text)
