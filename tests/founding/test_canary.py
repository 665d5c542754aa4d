"""The canary sings, and leaves nothing behind."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.founding.start import canary
from campaign.turn import movement

pytestmark = pytest.mark.django_db


def rows() -> dict[str, int]:
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in ("campaign", "battles")
    }


def test_it_is_resolved_and_stored_and_taken_back() -> None:
    before = rows()
    with CaptureQueriesContext(connection) as seen:
        canary.sing()
    said = "\n".join(one["sql"] for one in seen.captured_queries)
    for table in ("campaign", "turn", "playerturn", "sector", "auditentry"):
        assert f'INSERT INTO "campaign_{table}"' in said
    assert rows() == before


def test_what_goes_wrong_is_raised_and_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows()

    def fails(held: object) -> None:
        raise MemoryError

    monkeypatch.setattr(movement, "close_planning", fails)
    with pytest.raises(MemoryError):
        canary.sing()
    assert rows() == before


def test_another_end_than_always_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement, "close_planning", lambda held: None)
    with pytest.raises(canary.SickError):
        canary.sing()
