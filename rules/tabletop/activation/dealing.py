"""The deck and its deal: by the app, or of real cards, which each player then names in secret (Tabletop B 6).

Of a real deck the app knows only how many cards are left. What a player says of his hand is not held against
what the others have said of theirs: a refusal would tell him.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rules.tabletop.action import Action, Pen, RefusedError
from rules.tabletop.state import Game

SUITS = ("S", "H", "D", "C")
DECK = tuple(f"{suit}{rank}" for suit in SUITS for rank in range(1, 14))
UNKNOWN = "?"
"""A card of a real deck that nobody has named."""
HANDS = "hands"
RULE = "Tabletop B 6"


def deal(game: Game, wanted: Sequence[int], pen: Pen) -> Game:
    """Deal each player so many cards; of a real deck he says himself which they are."""
    game = _enough(game, sum(wanted), pen)
    deck = game.deck
    for number, count in enumerate(wanted):
        hand, deck = deck[:count], deck[count:]
        own = game.players[number]
        said = {"hand": (), "dealt": count} if game.by_hand else {"hand": hand, "dealt": 0}
        own = replace(own, **said, plays=(), ready=False, auto=own.auto_next, plan=())  # type: ignore[arg-type]
        game = game.with_player(number, own)
        pen.tell("dealt by hand" if game.by_hand else "dealt", player=number, count=count, rule=RULE)
    return replace(game, deck=deck)


def _enough(game: Game, wanted: int, pen: Pen) -> Game:
    """Shuffle the rest and the discards, and a further deck for each that is lacking."""
    if len(game.deck) >= wanted:
        return game
    cards = [*game.deck, *game.discard]
    while len(cards) < wanted:
        cards += DECK
    game = replace(game, discard=())
    if game.by_hand:
        pen.tell("shuffle by hand", count=len(cards), decks=len(cards) // len(DECK), rule=RULE)
        return replace(game, deck=(UNKNOWN,) * len(cards))
    return _shuffled(game, cards, pen)


def shuffle_again(game: Game, pen: Pen) -> Game:
    """Shuffle what is left of the deck: whoever knows the seed so far knows its order. Not of a real one."""
    return game if game.by_hand else _shuffled(game, game.deck, pen)


def _shuffled(game: Game, cards: Sequence[str], pen: Pen) -> Game:
    before = len(pen.dice.shown)
    deck = pen.dice.shuffled("shuffle", sorted(cards))
    pen.tell("shuffled", *pen.dice.shown[before:], secret_to=())
    pen.tell("new deck", count=len(deck), rule=RULE)
    return replace(game, deck=deck)


def decks(game: Game) -> int:
    """How many decks of 52 are in play, between two cards that act."""
    held = sum(len(player.hand) + player.dealt for player in game.players)
    return (len(game.deck) + len(game.discard) + held) // len(DECK)


def unsaid(game: Game) -> tuple[int, ...]:
    """The players who have still to say which real cards they hold."""
    return tuple(number for number, player in enumerate(game.players) if player.dealt)


def hand(game: Game, action: Action, pen: Pen) -> Game:
    """A player names the real cards that he was dealt; no other phone is told."""
    own = game.players[action.player]
    if game.stage != HANDS or not own.dealt:
        raise RefusedError("no hand to say")
    cards = _named(game, action, own.dealt)
    pen.tell("hand in", player=action.player, rule=RULE)
    pen.tell("hand", secret_to=(action.player,), player=action.player, cards=" ".join(cards))
    return game.with_player(action.player, replace(own, hand=cards, dealt=0))


def _named(game: Game, action: Action, count: int) -> tuple[str, ...]:
    """The cards of the action. ``RefusedError`` for what cannot be one hand, whatever the others hold."""
    given = action.values.get("cards")
    cards = given if isinstance(given, list | tuple) else [given] if isinstance(given, str) else []
    if len(cards) != count:
        raise RefusedError("hand count", "cards", count=count, given=len(cards))
    if wrong := [card for card in cards if card not in DECK]:
        raise RefusedError("no such card", "cards", card=str(wrong[0])[:8])
    most, times = decks(game), Counter(map(str, cards))
    if twice := [card for card, held in times.items() if held > most]:
        raise RefusedError("card too often", "cards", card=twice[0], most=most)
    return tuple(map(str, cards))


def drawn_unseen(game: Game, player: int, pen: Pen) -> tuple[str, ...]:
    """For one who is away: as many of the cards that nobody has named or discarded, drawn by the app."""
    left = Counter(DECK * decks(game))
    left.subtract(card for one in game.players for card in one.hand)
    left.subtract(game.discard)
    cards = [card for card in DECK for _ in range(left[card])]
    before, drawn = len(pen.dice.shown), []
    for _ in range(game.players[player].dealt):
        drawn.append(cards.pop(pen.dice.draw("card", len(cards))))
    pen.tell("drawn unseen", *pen.dice.shown[before:], secret_to=())
    return tuple(drawn)


def seen_twice(game: Game, pen: Pen) -> None:
    """Tell of a card that is shown more often than there are decks: somebody has named his hand wrongly."""
    shown = Counter(card for card in game.discard if card != UNKNOWN)
    played = Counter(item.split(":")[0] for player in game.players for item in player.plays)
    most = decks(game)
    for card, times in played.items():
        if game.by_hand and shown[card] + times > most:
            pen.tell("card twice", card=card, rule=RULE)
