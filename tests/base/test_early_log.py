"""Entries of the log from before there were kinds: read into kinds and values, whatever names they hold."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from campaign.base.words import early_log
from campaign.base.words.early_log import FORMS, LONGEST, Around, read_entry, write_entry
from campaign.base.words.log_messages import LogKind, topic_of
from campaign.base.words.log_words import sentence, words_of
from campaign.models import AuditEntry, Campaign
from tests.base.log_rows import ARMIES, BANNERS, Before, entries_before
from tests.wars import begin_war

HOUSE = Path(early_log.__file__).parents[2]
BEFORE = [("campaign", "0025_ids_that_are_ids")]
AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
UNKNOWN = "The south declares a sacrifice of 2: North 1 against South 1"
"""As an early version said it, and none later."""
AROUND = Around(
    "Europe/Berlin", ARMIES, (*BANNERS, "Guard", "Guard against Evil"), ("Ada", "Ada is deputy of")
)


@pytest.mark.parametrize("entry", entries_before(), ids=lambda entry: entry.text[:50])
def test_an_entry_of_before_is_read_and_says_the_same_now(entry: Before) -> None:
    assert read_entry(entry.kind, entry.text, entry.at, entry.around) == (entry.now, entry.values)
    assert write_entry(entry.now, entry.values, entry.at) == (entry.kind, entry.text)
    assert sentence(entry.now, entry.values, entry.at) == entry.text
    assert topic_of(entry.now) == entry.kind


@pytest.mark.parametrize("entry", entries_before(), ids=lambda entry: entry.text[:50])
def test_it_is_read_where_no_name_is_known(entry: Before) -> None:
    """In a file people do not travel, and armies may have other names by now."""
    found = read_entry(entry.kind, entry.text, entry.at, Around(entry.zone))
    if "away" in entry.values:
        assert found is None or found[1]["reason"] == entry.text.partition(": ")[2]
    else:
        assert found == (entry.now, entry.values)


def test_the_entries_of_before_are_of_every_kind_there_was() -> None:
    assert {entry.now.value for entry in entries_before()} == {made for _topic, made, _sentence in FORMS}


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (
            "dispute",
            "The two results differ: Guard against Evil against North 1, C6",
            {"first": "Guard against Evil", "second": "North 1", "sector": "C6"},
        ),
        (
            "ruling",
            "Ruled on Guard against Guard against Evil: Seen: twice",
            {"first": "Guard", "second": "Guard against Evil", "reason": "Seen: twice"},
        ),
        (
            "deputy",
            "Ada is deputy of is deputy of The north",
            {"person": "Ada is deputy of", "army": "The north"},
        ),
        (
            "date_moved",
            "The plan deadline is 1 day later: The north and Army of Ada are away",
            {"days": 1, "away": ["The north", "Army of Ada"]},
        ),
        ("reminded", "Reminded of the plan: The north, The west", {"armies": ["The north", "The west"]}),
        (
            "date_moved",
            "The publication moves from no date to Fri 2 Jul 2027, 20:00 CEST: Fair: at last\nand more",
            {
                "date": "publish_due",
                "before": "",
                "after": "2027-07-02T20:00:00+02:00[Europe/Berlin]",
                "reason": "Fair: at last\nand more",
            },
        ),
        (
            "date_moved",
            "The plan deadline moves from Sun 31 Oct 2027, 02:30 CEST to Sun 31 Oct 2027, 02:30 CET: Clocks",
            {
                "date": "plan_due",
                "before": "2027-10-31T02:30:00+02:00[Europe/Berlin]",
                "after": "2027-10-31T02:30:00+01:00[Europe/Berlin]",
                "reason": "Clocks",
            },
        ),
        (
            "result",
            "The west (deputy) tells of Guard against Evil against South 1: the dice shall decide",
            {"who": ["The west", "deputy"], "first": "Guard against Evil", "second": "South 1"},
        ),
    ],
)
def test_names_are_told_apart_where_they_are_known(kind: str, text: str, expected: dict[str, Any]) -> None:
    found = read_entry(kind, text, AT, AROUND)
    assert found is not None
    assert found[1] == expected
    assert sentence(LogKind(found[0]), found[1], AT) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("sacrifice", UNKNOWN),
        ("test", "The battles are announced"),
        ("published", "The turn is published."),
        ("date_moved", "The plan deadline moves from Fri 27 Nov, 18:00 XST to Sat 28 Nov, 18:00 XST: Storm."),
        ("date_moved", "The plan deadline moves from Thu 27 Nov, 18:00 CET to Sat 28 Nov, 18:00 CET: Storm."),
        ("date_moved", "The plan deadline moves from Mon 30 Feb, 18:00 CET to Sat 28 Nov, 18:00 CET: Storm."),
        ("paused", "The campaign is paused: " + "x" * LONGEST),
    ],
)
def test_what_no_sentence_says_exactly_is_left_alone(kind: str, text: str) -> None:
    assert read_entry(kind, text, AT, AROUND) is None


# The migration


@pytest.fixture
def before(transactional_db: None) -> Iterator[Any]:
    """The models of before, with a war of now taken back to them; and the way forward again."""
    begin_war()
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    try:
        yield executor.loader.project_state(BEFORE).apps
    finally:
        forward()


def forward() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([node for node in executor.loader.graph.leaf_nodes() if node[0] == "campaign"])


@pytest.mark.long
def test_rows_of_before_become_kinds_and_values_and_say_the_same(before: Any) -> None:
    old = before.get_model("campaign", "AuditEntry")
    (started,) = old.objects.all()
    assert (started.kind, started.text[:19]) == ("started", "The campaign starts")
    entries = [entry for entry in entries_before() if entry.zone == "UTC"]
    for entry in entries:
        made = old.objects.create(campaign_id=started.campaign_id, kind=entry.kind, text=entry.text)
        old.objects.filter(pk=made.pk).update(created_at=entry.at)
    kept = old.objects.create(campaign_id=started.campaign_id, kind="sacrifice", text=UNKNOWN, public=True)
    forward()
    rows = list(AuditEntry.objects.filter(pk__gt=started.pk, pk__lt=kept.pk).order_by("pk"))
    assert [(row.kind, row.values, row.text) for row in rows] == [
        (entry.now.value, entry.values, "") for entry in entries
    ]
    assert [words_of(row) for row in rows] == [entry.text for entry in entries]
    now = AuditEntry.objects.get(pk=kept.pk)
    assert (now.kind, now.values, now.text, now.public) == ("sacrifice", {}, UNKNOWN, True)
    assert words_of(now) == UNKNOWN
    campaign = Campaign.objects.get(pk=started.campaign_id)
    assert words_of(AuditEntry.objects.get(pk=started.pk)) == started.text
    assert campaign.commitment in started.text


@pytest.mark.long
def test_backwards_all_are_sentences_again(before: Any) -> None:
    """Also what only later versions log."""
    forward()
    (campaign,) = Campaign.objects.all()
    for entry in entries_before():
        made = AuditEntry.objects.create(campaign=campaign, kind=entry.now.value, values=dict(entry.values))
        AuditEntry.objects.filter(pk=made.pk).update(created_at=entry.at)
    later = AuditEntry.objects.create(campaign=campaign, kind="later", values={"army": "The north"})
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps.get_model("campaign", "AuditEntry")
    rows = list(old.objects.order_by("pk").values_list("kind", "text"))
    assert rows[1:-1] == [(entry.kind, entry.text) for entry in entries_before()]
    assert old.objects.get(pk=later.pk).text == 'later {"army": "The north"}'


def test_it_knows_nothing_of_the_house_and_the_house_uses_it_for_what_is_old_alone() -> None:
    own = Path(early_log.__file__)
    assert "import campaign" not in own.read_text()
    assert "from campaign" not in own.read_text()
    users = [path for path in HOUSE.rglob("*.py") if path != own and "early_log" in path.read_text()]
    assert sorted(path.name for path in users) == ["0026_the_log_as_kinds_and_values.py", "early_files.py"]
