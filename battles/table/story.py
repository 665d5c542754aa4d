"""A battle's story, drafted from its log: turn by turn, what people will want to remember."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from battles.models import Table, TableAction
from battles.table.deeds import game_of
from battles.table.words import table_words
from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.state import Game
from rules.tabletop.turn import losses

LONGEST = 4000


def draft(table: Table) -> str:
    """The story as a draft that people edit: a paragraph for each turn in which something fell."""
    game = game_of(table)
    paragraphs = [_opening(game)]
    line: list[str] = []
    turn = 0
    for row in TableAction.objects.filter(table=table, undone=False).order_by("n").only("events"):
        for event in row.events:
            if event["kind"] == "turn":
                paragraphs += _paragraph(turn, line)
                turn, line = event["values"]["turn"], []
            elif words_for := _told(game, event):
                line.append(words_for)
    paragraphs += _paragraph(turn, line)
    paragraphs.append(_ending(game))
    return "\n\n".join(paragraphs)[:LONGEST]


def _name(game: Game, values: ReadPlain, key: str) -> str:
    return next((str(unit.name) for unit in game.units if unit.id == values.get(key)), "?")


TOLD = {
    "destroyed": lazy("{unit} was destroyed."),
    "fubar": lazy("Orders to {unit} went badly wrong."),
    "assault": lazy("{shooter} charged {target}."),
    "sprung": lazy("{unit} sprang an ambush."),
    "overflow": lazy("The momentum was with {side}."),
    "damage": lazy("{unit}: {effect}."),
    "conceded": lazy("{side} gave up the field."),
}


def _told(game: Game, event: ReadPlain) -> str:
    values, kind = event["values"], event["kind"]
    if kind not in TOLD or values.get("effect") == "stunned":
        return ""
    named = {key: _name(game, values, key) for key in ("unit", "shooter", "target") if key in values}
    side = game.sides[values["side"]].name if "side" in values else ""
    return str(TOLD[kind]).format(
        **named, side=side, effect=table_words.EFFECTS.get(values.get("effect"), "")
    )


def _paragraph(turn: int, line: list[str]) -> list[str]:
    if not turn or not line:
        return []
    return [_("Turn %(n)s. %(story)s") % {"n": turn, "story": " ".join(line)}]


def _with_units(game: Game, number: int) -> str:
    count = sum(1 for unit in game.units if game.side_of(unit) == number)
    text = ngettext("%(side)s with %(count)s unit", "%(side)s with %(count)s units", count)
    return text % {"side": game.sides[number].name, "count": count}


def _opening(game: Game) -> str:
    names = ", ".join(_with_units(game, number) for number in range(len(game.sides)))
    return _("%(names)s met on the field.") % {"names": names}


def _ending(game: Game) -> str:
    lost = ", ".join(
        _("%(side)s lost %(points)s points") % {"side": side.name, "points": points}
        for side, points in zip(game.sides, losses(game), strict=True)
    )
    if game.apart:
        told = _("In turn %(n)s it ended, and the sides do not agree on who has won: %(lost)s.")
        return told % {"n": game.turn, "lost": lost}
    if game.winner < 0:
        return _("In turn %(n)s it ended without a winner: %(lost)s.") % {"n": game.turn, "lost": lost}
    winner = game.sides[game.winner].name
    return _("In turn %(n)s %(winner)s held the field: %(lost)s.") % {
        "n": game.turn,
        "winner": winner,
        "lost": lost,
    }
