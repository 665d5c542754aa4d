"""A program runs the desk: the board, the dry run, corrections, rulings, holds, and moving the turn on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from campaign.engine.seeds import seed_of
from campaign.models import AuditEntry, Campaign, CampaignStatus, Correction, Phase, PlayerTurn, Turn, User
from rules.scenario import load
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


@pytest.fixture
def desk(war: War, mara: User, program: As) -> Callable[..., dict[str, object]]:
    """Do something at the desk and read it as it is then."""

    def act(path: str = "", body: object = None) -> dict[str, object]:
        answer = program(mara).post(f"{war.path}desk/{path}", body)
        assert answer.status == 200, answer.body
        return answer.body

    return act


def test_the_board_says_of_a_plan_only_whether_there_is_one(war: War, mara: User, program: As) -> None:
    war.plan("a1", {"primary": {"order": "march", "to": [3, 2]}})
    read = program(mara).get(f"{war.path}desk/")
    rows = {row["army"]: row for row in read.body["board"]}
    assert (rows["4th Iron Column"]["state"], rows["4th Iron Column"]["missing"]) == ("submitted", False)
    assert (rows["Crimson Host"]["state"], rows["Crimson Host"]["missing"]) == ("nothing", True)
    assert "march" not in str(read.body)
    planning = program(mara).get(f"{war.path}desk/proposal/")
    assert (planning.status, planning.body["code"]) == (409, "planning")


def test_the_dry_run_shows_what_would_come(war: War, mara: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.MOVEMENT_REVIEW)
    page = program(mara).get(f"{war.path}desk/proposal/").body
    moved = {row["name"]: (row["came_from"], row["at"]) for row in page["banners"] if row["orders"]}
    assert moved == {"Vanguard": ([2, 2], [3, 2]), "Red Spear": ([6, 3], [5, 3])}
    (contact,) = page["contacts"]
    assert contact["names"] == ["Vanguard", "Red Spear"]
    assert page["stage"] == "movement"


def test_announcing_and_publishing_move_the_turn_on(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.meet()
    war.go_to(Phase.MOVEMENT_REVIEW)
    assert desk("announce/")["phase"] == "battles"
    war.go_to(Phase.AFTERMATH_REVIEW)
    assert (desk("publish/")["phase"], war.turn.number) == ("planning", 2)


def test_an_act_on_a_desk_that_has_changed_is_refused(war: War, mara: User, program: As) -> None:
    war.go_to(Phase.MOVEMENT_REVIEW)
    old = program(mara).get(f"{war.path}desk/").body["mark"]
    kept = program(mara).post(f"{war.path}desk/hold/", {"days": 2, "reason": "A snowed-in club", "seen": old})
    assert kept.body["held"] == "A snowed-in club"
    late = program(mara).post(f"{war.path}desk/announce/", {"seen": old})
    assert (late.status, late.body["code"]) == (409, "changed")
    assert program(mara).post(f"{war.path}desk/announce/", {"seen": kept.body["mark"]}).status == 200


def test_an_excused_player_forfeits_nothing(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.plan("a1", {"primary": {"order": "march", "to": [3, 2]}})
    war.go_to(Phase.MOVEMENT_REVIEW)
    number = war.campaign.seats.get(key="ben").number
    board = desk("excuse/", {"seat": number, "reason": "Ben is in hospital"})["board"]
    assert isinstance(board, list)
    assert [row["excused"] for row in board] == [False, True, False]


def test_a_correction_of_the_input_is_worked_out_at_once(
    war: War, desk: Callable[..., dict[str, object]], mara: User, program: As
) -> None:
    war.meet()
    war.go_to(Phase.MOVEMENT_REVIEW)
    change = {"banner": war.id_of("b1"), "level": 9}
    desk("corrections/", {"stage": "input", "change": change, "reason": "Mistyped at the start"})
    page = program(mara).get(f"{war.path}desk/proposal/").body
    assert page["contacts"][0]["auto"] is True
    assert [one["reason"] for one in page["corrections"]] == ["Mistyped at the start"]
    assert Correction.objects.get().seats == ["ben"]


def test_a_corrected_plan_names_what_programs_name(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.go_to(Phase.MOVEMENT_REVIEW)
    orders = {"secondary": {"order": "transfer", "from": war.id_of("a2"), "levels": 1}}
    number = war.campaign.seats.get(key="ada").number
    change = {"plan": number, "banner": war.id_of("a1"), "orders": orders}
    desk("corrections/", {"stage": "input", "change": change, "reason": "Sent by letter"})
    assert Correction.objects.get().change["orders"]["secondary"]["from"] == "a2"


def test_a_correction_of_the_outcome_is_shown_to_whom_it_touches(
    war: War, desk: Callable[..., dict[str, object]], ada: User, ben: User, program: As
) -> None:
    war.meet()
    war.go_to(Phase.AFTERMATH_REVIEW)
    change = {"banner": war.id_of("a2"), "level": 11}
    desk("corrections/", {"stage": "outcome", "change": change, "reason": "A die under the sofa"})
    desk("publish/")
    hers = program(ada).get(f"{war.path}turns/1/report/").body
    assert [one["reason"] for one in hers["corrections"]] == ["A die under the sofa"]
    assert hers["corrections"][0]["text"] == "Gate Guard was corrected: level 11."
    assert [one["level"] for one in hers["banners"] if one["id"] == war.id_of("a2")] == [11]
    assert program(ben).get(f"{war.path}turns/1/report/").body["corrections"] == []


def test_positions_are_not_corrected_after_the_battles(war: War, mara: User, program: As) -> None:
    war.go_to(Phase.AFTERMATH_REVIEW)
    body = {"stage": "outcome", "change": {"banner": war.id_of("a2"), "at": [0, 0]}, "reason": "No"}
    refused = program(mara).post(f"{war.path}desk/corrections/", body)
    assert (refused.status, list(refused.errors)) == (400, ["change"])
    assert Correction.objects.count() == 0


def test_a_ruling_stands_above_what_was_told(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    battle = war.battle()
    ruling = {"winner": "second", "points_first": 800, "points_second": 200, "reason": "Seen by the umpire"}
    battles = desk(f"battles/{battle.public_id}/ruling/", ruling)["battles"]
    assert isinstance(battles, list)
    assert (battles[0]["standing"], battles[0]["ruled"]["winner"]) == ("ruled", "second")


def test_a_forfeit_leaves_a_battle_to_the_dice(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    body = {"side": "first", "reason": "No word for a week"}
    desk(f"battles/{war.battle().public_id}/forfeit/", body)
    assert (war.battle().forfeit_first, war.battle().dice is not None) == (True, True)


def test_a_deadline_is_extended_with_a_reason_that_all_read(
    war: War, desk: Callable[..., dict[str, object]], ada: User, program: As
) -> None:
    due = war.turn.plan_due
    assert due is not None
    to = due + timedelta(days=2)
    desk("extend/", {"date": "plan_due", "to": to.isoformat(), "reason": "Holidays"})
    assert war.turn.plan_due == to
    assert "Holidays" in str(program(ada).get(war.path).body["notices"])


def test_a_pause_stops_the_clock_until_the_campaign_goes_on(
    war: War, desk: Callable[..., dict[str, object]], ada: User, program: As
) -> None:
    assert desk("pause/", {"reason": "The club moves house"})["status"] == "paused"
    assert program(ada).get(war.path).body["pause_reason"] == "The club moves house"
    assert desk("resume/")["status"] == "running"


def test_those_who_are_missing_are_reminded(war: War, desk: Callable[..., dict[str, object]]) -> None:
    war.plan("a1", {"hold": True})
    assert desk("remind/") == {"reminded": 2}


def test_the_early_close_can_be_stopped(
    war: War,
    desk: Callable[..., dict[str, object]],
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    old = war.turn.plan_due
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        war.meet()
    assert war.turn.plan_due != old
    assert desk("stop-early-close/", {"reason": "Cleo phoned"})["early"] is False
    assert war.turn.plan_due == old


def test_the_log_is_read_in_parts(war: War, mara: User, program: As) -> None:
    AuditEntry.objects.bulk_create(
        AuditEntry(campaign=war.campaign, kind="note", text=f"Note {number}") for number in range(60)
    )
    first = program(mara).get(f"{war.path}desk/log/").body
    second = program(mara).get(f"{war.path}desk/log/?after={first['next']}").body
    assert (len(first["items"]), second["next"]) == (50, None)
    assert first["items"][0]["text"] == "Note 59"
    assert second["items"][0]["text"] == "Note 9"


def test_a_turn_is_a_scenario_document_without_its_seed_and_without_plans_that_are_not_due(
    war: War, mara: User, program: As
) -> None:
    war.meet()
    planning = program(mara).get(f"{war.path}turns/1/scenario/").body
    assert planning["plans"] == {}
    assert load({**planning, "seed": "00" * 32}).state.turn == 1
    war.go_to(Phase.PUBLISHED)
    told = program(mara).get(f"{war.path}turns/1/scenario/").body
    assert "seed" not in told
    assert set(told["plans"]) == {"ada", "ben", "cleo"}
    seed = seed_of(war.campaign, 1)
    assert seed.hex() not in str(told)
    assert load({**told, "seed": "00" * 32}).plans


def test_when_the_campaign_has_ended_everybody_may_read_its_turns_with_their_seeds(
    war: War, tarn: Campaign, ada: User, program: As
) -> None:
    war.go_to(Phase.PUBLISHED)
    assert program(ada).get(f"{war.path}turns/1/scenario/").status == 403
    Campaign.objects.filter(pk=tarn.pk).update(status=CampaignStatus.ENDED)
    document = program(ada).get(f"{war.path}turns/1/scenario/").body
    assert document["seed"] == seed_of(tarn, 1).hex()
    assert load(document).state.turn == 1


def test_nothing_is_done_to_a_turn_in_another_phase(war: War, mara: User, program: As) -> None:
    for path in ("announce/", "publish/"):
        refused = program(mara).post(f"{war.path}desk/{path}")
        assert (refused.status, refused.body["code"]) == (409, "phase")
    assert Turn.objects.get(campaign=war.campaign, number=1).phase == Phase.PLANNING
    assert not PlayerTurn.objects.filter(announcement__isnull=False).exists()


def test_a_date_is_called_what_extending_it_calls_it(war: War, mara: User, program: As) -> None:
    dates = program(mara).get(f"{war.path}desk/").body["dates"]
    assert [row["date"] for row in dates] == ["plan_due", "announce_due", "results_due", "publish_due"]
    assert [row["name"] for row in dates] == [row["date"] for row in dates]
    schema = program(mara).get("schema/?format=json").body
    assert "older programs" in schema["components"]["schemas"]["DateRow"]["properties"]["name"]["description"]


def test_who_sends_no_token_is_told_how(war: War, program: As) -> None:
    answer = program(None).get(war.path)
    assert answer.status == 401
    assert "Authorization: Bearer bgc_" in answer.body["detail"]
