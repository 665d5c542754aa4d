"""With a storage of the operator's own, files lie there, are read the same, counted the same, and erased."""

from __future__ import annotations

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
from tests.battles.around import act, picture
from tests.fights import browser, meet

pytestmark = pytest.mark.django_db


def in_folder(path: Any) -> dict[str, Any]:
    return {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(path)},
    }


@pytest.fixture
def bucket(settings: Any, tmp_path: Any) -> Storage:
    """Django's own storage in a folder; the code that is ours is the same for a bucket."""
    options = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(tmp_path)},
    }
    settings.STORAGES = {**settings.STORAGES, "files": options}
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
    options = {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(tmp_path)},
    }
    before = settings.STORAGES
    settings.STORAGES = {**before, "files": options}
    assert bytes(Picture.objects.get().data).startswith(b"\xff\xd8")
    act(war, "south", "picture", picture=picture(), caption="After")
    settings.STORAGES = before
    with pytest.raises(FilesAwayError):
        Picture.objects.get(caption="After")
    with pytest.raises(ValueError, match="begins as only names"):
        Picture.objects.filter(caption="Before").update(data=MARK + b"5 files/of-another")
