"""Tables for programs: two of them play, and nobody else finds the table."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from battles.models import Place
from battles.table.api_urls import urlpatterns
from campaign.models import Phase, User
from tests.api.conftest import Program, War
from tests.rules.tabletop.lists.armies import ARMIES
from tests.rules.tabletop.lists.forms import rosz

pytestmark = pytest.mark.django_db
OPEN = {"name": "Ford", "sides": ["Green", "Brown"], "method": "action points", "here": [0]}


def test_two_programs_play(
    ada: User, ben: User, nils: User, program: Callable[[User | None], Program]
) -> None:
    opened = program(ada).post("tables/", OPEN)
    assert opened.status == 201
    path, code = f"tables/{opened.body['id']}/", opened.body["code"]
    assert program(nils).get(path).status == 404
    assert program(nils).post(f"{path}join/", {"code": "WRONG1", "places": [1]}).status == 404
    assert program(ben).post(f"{path}join/", {"code": code, "places": [1]}).status == 200
    for user, player in ((ada, 0), (ben, 1)):
        roster = {"kind": "roster", "player": player, "values": {"roster": "Squad 5 men 50 pts"}}
        assert program(user).post(f"{path}actions/", roster).status == 200
    assert program(ada).post(f"{path}actions/", {"kind": "begin", "player": 0}).status == 200
    bid = {"kind": "bid", "player": 0, "values": {"points": 7}}
    assert program(ada).post(f"{path}actions/", bid, key="k1").body["views"][0]["own"]["bid"] == 7
    assert program(ada).post(f"{path}actions/", bid, key="k1").headers["idempotency-replayed"] == "true"
    seen = program(ben).get(path).body["views"][0]
    assert seen["sides"][0]["bid"] == -1
    refused = program(ben).post(f"{path}actions/", {"kind": "bid", "player": 1, "values": {"points": 99}})
    assert refused.status == 400
    assert program(ben).get(f"{path}log/").body["events"]
    assert [row["name"] for row in program(ada).get("tables/").body["items"]] == ["Ford"]


def test_the_table_of_a_battle_is_open_to_its_two_sides(
    war: War, ada: User, ben: User, cleo: User, program: Callable[[User | None], Program]
) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    path = f"{war.path}battles/{war.battle().public_id}/table/"
    assert program(ada).post(path).body["places"] in ([0], [1])
    assert program(ben).post(path).status == 200
    assert program(cleo).post(path).status == 404


def test_what_cannot_be_read_is_refused(ada: User, program: Callable[[User | None], Program]) -> None:
    for change in ({"sides": ["One"]}, {"method": "dance"}, {"here": [9]}, {"here": [3]}, {"more": 1}):
        assert program(ada).post("tables/", OPEN | change).status in (400, 409)


def opened(
    ada: User, ben: User, program: Callable[[User | None], Program], **more: object
) -> tuple[str, str]:
    """Ada's table with Ben at its other place: its path and code."""
    body = program(ada).post("tables/", OPEN | more).body
    path = f"tables/{body['id']}/"
    assert program(ben).post(f"{path}join/", {"code": body["code"], "places": [1]}).status == 200
    return path, body["code"]


ADDRESSES: dict[str, tuple[str, str, object, tuple[int, int]]] = {
    "api_tables": ("GET", "tables/", None, (200, 200)),
    "api_table": ("GET", "{t}", None, (200, 404)),
    "api_table_join": ("POST", "{t}join/", {"code": "NOCODE", "places": []}, (404, 404)),
    "api_table_actions": ("POST", "{t}actions/", {"kind": "settings", "player": 0}, (200, 404)),
    "api_table_agreement": ("POST", "{t}agreement/", {"side": 0, "agree": True}, (200, 404)),
    "api_table_roster": ("POST", "{t}roster/", {"player": 0, "roster": "Squad 5 men"}, (200, 404)),
    "api_table_reveal": ("POST", "{t}reveal/", {"player": 0, "pin": "none"}, (400, 404)),
    "api_table_dice": ("POST", "{t}dice/", {"own": True}, (200, 404)),
    "api_table_lay": ("POST", "{t}dice/lay/", {"cid": "none", "typed": [3]}, (409, 404)),
    "api_table_response": ("POST", "{t}response/", {"n": 99, "side": 0, "contest": True}, (200, 404)),
    "api_table_cards": ("GET", "{t}cards/", None, (200, 404)),
    "api_table_luck": ("GET", "{t}luck/", None, (409, 404)),
    "api_table_rematch": ("POST", "{t}rematch/", {}, (409, 404)),
    "api_table_share": ("POST", "{t}share/", {"wanted": True}, (409, 404)),
    "api_table_log": ("GET", "{t}log/", None, (200, 404)),
    "api_battle_table": ("POST", "campaigns/none/battles/none/table/", {}, (404, 404)),
}
"""Each address: how it is asked, and what is answered to a player of the table and to a stranger."""
SHARED = ("api_shared_table", "api_shared_table_picture")
"""Open to whoever has the link."""


def test_no_address_of_a_table_is_left_out() -> None:
    assert {pattern.name for pattern in urlpatterns} == {*ADDRESSES, *SHARED}  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ADDRESSES)
def test_who_may_ask_what(
    name: str, ada: User, ben: User, nils: User, program: Callable[[User | None], Program]
) -> None:
    table, _code = opened(ada, ben, program)
    method, path, body, (player, stranger) = ADDRESSES[name]
    for user, wanted in ((ada, player), (nils, stranger), (None, 401)):
        asking = program(user)
        where = path.format(t=table)
        answer = asking.get(where) if method == "GET" else asking.post(where, body)
        assert answer.status == wanted, answer.body


def test_programs_read_the_unit_cards_that_the_page_shows(
    ada: User, ben: User, nils: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program)
    roster = "Regular rifle squad 10 men rifle LMG 100 pts\nVeteran captain 2 men captain 60 pts"
    assert program(ada).post(f"{path}roster/", {"player": 0, "roster": roster}).status == 200
    squad, captain = program(ben).get(f"{path}cards/").body["items"]
    assert (squad["side"], squad["side_name"], squad["points"], squad["start"]) == (0, "Green", 100, 10)
    assert [(row["name"], row["count"], row["range"]) for row in squad["arms"]] == [
        ("Rifle", 8, '24"'),
        ("LMG", 1, '36"'),
    ]
    assert ["Morale", "10"] in captain["facts"]
    assert any(rule.startswith("Officer: +4") for rule in captain["rules"])
    assert "colour" not in squad
    assert program(nils).get(f"{path}cards/").status == 404


def test_after_the_end_programs_read_luck_share_the_summary_and_play_again(
    ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program, method="dice bag")
    for player, user in enumerate((ada, ben)):
        roster = {"player": player, "roster": "Squad 5 men 50 pts"}
        assert program(user).post(f"{path}roster/", roster).status == 200
    program(ada).post(f"{path}actions/", {"kind": "begin", "player": 0})
    for player, user in enumerate((ada, ben)):
        program(user).post(f"{path}actions/", {"kind": "finish", "player": player, "values": {"winner": "0"}})
    assert program(ada).get(f"{path}luck/").body == {"items": []}
    sent = program(ben).post(f"{path}share/", {"wanted": True}).body
    assert sent["summary"]["heading"] == "Green has won"
    link = f"shared/tables/{sent['token']}/"
    assert program(None).get(link).body == sent
    assert program(None).get(f"{link}summary/").body["picture"]
    again = program(ada).post(f"{path}rematch/")
    assert again.status == 201
    assert again.body["places"] == [0]
    assert [len(again.body["views"][0]["units"]), again.body["views"][0]["phase"]] == [2, "setup"]
    assert program(ben).post(f"{path}rematch/").body["id"] == again.body["id"]
    assert program(ada).post(f"{path}share/", {"wanted": False}).body["token"] == ""
    assert program(None).get(link).status == 404
    assert program(None).get(f"{link}summary/").status == 404


def test_units_are_entered_as_people_type_them(
    ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program)
    two = {"player": 0, "roster": "2x Rifle squad 8 men 80 pts"}
    assert len(program(ada).post(f"{path}roster/", two).body["views"][0]["units"]) == 2
    one = {"player": 0, "roster": "Guns 3 crew light AT gun", "again": True}
    assert [unit["name"] for unit in program(ada).post(f"{path}roster/", one).body["views"][0]["units"]] == [
        "Guns"
    ]
    asked = program(ada).post(f"{path}roster/", {"player": 0, "roster": "Squad 5 men\nSherman"})
    assert asked.status == 422
    assert [one["key"] for one in asked.body["questions"]] == ["groups"]
    assert [(one["path"], one["detail"].split("?")[0]) for one in asked.body["errors"]] == [
        ("roster", "Line 2: which weapons does “sherman” have")
    ]
    refused = program(ada).post(f"{path}roster/", {"player": 1, "roster": "Squad"})
    assert refused.status == 403


def test_the_very_same_list_is_entered_again_only_if_its_program_says_so(
    ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program)
    sent = {"player": 0, "roster": "2x Rifle squad 8 men 80 pts"}
    document = program(ada).post("lists/", {"roster": sent["roster"]}).body["list"]

    def units() -> int:
        return len(program(ada).get(path).body["views"][0]["units"])

    assert program(ada).post(f"{path}roster/", sent, key="first").status == 200
    for where, body in (
        ("roster/", sent),
        ("roster/", {**sent, "roster": f"{sent['roster']}\r\n"}),
        ("actions/", {"kind": "roster", "player": 0, "values": {"roster": sent["roster"]}}),
    ):
        refused = program(ada).post(f"{path}{where}", body)
        assert (refused.status, refused.body["code"]) == (400, "entered"), where
        assert "2 units entered, 160 points" in refused.body["detail"]
        assert "more: true" in refused.body["detail"]
    assert units() == 2
    # Sent again under its key it is what it was, also after it has been entered once more.
    assert program(ada).post(f"{path}roster/", {**sent, "more": True}).status == 200
    assert program(ada).post(f"{path}roster/", sent, key="first").status == 200
    assert units() == 4
    more = {"kind": "roster", "player": 0, "values": {"roster": sent["roster"], "more": True}}
    assert program(ada).post(f"{path}actions/", more).status == 200
    assert program(ada).post(f"{path}roster/", {**sent, "again": True}).status == 200
    assert units() == 2
    # A document is known too, and Ben's same list is his own.
    deed = {"kind": "roster", "player": 0, "values": {"list": document}}
    assert [program(ada).post(f"{path}actions/", deed).status for _ in range(2)] == [200, 400]
    assert program(ben).post(f"{path}roster/", {**sent, "player": 1}).status == 200
    # After a rematch, which has the lists of the battle before, it is known as well.
    for kind, values in (("begin", {}), ("finish", {"winner": "0"})):
        for player, user in enumerate((ada, ben)):
            program(user).post(f"{path}actions/", {"kind": kind, "player": player, "values": values})
    again = f"tables/{program(ada).post(f'{path}rematch/').body['id']}/"
    refused = program(ada).post(f"{again}roster/", sent)
    assert (refused.status, refused.body["code"]) == (400, "entered")
    assert program(ada).post(f"{again}roster/", {**sent, "more": True}).status == 200


def test_a_list_is_read_without_a_table(ada: User, program: Callable[[User | None], Program]) -> None:
    asking = program(ada)
    sent = {"roster": "Total 130 pts\nLight howitzer 50 pts\nRifle squad 8 men 80 pts"}
    asked = asking.post("lists/", sent)
    assert asked.status == 422
    (question,) = asked.body["questions"]
    assert (question["unit"], question["key"], question["usual"]) == (0, "men", "3")
    assert [unit["name"] for unit in asked.body["list"]["units"]] == ["Light howitzer", "Rifle squad"]
    said = asking.post("lists/", {**sent, "answers": {"0": {"men": "4"}}})
    assert said.status == 200
    assert said.body["left_out"] == ["Total 130 pts"]
    assert said.body["list"]["units"][0]["groups"][0]["crew"] == 4
    usual = asking.post("lists/", {**sent, "usual": True}).body["list"]
    assert usual["units"][0]["groups"][0]["crew"] == 3
    assert asking.post("lists/", {"list": usual}).body["list"] == usual
    file = base64.b64encode(rosz(ARMIES["Militia"])).decode()
    assert len(asking.post("lists/", {"file": file}).body["list"]["units"]) == len(ARMIES["Militia"])
    unknown = asking.post("lists/", {"list": {**usual, "nation": "x"}})
    assert unknown.status == 400
    assert "nation" in unknown.body["detail"]
    assert asking.post("lists/", {**sent, "list": usual}).status == 400
    assert program(None).post("lists/", sent).status == 401


def test_own_units_come_out_as_a_list_and_in_again(
    ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program)
    program(ada).post(
        f"{path}roster/", {"player": 0, "roster": "Rifle squad 8 men LMG 80 pts", "again": True}
    )
    (mine,) = program(ada).get(f"{path}roster/").body["lists"]
    program(ada).post(f"{path}roster/", {"player": 0, "list": mine, "again": True})
    assert program(ada).get(f"{path}roster/").body["lists"] == [mine]


def test_a_program_with_two_places_reads_a_secret_only_by_its_digits(
    ada: User, program: Callable[[User | None], Program]
) -> None:
    asking = program(ada)
    path = f"tables/{asking.post('tables/', OPEN | {'here': [0, 1]}).body['id']}/"
    for player in (0, 1):
        asking.post(f"{path}roster/", {"player": player, "roster": "Squad 5 men"})
    asking.post(f"{path}actions/", {"kind": "begin", "player": 0})
    asking.post(f"{path}actions/", {"kind": "bid", "player": 0, "values": {"points": 7}})
    assert "bid" not in asking.get(path).body["views"][0]["own"]
    pin = Place.objects.get(number=0).pin
    wrong = f"{(int(pin) + 1) % 10000:04}"
    assert asking.post(f"{path}reveal/", {"player": 0, "pin": wrong}).status == 400
    assert asking.post(f"{path}reveal/", {"player": 0, "pin": pin}).body["view"]["own"]["bid"] == 7


def test_dice_of_ones_own_are_asked_for_and_marked(
    ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path, _code = opened(ada, ben, program, method="dice bag")
    for user, player in ((ada, 0), (ben, 1)):
        program(user).post(f"{path}roster/", {"player": player, "roster": "Squad 5 men"})
    asking = program(ada)
    asking.post(f"{path}actions/", {"kind": "begin", "player": 0})
    asking.post(f"{path}actions/", {"kind": "draw", "player": 0, "values": {"side": "0"}})
    assert asking.post(f"{path}dice/", {"own": True}).body["own_dice"] is True
    order = {"kind": "order", "player": 0, "values": {"unit": "a1", "order": "fire", "asked": True}}
    waits = asking.post(f"{path}actions/", order).body["waits"]
    assert waits["wants"] == {"what": "order test", "count": 2, "sides": 6, "place": 0}
    assert (waits["action"], waits["dice"]) == ("order", [])
    laid = {"cid": waits["cid"], "typed": [3, 4], "at": 0}
    other = program(ben)
    assert other.get(path).body["waits"] == waits
    assert other.post(f"{path}dice/lay/", laid).status == 403
    refused = other.post(f"{path}actions/", {"kind": "undo", "player": 1})
    assert (refused.status, refused.body["code"]) == (409, "waits")
    for _ in range(2):
        assert asking.post(f"{path}dice/lay/", laid).body["waits"] is None
    dice = [die for event in asking.get(f"{path}log/").body["events"] for die in event["dice"]]
    assert [die["value"] for die in dice if die.get("source") == "typed"] == [3, 4]


def test_two_players_on_a_side(ada: User, program: Callable[[User | None], Program]) -> None:
    players = [{"name": "Ada", "side": 0}, {"name": "Dirk", "side": 0}, {"name": "Ben", "side": 1}]
    seen = program(ada).post("tables/", OPEN | {"players": players, "here": [0, 1]}).body
    assert [player["name"] for player in seen["views"][0]["players"]] == ["Ada", "Dirk", "Ben"]
    assert program(ada).post("tables/", OPEN | {"players": players[:2], "here": [0]}).status == 400
