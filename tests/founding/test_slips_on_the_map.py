"""What slips on the map's pages: sectors that are not there, words said twice, files that are no maps."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.founding.balance.services import start_trial
from campaign.founding.draft_parts import board_version
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.services import save_dossier
from campaign.founding.things.services import save_trigger
from campaign.models import Campaign, Draft, User
from tests.founding.test_builder_pages import logged_in
from tests.founding.test_building import BOARD


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building, with a map of eight by four and a trigger."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    trigger = {"feature": "f1", "do": [{"do": "level", "by": 2}]}
    save_trigger(campaign=site, by=mara, trigger=trigger)
    return site


@pytest.fixture
def client(mara: User) -> Client:
    return logged_in(mara)


def version(site: Campaign) -> str:
    return board_version(Draft.objects.get(campaign=site))


def add(client: Client, site: Campaign, act: str, **fields: object) -> HttpResponse:
    """Add a word to the trigger."""
    path = reverse("build_trigger", args=[site.public_id, "t1"])
    sent = {f"{act}-{name}": str(value) for name, value in fields.items()}
    return client.post(path, {"act": act, "version": version(site), **sent})


@pytest.mark.parametrize(
    ("act", "fields", "told"),
    [
        ("when-occupies", {"sectors": "A1, Z99"}, "Off the map or impassable: Z99."),
        ("when-occupies", {"sectors": "F2"}, "Off the map or impassable: F2."),
        ("do-spy", {"radius": 3, "at": "Z99"}, "Z99 is off the map."),
    ],
)
def test_a_trigger_names_sectors_of_the_map(
    act: str, fields: dict[str, object], told: str, site: Campaign, client: Client
) -> None:
    before = version(site)
    answer = add(client, site, act, **fields)
    assert (answer.status_code, told in answer.content.decode()) == (422, True)
    assert version(site) == before


def test_what_a_trigger_asks_is_asked_once(site: Campaign, client: Client) -> None:
    assert add(client, site, "when-held", turns=2).status_code == 302
    again = add(client, site, "when-held", turns=2)
    assert (again.status_code, "This is asked already." in again.content.decode()) == (422, True)
    assert add(client, site, "when-held", turns=3).status_code == 302


def test_a_trigger_that_is_gone_leads_to_those_that_are_there(site: Campaign, client: Client) -> None:
    path = reverse("build_trigger", args=[site.public_id, "t9"])
    for answer in (client.get(path, follow=True), client.post(path, {"act": "head"}, follow=True)):
        assert answer.redirect_chain == [(reverse("build_things", args=[site.public_id]), 302)]
        assert "This trigger is no longer there." in answer.content.decode()


def test_what_is_put_on_the_map_says_which_settings_it_has_changed(site: Campaign, client: Client) -> None:
    path = reverse("build_things", args=[site.public_id])
    sent = {"act": "plant", "plant-template": "vault", "plant-at": "C4", "version": version(site)}
    told = client.post(path, sent, follow=True).content.decode()
    site.refresh_from_db()
    assert Variables.of(site).special_orders == "use"
    assert "It has changed these settings, too: " in told
    assert "It has changed these settings" not in client.get(path).content.decode()


def archive() -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as made:
        made.writestr("xl/workbook.xml", "<workbook/>")
    return kept.getvalue()


@pytest.mark.parametrize(
    ("name", "sent", "told"),
    [
        ("map.tmx", b'<?xml version="1.0"?>\n<map width="4"/>', "export the map as JSON (.tmj)"),
        ("map.xlsx", archive(), "save the map as CSV"),
        ("map.png", b"\x89PNG\r\n\x1a\n" + bytes(20), "it can be laid under the map"),
        ("map.txt", "..é..".encode("latin-1"), "This file is not UTF-8 text."),
    ],
)
def test_a_file_of_another_program_is_told_what_it_is(
    name: str, sent: bytes, told: str, site: Campaign, client: Client
) -> None:
    path, before = reverse("build_map_files", args=[site.public_id]), version(site)
    answer = client.post(path, {"act": "import", "version": before, "file": SimpleUploadedFile(name, sent)})
    assert (answer.status_code, told in answer.content.decode()) == (422, True)
    assert version(site) == before


def test_a_text_of_two_bytes_a_character_is_read(site: Campaign, client: Client) -> None:
    path = reverse("build_map_files", args=[site.public_id])
    file = SimpleUploadedFile("map.txt", "....\n.C..\n".encode("utf-16"))
    assert client.post(path, {"act": "import", "version": version(site), "file": file}).status_code == 302
    assert Draft.objects.get(campaign=site).board["terrain"] == ["....", ".C.."]


def test_games_that_cannot_be_played_say_why_in_names(site: Campaign, mara: User) -> None:
    aim = {"kind": "occupation", "sectors": [[5, 1]]}
    save_dossier(campaign=site, by=mara, seat=site.seats.get(number=1), dossier={"conditions": [aim]})
    with pytest.raises(Refusal) as caught:
        start_trial(campaign=site, by=mara, games=1)
    told = "Army 1: an aim asks for F2: off the map or impassable."
    assert caught.value.message == f"The set-up cannot be played yet: {told}"
