"""The file of a sealed list is known by its content, whatever it is called (page 9 D)."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from battles.page.forms import ListForm
from tests.rules.tabletop.lists.armies import ARMIES
from tests.rules.tabletop.lists.forms import rosz
from tests.table.hostile import UNIT, roster

LIST = "F\u00fcsiliere, 10 Mann, 100 pts"
PICTURE = b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256))


def sent(raw: bytes, name: str) -> ListForm:
    """The form with a file."""
    form = ListForm(1000, {"points": "100", "text": ""}, {"file": SimpleUploadedFile(name, raw)})
    assert form.is_valid(), form.errors
    return form


@pytest.mark.parametrize("name", ["list.txt", "list.jpg", "list"])
@pytest.mark.parametrize(
    "raw",
    [
        roster(UNIT).encode(),
        b"\xef\xbb\xbf\n" + roster(UNIT).encode(),
        roster(UNIT, '<?xml version="1.0" encoding="UTF-16"?>').encode("utf-16"),
        json.dumps({"roster": {"forces": []}}).encode(),
        b"\xef\xbb\xbf" + json.dumps({"boltgun_list": 1, "units": []}).encode(),
        rosz(ARMIES["Kampfgruppe"]),
    ],
)
def test_a_roster_is_known_by_its_content(raw: bytes, name: str) -> None:
    form = sent(raw, name)
    assert (form.roster, form.picture, form.cleaned_data["text"]) == (raw, None, "")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_text_is_read_in_the_letters_that_editors_write(encoding: str) -> None:
    form = sent(LIST.encode(encoding), "list.ros")
    assert (form.cleaned_data["text"], form.roster, form.picture) == (LIST, None, None)


@pytest.mark.parametrize("text", ["[750 pts] my list\nSniper team", "<b>Sniper team</b>"])
def test_a_text_that_begins_with_a_bracket_is_a_text(text: str) -> None:
    assert sent(text.encode(), "list.json").cleaned_data["text"] == text


def test_a_photograph_is_a_photograph() -> None:
    assert sent(PICTURE, "list.txt").picture == PICTURE
