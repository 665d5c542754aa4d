"""The table's log in words: one sentence for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from battles.table.words import arms, table_words
from battles.table.words.table_names import space_name, strike_told, unit_name
from rules.tabletop.activation.cards import ACE, rank_of
from rules.tabletop.documents.plain import Plain, ReadPlain
from rules.tabletop.state import Game

SENTENCES = {
    "ampulomet": lazy("Ampulomet on {unit}: does it burn?"),
    "answered": lazy("{unit} {how}"),
    "auto ready": lazy("{player} lets the cards play themselves from the next deal on"),
    "assault": lazy("{shooter} assaults {target}"),
    "begun": lazy("The battle begins. {marker} holds the initiative marker"),
    "bid": lazy("{side} has bid"),
    "boost spent": lazy("{unit} spends a boost token"),
    "building hits": lazy("{unit}: hits in the building"),
    "called": lazy("{rank} is called"),
    "called off": lazy("{shooter} does not attack {target} after all"),
    "card figure": lazy("A Seven: {back} figure returns to {unit}"),
    "card pin": lazy("A Three: one pin less on {unit}"),
    "card twice": lazy("{card} has been shown more often than there are decks: look at the real cards"),
    "casualties": lazy("{unit} loses {lost}, {left} left"),
    "casualties by group": lazy("{unit} loses {lost} ({who}), {left} left"),
    "charges": lazy("{unit} charges {target}"),
    "conceded": lazy("{side} concedes"),
    "corrected": lazy("{unit} is corrected ({to}): {reason}"),
    "corrected holder": lazy("{side} has brought the slider there"),
    "corrected seals": lazy("Command seals of {side}: {seals} ({reason})"),
    "corrected slider": lazy("Momentum slider: {slider} ({reason})"),
    "corrected points": lazy("Points of {side}: {points} ({reason})"),
    "damage": lazy("{unit}: {effect}"),
    "damage rolls": lazy("Damage on {unit}, {needed} or more"),
    "damage rolls at least": lazy("Damage on {unit}, {needed} or more (a 1 always fails)"),
    "damaged": lazy("{unit}: {count} got through"),
    "dealt": lazy("Cards for {player}: {count}"),
    "dealt by hand": lazy("Deal {player} real cards: {count}"),
    "declared": lazy("{shooter} fires at {target}: {weapon}, shots: {shots}"),
    "delayed": lazy('Not yet: the marker moves up to {inches}", again next turn'),
    "destroyed": lazy("{unit} is destroyed"),
    "dice": lazy("Rolled: {what}"),
    "discarded": lazy("{card} of {player} has no unit left and is discarded"),
    "drawn": lazy("Drawn: {side}. Left in the bag: {left}"),
    "drawn by hand": lazy("Drawn from a real bag: {side}. Left in the bag: {left}"),
    "drawn unseen": lazy("The app has drawn the cards"),
    "drift": lazy("The aiming point drifts {inches}\" towards {clock} o'clock"),
    "empty skies": lazy("The skies are empty: again next turn"),
    "equal": lazy("Round {round} is equal: fight again"),
    "failed": lazy("{unit} fails and goes Down"),
    "fires": lazy("{shooter} fires at {target}: {arms}"),
    "flak": lazy("Flak: {down}"),
    "flak at": lazy("Flak at {strike}: {down}"),
    "fly-by": lazy("A fly-by over {unit}: pins only"),
    "fought": lazy("Round {round}: {unit} strikes"),
    "fought on": lazy("Round {round}: {unit} strikes, {needed} or more"),
    "friendly fire": lazy("{unit} fires at its own {target}"),
    "fubar": lazy("FUBAR: {unit}"),
    "go": lazy("{side} acts"),
    "go card": lazy("{player} plays {card}"),
    "go card as another": lazy("{player} plays {card} as the {stands}"),
    "go unit": lazy("{unit} acts"),
    "hand": lazy("Your hand: {cards}"),
    "hand in": lazy("{player} has looked at the hand"),
    "he pins": lazy("High explosive pins {unit}"),
    "held": lazy("{player} holds: nothing goes on by itself"),
    "hit rolls": lazy("{shooter} hits on {needed} or more"),
    "hits": lazy("Hits on {target}: {hits}"),
    "jammed": lazy("{unit}: turret {turret} jams ({arc})"),
    "kept": lazy("{unit} stays on {order}"),
    "laid": lazy("You have said what your aces stand for"),
    "let go": lazy("{player} lets go: it goes on by itself"),
    "losses moved": lazy("{unit}: those who fell last are {who}"),
    "marker decides": lazy("A tie: {side} decides; the marker goes to {next}"),
    "measured": lazy('{shooter} is within {inches}" of {target}'),
    "momentum": lazy("{side} gains {gained} momentum"),
    "morale": lazy("Morale of {unit}: {total} against {value}, {passed}"),
    "named": lazy("{side} names {named}"),
    "new deck": lazy("A new deck, cards: {count}"),
    "new digits": lazy("{player} has new four digits"),
    "new target": lazy("The rookie goes for {unit}"),
    "no auto ready": lazy("{player} plays the cards by hand from the next deal on"),
    "no harm": lazy("It cannot harm {unit}"),
    "number": lazy("Number {number}"),
    "ordered": lazy("{unit}: {order}"),
    "orders over": lazy("The orders of turn {turn} are over"),
    "over": lazy("The battle is over. The winner: {winner}"),
    "over apart": lazy("The battle is over. The sides do not agree on who has won"),
    "reopened": lazy("The seed so far is out. From here on the seal of the dice is {commitment}"),
    "taken up": lazy("{player} takes the battle up again where it was before its end"),
    "word": lazy("The winner by the word of {side}: {winner}"),
    "overflow": lazy("Momentum overflows for {side}: back to 0"),
    "panicked": lazy("{unit} panics and {how}"),
    "pinned": lazy("Pins on {unit}: {pins} more, {total} now"),
    "place": lazy("{unit} takes place {place}"),
    "played": lazy("{player} shows {card}"),
    "played as another": lazy("{player} shows {card} as the {stands}"),
    "played by": lazy("{player} is played by {by}"),
    "put back": lazy("All of {side}: put back and drawn again"),
    "rallied": lazy("{unit} rallies, pins left: {total}"),
    "reach": lazy('Units within {inches}" are hit'),
    "ready": lazy("You are ready"),
    "refilled": lazy("All sides receive their points anew"),
    "regroups": lazy("{unit} regroups"),
    "reroll card": lazy("{unit} rolls again, by its card"),
    "rolled again on": lazy("{unit} rolls again, by its card, {needed} or more"),
    "reroll momentum": lazy("{side} rerolls a {was}, by momentum"),
    "retested": lazy("Rolled again: {unit} {total} against {value}, {passed}"),
    "revealed bid": lazy("{side} bid {points}, left: {left}"),
    "reward": lazy("{side}: {what} for {unit}"),
    "saves": lazy("{unit} saves on {needed} or more"),
    "seal": lazy("{side} gains a command seal"),
    "seal spent": lazy("{side} spends a command seal"),
    "second sixes": lazy("{shooter} needs another 6"),
    "set aside": lazy("{side} has no unit that can act: the die is set aside"),
    "settings": lazy("Set up: {method}"),
    "shuffle by hand": lazy("Shuffle the rest and the discards. Decks: {decks}, cards: {count}"),
    "shuffled": lazy("The deck is shuffled"),
    "silent": lazy("{weapon} of {shooter} does not reach {target}: silent and unspent"),
    "smoke": lazy('Smoke of {diameter}" across'),
    "snap": lazy("{unit}: snap to action!"),
    "shot given up": lazy("{unit} has sprung its ambush, but does not fire"),
    "sprung": lazy("{unit} springs its ambush"),
    "stayed down": lazy("{unit} stayed Down, pins left: {total}"),
    "strike": lazy("{strike}"),
    "strike called": lazy("{side} calls: {strike}, due in turn {due}"),
    "strike pins": lazy("{unit} is pinned by it"),
    "table changed": lazy("House rule: {path} is {value}"),
    "taken back": lazy("Taken back by {player}: the last action"),
    "tested": lazy("Order test of {unit}: {total} against {value}, {passed}"),
    "three by hand": lazy("Drawn from a real bag: {sides}"),
    "three drawn": lazy("Three dice: {sides}"),
    "token": lazy("Drawn: the token of {unit}"),
    "token by hand": lazy("Drawn from a real bag: the token of {unit}"),
    "token aside": lazy("{unit} has its order: the token is set aside"),
    "tokens placed": lazy("{player} has put down the tokens"),
    "tokens revealed": lazy("All tokens are revealed"),
    "turn": lazy("Turn {turn}"),
    "turret checked": lazy("Turret check of {unit} ({arc})"),
    "under fire": lazy("{unit} under the barrage: {hit}"),
    "undone": lazy("Undone: the last action"),
    "without": lazy("Done without {side}, which was away"),
    "contested": lazy("{side} contests what was done without it (action {at})"),
    "rolled for": lazy("The app rolls for {player}, who is away"),
    "in absence": lazy("Entered for {player}, who is away: {what}"),
    "units added": lazy("{player} has entered units: {count}"),
}
UNITS = ("unit", "target", "shooter")
SIDES = ("side", "next", "named", "winner", "marker")
PLAYERS = ("player", "by")
CHOICES: dict[str, ReadPlain] = {
    "order": table_words.ORDERS,
    "effect": table_words.EFFECTS,
    "arc": table_words.ARCS,
}


NOW = {
    "flak": ("strike", "flak at"),
    "fought": ("needed", "fought on"),
    "reroll card": ("needed", "rolled again on"),
}
"""What is told by now: with this value by another sentence, which logs of before cannot fill."""
LEAST = 2
"""What a damage die must show at the least: a 1 always fails."""
WAVES = frozenset({"hit rolls", "hits", "second sixes", "damage rolls", "damaged", "saves", "reroll card"})
"""What is rolled and told of a volley group by group."""


def sentence(game: Game, event: ReadPlain, instead: Mapping[str, str | Promise] | None = None) -> str:
    """An event of the log as a sentence; ``instead`` are other words for some of its kinds."""
    values = {name: _word(game, event["kind"], name, value) for name, value in event["values"].items()}
    if event["kind"] == "table changed":
        values["value"] = table_words.number_word(event["values"]["path"], event["values"]["value"])
    if event["kind"] == "dice" and event["dice"]:
        values["what"] = str(table_words.DICE.get(event["dice"][0]["what"], event["dice"][0]["what"]))
    if "strike" in values:
        values["strike"] = strike_told(game, event)
    kind = event["kind"]
    template = str((instead or {}).get(kind) or SENTENCES.get(_kind_of(event, values), kind))
    try:
        said = template.format(**values)
    except (KeyError, IndexError):
        return template
    # Of a volley each wave is told by group: of which, its weapon says.
    return f"{values['weapon']}: {said}" if kind in WAVES and values.get("weapon") else said


def _kind_of(event: ReadPlain, values: Plain) -> str:
    """Which sentence tells of it; the values get what that one needs besides."""
    kind, told = event["kind"], event["values"]
    if "who" in values and f"{kind} by group" in SENTENCES:
        return f"{kind} by group"
    if kind == "damage rolls" and told["needed"] < LEAST:
        values["needed"] = str(LEAST)
        return "damage rolls at least"
    if kind in NOW and NOW[kind][0] in told:
        return NOW[kind][1]
    if kind in ("played", "go card") and rank_of(told["card"]) == ACE and told.get("suit"):
        values["stands"] = table_words.card_name(told["suit"], told["rank"])
        return f"{kind} as another"
    return str(kind)


def _word(game: Game, kind: str, name: str, value: Any) -> str:
    if name in UNITS:
        return unit_name(game, value)
    if name in SIDES:
        return str(game.sides[value].name) if value >= 0 else table_words.nobody()
    if name in PLAYERS:
        return str(game.players[value].name)
    if name in CHOICES:
        return str(CHOICES[name].get(value, value))
    if name == "how":
        return str((table_words.PANICS if kind == "panicked" else table_words.ANSWERS).get(value, value))
    return _other(game, name, value)


def _other(game: Game, name: str, value: Any) -> str:
    either = {
        "passed": (_("failed"), _("passed")),
        "down": (_("it comes through"), _("shot down")),
        "hit": (_("pins"), _("a direct hit")),
    }
    if name in either:
        return str(either[name][bool(value)])
    special = {
        "card": lambda: table_words.card(str(value)),
        "slider": lambda: space_name(game, int(value)),
        "cards": lambda: ", ".join(map(table_words.card, str(value).split())),
        "rank": lambda: table_words.rank_name(int(value)),
        "method": lambda: str(table_words.METHODS[value][0]),
        "sides": lambda: ", ".join(game.sides[int(number)].name for number in str(value).split()),
        "what": lambda: str(table_words.REWARDS.get(value) or table_words.ENTERED.get(value, value)),
        "arms": lambda: ", ".join(arms.told(str(value))),
        "path": lambda: str(table_words.NUMBERS.get(value, value)),
        "to": lambda: table_words.corrected(str(value)) or _("as it was"),
    }
    return str(special[name]()) if name in special else str(value)
