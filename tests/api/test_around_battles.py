"""What surrounds a battle, for programs: every address by every role, the whole life of a battle, keys."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation

from battles import api_urls as urls
from campaign.accounts.services import open_account
from campaign.base.dates import clock
from campaign.models import Deputy, ForfeitClaim, Phase, Role, RoleKind, User
from tests.api.conftest import Program, War
from tests.api.roles import BOTH_SIDES, DESK, EVERYBODY, NOWHERE, PLAYERS, ROLES
from tests.api.test_roles import names_in
from tests.battles.around import picture

pytestmark = pytest.mark.django_db

NO_PICTURE = {**BOTH_SIDES, "player": 404, "enemy": 404}
NOT_NOW = {**BOTH_SIDES, "player": 409, "enemy": 409}
B = "{c}battles/{battle}/"
LIST = {"text": "Squad, 120 pts", "points": 120}
DATES = {"dates": ["{soon}"], "place_kind": "club", "place": "Hall"}
PICTURE = {"picture": base64.b64encode(picture(size=(8, 8)).read()).decode()}
TABLE = [{"name": "One", "setup": "So", "victory": "Thus"}] * 6

ROWS: tuple[tuple[str, str, str, dict[str, int], Any], ...] = (
    ("around", "GET", f"{B}around/", BOTH_SIDES, None),
    ("dates", "POST", f"{B}dates/", BOTH_SIDES, DATES),
    ("date_take", "POST", f"{B}dates/nothing/take/", NOT_NOW, {}),
    ("date_decline", "POST", f"{B}dates/nothing/decline/", NOT_NOW, {}),
    ("date_withdraw", "POST", f"{B}dates/nothing/withdraw/", NOT_NOW, {}),
    ("call_off", "POST", f"{B}meeting/call-off/", NOT_NOW, {}),
    ("no_show", "POST", f"{B}meeting/no-show/", NOT_NOW, {}),
    ("hello", "POST", f"{B}hello/", BOTH_SIDES, {}),
    ("mission_roll", "POST", f"{B}mission/roll/", BOTH_SIDES, {}),
    ("mission_shift", "POST", f"{B}mission/shift/", NOT_NOW, {"shift": 1}),
    ("mission_night", "POST", f"{B}mission/night/", NOT_NOW, {"night": True}),
    ("mission_attacker", "POST", f"{B}mission/attacker/", NOT_NOW, {"attacker": "own"}),
    ("army_list", "POST", f"{B}list/", BOTH_SIDES, LIST),
    ("list_photograph", "GET", f"{B}lists/own/", NO_PICTURE, None),
    ("story", "POST", f"{B}story/", BOTH_SIDES, {"text": "It rained."}),
    ("pictures", "POST", f"{B}pictures/", BOTH_SIDES, PICTURE),
    ("picture", "GET", f"{B}pictures/nothing/", NO_PICTURE, None),
    ("picture_remove", "POST", f"{B}pictures/nothing/remove/", NOT_NOW, {}),
    ("share", "POST", f"{B}share/", NOT_NOW, {"wanted": True}),
    ("claim", "POST", f"{B}claim/", NOT_NOW, {"evidence": "Silence"}),
    ("claim_answer", "POST", f"{B}claim/answer/", NOT_NOW, {"answer": "Here"}),
    ("claim_withdraw", "POST", f"{B}claim/withdraw/", NOT_NOW, {}),
    ("stand_in", "POST", f"{B}stand-in/", BOTH_SIDES, {}),
    ("stand_in_end", "POST", f"{B}stand-in/end/", NOT_NOW, {}),
    ("honours", "GET", "{c}honours/", PLAYERS, None),
    ("mission_tables", "GET", "{c}desk/missions/", DESK, None),
    ("mission_table", "GET", "{c}desk/missions/raid/", DESK, None),
    ("mission_table", "PUT", "{c}desk/missions/raid/", DESK, {"missions": TABLE}),
    ("battle_reminders", "POST", "{c}desk/battles/remind/", DESK, {"battles": ["{battle}"]}),
    ("availability", "GET", "availability/", EVERYBODY, None),
    ("availability", "PUT", "availability/", EVERYBODY, {"windows": []}),
    ("stand_ins", "GET", "stand-ins/", EVERYBODY, None),
    ("stand_in_link", "GET", "stand-ins/nothing/", NOWHERE, None),
    ("stand_in_link", "POST", "stand-ins/nothing/", NOWHERE, {}),
    ("shared", "GET", "shared/nothing/", dict.fromkeys(ROLES, 404), None),
    ("shared_summary", "GET", "shared/nothing/summary/", dict.fromkeys(ROLES, 404), None),
    ("api_lists", "POST", "lists/", EVERYBODY, {"roster": "Rifle squad, 10 men, rifles, regular, 100 pts"}),
    ("shared_picture", "GET", "shared/nothing/pictures/none/", dict.fromkeys(ROLES, 404), None),
    ("bot_stand_ins", "GET", "{c}desk/stand-ins/", DESK, None),
    ("bot_stand_ins", "POST", "{c}desk/stand-ins/", {**DESK, "facilitator": 409}, {"seat": 1}),
    ("open_claims", "GET", "{c}desk/claims/", DESK, None),
    (
        "open_claims",
        "POST",
        "{c}desk/claims/",
        {**DESK, "facilitator": 409},
        {"decisions": [{"claim": "nothing", "grant": True}], "reason": "So"},
    ),
    ("claims", "GET", "{c}desk/battles/{battle}/claims/", DESK, None),
    (
        "claims",
        "POST",
        "{c}desk/battles/{battle}/claims/",
        {**DESK, "facilitator": 400},
        {"claim": "nothing", "grant": True, "reason": "So"},
    ),
)


def test_the_table_holds_every_address() -> None:
    assert {row[0] for row in ROWS} == names_in(urls.urlpatterns)


@pytest.fixture
def fight(war: War) -> War:
    """The war of the ford with its battle announced."""
    war.meet()
    war.go_to(Phase.BATTLES)
    return war


@pytest.fixture
def people(fight: War, mara: User, ada: User, ben: User, cleo: User, nils: User) -> dict[str, User | None]:
    """Who asks in each role."""
    olga = open_account(name="Olga", email="olga@club.example", password="a quiet seat by the door")
    Role.objects.create(campaign=fight.campaign, user=olga, kind=RoleKind.OBSERVER)
    dora = open_account(name="Dora", email="dora@club.example", password="a chair kept warm for Ada")
    Deputy.objects.create(seat=fight.campaign.seats.get(user=ada), user=dora, since=fight.turn.opened_at)
    return dict(zip(ROLES, (mara, ada, dora, ben, cleo, olga, nils, None), strict=True))


def filled(fight: War, body: Any) -> Any:
    """A body with the battle and a date in their places."""
    soon = (clock.now() + timedelta(days=2)).isoformat()
    words = {"{soon}": soon, "{battle}": fight.battle().public_id}
    if isinstance(body, dict):
        return {
            name: [words.get(one, one) if isinstance(one, str) else one for one in value]
            if isinstance(value, list)
            else value
            for name, value in body.items()
        }
    return body


@pytest.mark.shared(5)
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[1]} {row[2]}")
def test_each_role_is_answered_as_the_table_says(
    row: tuple[str, str, str, dict[str, int], Any],
    fight: War,
    people: dict[str, User | None],
    program: Callable[[User | None], Program],
) -> None:
    _name, method, path, expect, body = row
    where = path.format(c=fight.path, battle=fight.battle().public_id)
    answered = {}
    for role, user in people.items():
        with transaction.atomic():
            answered[role] = program(user).ask(method, where, filled(fight, body)).status
            transaction.set_rollback(True)
    assert answered == {**expect, "deputy": expect["player"]}


def test_the_life_of_a_battle_by_program_alone(
    fight: War, ada: User, ben: User, mara: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    one, other = program(ada), program(ben)
    offered = one.post(f"{path}dates/", filled(fight, DATES), key="offer-1")
    again = one.post(f"{path}dates/", filled(fight, DATES) | {}, key="offer-2")
    assert (offered.status, again.status) == (200, 200)
    (slot, *_more) = other.get(f"{path}around/").body["offers"]
    assert not slot["mine"]
    taken = other.post(f"{path}dates/{slot['id']}/take/", {})
    assert taken.body["meeting"]["place"] == "Hall"
    assert other.get(path).body["mission"] is None
    one.post(f"{path}mission/roll/", {})
    assert other.get(path).body["mission"]["name"]
    one.post(f"{path}list/", LIST)
    sealed = other.get(f"{path}around/").body["list_enemy"]
    assert (sealed["here"], sealed["open"], sealed["text"]) == (True, False, "")
    assert other.post(f"{path}list/", LIST).body["list_enemy"]["text"] == "Squad, 120 pts"
    won = {"method": "tabletop", "winner": "own", "points_own": 100, "points_enemy": 900}
    assert one.post(f"{path}result/", won, key="result-1").status == 200
    confirmed = other.post(f"{path}confirm/", {}, key="confirm-1")
    assert confirmed.body["standing"] == "agreed"
    assert other.post(f"{path}confirm/", {}, key="confirm-1").headers["idempotency-replayed"] == "true"
    one.post(f"{path}story/", {"text": "It rained."})
    told = other.get(f"{path}around/").body["stories"]
    assert told == [{"mine": False, "text": "It rained."}]


def test_a_step_that_is_repeated_under_its_key_counts_once(
    fight: War, ada: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    body = filled(fight, DATES)
    first = program(ada).post(f"{path}dates/", body, key="k")
    second = program(ada).post(f"{path}dates/", body, key="k")
    assert first.body == second.body
    assert len(second.body["offers"]) == 1


def test_a_claim_is_made_answered_and_decided(
    fight: War, ada: User, ben: User, mara: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    announced = fight.turn.announced_at
    assert announced is not None
    with clock.at(announced + timedelta(hours=50)):
        assert program(ada).post(f"{path}claim/", {"evidence": "Silence"}).status == 200
        assert program(ben).post(f"{path}claim/answer/", {"answer": "I was ill"}).status == 200
        claims = f"{fight.path}desk/battles/{fight.battle().public_id}/claims/"
        (claim,) = program(mara).get(claims).body["items"]
        assert (claim["evidence"], claim["answer"], claim["silent"]) == ("Silence", "I was ill", False)
        decision = {"claim": claim["id"], "grant": False, "reason": "They were ill."}
        assert program(mara).post(claims, decision).status == 200
        assert program(mara).post(claims, decision).status == 409
    assert ForfeitClaim.objects.get().state == "refused"


def test_a_stand_in_takes_the_link_fights_by_program_and_sees_nothing_else(
    fight: War, ada: User, ben: User, nils: User, cleo: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    token = program(ada).post(f"{path}stand-in/", {}).body["stand_in_token"]
    link = f"stand-ins/{token}/"
    offered = program(nils).get(link).body
    assert (offered["taken"], offered["campaign_id"], offered["battle_id"]) == (False, "", "")
    assert program(nils).get(path).status == 404
    assert program(cleo).post(link, {}).status == 409  # she has a seat
    taken = program(nils).post(link, {}, key="take").body
    assert taken["battle_id"] == fight.battle().public_id
    assert program(nils).post(link, {}, key="take").body == taken
    assert program(ben).get(link).status == 404
    assert [one["army"] for one in program(nils).get("stand-ins/").body["items"]] == [taken["army"]]

    assert program(nils).get(path).body["own"]["army"] == taken["army"]
    assert program(nils).post(f"{path}hello/", {}).status == 200
    won = {"method": "tabletop", "winner": "own", "points_own": 100, "points_enemy": 900}
    assert program(nils).post(f"{path}result/", won, key="result").status == 200
    for elsewhere in (fight.path, f"{fight.path}battles/", f"{fight.path}turns/1/plan/"):
        assert program(nils).get(elsewhere).status == 404, elsewhere
    assert program(nils).post(f"{path}stand-in/", {}).status in (403, 409)
    assert program(ben).post(f"{path}confirm/", {}).body["standing"] == "agreed"


def test_the_photograph_of_a_list_is_read_once_both_are_in(
    fight: War, ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    assert program(ada).post(f"{path}list/", {**PICTURE, "points": 100}).status == 200
    assert program(ben).get(f"{path}lists/enemy/").status == 404
    own = base64.b64decode(program(ada).get(f"{path}lists/own/").body["picture"])
    assert own.startswith(b"\xff\xd8")
    program(ben).post(f"{path}list/", LIST)
    assert base64.b64decode(program(ben).get(f"{path}lists/enemy/").body["picture"]) == own
    assert program(ben).get(f"{path}lists/theirs/").status == 404
    shown = program(ada).post(f"{path}pictures/", PICTURE).body["pictures"][0]
    assert program(ben).get(f"{path}pictures/{shown['id']}/").body["picture"]


def test_a_shared_battle_is_read_by_anybody_while_both_want_it(
    fight: War, ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    won = {"method": "tabletop", "winner": "own", "points_own": 100, "points_enemy": 900}
    program(ada).post(f"{path}result/", won)
    program(ben).post(f"{path}confirm/", {})
    picture_id = program(ada).post(f"{path}pictures/", PICTURE).body["pictures"][0]["id"]
    fight.go_to(Phase.PUBLISHED)
    program(ada).post(f"{path}share/", {"wanted": True})
    token = program(ben).post(f"{path}share/", {"wanted": True}).body["share_token"]
    shown = program(None).get(f"shared/{token}/").body
    assert [side["won"] for side in shown["sides"]].count(True) == 1
    assert {"sector", "level", "banner"} & set(str(shown).split("'")) == set()
    assert program(None).get(f"shared/{token}/pictures/{picture_id}/").status == 200
    program(ada).post(f"{path}share/", {"wanted": False})
    assert program(None).get(f"shared/{token}/").status == 404
    assert program(None).get(f"shared/{token}/pictures/{picture_id}/").status == 404


def test_availability_is_stored_and_faults_are_named(
    fight: War, ada: User, ben: User, program: Callable[[User | None], Program]
) -> None:
    friday = {"weekday": 4, "starts": "19:00:00", "ends": "23:00:00"}
    assert program(ada).put("availability/", {"windows": [friday]}).body == {"windows": [friday]}
    assert program(ben).get("availability/").body == {"windows": []}
    backwards = {**friday, "ends": "18:00:00"}
    assert "day4" in program(ada).put("availability/", {"windows": [backwards]}).errors
    assert "windows" in program(ada).put("availability/", {"windows": [friday, friday]}).errors
    with_offset = program(ada).put("availability/", {"windows": [{**friday, "starts": "19:00:00+02:00"}]})
    assert (with_offset.status, "hh:mm" in str(with_offset.errors)) == (400, True)
    assert program(ada).get("availability/").body == {"windows": [friday]}


def test_many_claims_are_decided_at_once_by_program(
    fight: War, ada: User, ben: User, mara: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    announced = fight.turn.announced_at
    assert announced is not None
    with clock.at(announced + timedelta(hours=50)):
        program(ada).post(f"{path}claim/", {"evidence": "Silence"})
        program(ben).post(f"{path}claim/", {"evidence": "They are silent"})
        where = f"{fight.path}desk/claims/"
        found = program(mara).get(where).body["items"]
        assert [one["battle"] for one in found] == [fight.battle().public_id] * 2
        decisions = [{"claim": one["id"], "grant": False} for one in found]
        decisions.append({"claim": "nosuchclaim", "grant": True})
        answer = program(mara).post(where, {"decisions": decisions, "reason": "Talk."})
        assert (answer.body["decided"], len(answer.body["left"]), answer.body["items"]) == (2, 1, [])
    assert set(ForfeitClaim.objects.values_list("state", flat=True)) == {"refused"}


def test_claims_are_decided_together_in_the_aftermath_review_by_program(
    fight: War, ada: User, ben: User, mara: User, program: Callable[[User | None], Program]
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    announced = fight.turn.announced_at
    assert announced is not None
    with clock.at(announced + timedelta(hours=50)):
        program(ada).post(f"{path}claim/", {"evidence": "Silence"})
        program(ben).post(f"{path}claim/", {"evidence": "They are silent"})
    fight.go_to(Phase.AFTERMATH_REVIEW)
    before = program(ada).get(path).body["standing"]
    where = f"{fight.path}desk/claims/"
    first, second = program(mara).get(where).body["items"]
    decisions = [{"claim": first["id"], "grant": True}, {"claim": second["id"], "grant": False}]
    answer = program(mara).post(where, {"decisions": decisions, "reason": "I rang them up."})
    assert (answer.status, answer.body["decided"], answer.body["left"]) == (200, 2, [])
    assert [fight.battle().forfeit_first, fight.battle().forfeit_second].count(True) == 1
    assert (before, program(ada).get(path).body["standing"]) == ("open", "forfeit")
    assert program(ada).post(where, {"decisions": decisions, "reason": "No."}).status in (403, 404)


def test_the_missions_are_told_in_the_language_of_the_request(
    fight: War,
    ada: User,
    mara: User,
    program: Callable[[User | None], Program],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = f"{fight.path}battles/{fight.battle().public_id}/"
    tables = f"{fight.path}desk/missions/"
    program(ada).post(f"{path}mission/roll/", {})
    words = ("name", "setup", "victory")
    default = {one[word] for one in program(ada).get(path).body["roll"]["table"] for word in words}
    own = [{"name": "Ours alone", "setup": "So", "victory": "Thus"}] * 6
    program(mara).put(f"{tables}breakthrough/", {"missions": own})

    def translated(text: str) -> str:
        return text.upper() if text in default else text

    monkeypatch.setattr(translation._trans, "gettext", translated, raising=False)
    told = program(ada).get(path).body["roll"]["table"]
    assert {one[word] for one in told for word in words} == {text.upper() for text in default}
    assert program(mara).get(f"{tables}breakthrough/").body["missions"][0]["name"] == "Ours alone"


@pytest.mark.parametrize(
    ("what", "body", "field"),
    [
        ("dates/", {"dates": []}, "dates"),
        ("dates/", {"dates": ["soon"]}, "dates[0]"),
        ("dates/", {"dates": ["2001-01-01T10:00:00Z"]}, "dates"),
        ("list/", {"text": "x", "points": 99_999}, "points"),
        ("list/", {"points": 100}, "text"),
        ("pictures/", {"picture": "no picture"}, "picture"),
        ("pictures/", {"picture": base64.b64encode(b"text").decode()}, "picture"),
        ("mission/shift/", {"shift": 2}, "shift"),
        ("claim/", {"evidence": ""}, "evidence"),
        ("share/", {}, "wanted"),
        ("story/", {"text": "x", "mood": "grim"}, "mood"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(
    what: str, body: Any, field: str, fight: War, ada: User, program: Callable[[User | None], Program]
) -> None:
    answer = program(ada).post(f"{fight.path}battles/{fight.battle().public_id}/{what}", body)
    assert answer.status in (400, 422)
    assert field in answer.errors
