"""Films of large wars: what is drawn of them, and that 100 turns of 300 x 300 sectors are made or refused."""

from __future__ import annotations

import base64
import io
import json
import shutil
import sys
from typing import Any

import pytest
from PIL import Image

from campaign.base.sandbox import children
from campaign.film.drawing import maker, moving
from campaign.film.drawing.sheet import Sheet
from campaign.film.making import services
from tests.film import long_wars

pytestmark = pytest.mark.once


@pytest.mark.parametrize("size", [(1200, 630), (1080, 1350)])
def test_every_army_of_eight_stands_on_a_sheet(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    draw = Sheet._army

    def noted(self: Sheet, image: Any, army: Any, *more: Any) -> None:
        drawn.append(army.name)
        draw(self, image, army, *more)

    monkeypatch.setattr(Sheet, "_army", noted)
    maker.poster({**long_wars.given(0, 30, "gif"), "size": size})
    assert drawn == [f"Army {n}" for n in range(1, 9)]


def test_what_will_be_far_too_large_is_not_made_to_its_end() -> None:
    limit = moving.Limit(1000, 800)
    limit.check(1, 0)
    limit.check(990, 99)
    limit.check(187, 100)
    limit.check(549, 400)
    with pytest.raises(moving.TooLongError) as full:
        limit.check(190, 100)
    assert full.value.done == 526, "so much of it would have had room"
    with pytest.raises(moving.TooLongError):
        limit.check(551, 400)
    with pytest.raises(moving.TooLongError) as full:
        limit.check(1000, 799)
    assert full.value.done == 799


PROGRAM = shutil.which("ffmpeg")
LIMITS = {"gif": services.LIMITS, "webp": services.LIMITS, "mp4": services.MP4_LIMITS}


@pytest.mark.long
@pytest.mark.timeout(960)
@pytest.mark.parametrize("form", LIMITS)
def test_a_hundred_turns_of_a_large_war_are_made_or_refused(form: str) -> None:
    """By the child that makes all films, in the memory and the time that it has."""
    if form == "mp4" and PROGRAM is None:
        pytest.skip("this machine has no ffmpeg")
    text = json.dumps(long_wars.given(100, 300, form, PROGRAM)).encode()
    head, *parts = [one for one in children.lines("campaign.film.drawing.maker", text, LIMITS[form]) if one]
    said = json.loads(head)
    sys.stdout.write(f"{form} {said}\n")
    if said["state"] == "long":
        assert 1 <= said["turns"] < 100
        assert parts == []
        return
    data = b"".join(map(base64.b64decode, parts))
    assert len(data) == said["bytes"] <= maker.MOST
    if form != "mp4":
        picture = Image.open(io.BytesIO(data))
        lengths = []
        for n in range(getattr(picture, "n_frames", 1)):
            picture.seek(n)
            picture.load()
            lengths.append(int(picture.info["duration"]))
        assert 40_000 <= sum(lengths) <= 90_000
    else:
        assert data[4:8] == b"ftyp"
