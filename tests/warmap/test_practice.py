"""The practice ground: what if, on what one knows; nothing of the real turn is asked, touched or told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from campaign.base.refusal import Refusal
from campaign.models import Banner, Order, PlayerTurn, Seat, User
from campaign.warmap.practice.services import Guess, known_enemies, try_out
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db
NEAR: dict[str, tuple[tuple[int, int], ...]] = {"north": ((2, 3),), "south": ((2, 7), (12, 8))}

As = Callable[[User | None], Client]


@pytest.fixture
def war() -> War:
    """Two banners see each other; a third one is out of sight."""
    war = begin_war(NEAR)
    war.publish()
    return war


def march(war: War, to: list[int]) -> dict[str, Any]:
    banner = Banner.objects.get(key="north1")
    return {"orders": {banner.public_id: {"primary": {"order": "march", "to": to}}}}


def test_only_the_enemies_on_the_own_map_are_there_to_be_guessed(war: War) -> None:
    (enemy,) = known_enemies(war.seat("north"))
    assert (enemy.at, enemy.seat, enemy.level, enemy.works) == ((2, 7), 2, 15, "none")
    assert enemy.name == "The south 1 (C8)"


def test_what_if_they_march_there(war: War) -> None:
    (enemy,) = known_enemies(war.seat("north"))
    forward = {"primary": {"order": "march", "to": [2, 6]}}
    meets = Guess(enemy.id, enemy.name, enemy.seat, enemy.at, 12, "none", forward)
    trial = try_out(seat=war.seat("north"), plan=march(war, [2, 4]), guesses=[meets])
    assert any("The south 1 (C8)" in line and "North 1" in line for line in trial.lines)
    assert {piece.level for piece in trial.before.pieces} == {"15", "12"}
    quiet = try_out(seat=war.seat("north"), plan={"orders": {}}, guesses=[])
    assert quiet.lines == ()


def test_nothing_is_stored_and_the_truth_is_not_asked(war: War) -> None:
    """What is really there, strong or dug in, changes nothing of a trial."""
    (enemy,) = known_enemies(war.seat("north"))
    Banner.objects.filter(key="south2").update(x=2, y=5, level=20, works="entrenched")
    before = list(PlayerTurn.objects.values()), list(Order.objects.values()), list(Seat.objects.values())
    trial = try_out(seat=war.seat("north"), plan=march(war, [2, 4]), guesses=[])
    assert trial.lines == ()
    assert len(trial.after.pieces) == 1
    assert known_enemies(war.seat("north")) == (enemy,)
    after = list(PlayerTurn.objects.values()), list(Order.objects.values()), list(Seat.objects.values())
    assert before == after


def test_the_dice_are_new_each_time(war: War) -> None:
    (enemy,) = known_enemies(war.seat("north"))
    forward = {"primary": {"order": "march", "to": [2, 6]}}
    meets = Guess(enemy.id, enemy.name, enemy.seat, enemy.at, 15, "none", forward)
    seat, plan = war.seat("north"), march(war, [2, 4])
    told = {try_out(seat=seat, plan=plan, guesses=[meets]).lines for _ in range(12)}
    assert len(told) > 1


def test_what_is_not_legal_is_refused(war: War) -> None:
    with pytest.raises(Refusal) as caught:
        try_out(seat=war.seat("north"), plan=march(war, [9, 9]), guesses=[])
    assert caught.value.code == "illegal"


def test_the_page_tries_and_keeps_what_was_chosen(war: War, as_user: As) -> None:
    page, path = as_user(war.users["north"]), f"/c/{war.campaign.public_id}/practice/"
    (enemy,) = known_enemies(war.seat("north"))
    shown = page.get(path).content.decode()
    assert "The south 1 (C8)" in shown
    assert "What came of it" not in shown
    banner = Banner.objects.get(key="north1").public_id
    sent = {
        f"{banner}-primary": "march:C5",
        f"{enemy.id}-level": "11",
        f"{enemy.id}-works": "none",
        f"{enemy.id}-act": "march:2,6",
    }
    tried = page.post(path, sent)
    text = tried.content.decode()
    assert tried.status_code == 200
    assert "What came of it, this time" in text
    assert 'value="11"' in text
    assert '<option value="march:2,6" selected>' in text
    assert not Order.objects.filter(player_turn__turn__number=2).exists()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("level", "99", "0 to 20"), ("level", "x", "0 to 20"), ("act", "fly", "from the lists")],
)
def test_a_guess_that_cannot_be_is_said_beside_its_field(
    war: War, as_user: As, field: str, value: str, said: str
) -> None:
    page, path = as_user(war.users["north"]), f"/c/{war.campaign.public_id}/practice/"
    (enemy,) = known_enemies(war.seat("north"))
    answer = page.post(path, {f"{enemy.id}-{field}": value})
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_facilitator_has_no_practice_ground(as_user: As) -> None:
    war = begin_war(CLOSE)
    path = f"/c/{war.campaign.public_id}/practice/"
    assert as_user(war.facilitator).get(path).status_code == 404
    assert as_user(None).get(path).status_code in (302, 404)


def ask(war: War, as_user: As, body: object, seat: str = "north") -> Any:
    path = f"/api/v1/campaigns/{war.campaign.public_id}/practice/"
    return as_user(war.users[seat]).post(path, body, content_type="application/json")


def test_a_program_tries_the_same(war: War, as_user: As) -> None:
    path = f"/api/v1/campaigns/{war.campaign.public_id}/practice/"
    (enemy,) = as_user(war.users["north"]).get(path).json()["enemies"]
    assert (enemy["at"], enemy["seat"], enemy["level"], enemy["highest"]) == ([2, 7], 2, 15, 20)
    forward = {"primary": {"order": "march", "to": [2, 6]}}
    guess = {"id": enemy["id"], "level": 9, "order": forward}
    tried = ask(war, as_user, {"plan": march(war, [2, 4]), "enemies": [guess]})
    assert tried.status_code == 200, tried.content
    found = tried.json()
    assert any("The south 1 (C8)" in line and "North 1" in line for line in found["lines"])
    assert found["destroyed"] == [enemy["id"]]
    assert [(one["seat"], one["at"]) for one in found["banners"]] == [(1, [2, 4])]
    alone = ask(war, as_user, {"enemies": [{"id": enemy["id"], "gone": True}]}).json()
    assert (alone["lines"], len(alone["banners"])) == ([], 1)
    assert len(ask(war, as_user, {}).json()["banners"]) == 2
    assert not Order.objects.filter(player_turn__turn__number=2).exists()


def test_a_program_is_told_what_cannot_be_guessed(war: War, as_user: As) -> None:
    (enemy,) = known_enemies(war.seat("north"))
    hidden = Banner.objects.get(key="south2").public_id
    far = {"primary": {"order": "march", "to": "C5"}}
    for change, path in (
        ({"id": hidden}, "enemies[0].id"),
        ({"id": enemy.id, "level": 21}, "enemies[0].level"),
        ({"id": enemy.id, "works": "moat"}, "enemies[0].works"),
        ({"id": enemy.id, "order": far}, "enemies[0].order.primary.to"),
    ):
        answer = ask(war, as_user, {"enemies": [change]})
        assert answer.status_code == 400, change
        assert [one["path"] for one in answer.json()["errors"]] == [path]
    illegal = ask(war, as_user, {"plan": march(war, [9, 9])})
    assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal")


def test_the_practice_ground_knows_house_rules_and_no_triggers() -> None:
    fast = {"id": "house_fast", "mods": [{"what": "march", "by": 1}], "never": ["search"]}
    vault = {"id": "t1", "feature": "vault", "do": [{"do": "level", "by": 3, "on": "all"}]}
    vaults = [{"id": "vault", "at": [2, 1], "known_to": ["north"]}]
    document = {"house": [fast], "features": vaults, "triggers": [vault]}
    war = begin_war(document=document, rules={"north": ["house_fast"]})
    trial = try_out(seat=war.seat("north"), plan=march(war, [2, 3]), guesses=())
    stands = {(tuple(one.at), one.level) for one in trial.banners}
    assert stands == {((2, 3), 15), ((5, 1), 15)}
