"""Every text of every page can be translated: in a language that puts marks around all it translates,
whatever stands outside the marks and is not data has been forgotten.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import translation

from campaign.lessons.curriculum import PLACE, lesson, names, texts_of
from campaign.lessons.hint_parts import hint_context
from campaign.lessons.machine import Place, Present
from campaign.lessons.selectors import Hint
from campaign.lessons.services import begin
from campaign.models import Battle, Campaign, Role, RoleKind, User
from campaign.public.directory.languages import LANGUAGES
from campaign.rulebook.handbook.manuscript import _worded
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from campaign.warmap.views import _words
from tests.secrecy.table import routes

pytestmark = pytest.mark.django_db

LONG = bool(os.environ.get("TEST_LONG"))
As = Callable[[User | None], Client]
OPEN, SHUT = "\u27e6", "\u27e7"
READ = ("title", "aria-label", "placeholder", "alt", "aria-description", "data-now")
ELSEWHERE = (
    "api/",
    "admin/",
    "healthz",
    "readyz",
    "clockz",
    "account/second-factor/",
    "account/reauthenticate",
    "rules/cases/",
    "t/tables/",
)
"""Pages of other packages, what is not for people, and two that are documents in English: the compliance
page, and the tables of the game on the table.
"""
DATA = re.compile(
    r"[\w.+-]+@[\w.-]+"  # addresses
    r"|https?://\S+|/\w\S*"
    r"|\b[A-Z]{1,2}\d{1,3}\b"  # sectors
    r"|\b[0-9a-f]{8,}\b"  # receipts
    r"|\b(?:UTC|CES?T|GMT|Europe/Berlin|BOLTGUN|E-mail|JSON|XS|[0-9]+[a-z]+)\b"
)
CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
WORD = re.compile(r"[^\W\d_]{2,}")


class Texts(HTMLParser):
    """What a page says: its text, and the attributes that are read out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.words: list[str] = []
        self._in: list[str] = []
        self._json = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        have = dict(attributes)
        if tag in ("script", "style", "textarea"):
            self._in.append(tag)
            self._json = have.get("id") or ""
        if tag in ("meta",) and have.get("name") == "description":
            self.found.append(have.get("content") or "")
        self.found += [have[name] or "" for name in READ if have.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if self._in and self._in[-1] == tag:
            self._in.pop()

    def handle_data(self, data: str) -> None:
        if not self._in:
            self.found.append(data)
        elif self._json == "page-words":
            self.words += list(_leaves(json.loads(data)))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    elif isinstance(value, str):
        yield value


def outside(text: str) -> str:
    """What stands outside all marks."""
    depth, kept = 0, []
    for letter in text:
        if letter == OPEN:
            depth += 1
        elif letter == SHUT:
            depth -= 1
        elif depth == 0:
            kept.append(letter)
    return "".join(kept)


class Reader:
    """Reads pages, and gathers what in them cannot be translated."""

    def __init__(self, data: list[str]) -> None:
        self.data = sorted({one for one in data if one}, key=len, reverse=True)
        self.pages: set[str] = set()
        self.wrong: dict[str, str] = {}

    def read(self, client: Client, path: str, route: str) -> None:
        """One page; what is no page of ours is passed over."""
        answer = client.get(path)
        if answer.status_code not in (200, 404) or "text/html" not in answer.get("Content-Type", ""):
            return
        self.pages.add(route)
        self.judge(answer.content.decode(), route)

    def judge(self, html: str, route: str) -> None:
        """What was answered at a route."""
        texts = Texts(html)
        # A sentence may be cut by elements: the marks are counted over the whole page.
        whole = "\u241e".join(texts.found)
        for text in [*outside(whole).split("\u241e"), *(outside(one) for one in texts.words)]:
            # Most has no word in it: there is nothing to look for among all that people have typed.
            rest = DATA.sub(" ", self._without_data(text)) if WORD.search(text) else ""
            if WORD.search(rest):
                self.wrong.setdefault(" ".join(rest.split()), route)

    def _without_data(self, text: str) -> str:
        for one in self.data:
            text = text.replace(one, " ")
        return text


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language that marks what it translates."""

    def one(message: str) -> str:
        return f"{OPEN}{message}{SHUT}" if str(message).strip() else str(message)

    trans = translation._trans
    monkeypatch.setattr(trans, "gettext", one, raising=False)
    monkeypatch.setattr(trans, "pgettext", lambda context, message: one(message), raising=False)
    monkeypatch.setattr(
        trans, "ngettext", lambda single, plural, n: one(single if n == 1 else plural), raising=False
    )
    monkeypatch.setattr(
        trans,
        "npgettext",
        lambda context, single, plural, n: one(single if n == 1 else plural),
        raising=False,
    )
    _words.cache_clear()
    _worded.cache_clear()
    cache.clear()
    yield
    _words.cache_clear()
    _worded.cache_clear()
    cache.clear()


def paths(campaign: Campaign, battle: Battle | None) -> Iterator[tuple[str, str]]:
    """Each page's address and route, as far as it can be named."""
    values = {"campaign_id": campaign.public_id, "number": "1", "name": "plan"}
    if battle is not None:
        values["battle_id"] = battle.public_id
    for route in routes():
        if route.startswith(ELSEWHERE) or "^" in route:
            continue
        path = "/" + route
        for name, value in values.items():
            path = re.sub(rf"<\w+:{name}>", value, path)
        if "<" not in path:
            yield path, route


def data_of(campaign: Campaign) -> list[str]:
    """Every word that people have typed in."""
    cases = [json.loads(path.read_text())["name"] for path in CASES]
    named = [name[0].upper() + name[1:] for name in cases]
    named += [campaign.name, campaign.story, *(zone.replace("_", " ") for zone in available_timezones())]
    for user in User.objects.all():
        named += [user.name, user.email]
    for seat in campaign.seats.all():
        named += [seat.army, *seat.banners.values_list("name", flat=True)]
    for things in (campaign.features, campaign.relics):
        for name, description in things.values_list("name", "description"):
            named += [name, description]
    return named


def meet(campaign: Campaign) -> None:
    """Ada and Ben order the marches that lead to a battle."""
    for key, banner, at in (("ada", "a1", [3, 2]), ("ben", "b1", [5, 3])):
        seat = campaign.seats.get(key=key)
        assert seat.user is not None
        named = seat.banners.get(key=banner).public_id
        orders = {named: {"primary": {"order": "march", "to": at}}}
        save_plan(seat=seat, number=1, plan={"node": None, "orders": orders}, by=seat.user, submit=True)


@pytest.mark.wider
def test_every_text_of_every_page_can_be_translated(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: As, marked: None
) -> None:
    Role.objects.create(campaign=tarn, user=nils, kind=RoleKind.OBSERVER)
    # Languages are called as they call themselves; the first page plays a war that is shipped.
    reader = Reader([*data_of(tarn), *LANGUAGES.values(), "The Hollow Crown"])

    def read(battle: Battle | None, *people: User | None, beginning: str = "c/") -> None:
        for person in people:
            client = as_user(person)
            for path, route in paths(tarn, battle):
                if route.startswith(beginning):
                    reader.read(client, path, route)

    turn = tarn.turns.get(number=1)
    reader.read(as_user(None), "/nowhere/", "nowhere")
    read(None, ada, beginning="")
    # In the short form others see each moment in turn, and what is public alike.
    read(None, *((None, mara, nils) if LONG else (mara,)))
    meet(tarn)
    readers = cycle([(ada, mara)] if LONG else [(ada,), (), (nils,), ()])
    while turn.phase != "published":
        tick(now=turn.resolve_after)
        turn.refresh_from_db()
        read(Battle.objects.filter(turn=turn).first(), *next(readers))
    wrong = "\n".join(
        f"{route}: {text}" for text, route in sorted(reader.wrong.items(), key=lambda one: one[1])
    )
    assert len(reader.pages) > 30
    assert not reader.wrong, wrong


def test_every_text_of_a_lesson_can_be_translated(ada: User, as_user: As, marked: None) -> None:
    client, war = as_user(ada), begin(user=ada)
    reader = Reader([ada.name, ada.email])
    home = f"/c/{war.public_id}/"
    for path in ("/lesson/", home, f"{home}table/", "/rules/short/"):
        reader.read(client, path, path)
    refused = client.post(f"{home}lesson/", {"step": "film", "act": "done"})
    assert refused.status_code == 422
    reader.judge(refused.content.decode(), "a step that is not the present one")
    assert len(reader.pages) == 4
    assert not reader.wrong, reader.wrong
    named = [war.name, *war.seats.values_list("army", flat=True), *war.banners.values_list("name", flat=True)]
    assert [name for name in named if outside(name).strip()] == []


def test_no_text_of_a_lesson_stands_only_in_english(marked: None) -> None:
    """Each step of each lesson, and what is said of each chapter that was missed: as the pages take them."""
    shown = set()
    for taught in map(lesson, names()):
        for number, chapter in enumerate(taught.chapters):
            steps = [*enumerate(chapter.steps), (0, None)]
            for place, step in steps:
                now = Present(Place(number, place), chapter, step, missed=step is None)
                context = hint_context(Hint("a-war", taught, now, 1, {}, first=not taught.turns), "map")
                texts = {str(context[key]) for key in ("title", "text", "missed")} - {""}
                # The first text after the war stands behind how it ended.
                shown |= {one for text in texts for one in re.split(rf"(?<={SHUT}) (?={OPEN})", text)}
        shown |= {f"{OPEN}{one}{SHUT}" for one in (taught.title, *taught.armies.values())}
        shown |= {f"{OPEN}{one}{SHUT}" for one in taught.banners.values()}
    ended = "The lesson's war was not won this time."
    texts = {ended, *(text for name in names() for text in texts_of(lesson(name)))}
    assert shown == {f"{OPEN}{text}{SHUT}" for text in texts}


@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs the programs of GNU gettext")
def test_translators_are_given_the_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lessons").mkdir()
    for name in names():
        shutil.copy(PLACE / f"{name}.json", tmp_path / "lessons")
    (tmp_path / "other.json").write_text('{"title": "No lesson"}')
    monkeypatch.chdir(tmp_path)
    with override_settings(LOCALE_PATHS=[str(tmp_path / "locale")]):
        call_command("makemessages", locale=["xx"], verbosity=0, no_wrap=True)
    given = (tmp_path / "locale/xx/LC_MESSAGES/django.po").read_text()
    texts = [text for name in names() for text in texts_of(lesson(name))]
    assert len(texts) > 40
    assert [text for text in texts if f'msgid "{text}"' not in given] == []
    assert "No lesson" not in given
    assert not list(tmp_path.rglob("*.json.py")), "what was written for xgettext is gone"


def test_what_is_forgotten_is_found() -> None:
    assert outside(f"{OPEN}Plan{SHUT} due {OPEN}in {OPEN}2{SHUT} days{SHUT}").split() == ["due"]
    page = f'<p title="Forgotten">{OPEN}Kept{SHUT} <b>lost</b></p><script>var no = "words"</script>'
    assert "Forgotten" in Texts(page).found
    assert "lost" in Texts(page).found
    assert not any("words" in one for one in Texts(page).found)
