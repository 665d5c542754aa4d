"""What a person may send in a day and have kept: beyond it 429 with the limit, and the form as it was."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.access import uploads
from campaign.access.uploads import MOST_BYTES, MOST_KEPT, MOST_PICTURES
from campaign.base.dates import clock
from campaign.base.files import _names
from campaign.base.refusal import Refusal
from campaign.founding.draft_saving import open_draft
from campaign.models import Article, Backdrop, Plate, Tally, User
from tests import bombs
from tests.fights import address, browser, meet

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


def refused(user: User, size: int, pictures: int = 0) -> str:
    with pytest.raises(Refusal) as caught:
        uploads.count(user, size, pictures=pictures, field="picture")
    assert (caught.value.code, caught.value.field) == ("uploads", "picture")
    return caught.value.message


def test_forty_pictures_a_day(ada: User, ben: User) -> None:
    for _number in range(MOST_PICTURES):
        uploads.count(ada, 10, pictures=1)
    assert refused(ada, 10, 1) == "You may send 40 pictures in a day. Send this one tomorrow."
    uploads.count(ben, 10, pictures=1)
    uploads.count(ada, 10)
    with clock.at(clock.now() + timedelta(days=1, minutes=1)):
        uploads.count(ada, 10, pictures=1)


def test_two_hundred_megabytes_a_day_of_all_kinds(ada: User) -> None:
    for _number in range(4):
        uploads.count(ada, MOST_BYTES // 4)
    assert refused(ada, 1) == "You may send 200 MB in a day. Send this tomorrow."
    assert refused(ada, 1, 1).startswith("You may send 200 MB")


def test_what_is_refused_is_not_counted(ada: User) -> None:
    uploads.count(ada, MOST_BYTES - 10, pictures=MOST_PICTURES - 1)
    refused(ada, 11, 1)
    refused(ada, 5, 2)
    uploads.count(ada, 10, pictures=1)


def test_what_is_kept_has_a_limit(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    war = meet()
    article = Article.objects.create(
        campaign=war.campaign, kind="chronicle", title="A", text="b", created_at=clock.now(), author=ada
    )
    Plate.objects.create(article=article, data=bytes(1000), width=1, height=1, caption="c")
    assert sum(keeper(ada) for keeper in uploads.KEEPERS) == 1000
    assert MOST_KEPT == 200 * 1024 * 1024
    monkeypatch.setattr(uploads, "MOST_KEPT", 1100)
    uploads.count(ada, 100)
    refused(ada, 101, 1)
    assert set(Tally.objects.values_list("count", flat=True)) == {100, 0}


def resident(what: str) -> int:
    """MiB that this process has (``VmRSS``), or has had since it was last set back (``VmHWM``)."""
    (line,) = [one for one in Path("/proc/self/status").read_text().splitlines() if one.startswith(what)]
    return int(line.split()[1]) // 1024


def test_files_are_measured_without_being_loaded(ada: User) -> None:
    """By SQLite too, which takes the whole of a value into memory to give its beginning."""
    draft = open_draft(by=ada, name="The Long March", seats=2)
    Backdrop.objects.create(campaign=draft, picture=bytes(64 * 1024**2), width=1, height=1)
    Path("/proc/self/clear_refs").write_text("5")
    before = resident("VmRSS")
    assert sum(keeper(ada) for keeper in uploads.KEEPERS) == 64 * 1024**2
    assert list(_names()) == [""]
    assert resident("VmHWM") - before < 32


def test_programs_and_pages_are_told_so_and_forms_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_PICTURES", 2)
    war = meet()
    north = browser(war.users["north"])
    raw = bombs.png(20, 10)

    def show() -> tuple[int, str, str]:
        sent = {"picture": SimpleUploadedFile("mill.png", raw, "image/png"), "caption": "The mill"}
        answer = north.post(address(war, what="act/picture/"), sent)
        return answer.status_code, answer.get("Retry-After", ""), answer.content.decode()

    assert show()[0] == 302
    path = f"/api/v1{address(war)}pictures/".replace("/c/", "/campaigns/")
    sent = {"picture": base64.b64encode(raw).decode(), "caption": "The mill"}
    assert north.post(path, sent, "application/json").status_code == 200
    told = north.post(path, sent, "application/json")
    assert (told.status_code, told["Retry-After"]) == (429, "86400")
    assert told.json()["detail"] == "You may send 2 pictures in a day. Send this one tomorrow."
    status, again, page = show()
    assert (status, again) == (429, "86400")
    assert "You may send 2 pictures in a day." in page
    assert 'value="The mill"' in page


def test_each_kind_of_file_counts_its_bytes(mara: User, as_user: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 1_000_000)
    client = as_user(mara)
    sent = client.post(
        "/campaigns/import/", {"file": SimpleUploadedFile("a.zip", bytes(2_000_000), "application/zip")}
    )
    assert (sent.status_code, sent["Retry-After"]) == (429, "86400")
    assert "You may send 1 MB in a day" in sent.content.decode()
    read = client.post("/api/v1/lists/", {"roster": "x" * 900_000}, "application/json")
    assert read.status_code != 429
    read = client.post("/api/v1/lists/", {"roster": "x" * 900_000}, "application/json")
    assert read.status_code == 429
