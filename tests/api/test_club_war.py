"""One whole war under the club's own rules, run by programs alone: founded, fought for two turns, read.

The crown opens the vault, an order in words is settled, a rumour turns out to be false, a promise is broken,
and a seat without a plan is given orders. At each station the others' programs learn nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from campaign.access.api_tokens import make_token
from campaign.models import Banner, Campaign, Scope, Turn, User
from campaign.turn import tick
from tests.api.conftest import Answer, Program
from tests.founding.test_building import filled
from tests.words import says

pytestmark = pytest.mark.django_db

NAMES = {
    "a1": "Crown Bearers",
    "a2": "Gate Guard",
    "a3": "Scouts",
    "b1": "Red Spear",
    "b2": "Ferrymen",
    "c1": "First Brood",
    "c2": "Second Brood",
}
SEATS = {"a": "s1", "b": "s2", "c": "s3"}
STARTS = {
    "a1": (2, 2),
    "a2": (2, 6),
    "a3": (4, 1),
    "b1": (2, 9),
    "b2": (8, 6),
    "c1": (12, 1),
    "c2": (13, 9),
}
BOARD: dict[str, Any] = {
    "terrain": ["." * 14] * 10,
    "features": [],
    "relics": [],
    "banners": [
        {"id": key, "owner": SEATS[key[0]], "at": list(at), "level": 15, "name": NAMES[key]}
        for key, at in STARTS.items()
    ],
}
VAULT, CROWN = (3, 2), (2, 3)
"""Where the template puts them: both within the reach of the first banner."""
RUMOUR = {"seat": "s2", "at": [9, 1], "level": 9, "age": 1, "grade": "false", "marked": False}
HEARD: dict[str, Any] = {
    "features": ["vault"],
    "relics": ["crown"],
    "sightings": [RUMOUR],
    "conditions": [
        {"kind": "trigger", "trigger": "vault", "turns": 1, "primary": True, "title": "Open what is shut"}
    ],
}
SETTINGS = {"special_orders": "all", "battles": "abstract", "grace": 0, "early_close": False, "dice": "chain"}
WORDS = "Bribe the ferryman at dawn"
ANSWERED = "He takes you over, and the others hear the bells."
HINT = "The door has room for a circlet. Come with the crown, and use the vault."
TOLD = "The vault stands open."
LETTER = "The orders came by letter."


def bearer(user: User, *scopes: str) -> Program:
    """A program with a token of its own, and no session."""
    _token, secret = make_token(user=user, name="club", scopes=scopes)
    return Program(Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {secret}"}))


def good(answer: Answer) -> Any:
    """What was answered to what had to succeed."""
    assert answer.status in (200, 201), answer.body
    return answer.body


@dataclass
class ClubWar:
    """The war as its people's programs see it."""

    path: str
    people: Mapping[str, Program]

    def read(self, who: str, path: str) -> Any:
        """What somebody reads."""
        return good(self.people[who].get(f"{self.path}{path}"))

    def send(self, who: str, path: str, body: object = None) -> Any:
        """What somebody does."""
        return good(self.people[who].post(f"{self.path}{path}", body))

    def refused(self, who: str, path: str) -> int:
        """With which status somebody is refused to read."""
        status = self.people[who].get(f"{self.path}{path}").status
        assert status >= 400
        return status

    def all_of(self, who: str, number: int) -> str:
        """Everything that somebody is told of a turn, as text."""
        told = [self.people[who].get(f"{self.path}turns/{number}/{one}/") for one in ("report", "map")]
        told += [self.people[who].get(f"{self.path}turns/{number}/announcement/")]
        told += [self.people[who].get(f"{self.path}promises/"), self.people[who].get("notices/")]
        return json.dumps([one.body for one in told])

    def wait(self, phase: str) -> Turn:
        """Let the deadlines come until the turn is in this phase."""
        turn = Turn.objects.filter(campaign=Campaign.objects.get()).latest("number")
        for _ in range(4):
            if turn.phase == phase:
                return turn
            tick.tick(now=turn.resolve_after)
            turn.refresh_from_db()
            assert not turn.last_error, turn.last_error
        raise AssertionError(f"turn {turn.number} is still in {turn.phase}")


def ids() -> dict[str, str]:
    """The banners' public ids."""
    return dict(Banner.objects.values_list("key", "public_id"))


def found(mara: Program, *players: User) -> str:
    """The war, founded by a program and started."""
    path = f"campaigns/{good(mara.post('campaigns/', {'name': 'The River War', 'seats': 3}))['id']}/"

    def put(step: str, body: dict[str, Any]) -> None:
        draft = good(mara.get(f"{path}draft/"))
        number = step.partition("/")[2]
        version = draft["seats"][int(number) - 1]["dossier_version"] if number else draft["versions"][step]
        good(mara.put(f"{path}draft/{step}/", {**body, "version": version or "none"}))

    version = good(mara.get(f"{path}draft/map/"))["version"]
    good(mara.put(f"{path}draft/map/", {"board": BOARD, "version": version}))
    put("settings", {"settings": SETTINGS})
    good(mara.post(f"{path}draft/plant/", {"template": "vault", "at": VAULT, "other": CROWN}))
    put("seats/1", HEARD)
    filled(Campaign.objects.get(), *players)
    draft = good(mara.get(f"{path}draft/"))
    assert [one for one in draft["checklist"] if one["blocking"]] == []
    return path


def test_a_war_by_programs(mara: User, ada: User, ben: User, cleo: User, nils: User) -> None:
    people = {
        "mara": bearer(mara, Scope.PLAN, Scope.PRESS, Scope.FACILITATE),
        "ada": bearer(ada, Scope.PLAN, Scope.PRESS),
        "ben": bearer(ben, Scope.PLAN, Scope.PRESS),
        "cleo": bearer(cleo, Scope.PLAN, Scope.PRESS),
        "nils": bearer(nils, Scope.PLAN, Scope.PRESS, Scope.ACCOUNT, Scope.FACILITATE),
    }
    war = ClubWar(found(people["mara"], ada, ben, cleo), people)
    invited_and_started(war)
    before_the_first_turn(war)
    first_turn(war)
    second_turn(war)
    the_end(war)


def invited_and_started(war: ClubWar) -> None:
    """Who is invited reads the same book as the players do, comes to watch, and the war begins."""
    (made,) = war.send("mara", "invitations/", {"kind": "observer"})["invitations"]
    nils = war.people["nils"]
    assert war.refused("nils", "rulebook/") == 404
    book = good(nils.get(f"invitations/{made['token']}/rulebook/"))
    good(nils.post(f"invitations/{made['token']}/", {}))
    assert book == war.read("ada", "rulebook/") == war.read("nils", "rulebook/")
    assert (
        "A banner may be ordered to use a relic or a feature, or anything else in the player's own words"
        in json.dumps(book)
    )
    assert "vault" not in json.dumps(book)
    war.send("mara", "draft/start/")


def before_the_first_turn(war: ClubWar) -> None:
    """One alone knows of vault and crown, and of an enemy who is not there; two promise each other peace."""
    board = war.read("ada", "turns/0/map/")
    assert [one["text"] for one in board["hints"]] == [HINT]
    assert RUMOUR["at"] in [one["at"] for one in board["sightings"]]
    (heard,) = [one for one in war.read("ada", "packet/")["enemies"] if one["age"] == 1]
    assert (heard["where"], heard["level"], heard["grade"]) == ("J2", 9, None)
    assert war.read("ada", "packet/")["aims"] == [{"text": "Open what is shut", "primary": True}]
    for other in ("ben", "cleo"):
        knows = war.all_of(other, 0) + json.dumps(war.read(other, "packet/"))
        assert not {word for word in ("vault", "crown", "rod", "hints", "shut") if says(knows, word)}
    assert {war.refused("nils", f"turns/0/{one}/") for one in ("map", "report")} == {403}

    war.send("ada", "messages/seat-2/promises/", {"kind": "peace", "until": 2})
    (made,) = war.read("ben", "promises/")["items"]
    assert (made["may_answer"], made["standing"]) == (True, "offered")
    for other in ("cleo", "mara", "nils"):
        assert war.read(other, "promises/")["items"] == []
        answer = war.people[other].post(f"{war.path}promises/{made['id']}/", {"answer": "accept"})
        assert answer.status == 404, answer.body
    war.send("ben", f"promises/{made['id']}/", {"answer": "accept"})
    (kept,) = war.read("ada", "promises/")["items"]
    assert kept["standing"] == "running"


def first_turn(war: ClubWar) -> None:
    """Peace broken, the crown taken up, the rumour met, an order in words settled, a missing plan made."""
    banner = ids()
    relic = war.read("ada", "turns/0/map/")["relics"][0]["id"]
    plans: dict[str, dict[str, Any]] = {
        "ada": {
            "a1": {"secondary": {"order": "transfer", "relic": relic}},
            "a2": {"hold": True},
            "a3": {"primary": {"order": "march", "to": [5, 1]}},
        },
        "ben": {
            "b1": {"primary": {"order": "march", "to": [2, 8]}},
            "b2": {"special": {"order": "other", "text": WORDS}},
        },
    }
    for who, orders in plans.items():
        body = {"orders": {banner[key]: given for key, given in orders.items()}}
        war.send(who, "turns/1/plan/submit/", body)
    war.wait("movement_review")
    for other in ("ben", "nils"):
        for desk in ("desk/", "desk/proposal/", "desk/settlements/", "turns/1/scenario/"):
            assert war.refused(other, desk) == 403

    # The desk settles the one order, and enters the other.
    (order,) = war.read("mara", "desk/settlements/")["orders"]
    assert (order["text"], order["settled"]) == (WORDS, False)
    said = {"start": [{"do": "level", "by": -1, "banner": banner["c2"]}, {"do": "move", "to": [8, 7]}]}
    good(war.people["mara"].put(f"{war.path}desk/settlements/{banner['b2']}/", {**said, "words": ANSWERED}))
    (row,) = war.read("mara", "desk/proposal/")["plans"]
    assert (row["army"]["seat"], row["state"]) == (3, "missed"), row
    change = {"plan": 3, "banner": banner["c1"], "orders": {"primary": {"order": "march", "to": [11, 2]}}}
    correction = {"stage": "input", "change": change, "reason": LETTER}
    war.send("mara", "desk/corrections/", correction)
    again = war.people["mara"].post(f"{war.path}desk/corrections/", correction)
    assert (again.status, again.body["code"]) == (422, "changes_nothing")
    page = war.read("mara", "desk/proposal/")
    assert [one["state"] for one in page["plans"]] == ["submitted"]
    moved = {one["name"]: one["at"] for one in page["banners"] if one["at"] != one["came_from"]}
    assert moved == {"Scouts": [5, 1], "Red Spear": [2, 8], "Ferrymen": [8, 7], "First Brood": [11, 2]}
    war.send("mara", "desk/announce/")
    the_first_turn_is_told(war, banner)


def the_first_turn_is_told(war: ClubWar, banner: Mapping[str, str]) -> None:
    """Each reads what is theirs: the settled order's player, the seat without a plan, the one betrayed."""
    (said,) = war.read("ben", "turns/1/announcement/")["others"]
    assert (said["text"], said["settled"], said["words"]) == (WORDS, True, ANSWERED)
    told = war.read("cleo", "turns/1/announcement/")
    assert (told["plan"]["state"], told["plan"]["corrected"]) == ("submitted", True)
    assert [one["reason"] for one in told["corrections"]] == [LETTER]
    assert not war.read("ben", "turns/1/announcement/")["corrections"]
    war.wait("aftermath_review")
    war.send("mara", "desk/publish/")

    mine = {who: war.all_of(who, 1) for who in ("ada", "ben", "cleo")}
    assert [who for who, told in mine.items() if WORDS in told or ANSWERED in told] == ["ben"]
    assert [who for who, told in mine.items() if LETTER in told] == ["cleo"]
    assert [who for who, told in mine.items() if says(told, "Crown")] == ["ada"]
    assert [who for who, told in mine.items() if HINT in told] == ["ada"]
    (loss,) = [row for row in war.read("cleo", "turns/1/report/")["ledger"] if row["items"]]
    assert (loss["banner"], loss["from"], loss["to"]) == (banner["c2"], 15, 14)
    assert [(one["item"], one["with"]) for one in loss["items"]] == [("settlement", None)]
    hers = war.read("ada", "turns/1/map/")
    assert [(one["at"], one["turn"]) for one in hers["sightings"]] == [([2, 8], 1)]
    # Those two know who broke it, and nobody else.
    for who in ("ada", "ben"):
        (promise,) = war.read(who, "promises/")["items"]
        assert promise["standing"] == "broken"
        assert [(one["turn"], one["seat"], one["how"]) for one in promise["breaches"]] == [(1, 2, "battle")]
    for who in ("cleo", "mara", "nils"):
        assert war.read(who, "promises/")["items"] == []
    assert "promise" not in json.dumps(war.read("mara", "desk/log/"))


def second_turn(war: ClubWar) -> None:
    """The bearer of the crown uses the vault: it opens, all are told, and the aim is met."""
    banner = ids()
    vault = war.read("ada", "turns/1/map/")["features"][0]["id"]
    use = {"orders": {banner["a1"]: {"special": {"order": "use", "feature": vault}}}}
    war.send("ada", "turns/2/plan/submit/", use)
    guess = war.people["ben"].put(
        f"{war.path}turns/2/plan/",
        {"orders": {banner["b2"]: {"special": {"order": "use", "feature": vault}}}},
    )
    assert guess.status == 422
    for who, key in (("ben", "b2"), ("cleo", "c1")):
        war.send(who, "turns/2/plan/submit/", {"orders": {banner[key]: {"hold": True}}})
    for phase, act in (("movement_review", "announce"), ("aftermath_review", "publish")):
        war.wait(phase)
        if act == "publish":
            page = war.read("mara", "desk/proposal/")
            assert page["victors"] == [{"seat": 1, "army": "Army of Ada"}]
            for path in ("facts", "aims", "promises", "course/1"):
                assert {war.refused(who, f"end/{path}/") for who in ("ada", "mara", "nils")} == {404}
            assert TOLD not in war.all_of("ada", 2) + war.all_of("ben", 2)
        war.send("mara", f"desk/{act}/")
    told = {who: war.read(who, "turns/2/report/") for who in ("ada", "ben", "cleo")}
    assert [one["happened"] for one in told.values()] == [[TOLD], [TOLD], [TOLD]]
    (gained,) = [row for row in told["ada"]["ledger"] if row["items"]]
    assert (gained["banner"], gained["from"], gained["to"]) == (banner["a1"], 15, 17)
    assert [one["item"] for one in gained["items"]] == ["trigger"]
    assert "You know now where Rod lies: at D3." in [line["text"] for line in told["ada"]["lines"]]
    assert [goal["met"] for goal in told["ada"]["goals"]] == [True]
    assert not says(json.dumps([told["ben"], told["cleo"]]), "Rod")


def the_end(war: ClubWar) -> None:
    """All who took part read all of it, and the same; who did not, nothing."""
    parts = ("facts", "aims", "promises", "course/1", "course/2", "why")
    read = {who: [war.read(who, f"end/{one}/") for one in parts] for who in war.people}
    assert all(one == read["nils"] for one in read.values())
    facts, aims, promises, first, second, why = read["nils"]
    kinds = [one["kind"] for one in facts]
    assert kinds[:4] == ["victory", "aim", "promise_broken", "trigger"]
    assert [one["weight"] for one in facts] == sorted((one["weight"] for one in facts), reverse=True)
    assert [turn["met"] for turn in aims["sides"][0]["aims"][0]["turns"]] == [False, True]
    (promise,) = promises["promises"]
    assert (promise["kept"], promise["seats"], promise["breaches"][0]["seat"]) == (False, [1, 2], 2)
    assert (why["player"], [side["champion"] for side in why["sides"]]) == ("Ada", [True, False, False])
    ada, ben, cleo = first["sides"]
    (wrong,) = ada["belief"]["mistakes"]
    assert wrong["text"] == (
        "A banner of Army of Ben at J2, seen a turn before the war: the nearest was 5 sectors away."
    )
    assert f"“{WORDS}”: {ANSWERED}" in ben["told"]
    assert "Ferrymen was taken from I7 to I8, as was settled." in ben["told"]
    assert "the facilitator entered orders for you" in cleo["told"][0]
    assert [(side["plan"], side["corrected"]) for side in (ben, cleo)] == [
        ("submitted", False),
        ("submitted", True),
    ]
    vault, *_others = [one for one in war.read("ada", "packet/")["features"] if one["name"] == "Sealed vault"]
    assert vault["rumours"] == [HINT]
    assert first["settlements"] == [
        f"Ferrymen of Army of Ben asked “{WORDS}”: Second Brood: level -1; Ferrymen moves to I8;"
        f" it was told “{ANSWERED}”."
    ]
    assert [one["reason"] for one in first["corrections"]] == [LETTER]
    assert second["sides"][0]["orders"] == [{"banner": "Crown Bearers", "orders": "use: Sealed vault"}]
    assert TOLD in second["triggers"][0]
    stranger = bearer(User.objects.create_user("o@club.example", name="Otto"))
    assert stranger.get(f"{war.path}end/facts/").status == 404
    good(war.people["mara"].put(f"{war.path}news/", {"open_to_all": True}))
    guest = Client().get(f"/c/{Campaign.objects.get().public_id}/end/facts/")
    turn = Client().get(f"/c/{Campaign.objects.get().public_id}/end/course/1/")
    assert turn.content.decode().count("entered by the facilitator") == 1
    assert guest.json() == facts
    for path in ("facts", "aims", "promises", "course/1", "why", "statistics", "replay/1", "war"):
        whole = good(war.people["ada"].get(f"{war.path}end/{path}/"))
        assert good(stranger.get(f"{war.path}end/{path}/")) == whole
    assert "promises" in good(stranger.get(f"{war.path}end/promises/"))
    assert LETTER in json.dumps(good(stranger.get(f"{war.path}desk/log/")))
    assert stranger.get(f"{war.path}messages/").status == 404
    assert LETTER in json.dumps(war.read("nils", "desk/log/"))
