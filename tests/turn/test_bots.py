"""The bot's seats: planned in a process of its own, kept as they were decided, and never held up by it."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from bench.campaigns import scene_with_everything, stored
from campaign.base.dates import clock
from campaign.base.sandbox.children import Limits
from campaign.models import (
    AuditEntry,
    BotDecision,
    Heartbeat,
    Notice,
    Order,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.skirmish.services import begin_for
from campaign.skirmish.setting_up import Wish
from campaign.turn import bot_plans, missing_plans, tick
from campaign.turn.plans.bot_knowledge import FELL_SHORT, seed_of
from rules.bot import opponent
from rules.bot.characters import Level
from rules.bot.documents import decision_document, knowledge_from
from tests.fights import browser
from tests.wars import APART, CLOSE, War, begin_war

pytestmark = pytest.mark.django_db

Capture = Callable[..., AbstractContextManager[list[Callable[[], Any]]]]
ROOT = Path(__file__).resolve().parents[2]


def played_by_bots(**of_north: str) -> War:
    war = begin_war(CLOSE, bots=("north",))
    Seat.objects.filter(campaign=war.campaign, key="north").update(**of_north)
    return war


def plan_ahead(war: War) -> int:
    assert war.turn.plan_due is not None
    with clock.at(war.turn.plan_due - timedelta(hours=5)):
        return bot_plans.plan_ahead()


def question(war: War, kept: BotDecision) -> dict[str, object]:
    """What ``python -m rules plan`` is asked, as the campaign's file has it."""
    rows = war.campaign.map_rows.split("\n")
    return {
        "row": 1,
        "level": kept.level,
        "character": kept.character,
        "seed": kept.seed,
        "knowledge": {**kept.knowledge, "rows": rows},
    }


def test_a_decision_is_made_anew_by_anybody() -> None:
    war = played_by_bots(bot_level="veteran", bot_character="raider")
    assert plan_ahead(war) == 1
    kept = BotDecision.objects.get()
    assert (kept.level, kept.character, kept.shortfall) == ("veteran", "raider", "")
    assert kept.seed == seed_of(bytes(war.campaign.id_key), "north", 1).hex()
    for hash_seed in ("0", "77"):
        done = subprocess.run(
            [sys.executable, "-m", "rules", "plan", "-"],
            input=json.dumps(question(war, kept)).encode(),
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed},
        )
        assert json.loads(done.stdout) == {
            "plan": kept.plan,
            "reasons": kept.reasons,
            "beliefs": kept.beliefs,
        }
    banners = {banner.id for banner in knowledge_from(question(war, kept)["knowledge"]).banners}
    assert {reason["banner"] for reason in kept.reasons} == banners
    rows = Order.objects.filter(player_turn__seat__key="north").exclude(slot="hold")
    ordered = {(key, slot) for key, given in kept.plan["orders"].items() for slot in given}
    assert set(rows.values_list("banner", "slot")) == ordered


def test_it_remembers_where_it_began_and_where_it_has_searched() -> None:
    war = played_by_bots()
    plan_ahead(war)
    first = BotDecision.objects.get()
    assert first.knowledge["home"] == [
        [banner["at"][0], banner["at"][1]] for banner in first.knowledge["banners"]
    ]
    BotDecision.objects.update(plan={"node": None, "orders": {"north1": {"primary": {"order": "search"}}}})
    war.publish()
    plan_ahead(war)
    second = BotDecision.objects.latest("pk")
    assert second.knowledge["home"] == first.knowledge["home"]
    places = {banner["id"]: banner["at"] for banner in first.knowledge["banners"]}
    assert second.knowledge["searched"] == [places["north1"]]


def test_a_process_that_is_ended_leaves_a_regulars_plan_and_tells_the_operator_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    war = played_by_bots(bot_level="veteran")
    told = (AuditEntry.objects.count(), Notice.objects.count())
    monkeypatch.setattr(bot_plans, "LIMITS", Limits(megabytes=1))
    assert plan_ahead(war) == 1
    kept = BotDecision.objects.get()
    assert (kept.level, kept.shortfall) == ("regular", "killed")
    own = knowledge_from(question(war, kept)["knowledge"])
    assert kept.plan == decision_document(opponent.plan(own))["plan"]
    assert "the bot planned for seat" in caplog.text
    assert (AuditEntry.objects.count(), Notice.objects.count()) == told


def test_the_operator_sees_when_a_bot_fell_short_and_nothing_of_its_war(
    django_capture_on_commit_callbacks: Capture,
) -> None:
    war = played_by_bots(bot_level="regular")
    with django_capture_on_commit_callbacks(execute=True):
        war.pass_deadline()
    assert not Heartbeat.objects.filter(name=FELL_SHORT).exists()
    late = played_by_bots(bot_level="veteran")
    with django_capture_on_commit_callbacks(execute=True):
        late.pass_deadline()
    otto = User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")
    page = browser(otto).get("/admin/campaign/heartbeat/").content.decode()
    assert FELL_SHORT in page
    assert late.campaign.name not in page
    assert Heartbeat.objects.get(name=FELL_SHORT).at == BotDecision.objects.latest("pk").made_at


@pytest.mark.parametrize(
    ("level", "played", "shortfall"),
    [("recruit", "recruit", ""), ("regular", "regular", ""), ("veteran", "regular", "late")],
)
def test_at_the_deadline_only_a_veteran_is_late(level: str, played: str, shortfall: str) -> None:
    war = played_by_bots(bot_level=level)
    war.pass_deadline()
    kept = BotDecision.objects.get()
    assert (kept.level, kept.shortfall) == (played, shortfall)
    if shortfall:
        assert kept.get_shortfall_display() == "there was no time left for its own"
    own = knowledge_from(question(war, kept)["knowledge"])
    made = opponent.plan(own, level=Level(played), seed=bytes.fromhex(kept.seed))
    assert kept.plan == decision_document(made)["plan"]


def test_no_more_is_planned_within_a_deadline_than_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who has no time holds, another one in each turn; its memory stays."""
    war = begin_war(CLOSE, automatic=True, battles="abstract", bots=("north", "south"))
    monkeypatch.setattr(missing_plans, "AT_THE_DEADLINE", len(war.campaign.map_rows))
    for _turn in range(2):
        war.publish()
    told = BotDecision.objects.order_by("player_turn__turn__number", "player_turn__seat__number")
    found = list(told.values_list("player_turn__seat__key", "shortfall"))
    assert found == [("north", "held"), ("south", ""), ("north", ""), ("south", "held")]
    for kept in told:
        assert bool(kept.plan["orders"]) == (not kept.shortfall)
        assert kept.knowledge["home"]
        assert {banner["id"] for banner in kept.knowledge["banners"]} <= {
            f"{kept.player_turn.seat.key}{number}" for number in (1, 2)
        }


@pytest.mark.parametrize(
    "size", [(24, 40, 8), pytest.param((400, 300, 40), marks=pytest.mark.long)], ids=lambda size: str(size[1])
)
def test_a_deadline_without_any_bots_plan_takes_little_longer_than_the_turn(
    size: tuple[int, int, int],
) -> None:
    """By CPU time in this process, with all plans in and with none: as if the heavy queue had stood still."""
    scene = scene_with_everything(size)

    def seconds(*, bots: bool) -> float:
        turn = Turn.objects.select_related("campaign").get(pk=stored(scene))
        if bots:
            PlayerTurn.objects.filter(turn=turn).update(state="nothing", receipt="")
            Order.objects.filter(player_turn__turn=turn).delete()
            turn.campaign.seats.update(status=SeatStatus.BOT, bot_level="veteran")
        gc.collect()  # what earlier tests left is not this turn's to clear away
        begun = process_time()
        tick.tick(now=turn.resolve_after)
        taken = process_time() - begun
        turn.refresh_from_db()
        assert turn.phase == "published", turn.last_error
        turn.campaign.delete()
        User.objects.all().delete()
        return taken

    seconds(bots=False)
    alone, planned = (min(seconds(bots=bots) for _ in range(3)) for bots in (False, True))
    assert planned <= 4 * alone, f"{planned:.2f} s over {alone:.2f} s"


# Whose plan comes first


def test_real_deadlines_come_first_and_then_skirmishes_by_person_in_turn(
    ada: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def noted(numbers: dict[int, int]) -> int:
        asked.extend(Seat.objects.get(pk=seat).campaign_id for seat in numbers)
        return len(numbers)

    monkeypatch.setattr(bot_plans, "_plan_for", noted)
    wish = Wish(bots=2)
    first, second = (begin_for(user=ada, token=f"a{n}", wish=wish).campaign.pk for n in range(2))
    other = begin_for(user=ben, token="b", wish=wish).campaign.pk
    dated = played_by_bots()
    assert dated.turn.plan_due is not None
    with clock.at(dated.turn.plan_due - timedelta(hours=5)):
        assert bot_plans.plan_ahead() == 7
    # Two bots in each: Ada's two wars together get no more turns than Ben's one.
    assert asked == [dated.campaign.pk, first, other, first, other, second, second]


@pytest.mark.parametrize("submit", [False, True], ids=["a draft", "submitted"])
def test_whoever_comes_back_while_the_bot_thinks_is_not_planned_for(
    submit: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rig found it: a plan that was acknowledged had been written over by a bot that had begun before."""
    war = begin_war(CLOSE, plan_revision=True)
    Seat.objects.filter(campaign=war.campaign, key="north").update(status=SeatStatus.BOT, bot_level="regular")
    decided, receipts = bot_plans.decided, []

    def meanwhile(asked: Any) -> Any:
        made = list(decided(asked))
        receipts.append(war.plan("north", {"north1": {"hold": True}}, submit=submit).hash)
        return made

    monkeypatch.setattr(bot_plans, "decided", meanwhile)
    assert plan_ahead(war) == 0
    kept = war.part("north")
    assert not kept.by_bot
    assert kept.state == ("submitted" if submit else "draft")
    assert [kept.receipt] == receipts
    assert not BotDecision.objects.exists()
    assert war.seat("north").status == SeatStatus.PLAYER


def test_at_the_deadline_a_regular_plans_for_all_and_at_worst_all_hold(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    war = played_by_bots(bot_level="veteran")
    war.pass_deadline()
    assert BotDecision.objects.get().level == "regular"

    def broken(*_own: object, **_how: object) -> None:
        raise ZeroDivisionError

    other = begin_war(APART, bots=("north",))
    monkeypatch.setattr(missing_plans.bot, "plan", broken)
    turn = other.pass_deadline()
    kept = BotDecision.objects.get(player_turn__turn=turn)
    assert (kept.shortfall, kept.plan["orders"]) == ("held", {})
    assert turn.input["plans"]["north"]["orders"] == {}
    assert "all hold" in caplog.text
