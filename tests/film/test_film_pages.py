"""Who may see which film, at its addresses; and what it holds of a small war."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from campaign.film.fold import folded, shown
from campaign.models import Campaign, Insight, InsightKind, Role, RoleKind, User
from tests.desk.test_corrections import correct
from tests.fights import HARDLY, browser, confirm, meet, tell
from tests.warmap.test_warmap import ask
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db


def film(war: War, army: str, number: int = 1, eyes: str = "") -> dict[str, Any]:
    found = ask(war, army, f"turns/{number}/film.json{eyes}")
    assert found.status_code == 200, (number, eyes)
    return dict(found.json())


def beats(one: dict[str, Any]) -> dict[str, list[str]]:
    return {phase["id"]: [beat["t"] for beat in phase["beats"]] for phase in one["phases"]}


def refused(client: Client, war: War, *turns: str) -> None:
    """None of these is answered otherwise than what does not exist, by a page or to a program."""
    for start, end in ((f"/c{here(war)}", ".json"), (f"/api/v1/campaigns{here(war)}", "/")):
        for one in turns:
            turn, _, eyes = one.partition("?")
            found = client.get(f"{start}turns/{turn}/film{end}?{eyes}")
            nowhere = client.get(f"{start}turns/999/film{end}?{eyes}")
            assert found.status_code == nowhere.status_code == 404, one
            assert said(found.content) == said(nowhere.content), one


def said(body: bytes) -> bytes:
    """A page without the token of its form, and without the number of the turn that was asked for."""
    return re.sub(rb"[A-Za-z0-9]{64}|(?<=turns/)[0-9]+|(?<=urn )[0-9]+", b"", body)


def here(war: War) -> str:
    return f"/{war.campaign.public_id}/"


def test_a_turn_is_told_in_beats_with_the_reports_sentences() -> None:
    war = meet()
    before = war.part("north", 0).map
    announced = film(war, "north")
    assert (announced["part"], announced["from"], announced["turn"], announced["as"]) == ("movement", 0, 1, 1)
    assert beats(announced) == {"march": ["move"], "contact": ["clash"]}
    assert announced["lines"][0]["text"] == "North 1 marched from C4 to C5."
    met = folded(before, announced)  # type: ignore[arg-type]
    assert met["turn"] == 0
    assert [one["mine"] for one in met["battles"]] == [war.banner("north1").public_id]
    tell(war, "north", HARDLY)
    confirm(war, "south")
    war.publish()
    for army in ("north", "south"):
        told = film(war, army)
        assert told["part"] == "turn"
        assert "close" not in beats(told)
        after = war.part(army, 1).map
        assert shown(folded(war.part(army, 0).map, told)) == shown(after)  # type: ignore[arg-type]
        assert browser(war.users[army]).get(f"/api/v1/campaigns{here(war)}turns/1/film/").json() == told
    won = next(beat for phase in told["phases"] for beat in phase["beats"] if beat["t"] == "won")
    assert (won["outcome"], won["points"], won["enemy_gone"]) == ("lost", [1500, 0], False)
    deployed = film(war, "south", 0)
    assert deployed["from"] is None
    start = war.part("south", 0).map
    assert shown(folded(None, deployed, start)) == shown(start)  # type: ignore[arg-type]


def test_before_the_end_there_are_ones_own_eyes_and_the_desks() -> None:
    war = meet()
    north, desk = browser(war.users["north"]), browser(war.facilitator)
    refused(north, war, "1?as=0", "0?as=0", "1?as=2", "0?as=2", "0?as=9", "2?", "7?")
    refused(desk, war, "1?as=0", "0?as=1", "0?as=2", "2?as=0")
    assert desk.get(f"/c{here(war)}turns/0/film.json?as=0").status_code == 200
    assert film(war, "north", 1, "?as=1")["as"] == 1
    assert north.get(f"/c{here(war)}turns/1/film.json?as=x").status_code == 404
    assert north.get(f"/api/v1/campaigns{here(war)}turns/1/film/?as=x").status_code == 400
    war.publish()
    refused(north, war, "1?as=0", "1?as=2")
    refused(desk, war, "1?as=1", "2?as=0")
    seen = desk.get(f"/c{here(war)}turns/1/film.json?as=0").json()
    start, end = (desk.get(f"/c{here(war)}turns/{n}/film/map.json?as=0").json() for n in (0, 1))
    assert shown(folded(start, seen)) == shown(end)
    assert {one["name"] for one in end["sightings"]} == {"North 1", "North 2", "South 1", "South 2"}
    assert "North 1 marched from C4 to C5." in [one["text"] for one in seen["lines"]]
    watcher = User.objects.create_user(email="w@club.example", name="W")
    Role.objects.create(campaign=war.campaign, user=watcher, kind=RoleKind.OBSERVER)
    refused(browser(watcher), war, "1?", "1?as=0", "1?as=1")
    Campaign.objects.update(blind=True)
    refused(desk, war, "1?as=0", "0?as=0")


def test_what_there_is_to_see_is_listed() -> None:
    war = meet()
    told = ask(war, "north", "film.json").json()
    turns = [{"turn": 0, "part": "turn"}, {"turn": 1, "part": "movement"}]
    assert told == {"eyes": [{"as": 1, "army": "The north", "own": True, "turns": turns}]}
    assert browser(war.users["north"]).get(f"/api/v1/campaigns{here(war)}film/").json() == told
    (truth,) = browser(war.facilitator).get(f"/c{here(war)}film.json").json()["eyes"]
    assert (truth["as"], truth["turns"]) == (0, [{"turn": 0, "part": "turn"}])


def test_whoever_has_given_a_seat_up_sees_what_it_knew_until_then() -> None:
    war = meet()
    war.publish()
    seat, gone = war.seat("north"), war.users["north"]
    seat.user = None
    seat.save()
    Insight.objects.create(
        campaign=war.campaign, user=gone, kind=InsightKind.PLAYER, seat=seat, last_turn=0, at=START
    )
    client = browser(gone)
    assert client.get(f"/c{here(war)}turns/0/film.json").json()["as"] == 1
    refused(client, war, "1?", "1?as=1", "0?as=2", "0?as=0")
    assert [one["turn"] for one in client.get(f"/c{here(war)}film.json").json()["eyes"][0]["turns"]] == [0]


def test_after_the_end_all_eyes_are_open_to_who_reads_it() -> None:
    conditions = {"north": [{"kind": "occupation", "count": 5}, {"kind": "retrieval", "relic": "orb"}]}
    conditions["north"][1]["primary"] = False
    players = [{"id": army, "conditions": conditions.get(army, [])} for army in CLOSE]
    relics = [{"id": "orb", "at": [13, 9], "known_to": []}]
    war = begin_war(CLOSE, battles="abstract", document={"players": players, "relics": relics})
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    war.campaign.refresh_from_db()
    assert war.campaign.champion == war.seat("north")
    base = f"/c{here(war)}"
    north = browser(war.users["north"])
    stranger = browser(User.objects.create_user(email="s@club.example", name="S"))
    for eyes in (0, 1, 2):
        before = north.get(f"{base}turns/0/film/map.json?as={eyes}").json()
        for number in (1,):
            seen = north.get(f"{base}turns/{number}/film.json?as={eyes}")
            assert seen["Cache-Control"] == "private, max-age=3600"
            assert "close" not in beats(seen.json())
            after = north.get(f"{base}turns/{number}/film/map.json?as={eyes}").json()
            before = folded(before, seen.json())
            assert shown(before) == shown(after), (eyes, number)
            assert stranger.get(f"{base}turns/{number}/film.json?as={eyes}").status_code == 404
    assert [one["as"] for one in north.get(f"{base}film.json").json()["eyes"]] == [1, 2, 0]
    Campaign.objects.update(open_to_all=True)
    assert Client().get(f"{base}turns/1/film.json?as=0").status_code == 200
    # Who has no eyes of his own looks through all.
    assert Client().get(f"{base}turns/1/film.json").json()["as"] == 0
    last = north.get(f"{base}turns/1/film.json?as=0").json()["phases"][-1]
    assert last["id"] == "aims"
    assert [(one["n"], one["met"], one["held"]) for one in last["beats"]] == [(0, True, 1), (1, False, 0)]
    assert last["beats"][0]["have"] >= 5


def test_a_correction_stands_in_the_close() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    for _ in range(3):
        war.pass_deadline()
    correct(war, "outcome", {"banner": "north2", "level": 3, "works": "fortified"}, "north")
    war.publish()
    assert beats(film(war, "north"))["close"] == ["works", "level"]
    assert "close" not in beats(film(war, "south"))
    assert shown(folded(war.part("north", 0).map, film(war, "north"))) == shown(  # type: ignore[arg-type]
        war.part("north", 1).map
    )


def test_the_map_of_a_turn_is_a_picture_once_the_war_has_ended() -> None:
    war = begin_war(CLOSE)
    war.publish()
    path = "turns/1/film/still.png"
    assert ask(war, "north", path).status_code == 404
    Campaign.objects.filter(pk=war.campaign.pk).update(status="ended")
    pictures = [ask(war, "north", f"{path}?as={eyes}") for eyes in (0, 1, 2)]
    assert {one["Content-Type"] for one in pictures} == {"image/png"}
    assert {Image.open(BytesIO(one.content)).size for one in pictures} == {(1200, 630)}
    assert len({one.content for one in pictures}) == 3
    assert ask(war, "north", f"{path}?as=1").content == pictures[1].content
    tall = ask(war, "north", f"{path}?as=1&size=1080x1350")
    assert Image.open(BytesIO(tall.content)).size == (1080, 1350), "as phones show it"
    for nothing in ("?as=77", "?as=1&light=x", "?as=1&size=1x1", "?as=x"):
        assert ask(war, "north", path + nothing).status_code == 404
    assert ask(war, "north", "turns/9/film/still.png").status_code == 404
    read = ask(war, "north", "end/replay/?turn=1&as=2").content.decode()
    assert f"/c/{war.campaign.public_id}/{path}?as=2" in read
