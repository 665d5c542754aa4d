"""Bad input to the API: each is answered with the field and what is allowed, and nothing is stored."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from campaign.models import AuditEntry, BattleResult, Correction, IdempotencyKey, Order, Phase, Turn, User
from campaign.web.doors import FORM
from tests.api.conftest import Answer, Program, War
from tests.words import says

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]
WON = {"method": "tabletop", "winner": "own", "points_own": 300, "points_enemy": 900}


@dataclass(frozen=True, slots=True)
class Bad:
    """What is sent, the path of the field at fault, and a word of what is said of it."""

    body: Any
    path: str
    word: str


def stored() -> tuple[int, ...]:
    """What there is of everything that a request could leave behind."""
    turn = Turn.objects.latest("number")
    models = (Order, BattleResult, Correction, AuditEntry, IdempotencyKey)
    return (*(model.objects.count() for model in models), turn.number, hash(turn.phase))


def refused(answer: Answer, bad: Bad) -> None:
    """The answer is a problem that names the field and what is allowed."""
    assert answer.status == 400, answer.body
    assert bad.path in answer.errors, answer.errors
    assert bad.word in answer.errors[bad.path]


# Plans: <a1> stands for the id of a banner of the player's own, <b1> for an enemy's

PLANS = {
    "no orders": Bad({}, "orders", "required"),
    "orders as a list": Bad({"orders": []}, "orders", "object"),
    "an unknown field": Bad({"orders": {}, "fast": True}, "fast", "node, orders"),
    "somebody else's banner": Bad({"orders": {"<b1>": {"hold": True}}}, "orders.<b1>", "Vanguard"),
    "a banner that does not exist": Bad({"orders": {"zz": {"hold": True}}}, "orders.zz", "Vanguard"),
    "a banner's orders as text": Bad({"orders": {"<a1>": "march"}}, "orders.<a1>", "object"),
    "an unknown slot": Bad(
        {"orders": {"<a1>": {"tertiary": {"order": "search"}}}}, "orders.<a1>.tertiary", "special"
    ),
    "an unknown order": Bad(
        {"orders": {"<a1>": {"primary": {"order": "dig"}}}}, "orders.<a1>.primary.order", "march"
    ),
    "an order in the wrong slot": Bad(
        {"orders": {"<a1>": {"primary": {"order": "fortify"}}}}, "orders.<a1>.primary.order", "secondary"
    ),
    "an order without its kind": Bad(
        {"orders": {"<a1>": {"primary": {}}}}, "orders.<a1>.primary.order", "missing"
    ),
    "a march without a target": Bad(
        {"orders": {"<a1>": {"primary": {"order": "march"}}}}, "orders.<a1>.primary.to", "missing"
    ),
    "a target that is no sector": Bad(
        {"orders": {"<a1>": {"primary": {"order": "march", "to": "B3"}}}}, "orders.<a1>.primary.to", "list"
    ),
    "a target of one number": Bad(
        {"orders": {"<a1>": {"primary": {"order": "march", "to": [3]}}}}, "orders.<a1>.primary.to", "[x, y]"
    ),
    "a target of fractions": Bad(
        {"orders": {"<a1>": {"primary": {"order": "march", "to": [3.5, 2]}}}},
        "orders.<a1>.primary.to[0]",
        "whole number",
    ),
    "what an order does not carry": Bad(
        {"orders": {"<a1>": {"primary": {"order": "march", "to": [3, 2], "fast": 1}}}},
        "orders.<a1>.primary.fast",
        "allowed",
    ),
    "levels as text": Bad(
        {"orders": {"<a1>": {"secondary": {"order": "transfer", "from": "<a2>", "levels": "2"}}}},
        "orders.<a1>.secondary.levels",
        "whole number",
    ),
    "a name that is too long": Bad(
        {"orders": {"<a1>": {"secondary": {"order": "split", "name": "x" * 61}}}},
        "orders.<a1>.secondary.name",
        "60",
    ),
    "holding with orders": Bad(
        {"orders": {"<a1>": {"hold": True, "primary": {"order": "search"}}}}, "orders.<a1>", "hold"
    ),
    "a sacrifice where battles are fought": Bad(
        {"orders": {"<a1>": {"sacrifice": 1}}}, "orders.<a1>.sacrifice", "abstract"
    ),
    "a sacrifice of too much": Bad({"orders": {"<a1>": {"sacrifice": 9}}}, "orders.<a1>.sacrifice", "0 to 3"),
    "a node that is not one's own": Bad({"node": "<b1>", "orders": {}}, "node", "Vanguard"),
    "a node that is a number": Bad({"node": 3, "orders": {}}, "node", "text"),
}


@pytest.mark.shared(2)
@pytest.mark.parametrize("bad", PLANS.values(), ids=PLANS)
def test_a_plan_that_cannot_be_read_names_the_field(bad: Bad, war: War, ada: User, program: As) -> None:
    ids = {f"<{key}>": war.id_of(key) for key in ("a1", "a2", "b1")}

    def real(text: str) -> str:
        for mark, public_id in ids.items():
            text = text.replace(mark, public_id)
        return text

    before, body = stored(), json.loads(real(json.dumps(bad.body)))
    for method, path in (("POST", "plan/check/"), ("PUT", "plan/"), ("POST", "plan/submit/")):
        answer = program(ada).ask(method, f"{war.path}turns/1/{path}", body, key="one")
        refused(answer, Bad(body, real(bad.path), bad.word))
    assert stored() == before


@pytest.mark.parametrize(
    ("order", "slot", "word"),
    [
        ({"order": "march", "to": [40, 40]}, "primary", "at most 1"),
        ({"order": "march", "to": [-1, 2]}, "primary", "at most 1"),
        ({"order": "march", "to": [8, 2]}, "primary", "1"),
        ({"order": "teleport", "to": [3, 3]}, "primary", "Teleport"),
        ({"order": "join", "with": "<b1>"}, "secondary", ""),
        ({"order": "transfer", "relic": "orb"}, "secondary", ""),
        ({"order": "retreat", "to": [3, 2]}, "special", "retreat"),
    ],
)
def test_an_order_that_the_rules_forbid_names_its_slot_and_its_rule(
    order: dict[str, Any], slot: str, word: str, war: War, ada: User, program: As
) -> None:
    named = {key: war.id_of("b1") if value == "<b1>" else value for key, value in order.items()}
    before, banner = stored(), war.id_of("a1")
    answer = program(ada).put(f"{war.path}turns/1/plan/", {"orders": {banner: {slot: named}}})
    assert answer.status == 422
    assert set(answer.errors) == {f"orders.{banner}.{slot}"}
    assert word in answer.errors[f"orders.{banner}.{slot}"]
    assert answer.body["errors"][0]["rule"] == "3"
    assert not says(str(answer.body), "b1")
    assert stored() == before


@pytest.mark.parametrize("path", ["turns/7/plan/", "turns/7/report/", "turns/1/report/"])
def test_of_a_turn_that_is_not_there_the_latest_one_is_told(
    war: War, ada: User, nils: User, program: As, path: str
) -> None:
    said = program(ada).get(f"{war.path}{path}")
    detail = f"There is nothing of turn {path[6]} here that you may see; the campaign is in turn 1."
    assert (said.status, said.body["detail"]) == (404, detail)
    strange = program(nils).get(f"{war.path}{path}")
    assert (strange.status, strange.body["detail"]) == (
        404,
        "There is nothing at this address that you may see.",
    )


@pytest.mark.parametrize("path", ["turns/7/plan/", "turns/0/plan/", "turns/99999999999999999999/plan/"])
def test_a_turn_that_cannot_be_planned_is_nowhere(path: str, war: War, ada: User, program: As) -> None:
    for answer in (program(ada).get(war.path + path), program(ada).put(war.path + path, {"orders": {}})):
        assert answer.status in (404, 409)
        assert answer.headers["content-type"] == "application/problem+json"


# Bodies


@pytest.mark.parametrize(
    ("raw", "word"),
    [
        (b"{", "JSON"),
        (b"", "required"),
        (b"[]", "object"),
        (b'"plan"', "object"),
        (b'{"orders": {}, "orders": {}}', "twice"),
        (b'{"orders": NaN}', "NaN"),
        (b'{"orders": {"\\u0000": {}}}', "NUL"),
        (b'{"node": "\\ud800", "orders": {}}', "Unicode"),
        (b'{"orders": "\xff"}', "JSON"),
        (b'{"orders": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "deep"),
        (b'{"orders": ' + b'{"a":' * 30 + b"1" + b"}" * 30 + b"}", "deep"),
        (
            b'{"orders": {"a1": {"primary": {"order": "march", "to": [' + b"9" * 5000 + b", 1]}}}}",
            "up to 100 digits",
        ),
    ],
    ids=lambda value: repr(value)[:30] if isinstance(value, bytes) else value,
)
def test_a_body_that_is_no_plan_is_refused(raw: bytes, word: str, war: War, ada: User, program: As) -> None:
    before = stored()
    answer = program(ada).ask("PUT", f"{war.path}turns/1/plan/", raw=raw)
    assert answer.status == 400
    assert word in answer.body["detail"]
    assert stored() == before


def test_a_body_that_is_too_large_is_refused(war: War, ada: User, program: As) -> None:
    raw = b'{"orders": {}, "node": "' + b"x" * FORM + b'"}'
    assert program(ada).ask("PUT", f"{war.path}turns/1/plan/", raw=raw).status == 413


def test_only_json_is_read_and_written(war: War, ada: User, program: As) -> None:
    client = program(ada).client
    form = client.post(f"/api/v1/{war.path}turns/1/plan/check/", {"orders": "x"})
    assert (form.status_code, form["content-type"]) == (415, "application/problem+json")
    html = client.get(f"/api/v1/{war.path}", headers={"Accept": "text/html"})
    assert (html.status_code, html["content-type"]) == (406, "application/problem+json")
    wrong = program(ada).ask("DELETE", war.path)
    assert (wrong.status, wrong.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("query", ["ordering=level", "page=2", "format=json", "seat=2", "limit=1"])
def test_nothing_can_be_filtered_or_ordered(query: str, war: War, ada: User, program: As) -> None:
    for path in ("campaigns/", war.path, f"{war.path}turns/0/map/", f"{war.path}battles/"):
        answer = program(ada).get(f"{path}?{query}")
        assert (answer.status, list(answer.errors)) == (400, [query.split("=")[0]])


# Battles

RESULTS = {
    "nothing": Bad({}, "method", "required"),
    "an unknown method": Bad({"method": "chess"}, "method", "not a valid choice"),
    "an unknown field": Bad({**WON, "luck": 3}, "luck", "points_own"),
    "an unknown winner": Bad({**WON, "winner": "a1"}, "winner", "not a valid choice"),
    "no winner": Bad({**WON, "winner": None}, "winner", "null"),
    "points left out": Bad({"method": "tabletop", "winner": "own", "points_own": 3}, "points_enemy", "needs"),
    "points beyond the level": Bad({**WON, "points_own": 1501}, "points_own", "1500"),
    "points beyond the enemy's level": Bad({**WON, "points_enemy": 1401}, "points_enemy", "1400"),
    "points below nothing": Bad({**WON, "points_own": -1}, "points_own", "0"),
    "points as text": Bad({**WON, "points_own": "300"}, "points_own", "whole number"),
    "half a point": Bad({**WON, "points_own": 0.5}, "points_own", "whole number"),
    "points as a switch": Bad({**WON, "points_own": True}, "points_own", "whole number"),
    "points beside the dice": Bad({"method": "abstract", "points_own": 3}, "points_own", "leave it out"),
    "a sacrifice without the rule": Bad({**WON, "sacrifice": 1}, "sacrifice", "Sacrifice"),
    "too great a sacrifice": Bad({**WON, "sacrifice": 4}, "sacrifice", "3"),
    "too long a story": Bad({**WON, "story": "x" * 5001}, "story", "5000"),
    "a story that is a number": Bad({**WON, "story": 5}, "story", "text"),
}


@pytest.mark.parametrize("bad", RESULTS.values(), ids=RESULTS)
def test_a_result_that_cannot_be_names_the_field(bad: Bad, war: War, ada: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    before = stored()
    path = f"{war.path}battles/{war.battle().public_id}/result/"
    refused(program(ada).post(path, bad.body, key="one"), bad)
    assert stored() == before


# The desk

ACTS = {
    "a hold without a reason": ("hold/", Bad({"days": 2}, "reason", "required")),
    "a hold with an empty reason": ("hold/", Bad({"days": 2, "reason": " "}, "reason", "blank")),
    "a hold that is too long": ("hold/", Bad({"days": 8, "reason": "Snow"}, "days", "7")),
    "a reason that is too long": ("hold/", Bad({"days": 2, "reason": "x" * 501}, "reason", "500")),
    "an unknown date": (
        "extend/",
        Bad({"date": "noon", "to": "2099-01-01T00:00Z", "reason": "x"}, "date", "choice"),
    ),
    "no date": ("extend/", Bad({"date": "plan_due", "to": "soon", "reason": "x"}, "to", "format")),
    "a date that has passed": (
        "extend/",
        Bad({"date": "plan_due", "to": "2099-01-01T00:00Z", "reason": "x"}, "name", "passed"),
    ),
    "an unknown seat": ("excuse/", Bad({"seat": 9, "reason": "x"}, "seat", "no seat")),
    "an unknown champion": ("publish/", Bad({"champion": 9}, "champion", "no seat")),
    "no correction": (
        "corrections/",
        Bad({"stage": "input", "change": {}, "reason": "x"}, "change", "banner"),
    ),
    "a correction of nothing known": (
        "corrections/",
        Bad({"stage": "input", "change": {"weather": "fog"}, "reason": "x"}, "change", "feature"),
    ),
    "an unknown banner": (
        "corrections/",
        Bad(
            {"stage": "input", "change": {"banner": "a1", "level": 3}, "reason": "x"},
            "change.banner",
            "no such",
        ),
    ),
    "an unknown part of a banner": (
        "corrections/",
        Bad({"stage": "input", "change": {"banner": "a1", "luck": 3}, "reason": "x"}, "change.luck", "level"),
    ),
    "a level that is no number": (
        "corrections/",
        Bad(
            {"stage": "input", "change": {"banner": "a1", "level": "3"}, "reason": "x"},
            "change.level",
            "whole",
        ),
    ),
    "a sector off the map": (
        "corrections/",
        Bad(
            {"stage": "input", "change": {"sector": [99, 0], "disputed": True}, "reason": "x"},
            "change",
            "map",
        ),
    ),
    "a player that does not exist": (
        "corrections/",
        Bad(
            {"stage": "input", "change": {"sector": [0, 0], "occupier": 9}, "reason": "x"},
            "change.occupier",
            "no such",
        ),
    ),
}


@pytest.mark.parametrize(("path", "bad"), ACTS.values(), ids=ACTS)
def test_an_act_that_cannot_be_names_the_field(
    path: str, bad: Bad, war: War, mara: User, program: As
) -> None:
    war.go_to(Phase.MOVEMENT_REVIEW)
    if path == "publish/":
        war.go_to(Phase.AFTERMATH_REVIEW)
    before = stored()
    refused(program(mara).post(f"{war.path}desk/{path}", bad.body, key="one"), bad)
    assert stored() == before


@pytest.mark.parametrize(
    "body",
    [
        {"banners": []},
        {"banners": {"<a1>": "flee"}},
        {"banners": {"<b1>": "hold"}},
        {"banners": {"<a1>": 3}},
        {},
    ],
)
def test_a_fallback_that_cannot_be_is_refused(body: dict[str, Any], war: War, ada: User, program: As) -> None:
    text = json.dumps(body).replace("<a1>", war.id_of("a1")).replace("<b1>", war.id_of("b1"))
    answer = program(ada).ask("PUT", f"{war.path}fallback/", raw=text.encode())
    assert answer.status == 400
    assert answer.errors
    assert program(ada).get(f"{war.path}fallback/").body == {"banners": {}}
