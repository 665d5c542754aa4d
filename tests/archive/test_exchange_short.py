"""Taking a file in holds the database's writer for as little as can be: all but storing comes before."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.archive.exchange import importing
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign, read_campaign, store_campaign
from campaign.models import AuditEntry, Campaign, Seat, User
from tests.archive.test_exchange import files_of, pack
from tests.wars import CLOSE, War, begin_war


def taken_out(war: War) -> bytes:
    return export_campaign(campaign=war.campaign, by=war.facilitator)


def friend() -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


@pytest.mark.django_db(transaction=True)
def test_while_a_file_is_read_others_store(monkeypatch: pytest.MonkeyPatch) -> None:
    war = begin_war(CLOSE)
    packed, by = taken_out(war), friend()
    first = importing._row
    stored: list[bool] = []

    def store() -> None:
        try:
            Campaign.objects.update(story="Written meanwhile.")
            stored.append(True)
        finally:
            connection.close()

    def row(*given: Any) -> Any:
        if not stored:
            writer = threading.Thread(target=store)
            writer.start()
            writer.join(15)
            assert stored, "whoever writes had to wait"
        return first(*given)

    monkeypatch.setattr(importing, "_row", row)
    import_campaign(file=packed, by=by)
    assert Campaign.objects.count() == 2
    assert Campaign.objects.filter(story="Written meanwhile.").exists()


@pytest.mark.django_db
def test_storing_asks_the_database_as_often_however_many_rows_there_are() -> None:
    war = begin_war(CLOSE)
    files, by = files_of(taken_out(war)), friend()

    def statements(count: int) -> int:
        row = json.loads(files["auditentry.jsonl"].splitlines()[0])
        lines = (json.dumps({**row, "row": number}) for number in range(1, count + 1))
        arriving = read_campaign(pack({**files, "auditentry.jsonl": "\n".join(lines) + "\n"}))
        before = AuditEntry.objects.count()
        with CaptureQueriesContext(connection) as asked:
            store_campaign(arriving, by)
        assert AuditEntry.objects.count() == before + count
        return len(asked)

    assert statements(80) == statements(5)


@pytest.mark.django_db
def test_a_file_that_two_have_read_at_once_is_taken_in_twice_with_ids_of_its_own() -> None:
    war = begin_war(CLOSE)
    packed, by = taken_out(war), friend()
    public_id = war.campaign.public_id
    Campaign.objects.all().delete()
    readers = [read_campaign(packed) for _ in range(2)]
    first, second = (store_campaign(one, by) for one in readers)
    assert first.public_id == public_id != second.public_id
    assert [Seat.objects.filter(campaign=one).count() for one in (first, second)] == [2, 2]
