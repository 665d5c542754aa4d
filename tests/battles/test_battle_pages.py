"""A player's battles in the browser: what each side may read, the forms, and who finds nothing there."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from battles.results.battle_pages import Preview
from battles.results.selectors import battles_waiting
from campaign.base.dates import clock
from campaign.models import BattleResult, Phase
from campaign.turn.contact.battle_status import Standing
from tests.fights import (
    DICE,
    LOST,
    WON,
    address,
    battle_in,
    browser,
    confirm,
    meet,
    seen_by,
    tell,
    typed,
    while_fighting,
)
from tests.wars import CLOSE, War, begin_war

pytestmark = pytest.mark.django_db


def read(war: War, army: str, what: str = "") -> str:
    """A battle's page as an army's player reads it."""
    with while_fighting(war):
        answer = browser(war.users[army]).get(address(war, what=what))
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_a_battle_is_told_and_confirmed_in_the_browser() -> None:
    war = meet()
    north, south = browser(war.users["north"]), browser(war.users["south"])
    with while_fighting(war):
        answer = north.post(address(war), typed(WON), follow=True)
        assert "The other side is asked to confirm it" in answer.content.decode()
        page = south.get(address(war)).content.decode()
        assert "The north has entered a result" in page
        seen = re.search(r'name="seen" value="([^"]+)"', page)
        assert seen is not None
        answer = south.post(address(war, what="confirm/"), {"seen": seen[1]}, follow=True)
    assert "Both sides agree" in answer.content.decode()
    assert seen_by(war, "north").standing == Standing.AGREED


def test_a_result_of_one_side_alone_waits_for_nobody_once_the_deadline_has_passed() -> None:
    war = meet()
    tell(war, "north", WON)
    assert "waits for them" in read(war, "north")
    assert "confirm their result" in read(war, "south")
    with clock.at(war.turn.results_due + timedelta(minutes=1)):
        north, south = (
            unescape(browser(war.users[army]).get(address(war)).content.decode())
            for army in ("north", "south")
        )
    assert "your result alone" in north
    assert "The south has entered no result" in north
    assert "waits for them" not in north
    assert "their result alone" in south
    assert "confirm their result" not in south


def test_impossible_points_are_refused_beside_the_field_and_nothing_typed_is_lost() -> None:
    war = meet()
    bad = {**typed(WON), "points_own": "1501", "points_enemy": "-3", "story": "We held the mill."}
    with while_fighting(war):
        answer = browser(war.users["north"]).post(address(war), bad)
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Points lost must be from 0 to 1500: 100 for each level it fights with (Rules 7)." in page
    assert "Points lost must be from 0 to 1600" in page
    assert 'value="1501"' in page
    assert "We held the mill." in page
    assert not BattleResult.objects.exists()


@pytest.mark.parametrize(
    ("left_out", "wrong"),
    [
        ("winner", "Say who won"),
        ("points_own", "even if none: 0"),
        ("method", "required"),
    ],
)
def test_what_is_left_out_is_asked_for(left_out: str, wrong: str) -> None:
    war = meet()
    with while_fighting(war):
        answer = browser(war.users["north"]).post(address(war), {**typed(WON), left_out: ""})
    assert answer.status_code == 422
    assert wrong in unescape(answer.content.decode())


def test_a_late_report_is_refused_in_words_and_keeps_what_was_typed() -> None:
    war = meet()
    with while_fighting(war, hours=24 * 30):
        answer = browser(war.users["north"]).post(address(war), {**typed(WON), "story": "Too late."})
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "were due by" in page
    assert not BattleResult.objects.exists()


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (72, "If nobody has ruled 72 hours after the results are due, the dice decide"),
        (1, "If nobody has ruled 1 hour after the results are due, the dice decide"),
        (0, "If nobody has ruled when the results are due, the dice decide"),
    ],
)
def test_it_is_said_when_the_dice_decide_a_dispute_of_this_war(hours: int, said: str) -> None:
    war = meet(dispute_hours=hours)
    tell(war, "north", WON)
    tell(war, "south", replace(LOST, points_own=1000))
    with while_fighting(war):
        desk = browser(war.facilitator).get(f"/c/{war.campaign.public_id}/desk/").content.decode()
    assert said in read(war, "south")
    assert said in unescape(desk)


def test_the_two_differing_results_stand_side_by_side() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", replace(LOST, points_own=1000))
    page = read(war, "south")
    assert "The two results differ" in page
    assert "1000" in page
    assert "900" in page
    lines = {line.label: line.differs for line in seen_by(war, "south").sides}
    assert lines == {
        "Winner": False,
        "Points lost by South 1": True,
        "Points lost by The north": False,
    }


def test_strangers_and_third_players_find_nothing() -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)})
    nobody = begin_war_of_others()
    for user in (war.users["west"], nobody.users["north"], nobody.facilitator):
        with while_fighting(war):
            assert browser(user).get(address(war)).status_code == 404
            assert browser(user).post(address(war), typed(WON)).status_code == 404
    with while_fighting(war):
        assert browser(war.users["west"]).get(address(war, what="confirm/")).status_code == 405
        anonymous = browser(war.users["west"])
        anonymous.logout()
        assert anonymous.get(address(war)).status_code == 302
    assert not BattleResult.objects.exists()


def begin_war_of_others() -> War:
    """Another club's war: its people have no part in ours."""
    from campaign.models import User

    for user in User.objects.all():
        user.email = f"first-{user.email}"
        user.save()
    return begin_war(CLOSE)


def test_before_the_announcement_there_is_no_battle_to_read() -> None:
    war = begin_war(CLOSE)
    with while_fighting(war):
        page = browser(war.users["north"]).get(f"/c/{war.campaign.public_id}/battles/").content.decode()
    assert "No battles yet this turn" in page


def test_neither_ids_nor_names_nor_full_levels_of_the_enemy_are_shown() -> None:
    war = meet(rules={"south": ["massive_armies"]}, document=_big_south())
    assert battle_in(war).level_second == 26
    page = read(war, "north")
    for hidden in ("south1", "north1", "South 1", ">26<", "2600", war.banner("south1").public_id):
        assert hidden not in page, hidden
    assert "2000 points" in page
    assert "South 1" in read(war, "south")


def _big_south() -> dict[str, object]:
    at = [(army, place + 1, spot) for army, spots in CLOSE.items() for place, spot in enumerate(spots)]
    return {
        "players": [{"id": "north"}, {"id": "south", "rules": ["massive_armies"]}],
        "banners": [
            {"id": f"{army}{n}", "owner": army, "at": list(spot), "level": 25 if army == "south" else 15}
            for army, n, spot in at
        ],
    }


def test_a_sacrifice_of_the_enemy_shows_nowhere_before_publication() -> None:
    war = meet(rules={"north": ["sacrifice"]})
    tell(war, "north", replace(WON, sacrifice=0))
    without = read(war, "south")
    tell(war, "north", replace(WON, sacrifice=3))
    masked = [
        re.sub(r'(csrfmiddlewaretoken|client_id)" value="[\w-]+"|content="\w{64}"', "", page)
        for page in (without, read(war, "south"))
    ]
    assert masked[0] == masked[1]
    assert "Levels we sacrifice" in read(war, "north")
    assert "Levels we sacrifice" not in without


def test_dice_are_shown_by_purpose_only_once_the_result_is_bound() -> None:
    war = meet()
    tell(war, "north", DICE)
    assert "Abstract resolution" not in read(war, "north")
    tell(war, "south", DICE)
    page = read(war, "north")
    assert "Abstract resolution" in page
    assert "abr/" not in page


def test_a_forfeit_by_a_missing_plan_is_shown_to_both() -> None:
    war = meet(both_plan=False, grace=0)
    assert "The south has forfeited: five less on its dice" in read(war, "north")
    assert "you forfeited: five less on your dice" in read(war, "south")


def test_after_publication_each_reads_its_own_losses_and_nothing_of_the_enemy_s() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    battle = battle_in(war)
    war.publish()
    for army, lost, enemy_lost in (("north", 1, 3), ("south", 3, 1)):
        page = seen_by(war, army, battle)
        assert page.phase == Phase.PUBLISHED
        assert page.result is not None
        assert (page.result.lost, page.result.method) == (lost, "tabletop")
        assert str(enemy_lost) not in (str(page.result.lost),)
        assert page.preview is None


def test_the_list_says_which_battles_wait_for_me() -> None:
    war = meet()
    assert [page.id for page in battles_waiting(war.seat("north"))] == [battle_in(war).public_id]
    tell(war, "north", WON)
    with while_fighting(war):
        assert battles_waiting(war.seat("north")) == ()
        assert len(battles_waiting(war.seat("south"))) == 1
        page = browser(war.users["south"]).get(f"/c/{war.campaign.public_id}/battles/").content.decode()
    assert "confirm their result" in page


@pytest.mark.parametrize(
    "north", [[], ["tough"], ["very_tough"], ["suicide_troops"], ["irreplaceable_troops"]]
)
@pytest.mark.parametrize("south", [[], ["hatred"]])
def test_the_preview_says_what_the_engine_will_take(north: list[str], south: list[str]) -> None:
    """The own losses on the page, before the battle is told of, are those of the published turn."""
    war = meet(rules={"north": north, "south": south})
    preview = seen_by(war, "north").preview
    assert isinstance(preview, Preview)
    tell(war, "north", LOST)
    confirm(war, "south")
    (battle,) = war.publish().outcome["battles"]
    assert preview.cost(LOST.points_own, beaten=True) == battle["lost"]["north1"]


def test_the_preview_counts_works() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": {"secondary": {"order": "fortify"}}})
    war.plan("south", {"south1": {"primary": {"order": "march", "to": [2, 5]}}})
    war.pass_deadline()
    war.pass_deadline()
    preview = seen_by(war, "north").preview
    assert preview is not None
    assert preview.works == "fortified"
    assert [(row.points_from, row.points_up_to, row.won) for row in preview.costs] == [
        (0, 700, 0),
        (701, 900, 1),
        (901, 1100, 2),
        (1101, 1300, 3),
        (1301, 1500, 4),
    ]


def test_a_facilitator_who_looks_as_a_player_changes_nothing() -> None:
    war = meet()
    client = browser(war.facilitator)
    with while_fighting(war):
        assert client.get(address(war)).status_code == 404
        desk = f"/c/{war.campaign.public_id}/desk/look/"
        client.post(desk, {"seat": war.seat("north").public_id})
        page = unescape(client.get(address(war)).content.decode())
        assert "You see this as The north sees it" in page
        assert "Save my result" not in page
        answer = client.post(address(war), typed(WON))
        assert answer.status_code == 422
        assert "nothing can be entered or changed" in unescape(answer.content.decode())
        client.post(desk, {"seat": ""})
        assert client.get(address(war)).status_code == 404
    assert not BattleResult.objects.exists()
