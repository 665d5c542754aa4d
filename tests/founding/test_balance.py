"""Is a set-up fair: its measures, and bots that play it in a process of their own."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from campaign.base.dates import clock
from campaign.base.drawing.charts import Interval, bars, lines
from campaign.base.maps.bot_games import counted, play, relabelled
from campaign.base.maps.fairness import check, wilson
from campaign.base.maps.generate import Wish, draw
from campaign.base.refusal import Refusal
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.base.setup.boards import read_board
from campaign.founding.balance import services as trials
from campaign.founding.balance.selectors import balance_page, games_of
from campaign.founding.draft_saving import open_draft, save_board
from campaign.models import BalanceRun, Campaign, Draft, TrialState, User
from rules.scenario import load

As = Callable[[User | None], Client]
NICEST = 19
"""No process can be nicer."""
BOARD = read_board(
    {
        "terrain": [".......", ".......", "......."],
        "features": [{"id": "f", "at": [1, 1], "effect": "supply"}],
        "relics": [{"id": "r", "at": [2, 1], "name": "Orb"}],
        "banners": [
            {"id": "a", "owner": "s1", "at": [0, 1], "level": 15},
            {"id": "b", "owner": "s2", "at": [5, 1], "level": 10},
            {"id": "b2", "owner": "s2", "at": [6, 1], "level": 10},
        ],
    }
)


@pytest.fixture
def site(db: None, mara: User) -> Campaign:
    """A campaign for two that Mara builds, with a small map: whoever holds 20 sectors wins."""
    campaign = open_draft(by=mara, name="The Long March", seats=2)
    drawn = draw(Wish(seed=2, width=12, height=12, players=2, level=15)).board
    save_board(campaign=campaign, by=mara, board=drawn)
    wants = {"conditions": [{"kind": "occupation", "count": 20, "primary": True}]}
    Draft.objects.filter(campaign=campaign).update(players={"s1": wants, "s2": wants})
    return campaign


# The measures


def test_the_measures_of_a_board() -> None:
    wants = {
        "s1": {
            "conditions": [{"kind": "retrieval", "relic": "r"}, {"kind": "occupation", "sectors": [[4, 0]]}]
        }
    }
    found = check(BOARD, wants, ["s1", "s2"])
    first, second = found.standings
    assert (first.nearest_enemy, second.nearest_enemy) == (5, 5)
    assert (first.points, second.points) == (1500, 2000)
    assert (first.objective, second.objective) == (4, None)
    assert first.relics == (("Orb", 2),)
    assert second.relics == (("Orb", 3),)
    assert (first.supply, second.supply) == (1, 4)
    assert first.share == 9 / 21
    assert second.share == 12 / 21
    assert found.shared == 0
    assert set(found.odd) == {"objective", "supply", "points", "share"}


def test_what_cannot_be_reached_has_no_distance_and_an_empty_board_breaks_nothing() -> None:
    walled = {**BOARD, "terrain": ["...#...", "...#...", "...#..."]}
    found = check(walled, {}, ["s1", "s2"])
    assert found.standings[0].nearest_enemy is None
    assert found.standings[1].relics == (("Orb", None),)
    empty = check({**BOARD, "banners": []}, {}, ["s1", "s2"])
    assert [one.share for one in empty.standings] == [0, 0]
    off = {
        **BOARD,
        "banners": [{"id": "a", "owner": "s1", "at": [90, 90], "level": 1, "works": "none", "name": "a"}],
    }
    assert check(off, {}, ["s1"]).standings[0].banners == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_drawn_map_is_called_fair(seed: int) -> None:
    board = draw(Wish(seed=seed, players=4, supplies=1, relics=1)).board
    odd = set(check(board, {}, ["s1", "s2", "s3", "s4"]).odd)
    assert not odd & {"nearest_enemy", "relics", "points", "supply"}


def test_the_interval_of_a_share() -> None:
    share = wilson(10, 40)
    assert (round(share.low, 4), round(share.high, 4)) == (0.1419, 0.4019)
    assert share.share == 0.25
    assert share.covers(0.4)
    assert not share.covers(0.41)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == 1


# The games


def scenario(site: Campaign) -> dict[str, Any]:
    run = trials.start_trial(campaign=site, by=site.roles.get().user)
    run.delete()
    return dict(run.scenario)


def test_a_game_is_the_same_under_other_names(site: Campaign) -> None:
    told = scenario(site)
    renamed, names = relabelled(told, random.Random(3))
    assert sorted(names.values()) == ["s1", "s2"]
    assert load(renamed).state.rows == load(told).state.rows
    owners = {names[banner["owner"]] for banner in renamed["banners"]}
    assert owners == {"s1", "s2"}
    assert play(told, 4, "ab", 30) == play(told, 4, "ab", 30)
    games = [play(told, number, "ab", 30) for number in range(12)]
    assert len({(game.winner, game.turns) for game in games}) > 1
    assert all(game.decided for game in games)


def test_many_games_are_counted() -> None:
    tally: dict[str, Any] = {}
    for winner, decided in (("s1", True), ("s1", False), (None, False)):
        game = {"winner": winner, "decided": decided, "turns": 10, "first_battle": 4 if winner else None}
        tally = counted(tally, game)
    assert tally == {
        "wins": {"s1": 2},
        "decided": {"s1": 1},
        "games": 3,
        "turns": 30,
        "fought": 2,
        "first_battle": 8,
    }


def test_bots_play_in_a_child_and_the_page_tells_who_wins(site: Campaign, mara: User, as_user: As) -> None:
    path = f"/c/{site.public_id}/build/balance/"
    client = as_user(mara)
    assert client.post(path, {"act": "start", "games": 6, "turns": 12}).status_code == 302
    assert 'hx-trigger="every 2s"' in client.get(f"{path}games/").content.decode()
    while trials.play_next():
        pass
    games = balance_page(mara, site).games
    assert games is not None
    assert (games.state, games.played, games.error) == (TrialState.DONE, 6, "")
    assert sum(one.wins for one in games.wins) + games.nobody == 6
    page = client.get(path).content.decode()
    assert "chart-interval" in page
    assert "every 2s" not in page


def test_games_go_on_where_the_last_worker_stopped(
    site: Campaign, mara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = trials.start_trial(campaign=site, by=mara, games=5, turns=10)
    monkeypatch.setattr(trials, "TRIALS", replace(trials.TRIALS, slice=timedelta(0)))
    assert trials.play_next() == 1
    run.refresh_from_db()
    assert 1 <= run.played < 5
    assert run.state == TrialState.RUNNING
    assert run.leased_until is None
    first = run.tally
    while trials.play_next():
        pass
    run.refresh_from_db()
    assert (run.state, run.played) == (TrialState.DONE, 5)
    assert run.tally["turns"] > first["turns"]


def test_a_run_that_a_worker_is_at_is_left_alone_until_its_lease_is_over(site: Campaign, mara: User) -> None:
    run = trials.start_trial(campaign=site, by=mara, games=1, turns=3)
    later = clock.now() + timedelta(seconds=30)
    BalanceRun.objects.filter(pk=run.pk).update(state=TrialState.RUNNING, leased_until=later)
    assert trials.play_next() == 0
    with clock.at(later + timedelta(seconds=1)):
        assert trials.play_next() == 1


def test_a_run_that_never_ends_is_given_up(site: Campaign, mara: User) -> None:
    run = trials.start_trial(campaign=site, by=mara)
    long_ago = clock.now() - timedelta(minutes=45, seconds=1)
    BalanceRun.objects.filter(pk=run.pk).update(state=TrialState.RUNNING, started_at=long_ago)
    assert trials.play_next() == 0
    run.refresh_from_db()
    assert run.state == TrialState.FAILED
    assert "took too long" in run.error


def test_a_child_that_dies_is_told(
    site: Campaign, mara: User, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    trials.start_trial(campaign=site, by=mara, games=50)
    monkeypatch.setattr(trials, "LIMITS", Limits(seconds=0))
    trials.play_next()
    run = BalanceRun.objects.get()
    assert run.state == TrialState.FAILED
    assert "The games ended after 0 of 50" in run.error
    page = as_user(mara).get(f"/c/{site.public_id}/build/balance/").content.decode()
    assert "The games ended after 0 of 50" in page


def test_games_are_cancelled(site: Campaign, mara: User, as_user: As) -> None:
    trials.start_trial(campaign=site, by=mara)
    with pytest.raises(Refusal) as refused:
        trials.start_trial(campaign=site, by=mara)
    assert refused.value.code == "running"
    as_user(mara).post(f"/c/{site.public_id}/build/balance/", {"act": "cancel"})
    assert BalanceRun.objects.get().state == TrialState.CANCELLED
    assert trials.play_next() == 0
    trials.start_trial(campaign=site, by=mara)


@pytest.mark.parametrize(("games", "turns", "field"), [(0, 5, "games"), (501, 5, "games"), (5, 81, "turns")])
def test_bounds_of_games(games: int, turns: int, field: str, site: Campaign, mara: User) -> None:
    with pytest.raises(Refusal) as refused:
        trials.start_trial(campaign=site, by=mara, games=games, turns=turns)
    assert refused.value.field == field


def test_an_unfinished_set_up_cannot_be_played(site: Campaign, mara: User, ben: User, as_user: As) -> None:
    board = {"terrain": ["...", ".#."], "banners": [{"id": "b", "owner": "s1", "at": [1, 1], "level": 3}]}
    save_board(campaign=site, by=mara, board=board)
    answer = as_user(mara).post(
        f"/c/{site.public_id}/build/balance/", {"act": "start", "games": 5, "turns": 5}
    )
    assert answer.status_code == 422
    assert "cannot be played yet" in answer.content.decode()
    with pytest.raises(Refusal, match="facilitator"):
        trials.start_trial(campaign=site, by=ben)


def test_only_the_last_runs_are_kept(site: Campaign, mara: User) -> None:
    for _ in range(trials.KEPT + 2):
        trials.start_trial(campaign=site, by=mara)
        trials.cancel_trial(campaign=site, by=mara)
    assert BalanceRun.objects.count() == trials.KEPT


# The child


def program(tmp_name: str) -> str:
    return f"tests.founding.children.{tmp_name}"


@pytest.mark.parametrize(
    ("name", "limits", "words"),
    [
        ("hungry", Limits(megabytes=200), "memory"),
        ("endless", Limits(seconds=2), "time for it was up|signal"),
        ("failing", Limits(), "it failed"),
    ],
)
def test_a_child_cannot_take_more_than_it_may(name: str, limits: Limits, words: str) -> None:
    with pytest.raises(ChildFailedError, match=words):
        list(children.lines(program(name), b"{}", limits))


def test_a_child_sees_no_secret_and_is_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "never to be seen")
    (line,) = [one for one in children.lines(program("telling"), b"hello", Limits(niceness=7)) if one]
    assert line == f"hello False {min(os.nice(0) + 7, NICEST)}"


@pytest.mark.parametrize(("own", "child"), [(3, 10), (15, NICEST)])
def test_a_child_is_nicer_than_who_asks_however_nice_that_is(own: int, child: int) -> None:
    """``make test`` itself may run with less priority, and so may the site."""
    asking = (
        "import os; from campaign.base.sandbox import children\n"
        f"os.nice({own} - os.nice(0))\n"
        f"said = children.lines('{program('telling')}', b'hello', children.Limits(niceness=7))\n"
        "print(*filter(None, said))"
    )
    if os.nice(0) > own:
        pytest.skip("this run has less priority already, and cannot take more")
    done = subprocess.run([sys.executable, "-c", asking], cwd=children.ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["hello", "False", str(child)], done.stderr


# The charts


def test_bars_end_at_a_round_value_and_mark_what_is_fair() -> None:
    chart = bars(
        [Interval("A", 1, 0.3, 0.2, 0.45, "30 %"), Interval("B", 2, 0.1, 0.0, 0.2, "10 %")], fair=0.25
    )
    assert chart.lines[-1] == (100, "50 %")
    assert chart.fair == 50
    assert [round(bar.length) for bar in chart.bars] == [60, 20]
    assert bars([]).height == 0


def test_lines_run_over_the_turns() -> None:
    chart = lines([1, 2, 3], [("A", 1, [0, 5, 10]), ("B", 2, [2, 2, 2])])
    assert chart.lines[0].points == "0.0,240.0 300.0,120.0 600.0,0.0"
    assert chart.up == ((240.0, "0"), (120.0, "5"), (0.0, "10"))
    assert lines([], []).lines == ()


def test_the_games_say_how_long_the_rest_will_take() -> None:
    with clock.at(datetime(2026, 11, 21, 12, 0, tzinfo=UTC)):
        begun = clock.now() - timedelta(seconds=60)
        run = BalanceRun(state=TrialState.RUNNING, games=200, turns=40, played=50, started_at=begun)
        assert games_of(run, (), 0).minutes_left == 3
        run.played = 0
        assert games_of(run, (), 0).minutes_left is None


def test_armies_without_a_banner_are_named_and_not_played(mara: User, as_user: As) -> None:
    site = open_draft(by=mara, name="The Salt Road", seats=2)
    path = f"/c/{site.public_id}/build/balance/"
    page = as_user(mara).get(path).content.decode()
    assert "Without a banner on the map: Army 1, Army 2." in page
    assert "No measure differs" not in page
    refused = as_user(mara).post(path, {"act": "start", "games": 6, "turns": 12})
    assert refused.status_code == 422
    assert "no banner on the map for Army 1, Army 2" in refused.content.decode()
