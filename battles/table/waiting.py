"""Who has gone quiet at a table, what can be done about it, and what waits for one who is back."""

from __future__ import annotations

from collections.abc import Sequence

from battles.models import Phone, Table, TableAction
from battles.table import rolling
from battles.table.documents import WaitingAction
from battles.table.presence import AWAY, away
from battles.table.words import table_words
from battles.table.words.table_log import sentence
from rules.tabletop.absence import waits_for
from rules.tabletop.documents.table_view import Prompt, TableView
from rules.tabletop.state import OVER, SETUP, Game


def away_rows(table: Table, game: Game, own: Sequence[int]) -> tuple[dict[str, object], ...]:
    """The other sides that have gone quiet; ``gone`` once one may go on without them.

    ``entries`` are what can be entered for their players, ``hand_over`` the players whose units the first of
    the phone's own places may play meanwhile. A phone that only watches is told, and offered nothing.
    """
    if game.phase == OVER:
        return ()
    mine = {game.players[number].side for number in own}
    found = []
    for side, seconds in sorted(away(table, game).items()):
        if side in mine or game.sides[side].conceded:
            continue
        gone = seconds >= AWAY
        act = gone and bool(own) and game.phase != SETUP
        players = [number for number, player in enumerate(game.players) if player.side == side]
        found.append(
            {
                "side": side,
                "name": game.sides[side].name,
                "colour": game.sides[side].colour,
                "seconds": seconds,
                "minutes": seconds // 60,
                "left": max(0, AWAY - seconds),
                "gone": gone,
                "entries": [
                    _entry(table, game, number)
                    for number in players
                    if act and _waits_for(table, game, number)
                ],
                "hand_over": [
                    (number, game.players[number].name)
                    for number in players
                    if act and game.players[number].played_by == number
                ],
            }
        )
    return tuple(found)


def _waits_for(table: Table, game: Game, number: int) -> str:
    """What can be entered for a player: only his dice while an action waits for some."""
    if table.waits is not None:
        return "roll" if table.waits["wants"]["place"] == number else ""
    return waits_for(game, number)


def _entry(table: Table, game: Game, number: int) -> dict[str, object]:
    return {
        "player": number,
        "name": game.players[number].name,
        "what": table_words.ENTERED[_waits_for(table, game, number)],
    }


def waits_of(table: Table) -> WaitingAction | None:
    """The action that waits for dice of a player's own, as everybody may read it."""
    waits = table.waits
    if waits is None:
        return None
    lie = rolling.lying(waits)
    found: WaitingAction = {
        "cid": waits["cid"],
        "action": waits["kind"],
        "dice": lie,
        "wants": waits["wants"],
    }
    if about := waits.get("about"):
        found["about"] = about
    return found


def with_wanted_dice(seen: TableView, table: Table, game: Game) -> TableView:
    """While dice are waited for nothing else is wanted of anybody, nor offered to him."""
    if table.waits is None:
        return seen
    place = table.waits["wants"]["place"]
    own = seen["own"]
    if own:
        own = {**own, "spring": [], "sprung": [], "snap": []}
    wanted: list[Prompt] = [{"kind": "roll", "side": game.players[place].side, "player": place}]
    return {**seen, "wanted": wanted, "firing": [], "own": own}


def rolls_itself(table: Table, phone: Phone) -> bool:
    """Whether any player of this phone rolls his own dice."""
    return table.places.filter(number__in=phone.numbers, own_dice=True).exists()


def question_rows(table: Table, game: Game, own: Sequence[int]) -> tuple[dict[str, object], ...]:
    """What was done without a side: for itself to answer, and what is contested for everybody to see."""
    mine = {game.players[number].side for number in own}
    rows = (
        {
            row.n: row
            for row in TableAction.objects.filter(table=table, n__in=[one["n"] for one in table.questions])
        }
        if table.questions
        else {}
    )
    found = []
    for one in table.questions:
        row = rows.get(one["n"])
        lines = [
            sentence(game, event)
            for event in (row.events if row else [])
            if event["kind"] != "without" and event.get("secret_to") is None
        ]
        for side in (*one["sides"], *one["contested"]):
            contested = side in one["contested"]
            if side in mine or contested:
                found.append(
                    {
                        "n": one["n"],
                        "side": side,
                        "name": game.sides[side].name,
                        "lines": lines,
                        "contested": contested,
                        "mine": side in mine,
                    }
                )
    return tuple(found)
