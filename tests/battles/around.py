"""How the tests act on a battle's page, as people do: through its forms."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from io import BytesIO
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.utils import timezone
from PIL import Image

from campaign.models import Battle, User
from tests.fights import address, battle_in, browser, while_fighting
from tests.wars import War

FINAL = ("shift", "dice")
"""The acts that the page asks about once more; here the answer comes along."""


def act(war: War, army: str, name: str, *, hours: float = 24, **given: Any) -> HttpResponse:
    """An army's player does something on the page of the battle; follows to the page."""
    return act_as(war, war.users[army], name, hours=hours, **given)


def act_as(
    war: War, user: User, name: str, *, hours: float = 24, battle: Battle | None = None, **given: Any
) -> HttpResponse:
    """Somebody does something on the page of the battle."""
    with while_fighting(war, hours=hours):
        where = address(war, battle, f"act/{name}/")
        if name in FINAL:
            given = {"sure": "yes", **given}
        return browser(user).post(where, given, follow=True)  # type: ignore[return-value]


def page(war: War, army: str, *, hours: float = 24, battle: Battle | None = None) -> str:
    """The battle's page as an army's player reads it."""
    with while_fighting(war, hours=hours):
        answer = browser(war.users[army]).get(address(war, battle))
    assert answer.status_code == 200
    return text(answer)


def text(answer: HttpResponse) -> str:
    """An answer as a person reads it."""
    return re.sub(r"\s+", " ", unescape(answer.content.decode()))


def in_days(war: War, days: float) -> datetime:
    """A moment some days after the announcement."""
    announced = war.turn.announced_at
    assert announced is not None
    return (announced + timedelta(days=days)).replace(minute=0, second=0, microsecond=0)


def typed_date(moment: datetime) -> str:
    """A moment as a browser sends it, in the tests' time zone."""
    return timezone.localtime(moment, UTC).strftime("%Y-%m-%dT%H:%M")


def offer(war: War, army: str, *days: float, hours: float = 24, place: str = "Club hall, table 3") -> str:
    """Offer dates; gives the id of the earliest."""
    from battles.models import Offer

    dates = {f"date{number}": typed_date(in_days(war, day)) for number, day in enumerate(days, start=1)}
    answer = act(war, army, "offer", hours=hours, place_kind="club", place=place, **dates)
    assert answer.status_code == 200, text(answer)
    made = Offer.objects.filter(battle=battle_in(war), seat=war.seat(army), state="open")
    return made.order_by("starts_at")[0].public_id


def picture(name: str = "table.png", *, size: tuple[int, int] = (2000, 1000)) -> SimpleUploadedFile:
    """A picture with something written into it that must not stay."""
    out = BytesIO()
    image = Image.new("RGB", size, "grey")
    exif = Image.Exif()
    exif[0x010E] = "the secret club house"
    image.save(out, "PNG" if name.endswith("png") else "JPEG", exif=exif)
    return SimpleUploadedFile(name, out.getvalue(), "image/png")
