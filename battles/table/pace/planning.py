"""What the pages show of a plan of aces, and of who may put in a word while another acts (page 9 E)."""

from __future__ import annotations

from collections.abc import Sequence

from battles.table.words import table_words
from rules.tabletop import flow
from rules.tabletop.activation.cards import TWO, rank_of
from rules.tabletop.activation.dealing import DECK, SUITS
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.documents.table_view import OwnView
from rules.tabletop.resolvers import volleys
from rules.tabletop.state import Game


def meanwhile(game: Game, numbers: Sequence[int]) -> OwnView:
    """For all places of a phone: which Ambushes may be sprung now, and which of them have still to fire."""
    fire = volleys.sprung(game)
    return {
        "spring": [key for number in numbers for key in flow.springers(game, number)],
        "sprung": [key for key in fire if game.unit(key).player in numbers],
    }


def plan_of(seen: ReadPlain) -> Plain:
    """The plan of the player whose view this is: what is said, and what can still be changed."""
    plan = seen["own"].get("plan")
    if plan is None:
        return {"plan": [], "planned": []}
    lying = {entry.split(":")[0] for entry in seen["own"].get("plays", ())}
    open_cards = [card for card in _by_rank() if rank_of(card) < seen["rank"]]
    choices = [(card, table_words.card(card)) for card in open_cards]
    aces = [card for card in seen["own"].get("hand", ()) if rank_of(card) == 1]
    return {
        "plan": [{"ace": table_words.card(ace), "name": table_words.card(to)} for ace, to in plan.items()],
        "planned": [
            {
                "code": ace,
                "name": table_words.card(ace),
                "two": table_words.card(f"{ace[0]}{TWO}"),
                "now": plan.get(ace, ""),
                "choices": choices,
            }
            for ace in aces
            if ace not in lying
        ],
    }


def _by_rank() -> list[str]:
    cards = [card for card in DECK if rank_of(card) > 1]
    return sorted(cards, key=lambda card: (-rank_of(card), SUITS.index(card[0])))
