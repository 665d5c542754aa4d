"""The practice ground: a turn tried out on a copy of what a seat knows, with guesses for what it does not.

Nothing of the real turn is asked or touched: the board is built from the seat's own banners and its last map,
enemies stand where they were last seen with the levels and works that the player guesses, and the seed is new
each time. So it can be done as often as one likes, and teaches nothing that the player does not know.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from campaign.compliance import tell
from campaign.drawing.littlemap import LittleMap, before_and_after
from campaign.models import Seat
from campaign.sectors import sector_name
from campaign.selectors.knowledge import SeatView, view_of_seat
from campaign.services.errors import Refusal
from campaign.wire import WireError, read_plan
from campaign.wording.faults import fault, fault_text
from rules.armies import Trait
from rules.legality import problems
from rules.scenario import ScenarioError, adjudicate, load, load_plan, outcome_document, plan_document
from rules.state import MAX_LEVEL, BannerId, Settings

HIGHEST = 60
"""The highest level that can be guessed of an army that may pass 20."""
MOST_GUESSED = 40
"""Enemies in a trial at the most; a turn of them takes a few milliseconds."""


@dataclass(frozen=True, slots=True)
class Guess:
    """An enemy banner as the player supposes it: ``order`` is an order document, or nothing to hold."""

    id: str
    name: str
    seat: int
    at: tuple[int, int]
    level: int
    works: str = "none"
    order: Mapping[str, Any] | None = None
    highest: int = MAX_LEVEL


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of a trial: the board before and after, and what happened in words."""

    before: LittleMap
    after: LittleMap
    lines: tuple[str, ...]
    banners: tuple[Mapping[str, Any], ...] = ()
    """Where everybody would stand: ``id``, ``seat``, ``at``, ``level``, ``works``, ``retreating``."""
    destroyed: tuple[str, ...] = ()


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
    try:
        outcome = outcome_document(adjudicate(load(scenario)))
    except ScenarioError as error:
        raise Refusal(_worded(view, guesses, f"{fault(error)}."), code="guess", field="enemies") from error
    before, after = before_and_after(scenario, outcome)
    outcome["intelligence"] = {}
    return Trial(
        before,
        after,
        lines=tuple(_worded(view, guesses, line) for line in tell(outcome)),
        banners=tuple(_standing(view, outcome["banners"])),
        destroyed=tuple(one["id"] for one in outcome["destroyed"]),
    )


def _standing(view: SeatView, banners: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """Banners as a player's map has them: armies by their seats' numbers."""
    numbers = {one.key: one.number for one in view.seat.campaign.seats.all()}
    for one in banners:
        shown = {name: one[name] for name in ("id", "at", "level", "works", "retreating")}
        yield {**shown, "seat": numbers[one["owner"]]}


def guesses_of(seat: Seat, changes: Sequence[Mapping[str, Any]]) -> list[Guess]:
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


def _check_order(guess: Guess, order: Mapping[str, Any], path: str) -> None:
    """Whether an enemy's orders can be read. Raises ``Refusal`` with the path of what cannot."""
    try:
        load_plan({"orders": {guess.id: order}}, [BannerId(guess.id)])
    except ScenarioError as error:
        inner = error.path.partition(guess.id)[2].lstrip('"]')
        raise Refusal(f"{fault_text(error.message)}.", code="order", field=f"{path}{inner}") from error


def _plan(view: SeatView, plan: Mapping[str, object]) -> dict[str, Any]:
    try:
        written = read_plan(plan, view.ids.banners)
    except WireError as error:
        raise Refusal(f"{error.path}: {error.message}.", code="malformed", field=error.path) from error
    found = problems(view.knowledge, written.plan)
    if found:
        raise Refusal(_("These orders are not legal."), code="illegal", problems=tuple(found))
    return plan_document(written.plan)


def _scenario(view: SeatView, plan: Mapping[str, Any], guesses: Sequence[Guess]) -> dict[str, Any]:
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
    plans: dict[str, Any] = {known.player.id: plan}
    for guess in guesses:
        if guess.order is not None:
            orders = plans.setdefault(keys[guess.seat], {"orders": {}})["orders"]
            orders[guess.id] = dict(guess.order)
    return {
        "turn": known.turn,
        "seed": secrets.token_hex(32),
        "settings": _settings(known.settings),
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
    }


def _player(view: SeatView, key: str, rules: Iterable[str]) -> dict[str, Any]:
    node = view.knowledge.player.node if key == view.knowledge.player.id else None
    return {"id": key, "rules": sorted(rules), "node": node}


def _guessed(guess: Guess, keys: Mapping[int, str]) -> dict[str, Any]:
    return {
        "id": guess.id,
        "owner": keys[guess.seat],
        "at": list(guess.at),
        "level": guess.level,
        "works": guess.works,
    }


def _relics(view: SeatView) -> Iterable[dict[str, Any]]:
    for relic in view.knowledge.relics:
        where: dict[str, Any] = (
            {"carried_by": relic.carried_by}
            if relic.carried_by is not None
            else {"at": list(relic.at or (0, 0)), "known_to": [view.knowledge.player.id]}
        )
        yield {"id": relic.id, "destructible": relic.destructible, **where}


def _settings(settings: Settings) -> dict[str, Any]:
    return {
        "battle_radius": settings.battle_radius,
        "recon_radius": settings.recon_radius,
        "search_radius": settings.search_radius,
        "engagement": settings.engagement.value,
    }


def _worded(view: SeatView, guesses: Iterable[Guess], text: str) -> str:
    """A line about ids as people read it."""
    for guess in guesses:
        text = text.replace(guess.id, guess.name)
    return view.ids.worded(text)


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
                highest=HIGHEST if Trait.MASSIVE_ARMIES in enemy.rules else MAX_LEVEL,
            )
        )
    return tuple(found[:MOST_GUESSED])
