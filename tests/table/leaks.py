"""Leaks planted in the table, each of a kind that comes easily: all must be found (page 9 E)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

from django.http import HttpRequest, HttpResponse

from battles.models import Table, TableAction
from battles.table import api, deeds, ending, log_file, selectors, views
from battles.table.documents import TableLog
from battles.table.intake import sitting
from battles.table.log_file import LogLine
from battles.table.pace import going_on
from battles.table.pace.going_on import Coming
from rules.tabletop.action import Action, Pen
from rules.tabletop.activation import assigned, cards
from rules.tabletop.documents import view
from rules.tabletop.documents.plain import Plain
from rules.tabletop.documents.table_view import Prompt, ViewedPlayer
from rules.tabletop.refusing import RefusedError
from rules.tabletop.state import Game


@dataclass(frozen=True, slots=True)
class Leak:
    """A leak: how it is put into the app, and the moment of a story at which it must show."""

    name: str
    plant: Callable[[], AbstractContextManager[Any]]
    story: str
    moment: str


def _in_player(told: Callable[[Game, int], object]) -> Callable[[], AbstractContextManager[Any]]:
    """What everybody reads of a player says more."""
    plain = view._player

    def more(game: Game, number: int) -> ViewedPlayer:
        own = plain(game, number)
        return {**own, "name": f"{own['name']} {told(game, number)}"}

    return lambda: patch.object(view, "_player", more)


def _bid_is_shown() -> AbstractContextManager[Any]:
    plain = view._side

    def more(game: Game, number: int, viewer: int) -> Plain:
        return {**plain(game, number, viewer), "bid": game.sides[number].bid}

    return patch.object(view, "_side", more)


def _token_is_shown() -> AbstractContextManager[Any]:
    plain = view._unit
    return patch.object(
        view, "_unit", lambda game, unit, player: {**plain(game, unit, player), "token": unit.token}
    )


@contextmanager
def _when_it_was_changed() -> Iterator[None]:
    """The page says when the table was changed last, in secret too."""
    page, save = views._page, Table.save

    def telling(request: HttpRequest, table: Table, phone: Any, **more: Any) -> HttpResponse:
        response = page(request, table, phone, **more)
        response["X-Changed"] = table.changed_at.isoformat()
        return response

    with patch.object(views, "_page", telling), patch.object(Table, "save", lambda self, **more: save(self)):
        yield


def _all_is_numbered() -> AbstractContextManager[Any]:
    return patch.object(deeds, "UNSEEN", "")


def _all_are_woken() -> AbstractContextManager[Any]:
    plain = deeds.tell
    return patch.object(deeds, "tell", lambda table, numbers: plain(table, (-1, 0, 1)))


def _ticks_follow_the_plan() -> AbstractContextManager[Any]:
    plain = going_on.coming

    def coming(table: Table, game: Game) -> Coming | None:
        due = plain(table, game)
        more = sum(len(player.plan) for player in game.players)
        return replace(due, seconds=due.seconds + more) if due else None

    return patch("tests.table.worlds.coming", coming)


def _empty_ranks_are_skipped() -> AbstractContextManager[Any]:
    plain = cards.rank_tick

    def tick(game: Game, action: Action, pen: Pen) -> Game:
        if game.rank == cards.LAYING:
            return plain(game, action, pen)
        held = [cards.rank_of(what) for player in game.players for _, what in cards.planned(player)]
        held += [cards.rank_of(card) for player in game.players for card in player.hand]
        return plain(replace(game, rank=max(rank for rank in held if rank <= game.rank)), action, pen)

    return patch.dict(cards.ACTIONS, {"rank": tick})


def _aces_are_waited_for() -> AbstractContextManager[Any]:
    """After the deal nothing is waited for where nobody has an ace."""
    plain = cards.by_itself

    def by_itself(game: Game) -> bool:
        aces = any(cards.rank_of(card) == 1 for card in game.players[0].hand)
        return plain(game) and (aces or game.rank != cards.LAYING)

    return patch.object(cards, "by_itself", by_itself)


def _how_many_are_waited_for() -> AbstractContextManager[Any]:
    plain = view._cards_wanted

    def wanted(game: Game, player: int) -> list[Prompt]:
        return plain(game, player) * (1 + sum(len(other.plays) for other in game.players))

    return patch.object(view, "_cards_wanted", wanted)


def _one_more_statement() -> AbstractContextManager[Any]:
    plain = log_file.log_lines

    def lines(table: Table, game: Game, player: int, last: int = 0) -> tuple[LogLine, ...]:
        if any(owner.plan for owner in game.players):
            TableAction.objects.filter(table=table).count()
        return plain(table, game, player, last)

    return patch.multiple("battles.table.selectors", log_lines=lines)


def _order_of_the_deck() -> AbstractContextManager[Any]:
    plain = view._public
    return patch.object(view, "_public", lambda game: {**plain(game), "discard": hash(game.deck) % 97})


def _a_refusal_that_knows() -> AbstractContextManager[Any]:
    plain = going_on.must_be_due

    def must_be_due(table: Table, game: Game, asked: Any) -> None:
        if asked.cid == "none" and game.players[0].plan:
            raise going_on.Refusal("Not yet: an ace may still be changed.", code="early")
        plain(table, game, asked)

    return patch("battles.table.services.must_be_due", must_be_due)


def _every_line_is_read() -> AbstractContextManager[Any]:
    """The log tells of a bid with its points, as its action was sent."""
    plain = log_file.sentence

    def sentence(game: Game, event: Any) -> str:
        return f"{plain(game, event)} {[side.bid for side in game.sides] if event['kind'] == 'bid' else ''}"

    return patch.object(log_file, "sentence", sentence)


def _bids_in_a_cookie() -> AbstractContextManager[Any]:
    page = views._page

    def more(request: HttpRequest, table: Table, phone: Any, **others: Any) -> HttpResponse:
        response = page(request, table, phone, **others)
        response.set_cookie("bids", "-".join(str(side.bid) for side in deeds.game_of(table).sides))
        return response

    return patch.object(views, "_page", more)


def _a_story_of_all() -> AbstractContextManager[Any]:
    """The report of a battle that goes on tells what was said in secret."""
    plain = ending.draft
    said = TableAction.objects.filter(kind__in=("bid", "tokens"))
    return patch.object(
        ending, "draft", lambda table: f"{plain(table)} {[one.values for one in said.filter(table=table)]}"
    )


def _bids_for_programs() -> AbstractContextManager[Any]:
    """The log that programs read is longer by what was bid."""
    plain = api.log_document

    def document(table: Table, player: int) -> TableLog:
        bids = "-".join(str(side.bid) for side in deeds.game_of(table).sides)
        return {**plain(table, player), "session": f"{table.public_id}-{bids}"}

    return patch.object(api, "log_document", document)


def _a_place_that_has_laid_low() -> AbstractContextManager[Any]:
    """Who wants to sit down reads whose tokens lie how."""
    plain = selectors.free_places

    def places(table: Table) -> Any:
        unit = deeds.game_of(table).unit("a1")
        return plain(table)[: 1 if unit.token == 1 else None]

    return patch.object(selectors, "free_places", places)


def _a_lobby_that_counts() -> AbstractContextManager[Any]:
    """The list of one's battles names how much lies face down in each."""
    plain = sitting.table_rows

    def rows(tables: Any) -> Any:
        for table in tables:
            table.name += "." * sum(len(player.plan) for player in deeds.game_of(table).players)
        return plain(tables)

    return patch.object(sitting, "table_rows", rows)


@contextmanager
def _tokens_in_a_refusal() -> Iterator[None]:
    """Numbers that are refused are refused in other words where the other side's are such."""
    plain = assigned.ACTIONS["tokens"]

    def place(game: Game, action: Action, pen: Pen) -> Game:
        if action.player == 1 and game.unit("a1").token == 1:
            raise RefusedError("no tokens now")
        return plain(game, action, pen)

    with patch.dict(assigned.ACTIONS, {"tokens": place}):
        yield


def _hand(game: Game, number: int) -> Sequence[str]:
    return game.players[number].hand


KING = "the King is called"
LEAKS = (
    Leak("a bid that lies open", _bid_is_shown, "bids", "bid"),
    Leak("a bid in the log", _every_line_is_read, "bids", "bid"),
    Leak("a token that lies open", _token_is_shown, "tokens", "tokens"),
    Leak("a hand", _in_player(_hand), "by hand", "dealt"),
    Leak("the order of the deck", _order_of_the_deck, "by hand", "dealt"),
    Leak("a plan of aces", _in_player(lambda game, n: game.players[n].plan), "by themselves", KING),
    Leak("when it was changed", _when_it_was_changed, "by themselves", "Ada is away"),
    Leak("a number in the log", _all_is_numbered, "by themselves", "Queen"),
    Leak("another phone that is woken", _all_are_woken, "by themselves", KING),
    Leak("a tick that waits for a plan", _ticks_follow_the_plan, "by themselves", KING),
    Leak("ranks that are skipped", _empty_ranks_are_skipped, "by themselves", "Queen"),
    Leak("who holds an ace", _aces_are_waited_for, "by themselves", "Ada is away"),
    Leak("how much lies face down", _how_many_are_waited_for, "ace of the King", KING),
    Leak("a statement more", _one_more_statement, "by themselves", KING),
    Leak("a refusal that knows", _a_refusal_that_knows, "by themselves", KING),
    Leak("bids in a cookie", _bids_in_a_cookie, "bids", "bid"),
    Leak("a token by a refusal", _tokens_in_a_refusal, "tokens", "tokens"),
    Leak("bids in a report", _a_story_of_all, "bids", "bid"),
    Leak("bids for programs", _bids_for_programs, "bids", "bid"),
    Leak("tokens where one sits down", _a_place_that_has_laid_low, "tokens", "tokens"),
    Leak("a plan in the lobby", _a_lobby_that_counts, "by themselves", KING),
)
