"""What changed the levels of one's banners, from the turn that keeps it to the pages that unfold it."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from campaign.models import Battle, Phase, PlayerTurn, Turn
from campaign.turn.replay import is_equal
from tests.desk.test_corrections import correct
from tests.fights import DICE, HARDLY, address, browser, confirm, meet, seen_by, tell, while_fighting
from tests.reports.test_report_page import read, retreating
from tests.wars import APART, CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db


def account(war: War, army: str, key: str, number: int = 1) -> dict[str, Any]:
    """What the army was told of a banner's level."""
    report = war.part(army, number).report
    assert report is not None
    (found,) = (one for one in report["ledger"] if one["banner"] == war.banner(key).public_id)
    total = found["from"] + sum(item["levels"] for item in found["items"])
    assert total == found["to"]
    return dict(found)


def parts(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    """The items of an account, in short."""
    return [(item["rule"], item["item"], item["levels"]) for item in found["items"]]


def test_each_side_is_told_its_own_parts_and_the_enemys_sacrifice_in_them() -> None:
    war = meet(rules={"north": ["tough"], "south": ["sacrifice", "hatred"]})
    tell(war, "north", HARDLY)
    confirm(war, "south", sacrifice=2)
    turn = war.publish()
    battle = Battle.objects.get(turn=turn).public_id
    north, south = account(war, "north", "north1"), account(war, "south", "south1")
    assert parts(north) == [("7", "hatred", -1), ("7", "enemy_sacrifice", -3), ("7", "tough", 1)]
    assert parts(south) == [("5.7", "resupply", 1), ("7", "table", -6), ("7", "sacrifice", -2)]
    assert {item["with"] for item in north["items"]} == {battle}
    for army, other in (("north", "south1"), ("south", "north1")):
        stored = str(war.part(army, 1).report)
        assert war.banner(other).public_id not in stored
        assert other not in stored


def test_the_truth_lies_beside_the_outcome_and_changes_no_byte_of_it() -> None:
    war = meet()
    turn = war.publish()
    assert turn.explained is not None
    assert [one["banner"] for one in turn.explained["ledger"]] == ["north1", "north2", "south1", "south2"]
    assert [one["banners"] for one in turn.explained["battles"]] == [["north1", "south1"]]
    assert "explained" not in turn.outcome
    assert is_equal(turn)


def test_both_sides_see_what_was_added_to_the_dice_from_the_moment_that_they_are_shown() -> None:
    war = meet(both_plan=False, grace=0)
    shown = seen_by(war, "north").result
    assert shown is not None
    assert (shown.clause, shown.ledger) == (2, None)
    own, enemy = shown.attempts[-1]
    assert (own["forfeit"], enemy["forfeit"]) == (0, -5)
    assert enemy["total"] == enemy["dice"] - 5
    assert shown.difference == abs(own["total"] - enemy["total"])
    war.publish()
    after = seen_by(war, "north", Battle.objects.get()).result
    assert after is not None
    assert (after.clause, after.attempts, after.difference) == (2, shown.attempts, shown.difference)
    (decided,) = war.part("south", 1).report["decided"]
    assert decided["attempts"][-1] == [enemy, own]


def test_where_all_battles_are_abstract_the_clause_tells_of_no_sealed_sacrifice() -> None:
    both = ["sacrifice"]
    war = begin_war(CLOSE, rules={"north": both, "south": both}, battles="abstract")
    war.plan("north", {"north1": {**march(2, 4), "sacrifice": 1}})
    war.plan("south", {"south1": {**HOLD, "sacrifice": 1}})
    for _ in range(2):
        war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    (shown,) = Battle.objects.all()
    assert (shown.dice["clause"], war.turn.explained["battles"][0]["clause"]) == (7, 4)
    assert shown.dice["attempts"] == war.turn.explained["battles"][0]["attempts"]
    war.publish()
    assert war.part("north", 1).report["decided"][0]["clause"] == 7


def test_a_house_rule_is_in_the_dice_and_in_what_a_battle_costs() -> None:
    mods = [{"what": "abstract", "by": 2}, {"what": "enemy_attrition", "by": 1, "when": "attacker"}]
    house = [{"id": "house_street", "mods": mods}]
    war = meet(document={"house": house}, rules={"north": ["house_street"]})
    for army in ("north", "south"):
        tell(war, army, DICE)
    shown = seen_by(war, "south").result
    assert shown is not None
    own, enemy = shown.attempts[-1]
    assert (own["house"], enemy["house"]) == (0, 2)
    assert enemy["total"] == enemy["dice"] + enemy["outnumbered"] + 2
    turn = war.publish()
    assert dict(Battle.objects.get().dice)["attempts"] == turn.explained["battles"][0]["attempts"]
    assert ("7", "house", -1) in parts(account(war, "south", "south1"))


# Corrections


def test_a_correction_of_either_review_is_a_part_of_its_own() -> None:
    war = begin_war(APART)
    war.plan("north", {"north1": {"secondary": {"order": "resupply"}}})
    war.pass_deadline()
    correct(war, "input", {"banner": "north1", "level": 12}, "north")
    for _ in range(2):
        war.pass_deadline()
    for level in (14, 11):
        correct(war, "outcome", {"banner": "north1", "level": level}, "north")
    review = browser(war.facilitator).get(f"/c/{war.campaign.public_id}/desk/review/").content.decode()
    assert "level 13 to 14: A slip of the pen" in unescape(review)
    turn = war.publish()
    found = account(war, "north", "north1")
    assert (found["from"], found["to"], war.banner("north1").level) == (15, 11, 11)
    assert parts(found) == [
        ("2", "correction", -3),
        ("5.7", "resupply", 1),
        ("2", "correction", 1),
        ("2", "correction", -3),
    ]
    last = found["items"][-1]
    assert (last["old"], last["new"], last["reason"]) == (14, 11, "A slip of the pen")
    assert next(one for one in turn.explained["ledger"] if one["banner"] == "north1")["to"] == 11
    assert is_equal(turn)


# Pages


def test_the_report_unfolds_every_level_and_leads_to_its_rule() -> None:
    war = meet(rules={"north": ["tough"]})
    tell(war, "north", HARDLY)
    confirm(war, "south")
    war.publish()
    page = read(war, "south")
    levels = page.partition('id="levels"')[2].partition("</section>")[0]
    assert "from 16 to 10" not in levels
    assert "from 15 to 10" in levels
    for part, rule in (("Points lost, by the attrition table", "7"), ("Resupply", "5.7")):
        assert part in levels
        assert f'href="/rules/{rule}/"' in levels
    assert "against The north at C6" in levels
    assert "lost 6 levels" not in page
    assert "6 levels lost" in page
    assert "Both sides entered the same result." in page


def test_the_page_of_a_battle_unfolds_its_dice_and_its_cost() -> None:
    war = meet(both_plan=False, grace=0)
    with while_fighting(war):
        before = browser(war.users["north"]).get(address(war)).content.decode()
    assert "Forfeit" in before
    assert "the attrition table" not in before
    war.publish()
    battle = Battle.objects.get()
    after = browser(war.users["south"]).get(address(war, battle)).content.decode()
    assert "A side forfeited, so the dice decided" in after
    assert "Levels this cost you" not in after


def test_the_review_shows_the_whole_ledger_before_it_is_published() -> None:
    war = meet(rules={"south": ["sacrifice"]})
    tell(war, "north", HARDLY)
    confirm(war, "south", sacrifice=2)
    war.pass_deadline()
    assert war.turn.phase == Phase.AFTERMATH_REVIEW
    client = browser(war.facilitator)
    page = unescape(client.get(f"/c/{war.campaign.public_id}/desk/review/").content.decode())
    assert "The enemy sacrificed 2 levels; they cost one more" in page
    assert "Its own sacrifice" in page
    review = client.get(f"/api/v1/campaigns/{war.campaign.public_id}/desk/proposal/").json()
    (row,) = (one for one in review["banners"] if one["id"] == war.banner("north1").public_id)
    assert row["ledger"]["items"][0]["with"] == war.banner("south1").public_id
    assert review["contacts"][0]["clause"] == 3


def test_a_turn_told_before_there_was_a_ledger_reads_as_it_did() -> None:
    war = meet()
    for army in ("north", "south"):
        tell(war, army, DICE)
    war.publish()
    Turn.objects.update(explained=None)
    for part in PlayerTurn.objects.filter(report__isnull=False):
        part.report = {key: one for key, one in part.report.items() if key not in ("ledger", "decided")}
        part.save()
    battle = Battle.objects.get()
    battle.dice = {key: battle.dice[key] for key in ("winner", "degree", "rolls", "points_lost")}
    battle.save()
    page = read(war, "south")
    assert "You rolled" in page
    assert "South 1 lost" in page
    assert "unfold" not in page.partition("<main")[2]
    fought = browser(war.users["south"]).get(address(war, battle)).content.decode()
    assert "Levels this cost you" in fought
    assert "unfold" not in fought.partition("<main")[2]
    desk = browser(war.facilitator)
    assert desk.get(f"/c/{war.campaign.public_id}/desk/review/").status_code == 200


def test_who_destroyed_a_retreating_banner_is_told_by_its_army() -> None:
    war = retreating()
    war.publish()
    number = str(war.seat("north").number)
    gone = account(war, "south", "south1")
    assert (gone["to"], parts(gone)) == (0, [("5.6", "destroyed", -15)])
    assert gone["items"][0]["with"] == number
    reward = account(war, "north", "north1")
    assert reward["items"][0] == {
        "rule": "8.2",
        "item": "blood_reward",
        "levels": 5,
        "with": str(war.seat("south").number),
    }
    assert "Destroyed in its retreat by The north" in read(war, "south")
