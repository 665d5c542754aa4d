"""Turns with a length of their own: what is half filled in is said, and not dropped in silence."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaign.base.dates.schedule import Schedule
from campaign.founding.draft_saving import open_draft
from campaign.founding.forms import ScheduleForm
from campaign.founding.services import save_schedule
from campaign.models import User
from tests.founding.test_builder_at_once import parts_of, version_in
from tests.founding.test_builder_pages import logged_in, page


@pytest.mark.parametrize(
    ("own", "field", "told"),
    [
        ({"own_1_hours": 24}, "own_1_turn", "Say which turn."),
        ({"own_2_turn": 3}, "own_2_turn", "Say how many hours for plans it has, or days for battles."),
        (
            {"own_1_turn": 3, "own_1_hours": 24, "own_2_turn": 3, "own_2_hours": 48},
            "own_2_turn",
            "Turn 3 stands here twice.",
        ),
        ({"own_1_turn": 3, "own_1_hours": 24, "own_2_turn": 4, "own_2_days": 0}, "", ""),
    ],
)
def test_what_cannot_be_kept_is_said(own: dict[str, int], field: str, told: str, mara: User) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    client, path = logged_in(mara), reverse("build_schedule", args=[site.public_id])
    before = version_in(page(client, "build_schedule", site))
    sent = {**parts_of(site)["build_schedule"][1], **own, "version": before}
    answer = client.post(path, sent, headers={"accept": "application/json"})
    assert answer.json()["errors"] == ({field: [told]} if told else {})
    site.refresh_from_db()
    turns = Schedule.of(site).turns
    assert {number: (one.plan_hours, one.battle_days) for number, one in turns.items()} == (
        {} if told else {3: (24, None), 4: (None, 0)}
    )


def test_what_the_form_does_not_show_is_not_lost_by_saving_it(mara: User) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    turns = {"2": {"battle_days": 0}, **{str(number): {"plan_hours": 24} for number in range(3, 10)}}
    save_schedule(campaign=site, by=mara, document={"turns": turns})
    client, path = logged_in(mara), reverse("build_schedule", args=[site.public_id])
    shown = page(client, "build_schedule", site)
    site.refresh_from_db()
    form = ScheduleForm(initial=ScheduleForm.initial_of(site))
    values = {one.html_name: one.value() for one in form}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    assert sent["own_1_turn"] == 2
    answer = client.post(path, {**sent, "version": version_in(shown)}, headers={"accept": "application/json"})
    assert answer.json()["errors"] == {}
    site.refresh_from_db()
    kept = Schedule.of(site).turns
    assert kept[2].battle_days == 0
    assert [kept[number].plan_hours for number in range(3, 10)] == [24] * 7
