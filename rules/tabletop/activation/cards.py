"""Cards: ranks are called from King to Two, and each card activates a unit (Tabletop B 6).

A player may let his cards play themselves (page 9 E): after the deal he may say in secret what his aces stand
for, and is not asked at the ranks. Who does so is public and fixed at the deal: waiting tells nothing.
"""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.dealing import (
    DECK,
    HANDS,
    RULE,
    SUITS,
    UNKNOWN,
    deal,
    hand,
    seen_twice,
    unsaid,
)
from rules.tabletop.activation.goes import orders_over
from rules.tabletop.state import Acting, Game, Player
from rules.tabletop.units import Unit

LAYING, KING, TWO, ACE = 14, 13, 2, 1
PLAY = "cards"
SPECIALS = {7: "figure", 6: "damage", 5: "hit", 4: "test", 3: "pin", 2: "any"}


def rank_of(card: str) -> int:
    """1 for an ace to 13 for a king."""
    return int(card[1:])


def _units_of(game: Game, player: int) -> tuple[Unit, ...]:
    side = game.players[player].side
    if side not in game.living_sides():
        return ()
    return tuple(unit for unit in game.able(side) if unit.player == player)


def start(game: Game, pen: Pen) -> Game:
    """Deal a card for each unit that has not kept its order; real cards have then to be named."""
    game = deal(game, [len(_units_of(game, number)) for number in range(len(game.players))], pen)
    game = replace(game, line=(), stage=HANDS)
    return game if unsaid(game) else _ranks(game, pen)


def _ranks(game: Game, pen: Pen) -> Game:
    """All hold their cards: the ranks can be called."""
    pen.reveal()
    lays = any(player.auto and player.hand for player in game.players)
    return replace(game, rank=LAYING if lays else KING, stage=PLAY)


def waiting(game: Game) -> tuple[int, ...]:
    """The players whose play at this rank is not in yet."""
    if game.rank == LAYING:
        return ()
    return tuple(n for n, player in enumerate(game.players) if asked(player) and not player.ready)


def asked(player: Player) -> bool:
    """Whether a player is asked at each rank: while he holds any cards, unless they play themselves."""
    return bool(player.hand) and not player.auto


def lays(player: Player) -> bool:
    """Whether a player may say what his aces stand for, whether he has any or not."""
    return bool(player.hand) and player.auto


def by_itself(game: Game) -> bool:
    """Whether the rank that is called shows its cards by itself, or the King is called: nobody is asked."""
    if game.stage != PLAY or not any(map(lays, game.players)):
        return False
    return game.rank == LAYING or not any(map(asked, game.players))


def auto_ready(game: Game, action: Action, pen: Pen) -> Game:
    """A player's cards play themselves from the next deal on, or do so no more; everybody reads of it."""
    own = game.players[action.player]
    on = action.flag("on")
    if own.auto_next != on:
        pen.tell("auto ready" if on else "no auto ready", player=action.player, rule=RULE)
    return game.with_player(action.player, replace(own, auto_next=on))


def lay(game: Game, action: Action, pen: Pen) -> Game:
    """A player says in secret what each ace stands for; what he does not say is played as a Two.

    He may change it until the rank in question is called.
    """
    own = game.players[action.player]
    if not lays(own):
        raise RefusedError("no plan")
    pen.tell("laid", player=action.player, secret_to=(action.player,))
    return game.with_player(action.player, replace(own, plan=_plan(game, action)))


def _plan(game: Game, action: Action) -> tuple[str, ...]:
    own = game.players[action.player]
    given = action.values.get("aces") or {}
    if not isinstance(given, dict):
        raise RefusedError("aces need suits", "aces")
    named = {str(card): str(what) for card, what in given.items() if what not in ("", None)}
    for card, what in named.items():
        if card not in own.hand or rank_of(card) != ACE:
            raise RefusedError("not your ace", "aces", card=card[:4])
        if what not in DECK or rank_of(what) == ACE:
            raise RefusedError("not a card", "aces", card=what[:8])
        if rank_of(what) >= game.rank and what not in _planned(own, card):
            raise RefusedError("rank called", "aces", card=what)
    # What has been called by now stays: it lies already.
    lying = tuple(f"{card}:{what}" for card, what in planned(own) if rank_of(what) >= game.rank)
    done = {one.split(":")[0] for one in lying}
    return lying + tuple(f"{card}:{what}" for card, what in named.items() if card not in done)


def planned(player: Player) -> tuple[tuple[str, str], ...]:
    """What the aces of a player stand for, as he has laid it down."""
    pairs = (entry.split(":") for entry in player.plan)
    return tuple((card, what) for card, what in pairs if card in player.hand)


def _planned(player: Player, ace: str) -> tuple[str, ...]:
    return tuple(what for card, what in planned(player) if card == ace)


def rank_tick(game: Game, action: Action, pen: Pen) -> Game:
    """A rank at which nobody is asked shows its cards, even if there are none; first the King is called."""
    if not by_itself(game):
        raise RefusedError("rank waits")
    return _called(game, pen) if game.rank == LAYING else _shown(game, pen)


def carried(restored: Game, now: Game) -> Game:
    """An earlier state of the same rank with what the players have laid down since, which no undo touches."""
    for number, player in enumerate(now.players):
        old = restored.players[number]
        if old.auto and player.auto and old.hand == player.hand:
            restored = restored.with_player(number, replace(old, plan=player.plan))
    return restored


def play(game: Game, action: Action, pen: Pen) -> Game:
    """Press ready: the cards of the rank that is called, and aces that stand for one, or nothing."""
    if game.stage != PLAY or game.rank == LAYING:
        raise RefusedError("no rank called")
    player = game.players[action.player]
    if player.auto:
        raise RefusedError("plays itself")
    if not player.hand or player.ready:
        raise RefusedError("ready already" if player.ready else "no cards left")
    aces = _aces(game, action)
    plays = tuple(f"{card}:{card[0]}" for card in player.hand if rank_of(card) == game.rank) + aces
    game = game.with_player(action.player, replace(player, plays=plays, ready=True))
    pen.tell("ready", player=action.player, secret_to=(action.player,))
    return game if waiting(game) else _shown(game, pen)


def _aces(game: Game, action: Action) -> tuple[str, ...]:
    """The aces played now, each with the suit that it is named for."""
    held = tuple(card for card in game.players[action.player].hand if rank_of(card) == ACE)
    given = action.values.get("aces") or {}
    if not isinstance(given, dict):
        raise RefusedError("aces need suits", "aces")
    named = {str(card): str(suit) for card, suit in given.items() if suit not in ("", None)}
    for card, suit in named.items():
        if card not in held:
            raise RefusedError("not your ace", "aces", card=card)
        if suit not in SUITS:
            raise RefusedError("not a suit", "aces", allowed=tuple(SUITS))
    if game.rank == TWO:
        named = {card: named.get(card, card[0]) for card in held}
    return tuple(f"{card}:{named[card]}" for card in held if card in named)


def _shown(game: Game, pen: Pen) -> Game:
    """All are in: the plays are shown together and put in order."""
    pen.reveal()
    seen_twice(game, pen)
    entries = []
    for number, player in enumerate(game.players):
        left = list(player.hand)
        for item in player.plays:
            card, suit = item.split(":")
            left.remove(card)
            real = rank_of(card) != ACE
            key = (SUITS.index(suit), not real, SUITS.index(card[0]), number)
            entries.append((key, f"{number}:{card}" if real else f"{number}:{card}:{suit}"))
            pen.tell("played", player=number, card=card, suit=suit, rank=game.rank, rule=RULE)
        game = game.with_player(number, replace(player, hand=tuple(left), plays=(), ready=False))
    return replace(game, line=tuple(entry for _, entry in sorted(entries)), stage="")


def onward(game: Game, pen: Pen) -> Game:
    """The next card in order, else the next rank."""
    if game.stage == HANDS:
        return game if unsaid(game) else _ranks(game, pen)
    if game.stage == PLAY and (game.rank == LAYING or waiting(game)):
        return game
    while True:
        while game.line:
            entry, game = game.line[0], replace(game, line=game.line[1:])
            number, card, *suit = entry.split(":")
            if _units_of(game, int(number)):
                return _activate(game, int(number), card, pen, "".join(suit))
            pen.tell("discarded", player=int(number), card=card, rule=RULE)
            game = replace(game, discard=(*game.discard, card))
        game = _called(game, pen)
        if game.stage != "":
            return game


def _called(game: Game, pen: Pen) -> Game:
    """Call the next rank; when none is left, the cards too are at their end."""
    same = game.stage == PLAY and game.rank != LAYING
    rank = game.rank if same else game.rank - 1
    left = any(player.hand for player in game.players)
    able = any(_units_of(game, number) for number in range(len(game.players)))
    if left and able and rank >= TWO:
        if not same:
            pen.tell("called", rank=rank, rule=RULE)
        return _laid(replace(game, rank=rank, stage=PLAY))
    for number, player in enumerate(game.players):
        game = replace(game, discard=(*game.discard, *player.hand))
        game = game.with_player(number, replace(player, hand=(), plays=(), plan=(), ready=False))
    return orders_over(game)


def _laid(game: Game) -> Game:
    """What plays itself lies face down as soon as its rank is called: from then on it is not changed."""
    for number, player in enumerate(game.players):
        if player.auto and game.rank <= KING:
            plan = dict(planned(player))
            aces = {card: plan.get(card, f"{card[0]}{TWO}") for card in player.hand if rank_of(card) == ACE}
            plays = tuple(f"{card}:{card[0]}" for card in player.hand if rank_of(card) == game.rank)
            plays += tuple(
                f"{ace}:{what[0]}"
                for ace, what in aces.items()
                if rank_of(what) == game.rank or (game.rank == TWO and rank_of(what) > TWO)
            )
            game = game.with_player(number, replace(player, plays=plays))
    return game


def _activate(game: Game, player: int, card: str, pen: Pen, suit: str) -> Game:
    """A unit of the player's acts by his card; an ace has the suit for which it stands."""
    side = game.players[player].side
    if suit:
        pen.tell("go card", side=side, player=player, card=card, suit=suit, rank=game.rank, rule=RULE)
    else:
        pen.tell("go card", side=side, player=player, card=card, rule=RULE)
    special = game.rank if game.rank in SPECIALS else 0
    return replace(game, stage="", acting=(Acting(side, player=player, card=card, special=special),))


def without(game: Game, side: int, pen: Pen) -> Game:
    """The hands of a side that has conceded are discarded; a rank that only waited for it is shown."""
    for number, player in enumerate(game.players):
        if player.side == side and (player.hand or player.dealt):
            held = (*player.hand, *(UNKNOWN,) * player.dealt)
            game = replace(game, discard=(*game.discard, *held))
            game = game.with_player(number, replace(player, hand=(), dealt=0, plays=(), plan=(), ready=False))
    ready = any(player.ready for player in game.players)
    return _shown(game, pen) if game.stage == PLAY and ready and not waiting(game) else game


ACTIONS = {"hand": hand, "play": play, "lay": lay, "rank": rank_tick}
