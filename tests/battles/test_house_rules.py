"""House army rules in battles, on maps and in picks: what is shown beforehand is what the engine does."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import read_house
from campaign.founding.draft_saving import open_draft
from campaign.founding.services import save_settings
from campaign.models import ArmyPick, Campaign, Seat, SeatStatus, User
from campaign.people.army.selectors import pick_page
from campaign.people.army.services import Choice, save_pick
from tests.fights import DICE, LOST, WON, meet, seen_by, tell
from tests.wars import War, begin_war, march

pytestmark = pytest.mark.django_db

BRAVE: dict[str, Any] = {
    "id": "house_brave",
    "points": 2,
    "gives": ["tough"],
    "never": ["search"],
    "mods": [
        {"what": "abstract", "by": 3, "when": "no_works"},
        {"what": "attrition_lost", "by": 2},
        {"what": "enemy_attrition", "by": 1, "when": "works"},
        {"what": "march", "by": 2},
        {"what": "recon_radius", "by": 1},
    ],
}
HOUSE = {"house": [BRAVE]}
OWN = {"north": ["house_brave"]}


def battle_of(war: War) -> dict[str, Any]:
    """The one battle of the first turn as its outcome has it."""
    war.publish()
    turn = war.campaign.turns.get(number=1)
    (battle,) = turn.outcome["battles"]
    return dict(battle)


def test_dice_that_are_shown_early_are_those_that_count() -> None:
    war = meet(document=HOUSE, rules=OWN)
    tell(war, "north", DICE)
    tell(war, "south", DICE)
    page = seen_by(war, "north")
    assert page.result is not None
    assert (page.own.house, page.enemy.house) == (3, 0)
    assert (page.handicap_own, page.added_own) == (-2, 2)
    (own, enemy) = page.result.rolls[-1]
    told = battle_of(war)
    assert (page.result.winner == "own") == (told["winner"] == "north1") == (sum(own) + 2 > sum(enemy))
    assert page.result.degree == told["degree"]


def test_the_preview_counts_what_house_rules_take_and_give() -> None:
    war = meet(document=HOUSE, rules=OWN)
    preview = seen_by(war, "north").preview
    fears = seen_by(war, "south").preview
    assert preview is not None
    assert fears is not None
    plain = max(0, preview.cost(LOST.points_own, beaten=False))
    assert preview.cost(LOST.points_own, beaten=True) == plain + 2
    # South cannot know that north1 stands in no works: what works would cost it is counted.
    assert fears.cost(WON.points_own, beaten=False) == 2
    tell(war, "north", LOST)
    tell(war, "south", WON)
    assert battle_of(war)["lost"] == {"north1": plain + 2, "south1": 1}


def test_plans_maps_and_ranges_know_house_rules() -> None:
    war = begin_war(document=HOUSE, rules=OWN)
    war.plan("north", {"north1": march(5, 4)}, submit=False)
    with pytest.raises(Refusal) as refused:
        war.plan("north", {"north1": {"primary": {"order": "search"}}})
    assert refused.value.problems
    told = war.part("north", 0).map
    assert told is not None
    assert told["radii"]["recon"] == 3
    war.plan("north", {"north1": march(5, 4)})
    war.publish()
    assert (war.banner("north1").x, war.banner("north1").y) == (5, 4)


def test_players_pick_house_rules_with_their_points(mara: User, ada: User) -> None:
    draft = open_draft(by=mara, name="House", seats=2)
    house = read_house([{**BRAVE, "title": "Brave hearts", "text": "They never look back."}])
    Campaign.objects.filter(pk=draft.pk).update(house=house)
    seat = Seat.objects.select_related("campaign").get(campaign=draft, key="s1")
    seat.user, seat.status = ada, SeatStatus.PLAYER
    seat.save()
    choice = Choice(
        "The Brave", rules=("house_brave", "tactical_genius"), why={"house_brave": "So they are."}
    )
    pick = save_pick(seat=seat, by=ada, choice=choice)
    assert pick.rules == ["tactical_genius", "house_brave"]
    page = pick_page(seat, ArmyPick.objects.get(pk=pick.pk), Variables())
    row = next(row for row in page.rules if row.id == "house_brave")
    assert (row.name, row.points, row.chosen, row.why) == ("Brave hearts", 2, True, "So they are.")
    assert row.text.startswith("They never look back. It has Tough: ")
    assert page.points == 3
    with pytest.raises(Refusal):
        save_pick(seat=seat, by=ada, choice=Choice("The Brave", rules=("house_meek",)))


def test_an_automatic_campaign_has_no_orders_in_own_words(mara: User) -> None:
    campaign = open_draft(by=mara, name="By itself", seats=2)
    save_settings(campaign=campaign, by=mara, changes={"special_orders": "all"}, automatic=False)
    with pytest.raises(Refusal) as refused:
        save_settings(campaign=campaign, by=mara, changes={}, automatic=True)
    assert refused.value.field == "special_orders"
    save_settings(campaign=campaign, by=mara, changes={"special_orders": "use"}, automatic=True)
