"""The words of the companion: orders, ways of activation, effects, cards, and what is wanted."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from rules.tabletop.documents.plain import ReadPlain
from rules.tabletop.tables import TURRET_ARCS, WORDS

ORDERS = {
    "fire": lazy("Fire"),
    "advance": lazy("Advance"),
    "run": lazy("Run"),
    "ambush": lazy("Ambush"),
    "rally": lazy("Rally"),
    "down": lazy("Down"),
}
ORDERS_DO = {
    "fire": lazy("Full effect, no move"),
    "advance": lazy("Move, then fire"),
    "run": lazy("Double move, or assault"),
    "ambush": lazy("Wait for a target"),
    "rally": lazy("Lose D6 pins"),
    "down": lazy("Better cover"),
}
METHODS = {
    "dice bag": (lazy("Dice bag"), lazy("One die at a time out of one bag.")),
    "three dice": (lazy("Three dice"), lazy("Three at a time, of two colours, played in turns.")),
    "action points": (lazy("Action points"), lazy("Bid in secret for whose die is taken.")),
    "numbered tokens": (lazy("Numbered tokens"), lazy("The unit whose number is drawn acts.")),
    "assigned tokens": (lazy("Assigned tokens"), lazy("Put your numbers face down on your units.")),
    "assigned tokens and points": (
        lazy("Assigned tokens and points"),
        lazy("Open numbers; the sides bid where two are the same."),
    ),
    "cards": (lazy("Cards"), lazy("A hand each; ranks are called from King to Two.")),
}
KINDS = {
    "infantry": lazy("Infantry"),
    "artillery": lazy("Artillery"),
    "soft-skin": lazy("Soft-skin"),
    "armoured car": lazy("Armoured car or carrier"),
    "light tank": lazy("Light tank"),
    "medium tank": lazy("Medium tank"),
    "heavy tank": lazy("Heavy tank"),
    "super-heavy tank": lazy("Super-heavy tank"),
}
QUALITIES = {
    "inexperienced": lazy("Inexperienced"),
    "regular": lazy("Regular"),
    "veteran": lazy("Veteran"),
}
LOCOMOTIONS = {
    "foot": lazy("On foot"),
    "wheeled": lazy("Wheeled"),
    "half-track": lazy("Half-track"),
    "tracked": lazy("Tracked"),
}
RANKS = {
    "": lazy("None"),
    "second lieutenant": lazy("Second lieutenant"),
    "first lieutenant": lazy("First lieutenant"),
    "captain": lazy("Captain"),
    "major": lazy("Major"),
}
NUMBERS = {"volley.split": lazy("Targets of their own in a unit's fire")}
"""Names of numbers that stand for words; all others go by their path."""
NUMBER_WORDS = {
    "heavy": lazy("for heavy weapons"),
    "all": lazy("for all weapons"),
    "none": lazy("for none"),
}
TERRAINS = {
    "open": lazy("Open"),
    "rough": lazy("Rough"),
    "obstacle": lazy("Obstacle"),
    "building": lazy("Building"),
    "road": lazy("Road"),
}
ALLOWED = {
    "ok": lazy("yes"),
    "no": lazy("no"),
    "no run": lazy("no Run"),
    "deploy only": lazy("deploy only"),
    "unless designated": lazy("yes, unless designated"),
    "demolish": lazy("heavy ones may demolish"),
    "double": lazy("double"),
}
TESTS = {
    "pin": lazy("Each pin"),
    "no NCO": lazy("Infantry without its NCO"),
    "last crewman": lazy("Crewed weapon, one man left"),
    "enclosed armour": lazy("Assault on enclosed armour without anti-tank weapons"),
}
HITS = {
    "point blank": lazy("Point blank"),
    "pinned": lazy("Firer is pinned"),
    "inexperienced": lazy("Firer is inexperienced"),
    "moved": lazy("Firer has moved"),
    "smoke": lazy("Through smoke"),
}
PENETRATIONS = {
    "side": lazy("From the side"),
    "top": lazy("From above"),
    "rear": lazy("From the rear"),
    "long": lazy("At long range"),
    "point blank": lazy("Point blank"),
}
COVERS = {"none": lazy("None"), "soft": lazy("Soft"), "hard": lazy("Hard")}
SAVES = {"soft": lazy("Soft cover"), "hard": lazy("Hard cover")}
EFFECTS = {
    "stunned": lazy("crew stunned: Down"),
    "steering": lazy("steering compromised"),
    "turret": lazy("turret jam"),
    "engine": lazy("engine damage"),
    "immobilised": lazy("immobilised"),
    "on fire": lazy("on fire"),
    "knocked out": lazy("knocked out"),
}
ARCS = {
    "front": lazy("front"),
    "left": lazy("left"),
    "right": lazy("right"),
    "rear": lazy("rear"),
    "side": lazy("side"),
    "top": lazy("top"),
}
ANSWERS = {
    "stand": lazy("stands"),
    "down": lazy("goes Down"),
    "escape": lazy("makes its recce escape"),
    "fire": lazy("fires at the charge"),
}
PANICS = {
    "run": lazy("runs for the nearest table edge"),
    "edge": lazy("runs off the table"),
    "down": lazy("goes Down instead"),
}
DICE = {
    "FUBAR": lazy("FUBAR"),
    "HE pins": lazy("pins by high explosive"),
    "air": lazy("the air strike"),
    "air pins": lazy("pins by the air strike"),
    "air strike": lazy("the air strike"),
    "assault damage": lazy("damage in the assault"),
    "assault hit": lazy("hits in the assault"),
    "barrage": lazy("the barrage"),
    "barrage damage": lazy("damage by the barrage"),
    "barrage hit pins": lazy("pins by a direct hit"),
    "barrage pins": lazy("pins by the barrage"),
    "barrage radius": lazy("the reach of the barrage"),
    "card": lazy("cards for one who is away"),
    "close quarters, attacker": lazy("close quarters, attacker"),
    "close quarters, target": lazy("close quarters, target"),
    "cover save": lazy("cover saves"),
    "damage": lazy("damage"),
    "damage again": lazy("damage again"),
    "damage momentum": lazy("damage, by momentum"),
    "damage table": lazy("the damage table"),
    "direction": lazy("direction, as on a clock"),
    "Down all turn": lazy("pins lost by staying Down"),
    "drift": lazy("drift in inches"),
    "fight again": lazy("close quarters again"),
    "fight momentum": lazy("close quarters, by momentum"),
    "fly-by": lazy("pins by the fly-by"),
    "hit": lazy("hits"),
    "hit again": lazy("hits again"),
    "hit momentum": lazy("hits, by momentum"),
    "hits in building": lazy("hits in the building"),
    "initiative marker": lazy("the initiative marker"),
    "morale": lazy("morale"),
    "opponent": lazy("the opponent"),
    "order die": lazy("order die"),
    "order test": lazy("the order test"),
    "order test again": lazy("the order test again"),
    "rally": lazy("pins lost by rallying"),
    "second six": lazy("another 6"),
    "set on fire": lazy("setting it on fire"),
    "shuffle": lazy("shuffle"),
    "smoke": lazy("the smoke"),
    "stragglers": lazy("a Seven: does a figure return?"),
    "three dice": lazy("three dice"),
    "token": lazy("token"),
    "turret": lazy("which turret"),
    "turret check": lazy("the turret check"),
    "under the barrage": lazy("a direct hit"),
}
MOST_PIPS = SIX = 6
REWARDS = {"displacement": lazy("a displacement"), "boost": lazy("a boost token")}
CORRECTED = {
    "models": lazy("models"),
    "pins": lazy("pins"),
    "officer": lazy("officer"),
    "weapons": lazy("weapons"),
    "groups": lazy("groups"),
    "lost": lazy("fallen"),
    "order": lazy("order"),
    "destroyed": lazy("destroyed"),
    "reserve": lazy("in reserve"),
    "boosts": lazy("boost tokens"),
    "nco": lazy("NCO"),
    "immobilised": lazy("immobilised"),
    "points": lazy("points"),
}
TURRETS = {"free": lazy("turns freely"), **{arc: ARCS[arc] for arc in TURRET_ARCS}}
ENTERED = {
    "bid": lazy("a bid of 0"),
    "tokens": lazy("tokens in the order of the units"),
    "hand": lazy("cards that the app draws unseen"),
    "play": lazy("ready, without aces"),
    "answer": lazy("the target stands"),
    "keep": lazy("no order is kept"),
    "first": lazy("the first free place"),
    "name": lazy("its own unit goes next"),
    "retest": lazy("the failed test is accepted"),
    "morale": lazy("no officer is near"),
    "jam": lazy("no enemy is in sight: front"),
    "ambush": lazy("its ambush does not fire"),
    "roll": lazy("the app rolls"),
}
STRIKES = {"air": lazy("Air strike"), "barrage": lazy("Artillery barrage"), "smoke": lazy("Smoke barrage")}
PHASES = {
    "setup": lazy("Set-up"),
    "preliminary": lazy("Preliminary phase"),
    "orders": lazy("Orders phase"),
    "turn end": lazy("Turn end"),
    "over": lazy("The battle is over"),
}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {"S": lazy("Spades"), "H": lazy("Hearts"), "D": lazy("Diamonds"), "C": lazy("Clubs")}
RANK_NAMES = {
    14: lazy("Before the King"),
    13: lazy("King"),
    12: lazy("Queen"),
    11: lazy("Jack"),
    1: lazy("Ace"),
}
SPECIALS = {
    7: lazy("D6: on an odd number one figure returns"),
    6: lazy("reroll damage"),
    5: lazy("reroll hits"),
    4: lazy("reroll the order test"),
    3: lazy("one pin less before anything else"),
    2: lazy("one reroll: order test, hits or damage"),
}
WANTED = {
    "begin": lazy("Enter the units, then begin"),
    "draw": lazy("Draw the next one"),
    "order": lazy("{side}: give a unit its order"),
    "retest": lazy("{side}: reroll the failed test of {unit}, or accept it"),
    "done": lazy("{side}: carry out the order"),
    "ambush": lazy("{side}: {unit} has sprung its ambush and fires first"),
    "friendly": lazy("{side}: choose whom {unit} fires at in its confusion"),
    "panic": lazy("{side}: {unit} panics"),
    "bid": lazy("{side}: bid in secret"),
    "name": lazy("{side}: name whose unit goes next"),
    "tokens": lazy("{side}: put your tokens face down"),
    "first": lazy("{side}: choose when to go"),
    "hand": lazy("{side}: which cards have you been dealt?"),
    "play": lazy("Play, or press ready"),
    "lay": lazy("{side}: what do your aces stand for?"),
    "others": lazy("Waiting for all players to press ready"),
    "by themselves": lazy("The cards play themselves, rank by rank"),
    "answer": lazy("{side}: the target answers"),
    "measure": lazy("{side}: measure the range"),
    "morale": lazy("{side}: a morale test. Is an officer near?"),
    "jam": lazy("{side}: a turret jams. Where does it point?"),
    "go on": lazy("Look at the dice, then go on"),
    "fires first": lazy("{side}: {unit} fires at the charge"),
    "strike": lazy("{side}: roll for {strike}"),
    "strike target": lazy("{side}: a rookie flies {strike}. Choose the new target"),
    "flak": lazy("Flak at {strike}: was it shot down?"),
    "strike near": lazy("Which units are within reach of {strike}?"),
    "strike hits": lazy("Count the direct hits of {strike}"),
    "orders": lazy("Go on to the orders"),
    "keep": lazy("{side}: which orders are kept?"),
    "next turn": lazy("Begin the next turn"),
    "reward": lazy("{side}: choose the reward of momentum"),
    "finish": lazy("End the battle?"),
    "roll": lazy("{side}: roll your own dice"),
}


def card(code: str) -> str:
    """A card as people read it: K♠, 10♥."""
    rank = {"1": "A", "11": "J", "12": "Q", "13": "K"}.get(code[1:], code[1:])
    return f"{rank}{SUITS[code[0]]}"


def drawn_in_order() -> tuple[str, ...]:
    """Three things that are drawn one after the other."""
    return _("First"), _("Second"), _("Third")


def card_name(suit: str, rank: int) -> str:
    """A card by its whole name: the King of Hearts."""
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(rank), "suit": SUIT_NAMES[suit]}


def stuck(jam: ReadPlain, turrets: int) -> str:
    """Where a turret is stuck; of several, which."""
    arc = str(ARCS.get(jam["arc"], jam["arc"]))
    return arc if turrets < 2 else _("turret %(n)s %(arc)s") % {"n": jam["turret"], "arc": arc}


def rank_name(rank: int) -> str:
    """A rank as it is called."""
    return str(RANK_NAMES.get(rank, rank))


def corrected(told: str) -> str:
    """What a correction changes, as people read it: "pins: 2; destroyed: yes"."""
    said = {"True": _("yes"), "False": _("no"), "anew": _("counted anew")}
    parts = [part.partition(" ") for part in told.split("; ") if part]
    values = {**said, **{key: str(name) for key, name in (ORDERS | RANKS).items() if key}}
    return "; ".join(
        _turret(value) if name == "jams" else f"{CORRECTED.get(name, name)}: {values.get(value, value)}"
        for name, _sp, value in parts
    )


def _turret(told: str) -> str:
    """How a turret is: "2 left" as "turret 2: left"."""
    number, _blank, how = told.partition(" ")
    return _("turret %(number)s: %(how)s") % {"number": number, "how": TURRETS.get(how, how)}


def number_word(path: str, value: int) -> str:
    """What a number of the tables is, in words if it stands for one."""
    return str(NUMBER_WORDS[WORDS[path][value]]) if path in WORDS else str(value)


def rolls(who: str, count: int, sides: int, what: str) -> str:
    """Who is waited for: "Brown rolls 7 for damage"; dice of other sides than six are told: "a D3"."""
    if sides == SIX:
        told = ngettext("%(who)s rolls one die for %(what)s", "%(who)s rolls %(count)s for %(what)s", count)
    else:
        told = ngettext(
            "%(who)s rolls a D%(sides)s for %(what)s",
            "%(who)s rolls %(count)s D%(sides)s for %(what)s",
            count,
        )
    return told % {"who": who, "count": count, "sides": sides, "what": what}


def draws(who: str, what: str, names: Sequence[str]) -> str:
    """Who draws one of several sides: "Ada draws for the initiative marker: 1 Green, 2 Brown"."""
    sides = ", ".join(f"{at} {name}" for at, name in enumerate(names, 1))
    return _("%(who)s draws for %(what)s: %(sides)s") % {"who": who, "what": what, "sides": sides}


def fired_at(fires: str, unit: str) -> str:
    """Of whose dice are wanted: "7 rifles at Brown squad"."""
    return _("%(fires)s at %(unit)s") % {"fires": fires, "unit": unit}


TO_HIT = ("hit", "hit again", "hit momentum")


def on(needed: int, what: str = "hit") -> str:
    """What a die has to show; above six there is no such die: a six hits if another follows."""
    return _("a 6, then another 6") if needed > MOST_PIPS and what in TO_HIT else f"{needed}+"


def at_most(most: int) -> str:
    """What the two dice of a test may show."""
    return _("together at most %(most)s") % {"most": most}


def nobody() -> str:
    """Said of a draw."""
    return _("nobody")
