"""The handbook's pictures: parts of the demo's pages, at a fixed moment, drawn anew by ``make pictures``.

Beside each stands the hash of what a screen reader is told of that part, for which
``tests/browser/test_handbook_pictures.py`` asks again: where a page says something else than its picture,
that is to be drawn anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from unittest.mock import patch

import time_machine
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection, transaction
from django.test import Client
from django.test.testcases import LiveServerThread
from django.test.utils import override_settings, setup_databases, setup_test_environment, teardown_databases
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from battles.models import Phone, Table
from battles.table import services
from battles.table.seal import commitment_of, sealed
from campaign.founding.services import begin
from campaign.models import Battle, Campaign, User
from campaign.rulebook.handbook.manuscript import DRAWN, drawn, pictures
from config.demo.build import build_ashfall, build_hollow_crown, build_karst_gate
from config.demo.people import open_accounts
from tests.browser.conftest import CHROMIUM, launching
from tests.table.phones import BROWN, GREEN, Pair

ROOT = Path(__file__).resolve().parent.parent.parent.parent
FOLDER = ROOT / "static" / "rulebook"
MOST_BYTES = 60_000
MOMENT = datetime(2026, 11, 27, 17, 0, tzinfo=UTC)
SEED = 11
SCALE = 1.5
"""Pixels of a picture for each of the page's."""
LIGHTS = {"paper": "light", "night": "dark"}
QUALITIES = (82, 70, 58)
CHANGES = (
    (re.compile(r"\b\w{3} \d{1,2} \w{3}(?: \d{4})?, \d\d:\d\d \w+"), "DATE"),
    (re.compile(r"\b(?:in )?\d+ (?:days?|hours?|minutes?)(?: ago)?\b"), "SPAN"),
    (re.compile(r"(?<=[/#?=-])(?=[\w-]*\d)[\w-]{16,}"), "ID"),
    (re.compile(r"\b[0-9a-f]{8,}\b"), "HASH"),
)
"""What is another on another day, or in another demo, and changes nothing that a picture shows."""


@dataclass(frozen=True, slots=True)
class Shot:
    """Parts of a page that follow each other: whose page, where, what to tap before, the window."""

    name: str
    who: str
    path: str
    parts: tuple[str, ...]
    size: tuple[int, int] = (760, 900)
    tap: str = ""
    edge: int = 12
    """How much is drawn around them."""
    most: int = 640
    """How much of them is drawn, downwards, in the page's pixels."""
    weight: int = MOST_BYTES
    """How many bytes it may have; less where a page has two."""
    ready: str = ""
    """What is there once scripts have drawn it."""


SHOTS = (
    Shot("home", "ada", "/", ("article.card >> nth=0",), (700, 800)),
    Shot("plan", "ada", "/c/{karst}/", (".warmap",), (1080, 620), ".row-banner >> text=Outriders", edge=0),
    Shot("report", "ada", "/c/{karst}/turns/3/report/", (".told-words",)),
    Shot("battle", "ada", "/c/{ashfall}/battles/{battle}/", (".versus", ".where", ".battle-steps")),
    Shot("table", "ada", "/t/", ("main .page",), (560, 900)),
    Shot(
        "away",
        "ada",
        "/c/{karst}/seat/",
        ("section[aria-labelledby=vacation]", "section[aria-labelledby=deputy]"),
    ),
    Shot("found", "mara", "/campaigns/new/", (".shelf", "form fieldset >> nth=1")),
    Shot("desk", "mara", "/c/{karst}/desk/", (".now", "section[aria-labelledby=board]")),
    Shot(
        "dispute",
        "mara",
        "/c/{ashfall}/desk/battles/{dispute}/",
        (".versus", "section[aria-labelledby=told]"),
    ),
    Shot("end", "ada", "/c/{crown}/end/", (".champion", "section[aria-labelledby=why]"), (1000, 900)),
    Shot(
        "film",
        "ada",
        "/c/{crown}/end/replay/?turn={fought}&phase=results",
        ("#film",),
        (720, 860),
        edge=0,
        ready="html[data-ready]",
    ),
    Shot(
        "settings",
        "mara",
        "/c/{draft}/build/settings/",
        ("form section >> nth=1",),
        (760, 3000),
        weight=40_000,
    ),
    Shot("battle-table", "ben", "/t/picture/", ("#table",), (560, 760)),
)


def build() -> None:
    """The wars that are to be seen, played at the fixed moment with dice that are the same each time."""
    chance = random.Random(SEED)
    with ExitStack() as stack:
        stack.enter_context(patch("secrets.token_bytes", chance.randbytes))
        stack.enter_context(patch("secrets.token_hex", lambda size: chance.randbytes(size).hex()))
        # As the demo is: in one transaction, at whose end no deadline waits to be brought forward.
        stack.enter_context(transaction.atomic())
        users = open_accounts()
        build_karst_gate(users)
        build_ashfall(users)
        build_hollow_crown(users)
        begin(by=users["mara@demo.invalid"], name="The Salt Road", seats=4, blind=False, template="crossing")
        sit_at_a_table()


def sit_at_a_table() -> None:
    """A quick battle whose first die is drawn: by this seed the second phone is asked for an order."""
    setup = services.Setup(name="Quick battle", sides=("Green", "Brown"), players=(("Ben", 0), ("Cleo", 1)))
    ben = services.open_table(setup, user=None, numbers=[0], settings={"method": "dice bag"})
    seed = bytes(32)
    Table.objects.filter(pk=ben.table.pk).update(
        public_id="picture", sealed_seed=sealed(seed), commitment=commitment_of(seed)
    )
    table = Table.objects.get(pk=ben.table.pk)
    pair = Pair(table, ben, services.join(table=table, user=None, numbers=[1]))
    pair.act(0, "roster", roster=GREEN)
    pair.act(1, "roster", roster=BROWN)
    pair.act(0, "begin")
    pair.act(0, "draw")


@contextmanager
def served() -> Iterator[str]:
    """The address of a server in this process, so that it has the process's clock and database."""
    thread = LiveServerThread("127.0.0.1", StaticFilesHandler, connections_override={})
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    if thread.error:
        raise thread.error
    try:
        yield f"http://127.0.0.1:{thread.port}"
    finally:
        thread.terminate()


def tree_of(told: str) -> str:
    """The hash of what a screen reader is told, but for dates and ids."""
    for found, instead in CHANGES:
        told = found.sub(instead, told)
    return hashlib.sha256(told.encode()).hexdigest()


def names() -> dict[str, str]:
    """What stands in the addresses: the wars, Ada's battle, and the one in dispute."""
    wars = {one.name: one.public_id for one in Campaign.objects.all()}
    battles = Battle.objects.filter(
        turn__campaign__public_id=wars["Ashfall Reach"], closed_at=None, auto=False
    )
    crown = Campaign.objects.get(public_id=wars["The Hollow Crown"])
    fought = Battle.objects.filter(turn__campaign=crown, auto=False).order_by("turn__number").last()
    assert fought is not None
    return {
        "crown": crown.public_id,
        "fought": str(fought.turn.number),
        "draft": wars["The Salt Road"],
        "karst": wars["The Siege of Karst Gate"],
        "ashfall": wars["Ashfall Reach"],
        "battle": battles.get(results=None).public_id,
        "dispute": battles.exclude(results=None).distinct().get().public_id,
    }


class Visitor:
    """Opens the parts that are to be seen, each as the person whose page it is."""

    def __init__(self, browser: Browser, address: str, scale: float = 1) -> None:
        self.browser = browser
        self.address = address
        self.scale = scale
        self.names = names()
        self.pages: dict[str, Page] = {}

    def open(self, shot: Shot) -> list[Locator]:
        """The parts of a picture, as they stand in the browser."""
        page = self.pages.get(shot.who) or self._enter(shot.who)
        page.set_viewport_size({"width": shot.size[0], "height": shot.size[1]})
        page.goto(self.address + shot.path.format(**self.names))
        if shot.ready:
            page.locator(shot.ready).wait_for(state="attached")
            page.wait_for_timeout(300)
        if shot.tap:
            page.locator(shot.tap).click()
            page.wait_for_timeout(300)
        return [page.locator(part) for part in shot.parts]

    def leave(self) -> None:
        """Close the pages; what they still wait for is told to nobody."""
        for page in self.pages.values():
            page.context.unroute_all(behavior="ignoreErrors")
            page.context.close()

    def _enter(self, who: str) -> Page:
        client = Client()
        client.force_login(User.objects.get(email=f"{who}@demo.invalid"))
        context = self.browser.new_context(
            timezone_id="Europe/Berlin", reduced_motion="reduce", device_scale_factor=self.scale
        )
        if who == "ben":
            # He has the second phone in his hand.
            session = client.session
            session["tables"] = {
                "picture": Phone.objects.filter(table__public_id="picture").latest("pk").public_id
            }
            session.save()
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": self.address}])
        context.route(re.compile("/live/"), lambda route: route.abort())
        context.clock.set_fixed_time(MOMENT)
        self.pages[who] = page = context.new_page()
        page.set_default_timeout(60_000)
        return page


def told_of(parts: list[Locator]) -> str:
    """What a screen reader is told of the parts."""
    return "\n".join(part.aria_snapshot() for part in parts)


def draw(shot: Shot, parts: list[Locator]) -> tuple[int, int]:
    """Write a picture in both lights; its size in the page's pixels."""
    page = parts[0].page
    for light, scheme in LIGHTS.items():
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(200)
        boxes = [box for part in parts if (box := part.bounding_box()) is not None]
        left = max(0, min(box["x"] for box in boxes) - shot.edge)
        top = max(0, min(box["y"] for box in boxes) - shot.edge)
        wide = min(shot.size[0], max(box["x"] + box["width"] for box in boxes) + shot.edge) - left
        tall = min(max(box["y"] + box["height"] for box in boxes) + shot.edge - top, shot.most)
        clip = {"x": left, "y": top, "width": wide, "height": tall}
        picture = Image.open(io.BytesIO(page.screenshot(clip=clip, full_page=True)))
        _keep(picture.convert("RGB"), FOLDER / f"{shot.name}-{light}.webp", shot.weight)
    page.emulate_media(color_scheme="light")
    return round(wide), round(tall)


def _keep(picture: Image.Image, place: Path, weight: int) -> None:
    """Store it as well as there is room for, if need be with one pixel for each of the page's."""
    small = picture.resize((round(picture.width / SCALE), round(picture.height / SCALE)))
    for drawing, quality in product((picture, small), QUALITIES):
        drawing.save(place, "WEBP", quality=quality, method=6)
        if place.stat().st_size <= weight:
            return
    raise SystemExit(f"{place}: {place.stat().st_size} bytes; a picture has at most {weight}")


def main() -> None:
    """Draw all pictures anew, and write what is told beside them."""
    setup_test_environment()
    old = setup_databases(verbosity=0, interactive=False)
    rows: dict[str, dict[str, object]] = {}
    FOLDER.mkdir(exist_ok=True)
    try:
        with time_machine.travel(MOMENT, tick=False), override_settings(DEMO=True):
            build()
            connection.close()
            with served() as address, sync_playwright() as play:
                visitor = Visitor(play.chromium.launch(**launching(CHROMIUM)), address, SCALE)
                for shot in SHOTS:
                    parts = visitor.open(shot)
                    tree = tree_of(told_of(parts))
                    wide, tall = draw(shot, parts)
                    rows[shot.name] = {"wide": wide, "tall": tall, "tree": tree}
                    changed = (
                        "" if drawn().get(shot.name, (0, 0, ""))[2] == tree else ", says something else now"
                    )
                    sys.stdout.write(f"{shot.name}: {wide} x {tall}{changed}\n")
                visitor.leave()
    finally:
        teardown_databases(old, verbosity=0)
    if missing := pictures().keys() - rows.keys():
        raise SystemExit(f"The handbook asks for pictures that are not drawn: {', '.join(sorted(missing))}")
    DRAWN.write_text(json.dumps(rows, indent=2, sort_keys=True) + "\n")
