"""The mission: called for, shifted in secret, final; night; sides by mission; tables as campaign data."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils import translation

from battles.missions.selectors import MissionCard
from campaign.base.setup import mission_tables, missions
from campaign.base.setup.mission_tables import MISSIONS, tables_of
from campaign.base.setup.missions import TABLES, MissionError, documents, face, parse_table
from campaign.models import Battle, Campaign
from tests.battles.around import act, page, text
from tests.fights import WON, battle_in, browser, meet, seen_by, tell
from tests.wars import War

pytestmark = pytest.mark.django_db

GENIUS = {"north": ["tactical_genius"], "south": ["tactical_genius"]}


def card(war: War, army: str) -> MissionCard:
    """The mission as an army's player may know it."""
    found = seen_by(war, army).roll
    assert found is not None
    return found


def missions_address(war: War, name: str) -> str:
    """Where a mission table is edited."""
    return f"/c/{war.campaign.public_id}/desk/missions/{name}/"


def test_every_table_has_six_missions_and_two_in_each_terrain_may_be_by_night() -> None:
    assert set(MISSIONS) == set(TABLES)
    for name, table in MISSIONS.items():
        assert len(table) == 6
        assert parse_table(name, documents(table)) == tuple(table)
        always = name.startswith(("battle", "raid"))
        assert [one.night for one in table] == ([True] * 6 if always else [True, True] + [False] * 4)


@pytest.mark.parametrize(
    ("die", "shifts", "counts"), [(1, (-1, 0), 1), (6, (1, 1), 6), (3, (1, 1), 5), (4, (1, -1), 4)]
)
def test_the_shifts_are_added_and_kept_in_one_to_six(die: int, shifts: tuple[int, int], counts: int) -> None:
    assert face(die, *shifts) == counts


def test_the_mission_is_covered_until_one_calls_for_it_and_then_final_for_both() -> None:
    war = meet()
    assert (card(war, "north").die, card(war, "north").mission) == (None, None)
    assert "Roll the mission" in page(war, "south")
    act(war, "south", "roll")
    die = battle_in(war).mission_die
    for army in ("north", "south"):
        assert (card(war, army).die, card(war, army).final) == (die, True)
        assert card(war, army).mission == MISSIONS["raid"][die - 1]
    when = battle_in(war).rolled_at
    act(war, "north", "roll", hours=30)
    assert battle_in(war).rolled_at == when


def test_two_geniuses_declare_in_secret_and_their_shifts_are_shown_together() -> None:
    war = meet(rules=GENIUS)
    act(war, "north", "roll")
    act(war, "north", "shift", shift="1")
    assert card(war, "south").shift_enemy is None
    assert not card(war, "north").final
    assert "one up" not in page(war, "north").split("Why this table")[0]
    act(war, "south", "shift", shift="1")
    die = battle_in(war).mission_die
    for army in ("north", "south"):
        assert card(war, army).shift_enemy == 1
        assert card(war, army).face == min(6, die + 2)


def test_a_shift_is_declared_once_and_only_by_a_genius() -> None:
    war = meet(rules={"north": ["tactical_genius"]})
    assert act(war, "north", "shift", shift="1").status_code == 422  # not called for yet
    act(war, "north", "roll")
    assert act(war, "south", "shift", shift="1").status_code == 422
    act(war, "north", "shift", shift="-1")
    answer = act(war, "north", "shift", shift="1")
    assert answer.status_code == 422
    assert "Only an army with Tactical Genius" in text(answer)
    assert battle_in(war).shift_first == -1


def test_a_genius_who_says_nothing_for_48_hours_leaves_the_die_as_it_is() -> None:
    war = meet(rules=GENIUS)
    act(war, "north", "roll")
    war_card = page(war, "south", hours=24 + 47)
    assert "may still declare" in war_card or "Seal it" in war_card
    assert "Won by" in page(war, "south", hours=24 + 49)
    assert act(war, "south", "shift", hours=24 + 49, shift="1").status_code == 422


def test_whoever_tells_a_result_has_seen_the_mission() -> None:
    war = meet(rules=GENIUS)
    tell(war, "north", WON)
    assert card(war, "south").final


def test_the_attacker_alone_chooses_the_night() -> None:
    war = meet()
    act(war, "north", "roll")
    assert act(war, "south", "night", night="night").status_code == 422
    act(war, "north", "night", night="night")
    assert battle_in(war).night is True
    assert "It is fought by night" in page(war, "south")
    act(war, "north", "night", night="day")
    assert "It is fought by day" in page(war, "south")


def test_the_night_is_not_chosen_where_the_mission_does_not_leave_it() -> None:
    war = meet()
    table = documents(MISSIONS["raid"])
    Battle.objects.update(missions=[{**one, "night": False} for one in table])
    act(war, "north", "roll")
    assert act(war, "north", "night", night="night").status_code == 422


def test_where_the_mission_says_who_attacks_it_counts_once_both_say_the_same() -> None:
    war = meet()
    Battle.objects.update(missions=[{**one, "sides": True} for one in documents(MISSIONS["raid"])])
    act(war, "north", "roll")
    act(war, "north", "sides", attacker="enemy")
    assert seen_by(war, "north").own.attacks
    act(war, "south", "sides", attacker="own")
    assert not seen_by(war, "north").own.attacks
    assert seen_by(war, "south").own.attacks


def test_a_facilitator_edits_a_table_for_the_battles_to_come() -> None:
    war = meet()
    window = browser(war.facilitator)
    form: dict[str, str] = {}
    for number, one in enumerate(MISSIONS["raid"], start=1):
        form |= {f"{number}.name": one.name, f"{number}.setup": one.setup, f"{number}.victory": one.victory}
    form["1.name"] = "The long night"
    answer = window.post(missions_address(war, "raid"), form, follow=True)
    assert "The long night" in text(answer)
    assert tables_of(Campaign.objects.get().missions)["raid"][0].name == "The long night"
    assert card(war, "north").table[0].name != "The long night"  # announced before
    window.post(missions_address(war, "raid"), {"act": "reset"})
    assert Campaign.objects.get().missions == {}


def test_the_default_texts_are_translated_and_a_facilitator_s_own_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every default text is marked for the translators, and shown in the reader's language."""
    source = (Path(mission_tables.__file__).read_text(), Path(missions.__file__).read_text())
    marked = set()
    for node in (found for one in source for found in ast.walk(ast.parse(one))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
            marked.add(ast.literal_eval(node.args[0]))
    texts = {
        text for table in MISSIONS.values() for one in table for text in (one.name, one.setup, one.victory)
    }
    texts |= {*missions.CATEGORY_NAMES.values(), *missions.CATEGORY_REASONS.values()}
    assert texts <= marked

    war = meet()
    act(war, "north", "roll")
    own = [{"name": "Ours alone", "setup": "So", "victory": "Thus"}] * 6
    Campaign.objects.update(missions={"raid_city": own})
    mission = card(war, "north").mission
    assert mission is not None
    known = {mission.name: "Au carrefour", "Battle": "Bataille"}
    monkeypatch.setattr(translation._trans, "gettext", lambda text: known.get(text, text), raising=False)
    assert "Au carrefour" in page(war, "south")
    default = text(browser(war.facilitator).get(missions_address(war, battle_in(war).category)))
    assert 'value="Au carrefour"' in default
    changed = text(browser(war.facilitator).get(missions_address(war, "raid_city")))
    assert changed.count("Ours alone") == 6


def test_a_table_with_a_hole_is_refused_beside_the_field() -> None:
    war = meet()
    answer = browser(war.facilitator).post(missions_address(war, "battle"), {"1.name": "Alone"})
    assert answer.status_code == 422
    assert "This field is required" in text(answer)
    assert Campaign.objects.get().missions == {}


@pytest.mark.parametrize(
    ("table", "path"),
    [
        ([], "raid"),
        ([{}] * 6, "raid.1.name"),
        ([{"name": "x", "setup": "y", "victory": "z", "night": 1}] * 6, "raid.1.night"),
        ([{"name": "x" * 61, "setup": "y", "victory": "z"}] * 6, "raid.1.name"),
        ([{"name": "x", "setup": "y", "victory": "z", "moon": True}] * 6, "raid.1.moon"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_path(table: object, path: str) -> None:
    with pytest.raises(MissionError) as wrong:
        parse_table("raid", table)
    assert wrong.value.path == path
