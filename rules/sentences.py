"""What the rules say to people, in English: one sentence for a code, ``%(name)s`` where a value stands.

What leaves the rules is a code with its values; it becomes words where the reader is. The command line fills
these sentences as they stand; the app translates them first. ``_`` marks them for that, and does nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.armies import ARMY_RULE

Value = str | int | tuple[int, int]
"""What fills a gap: text, an id or a word of the format, a number, or a sector (x, y)."""
Values = Mapping[str, Value]


def _(sentence: str) -> str:
    """Marks a sentence for whoever gathers what is to be translated."""
    return sentence


FAULTS: Mapping[str, str] = {
    "not_utf8": _("is not UTF-8 text"),
    "too_deep": _("is nested too deeply"),
    "not_json": _("is not JSON: %(fault)s: line %(line)s column %(column)s (char %(char)s)"),
    "long_number": _("holds a number of more than %(most)s digits"),
    "missing": _("is missing"),
    "not_object": _("must be an object, not %(value)s"),
    "not_asked": _("must be an object with %(members)s, as a campaign's file has them"),
    "not_list": _("must be a list, not %(value)s"),
    "not_text": _("must be text, not %(value)s"),
    "no_text": _("must be text that is not empty, not %(value)s"),
    "not_whole": _("must be a whole number, not %(value)s"),
    "too_little": _("must be %(least)s or more, not %(value)s"),
    "too_much": _("must be at most %(most)s"),
    "out_of_range": _("must be from %(least)s to %(most)s, not %(value)s"),
    "not_massive": _("must be from 0 to %(most)s, not %(value)s: the army is without massive_armies"),
    "not_boolean": _("must be true or false, not %(value)s"),
    "not_among": _("must be one of %(allowed)s, not %(value)s"),
    "not_sector": _("must be a sector [x, y], not %(value)s"),
    "not_hex": _("must be %(count)s hex digits"),
    "not_pair": _("must be the ids of two banners, not %(count)s"),
    "same_twice": _("must be the ids of two different banners"),
    "key_twice": _("key %(key)s is written twice"),
    "key_not_text": _("key %(key)s is not text"),
    "unknown_key": _("is an unknown key; allowed are %(allowed)s"),
    "too_many": _("has %(count)s items; at most %(most)s are allowed"),
    "radii": _("needs battle_radius <= recon_radius <= search_radius, not %(battle)s, %(recon)s, %(search)s"),
    "row_length": _("has %(count)s sectors; a row has 1 to %(most)s"),
    "row_differs": _("has %(count)s sectors; the first row has %(first)s"),
    "strange_sector": _("holds %(strange)s; a sector is %(most)s or %(last)s"),
    "no_rows": _("has no rows; a map has at least one"),
    "player_twice": _("%(id)s is the id of another player too"),
    "banner_twice": _("%(id)s is the id of another banner too"),
    "feature_twice": _("%(id)s is the id of another feature too"),
    "relic_twice": _("%(id)s is the id of another relic too"),
    "enemies_together": _("sector %(sector)s holds banner %(banner)s of another player"),
    "sector_twice": _("sector %(sector)s is listed twice"),
    "impassable": _("sector %(sector)s is impassable"),
    "off_map": _("sector %(sector)s is off the map"),
    "disputed_held": _("a disputed sector has no occupier"),
    "relic_nowhere": _("needs exactly one of carried_by and at"),
    "no_hive": _("only an army with hive_mentality has a node"),
    "node_of_another": _("%(banner)s is not a banner of player %(player)s"),
    "banner_of_another": _("%(banner)s is not a banner of this player"),
    "condition_goals": _("a condition of %(kind)s needs exactly one of %(allowed)s"),
    "empty": _("is empty; it needs at least one item"),
    "unknown_rule": _("%(id)s is not the id of an army rule"),
    "unknown_banner": _("%(id)s is not the id of a banner"),
    "unknown_player": _("%(id)s is not the id of a player"),
    "listed_twice": _("%(id)s is listed twice"),
    "wrong_slot": _("%(order)s is a %(slot)s order, not a %(other)s one"),
    "reported_twice": _("player %(player)s reports this battle twice"),
    "not_in_battle": _("player %(player)s is not in this battle"),
    "ruled_twice": _("this battle is ruled on twice"),
    "no_such_winner": _("%(banner)s is not in this battle; null is a draw"),
    "no_battle": _("%(one)s and %(other)s do not meet in battle"),
    "auto_battle": _("the battle of %(one)s and %(other)s is auto: it is not played"),
    "no_sacrifice": _("only an army with sacrifice gives up levels"),
    "no_banner": _("there is no banner %(banner)s"),
    "one_of": _("needs exactly one of %(allowed)s"),
    "text_length": _("has %(count)s characters; 1 to %(most)s are allowed"),
    "zero": _("must not be 0"),
    "sealed_known": _("a sealed relic lies known to nobody"),
    "not_house": _("must begin with %(prefix)s, not %(value)s"),
    "house_twice": _("%(id)s is the id of another house rule too"),
    "no_ban": _("no rule forbids a retreat"),
    "trigger_twice": _("%(id)s is the id of another trigger too"),
    "no_trigger": _("there is no trigger %(trigger)s"),
    "no_feature": _("there is no feature %(feature)s"),
    "no_turn": _("needs from or to"),
    "not_settled": _("banner %(banner)s has no effective other order"),
    "settled_twice": _("the order of banner %(banner)s is settled twice"),
    "moved_twice": _("it is moved once already"),
    "seed_turn": _("the turn of a seed is from 1 to %(most)s"),
    "mix_turn": _("the turn of a mix is from 1 to %(most)s"),
    "seat_number": _("the number of a seat is from 1 to %(most)s"),
    "not_id": _("must be 1 to %(most)s letters, digits, - and _, as in a campaign's address"),
    "not_lower_hex": _("must be %(count)s hex digits in lower case"),
    "not_hex_bytes": _("must be hex digits in lower case, two for each byte, at most %(most)s"),
    "not_seconds": _("must be a number of seconds since 1970, from 0 to %(most)s"),
    "seat_line": _(
        "line %(number)s must be a seat's number, its seal and its receipt, one space between; either is"
        " %(digits)s hex digits in lower case, or - for none"
    ),
    "seat_line_open": _("must end with the end of a line"),
    "seats_unsorted": _("must have each seat once, by number"),
}
"""What may be wrong with a document, by the code of a ``ScenarioError``."""

PROBLEMS: Mapping[str, str] = {
    "no_banner": _("%(banner)s is not a banner of yours"),
    "must_retreat": _("a banner that must retreat can have a retreat order and nothing beside it"),
    "must_retreat.offer": _("it must retreat, and can do nothing else"),
    "not_retreating": _("only a banner that must retreat can be ordered to"),
    "special_alone": _("a special order can have no other order beside it"),
    "forbidden_pair": _("%(order)s and %(other)s cannot be done in one turn"),
    "no_target": _("no sector is named"),
    "off_map": _("sector %(sector)s is off the map"),
    "impassable": _("sector %(sector)s is impassable"),
    "own_sector": _("it stands there already"),
    "too_far": _("sector %(sector)s is %(away)s sectors away; this army goes at most %(reach)s"),
    "in_works": _("it is %(works)s: it must unfortify first"),
    "fortify.in_works": _("it is %(works)s already"),
    "entrench.in_works": _("it is entrenched already"),
    "no_works": _("it has no works to leave"),
    "not_fortified": _("it must be fortified before it can entrench"),
    "not_entrenched": _("an army with Slow Resupply resupplies only while entrenched"),
    "teleport.army_cannot": _("only an army with Teleport teleports"),
    "fortify.army_cannot": _("an army with %(rule)s never fortifies"),
    "entrench.army_cannot": _("an army with %(rule)s never entrenches"),
    "split.army_cannot": _("an army with %(rule)s never splits"),
    "join.army_cannot": _("an army with %(rule)s never joins"),
    "army_cannot.house": _("an army with %(house)s is never ordered to do that"),
    "not_allowed": _("this campaign does not allow this order"),
    "no_feature": _("no feature %(feature)s is known"),
    "out_of_range": _("feature %(feature)s is out of battle range"),
    "use.not_carried": _("it does not carry relic %(relic)s"),
    "use.nothing_named": _("it carries no relic and has no known feature in battle range"),
    "full": _("it has level %(level)s; resupply needs a level below %(most)s"),
    "level_too_low": _("it has level %(level)s; a split needs %(least)s or more"),
    "march.nothing_named": _("no passable sector is in reach"),
    "retreat.nothing_named": _("no passable sector is in reach"),
    "teleport.nothing_named": _("there is no other passable sector"),
    "transfer.nothing_named": _("it names neither a giving banner nor a relic"),
    "transfer.nothing_named.offer": _("there is no other banner to give and no relic known to lie anywhere"),
    "transfer.nothing_named.amount": _("it asks for no levels and no relic; levels are 1 or more"),
    "transfer.nothing_named.negative": _("it asks for %(levels)s levels; levels are 0 or more"),
    "join.nothing_named": _("there is no other banner to join"),
    "destroy_relic.nothing_named": _("it carries no relic that can be destroyed"),
    "no_giver": _("%(giver)s is not a banner of yours"),
    "no_giver.levels": _("levels need a banner that gives them"),
    "transfer.itself": _("it cannot give to itself"),
    "join.itself": _("it cannot join itself"),
    "no_partner": _("%(partner)s is not a banner of yours"),
    "transfer.not_carried": _("%(giver)s does not carry relic %(relic)s"),
    "destroy_relic.not_carried": _("it does not carry relic %(relic)s"),
    "not_lying": _("no place is known where relic %(relic)s lies"),
    "indestructible": _("relic %(relic)s cannot be destroyed"),
}
"""Why an order is void: by its fault, by order and fault where orders differ, and by a word more where one
fault has several sentences.
"""

ARMIES: Mapping[str, str] = {
    "unknown": _("there is no army rule %(id)s"),
    "repeated": _("army rule %(id)s is chosen more than once"),
    "too_dear": _("the army rules are worth %(points)s points; at most %(most)s are allowed"),
}
"""What may be wrong with a choice of army rules."""

DICE: Mapping[str, str] = {
    "seed_before_first": _("the seed is of a turn before the first"),
    "seed_off_chain": _("the seed does not fit the chain"),
    "no_seed": _("there is no seed for this turn"),
    "wrong_die": _("the die is %(right)s, not %(value)s"),
}
"""What may be wrong with a seed or a die of a campaign's log."""

MIXES: Mapping[str, str] = {
    "no_mix": _("there is no mix for this turn"),
    "mix_without_seed": _("there is a mix for this turn, but no seed"),
    "wrong_closing": _("the closing does not fit the salt and the lines"),
    "share_without_seal": _("seat %(seat)s has a share, but no seal"),
    "share_off_seal": _("the share of seat %(seat)s does not fit its seal"),
    "beacon_hash": _("the beacon's hash is not that of turn %(turn)s"),
    "beacon_genesis": _("the beacon's genesis is %(right)s in turn %(turn)s, not %(value)s"),
    "beacon_period": _("the beacon's period is %(right)s in turn %(turn)s, not %(value)s"),
    "beacon_round": _("the beacon's round for this deadline is %(right)s, not %(value)s"),
    "beacon_signature": _("the beacon's randomness is not the hash of its signature"),
}
"""What may be wrong with a mix in it."""

WORDS = (
    _("march"),
    _("teleport"),
    _("search"),
    _("fortify"),
    _("entrench"),
    _("unfortify"),
    _("resupply"),
    _("transfer"),
    _("split"),
    _("join"),
    _("retreat"),
    _("destroy_relic"),
    _("use"),
    _("other"),
    _("primary"),
    _("secondary"),
    _("special"),
    _("fortified"),
    _("entrenched"),
    _("something nested too deeply"),
    _("Expecting value"),
    _("Expecting property name enclosed in double quotes"),
    _("Expecting ':' delimiter"),
    _("Expecting ',' delimiter"),
    _("Illegal trailing comma before end of object"),
    _("Illegal trailing comma before end of array"),
    _("Invalid control character at"),
    _("Invalid \\escape"),
    _("Invalid \\uXXXX escape"),
    _("Unterminated string starting at"),
    _("Extra data"),
)
"""Values that are words themselves: orders, slots, works, and what Python's reader says of JSON."""


def filled(sentence: str, values: Values) -> str:
    """A sentence with its values as the command line shows them."""
    return sentence % {name: shown_value(name, value) for name, value in values.items()}


def shown_value(name: str, value: Value) -> str:
    """One value as the command line shows it: sectors as ``[x, y]``, army rules by name."""
    if isinstance(value, tuple):
        return f"[{value[0]}, {value[1]}]"
    return ARMY_RULE[str(value)].name if name == "rule" else str(value)


def code_of(order: str, fault: str, detail: str = "") -> str:
    """The key of a problem's sentence: the order's own, or the one of the fault for all orders."""
    tail = f"{fault}.{detail}" if detail else fault
    own = f"{order}.{tail}"
    return own if own in PROBLEMS else tail
