"""The numbers of the source documents, each with its seed and the line there.

Typed from the documents without the tables of `rules/tabletop/` open, and never to be filled in from them: if
a test here fails, look in the document. `001:203` is line 203 of seed 001.
"""

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class At(NamedTuple):
    """Where a number stands."""

    seed: str
    line: int


class Fact(NamedTuple, Generic[T]):
    """A number, or a few that stand on one line, and where."""

    value: T
    at: At


def of(place: str) -> At:
    """Return the place that "001:203" names."""
    seed, line = place.split(":")
    return At(seed, int(line))


def fact(place: str, value: T) -> Fact[T]:
    """Return `value` with its place."""
    return Fact(value, of(place))


# Morale: what 2d6 must not be above.
MORALE = {
    "inexperienced": fact("001:44", 8),
    "regular": fact("001:46", 9),
    "veteran": fact("001:47", 10),  # its name stands on the next line of the scan
}
# Rank: bonus, extra orders, range in inches.
OFFICERS = {
    "second lieutenant": fact("001:52", (2, 2, 6)),
    "first lieutenant": fact("001:53", (2, 2, 6)),
    "captain": fact("001:54", (4, 4, 12)),
    "major": fact("001:55", (4, 4, 12)),
}
WITHOUT_NCO = fact("001:57", -1)
PER_PIN = fact("001:58", -1)
CREW_OF_ONE = fact("001:59", -1)
ASSAULTING_A_TANK = fact("001:60", -3)
ASSAULTING_CLOSED_ARMOUR = fact("001:114", -3)

# Orders.
PIN_FOR_A_PASS = fact("001:15", 1)
RALLY_DIE = fact("001:30", 6)
DOWN_SAVE = fact("001:31", 5)
DOWN_BETTER_BY = fact("001:31", 2)
DOWN_ALL_TURN_DIE = fact("001:31", 3)
FUBAR = fact("001:35", (6, 6))
FRIENDLY_FIRE = fact("001:37", (1, 2))
PANIC = fact("001:37", (3, 4, 5, 6))
ENEMY_NEAR_A_FRIEND = fact("001:37", 12)

# Movement: advance, run.
MOVES = {
    "infantry": fact("001:65", (6, 12)),
    "tracked": fact("001:66", (9, 18)),
    "half-track": fact("001:67", (9, 18)),
    "wheeled": fact("001:68", (12, 24)),
}
# Pivots of 90 degrees: advance, run.
PIVOTS = {
    "tracked": fact("001:90", (2, 1)),
    "half-track": fact("001:91", (2, 1)),
    "wheeled": fact("001:92", (2, 1)),
}
REVERSE_IS_ONE_OVER = fact("001:96", 2)
REVERSE_PIVOTS = fact("001:96", 2)
ON_ROAD = fact("001:85", 2)
# Terrain: infantry, artillery, wheeled, tracked.
TERRAIN = {
    "open": fact("001:74", ("ok", "ok", "ok", "ok")),
    "rough": fact("001:75", ("no run", "no*", "no", "no run")),
    "obstacle": fact("001:76", ("no run", "no", "no", "ok*")),
    "building": fact("001:77", ("ok", "no*", "no", "no!")),
    "road": fact("001:78", ("ok", "ok", "x2", "ok")),
}

# Close quarters.
REACTS_BEYOND = fact("001:103", 6)
VEHICLE_FIRES_BEYOND = fact("001:116", 6)
HIT_ON_ADVANCE = fact("001:119", 6)
HIT_OTHERWISE = fact("001:120", 4)

# Air strike.
ROOKIE = fact("001:131", (1,))
ROOKIE_TARGET_WITHIN = fact("001:131", 12)
FLY_BY_DIE = fact("001:131", 3)
NO_PLANE = fact("001:132", (2, 3))
PLANE_COMES = fact("001:133", (4, 5, 6))
AIRCRAFT_MARKER = fact("001:133", 18)
PLANE_PINS_WITHIN = fact("001:133", 6)
PLANE_PINS_DIE = fact("001:133", 3)

# Barrages.
MISCALCULATION = fact("001:144", (1,))
MISCALCULATED_BY = fact("001:144", (3, 6))  # dice, sides
DELAY = fact("001:145", (2, 3))
DELAYED_MARKER = fact("001:145", 12)
BARRAGE_FALLS = fact("001:146", (4, 5, 6))
BARRAGE_WITHIN = fact("001:146", (6, 6))  # a die of six sides and 6
BARRAGE_PINS_ON = fact("001:146", (1, 2, 3, 4, 5))
BARRAGE_PINS_DIE = fact("001:146", 3)
BARRAGE_HIT_ON = fact("001:146", (6,))
BARRAGE_HIT = fact("001:146", (4, 4))  # template in inches, penetration
BARRAGE_HIT_PINS_DIE = fact("001:146", 6)
DOWN_HITS_ARE_ONE_OVER = fact("001:146", 2)
SMOKE_SIGHT = fact("001:147", 2)
SMOKE_TO_HIT = fact("001:147", -1)

# Shooting.
ALWAYS_FAILS = fact("001:156", 1)
MORALE_AT_ONE_OVER = fact("001:159", 2)
HIT_ON = fact("001:163", 3)
INDIRECT = fact("001:165", (6, 5, 4))  # "and so on"
POINT_BLANK_TO_HIT = fact("001:168", 2)
PINNED_TO_HIT = fact("001:169", -1)
INEXPERIENCED_TO_HIT = fact("001:170", -1)
MOVING_TO_HIT = fact("001:171", -1)
# Troops: in the open, behind a gun shield.
TROOPS = {
    "inexperienced": fact("001:179", (3, 4)),
    "regular": fact("001:180", (4, 5)),
    "veteran": fact("001:181", (5, 6)),
}
VEHICLES = {
    "soft-skin": fact("001:182", 6),
    "armoured car": fact("001:184", 7),
    "light tank": fact("001:186", 8),
}
SOFT_COVER = fact("001:194", 5)
HARD_COVER = fact("001:195", 4)
COVER_DOWN = fact("001:196", (5, 2))
# HE: penetration, sides of the die for pins, (dice, sides) for hits in a building.
HE = {
    1: fact("001:203", (1, 2, (1, 3))),
    2: fact("001:204", (2, 2, (1, 6))),
    3: fact("001:205", (3, 3, (2, 6))),
    4: fact("001:206", (4, 3, (3, 6))),
}
SIDE_OR_TOP = fact("001:212", 1)
REAR = fact("001:213", 2)
LONG_RANGE = fact("001:214", -1)
POINT_BLANK = fact("001:215", 1)

# Damage on armour: by how much the roll is above what was needed.
SUPERFICIAL = fact("001:222", (0,))
NORMAL = fact("001:223", (1, 2))
MASSIVE_FROM = fact("001:224", 3)
MASSIVE_ROLLS = fact("001:224", 2)
OPEN_TOPPED_INDIRECT = fact("001:230", 1)
# Effect: rolls on the full column, rolls on the superficial column.
EFFECTS = {
    "stunned": fact("001:234", ((1,), (1,))),
    "steering": fact("001:235", ((), (2,))),
    "turret jam": fact("001:236", ((), (3,))),
    "engine": fact("001:237", ((), (4,))),
    "immobilised": fact("001:238", ((2,), (5,))),
    "on fire": fact("001:239", ((3,), (6,))),
    "knocked out": fact("001:240", ((4, 5, 6), ())),
}
EFFECT_PINS = fact("001:234", 1)
STEERING_PIVOTS_LOST = fact("001:235", 1)
STEERING_KNOCKS_OUT_AT = fact("001:235", 3)
TURRET_HOLDS_ON = fact("001:245", (1, 2, 3))
TURRET_JAMS_ON = fact("001:246", (4, 5, 6))
AMPULOMET_FIRE_ON = fact("001:288", 6)


class Arm(NamedTuple):
    """One row of the weapons charts; `pen` None is "n/a" or "HE", `he` the template in inches."""

    reach: int | None
    shots: int
    pen: int | None
    he: int | None = None
    indirect: tuple[int, int] | None = None
    rules: tuple[str, ...] = ()


TEAM, FIXED, ASSAULT = "Team", "Fixed", "Assault"
SMALL_ARMS = {
    "Rifle": fact("001:253", Arm(24, 1, None)),
    "Pistol": fact("001:254", Arm(6, 1, None)),
    "Submachine Gun": fact("001:255", Arm(12, 2, None, rules=(ASSAULT,))),
    "Automatic rifle": fact("001:256", Arm(30, 2, None)),
    "Assault rifle": fact("001:257", Arm(18, 2, None, rules=(ASSAULT,))),
    "Shotgun": fact("001:258", Arm(12, 1, None, rules=(ASSAULT,))),
    "LMG": fact("001:259", Arm(36, 4, None, rules=(TEAM,))),
    "MMG": fact("001:260", Arm(36, 6, None, rules=(TEAM, FIXED))),
}
SHAPED, ONE_SHOT, FLAME = "Shaped Charge", "One-shot", "Flamethrower"
HEAVY = {
    "HMG": fact("001:265", Arm(48, 6, 1, rules=(TEAM, FIXED))),
    "Light auto cannon": fact("001:266", Arm(48, 2, 2, he=1, rules=(TEAM, FIXED))),
    "Heavy auto cannon": fact("001:267", Arm(72, 2, 3, he=1, rules=(TEAM, FIXED))),
    "Anti-tank rifle": fact("001:268", Arm(48, 1, 2, rules=(TEAM,))),
    "PIAT": fact("001:269", Arm(12, 1, 5, rules=(TEAM, SHAPED))),
    "Bazooka": fact("001:270", Arm(24, 1, 5, rules=(TEAM, SHAPED))),
    "Panzerschreck": fact("001:271", Arm(24, 1, 6, rules=(TEAM, SHAPED))),
    "Panzerfaust": fact("001:272", Arm(12, 1, 6, rules=(ONE_SHOT, SHAPED))),
    "Light AT gun": fact("001:273", Arm(48, 1, 4, he=1, rules=(TEAM, FIXED))),
    "Medium AT gun": fact("001:274", Arm(60, 1, 5, he=1, rules=(TEAM, FIXED))),
    "Heavy AT gun": fact("001:275", Arm(72, 1, 6, he=2, rules=(TEAM, FIXED))),
    "Super-heavy AT gun": fact("001:276", Arm(84, 1, 7, he=3, rules=(TEAM, FIXED))),
    "Flamethrower (infantry)": fact("001:277", Arm(6, 1, 2, rules=(TEAM, FLAME))),
    "Flamethrower (vehicle)": fact("001:278", Arm(12, 1, 3, rules=(FLAME,))),
    "Rifle grenade": fact("001:279", Arm(None, 1, None, he=1, indirect=(6, 18))),
    "AT weapon": fact("001:280", Arm(24, 1, None, he=2, rules=(TEAM, FIXED))),
    "Light mortar": fact("001:281", Arm(None, 1, None, he=1, indirect=(12, 36), rules=(TEAM,))),
    "Medium mortar": fact("001:282", Arm(None, 1, None, he=2, indirect=(12, 60), rules=(TEAM, FIXED))),
    "Heavy mortar": fact("001:283", Arm(None, 1, None, he=3, indirect=(12, 72), rules=(TEAM, FIXED))),
    "Light howitzer": fact("001:284", Arm(48, 1, None, he=2, indirect=(30, 60), rules=(TEAM, FIXED))),
    "Medium howitzer": fact("001:285", Arm(60, 1, None, he=3, indirect=(36, 72), rules=(TEAM, FIXED))),
    "Heavy howitzer": fact("001:286", Arm(72, 1, None, he=4, indirect=(42, 84), rules=(TEAM, FIXED))),
}

# Other ways to activate.
THREE_DICE = fact("000:25", 3)
POINTS = fact("000:31", 20)
POINTS_MAY_DIFFER = fact("000:37", (20, 18))
POINTS_AT_MOST = fact("000:33", 40)
POINTS_AT_MOST_TIMES = fact("000:37", 2)
TOKENS_FROM = fact("000:51", 1)
DECK = fact("000:71", 52)
CARDS_PER_UNIT = fact("000:71", 1)
RANKS = fact("000:73", (13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2))  # King to Two
SUITS = fact("000:75", ("spades", "hearts", "diamonds", "clubs"))
SEVEN_DIE = fact("000:81", 6)
SEVEN_BRINGS_ONE_BACK_ON = fact("000:81", (1, 3, 5))
SIX_REROLLS = fact("000:83", ("damage",))
FIVE_REROLLS = fact("000:85", ("hit",))
FOUR_REROLLS = fact("000:87", ("order test",))
THREE_TAKES_PINS = fact("000:89", 1)
TWO_REROLLS = fact("000:91", ("order test", "hit", "damage"))

# Momentum.
TRACK_START = fact("003:5", 0)
TRACK_END = fact("003:5", 2)
DICE_REROLLED = fact("003:16", 1)
DISPLACED_BY = fact("003:30", 1)
SEALS = fact("003:40", 1)
BACK_TO = fact("003:46", 0)
OVERSHOOT = fact("003:52", (1, 3, 0))  # stood at, gained, goes back to

# The bag.
DICE_PER_UNIT = fact("004:4", 1)
DICE_EXAMPLE = fact("004:4", (12, 16))
DRAWN_AT_A_TIME = fact("004:1", 1)
