"""What the demo's club has added to the rules: house rules, triggers, texts, rumours."""

from __future__ import annotations

from campaign.base.setup.documents import BoardTrigger, EarlySighting
from campaign.base.setup.house_rules import HouseDocument

GATE_RULES: tuple[HouseDocument, ...] = (
    {
        "id": "house_drill",
        "points": 0,
        "gives": [],
        "never": [],
        "mods": [{"what": "attrition", "by": -1}],
        "title": "Column drill",
        "text": "The Column closes its ranks before it counts its dead.",
    },
    {
        "id": "house_scrap",
        "points": 0,
        "gives": [],
        "never": ["entrench"],
        "mods": [{"what": "resupply", "by": 1}],
        "title": "Scrap trade",
        "text": "Everything left on a field can be hung on a wagon. Nobody digs who could be looting.",
    },
)

GATE_TRIGGERS: tuple[BoardTrigger, ...] = (
    {
        "id": "vault",
        "feature": "vault",
        "repeat": "once",
        "when": [{"is": "used"}],
        "do": [{"do": "unseal", "relic": "crown"}, {"do": "level", "by": 1}],
        "hint": "The bolts run inwards. Bring a banner near, and use the vault.",
        "told": "The bolts go back one after the other. On a nail inside hangs the Crown of the Gate.",
        "told_to": "holder",
    },
)

CROWN_TRIGGERS: tuple[BoardTrigger, ...] = (
    {
        "id": "palace",
        "feature": "palace",
        "repeat": "each",
        "when": [{"is": "held", "turns": 2}],
        "do": [{"do": "level", "by": 2}],
        "hint": "The governor's guard waits in the cellars for anybody who stays.",
        "told": "The governor's guard comes up from the cellars and asks for orders.",
        "told_to": "holder",
    },
    {
        "id": "tower",
        "feature": "tower",
        "repeat": "turn",
        "when": [{"is": "used"}],
        "do": [{"do": "spy", "radius": 6}],
        "hint": "The glass still turns. Somebody would have to look through it.",
        "told": "From the tower you have counted every fire in the valley.",
        "told_to": "holder",
    },
)

HEARD: tuple[EarlySighting, ...] = (
    {"seat": "p5", "at": [9, 15], "level": 20, "age": 1, "grade": "false", "marked": False},
    {"seat": "p3", "at": [21, 20], "level": None, "age": 2, "grade": "old", "marked": True},
)
"""What seat 1 of the siege hears before it marches: an invention that looks like news, and old news."""

TEXTS = {
    "participation": (
        "- **A plan is in by the evening of its day**, and a battle is played before the results are due.\n"
        "- Whoever cannot come says so in time: nobody minds a game that was moved, everybody one that was "
        "waited for.\n"
        "- Reports are told honestly, the bad ones too."
    ),
    "army_lists": (
        "100 points for each level of the banner. Send the list to the facilitator the evening before; "
        "it is opened when both are in."
    ),
    "experience": "A unit that has survived three battles may be given a name, and a re-roll a game.",
    "substitutes": "Any model may stand in for another, if its base fits and both can tell what it is.",
}
ALSO_ASKED = "\n- Phones stay in the bag until the dice are counted."
"""What taking part asks since the third turn: not everybody has agreed to that yet."""

DIG = "We dig for the old toll road under the snow, and mark it with poles for those who come after us."
DUG = "There is a road under the snow. Carts came up it in the night, and brought men who had been given up."
BRIBE = "We send the toll keepers two casks, and ask who has passed here."
BRIBED = "The casks came back empty, with a drawing of your own column on the lid."

PEACE_ASKED = "Leave the north road to us until the snow, and you can have the farms. Your word for ours?"
PEACE_GIVEN = "You have it. What comes after the snow, comes after the snow."
LOOT = "We look under da snow for da rest of dat engine."
