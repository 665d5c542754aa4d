"""What is wanted of whom, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from battles.table.words import table_words
from battles.table.words.table_names import strike_name, unit_name
from rules.tabletop.activation import cards
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.state import Game

OWN_SIDES = ("strike",)
"""Prompts in which the side that is asked is the one whose strike it is."""


def wanted_text(game: Game, prompt: ReadPlain, name: str = "") -> str:
    """What a prompt asks for; ``name`` is the player who is asked, where one screen is for several."""
    side, kind = prompt["side"], prompt["kind"]
    if kind == "others" and cards.by_itself(game):
        kind = "by themselves"
    if kind == "go on" and prompt.get("unit"):
        kind = "fires first"
    template = str(table_words.WANTED[kind])
    text = template.format(
        side=name or (game.sides[side].name if side >= 0 else ""),
        unit=unit_name(game, prompt["unit"]) if prompt.get("unit") else "",
        strike=strike_name(game, prompt.get("strike", ""), owned=kind not in OWN_SIDES),
    )
    return text if not name or "{side}" in template else f"{name}: {text}"


def with_word(game: Game, proposal: ReadPlain | None, prompt: Mapping[str, object]) -> Plain:
    """The question who has won, with what the side that it is asked of has answered already."""
    found: Plain = {**prompt}
    if proposal is None or found["kind"] != "finish" or not found["able"]:
        return found
    word = (proposal.get("words") or {}).get(str(game.players[found["as"]].side))
    return found if word is None else {**found, "word": int(word)}
