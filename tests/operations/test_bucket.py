"""With a storage of the operator's own, files lie there, are read the same, counted the same, and erased."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import Storage, storages
from django.db import connection

from battles.models import Picture
from campaign.access.uploads import size_of
from campaign.base.dates import clock
from campaign.base.files import UNNAMED, erase_unnamed
from campaign.kept_bytes import MARK, FilesAwayError
from campaign.models import User
from config.settings import S3
from tests.battles.around import act, picture
from tests.fights import browser, meet

pytestmark = pytest.mark.django_db


def in_folder(path: Any) -> dict[str, Any]:
    return {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(path)},
    }


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of S3 on this machine: its address. Its libraries come with the tools (``make dev``)."""
    served = pytest.importorskip("moto.server").ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    served.start()
    _host, port = served.get_host_and_port()
    yield f"http://127.0.0.1:{port}"
    served.stop()


@pytest.fixture
def in_s3(server: str) -> dict[str, Any]:
    """A bucket of its own there, as ``config.settings`` names one."""
    boto3 = pytest.importorskip("boto3")
    keys = {"endpoint_url": server, "region_name": "us-east-1"}
    named = {**keys, "aws_access_key_id": "id", "aws_secret_access_key": "secret"}
    name = f"campaigns-{secrets.token_hex(4)}"
    boto3.client("s3", **named).create_bucket(Bucket=name)
    options = {**S3, **keys, "bucket_name": name, "access_key": "id", "secret_key": "secret"}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}


@pytest.fixture(params=["a folder", "s3"])
def bucket(request: pytest.FixtureRequest, settings: Any, tmp_path: Any) -> Storage:
    """Django's own storage in a folder, and a bucket."""
    there = in_folder(tmp_path) if request.param == "a folder" else request.getfixturevalue("in_s3")
    settings.STORAGES = {**settings.STORAGES, "files": there}
    return storages["files"]


def stored(row: Picture) -> bytes:
    """What the row itself holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT data FROM battles_picture WHERE id = %s", [row.pk])
        return bytes(cursor.fetchone()[0])


def test_a_picture_lies_in_the_bucket_and_is_shown_to_its_two_sides_alone(
    bucket: Storage, nils: User
) -> None:
    war = meet()
    act(war, "north", "picture", picture=picture(), caption="A hill")
    row = Picture.objects.get()
    assert stored(row).startswith(MARK)
    assert len(bucket.listdir("files")[1]) == 1
    assert bytes(row.data).startswith(b"\xff\xd8")
    assert size_of(Picture.objects.all(), "data") == len(bytes(row.data))
    path = f"/c/{war.campaign.public_id}/battles/{row.battle.public_id}/pictures/{row.public_id}.jpg"
    shown = browser(war.users["south"]).get(path)
    assert (shown.status_code, shown.content) == (200, bytes(row.data))
    assert browser(nils).get(path).status_code == 404
    assert "files/" not in str(shown.headers)


def test_a_file_whose_row_is_gone_is_erased_and_others_stay(bucket: Storage) -> None:
    war = meet()
    for side in ("north", "south"):
        act(war, side, "picture", picture=picture(), caption=side)
    Picture.objects.filter(caption="north").delete()
    assert erase_unnamed() == 0, "it may be somebody's whose row is not stored yet"
    with clock.at(clock.now() + UNNAMED + timedelta(minutes=1)):
        assert erase_unnamed() == 1
    assert bytes(Picture.objects.get().data).startswith(b"\xff\xd8")


def test_what_was_in_the_database_stays_readable_and_a_bucket_that_is_away_is_said(
    settings: Any, tmp_path: Any
) -> None:
    war = meet()
    act(war, "north", "picture", picture=picture(), caption="Before")
    before = settings.STORAGES
    settings.STORAGES = {**before, "files": in_folder(tmp_path)}
    assert bytes(Picture.objects.get().data).startswith(b"\xff\xd8")
    act(war, "south", "picture", picture=picture(), caption="After")
    settings.STORAGES = before
    with pytest.raises(FilesAwayError):
        Picture.objects.get(caption="After")
    with pytest.raises(ValueError, match="begins as only names"):
        Picture.objects.filter(caption="Before").update(data=MARK + b"5 files/of-another")
