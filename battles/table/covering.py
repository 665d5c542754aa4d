"""What a tablet that several players share hides, and whom it is to be handed to."""

from __future__ import annotations

from collections.abc import Sequence

from battles.models import Place, Table
from battles.table.deeds import SECRET
from rules.tabletop.activation import assigned, bidding
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.state import NOBODY, Game


def has_secrets(game: Game, number: int) -> bool:
    """Whether the player's own view holds anything that the others may not see just now."""
    player = game.players[number]
    side = game.sides[player.side]
    if player.hand or (game.stage == bidding.BID and side.bid != NOBODY):
        return True
    if any(unit.token and not unit.token_shown for unit in game.units if unit.player == number):
        return True
    # What a team-mate has put down can be told from the numbers that are left.
    mates = (one for one in game.players if one.side == player.side)
    return game.stage == assigned.TOKENS and any(one.placed for one in mates)


def covers(table: Table, game: Game, prompts: Sequence[ReadPlain]) -> tuple[Plain, ...]:
    """A cover for each place that a secret choice is wanted of, the first asked first."""
    wanted = {number: prompt for prompt in prompts if prompt["kind"] in SECRET for number in prompt["able"]}
    return tuple(
        {**place, "text": wanted[place["player"]]["text"], "ready": wanted[place["player"]]["kind"] == "play"}
        for place in places(table, game, list(wanted))
    )


def places(table: Table, game: Game, numbers: Sequence[int]) -> list[Plain]:
    """These places with what a hand-over to each of them needs: ``digits`` if its owner has to type his."""
    met = dict(Place.objects.filter(table=table, number__in=numbers).values_list("number", "met"))
    return [
        {
            "player": number,
            "name": game.players[number].name,
            "colour": game.sides[game.players[number].side].colour,
            "digits": met[number] and has_secrets(game, number),
            "renew": met[number] and not has_secrets(game, number),
        }
        for number in numbers
    ]
