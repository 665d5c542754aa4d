"""The operator's page and /metrics: how the site does, read by a strict parser, and nothing of any war."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from campaign.base.dates import clock
from campaign.base.remedies import CAUSES, Cause, remedy
from campaign.models import Breaker, Campaign, CampaignStatus, Heartbeat, Notice, Turn, TurnStart, User
from campaign.operations.metrics.selectors import site_status
from campaign.operations.metrics.warnings import warnings_of
from campaign.turn import failures
from tests.press.test_flags import browser

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
TOKEN = "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH"
NAME = re.compile(r"boltgun_[a-z_]+")


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def numbers(settings: Any, client: Client | None = None) -> dict[str, float]:
    """The samples by name and labels."""
    settings.METRICS_TOKEN = TOKEN
    answer = (client or Client()).get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(answer.content.decode()):
        assert NAME.fullmatch(family.name)
        assert family.documentation
        assert family.type == "gauge"
        for sample in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(sample.labels.items()))
            key = f"{sample.name.removeprefix('boltgun_')}{{{labels}}}" if labels else sample.name[8:]
            assert key not in found, "a sample twice"
            found[key] = sample.value
    return found


def test_without_the_token_there_is_nothing(settings: Any, client: Client) -> None:
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = TOKEN
    for sent in ("", "Bearer", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \u00fc"):
        assert client.get("/metrics", headers={"authorization": sent}).status_code == 404


def test_it_answers_any_host_as_health_does(settings: Any, client: Client) -> None:
    settings.METRICS_TOKEN = TOKEN
    headers = {"authorization": f"Bearer {TOKEN}", "host": "10.0.0.7:8000"}
    assert client.get("/metrics", headers=headers).status_code == 200


def test_what_is_wrong_is_counted_with_its_cause(tarn: Campaign, settings: Any) -> None:
    moment = clock.now()
    quiet = numbers(settings)
    assert quiet["wars{state=running}"] == 1
    assert quiet["turns_late"] == 0
    Heartbeat.objects.update_or_create(name="tick", defaults={"at": moment - timedelta(seconds=90)})
    turn = Turn.objects.get(campaign=tarn, number=1)
    Turn.objects.filter(number=1).update(resolve_after=moment - timedelta(minutes=5))
    TurnStart.objects.create(turn=turn, process="here:1", begun=moment, ended=moment, well=True)
    TurnStart.objects.create(turn=turn, process="here:1", begun=moment)
    Breaker.objects.create(host="mail.example:25", faults=3, opened=1, until=moment + timedelta(minutes=1))
    Notice.objects.update(not_before=moment - timedelta(hours=1))
    loud = numbers(settings)
    assert 89 < loud["tick_age_seconds"] < 95
    assert (loud["clock_well"], loud["turns_late"]) == (0, 1)
    assert 299 < loud["turns_late_seconds"] < 310
    assert (loud["steps_last_hour{end=well}"], loud["steps_last_hour{end=unended}"]) == (1, 1)
    assert loud["breakers_open"] == 1
    assert loud["outbox_waiting{channel=mail}"] == Notice.objects.count() > 0
    assert loud["outbox_oldest_seconds{channel=mail}"] > 3500
    assert {one.cause for one in warnings_of(site_status())} == {
        *(Cause.STILL, Cause.LATE, Cause.HOST, Cause.MAIL)
    }


def on_hold(tarn: Campaign) -> None:
    """Three failures in a row."""
    turn = Turn.objects.get(campaign=tarn, number=1)
    for _time in range(len(failures.PAUSES)):
        failures.record(turn.pk, "turn 1", ValueError("the secret order of Ada"))


def test_a_war_on_hold_stands_there_with_cause_and_remedy_and_no_word_of_it(
    tarn: Campaign, otto: User, settings: Any
) -> None:
    on_hold(tarn)
    assert Campaign.objects.get().status == CampaignStatus.ON_HOLD
    found = numbers(settings)
    assert (found["wars_held{cause=failed}"], found["wars{state=on_hold}"]) == (1, 1)
    page = browser(otto).get("/operator/").content.decode()
    assert tarn.public_id in page
    assert remedy(Cause.FAILED) in page
    assert "ValueError" in page
    for hidden in (tarn.name, "the secret order", "4th Iron Column", "Vanguard", "Ada"):
        assert hidden not in page


def test_no_label_names_a_war_or_a_person(tarn: Campaign, ada: User, otto: User, settings: Any) -> None:
    Breaker.objects.create(host="ada.home.example", faults=3, until=clock.now() + timedelta(minutes=1))
    on_hold(tarn)
    text = "\n".join(numbers(settings))
    hidden = {tarn.public_id, tarn.name, ada.name, ada.public_id, ada.address, "ada.home", "Column"}
    assert not [word for word in hidden if word in text]
    assert set(re.findall(r"[{,](\w+)=", text)) == {"version", "end", "channel", "kind", "state", "cause"}


def test_every_cause_has_its_words_and_what_to_do() -> None:
    assert set(CAUSES) == set(Cause)
    assert all(str(what) and str(do) for what, do in CAUSES.values())


def test_the_page_is_for_operators_alone(ada: User, otto: User, as_user: As) -> None:
    assert as_user(ada).get("/operator/").status_code == 404
    assert as_user(otto).get("/operator/").status_code == 403
    assert browser(otto).get("/operator/").status_code == 200


def test_all_that_is_wrong_is_counted_however_much_the_page_shows(
    tarn: Campaign, otto: User, settings: Any
) -> None:
    on_hold(tarn)
    for number in range(60):
        Campaign.objects.create(name=f"War {number}", map_rows="..", status=CampaignStatus.ON_HOLD)
        Breaker.objects.create(host=f"h{number}.example", faults=number)
    found = numbers(settings)
    assert (found["wars_held{cause=failed}"], found["wars_held{cause=unknown}"]) == (1, 60)
    page = browser(otto).get("/operator/").content.decode()
    assert page.count("And 11 more.") == 1, "wars"
    assert page.count("And 10 more.") == 1, "hosts"
