"""A table for tests, and a player that does something legal whenever something is wanted."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.tabletop.action import Action, Event, RefusedError
from rules.tabletop.activation.dealing import DECK
from rules.tabletop.dice import TableDice
from rules.tabletop.documents.view import view, wanted
from rules.tabletop.game import step
from rules.tabletop.resolvers import volleys
from rules.tabletop.resolvers.declaring import may_volley
from rules.tabletop.setup import new_game
from rules.tabletop.squads.losing import resized, with_models
from rules.tabletop.squads.mustering import rearmed
from rules.tabletop.state import Game
from rules.tabletop.stock import census, give_order
from rules.tabletop.tables import METHODS
from rules.tabletop.units import Unit
from rules.tabletop.weapons import WEAPONS, is_small

SEED = bytes(range(32))
GREEN = """Green lieutenant 2 men second lieutenant 50 pts
2x Regular rifle squad 10 men rifle LMG 100 pts
Veteran MMG team 3 men MMG 50 pts
Medium tank 1 turret medium AT gun 150 pts"""
BROWN = """2x Inexperienced conscripts 8 men rifle 70 pts
Light mortar 3 men 35 pts
Armoured car recce heavy auto cannon 90 pts"""
GREY = """Regular rifle squad 6 men rifle 60 pts
Anti-tank gun light AT gun gun shield 4 crew 60 pts"""


class Table:
    """A game with its dice and its log, for tests."""

    tries_twice = True

    def __init__(self, game: Game, seed: bytes = SEED) -> None:
        """A table at this state."""
        self.game, self.seed, self.next = game, seed, 0
        self.events: list[Event] = []
        self.undoable = True

    def do(self, kind: str, player: int = 0, typed: list[int] | None = None, **values: Any) -> list[Event]:
        """One action; the events of it."""
        dice = TableDice(self.seed, "test", self.next, typed)
        done = step(self.game, Action(kind, player, values), dice)
        self.game, self.next, self.undoable = done.game, dice.next, done.undoable
        self.events += done.events
        return list(done.events)

    def unit(self, key: str) -> Any:
        """A unit by its id."""
        return self.game.unit(key)

    def put(self, key: str, **changes: Any) -> None:
        """Change a unit behind the rules' back; an order takes its die."""
        order = changes.pop("order", "")
        if order and not self.game.unit(key).order and self.game.phase != "setup":
            self.game = give_order(self.game, self.game.unit(key), order)
        elif order:
            changes["order"] = order
        self.game = self.game.with_unit(with_men(self.game.unit(key), **changes))


def with_men(unit: Unit, **changes: Any) -> Unit:
    """The unit with some of its traits changed, its men and weapons among them."""
    models, start, weapons = (changes.pop(name, None) for name in ("models", "start", "weapons"))
    unit = replace(unit, **changes)
    anew = weapons is not None or "kind" in changes
    if start is not None or (anew and "groups" not in changes):
        arms = unit.weapons if weapons is None else weapons
        unit = resized(rearmed(unit, arms, start or unit.start), start or unit.start)
    return unit if models is None else with_models(unit, models)


def two_sides(method: str = "dice bag", *, begin: bool = True, **more: Any) -> Table:
    """Green against Brown: u1 to u5, and u6 to u9."""
    table = Table(new_game("Test", ("Green", "Brown"), (("Ada", 0), ("Ben", 1))))
    table.do("settings", method=method, **more)
    table.do("roster", 0, roster=GREEN)
    table.do("roster", 1, roster=BROWN)
    if begin:
        table.do("begin")
    return table


def three_sides(method: str, **more: Any) -> Table:
    """Green (two players), Brown and Grey."""
    players = (("Ada", 0), ("Ben", 1), ("Cleo", 2), ("Dirk", 0))
    table = Table(new_game("Test", ("Green", "Brown", "Grey"), players))
    table.do("settings", method=method, **more)
    table.do("roster", 0, roster=GREEN)
    table.do("roster", 1, roster=BROWN)
    table.do("roster", 2, roster=GREY)
    table.do("roster", 3, roster=GREY)
    table.do("begin")
    return table


def check(table: Table) -> None:
    """What always holds: dice and cards are constant, and somebody can go on."""
    game = table.game
    for unit in game.units:
        assert unit.destroyed == (unit.models == 0)
        assert unit.models <= unit.start
        for group in unit.groups:
            assert 0 <= group.lost <= group.strength
            assert 0 <= group.spent <= group.count
    for attack in game.attacks:
        if attack.listed and attack.step in ("hit", "damage"):
            assert sum(shot.rolled for shot in attack.fire) == len(attack.dice)
            assert len({shot.group for shot in attack.fire}) == len(attack.fire)
        if attack.listed and attack.step == "hit":
            counted = [shot.weapons * game.tables[f"weapon.{shot.weapon}.shots"] for shot in attack.fire]
            assert [shot.rolled for shot in attack.fire] == counted
    for number in range(len(game.sides)):
        unplayed, beside, out = census(game, number)
        total = sum(1 for unit in game.units if game.side_of(unit) == number)
        assert unplayed + beside + out == total, (game.sides[number], game.phase)
        assert unplayed == sum(1 for unit in game.of_side(number) if not unit.order)
    if game.method == "cards" and game.phase != "over" and (game.deck or game.discard):
        acting = [item.card for item in game.acting if item.card and not item.snapped]
        line = [entry.split(":")[1] for entry in game.line]
        hands = [card for player in game.players for card in player.hand]
        dealt = ["?" for player in game.players for _ in range(player.dealt)]
        cards = sorted([*game.deck, *game.discard, *hands, *dealt, *line, *acting])
        assert len(cards) % 52 == 0
        assert game.by_hand or cards == sorted(DECK * (len(cards) // 52))
    assert wanted(game) or game.phase == "over"


class Robot:
    """Plays for everybody, by chance but always legally."""

    def __init__(self, table: Table, chance: int) -> None:
        """``chance`` seeds what it does; the dice are the table's."""
        self.table, self.random = table, random.Random(chance)

    def go(self, steps: int, each: Callable[[], None] | None = None) -> None:
        """Do that many actions, checking after each."""
        for _ in range(steps):
            if self.table.game.phase == "over":
                return
            self.one()
            self.move_losses()
            check(self.table)
            if each is not None:
                each()

    def one(self) -> None:
        """Do one thing that is wanted."""
        asked = wanted(self.table.game)
        prompt = self.random.choice([item for item in asked if item["kind"] != "finish"] or asked)
        if len(self.table.game.living_sides()) < 2:
            prompt = {"kind": "finish", "side": -1}
        side = prompt["side"]
        mine = [n for n, player in enumerate(self.table.game.players) if side in (-1, player.side)]
        player = prompt.get("player", self.random.choice(mine))
        getattr(self, "do_" + prompt["kind"].replace(" ", "_"))(player, prompt)

    def _enemies(self, side: int) -> list[Any]:
        game = self.table.game
        return [unit for unit in game.units if unit.in_play and game.side_of(unit) != side]

    def do_draw(self, player: int, prompt: Any) -> None:
        self.table.do("draw", player)

    def do_hand(self, player: int, prompt: Any) -> None:
        own = view(self.table.game, player)["own"]
        self.table.do("hand", player, cards=self.random.sample(DECK * own["decks"], own["dealt"]))

    def do_order(self, player: int, prompt: Any) -> None:
        game = self.table.game
        acting = game.current
        assert acting is not None
        player = acting.player if acting.player >= 0 else player
        units = [u for u in game.able(acting.side) if acting.player in (-1, u.player)]
        units = [u for u in units if not (acting.snapped and u.reserve)]
        unit = game.unit(acting.unit) if acting.fixed else self.random.choice(units)
        orders = ("fire", "advance", "run", "ambush", "rally", "down")
        if unit.reserve:
            orders = ("advance", "down") if game.turn >= unit.entry else ("down",)
        order, charge = self.random.choice(orders), ""
        if order == "run" and unit.kind == "infantry":
            charge = self.random.choice(["", *(one.id for one in self._enemies(acting.side))])
        stays = self.random.random() < 0.2
        self.table.do("order", player, unit=unit.id, order=order, charge=charge, stays=stays)

    def do_retest(self, player: int, prompt: Any) -> None:
        self.table.do("retest", player, reroll=self.random.random() < 0.7)

    def do_done(self, player: int, prompt: Any) -> None:
        game, chance = self.table.game, self.random.random()
        acting = game.current
        assert acting is not None
        unit, enemies = game.unit(acting.unit), self._enemies(acting.side)
        if acting.snap and chance < 0.3 and any(not u.reserve for u in game.able(acting.side)):
            mine = acting.player in (-1, *(u.player for u in game.able(acting.side)))
            self.table.do("snap" if mine else "done", player)
        elif unit.in_play and enemies and chance < 0.8 and acting.order in ("fire", "advance", "run"):
            self._attack(player, unit, self.random.choice(enemies))
        else:
            self.table.do("done", player)

    def do_ambush(self, player: int, prompt: Any) -> None:
        unit = self.table.game.unit(prompt["unit"])
        if self.random.random() < 0.3 or not self._volley(player, unit):
            self.table.do("done", player, unit=unit.id)

    def do_morale(self, player: int, prompt: Any) -> None:
        self.table.do("morale", player, officer=self.random.choice(["", *prompt["officers"]]))

    def do_jam(self, player: int, prompt: Any) -> None:
        self.table.do("jam", player, arc=self.random.choice(("front", "left", "right", "rear")))

    def _attack(self, player: int, unit: Any, enemy: Any) -> None:
        if self.random.random() < 0.05:
            self.table.do("momentum", player, side0=self.random.randint(1, 3)) if (
                self.table.game.momentum.on and not self.table.game.momentum.due
            ) else None
        now = self.table.game.current
        declared = not enemy.enclosed or unit.anti_tank or (now is not None and now.charge == enemy.id)
        if self.random.random() < 0.3 and unit.kind == "infantry" and enemy.order != "run" and declared:
            self.table.do("assault", player, shooter=unit.id, target=enemy.id, far=self.random.random() < 0.5)
            return
        if self.random.random() < 0.6 and self._volley(player, unit):
            return
        weapons = [name for name in unit.weapons if name not in unit.spent] or ["Rifle"]
        self.table.do(
            "shoot",
            player,
            shooter=unit.id,
            target=enemy.id,
            weapon=self.random.choice(weapons),
            shots=self.random.randint(1, 8),
            cover=self.random.choice(("none", "soft", "hard")),
            arc=self.random.choice(("front", "side", "rear")),
            he=self.random.random() < 0.5,
            template=3,
        )

    def _volley(self, player: int, unit: Any) -> bool:
        """All or some of its groups fire, each at a target of its own where that may be."""
        targets = may_volley(self.table.game, unit)
        able = [at for at, group in enumerate(unit.groups) if group.able(unit.models)]
        if not targets or not able:
            return False
        shared = self.random.choice(targets)
        fire = []
        for at in self.random.sample(able, self.random.randint(1, len(able))):
            weapon = WEAPONS[unit.groups[at].weapon]
            small = unit.troops and is_small(weapon.name)
            target = shared if small or self.random.random() < 0.5 else self.random.choice(targets)
            he = weapon.he > 0 and self.random.random() < 0.5
            fire.append({"group": at, "target": target, "he": he, "indirect": weapon.range == 0})
        self.table.do("volley", player, shooter=unit.id, fire=fire)
        self._fires_once(player, unit.id, fire)
        return True

    def _fires_once(self, player: int, key: str, fire: list[dict[str, Any]]) -> None:
        """No weapon fires twice an action: the same volley is refused, while it is resolved and after it."""
        if not self.table.tries_twice:
            return
        before = self.table.game
        try:
            self.table.do("volley", player, shooter=key, fire=fire)
        except RefusedError:
            assert self.table.game is before
        else:
            raise AssertionError(f"{key} has fired twice")

    def do_measure(self, player: int, prompt: Any) -> None:
        attack = self.table.game.attack
        assert attack is not None
        at = [
            {
                "target": target.unit,
                "inches": self.random.choice((4, 12, 20, 30, 50)),
                "cover": self.random.choice(("none", "soft", "hard")),
                "arc": self.random.choice(("front", "side", "rear")),
                "template": 3,
            }
            for target in attack.targets
            if self.random.random() < 0.8
        ]
        self.table.do("measure", player, at=at)
        if volleys.fired(self.table.game, attack.shooter):
            fire = [{"group": shot.group, "target": shot.target} for shot in attack.fire]
            self._fires_once(player, attack.shooter, fire)

    def move_losses(self) -> None:
        """An owner says who of a unit it was."""
        for unit in self.table.game.units:
            if self.table.game.phase == "over" or not sum(unit.fell) or self.random.random() < 0.7:
                continue
            fell = [*unit.fell, *[0] * (len(unit.groups) - len(unit.fell))]
            left, taken = sum(fell), {}
            order = self.random.sample(range(len(fell)), len(fell))
            for at in order:
                taken[str(at)] = min(left, unit.groups[at].men + fell[at])
                left -= taken[str(at)]
            self.table.do("losses", unit.player, unit=unit.id, groups=taken)

    def do_go_on(self, player: int, prompt: Any) -> None:
        attack = self.table.game.attack
        assert attack is not None
        if attack.kind == "assault" and attack.round > 6:
            shooter = self.table.game.unit(attack.shooter)
            self.table.do("call off", self._player_of(self.table.game.side_of(shooter)))
            return
        self.table.do("go on", player)

    def _player_of(self, side: int) -> int:
        return next(n for n, player in enumerate(self.table.game.players) if player.side == side)

    def do_answer(self, player: int, prompt: Any) -> None:
        game = self.table.game
        assert game.attack is not None
        target = game.unit(prompt["unit"])
        how = "stand"
        if not target.order and self.random.random() < 0.5:
            how = "down" if game.attack.kind == "shot" else "fire"
        self.table.do("answer", player, how=how, target=target.id)

    def do_friendly(self, player: int, prompt: Any) -> None:
        self.table.do("friendly", player)

    def do_panic(self, player: int, prompt: Any) -> None:
        acting = self.table.game.current
        assert acting is not None
        stuck = self.table.game.unit(acting.unit).immobilised
        how = "down" if stuck else self.random.choice(("run", "edge", "down"))
        self.table.do("panic", player, how=how)

    def do_bid(self, player: int, prompt: Any) -> None:
        points = self.table.game.sides[prompt["side"]].points
        self.table.do("bid", player, points=self.random.choice((0, 1, points // 2, points)))

    def do_name(self, player: int, prompt: Any) -> None:
        self.table.do("name", player, side=self.random.choice(self.table.game.bidders))

    def do_tokens(self, player: int, prompt: Any) -> None:
        from rules.tabletop.activation import assigned

        game = self.table.game
        units = assigned.owned(game, player)
        free = list(assigned.free_tokens(game, game.players[player].side))
        self.random.shuffle(free)
        tokens = {u.id: n for u, n in zip(units, free, strict=False)}
        self.table.do("tokens", player, tokens=tokens)

    def do_first(self, player: int, prompt: Any) -> None:
        choice = self.table.game.choice
        assert choice is not None
        free = [n + 1 for n, place in enumerate(choice.places) if not place]
        self.table.do("first", player, place=self.random.choice(free))

    def do_play(self, player: int, prompt: Any) -> None:
        from rules.tabletop.activation.cards import waiting

        player = self.random.choice(waiting(self.table.game))
        hand = self.table.game.players[player].hand
        aces = {card: self.random.choice("SHDC") for card in hand if card[1:] == "1"}
        played = aces if self.random.random() < 0.3 else {}
        self.table.do("play", player, aces=played)

    def do_keep(self, player: int, prompt: Any) -> None:
        from rules.tabletop.turn import keepers

        units = [u.id for u in keepers(self.table.game, prompt["side"]) if self.random.random() < 0.5]
        self.table.do("keep", player, units=units)

    def do_next_turn(self, player: int, prompt: Any) -> None:
        self.table.do("next turn", player)

    def do_orders(self, player: int, prompt: Any) -> None:
        self.table.do("orders", player)

    def do_strike(self, player: int, prompt: Any) -> None:
        self.table.do("strike", player, strike_id=prompt["strike"])

    def do_strike_target(self, player: int, prompt: Any) -> None:
        strike = next(one for one in self.table.game.strikes if one.id == prompt["strike"])
        others = [u.id for u in self.table.game.units if u.in_play and u.id != strike.target]
        self.table.do("strike target", player, strike_id=strike.id, target=self.random.choice(["", *others]))

    def do_flak(self, player: int, prompt: Any) -> None:
        self.table.do("flak", player, strike_id=prompt["strike"], down=self.random.random() < 0.3)

    def do_strike_near(self, player: int, prompt: Any) -> None:
        units = [u.id for u in self.table.game.units if u.in_play and self.random.random() < 0.7]
        self.table.do("strike near", player, strike_id=prompt["strike"], units=units)

    def do_strike_hits(self, player: int, prompt: Any) -> None:
        strike = next(one for one in self.table.game.strikes if one.id == prompt["strike"])
        downs = [key for key in strike.struck if self.random.random() < 0.5]
        buildings = [key for key in strike.struck if self.random.random() < 0.3]
        self.table.do("strike hits", player, strike_id=strike.id, downs=downs, buildings=buildings)

    def do_reward(self, player: int, prompt: Any) -> None:
        game = self.table.game
        unit = next(unit for unit in game.of_side(prompt["side"]) if unit.in_play)
        what = self.random.choice(("boost", "displacement"))
        self.table.do("reward", player, unit=unit.id, what=what)

    def do_finish(self, player: int, prompt: Any) -> None:
        self.table.do("finish", player, winner=-1)


__all__ = ["METHODS", "Robot", "Table", "check", "three_sides", "two_sides"]
