"""Campaigns out and in through the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from campaign.accounts.services import open_account
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.services import carry_files
from campaign.models import Campaign, Transfer, User
from tests.api.conftest import War
from tests.archive.test_exchange import files_of, line_changed, pack

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
IN = "/api/v1/campaigns/import/"


def send(client: Client, data: bytes, **headers: str) -> Any:
    return client.post(IN, data, content_type="application/zip", headers=headers)


def below(address: str) -> str:
    """The path of an address of this site."""
    assert address.startswith(settings.SITE_URL)
    return address.removeprefix(settings.SITE_URL)


def test_out_and_in_and_once(war: War, mara: User, nils: User, as_user: As) -> None:
    client = as_user(mara)
    asked = [
        client.post(f"/api/v1/{war.path}export/", content_type="application/json") for _twice in range(2)
    ]
    assert [one.status_code for one in asked] == [202, 202]
    assert (asked[0].json()["state"], asked[0].json()["file"]) == ("waiting", None)
    assert Transfer.objects.count() == 1
    assert client.get(f"/api/v1/{war.path}export/file/").status_code == 404
    assert carry_files() == 1
    done = client.get(below(asked[0].json()["ask"])).json()
    assert (done["state"], done["error"]) == ("done", None)
    given = client.get(below(done["file"]), headers={"Accept": "application/zip"})
    assert (given.status_code, given["Content-Type"]) == (200, "application/zip")
    assert len(given.content) == done["size"]
    client = as_user(nils)
    answers = [send(client, given.content, **{"Idempotency-Key": "move"}) for _twice in range(2)]
    assert [one.status_code for one in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    assert answers[0].json()["campaign"] is None
    assert carry_files() == 1
    assert carry_files() == 0
    told = client.get(below(answers[0].json()["ask"])).json()
    arrived = Campaign.objects.exclude(pk=war.campaign.pk).get()
    assert told["state"] == "done"
    assert told["campaign"] == {"id": arrived.public_id, "name": arrived.name, "status": "paused"}
    assert client.get(f"/api/v1/campaigns/{arrived.public_id}/desk/").status_code == 200
    assert as_user(mara).get(below(answers[0].json()["ask"])).status_code == 404


def test_what_is_wrong_with_a_file_is_said_with_its_place(war: War, mara: User, as_user: As) -> None:
    files = files_of(export_campaign(campaign=war.campaign, by=mara))
    broken = pack(line_changed(files, "banner.jsonl", 2, level="high"))
    client = as_user(mara)
    path = below(send(client, broken).json()["ask"])
    carry_files()
    told = client.get(path).json()
    assert (told["state"], told["campaign"]) == ("refused", None)
    assert "banner.jsonl, row 2: level: must be int" in told["error"]
    assert Campaign.objects.count() == 1


def test_what_says_no_is_json_whatever_was_asked_for(war: War, ada: User, as_user: As) -> None:
    asked = {"Accept": "application/zip"}
    answer = as_user(ada).get(f"/api/v1/{war.path}export/file/", headers=asked)
    assert (answer.status_code, answer["Content-Type"]) == (403, "application/problem+json")
    stranger = open_account(name="Sam", email="sam@club.example", password="nobody that anyone knows")
    assert as_user(stranger).get(f"/api/v1/{war.path}export/file/", headers=asked).status_code == 404


def test_too_many_files_are_refused_with_when_to_come_back(nils: User, as_user: As) -> None:
    client = as_user(nils)
    answers = [send(client, b"nothing") for _each in range(4)]
    assert [one.status_code for one in answers] == [202, 202, 202, 429]
    assert answers[3]["Retry-After"]
    assert "3 files of yours are waiting already" in answers[3].json()["detail"]


def test_a_players_program_takes_out_what_the_page_gives(war: War, ada: User, as_user: As) -> None:
    page = as_user(ada).get(f"/c/{war.campaign.public_id}/knowledge.json").json()
    assert as_user(ada).get(f"/api/v1/{war.path}knowledge/").json() == page
