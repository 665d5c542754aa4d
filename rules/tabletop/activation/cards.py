"""Cards: ranks are called from King to Two, and each card activates a unit (Tabletop B 6)."""

from __future__ import annotations

from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.activation.goes import orders_over
from rules.tabletop.state import Acting, Game
from rules.tabletop.units import Unit

SUITS = ("S", "H", "D", "C")
KING, TWO, ACE = 13, 2, 1
PLAY = "cards"
RULE = "Tabletop B 6"
DECK = tuple(f"{suit}{rank}" for suit in SUITS for rank in range(1, 14))
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
    """Deal a card for each unit that has not kept its order."""
    wanted = [len(_units_of(game, number)) for number in range(len(game.players))]
    game = _enough(game, sum(wanted), pen)
    deck = game.deck
    for number, count in enumerate(wanted):
        hand, deck = deck[:count], deck[count:]
        game = game.with_player(number, replace(game.players[number], hand=hand, plays=(), ready=False))
        pen.tell("dealt", player=number, count=count, rule=RULE)
    pen.reveal()
    return replace(game, deck=deck, rank=KING, line=(), stage=PLAY)


def _enough(game: Game, wanted: int, pen: Pen) -> Game:
    """Shuffle the rest and the discards, and a further deck for each that is lacking."""
    if len(game.deck) >= wanted:
        return game
    cards = [*game.deck, *game.discard]
    while len(cards) < wanted:
        cards += DECK
    before = len(pen.dice.shown)
    deck = pen.dice.shuffled("shuffle", sorted(cards))
    pen.tell("shuffled", *pen.dice.shown[before:], secret_to=())
    pen.tell("new deck", count=len(deck), rule=RULE)
    return replace(game, deck=deck, discard=())


def shuffle_again(game: Game, pen: Pen) -> Game:
    """Shuffle what is left of the deck: whoever knows the seed so far knows its order."""
    before = len(pen.dice.shown)
    deck = pen.dice.shuffled("shuffle", sorted(game.deck))
    pen.tell("shuffled", *pen.dice.shown[before:], secret_to=())
    pen.tell("new deck", count=len(deck), rule=RULE)
    return replace(game, deck=deck)


def waiting(game: Game) -> tuple[int, ...]:
    """The players whose play at this rank is not in yet."""
    return tuple(number for number, player in enumerate(game.players) if player.hand and not player.ready)


def play(game: Game, action: Action, pen: Pen) -> Game:
    """Press ready: the cards of the rank that is called, and aces that stand for one, or nothing."""
    if game.stage != PLAY:
        raise RefusedError("no rank called")
    player = game.players[action.player]
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
    entries = []
    for number, player in enumerate(game.players):
        left = list(player.hand)
        for item in player.plays:
            card, suit = item.split(":")
            left.remove(card)
            real = rank_of(card) != ACE
            key = (SUITS.index(suit), not real, SUITS.index(card[0]), number)
            entries.append((key, f"{number}:{card}"))
            pen.tell("played", player=number, card=card, suit=suit, rank=game.rank, rule=RULE)
        game = game.with_player(number, replace(player, hand=tuple(left), plays=(), ready=False))
    return replace(game, line=tuple(entry for _, entry in sorted(entries)), stage="")


def onward(game: Game, pen: Pen) -> Game:
    """The next card in order, else the next rank."""
    if game.stage == PLAY and waiting(game):
        return game
    while True:
        while game.line:
            entry, game = game.line[0], replace(game, line=game.line[1:])
            number, card = entry.split(":")
            if _units_of(game, int(number)):
                return _activate(game, int(number), card, pen)
            pen.tell("discarded", player=int(number), card=card, rule=RULE)
            game = replace(game, discard=(*game.discard, card))
        game = _called(game, pen)
        if game.stage != "":
            return game


def _called(game: Game, pen: Pen) -> Game:
    """Call the next rank; when none is left, the cards too are at their end."""
    asked = game.stage == PLAY
    rank = game.rank if asked else game.rank - 1
    left = any(player.hand for player in game.players)
    able = any(_units_of(game, number) for number in range(len(game.players)))
    if left and able and rank >= TWO:
        if not asked:
            pen.tell("called", rank=rank, rule=RULE)
        return replace(game, rank=rank, stage=PLAY)
    for number, player in enumerate(game.players):
        game = replace(game, discard=(*game.discard, *player.hand))
        game = game.with_player(number, replace(player, hand=(), plays=(), ready=False))
    return orders_over(game)


def _activate(game: Game, player: int, card: str, pen: Pen) -> Game:
    side = game.players[player].side
    pen.tell("go card", side=side, player=player, card=card, rule=RULE)
    special = game.rank if game.rank in SPECIALS else 0
    return replace(game, stage="", acting=(Acting(side, player=player, card=card, special=special),))


ACTIONS = {"play": play}
