"""A roster file handed in by a program: read, asked about, sealed; and what the other side sees of it."""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles.models import ArmyList
from campaign.base.dates import clock
from campaign.base.sandbox import children
from campaign.models import Phase, User
from rules.tabletop.lists.bounds import MOST_BYTES
from tests.api.conftest import Browser, Program, War

pytestmark = pytest.mark.django_db
Programs = Callable[[User | None], Program]

CLEAR = "Rifle squad, 10 men, rifles, regular, 100 pts"
OPEN = "Rifle squad, rifles, regular, 100 pts"
LONG = "\n".join(
    [
        "2nd Lieutenant (Regular) +1 man, 60pts",
        *(f"Squad {at}, Panzer IV, 3 men, zweihander" for at in range(40)),
    ]
)


def packed(text: str) -> str:
    """A file as a program sends it."""
    return base64.b64encode(text.encode()).decode()


@pytest.fixture
def fight(war: War) -> War:
    """The war of the ford with its battle announced."""
    war.meet()
    war.go_to(Phase.BATTLES)
    return war


@pytest.fixture
def path(fight: War) -> str:
    """The address of its battle."""
    return f"{fight.path}battles/{fight.battle().public_id}/"


def test_a_file_is_handed_in_and_kept_as_it_was_read(path: str, ada: User, program: Programs) -> None:
    answer = program(ada).post(f"{path}list/", {"file": packed(CLEAR), "points": 100})
    assert answer.status == 200
    kept = ArmyList.objects.get()
    assert kept.text == CLEAR
    assert kept.read is not None
    assert kept.read["list"]["units"][0]["groups"][0]["count"] == 10


def test_what_a_file_leaves_open_is_asked_and_nothing_is_kept(
    path: str, ada: User, program: Programs
) -> None:
    one = program(ada)
    answer = one.post(f"{path}list/", {"file": packed(OPEN), "points": 100})
    assert answer.status == 422
    assert [asked["code"] for asked in answer.body["questions"]] == ["how many men"]
    assert not ArmyList.objects.exists()
    told = {"0": {answer.body["questions"][0]["key"]: "9"}}
    assert one.post(f"{path}list/", {"file": packed(OPEN), "points": 100, "answers": told}).status == 200
    kept = ArmyList.objects.get().read
    assert kept is not None
    assert kept["list"]["units"][0]["groups"][0]["count"] == 9
    assert kept["source"]["list"]["units"][0]["ask"] == []


def test_an_answer_may_be_as_long_as_one_that_is_offered(path: str, ada: User, program: Programs) -> None:
    groups = (
        "4 Rifle, 1 Submachine gun (SMG) NCO, 1 LMG (2), 1 Anti-tank rifle (2), 1 VB launcher / rifle grenade"
    )
    assert len(groups) > 80
    line = "Rifle squad, 10 men, 5 rifles, SMG, LMG, anti-tank rifle, rifle grenade, 2 sets of odds, 100 pts"
    sent = {"points": 100, "answers": {"0": {"groups": groups, "points": "100"}}, "usual": True}
    one = program(ada)
    for address, name in ((f"{path}list/", "file"), ("lists/", "file")):
        more = sent if address != "lists/" else {"answers": sent["answers"], "usual": True}
        answer = one.post(address, {**more, name: packed(line)})
        assert answer.status == 200, answer.body
    assert [row["count"] for row in answer.body["list"]["units"][0]["groups"]] == [4, 1, 1, 1, 1]


def test_a_list_that_is_only_read_is_refused_at_the_field_that_was_sent(ada: User, program: Programs) -> None:
    one, bad = program(ada), "<!DOCTYPE x [<!ENTITY y 'z'>]><roster/>"
    for field, sent in (("file", packed(bad)), ("roster", bad), ("list", {"boltgun_list": 1})):
        answer = one.post("lists/", {field: sent})
        assert answer.status in (400, 422)
        assert list(answer.errors) == [field]


DOUBTFUL = "Hark ye: a\nGlork band, zarks\n- wibble\n40 pts\n\nFnord mob\n- rifles\n50 pts\n\nZonk\n60 pts"
WRONG_SUM = "Rifle squad, 10 men, rifles, regular, 100 pts\nMMG team, regular, 50 pts\nTotal: 215 pts"


def test_where_units_begin_is_asked_of_a_whole_list_and_of_each_unit(ada: User, program: Programs) -> None:
    answer = program(ada).post("lists/", {"roster": DOUBTFUL})
    assert answer.status == 422
    first = answer.body["questions"][0]
    assert (first["unit"], first["key"], first["usual"]) == (-1, "begins", "as read")
    assert all("line" in unit["ask"] for unit in answer.body["list"]["units"])
    told = {"-1": {"begins": "as read"}}
    again = program(ada).post("lists/", {"roster": DOUBTFUL, "answers": told})
    assert "begins" not in [one["key"] for one in again.body["questions"]]


def test_a_sum_that_is_not_right_is_asked_of_programs(ada: User, program: Programs) -> None:
    one = program(ada)
    answer = one.post("lists/", {"roster": WRONG_SUM})
    assert answer.status == 422
    assert [(asked["unit"], asked["key"]) for asked in answer.body["questions"]] == [(-1, "total")]
    assert "The list says 215 points" in str(answer.body)
    for said in ({"usual": True}, {"answers": {"-1": {"total": "as read"}}}):
        assert one.post("lists/", {"roster": WRONG_SUM, **said}).status == 200


@pytest.mark.parametrize(("wish", "left"), [("usual", []), ("later", ["groups"])])
def test_the_usual_is_taken_or_the_table_asks_later(
    wish: str, left: list[str], path: str, ada: User, program: Programs
) -> None:
    answer = program(ada).post(f"{path}list/", {"file": packed(OPEN), "points": 100, wish: True})
    assert answer.status == 200
    kept = ArmyList.objects.get().read
    assert kept is not None
    assert kept["list"]["units"][0]["ask"] == left


@pytest.mark.parametrize(
    ("file", "field"),
    [
        ("no base64!", "file"),
        (packed("<!DOCTYPE x [<!ENTITY y 'z'>]><roster/>"), "file"),
        (base64.b64encode(b" " * (MOST_BYTES + 1)).decode(), "file"),
        (packed("Hello!"), "file"),
    ],
)
def test_a_file_that_cannot_be_is_refused(
    file: str, field: str, path: str, ada: User, program: Programs
) -> None:
    answer = program(ada).post(f"{path}list/", {"file": file, "points": 100})
    assert answer.status in (400, 422)
    assert field in answer.errors


@pytest.mark.parametrize(
    "sent", [{"roster": "a" * (MOST_BYTES + 1)}, {"file": "a" * (2 * MOST_BYTES)}], ids=["text", "file"]
)
def test_a_list_that_is_far_too_long_is_told_the_limit_of_lists(
    sent: dict[str, str], path: str, ada: User, program: Programs
) -> None:
    """Not how many characters its packing may have, which nobody can count."""
    told = [program(ada).post("lists/", sent)]
    if "file" in sent:
        told.append(program(ada).post(f"{path}list/", {**sent, "points": 100}))
    for answer in told:
        assert answer.status in (400, 422)
        assert "at most 1 MiB (1048576 bytes)" in str(answer.body)


def seen_by(client: Client, path: str, pages: list[str]) -> Iterator[tuple[str, int, list[str], str]]:
    """All that the other side is told, with the statements behind it; less what is drawn for each answer."""
    for page in [f"/api/v1/{path}", f"/api/v1/{path}around/", *pages]:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            answer = client.get(page)
        text = re.sub(r'"\w{64}"|nonce="[^"]+"|"[\w-]{22}" id="id_', "", answer.content.decode())
        yield page, answer.status_code, [one["sql"] for one in asked.captured_queries], text


def test_what_is_in_a_list_tells_the_other_side_nothing(
    fight: War,
    path: str,
    ada: User,
    ben: User,
    program: Programs,
    as_user: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two worlds: a short text, a long file that asks much. Pages, statements and answers are the same."""
    moment = clock.now()
    monkeypatch.setattr(clock, "now", lambda: moment)
    rival = as_user(ben)
    pages = [reverse("battle", args=[fight.campaign.public_id, fight.battle().public_id])]
    list(seen_by(rival, path, pages))
    worlds = []
    for sent in ({"text": "Squad, 100 pts"}, {"file": packed(LONG), "later": True}):
        with transaction.atomic():
            assert program(ada).post(f"{path}list/", {**sent, "points": 100}).status == 200
            worlds.append(list(seen_by(rival, path, pages)))
            transaction.set_rollback(True)
    assert {status for _where, status, _said, _text in worlds[0]} == {200}
    for short, long in zip(*worlds, strict=True):
        assert short[0] == long[0]
        assert unnumbered(short[2]) == unnumbered(long[2])
        assert short[3] == long[3], short[0]


def unnumbered(statements: list[str]) -> list[str]:
    """Statements without the numbers of rows, which rise from world to world."""
    return [re.sub(r"\b\d+\b", "0", one) for one in statements]


def test_a_list_waits_for_its_turn_before_it_is_unpacked(program: Programs, ada: User) -> None:
    """Of many at once most are sent away again: what they send must not have been unpacked by then."""
    with ExitStack() as others:
        for _place in range(children.AT_ONCE + children.WAITING):
            others.callback(children._places.release)
            assert children._places.acquire(blocking=False)
        told = program(ada).ask("POST", "lists/", raw=b"{ this is no JSON")
        assert told.status == 503
        assert "send yours again in a minute" in str(told.body)
    assert program(ada).ask("POST", "lists/", raw=b"{ this is no JSON").status == 400


def test_a_request_waits_no_longer_than_its_patience_in_all() -> None:
    """What it has waited before it was heard out is gone."""
    with ExitStack() as others:
        for _turn in range(children.AT_ONCE):
            others.callback(children._turns.release)
            assert children._turns.acquire(blocking=False)
        others.callback(children.waited.reset, children.waited.set(children.PATIENCE - 0.3))
        begun = time.monotonic()
        with pytest.raises(children.NoTurnError), children.in_turn():
            raise AssertionError
        assert 0.25 < time.monotonic() - begun < 5
