"""Visitors' scenarios: pasted, adjudicated by a limited child, shown for a day."""

from __future__ import annotations

import json
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from campaign.access.visitors import asker_of
from campaign.base.dates import clock
from campaign.base.sandbox import adjudication, children
from campaign.base.sandbox.children import Limits
from campaign.models import Verdict, VerdictState
from campaign.rulebook.adjudicator import services as verdicts
from campaign.rulebook.adjudicator.services import give_verdicts
from rules.scenario import adjudicate, load, outcome_document, to_text

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parent.parent / "cases"
PATH = "/rules/verdicts/"


def case(number: str) -> dict[str, Any]:
    (path,) = CASES.glob(f"{number}-*.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def paste(text: str, **more: Any) -> str:
    """Paste a text as a visitor; the address of its result."""
    answer = Client().post(PATH, {"scenario": text}, **more)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def read(path: str) -> str:
    return unescape(Client().get(path).content.decode())


def test_a_visitor_pastes_a_scenario_and_reads_what_came_of_it() -> None:
    scenario = case("46")["scenario"]
    path = paste(json.dumps(scenario))
    waiting = read(path)
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert give_verdicts() == 1
    shown = read(path)
    assert "http-equiv" not in shown
    assert shown.count("<svg") >= 2
    assert "must retreat" in shown
    assert "/rules/7/" in shown
    answer = Client().get(f"{path}outcome.json")
    assert answer.content.decode() == to_text(outcome_document(adjudicate(load(scenario))))
    assert answer["Referrer-Policy"] == "same-origin"


def test_nothing_is_adjudicated_by_the_web_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> None:
        raise AssertionError("the web process adjudicates")

    path = paste(json.dumps(case("46")["scenario"]))
    give_verdicts()
    for name in ("rules.scenario.load", "rules.scenario.loads", "rules.turn.resolve_movement"):
        monkeypatch.setattr(name, never)
    assert Client().get(path).status_code == 200
    paste(json.dumps(case("47")["scenario"]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"banners": [{"id": "a1", "owner": "alpha", "at": [40, 2], "level": 15}]}, "banners[0].at"),
        ({"colour": "red"}, "colour"),
        ({"map": ["..", "."]}, "map[1]"),
    ],
)
def test_what_is_wrong_is_said_with_its_place_and_nothing_typed_is_lost(
    change: dict[str, Any], said: str
) -> None:
    scenario = {**case("01")["scenario"], **change}
    path = paste(json.dumps(scenario))
    give_verdicts()
    shown = read(path)
    assert f"<code>{said}</code>" in shown
    assert json.dumps(scenario) in shown
    assert Client().get(f"{path}outcome.json").status_code == 404


def test_what_is_no_json_is_said_and_a_missing_ruling_asked_for() -> None:
    wrong, disputed = paste("{"), dict(case("46")["scenario"])
    disputed["reports"] = [dict(one) for one in disputed["reports"]]
    disputed["reports"][0]["winner"] = None
    path = paste(json.dumps(disputed))
    assert give_verdicts() == 2
    assert "is not JSON" in read(wrong)
    assert "contradict each other" in read(path)


def test_a_scenario_that_asks_too_much_ends_its_child_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = paste(json.dumps(case("01")["scenario"]))
    monkeypatch.setattr(verdicts, "LIMITS", Limits(seconds=20, megabytes=1))
    give_verdicts()
    assert "could not be adjudicated" in read(path)


def test_an_answer_that_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    path = paste(json.dumps(case("01")["scenario"]))
    monkeypatch.setattr(children, "lines", lambda *args: iter(['{"state": "large"}']))
    give_verdicts()
    assert "too large to be shown" in read(path)
    monkeypatch.setattr(adjudication, "MOST_ANSWER", 100)
    assert json.loads(adjudication.written(json.dumps(case("01")["scenario"]).encode())) == {"state": "large"}


def test_one_address_may_not_ask_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(case("01")["scenario"])
    for _ in range(verdicts.AT_ONCE):
        paste(text)
    refused = Client().post(PATH, {"scenario": text})
    assert refused.status_code == 429
    assert text in unescape(refused.content.decode())
    paste(text, REMOTE_ADDR="198.51.100.7")
    Verdict.objects.update(state=VerdictState.DONE, answer='{"state": "failed"}')
    monkeypatch.setattr(verdicts, "AN_HOUR", verdicts.AT_ONCE)
    assert Client().post(PATH, {"scenario": text}).status_code == 429
    with clock.at(clock.now() + timedelta(hours=2)):
        paste(text)


def test_too_long_and_empty_texts_are_refused_at_once() -> None:
    for text, said in (("x" * (verdicts.MOST_BYTES + 1), "at most 200000"), (" ", "Paste a scenario first")):
        answer = Client().post(PATH, {"scenario": text})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not Verdict.objects.exists()


def test_it_is_deleted_after_a_day() -> None:
    path = paste(json.dumps(case("01")["scenario"]))
    give_verdicts()
    with clock.at(clock.now() + timedelta(hours=25)):
        assert Client().get(path).status_code == 404
        give_verdicts()
    assert not Verdict.objects.exists()


def test_a_worker_that_dies_is_followed_by_another_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """The end of a worker."""

    def end(*given: Any) -> None:
        raise Killed

    path = paste(json.dumps(case("01")["scenario"]))
    monkeypatch.setattr(children, "lines", end)
    moment = clock.now()
    assert verdicts.VERDICTS.attempts == 3
    for minutes in range(3):
        with clock.at(moment + timedelta(minutes=2 * minutes)):
            with pytest.raises(Killed):
                give_verdicts()
            assert give_verdicts() == 0, "it is leased"
    with clock.at(moment + timedelta(hours=1)):
        assert give_verdicts() == 0
    assert "the worker ended each time" in read(path)


def test_who_asked_is_not_kept(settings: Any) -> None:
    paste(json.dumps(case("01")["scenario"]), REMOTE_ADDR="203.0.113.9")
    assert "203.0.113.9" not in str(Verdict.objects.values())
    asked = RequestFactory().get
    one, other = asked("/", REMOTE_ADDR="2001:db8::1"), asked("/", REMOTE_ADDR="2001:db8::2")
    assert asker_of(one) == asker_of(other)
    forged = asked("/", REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR="1.2.3.4")
    assert asker_of(forged) == asker_of(asked("/", REMOTE_ADDR="203.0.113.9"))
    settings.TRUSTED_PROXIES = 1
    assert asker_of(forged) == asker_of(asked("/", REMOTE_ADDR="1.2.3.4"))


def test_a_case_is_a_start() -> None:
    (path,) = CASES.glob("46-*.json")
    assert "points_lost" in read(f"{PATH}?case={path.stem}")
    assert Client().get(f"{PATH}?case=nothing").status_code == 200
    assert f'action="{PATH}"' in read("/rules/cases/")
    assert f"{PATH}?case={path.stem}" in read(f"/rules/cases/{path.stem}/")


def test_a_program_asks_the_same() -> None:
    scenario = case("46")["scenario"]
    client = Client()
    asked = client.post("/api/v1/verdicts/", {"scenario": scenario}, content_type="application/json")
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    path = f"/api/v1/verdicts/{asked.json()['id']}/"
    give_verdicts()
    found = client.get(path).json()
    assert (found["state"], found["error"]) == ("done", None)
    assert found["outcome"] == json.loads(to_text(outcome_document(adjudicate(load(scenario)))))
    wrong = client.post("/api/v1/verdicts/", {"scenario": {"turn": 0}}, content_type="application/json")
    give_verdicts()
    error = client.get(f"/api/v1/verdicts/{wrong.json()['id']}/").json()["error"]
    assert error["path"]
    assert error["detail"]
    for _ in range(verdicts.AT_ONCE):
        client.post("/api/v1/verdicts/", {"scenario": scenario}, content_type="application/json")
    refused = client.post("/api/v1/verdicts/", {"scenario": scenario}, content_type="application/json")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
