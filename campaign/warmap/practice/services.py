"""The practice ground: a turn tried out on a copy of what a seat knows, with guesses for what it does not.

Nothing of the real turn is asked or touched: the board is built from the seat's own banners and its last map,
enemies stand where they were last seen with the levels and works that the player guesses, and the seed is new
each time. So it can be done as often as one likes, and teaches nothing that the player does not know.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from django.utils.translation import gettext as _

from campaign.base.answers import PAGE, Json, Sector, called, one_of
from campaign.base.coordinates import sector_name
from campaign.base.drawing.littlemap import LittleMap, before_and_after
from campaign.base.refusal import Refusal
from campaign.base.words.document_faults import fault_text
from campaign.base.words.order_words import with_names
from campaign.base.words.rule_sentences import by_name
from campaign.models import Seat
from campaign.rulebook.compliance import tell
from campaign.turn.plans.knowledge import SeatView, view_of_seat
from campaign.turn.plans.plan_codec import WireError, read_plan
from rules.armies import Trait
from rules.club.house import traits_of
from rules.format.house import house_document
from rules.format.writing import settings_document
from rules.plans.legality import problems
from rules.scenario import ScenarioError, adjudicate, load, load_plan, outcome_document, plan_document
from rules.state import MAX_LEVEL, BannerId, Works

HIGHEST = 60
"""The highest level that can be guessed of an army that may pass 20."""
MOST_GUESSED = 40
"""Enemies in a trial at the most; a turn of them takes a few milliseconds."""


@called("Supposed")
@dataclass(frozen=True, slots=True)
class Guess:
    """An enemy banner as the player supposes it, and as it is first guessed.

    ``order`` is an order document, or nothing to hold.
    """

    id: str
    name: str
    seat: int
    at: Sector
    level: Annotated[int, "15 where the map does not say."]
    works: Annotated[str, one_of(Works)] = "none"
    order: Annotated[Mapping[str, Any] | None, PAGE] = None
    highest: Annotated[int, "The highest level that can be guessed."] = MAX_LEVEL


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a banner would stand."""

    id: Annotated[str, "As on my map; a banner split off has one of its own."]
    seat: int
    at: Sector
    level: int
    works: Annotated[str, one_of(Works)]
    retreating: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial, this time; the page shows the board before and after."""

    before: Annotated[LittleMap, PAGE]
    after: Annotated[LittleMap, PAGE]
    banners: tuple[Standing, ...]
    destroyed: tuple[str, ...]
    lines: tuple[str, ...]


def try_out(*, seat: Seat, plan: Mapping[str, object], guesses: Sequence[Guess]) -> Trial:
    """Resolve a turn from the seat's knowledge, its plan and its guesses; nothing is stored.

    Battles are resolved abstractly with fresh dice. Raises ``Refusal`` for a plan that is not legal, for
    guesses that cannot stand so, and for more than 40 of them.
    """
    if len(guesses) > MOST_GUESSED:
        raise Refusal(
            _("At most %(most)d enemies can be tried at once.") % {"most": MOST_GUESSED}, code="too_many"
        )
    view = view_of_seat(seat)
    scenario = _scenario(view, _plan(view, plan), guesses)
    names = {**view.ids.names, **{guess.id: guess.name for guess in guesses}}
    try:
        resolved = adjudicate(load(scenario))
    except ScenarioError as error:
        raise Refusal(_fault(error, names), code="guess", field="enemies") from error
    outcome = outcome_document(resolved)
    before, after = before_and_after(scenario, outcome)
    outcome["intelligence"] = {}
    return Trial(
        before,
        after,
        lines=tuple(tell(outcome, resolved.void, by_name(names))),
        banners=tuple(_standing(view, outcome["banners"])),
        destroyed=tuple(one["id"] for one in outcome["destroyed"]),
    )


def _standing(view: SeatView, banners: Iterable[Mapping[str, Any]]) -> Iterable[Standing]:
    """Banners as a player's map has them: armies by their seats' numbers."""
    numbers = {one.key: one.number for one in view.seat.campaign.seats.all()}
    for one in banners:
        yield Standing(
            id=one["id"],
            seat=numbers[one["owner"]],
            at=one["at"],
            level=one["level"],
            works=one["works"],
            retreating=one["retreating"],
        )


def guesses_of(seat: Seat, changes: Sequence[Mapping[str, Json]]) -> list[Guess]:
    """The enemies on the seat's map as they are first guessed, but for these changes.

    A change names an enemy by ``id`` and says of it ``level``, ``works``, ``order`` or ``gone``. Raises
    ``Refusal`` with the field of what cannot be.
    """
    guesses = {guess.id: guess for guess in known_enemies(seat)}
    for place, change in enumerate(changes):
        path = f"enemies[{place}]"
        guess = guesses.get(change["id"])
        if guess is None:
            message = _("No enemy of this id is on your map, or it is named twice.")
            raise Refusal(message, code="unknown", field=f"{path}.id")
        del guesses[change["id"]]
        if change.get("gone"):
            continue
        level = change.get("level", guess.level)
        if level > guess.highest:
            message = _("The level must be a whole number from 0 to %(most)d.") % {"most": guess.highest}
            raise Refusal(message, code="level", field=f"{path}.level")
        order = change.get("order")
        if order is not None:
            _check_order(guess, order, f"{path}.order")
        works = change.get("works", guess.works)
        guesses[f"{guess.id} changed"] = replace(guess, level=level, works=works, order=order)
    return list(guesses.values())


def _check_order(guess: Guess, order: Mapping[str, Json], path: str) -> None:
    """Whether an enemy's orders can be read. Raises ``Refusal`` with the path of what cannot."""
    try:
        load_plan({"orders": {guess.id: order}}, [BannerId(guess.id)])
    except ScenarioError as error:
        inner = error.path.partition(guess.id)[2].lstrip('"]')
        text = f"{fault_text(error)}."
        raise Refusal(text, code="order", field=f"{path}{inner}") from error


def _plan(view: SeatView, plan: Mapping[str, object]) -> dict[str, Json]:
    try:
        written = read_plan(plan, view.ids.banners)
    except WireError as error:
        raise error.refusal() from error
    found = problems(view.knowledge, written.plan)
    if found:
        named = by_name(view.ids.names)
        raise Refusal(
            _("These orders are not legal."),
            code="illegal",
            problems=tuple(with_names(problem, named) for problem in found),
        )
    return plan_document(written.plan)


def _scenario(view: SeatView, plan: Mapping[str, Json], guesses: Sequence[Guess]) -> dict[str, Json]:
    known = view.knowledge
    seats = {one.number: one for one in view.seat.campaign.seats.order_by("number")}
    keys = {number: one.key for number, one in seats.items()}
    own = [
        {
            "id": banner.id,
            "owner": banner.owner,
            "at": list(banner.at),
            "level": banner.level,
            "works": banner.works.value,
            "retreating": banner.retreating,
        }
        for banner in known.banners
    ]
    plans: dict[str, Json] = {known.player.id: plan}
    for guess in guesses:
        if guess.order is not None:
            orders = plans.setdefault(keys[guess.seat], {"orders": {}})["orders"]
            orders[guess.id] = dict(guess.order)
    return {
        "turn": known.turn,
        "seed": secrets.token_hex(32),
        "settings": settings_document(known.settings),
        "map": list(known.rows),
        "players": [_player(view, one.key, one.rules) for one in seats.values()],
        "banners": [*own, *(_guessed(guess, keys) for guess in guesses)],
        "sectors": [
            {"at": list(one.at), "occupier": one.occupier, "disputed": one.disputed}
            for one in known.sectors
            if one.occupier is not None or one.disputed
        ],
        "features": [
            {
                "id": one.id,
                "at": list(one.at),
                "effect": one.effect.value if one.effect else None,
                "known_to": [known.player.id],
            }
            for one in known.features
        ],
        "relics": list(_relics(view)),
        "plans": plans,
        **({"house": house_document(known.house)} if known.house else {}),
    }


def _player(view: SeatView, key: str, rules: Iterable[str]) -> dict[str, object]:
    node = view.knowledge.player.node if key == view.knowledge.player.id else None
    return {"id": key, "rules": sorted(rules), "node": node}


def _guessed(guess: Guess, keys: Mapping[int, str]) -> dict[str, object]:
    return {
        "id": guess.id,
        "owner": keys[guess.seat],
        "at": list(guess.at),
        "level": guess.level,
        "works": guess.works,
    }


def _relics(view: SeatView) -> Iterable[dict[str, Json]]:
    for relic in view.knowledge.relics:
        where: dict[str, Json] = (
            {"carried_by": relic.carried_by}
            if relic.carried_by is not None
            else {"at": list(relic.at or (0, 0)), "known_to": [view.knowledge.player.id]}
        )
        yield {"id": relic.id, "destructible": relic.destructible, **where}


def _fault(error: ScenarioError, names: Mapping[str, str]) -> str:
    """What is wrong with the board that was guessed, with names for ids."""
    path = error.path
    for key, name in names.items():
        path = path.replace(key, name)
    return f"{path}: {fault_text(error, by_name(names))}."


def known_enemies(seat: Seat) -> tuple[Guess, ...]:
    """The enemies on the seat's map, as a first guess: a level that is not known is 15.

    Of two armies last seen in one sector the one seen last stands there; none stands on an own banner.
    """
    view = view_of_seat(seat)
    seats = {one.key: one for one in seat.campaign.seats.all()}
    names = {one["id"]: one["name"] for one in view.map.get("sightings", ())}
    taken = {banner.at: seat.key for banner in view.knowledge.banners}
    found = []
    for seen in sorted(view.knowledge.sightings, key=lambda one: (-one.turn, one.at[1], one.at[0], one.id)):
        if taken.setdefault(seen.at, seen.owner) != seen.owner:
            continue
        enemy = seats[seen.owner]
        found.append(
            Guess(
                id=seen.id,
                name=f"{names.get(seen.id, seen.id)} ({sector_name(*seen.at)})",
                seat=enemy.number,
                at=seen.at,
                level=15 if seen.level is None else seen.level,
                highest=HIGHEST
                if Trait.MASSIVE_ARMIES in traits_of(tuple(enemy.rules), view.knowledge.house)
                else MAX_LEVEL,
            )
        )
    return tuple(found[:MOST_GUESSED])
