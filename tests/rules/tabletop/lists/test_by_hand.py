"""Units parted wrongly: their owner says where each begins, and a sum that is not right is asked."""

from __future__ import annotations

import pytest

from rules.tabletop.lists.layout.by_hand import LEAVE, MUTE, PART, UNIT, by_gaps, roles_of
from rules.tabletop.lists.layout.doubts import DOUBTFUL as DOUBTED
from rules.tabletop.lists.layout.doubts import NONE, doubt_of
from rules.tabletop.lists.listing import Read, Source, parted_again, source_of, understood
from rules.tabletop.lists.plain import source_from_plain, source_to_plain
from rules.tabletop.lists.whole import AS_READ, BEGINS, TOTAL, WHOLE
from rules.tabletop.refusing import RefusedError

CLEAR = (
    "Rifle squad, regular\n10 men, rifles\n100 pts\n\n"
    "MMG team, veteran\n65 pts\n\n"
    "Sniper team, regular\n50 pts"
)
JOINED = (
    "Rifle squad, regular, 10 men with rifles, 100 pts\n- MMG team, veteran\n- 65 pts\n"
    "Sniper team, regular, 50 pts"
)
"""Of the second it looks as if the first had it."""


def of(text: str) -> Source:
    return source_of(text.encode())


def told(source: Source) -> list[tuple[str, int, str]]:
    return [(one["name"], one["points"], one["quality"]) for one in understood(source).document["units"]]


def questions(found: Read) -> list[tuple[int, str]]:
    return [(one.unit, one.question.key) for one in found.questions]


def test_each_line_is_what_it_was_read_as() -> None:
    source = of(f"My list\n\n{CLEAR}\n\nSee you on Friday!")
    roles = roles_of(source.lines, source.units, source.left)
    begins = [line for line, role in zip(source.lines, roles, strict=True) if role == UNIT]
    assert begins == ["Rifle squad, regular", "MMG team, veteran", "Sniper team, regular"]
    assert (roles[0], roles[1], roles[-1]) == (LEAVE, MUTE, LEAVE)


def test_parted_as_it_was_read_it_is_the_same() -> None:
    source = of(CLEAR)
    assert parted_again(source, roles_of(source.lines, source.units, source.left)).units == source.units


def test_a_unit_begins_where_its_owner_says() -> None:
    source = of(JOINED)
    roles = [UNIT, UNIT, PART, UNIT]
    assert told(parted_again(source, roles)) == [
        ("Rifle squad", 100, "regular"),
        ("MMG team", 65, "veteran"),
        ("Sniper team", 50, "regular"),
    ]
    left = parted_again(source, [UNIT, LEAVE, LEAVE, UNIT])
    assert [one[:2] for one in told(left)] == [("Rifle squad", 100), ("Sniper team", 50)]
    assert left.left == ["- MMG team, veteran", "- 65 pts"]


def test_what_is_not_parted_otherwise_is_as_it_was_read() -> None:
    source = of(CLEAR)
    roles = roles_of(source.lines, source.units, source.left)
    last = max(at for at, role in enumerate(roles) if role == UNIT)
    again = parted_again(source, [*roles[:last], LEAVE, LEAVE])
    assert again.units == source.units[:2]


def test_the_price_may_stand_above_the_name_and_below_a_working() -> None:
    above = parted_again(of("100 pts\nRifle squad, regular\n10 men, rifles"), [UNIT, PART, PART])
    assert told(above) == [("Rifle squad", 100, "regular")]
    sums = "Section, veteran\n10 men x 13 = 130\nBren with gunner and loader +20\n= 150"
    assert told(parted_again(of(sums), [UNIT, PART, PART, PART])) == [("Section", 150, "veteran")]


def test_units_begin_below_every_empty_line_that_tells_something() -> None:
    text = "Hello there, all of you!\n\nRifle squad, regular\n100 pts\n \nSniper, veteran\n65 pts\n\nCheers"
    lines = text.splitlines()
    assert by_gaps(lines) == [LEAVE, MUTE, UNIT, PART, MUTE, UNIT, PART, MUTE, LEAVE]
    assert by_gaps(lines[:1]) == [LEAVE]
    assert by_gaps([]) == []


def test_a_list_without_units_is_refused() -> None:
    with pytest.raises(RefusedError) as caught:
        parted_again(of(CLEAR), [LEAVE] * len(of(CLEAR).lines))
    assert caught.value.code == "empty roster"


def test_the_source_is_kept_with_its_lines_and_its_sum() -> None:
    source = of(f"{CLEAR}\n\nTotal: 215 pts")
    assert source_from_plain(source_to_plain(source)) == source
    assert (source.total, len(source.lines)) == (215, 11)
    older = source_to_plain(source)
    del older["lines"], older["total"]
    assert (source_from_plain(older).lines, source_from_plain(older).total) == ([], None)


@pytest.mark.parametrize(
    ("told_", "asked"),
    [
        ("Total: 215 pts", False),
        ("Total: 315 pts", True),
        ("Total: 200 pts", True),
        # As many as are allowed, of which some are left, and a number of something else.
        ("Total: 225 pts", True),
        ("Total: 250 pts", True),
        ("Total: 220 pts", True),
        ("Total: 1215 pts", False),
        ("Total: 12 dice", False),
    ],
)
def test_a_sum_that_is_not_right_is_asked(told_: str, asked: bool) -> None:
    found = understood(of(f"{CLEAR}\n\n{told_}"))
    assert questions(found) == ([(WHOLE, TOTAL)] if asked else [])
    answers = {str(WHOLE): {TOTAL: AS_READ}}
    assert questions(understood(found.source, answers)) == []
    assert questions(understood(found.source, usual=True)) == []


def test_what_is_left_of_a_round_sum_is_not_asked() -> None:
    units = "\n".join(f"MMG team, regular, {cost} pts" for cost in (250, 250, 240, 245))
    assert questions(understood(of(f"{units}\n\nTotal: 1000 pts"))) == []
    assert questions(understood(of(f"{units}\n\nTotal: 1010 pts"))) == [(WHOLE, TOTAL)]
    assert questions(understood(of(f"{units}\n\nTotal: 950 pts"))) == [(WHOLE, TOTAL)]
    assert questions(understood(of(f"{units}\n\nTotal: 1500 pts"))) == [(WHOLE, TOTAL)]


def test_it_is_not_asked_before_all_else_is_answered() -> None:
    source = of(f"{CLEAR}\nGlork team, 20 pts\n\nTotal: 300 pts")
    first = understood(source)
    assert first.questions
    assert (WHOLE, TOTAL) not in questions(first)


DOUBTFUL = "Hark ye: a\nGlork band, zarks\n- wibble\n40 pts\n\nFnord mob\n- rifles\n50 pts\n\nZonk\n60 pts"
"""Units nobody knows."""


def test_where_units_begin_is_asked_first_where_much_is_open() -> None:
    found = understood(of(DOUBTFUL))
    assert questions(found)[0] == (WHOLE, BEGINS)
    answers = {str(WHOLE): {BEGINS: AS_READ}}
    assert (WHOLE, BEGINS) not in questions(understood(found.source, answers))
    assert (WHOLE, BEGINS) not in questions(understood(found.source, usual=True))


def test_it_is_not_asked_of_units_in_one_line_each_or_of_one_doubt() -> None:
    lines = "\n".join(f"Glork band, {cost} zarks, {cost} pts" for cost in (40, 50, 60))
    found = understood(of(lines))
    assert found.questions
    assert (WHOLE, BEGINS) not in questions(found)
    one = understood(of(f"{CLEAR}\n\nGlork band, regular\n- 3 zarks\n20 pts"))
    assert one.questions
    assert (WHOLE, BEGINS) not in questions(one)


def test_what_a_unit_lacks_that_others_tell_is_asked_of_a_list_that_was_kept() -> None:
    text = "\n".join(f"MMG team, {told}50 pts" for told in ("veteran, ", "veteran, ", "regular, ", ""))
    first = understood(of(text))
    assert questions(first) == [(3, "quality")]
    kept = source_from_plain(source_to_plain(first.source))
    assert questions(understood(kept)) == questions(first)
    assert kept == first.source


def test_what_is_said_of_all_is_said_of_units_that_are_parted_anew() -> None:
    source = of("All veteran.\n\nRifle squad, 10 men with rifles, 100 pts\n- MMG team\n- 65 pts")
    units = understood(parted_again(source, [LEAVE, MUTE, UNIT, UNIT, PART])).document["units"]
    assert [(one["points"], one["quality"], one["ask"]) for one in units] == [
        (100, "veteran", []),
        (65, "veteran", []),
    ]


@pytest.mark.parametrize(
    ("roles", "doubt"),
    [
        ("upp upp upp upp", NONE),
        # Two in one, a price left out, a name above it in another, a quality for a name.
        ("upp ppp upp upp", DOUBTED),
        ("upp upl upp upp", DOUBTED),
        ("upp upp ppp upp", DOUBTED),
        ("upp upp upp luu", DOUBTED),
    ],
)
def test_where_units_begin_is_in_doubt_where_something_speaks_for_another_beginning(
    roles: str, doubt: int
) -> None:
    text = "\n\n".join(
        f"{name}\n{quality}\n{cost} pts"
        for name, quality, cost in (
            ("Rifle squad", "regular", 100),
            ("Scout squad", "veteran", 95),
            ("Assault squad", "regular", 110),
            ("Conscripts", "inexperienced", 60),
        )
    )
    source = of(text)
    named = {"u": UNIT, "p": PART, "l": LEAVE, " ": MUTE}
    wrong = parted_again(source, [named[one] for one in roles])
    assert doubt_of(source.lines, wrong.units, wrong.left) == doubt


def test_messages_of_a_chat_are_told_apart_from_what_is_left_out_of_them() -> None:
    said = ["Rifle squad, regular", "10 men, rifles", "100", "MMG team, veteran", "65", "Sniper, vet", "50"]
    lines = [f"[19:{at:02}] Ann: {line}" for at, line in enumerate(said, 10)]
    lines[3:3] = ["[19:20] Ben: nice one", "[19:21] Ben: any tanks?"]
    source = of("\n".join(lines))
    roles = roles_of(source.lines, source.units, source.left)
    assert roles == [UNIT, PART, PART, LEAVE, LEAVE, UNIT, PART, UNIT, PART]


def test_where_units_begin_is_in_doubt_where_one_holds_a_heading_though_only_a_line_stands_below_it() -> None:
    source = of(
        "INFANTRY:\nRifle squad\nregular\n100 pts\n\nSUPPORT:\nSniper team, 65 pts\n\nMMG team, 50 pts"
    )
    wrong = parted_again(source, [LEAVE, UNIT, PART, PART, MUTE, PART, PART, MUTE, UNIT])
    assert doubt_of(source.lines, wrong.units, wrong.left) == DOUBTED
