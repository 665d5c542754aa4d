"""What all connected sides agree to, how one goes on without a side that is away, what that may contest."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from battles.models import Phone, Table, TableAction
from battles.models.table import WATCHER
from battles.table.deeds import Request, done, game_of, stored, taken, tell
from battles.table.presence import absent
from battles.table.refusals import in_words
from campaign.ids import random_id
from campaign.services.errors import Refusal
from rules.tabletop.action import Action, Event, RefusedError
from rules.tabletop.dice import TableDice
from rules.tabletop.game import step
from rules.tabletop.state import Game
from rules.tabletop.wire import game_from_plain

MOST_QUESTIONS = 50
NOTES = ("undo", "contest", "note")
"""What is written in the log beside the battle: it is not what an undo takes back."""


def connected_sides(table: Table, game: Game) -> set[int]:
    """The sides that have a phone at the table: they have to agree."""
    return {game.players[number].side for number in taken(table) if number < len(game.players)}


def propose(table: Table, game: Game, asked: Request) -> TableAction | None:
    """Ask the other connected sides; with none it is done at once. ``alone``: without those that are away."""
    if asked.kind == "undo":
        last_undoable(table)
    side = game.players[asked.player].side
    values = {name: value for name, value in asked.values.items() if name != "alone"}
    missing = connected_sides(table, game) - {side}
    if not missing:
        return _agreed(table, game, asked.with_values(values))
    if table.proposal is not None:
        raise Refusal(_("Something else has to be agreed on first."), code="pending")
    if asked.kind != "undo":
        _can_be(game, asked.with_values(values))
    if asked.values.get("alone") and missing <= absent(table, game):
        return _agreed(table, game, asked.with_values(values), without=missing)
    table.proposal = {
        "kind": asked.kind,
        "values": values,
        "player": asked.player,
        "cid": asked.cid,
        "agreed": [side],
        "at": table.actions_count,
    }
    table.save(update_fields=["proposal", "changed_at"])
    tell(table, range(WATCHER, len(game.players)))
    return None


def _can_be(game: Game, asked: Request) -> None:
    """Try it before the others are asked. Raises ``Refusal``."""
    try:
        step(game, Action(asked.kind, asked.player, asked.values), TableDice(bytes(32), "", 0))
    except RefusedError as error:
        raise Refusal(in_words(error), code="refused", field=error.field or None) from None


def answer(table: Table, phone: Phone, *, side: int, agree: bool, alone: bool = False) -> TableAction | None:
    """A side agrees to what is proposed, or refuses it; ``alone``: it is done without those that are away.

    Raises ``Refusal``: ``not_yours``, or ``present`` if a side that is there has still to be asked.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
        game, proposal = game_of(table), table.proposal
        if proposal is None:
            return None
        _must_play(game, phone, side)
        if agree:
            proposal["agreed"] = sorted({*proposal["agreed"], side})
        missing = connected_sides(table, game) - set(proposal["agreed"])
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
        return _agreed(table, game, asked, without=missing)


def _must_play(game: Game, phone: Phone, side: int) -> None:
    if side not in {game.players[number].side for number in phone.numbers if number < len(game.players)}:
        raise Refusal(_("Your phone does not play this side."), code="not_yours", field="side")


def _agreed(table: Table, game: Game, asked: Request, without: Iterable[int] = ()) -> TableAction:
    """Do what was agreed on; sides ``without`` which it was done are marked, and asked when they return."""
    missing = sorted(without)
    marks = [Event("without", (("side", side),)) for side in missing]
    act = _undo if asked.kind == "undo" else done
    row = act(table, game, asked, marks)
    if missing:
        question = {"n": row.n, "sides": missing, "contested": []}
        table.questions = [*table.questions[-MOST_QUESTIONS:], question]
        table.save(update_fields=["questions"])
    return row


def last_undoable(table: Table) -> TableAction:
    """The action that would be undone. Raises ``Refusal``."""
    last = _last(table)
    if last is None or not last.undoable or last.before is None:
        raise Refusal(
            _("The last action has shown something hidden, or there is none: correct it instead."),
            code="not_undoable",
        )
    return last


def _last(table: Table) -> TableAction | None:
    return table.actions.filter(undone=False).exclude(kind__in=NOTES).order_by("-n").first()


def note(table: Table, game: Game, player: int, told: Event) -> TableAction:
    """Write down what changes nothing in the battle, for everybody to read."""
    asked = Request(random_id(), "note", player, {})
    return stored(table, game, game, asked, (told,), table.next_die, undoable=False)


def _undo(table: Table, game: Game, asked: Request, marks: Sequence[Event] = ()) -> TableAction:
    """Go back to the state before the last action. The dice go on: nobody can fish for better ones."""
    last = last_undoable(table)
    assert last.before is not None
    restored = game_from_plain(json.loads(zlib.decompress(bytes(last.before))))
    TableAction.objects.filter(pk=last.pk).update(undone=True)
    events = (*marks, Event("undone", (("kind", last.kind),)))
    return stored(table, game, restored, asked, events, table.next_die, undoable=False)


def respond(table: Table, phone: Phone, *, n: int, side: int, contest: bool) -> TableAction | None:
    """A side that is back lets stand what was done without it (None), or contests it.

    A correction or hand-over that is still the last action is taken back at once, for it was never agreed to.
    What has been built upon since stays as it is, marked as contested, until the same side lets it stand.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table.pk)
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
        if last is not None and last.pk == row.pk and row.undoable and row.before is not None:
            _settle(table, question, side)
            restored = game_from_plain(json.loads(zlib.decompress(bytes(row.before))))
            TableAction.objects.filter(pk=row.pk).update(undone=True)
            events = (told, Event("undone", (("kind", row.kind),)))
            return stored(table, game, restored, asked, events, table.next_die, undoable=False)
        if side in question["contested"]:
            return None
        question["sides"] = [number for number in question["sides"] if number != side]
        question["contested"] = sorted({*question["contested"], side})
        return stored(table, game, game, asked, (told,), table.next_die, undoable=False)


def _open(question: dict[str, Any]) -> list[int]:
    return [*question["sides"], *question["contested"]]


def _speaker(game: Game, phone: Phone, side: int) -> int:
    return int(next(number for number in phone.numbers if game.players[number].side == side))


def _settle(table: Table, question: dict[str, Any], side: int) -> None:
    """The side has nothing (more) to say to this; a question that is open to nobody is forgotten."""
    for key in ("sides", "contested"):
        question[key] = [number for number in question[key] if number != side]
    table.questions = [one for one in table.questions if _open(one)]
