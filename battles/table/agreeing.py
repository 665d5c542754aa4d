"""What all connected sides agree to, how one goes on without a side that is away, what that may contest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Phone, Table, TableAction
from battles.models.table import WATCHER
from battles.table.deeds import PRESSED, Going, Request, ask_later, done, game_of, marks, stored, taken, tell
from battles.table.pace.taking_back import TAKE_BACK
from battles.table.pace.unanswered import must_not_be_left_behind
from battles.table.presence import absent
from battles.table.reopening import back_to, may_reopen, must_reopen
from battles.table.rolling import for_absent, must_lie, must_wait_for
from battles.table.words.table_refusals import in_words
from battles.table.words.undoing import undone_text
from campaign.base.refusal import Refusal
from campaign.ids import random_id
from rules.tabletop.action import Action, Event, RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.documents import corrected
from rules.tabletop.documents.plain import Plain
from rules.tabletop.flow import HOLDING
from rules.tabletop.game import step
from rules.tabletop.state import Game

FINISH = "finish"
NOTES = ("undo", "contest", "note", TAKE_BACK, *HOLDING)
"""What is written in the log beside the battle: it is not what an undo takes back."""


def connected_sides(table: Table, game: Game) -> set[int]:
    """The sides that have a phone at the table: they have to agree."""
    return {game.players[number].side for number in taken(table) if number < len(game.players)}


def asked_sides(table: Table, game: Game, kind: str) -> set[int]:
    """The sides that have to agree. Who has conceded has given his word that it is over."""
    sides = connected_sides(table, game)
    return {side for side in sides if not game.sides[side].conceded} if kind == FINISH else sides


def word_wanted(table: Table, game: Game) -> set[int]:
    """The sides that are asked who has won: of those that are there any that has not conceded, else all."""
    all_of_them = set(range(len(game.sides)))
    if not any(side.conceded for side in game.sides):
        return all_of_them
    here = asked_sides(table, game, FINISH)
    return here - absent(table, game) or all_of_them


def propose(table: Table, game: Game, asked: Request) -> TableAction | None:
    """Ask the other connected sides; with none it is done at once. ``alone``: without those that are away."""
    if asked.kind == "undo":
        last_undoable(table)
    side = game.players[asked.player].side
    alone = asked.values.get("alone")
    own = {name: value for name, value in asked.values.items() if name != "alone"}
    if asked.kind == FINISH:
        own = {"winner": own.get("winner")}
    if asked.kind == "correct":
        own = corrected.proposed(game, own)
    asked = asked.with_values(own)
    missing = asked_sides(table, game, asked.kind) - {side}
    proposal = table.proposal
    beside = proposal is not None and proposal["kind"] == asked.kind == FINISH
    if proposal is not None and missing and not beside:
        raise Refusal(_("Something else has to be agreed on first."), code="pending")
    if missing and asked.kind != "undo":
        _can_be(table, game, asked)
    if beside:
        assert proposal is not None
        return _beside(table, game, asked, proposal)
    if not missing or (alone and missing <= absent(table, game)):
        return _agreed(table, game, _with_words(asked, {side: own.get("winner")}), without=missing)
    table.proposal = {
        "kind": asked.kind,
        "values": own,
        "player": asked.player,
        "cid": asked.cid,
        "agreed": [side],
        "words": {str(side): own.get("winner")} if asked.kind == FINISH else {},
        "at": table.actions_count,
    }
    table.save(update_fields=["proposal", "changed_at"])
    tell(table, range(WATCHER, len(game.players)))
    return None


def _beside(table: Table, game: Game, asked: Request, proposal: Plain) -> TableAction | None:
    """Another side's word of who has won, beside the first; a side that says it again changes its own."""
    side = game.players[asked.player].side
    proposal["words"][str(side)] = asked.values["winner"]
    proposal["agreed"] = sorted({*proposal["agreed"], side})
    missing = asked_sides(table, game, FINISH) - set(proposal["agreed"])
    table.proposal = proposal if missing else None
    table.save(update_fields=["proposal", "changed_at"])
    tell(table, range(WATCHER, len(game.players)))
    return None if missing else _agreed(table, game, _with_words(asked, proposal["words"]))


def settled(table: Table) -> None:
    """Do what is proposed if nobody is left who has to agree to it: the last one has conceded, or gone."""
    table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    game, proposal = game_of(table), table.proposal
    if proposal is None or table.waits is not None or not connected_sides(table, game):
        return
    if asked_sides(table, game, proposal["kind"]) <= set(proposal["agreed"]):
        table.proposal = None
        table.save(update_fields=["proposal", "changed_at"])
        asked = Request(proposal["cid"], proposal["kind"], proposal["player"], proposal["values"])
        _agreed(table, game, _with_words(asked, proposal.get("words", {})))


def _with_words(asked: Request, said: Mapping[object, object]) -> Request:
    """The end as the sides' words have it; where they differ they stand side by side."""
    if asked.kind != FINISH:
        return asked
    words = {str(side): word for side, word in said.items()}
    return asked.with_values({"winner": next(iter(words.values())), "words": words})


def _can_be(table: Table, game: Game, asked: Request) -> None:
    """Try it before the others are asked. Raises ``Refusal``."""
    if table.waits is not None:
        must_wait_for(table, game, asked)
        return
    try:
        step(game, Action(asked.kind, asked.player, asked.values), TableDice(bytes(32), "", 0))
    except RefusedError as error:
        raise Refusal(in_words(error), code="refused", field=error.field or None) from None


def answer(table: Table, phone: Phone, *, side: int, agree: bool, alone: bool = False) -> TableAction | None:
    """A side agrees to what is proposed, or refuses it; ``alone``: it is done without those that are away.

    Raises ``Refusal``: ``not_yours``, or ``present`` if a side that is there has still to be asked.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        game, proposal = game_of(table), table.proposal
        if proposal is None:
            return None
        _must_play(game, phone, side)
        if agree and proposal["kind"] != "absent":
            must_lie(table, game)
        if agree:
            proposal["agreed"] = sorted({*proposal["agreed"], side})
            if proposal["kind"] == FINISH:
                first = str(game.players[proposal["player"]].side)
                proposal["words"].setdefault(str(side), proposal["words"][first])
        missing = asked_sides(table, game, proposal["kind"]) - set(proposal["agreed"])
        if agree and alone and missing - absent(table, game):
            names = ", ".join(game.sides[number].name for number in sorted(missing - absent(table, game)))
            text = _("These are there, or were less than a minute ago, and have to be asked: %(names)s.")
            raise Refusal(text % {"names": names}, code="present")
        ready = agree and (alone or not missing)
        if ready or not agree:
            table.proposal = None
        table.save(update_fields=["proposal", "changed_at"])
        tell(table, range(WATCHER, len(game.players)))
        if not ready:
            return None
        asked = Request(proposal["cid"], proposal["kind"], proposal["player"], proposal["values"])
        return _agreed(table, game, _with_words(asked, proposal.get("words", {})), without=missing)


def _must_play(game: Game, phone: Phone, side: int) -> None:
    if side not in {game.players[number].side for number in phone.numbers if number < len(game.players)}:
        raise Refusal(_("Your phone does not play this side."), code="not_yours", field="side")


def _agreed(table: Table, game: Game, asked: Request, without: Iterable[int] = ()) -> TableAction | None:
    """Do what was agreed on; sides ``without`` which it was done are marked, and asked when they return."""
    missing = sorted(without)
    if asked.kind == "undo":
        return _undo(table, game, asked, missing)
    if table.waits is not None:
        must_not_be_left_behind(table)
        return for_absent(table, game, asked, missing)
    return done(table, game, asked, Going(without=missing))


def last_undoable(table: Table) -> TableAction:
    """The action that would be undone. Raises ``Refusal``."""
    last = _last(table)
    if last is None or not last.undoable or last.before is None:
        raise Refusal(
            _("The last action has shown something hidden, or there is none: correct it instead."),
            code="not_undoable",
        )
    must_reopen(table)
    return last


def _last(table: Table) -> TableAction | None:
    rows = table.actions.filter(undone=False).exclude(kind__in=NOTES)
    # Who is ready at a rank is hidden until all are: an undo that met it would tell of it.
    return rows.exclude(kind=PRESSED, undoable=True).order_by("-n").first()


def undo_named(table: Table, game: Game) -> str:
    """What an undo would take back, in words; empty if nothing can be."""
    last = _last(table)
    return undone_text(game, last) if last is not None and last.undoable and last.before is not None else ""


def note(table: Table, game: Game, player: int, told: Event) -> TableAction:
    """Write down what changes nothing in the battle, for everybody to read."""
    asked = Request(random_id(), "note", player, {})
    return stored(table, game, game, asked, (told,), table.next_die, undoable=False)


def _undo(table: Table, game: Game, asked: Request, missing: Sequence[int] = ()) -> TableAction:
    """Go back to the state before the last action. The dice go on: nobody can fish for better ones."""
    last = last_undoable(table)
    told = (*marks(Going(without=missing)), Event("undone", (("kind", last.kind),)))
    row = back_to(table, last, asked, told)
    if missing:
        ask_later(table, row, missing)
    return row


def respond(table: Table, phone: Phone, *, n: int, side: int, contest: bool) -> TableAction | None:
    """A side that is back lets stand what was done without it (None), or contests it.

    A correction or hand-over that is still the last action is taken back at once, for it was never agreed to.
    What has been built upon since stays as it is, marked as contested, until the same side lets it stand.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        game = game_of(table)
        _must_play(game, phone, side)
        question = next((one for one in table.questions if one["n"] == n and side in _open(one)), None)
        if question is None:
            return None
        row = table.actions.get(n=n)
        asked = Request(random_id(), "contest", _speaker(game, phone, side), {"n": n})
        if not contest:
            _settle(table, question, side)
            table.save(update_fields=["questions", "changed_at"])
            tell(table, range(WATCHER, len(game.players)))
            return None
        told = Event("contested", (("side", side), ("at", n)))
        last = _last(table)
        if last is not None and last.pk == row.pk and _can_go_back(table, row):
            must_lie(table, game)
            _settle(table, question, side)
            return back_to(table, row, asked, (told, Event("undone", (("kind", row.kind),))))
        if side in question["contested"]:
            return None
        question["sides"] = [number for number in question["sides"] if number != side]
        question["contested"] = sorted({*question["contested"], side})
        return stored(table, game, game, asked, (told,), table.next_die, undoable=False)


def _can_go_back(table: Table, row: TableAction) -> bool:
    """Whether an action is taken back when it is contested; not one for which dice have been rolled."""
    rolled = any(event["kind"] == "rolled for" for event in row.events)
    return row.undoable and row.before is not None and not rolled and (not table.over or may_reopen(table))


def _open(question: Plain) -> list[int]:
    return [*question["sides"], *question["contested"]]


def _speaker(game: Game, phone: Phone, side: int) -> int:
    return int(next(number for number in phone.numbers if game.players[number].side == side))


def _settle(table: Table, question: Plain, side: int) -> None:
    """The side has nothing (more) to say to this; a question that is open to nobody is forgotten."""
    for key in ("sides", "contested"):
        question[key] = [number for number in question[key] if number != side]
    table.questions = [one for one in table.questions if _open(one)]
