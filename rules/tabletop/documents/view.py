"""What one player may see of a table, built up from nothing (Tabletop B, E).

Hidden are bids that are not revealed, tokens that lie face down (team-mates' too), hands, plays that are not
shown, what aces stand for until they are shown, the deck, and spare tokens. Nothing here depends on them.
"""

from __future__ import annotations

from typing import cast

from rules.tabletop import flow, turn
from rules.tabletop.activation import assigned, bidding, cards, dealing
from rules.tabletop.attacks import Attack, Due, Strike
from rules.tabletop.documents.attack_view import attack_seen, firing, to_measure
from rules.tabletop.documents.plain import Plain
from rules.tabletop.documents.table_view import (
    OwnView,
    Prompt,
    TableView,
    ViewedGroup,
    ViewedPlayer,
    ViewedUnit,
)
from rules.tabletop.documents.wire import from_plain, to_plain
from rules.tabletop.momentum import bonus_side, reward_due
from rules.tabletop.resolvers import rerolls, strikes, volleys
from rules.tabletop.resolvers.officers import helpers
from rules.tabletop.state import NOBODY, OVER, Acting, Game
from rules.tabletop.stock import BAGGED
from rules.tabletop.tables import Tables
from rules.tabletop.units import Group, Unit


def view(game: Game, player: int) -> TableView:
    """The table as the player (-1: somebody who only watches) may see it, as plain data."""
    side = game.players[player].side if player != NOBODY else NOBODY
    seen = {
        **_public(game),
        "units": [_unit(game, unit, player) for unit in game.units if _shown(game, unit, side)],
        "sides": [_side(game, number, side) for number in range(len(game.sides))],
        "players": [_player(game, number) for number in range(len(game.players))],
        "me": player,
        "side": side,
        "own": _own(game, player, side),
        "wanted": [prompt for prompt in wanted(game) if not prompt.get("player_only")]
        + _cards_wanted(game, player),
    }
    return cast("TableView", seen)


def _public(game: Game) -> dict[str, object]:
    left = sum(side.bag for side in game.sides)
    return {
        "name": game.name,
        "method": game.method,
        "mission": game.mission,
        "turns": game.turns,
        "turn": game.turn,
        "phase": game.phase,
        "stage": game.stage,
        "attacker": game.attacker,
        "one_series": game.one_series,
        "by_hand": game.by_hand,
        "marker": game.marker,
        "drawn": list(game.drawn),
        "bag": left if game.method in BAGGED else None,
        "tokens_left": len(game.tokens),
        "tokens": list(game.tokens),
        "number": game.number,
        "rank": game.rank,
        "deck": len(game.deck),
        "discard": len(game.discard),
        "bidders": list(game.bidders),
        "chooser": game.chooser,
        "choice": to_plain(game.choice) if game.choice else None,
        "acting": [_acting(item) for item in game.acting],
        "attack": attack_seen(game),
        "firing": firing(game),
        "strikes": [to_plain(item) for item in game.strikes],
        "momentum": {
            "on": game.momentum.on,
            "slider": game.momentum.slider,
            "end": game.tables["momentum.end"],
            "holder": NOBODY if game.momentum.due else game.momentum.reward,
            "bonus": bonus_side(game),
            "reward": reward_due(game),
        },
        "changes": [list(change) for change in game.tables.changes],
        "losses": list(turn.losses(game)),
        "end_proposed": turn.end_proposed(game),
        "winner": game.winner,
        "words": list(game.words),
        "apart": game.apart,
        "over": game.phase == OVER,
        "held": game.held,
    }


def _shown(game: Game, unit: Unit, side: int) -> bool:
    """A list of a campaign's battle is sealed from the other side until the battle begins."""
    return not game.sealed or game.phase != "setup" or game.side_of(unit) == side


def _acting(item: Acting) -> Plain:
    names = (
        "side",
        "step",
        "player",
        "unit",
        "fixed",
        "order",
        "card",
        "special",
        "snap",
        "snapped",
        "attacked",
        "charge",
        "stays",
    )
    plain = {name: getattr(item, name) for name in (*names, "chooser")}
    return plain | {"ask": list(item.ask), "sprung": list(item.sprung)}


def _unit(game: Game, unit: Unit, player: int) -> Plain:
    """A unit; its token only if it is shown, or if it is the player's own."""
    plain = {name: getattr(unit, name) for name in unit.__dataclass_fields__ if name != "token"}
    plain |= {"models": unit.models, "start": unit.start, "fell": list(unit.fell)}
    plain |= {"weapons": list(unit.weapons), "spent": list(unit.spent), "groups": _groups(game, unit)}
    plain |= {"jammed": list(unit.jammed), "jams": to_plain(unit.jams)}
    aims = [{name: getattr(aim, name) for name in aim.__dataclass_fields__} for aim in unit.aims]
    plain |= {"aims": aims, **_last_aim(game, unit)}
    shown = unit.token_shown or unit.player == player
    plain["token"] = unit.token if shown else 0
    plain["face_down"] = bool(unit.token) and not unit.token_shown
    plain["side"] = game.side_of(unit)
    plain["morale"] = unit.morale(game.tables)
    plain["armour"] = unit.armour_value(game.tables)
    plain["may_escape"] = unit.may_escape
    plain["broken"] = unit.pins >= game.tables[f"morale.{unit.quality}"]
    plain["lost_points"] = unit.lost_points
    return plain


def _groups(game: Game, unit: Unit) -> list[ViewedGroup]:
    fired = volleys.fired(game, unit.id)
    return [
        {
            "weapon": group.weapon,
            "count": group.count,
            "crew": group.crew,
            "lost": group.lost,
            "leader": group.leader,
            "mount": group.mount,
            "spent": group.spent,
            "men": group.men,
            "able": group.able(unit.models),
            "fired": at in fired,
        }
        for at, group in enumerate(unit.groups)
    ]


def unit_of(seen: ViewedUnit) -> Unit:
    """The unit of a view as the rules know it; what the view does not show of it is as on a new one."""
    known: Plain = {**seen}
    known["groups"] = [
        {item: group[item] for item in Group.__dataclass_fields__} for group in known["groups"]
    ]
    unit = from_plain(Unit, {item: known[item] for item in Unit.__dataclass_fields__})
    assert isinstance(unit, Unit)
    return unit


def tables_of(seen: TableView) -> Tables:
    """The numbers in force at the table of a view."""
    return Tables(tuple((name, value) for name, value in seen["changes"]))


def _last_aim(game: Game, unit: Unit) -> dict[str, object]:
    """How often in a row it has fired indirectly at its last target, and when."""
    if not unit.aims:
        return {"indirect": 0, "aimed_at": "", "aimed_turn": 0}
    aim = max(unit.aims, key=lambda one: one.turn)
    times = game.tables["indirect.first"] - aim.needed + 1
    return {"indirect": times, "aimed_at": aim.target, "aimed_turn": aim.turn}


def _side(game: Game, number: int, viewer: int) -> Plain:
    """A side; its bid only when all are in."""
    side = game.sides[number]
    hidden = game.stage == bidding.BID
    names = ("name", "colour", "bag", "pool", "aside", "out", "camp", "seals", "conceded", "kept_chosen")
    plain: Plain = {name: getattr(side, name) for name in names}
    plain |= {"points": side.points, "points_start": side.points_start}
    plain["has_bid"] = side.bid != NOBODY
    plain["bid"] = NOBODY if hidden else side.bid
    plain["units"] = sum(1 for unit in game.of_side(number) if _shown(game, unit, viewer))
    return plain


def _player(game: Game, number: int) -> ViewedPlayer:
    player = game.players[number]
    return {
        "name": player.name,
        "side": player.side,
        "played_by": player.played_by,
        "cards": len(player.hand) + player.dealt,
        "placed": player.placed,
        "auto": player.auto,
        "auto_next": player.auto_next,
    }


def _own(game: Game, player: int, side: int) -> OwnView:
    """What only this player's own phone shows."""
    if player == NOBODY:
        return {}
    own = game.players[player]
    found: OwnView = {"hand": list(own.hand), "ready": own.ready, "plays": list(own.plays)}
    found["bid"] = game.sides[side].bid
    found["spring"] = list(flow.springers(game, player))
    found["sprung"] = [key for key in volleys.sprung(game) if game.unit(key).player == player]
    found["snap"] = _snap(game, player)
    if own.auto and own.hand:
        found["plan"] = dict(cards.planned(own))
    if own.dealt:
        found["dealt"], found["decks"] = own.dealt, dealing.decks(game)
    if game.stage == assigned.TOKENS:
        found["free"] = list(assigned.free_tokens(game, side))
        found["mine"] = [unit.id for unit in assigned.owned(game, player)]
    return found


def _snap(game: Game, player: int) -> list[str]:
    """Whom the officer that acts may order yet, if he is this player's side's."""
    acting = game.current
    if acting is None or acting.side != game.players[player].side:
        return []
    return [unit.id for unit in flow.snappers(game, acting)]


def wanted(game: Game) -> list[Prompt]:
    """What is waited for, and of whom: ``side`` -1 means anybody. Never empty before the end."""
    if game.phase == OVER:
        return []
    found: list[Prompt] = []
    if game.phase == "setup":
        return [_ask("begin")]
    if turn.end_proposed(game):
        found.append(_ask("finish"))
    if reward_due(game) != NOBODY:
        found.append(_ask("reward", reward_due(game)))
    if game.due:
        return [*found, _asked(game, game.due[0])]
    if game.phase == "preliminary":
        return (
            found
            + [_strike(game, item) for item in strikes.due(game)]
            + _when(not strikes.due(game), "orders")
        )
    if game.phase == "turn end":
        keep = [_ask("keep", side) for side in turn.to_choose(game)]
        return found + keep + _when(not keep, "next turn")
    return found + _in_orders(game)


def _ask(kind: str, side: int = NOBODY, **more: object) -> Prompt:
    return cast("Prompt", {"kind": kind, "side": side, **more})


def _when(so: bool, kind: str) -> list[Prompt]:
    return [_ask(kind)] if so else []


def _strike(game: Game, item: Strike) -> Prompt:
    side = item.chooser if item.step == "target" else item.side
    kinds = {"due": "strike", "target": "strike target", "flak": "flak", "near": "strike near"}
    struck = {game.side_of(game.unit(key)) for key in item.struck}
    owner = struck.pop() if len(struck) == 1 else NOBODY
    # Whose units are struck says whether they go Down.
    who = side if item.step in ("due", "target") else owner
    return _ask(kinds.get(item.step, "strike hits"), who, strike=item.id)


def _asked(game: Game, item: Due) -> Prompt:
    """What the owner of a unit is asked before a hit goes on."""
    unit = game.unit(item.unit)
    prompt = _ask(item.kind, game.side_of(unit), unit=unit.id)
    if item.kind == "jam":
        return {**prompt, "turret": item.turret, "assault": bool(item.by)}
    return {**prompt, "why": item.effect, "officers": [officer.id for officer in helpers(game, unit)]}


def _in_orders(game: Game) -> list[Prompt]:
    attack, acting = game.attack, game.current
    if attack is not None:
        return _in_attack(game, attack)
    if acting is not None:
        shots = [_ask("ambush", game.side_of(game.unit(key)), unit=key) for key in volleys.sprung(game)]
        if shots and acting.step in ("act", "panic"):
            return shots
        kinds = {"unit": "order", "test": "retest", "act": "done", "friendly": "friendly", "panic": "panic"}
        side = acting.chooser if acting.step == "friendly" else acting.side
        # Whose go it is carries out its order under its own name.
        about = {"unit": acting.unit} if acting.step in ("test", "friendly", "panic") else {}
        return [*shots, _ask(kinds[acting.step], side, **about)]
    return _next_go(game)


def _in_attack(game: Game, attack: Attack) -> list[Prompt]:
    """The targets answer, all at the same time, while the shooter measures; then the dice lie open."""
    found: list[Prompt] = []
    if attack.step == "react":
        asked = [one.unit for one in attack.targets if one.asked] or [attack.target]
        found = [_ask("answer", game.side_of(game.unit(key)), unit=key) for key in asked]
    if attack.step == "measure" or (attack.step == "react" and to_measure(attack)):
        found.append(_ask("measure", game.side_of(game.unit(attack.shooter)), unit=attack.shooter))
    if (side := volleys.fires_first(game)) != NOBODY:
        return [_ask("go on", side, unit=attack.target)]
    return found or [_ask("go on", rerolls.decides(game))]


def _next_go(game: Game) -> list[Prompt]:
    if game.stage == bidding.BID:
        return [_ask("bid", side) for side in game.bidders if game.sides[side].bid == NOBODY]
    if game.stage == bidding.NAME:
        return [_ask("name", game.chooser)]
    if game.stage in (assigned.TOKENS, dealing.HANDS):
        return _in_secret(game)
    if game.stage == assigned.FIRST and game.choice is not None:
        return [_ask("first", game.choice.side)]
    if game.stage == "cards":
        return [_ask("play", player_only=True)]
    return [_ask("draw")]


def _in_secret(game: Game) -> list[Prompt]:
    """Who has still to put down tokens, or to name the real cards that he holds."""
    players = enumerate(game.players)
    if game.stage == dealing.HANDS:
        return [_ask("hand", player.side, player=number) for number, player in players if player.dealt]
    return [_ask("tokens", player.side, player=number) for number, player in players if not player.placed]


def _cards_wanted(game: Game, player: int) -> list[Prompt]:
    """Whether this player has still to press ready; of the others nothing is told."""
    if game.stage != "cards":
        return []
    own = game.players[player] if player != NOBODY else None
    if own is not None and game.rank == cards.LAYING and cards.lays(own):
        return [_ask("lay", own.side, player=player)]
    if own is not None and player in cards.waiting(game):
        return [_ask("play", own.side, player=player)]
    return [_ask("others")]
