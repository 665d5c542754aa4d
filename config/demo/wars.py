"""The wars of the demo: who fights whom over what, on which map. Everything else comes of playing them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from campaign.base.maps.generate import Drawn, Wish, draw
from campaign.base.setup.documents import BoardTrigger, EarlySighting
from campaign.base.setup.house_rules import HouseDocument, rules_in
from campaign.base.setup.triggers import bare_triggers
from config.demo import club
from rules.armies import PRESETS, Trait
from rules.format.reading import Node
from rules.format.triggers import read_triggers
from rules.maps.terrain import BARRED
from rules.state import (
    At,
    Banner,
    BannerId,
    Condition,
    ConditionKind,
    Effect,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Settings,
    State,
)

WIDTH = HEIGHT = 30
RING = 9
"""Sectors from the middle of the map to the starts."""

MARCH_OUT: tuple[tuple[str, At, int], ...] = (
    ("first", (0, 0), 17),
    ("second", (-1, 1), 14),
    ("third", (1, 1), 12),
)
"""Each army's starting banners: key, offset from the start (turned outwards), level."""


@dataclass(frozen=True, slots=True)
class Army:
    """One army of a war: its name, its preset, the names of its three banners, what it fights for."""

    name: str
    preset: str
    banners: tuple[str, str, str]
    conditions: tuple[Condition, ...]
    house: tuple[str, ...] = ()
    sightings: tuple[EarlySighting, ...] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """A feature or relic of a war, with its place; ``known_to`` are seat numbers."""

    key: str
    name: str
    description: str
    at: At
    needs_search: bool = False
    effect: Effect | None = None
    known_to: tuple[int, ...] = ()
    sealed: bool = False


@dataclass(frozen=True, slots=True)
class War:
    """A campaign's set-up on a drawn map."""

    name: str
    story: str
    map_seed: int
    armies: tuple[Army, ...]
    features: tuple[Thing, ...]
    relics: tuple[Thing, ...]
    house: tuple[HouseDocument, ...] = ()
    triggers: tuple[BoardTrigger, ...] = ()
    special_orders: str = "none"
    shows: Mapping[str, Any] = field(default_factory=dict)
    """What all may see of it, turns late: as settings."""

    def drawn(self) -> Drawn:
        """The map with one start per army, near enough to each other that they soon meet."""
        return draw(
            Wish(self.map_seed, WIDTH, HEIGHT, len(self.armies), RING, banners=0, supplies=0, relics=0)
        )


def hold(*sectors: At, turns: int = 2, primary: bool = True) -> Condition:
    """A condition to occupy all of ``sectors`` for ``turns`` turns in a row."""
    return Condition(ConditionKind.OCCUPATION, primary=primary, turns=turns, sectors=sectors)


def spread(count: int, *, turns: int = 2, primary: bool = True) -> Condition:
    """A condition to occupy ``count`` sectors for ``turns`` turns in a row."""
    return Condition(ConditionKind.OCCUPATION, primary=primary, turns=turns, count=count)


def bring(relic: str, *, turns: int = 2, primary: bool = True) -> Condition:
    """A condition to carry ``relic`` for ``turns`` turns in a row."""
    return Condition(ConditionKind.RETRIEVAL, primary=primary, turns=turns, relic=RelicId(relic))


def destroy(number: int, *, primary: bool = False) -> Condition:
    """A condition that the player of seat ``number`` has no banner left."""
    return Condition(ConditionKind.DESTRUCTION, primary=primary, player=seat_key(number))


def seat_key(number: int) -> PlayerId:
    """The engine id of seat ``number``."""
    return PlayerId(f"p{number}")


def rules_of(army: Army) -> tuple[str, ...]:
    """The army rules of an army's preset, and the club's own that it has."""
    return (*dict(PRESETS)[army.preset], *army.house)


def state_of(war: War, settings: Settings | None = None) -> State:
    """The war at the start of turn 1 as the engine has it."""
    drawn = war.drawn()
    rows = tuple(drawn.board["terrain"])
    banners = [
        Banner(
            id=BannerId(f"p{number}{word}"),
            owner=seat_key(number),
            at=_placed(rows, start, offset),
            level=level,
        )
        for number, start in enumerate(drawn.starts, start=1)
        for word, offset, level in MARCH_OUT
    ]
    state = State(
        turn=1,
        settings=settings or Settings(),
        rows=rows,
        players=tuple(
            Player(
                id=seat_key(number),
                rules=rules_of(army),
                node=BannerId(f"p{number}first") if Trait.HIVE_MENTALITY in rules_of(army) else None,
                conditions=tuple(_on_open_ground(rows, condition) for condition in army.conditions),
            )
            for number, army in enumerate(war.armies, start=1)
        ),
        banners=tuple(sorted(banners, key=lambda banner: banner.id)),
        features=tuple(
            Feature(
                id=FeatureId(thing.key),
                at=open_ground(rows, thing.at),
                needs_search=thing.needs_search,
                effect=thing.effect,
                known_to=tuple(sorted(seat_key(n) for n in thing.known_to)),
            )
            for thing in sorted(war.features, key=lambda thing: thing.key)
        ),
        relics=tuple(
            Relic(
                id=RelicId(thing.key),
                at=open_ground(rows, thing.at),
                known_to=tuple(sorted(seat_key(n) for n in thing.known_to)),
                sealed=thing.sealed,
            )
            for thing in sorted(war.relics, key=lambda thing: thing.key)
        ),
        house=rules_in(war.house),
    )
    triggers = Node({"triggers": list(bare_triggers(war.triggers))}).members()["triggers"]
    return replace(state, triggers=read_triggers(triggers, state))


def open_ground(rows: tuple[str, ...], at: At) -> At:
    """The passable sector nearest to ``at``; equals go by (y, x)."""
    return min(
        ((x, y) for y, row in enumerate(rows) for x, terrain in enumerate(row) if terrain not in BARRED),
        key=lambda sector: (max(abs(sector[0] - at[0]), abs(sector[1] - at[1])), sector[1], sector[0]),
    )


def _on_open_ground(rows: tuple[str, ...], condition: Condition) -> Condition:
    """The condition with its sectors moved off rock, no two into one."""
    if condition.sectors is None:
        return condition
    moved = dict.fromkeys(open_ground(rows, at) for at in condition.sectors)
    return replace(condition, sectors=tuple(moved))


def _placed(rows: tuple[str, ...], start: At, offset: At) -> At:
    """The sector of a starting banner: the offset points away from the middle of the map."""
    middle = (len(rows[0]) / 2, len(rows) / 2)
    outward_y = 1 if start[1] >= middle[1] else -1
    outward_x = 1 if start[0] >= middle[0] else -1
    return open_ground(rows, (start[0] + outward_x * offset[0], start[1] + outward_y * offset[1]))


KARST_GATE = War(
    name="The Siege of Karst Gate",
    story=(
        "The pass at Karst Gate is the only road off the plateau, and six armies have reached it in the same "
        "week. Under the ruined citadel lies an orb that two of them were sent for; the others want the pass "
        "itself, or whatever is left of the farms below it. Winter is nine weeks away."
    ),
    map_seed=203,
    armies=(
        Army(
            "4th Iron Column",
            "Imperial Guard",
            ("Gate Guard", "Siege Train", "Outriders"),
            (hold((14, 14), (15, 14), (14, 15)), spread(50), destroy(2)),
            house=("house_drill",),
            sightings=club.HEARD,
        ),
        Army(
            "Redtusk Horde",
            "Orks",
            ("Da Big Push", "Choppa Mob", "Scrap Wagons"),
            (spread(140), destroy(1)),
            house=("house_scrap",),
        ),
        Army(
            "The Silent Court",
            "Necron",
            ("Phalanx of the Ninth Seal", "Wardens of Glass", "The Long Sleepers"),
            (bring("orb"), spread(45), hold((21, 18), turns=1, primary=False)),
        ),
        Army(
            "Lanterns of Veyl",
            "Eldar",
            ("Dawn Host", "Pale Riders", "Watchers of the Ford"),
            (bring("mask"), spread(60), hold((14, 14), turns=1, primary=False)),
        ),
        Army(
            "Order of the Ashen Rose",
            "Sisters of Battle",
            ("Canticle", "Vigil", "Reliquary Guard"),
            (hold((14, 14), (15, 14), (15, 15)), bring("orb", turns=1, primary=False)),
        ),
        Army(
            "Brood of Hollow Deep",
            "Tyranids",
            ("The Great Maw", "Spore Tide", "Burrowers"),
            (spread(120), destroy(5)),
        ),
    ),
    features=(
        Thing("granary", "Plateau granary", "Full cellars.", (6, 15), effect=Effect.SUPPLY),
        Thing("mast", "Listening mast", "It still turns.", (23, 14), True, Effect.SENSOR),
        Thing("depot", "Rail depot", "Two engines and fuel.", (15, 3), True, Effect.SUPPLY, (1,)),
        Thing("citadel", "Citadel ruins", "Stairs lead down.", (15, 15)),
        Thing("springs", "Hot springs", "Clean water in winter.", (14, 26), effect=Effect.SUPPLY),
        Thing("vault", "Toll vault", "Three bolts and no keyhole.", (16, 7), True, known_to=(1,)),
    ),
    relics=(
        Thing("crown", "Crown of the Gate", "Too heavy to wear for long.", (16, 7), sealed=True),
        Thing("orb", "Orb of Karst", "Warm to the touch.", (17, 15), known_to=(3, 5)),
        Thing("mask", "Mask of the First King", "It looks back.", (11, 18), known_to=(4,)),
    ),
    house=club.GATE_RULES,
    triggers=club.GATE_TRIGGERS,
    special_orders="all",
)

ASHFALL = War(
    name="Ashfall Reach",
    story=(
        "The ash stopped falling in spring, and the mines of the Reach can be worked again. Whoever holds "
        "the three shafts at the centre when the freighters come will be paid in metal; everybody else "
        "will be paid in lead."
    ),
    map_seed=21,
    shows={"open_vision": "banners", "open_delay": 2},
    armies=(
        Army(
            "Ninth Talon",
            "Dark Eldar",
            ("Night Blades", "Skimmer Wing", "The Collectors"),
            (bring("ledger", turns=3), spread(90), hold((15, 15), turns=1, primary=False)),
        ),
        Army(
            "Veil Cadre",
            "Tau",
            ("First Response", "Pathfinders", "Heavy Support Group"),
            (spread(110), hold((15, 15), turns=1, primary=False)),
        ),
        Army(
            "Sons of the Anvil",
            "Space Marines",
            ("Hammer Company", "Tongs Company", "Bellows Company"),
            (hold((14, 14), (16, 14), (15, 16)), destroy(6)),
        ),
        Army(
            "Gorefang Raiders",
            "Orks",
            ("Speedy Lads", "Stompas", "Grot Labour"),
            (spread(150), destroy(3)),
        ),
        Army(
            "77th Ash Rifles",
            "Imperial Guard",
            ("Alpha Regiment", "Beta Regiment", "Armour Reserve"),
            (hold((14, 14), (16, 14), (15, 16)), spread(60, primary=False)),
        ),
        Army(
            "The Unbound",
            "Chaos",
            ("Iron Psalm", "The Flayed", "Engine Cult"),
            (bring("idol"), spread(60), destroy(2)),
        ),
    ),
    features=(
        Thing("shaft", "Deep shaft", "The lift works.", (15, 14), effect=Effect.SUPPLY),
        Thing("dish", "Survey dish", "Points at the valley.", (8, 20), True, Effect.SENSOR),
        Thing("stores", "Company stores", "Tins beyond counting.", (22, 8), True, Effect.SUPPLY),
        Thing("well", "Old well", "Sweet water.", (20, 24)),
    ),
    relics=(
        Thing("ledger", "The mine ledger", "Names who owes whom.", (16, 12), known_to=(1,)),
        Thing("idol", "Idol of slag", "Heavier than it looks.", (13, 17), known_to=(6,)),
    ),
)

HOLLOW_CROWN = War(
    name="The Hollow Crown",
    story=(
        "The governor is dead, the palace is empty, and the crown of the province went missing on the night "
        "between. Six commanders have sworn to restore order. No two of them mean the same order."
    ),
    map_seed=42,
    armies=(
        Army(
            "Order of Saint Orla",
            "Sisters of Battle",
            ("White Candle", "Black Candle", "The Almoners"),
            (bring("crown"), spread(70)),
        ),
        Army(
            "Court of Dust",
            "Necron",
            ("The Reapers", "Tomb Guard", "Scarab Host"),
            (spread(120), destroy(4)),
        ),
        Army(
            "Grey Mantle",
            "Space Marines",
            ("First Lance", "Second Lance", "Third Lance"),
            (hold((15, 14), (14, 15), (16, 16), turns=4), spread(60, primary=False)),
        ),
        Army(
            "Maw of Tessaly",
            "Tyranids",
            ("Devourers", "Gaunt Sea", "The Mother"),
            (spread(130), destroy(2)),
        ),
        Army(
            "Windrunner Host",
            "Eldar",
            ("Storm Spear", "Shroud", "Farwatch"),
            (bring("crown"), spread(60), hold((15, 14), turns=1, primary=False)),
        ),
        Army(
            "Sept of Clear Water",
            "Tau",
            ("Stone Fist", "Quick Knife", "Long Eye"),
            (hold((15, 14), (14, 15), (16, 16), turns=4), destroy(1)),
        ),
    ),
    features=(
        Thing("palace", "Governor's palace", "Empty halls.", (15, 15), effect=Effect.SUPPLY),
        Thing("tower", "Star tower", "Sees the whole valley.", (18, 10), True, Effect.SENSOR),
        Thing("barns", "Tithe barns", "Three harvests.", (9, 21), effect=Effect.SUPPLY),
    ),
    relics=(Thing("crown", "The Hollow Crown", "It fits everybody.", (15, 13), known_to=(1, 5)),),
    triggers=club.CROWN_TRIGGERS,
    special_orders="use",
)

WARS = (KARST_GATE, ASHFALL, HOLLOW_CROWN)
