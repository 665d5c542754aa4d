"""The state of a campaign in the scenario format, both ways, with every check on the input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.armies import ARMY_RULE, Trait
from rules.format.reading import Fields, Node, shown
from rules.grid import is_passable
from rules.state import (
    MAX_LEVEL,
    At,
    Banner,
    BannerId,
    Condition,
    ConditionKind,
    Effect,
    Engagement,
    Feature,
    FeatureId,
    Player,
    PlayerId,
    Relic,
    RelicId,
    Sector,
    Settings,
    State,
    Works,
)

MOST_SECTORS = 1000
"""A map has at most so many sectors a side."""

MOST_BANNERS = 20_000

MOST_RADIUS = 100
"""The greatest radius that a setting may ask for."""

MOST_COUNTED = 10**9
"""A level, and how long a condition has held, are at most so much: numbers may be too long to be written."""

STATE_KEYS = ("turn", "map", "players", "banners")
STATE_DEFAULTS = ("settings", "sectors", "features", "relics")


def read_state(fields: Fields) -> State:
    """The state that a scenario's members describe, sorted; ScenarioError if it is not valid."""
    turn = fields["turn"].integer(1)
    settings = fields.get("settings", _read_settings, Settings())
    reader = _Reader(_read_rows(fields["map"]))
    players = fields["players"].items()
    reader.meet(players)
    banners = reader.read_banners(fields["banners"])
    return State(
        turn=turn,
        settings=settings,
        rows=reader.rows,
        players=reader.read_players(players, {banner.id: banner for banner in banners}),
        banners=banners,
        sectors=fields.get("sectors", reader.read_sectors, ()),
        features=fields.get("features", reader.read_features, ()),
        relics=fields.get("relics", lambda node: reader.read_relics(node, banners), ()),
    )


def state_document(state: State) -> dict[str, Any]:
    """The members of a scenario that describe a state, nothing left out."""
    return {
        "turn": state.turn,
        "settings": {
            "battle_radius": state.settings.battle_radius,
            "recon_radius": state.settings.recon_radius,
            "search_radius": state.settings.search_radius,
            "engagement": state.settings.engagement.value,
        },
        "map": list(state.rows),
        "players": [_player_document(player) for player in state.players],
        "banners": banners_document(state.banners),
        "sectors": sectors_document(state.sectors),
        "features": [
            {
                "id": feature.id,
                "at": list(feature.at),
                "needs_search": feature.needs_search,
                "effect": feature.effect.value if feature.effect is not None else None,
                "known_to": list(feature.known_to),
            }
            for feature in state.features
        ],
        "relics": [{**relic_document(relic), "destructible": relic.destructible} for relic in state.relics],
    }


def banners_document(banners: Iterable[Banner]) -> list[dict[str, Any]]:
    """Banners as a scenario and an outcome list them."""
    return [
        {
            "id": banner.id,
            "owner": banner.owner,
            "at": list(banner.at),
            "level": banner.level,
            "works": banner.works.value,
            "retreating": banner.retreating,
            "beaten_by": banner.beaten_by if banner.retreating else None,
        }
        for banner in banners
    ]


def sectors_document(sectors: Iterable[Sector]) -> list[dict[str, Any]]:
    """Sectors as a scenario and an outcome list them."""
    return [
        {"at": list(sector.at), "occupier": sector.occupier, "disputed": sector.disputed}
        for sector in sectors
    ]


def relic_document(relic: Relic) -> dict[str, Any]:
    """A relic as an outcome lists it."""
    if relic.at is None:
        return {"id": relic.id, "carried_by": relic.carried_by}
    return {"id": relic.id, "at": list(relic.at), "known_to": list(relic.known_to)}


def _player_document(player: Player) -> dict[str, Any]:
    return {
        "id": player.id,
        "rules": list(player.rules),
        "node": player.node,
        "submitted": player.submitted,
        "excused": player.excused,
        "conditions": [_condition_document(condition) for condition in player.conditions],
    }


def _condition_document(condition: Condition) -> dict[str, Any]:
    document: dict[str, Any] = {
        "kind": condition.kind.value,
        "primary": condition.primary,
        "turns": condition.turns,
        "held": condition.held,
    }
    if condition.relic is not None:
        document["relic"] = condition.relic
    if condition.sectors is not None:
        document["sectors"] = [list(at) for at in condition.sectors]
    if condition.count is not None:
        document["count"] = condition.count
    if condition.player is not None:
        document["player"] = condition.player
    if condition.banners is not None:
        document["banners"] = list(condition.banners)
    return document


def _read_settings(node: Node) -> Settings:
    default = Settings()
    fields = node.fields((), ("battle_radius", "recon_radius", "search_radius", "engagement"))

    def radius(name: str, least: int, fallback: int) -> int:
        return fields.get(name, lambda radius: radius.integer(least, MOST_RADIUS), fallback)

    battle = radius("battle_radius", 0, default.battle_radius)
    recon = radius("recon_radius", 0, default.recon_radius)
    search = radius("search_radius", 0, default.search_radius)
    if not battle <= recon <= search:
        raise node.error(
            f"needs battle_radius <= recon_radius <= search_radius, not {battle}, {recon}, {search}"
        )
    engagement = fields.get("engagement", lambda word: word.choice(Engagement), default.engagement)
    return Settings(battle, recon, search, engagement)


def _read_rows(node: Node) -> tuple[str, ...]:
    rows: list[str] = []
    for item in node.items(MOST_SECTORS):
        row = item.text()
        if not 1 <= len(row) <= MOST_SECTORS:
            raise item.error(f"has {len(row)} sectors; a row has 1 to {MOST_SECTORS}")
        if row.strip(".C#"):
            strange = next(letter for letter in row if letter not in ".C#")
            raise item.error(f"holds {shown(strange)}; a sector is '.', 'C' or '#'")
        if rows and len(row) != len(rows[0]):
            raise item.error(f"has {len(row)} sectors; the first row has {len(rows[0])}")
        rows.append(row)
    if not rows:
        raise node.error("has no rows; a map has at least one")
    return tuple(rows)


class _Reader:
    """What is known while the parts of a state are read: the map and the players."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.traits: dict[PlayerId, tuple[str, ...]] = {}

    def meet(self, nodes: list[Node]) -> None:
        """Learn the players' ids and army rules, which the banners are checked against."""
        for node in nodes:
            fields = node.fields(("id",), ("rules", "node", "submitted", "excused", "conditions"))
            player = PlayerId(fields["id"].name())
            if player in self.traits:
                raise fields["id"].error(f"{shown(player)} is the id of another player too")
            self.traits[player] = fields.get("rules", _read_rules, ())

    def read_players(self, nodes: list[Node], banners: dict[BannerId, Banner]) -> tuple[Player, ...]:
        players = [self._read_player(Fields(node.members()), banners) for node in nodes]
        return tuple(sorted(players, key=lambda player: player.id))

    def read_banners(self, node: Node) -> tuple[Banner, ...]:
        banners: dict[BannerId, Banner] = {}
        holders: dict[At, Banner] = {}
        for item in node.items(MOST_BANNERS):
            fields = item.fields(("id", "owner", "at", "level"), ("works", "retreating", "beaten_by"))
            banner = self._read_banner(fields)
            if banner.id in banners:
                raise fields["id"].error(f"{shown(banner.id)} is the id of another banner too")
            holder = holders.setdefault(banner.at, banner)
            if holder.owner != banner.owner:
                x, y = banner.at
                raise fields["at"].error(
                    f"sector [{x}, {y}] holds banner {shown(holder.id)} of another player"
                )
            banners[banner.id] = banner
        return tuple(sorted(banners.values(), key=lambda banner: banner.id))

    def read_sectors(self, node: Node) -> tuple[Sector, ...]:
        sectors: dict[At, Sector] = {}
        for item in node.items():
            fields = item.fields(("at",), ("occupier", "disputed"))
            at = self.read_place(fields["at"])
            if at in sectors:
                raise fields["at"].error(f"sector [{at[0]}, {at[1]}] is listed twice")
            occupier = fields.maybe("occupier", self._read_player_id)
            disputed = fields.get("disputed", Node.boolean, False)
            if disputed and occupier is not None:
                raise fields["disputed"].error("a disputed sector has no occupier")
            sectors[at] = Sector(at, occupier, disputed)
        held = [sector for sector in sectors.values() if sector.disputed or sector.occupier is not None]
        return tuple(sorted(held, key=lambda sector: (sector.at[1], sector.at[0])))

    def read_features(self, node: Node) -> tuple[Feature, ...]:
        features: dict[FeatureId, Feature] = {}
        for item in node.items():
            fields = item.fields(("id", "at"), ("needs_search", "effect", "known_to"))
            feature = FeatureId(fields["id"].name())
            if feature in features:
                raise fields["id"].error(f"{shown(feature)} is the id of another feature too")
            features[feature] = Feature(
                feature,
                self.read_place(fields["at"]),
                fields.get("needs_search", Node.boolean, False),
                fields.maybe("effect", lambda word: word.choice(Effect)),
                fields.get("known_to", self._read_known_to, ()),
            )
        return tuple(sorted(features.values(), key=lambda feature: feature.id))

    def read_relics(self, node: Node, banners: tuple[Banner, ...]) -> tuple[Relic, ...]:
        relics: dict[RelicId, Relic] = {}
        living = {banner.id for banner in banners}
        for item in node.items():
            fields = item.fields(("id",), ("carried_by", "at", "known_to", "destructible"))
            relic = RelicId(fields["id"].name())
            if relic in relics:
                raise fields["id"].error(f"{shown(relic)} is the id of another relic too")
            carrier = fields.maybe("carried_by", lambda own: _read_banner_id(own, living))
            at = fields.maybe("at", self.read_place)
            if (carrier is None) == (at is None):
                raise item.error("needs exactly one of carried_by and at")
            known_to = fields.get("known_to", self._read_known_to, ())
            destructible = fields.get("destructible", Node.boolean, True)
            relics[relic] = Relic(relic, carrier, at, known_to if carrier is None else (), destructible)
        return tuple(sorted(relics.values(), key=lambda relic: relic.id))

    def read_place(self, node: Node) -> At:
        """A passable sector on the map."""
        at = node.sector()
        if not is_passable(self.rows, at):
            x, y = at
            on_map = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0])
            raise node.error(f"sector [{x}, {y}] is {'impassable' if on_map else 'off the map'}")
        return at

    def _read_player(self, fields: Fields, banners: dict[BannerId, Banner]) -> Player:
        player = PlayerId(fields["id"].name())
        return Player(
            player,
            self.traits[player],
            fields.maybe("node", lambda node: self._read_node(node, player, banners)),
            fields.get("submitted", Node.boolean, True),
            fields.get("excused", Node.boolean, False),
            fields.get("conditions", self._read_conditions, ()),
        )

    def _read_banner(self, fields: Fields) -> Banner:
        owner = self._read_player_id(fields["owner"])
        level = _read_count(fields["level"])
        if level > MAX_LEVEL and Trait.MASSIVE_ARMIES not in self.traits[owner]:
            raise fields["level"].error(
                f"must be from 0 to {MAX_LEVEL}, not {level}: the army is without massive_armies"
            )
        retreating = fields.get("retreating", Node.boolean, False)
        beaten_by = fields.maybe("beaten_by", Node.name)
        return Banner(
            BannerId(fields["id"].name()),
            owner,
            self.read_place(fields["at"]),
            level,
            fields.get("works", lambda word: word.choice(Works), Works.NONE),
            retreating,
            BannerId(beaten_by) if retreating and beaten_by is not None else None,
        )

    def _read_player_id(self, node: Node) -> PlayerId:
        player = PlayerId(node.name())
        if player not in self.traits:
            raise node.error(f"{shown(player)} is not the id of a player")
        return player

    def _read_known_to(self, node: Node) -> tuple[PlayerId, ...]:
        return tuple(sorted({self._read_player_id(item) for item in node.items()}))

    def _read_node(self, node: Node, player: PlayerId, banners: dict[BannerId, Banner]) -> BannerId:
        if Trait.HIVE_MENTALITY not in self.traits[player]:
            raise node.error("only an army with hive_mentality has a node")
        named = _read_banner_id(node, banners)
        if banners[named].owner != player:
            raise node.error(f"{shown(named)} is not a banner of player {shown(player)}")
        return named

    def _read_conditions(self, node: Node) -> tuple[Condition, ...]:
        return tuple(self._read_condition(item) for item in node.items())

    def _read_condition(self, node: Node) -> Condition:
        counted = ("primary", "turns", "held")
        kind = node.fields(("kind",), (*counted, *_ALL_GOALS))["kind"].choice(ConditionKind)
        goals = _GOALS[kind]
        fields = node.fields(("kind",), (*counted, *goals))
        given = [goal for goal in goals if goal in fields]
        if len(given) != 1:
            raise node.error(f"a condition of {kind} needs exactly one of {', '.join(goals)}")
        relic = fields.get("relic", Node.name, None)
        return Condition(
            kind,
            fields.get("primary", Node.boolean, True),
            fields.get("turns", lambda turns: turns.integer(1), 1),
            fields.get("held", _read_count, 0),
            RelicId(relic) if relic is not None else None,
            fields.get("sectors", lambda own: tuple(self.read_place(at) for at in _some(own)), None),
            fields.get("count", lambda count: count.integer(1), None),
            fields.get("player", self._read_player_id, None),
            fields.get("banners", lambda own: tuple(BannerId(one.name()) for one in _some(own)), None),
        )


_GOALS = {
    ConditionKind.RETRIEVAL: ("relic",),
    ConditionKind.OCCUPATION: ("sectors", "count"),
    ConditionKind.DESTRUCTION: ("player", "banners"),
}
_ALL_GOALS = tuple(goal for goals in _GOALS.values() for goal in goals)


def _some(node: Node) -> list[Node]:
    items = node.items()
    if not items:
        raise node.error("is empty; it needs at least one item")
    return items


def _read_rules(node: Node) -> tuple[str, ...]:
    rules: list[str] = []
    for item in node.items():
        rule = item.text()
        if rule not in ARMY_RULE:
            raise item.error(f"{shown(rule)} is not the id of an army rule")
        if rule in rules:
            raise item.error(f"{shown(rule)} is listed twice")
        rules.append(rule)
    return tuple(rules)


def _read_count(node: Node) -> int:
    count = node.integer(0)
    if count > MOST_COUNTED:
        raise node.error(f"must be at most {MOST_COUNTED}")
    return count


def _read_banner_id(node: Node, living: Iterable[BannerId]) -> BannerId:
    banner = BannerId(node.name())
    if banner not in living:
        raise node.error(f"{shown(banner)} is not the id of a banner")
    return banner
