"""The state of a campaign as a scenario describes it, with every check."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from rules.armies import ARMY_RULE, Trait
from rules.club.house import House, traits_of
from rules.club.triggers import TriggerId
from rules.format.house import read_house
from rules.format.places import read_count, read_place, some
from rules.format.reading import Fields, Node, shown
from rules.format.triggers import read_triggers
from rules.maps.terrain import LETTERS, LISTED
from rules.state import (
    ALL_GOALS,
    GOALS,
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
    SpecialOrders,
    State,
    Works,
)

MOST_SECTORS = 1000
"""A map has at most so many sectors a side."""

MOST_BANNERS = 20_000

MOST_RADIUS = 100
"""The greatest radius that a setting may ask for."""

STATE_KEYS = ("turn", "map", "players", "banners")
STATE_DEFAULTS = ("settings", "sectors", "features", "relics")


def read_state(fields: Fields) -> State:
    """The state that a scenario's members describe, sorted; ScenarioError if it is not valid."""
    turn = fields["turn"].integer(1)
    settings = fields.get("settings", _read_settings, Settings())
    rows = _read_rows(fields["map"])
    house = fields.get("house", read_house, ())
    reader = _Reader(rows, house)
    players = fields["players"].items()
    reader.meet(players)
    banners = reader.read_banners(fields["banners"])
    state = State(
        turn=turn,
        settings=settings,
        rows=reader.rows,
        players=reader.read_players(players, {banner.id: banner for banner in banners}),
        banners=banners,
        sectors=fields.get("sectors", reader.read_sectors, ()),
        features=fields.get("features", reader.read_features, ()),
        relics=fields.get("relics", lambda node: reader.read_relics(node, banners), ()),
        house=house,
    )
    triggers = fields.get("triggers", lambda node: read_triggers(node, state), ())
    reader.check_triggers({trigger.id for trigger in triggers})
    return replace(state, triggers=triggers) if triggers else state


def _read_settings(node: Node) -> Settings:
    default = Settings()
    fields = node.fields(
        (), ("battle_radius", "recon_radius", "search_radius", "engagement", "special_orders")
    )

    def radius(name: str, least: int, fallback: int) -> int:
        return fields.get(name, lambda radius: radius.integer(least, MOST_RADIUS), fallback)

    battle = radius("battle_radius", 0, default.battle_radius)
    recon = radius("recon_radius", 0, default.recon_radius)
    search = radius("search_radius", 0, default.search_radius)
    if not battle <= recon <= search:
        raise node.error("radii", battle=battle, recon=recon, search=search)
    engagement = fields.get("engagement", lambda word: word.choice(Engagement), default.engagement)
    special = fields.get("special_orders", lambda word: word.choice(SpecialOrders), default.special_orders)
    return Settings(battle, recon, search, engagement, special)


def _read_rows(node: Node) -> tuple[str, ...]:
    rows: list[str] = []
    for item in node.items(MOST_SECTORS):
        row = item.text()
        if not 1 <= len(row) <= MOST_SECTORS:
            raise item.error("row_length", count=len(row), most=MOST_SECTORS)
        if row.strip(LETTERS):
            strange = next(letter for letter in row if letter not in LETTERS)
            raise item.error(
                "strange_sector", strange=shown(strange), most=LISTED["most"], last=LISTED["last"]
            )
        if rows and len(row) != len(rows[0]):
            raise item.error("row_differs", count=len(row), first=len(rows[0]))
        rows.append(row)
    if not rows:
        raise node.error("no_rows")
    return tuple(rows)


class _Reader:
    """What is known while the parts of a state are read: the map and the players."""

    def __init__(self, rows: tuple[str, ...], house: House) -> None:
        self.rows = rows
        self.house = house
        self.rules: dict[PlayerId, tuple[str, ...]] = {}
        self.traits: dict[PlayerId, tuple[str, ...]] = {}
        self.awaited: list[tuple[Node, str]] = []

    def check_triggers(self, known: Collection[str]) -> None:
        """Check the triggers that conditions name, once all are read."""
        for node, trigger in self.awaited:
            if trigger not in known:
                raise node.error("no_trigger", trigger=repr(trigger))

    def meet(self, nodes: list[Node]) -> None:
        """Learn the players' ids and army rules, which the banners are checked against."""
        for node in nodes:
            fields = node.fields(("id",), ("rules", "node", "submitted", "excused", "conditions"))
            player = PlayerId(fields["id"].name())
            if player in self.traits:
                raise fields["id"].error("player_twice", id=shown(player))
            self.rules[player] = fields.get("rules", self._read_rules, ())
            self.traits[player] = traits_of(self.rules[player], self.house)

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
                raise fields["id"].error("banner_twice", id=shown(banner.id))
            holder = holders.setdefault(banner.at, banner)
            if holder.owner != banner.owner:
                raise fields["at"].error("enemies_together", sector=banner.at, banner=shown(holder.id))
            banners[banner.id] = banner
        return tuple(sorted(banners.values(), key=lambda banner: banner.id))

    def read_sectors(self, node: Node) -> tuple[Sector, ...]:
        sectors: dict[At, Sector] = {}
        for item in node.items():
            fields = item.fields(("at",), ("occupier", "disputed"))
            at = self.read_place(fields["at"])
            if at in sectors:
                raise fields["at"].error("sector_twice", sector=at)
            occupier = fields.maybe("occupier", self._read_player_id)
            disputed = fields.get("disputed", Node.boolean, False)
            if disputed and occupier is not None:
                raise fields["disputed"].error("disputed_held")
            sectors[at] = Sector(at, occupier, disputed)
        held = [sector for sector in sectors.values() if sector.disputed or sector.occupier is not None]
        return tuple(sorted(held, key=lambda sector: (sector.at[1], sector.at[0])))

    def read_features(self, node: Node) -> tuple[Feature, ...]:
        features: dict[FeatureId, Feature] = {}
        for item in node.items():
            fields = item.fields(("id", "at"), ("needs_search", "effect", "known_to"))
            feature = FeatureId(fields["id"].name())
            if feature in features:
                raise fields["id"].error("feature_twice", id=shown(feature))
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
            fields = item.fields(("id",), ("carried_by", "at", "known_to", "destructible", "sealed"))
            relic = RelicId(fields["id"].name())
            if relic in relics:
                raise fields["id"].error("relic_twice", id=shown(relic))
            carrier = fields.maybe("carried_by", lambda own: _read_banner_id(own, living))
            at = fields.maybe("at", self.read_place)
            if (carrier is None) == (at is None):
                raise item.error("relic_nowhere")
            known_to = fields.get("known_to", self._read_known_to, ())
            destructible = fields.get("destructible", Node.boolean, True)
            sealed = fields.get("sealed", Node.boolean, False)
            if sealed and (known_to or carrier is not None):
                raise fields["sealed"].error("sealed_known")
            known_to = known_to if carrier is None else ()
            relics[relic] = Relic(relic, carrier, at, known_to, destructible, sealed)
        return tuple(sorted(relics.values(), key=lambda relic: relic.id))

    def read_place(self, node: Node) -> At:
        """A passable sector on the map."""
        return read_place(node, self.rows)

    def _read_player(self, fields: Fields, banners: dict[BannerId, Banner]) -> Player:
        player = PlayerId(fields["id"].name())
        return Player(
            player,
            self.rules[player],
            fields.maybe("node", lambda node: self._read_node(node, player, banners)),
            fields.get("submitted", Node.boolean, True),
            fields.get("excused", Node.boolean, False),
            fields.get("conditions", self._read_conditions, ()),
        )

    def _read_banner(self, fields: Fields) -> Banner:
        owner = self._read_player_id(fields["owner"])
        level = read_count(fields["level"])
        if level > MAX_LEVEL and Trait.MASSIVE_ARMIES not in self.traits[owner]:
            raise fields["level"].error("not_massive", most=MAX_LEVEL, value=level)
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
            raise node.error("unknown_player", id=shown(player))
        return player

    def _read_known_to(self, node: Node) -> tuple[PlayerId, ...]:
        return tuple(sorted({self._read_player_id(item) for item in node.items()}))

    def _read_node(self, node: Node, player: PlayerId, banners: dict[BannerId, Banner]) -> BannerId:
        if Trait.HIVE_MENTALITY not in self.traits[player]:
            raise node.error("no_hive")
        named = _read_banner_id(node, banners)
        if banners[named].owner != player:
            raise node.error("node_of_another", banner=shown(named), player=shown(player))
        return named

    def _read_conditions(self, node: Node) -> tuple[Condition, ...]:
        return tuple(self._read_condition(item) for item in node.items())

    def _read_condition(self, node: Node) -> Condition:
        counted = ("primary", "turns", "held")
        kind = node.fields(("kind",), (*counted, *ALL_GOALS))["kind"].choice(ConditionKind)
        goals = GOALS[kind]
        fields = node.fields(("kind",), (*counted, *goals))
        given = [goal for goal in goals if goal in fields]
        if len(given) != 1:
            raise node.error("condition_goals", kind=kind.value, allowed=", ".join(goals))
        relic = fields.get("relic", Node.name, None)
        return Condition(
            kind,
            fields.get("primary", Node.boolean, True),
            fields.get("turns", lambda turns: turns.integer(1), 1),
            fields.get("held", read_count, 0),
            RelicId(relic) if relic is not None else None,
            fields.get("sectors", lambda own: tuple(self.read_place(at) for at in some(own)), None),
            fields.get("count", lambda count: count.integer(1), None),
            fields.get("player", self._read_player_id, None),
            fields.get("banners", lambda own: tuple(BannerId(one.name()) for one in some(own)), None),
            trigger=fields.get("trigger", self._await_trigger, None),
        )

    def _await_trigger(self, node: Node) -> TriggerId:
        self.awaited.append((node, node.name()))
        return TriggerId(node.name())

    def _read_rules(self, node: Node) -> tuple[str, ...]:
        rules: list[str] = []
        for item in node.items():
            rule = item.text()
            if rule not in ARMY_RULE and all(rule != own.id for own in self.house):
                raise item.error("unknown_rule", id=shown(rule))
            if rule in rules:
                raise item.error("listed_twice", id=shown(rule))
            rules.append(rule)
        return tuple(rules)


def _read_banner_id(node: Node, living: Iterable[BannerId]) -> BannerId:
    banner = BannerId(node.name())
    if banner not in living:
        raise node.error("unknown_banner", id=shown(banner))
    return banner
