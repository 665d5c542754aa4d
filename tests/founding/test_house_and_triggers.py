"""The club's own rules as they are stored, and as the engine reads them."""

from __future__ import annotations

import pytest

from campaign import engine
from campaign.base.setup.boards import empty_board, faults, read_board
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import read_house
from campaign.base.setup.setups import Place, SetUp, document_of, state_of
from campaign.engine.corrections import CorrectionError, correct_input, seats_touched
from campaign.models import Campaign, Relic, Trigger
from rules.format.reading import ScenarioError
from rules.state import SpecialOrders
from tests.wars import begin_war

STREET = {
    "id": "house_street",
    "points": 1,
    "gives": ["tough"],
    "never": ["search"],
    "mods": [{"what": "attrition", "by": -1, "when": "city"}],
    "title": "Street fighters",
    "text": "They know every cellar.",
}
VAULT = {
    "id": "t1",
    "feature": "vault",
    "when": [{"is": "carries", "relic": "crown"}, {"is": "used"}],
    "do": [{"do": "unseal", "relic": "rod"}],
}
BOARD = {
    **empty_board(3, 3),
    "features": [{"id": "vault", "at": [1, 1], "name": "Vault"}],
    "relics": [
        {"id": "crown", "carried_by": "b1", "name": "Crown"},
        {"id": "rod", "at": [2, 2], "name": "Rod", "sealed": True},
    ],
    "banners": [
        {"id": "b1", "owner": "s1", "at": [0, 0], "level": 15},
        {"id": "b2", "owner": "s2", "at": [2, 0], "level": 15},
    ],
    "triggers": [{**VAULT, "hint": "Turn the crown.", "told": "The vault opens.", "told_to": "all"}],
}
SCENARIO = {
    "house": [{key: STREET[key] for key in ("id", "points", "gives", "never", "mods")}],
    "features": [{"id": "vault", "at": [1, 1], "known_to": ["north"]}],
    "relics": [{"id": "crown", "carried_by": "north1"}, {"id": "rod", "at": [2, 2], "sealed": True}],
    "triggers": [VAULT],
}


def fault_of(house: object) -> str:
    """The path at which house rules are refused."""
    with pytest.raises(ScenarioError) as refused:
        read_house(house)
    return refused.value.path


def test_house_rules_are_read_whole_and_refused_where_the_fault_is() -> None:
    assert read_house([STREET]) == [STREET]
    assert read_house([{"id": "house_x"}])[0]["title"] == "house_x"
    assert fault_of([STREET, {"id": "house_y", "gives": ["swift"]}]) == "house[1].gives[0]"
    assert fault_of([{**STREET, "title": "x" * 61}]) == "house[0].title"
    assert (
        fault_of([{**STREET, "mods": [{"what": "march", "by": 1, "when": "city"}]}])
        == "house[0].mods[0].when"
    )
    assert fault_of([{"id": "Street"}]) == "house[0].id"


@pytest.mark.parametrize(
    ("trigger", "path"),
    [
        ({**VAULT, "do": []}, "triggers[0].do"),
        ({**VAULT, "when": [{"is": "die", "sides": 6, "at_least": 7}]}, "triggers[0].when[0].at_least"),
        ({**VAULT, "told_to": "rivals"}, "triggers[0].told_to"),
        ({**VAULT, "held": 1}, "triggers[0].held"),
        ({**VAULT, "relic": "crown"}, "triggers[0]"),
    ],
)
def test_a_boards_trigger_is_refused_where_the_fault_is(trigger: object, path: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        read_board({**BOARD, "triggers": [trigger]})
    assert refused.value.path == path


def test_a_board_may_be_unfinished_and_says_what_its_triggers_lack() -> None:
    board = read_board({**BOARD, "features": [], "relics": []})
    found = " ".join(faults(board, ["s1", "s2"]))
    assert "names the feature vault" in found
    assert "names the relic rod" in found
    assert not list(faults(read_board(BOARD), ["s1", "s2"]))


def test_a_set_up_is_a_scenario_with_all_of_it_and_without_the_words_for_people() -> None:
    places = [Place("s1", "Red", ("house_street",)), Place("s2", "Blue")]
    set_up = SetUp(read_board(BOARD), {}, read_house([STREET]))
    state = state_of(set_up, places, Variables(special_orders="use"))
    assert state.house[0].gives == ("tough",)
    assert state.settings.special_orders is SpecialOrders.USE
    assert state.triggers[0].do[0].relic == "rod"
    assert state.relics[1].sealed
    plain = document_of(SetUp(read_board({"terrain": ["."]}), {}), [], Variables())
    assert not {"house", "triggers"} & set(plain)
    assert "special_orders" not in plain["settings"]


@pytest.mark.django_db
def test_what_is_stored_is_what_the_engine_reads_and_stores_again() -> None:
    war = begin_war(document=SCENARIO, rules={"north": ["house_street"]}, special_orders="use")
    campaign = Campaign.objects.get(pk=war.campaign.pk)
    seats = {seat.key: seat for seat in campaign.seats.all()}
    board = engine.read_board(campaign, 1, seats.values())
    state = board.state
    assert state.house[0].id == "house_street"
    assert state.relics[1].sealed
    assert (state.triggers[0].feature, state.triggers[0].fired_by) == ("vault", ())

    corrected, _plans = correct_input(
        state,
        {},
        [
            {"trigger": "t1", "held": 2, "holder": "north", "fired_by": ["north"]},
            {"relic": "rod", "sealed": False},
        ],
    )
    engine.store(campaign, board, corrected, seats, {})
    assert engine.read_board(campaign, 1, seats.values()).state == corrected
    row = Trigger.objects.get(campaign=campaign)
    assert (row.holder, row.held, row.fired_by) == ("north", 2, ["north"])
    assert not Relic.objects.get(campaign=campaign, key="rod").sealed

    assert seats_touched(state, {"trigger": "t1", "holder": "north", "held": 3}) == ()
    with pytest.raises(CorrectionError):
        correct_input(state, {}, [{"trigger": "t2", "held": 1}])
    with pytest.raises(CorrectionError):
        correct_input(state, {}, [{"relic": "crown", "sealed": True}])
