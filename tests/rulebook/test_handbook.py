"""The handbook: every page leads into it, its words are those of the screen, and its search knows no war."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse

from campaign.models import Campaign, User
from campaign.rulebook.handbook.finder import search
from campaign.rulebook.handbook.glossary import glossary
from campaign.rulebook.handbook.handbook_tags import help_link, term
from campaign.rulebook.handbook.manuscript import CHAPTERS, FOLDER, READERS, chapters, drawn, pictures, places
from campaign.rulebook.sections import SECTIONS

ROOT = Path(settings.BASE_DIR)
TEMPLATES = ROOT / "templates"
BYTES = 120_000
PICTURE_BYTES = 60_000
MAILS = ("delivery/emails/", "account/email/", "mfa/email/", "account/messages/", "mfa/messages/")
FRAME = "web/frame.html"
"""Stands around a campaign's pages, each of which says for itself what it is about."""
NO_FRAME = {
    *("errors/bare.html", "errors/500.html", "errors/503.html", "errors/not_heard.html"),
    *("operations/explorer.html", "public/embed.html", "base.html"),
}
"""Pages that stand without the site's frame: two for when nothing else works, one for who is not heard, the
API's, others' frames."""
EXTENDS = re.compile(r'{% extends "([^"]+)" %}')
HELP = re.compile(r"{% block help %}(.*?){% endblock(?: help)? %}")
PLACES = re.compile(r'{% help_link "([^"]*)"')
SHOWN = re.compile(r"\*\*([^*]+)\*\*", re.DOTALL)
TRANSLATED = re.compile(
    r'{% translate "([^"]*)"|{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}', re.DOTALL
)
PIECE = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
MARKED = re.compile(r'\b(?:_|gettext|gettext_lazy)\(\s*((?:"(?:[^"\\\n]|\\.)*"\s*)+)')
VALUE = re.compile(r"{{.*?}}|%\(\w+\)[sd]|{\w+}")


def sources() -> dict[str, str]:
    """Every template of the project, by its name."""
    found = {str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")}
    return {name: text for name, text in found.items() if not name.startswith(MAILS)}


def help_of(name: str, texts: dict[str, str]) -> str:
    """Where a page's "?" leads: as it says itself or its frame does; empty if neither does."""
    while name != "base.html":
        own = HELP.search(texts[name])
        if own is not None:
            return own[1].strip()
        extends = EXTENDS.search(texts[name])
        assert extends is not None, name
        name = extends[1]
    return ""


def astray(texts: dict[str, str]) -> dict[str, str]:
    """The pages whose "?" leads nowhere, each with the place that it names."""
    known = places()
    wrong = {}
    for name, text in texts.items():
        if EXTENDS.search(text) and "handbook/" not in name and name not in {FRAME, *NO_FRAME}:
            place = help_of(name, texts)
            if not place or place not in known:
                wrong[name] = place
        for place in PLACES.findall(text):
            if place not in known:
                wrong[name] = place
    return wrong


def test_every_page_leads_to_its_place_in_the_handbook() -> None:
    texts = sources()
    pages = [name for name, text in texts.items() if EXTENDS.search(text)]
    assert len(pages) > 110
    # Whatever has a frame of its own stands in none of ours.
    assert {name for name, text in texts.items() if "<html" in text} <= NO_FRAME
    assert astray(texts) == {}


def test_a_page_without_its_place_is_found() -> None:
    texts = sources()
    lost = {**texts, "warmap/warmap.html": HELP.sub("", texts["warmap/warmap.html"])}
    assert astray(lost) == {"warmap/warmap.html": ""}
    wrong = texts["home/home.html"].replace("plan/#home", "plan/#hearth")
    assert astray({**texts, "home/home.html": wrong}) == {"home/home.html": "plan/#hearth"}
    link = texts["errors/404.html"].replace("account/#errors", "account/#nowhere")
    assert astray({**texts, "errors/404.html": link})["errors/404.html"] == "account/#nowhere"


@pytest.mark.django_db
def test_the_frame_leads_there(tarn: Campaign, ada: User, mara: User) -> None:
    shown = {
        None: {"/": "start/", "/rules/": "start/#in-pictures", "/nowhere/": "account/#errors"},
        ada: {"/": "plan/#home", f"/c/{tarn.public_id}/": "plan/#map", "/notices/": "talk/#notices"},
        mara: {f"/c/{tarn.public_id}/desk/": "desk/#desk", "/campaigns/new/": "found/#begin"},
    }
    for user, pages in shown.items():
        client = Client()
        if user is not None:
            client.force_login(user)
        for path, place in pages.items():
            page = client.get(path).content.decode()
            assert f'href="/help/{place}" title="Help for this page"' in page, path
            assert '<a href="/help/">Help</a>' in page, path


def said_on_screen() -> set[str]:
    """Every text that a page, a form or a script may show, with … for what is filled in."""
    found = set()
    for text in sources().values():
        for line, block in TRANSLATED.findall(text):
            found |= set(re.split(r"{% plural %}", line or block))
    for room in ("campaign", "battles", "config"):
        for path in (ROOT / room).rglob("*.py"):
            if "migrations" not in path.parts:
                found |= set(texts_in(path.read_text()))
    return {" ".join(VALUE.sub("…", one).split()) for one in found}


def texts_in(source: str) -> Iterator[str]:
    """The texts that a module marks for translation; one that is written in pieces is put together."""
    for pieces in MARKED.findall(source):
        yield "".join(PIECE.findall(pieces))


def unknown_words(manuscript: str, said: set[str]) -> list[str]:
    """What a chapter says stands on the screen, and does not."""
    quoted = [" ".join(one.split()) for one in SHOWN.findall(manuscript)]
    return [one for one in quoted if one not in said]


def test_what_the_handbook_says_stands_on_the_screen_does() -> None:
    said = said_on_screen()
    wrong = {path.stem: unknown_words(path.read_text(), said) for path in FOLDER.glob("*.md")}
    assert {name: words for name, words in wrong.items() if words} == {}
    quoted = sum(len(SHOWN.findall(path.read_text())) for path in FOLDER.glob("*.md"))
    assert quoted > 150
    assert unknown_words("Press **Submit plan -\nfinal**, then **Go to bed**.", said) == ["Go to bed"]


def test_every_chapter_is_there_and_every_reader_has_some() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == set(CHAPTERS)
    assert [one.name for one in chapters()] == list(CHAPTERS)
    assert {one.reader for one in chapters()} == set(READERS)
    for one in chapters():
        anchors = [section.anchor for section in one.sections]
        assert len(anchors) == len(set(anchors)) > 1, one.name
        assert len(one.lead) < 120, one.name


@pytest.mark.django_db
def test_every_link_of_the_handbook_leads_somewhere() -> None:
    """Each page, each chapter that it names and each section of the rules; none asks for a log-in."""
    client = Client()
    known = places()
    numbers = {section.number for section in SECTIONS}
    for name in CHAPTERS:
        answer = client.get(f"/help/{name}/")
        assert answer.status_code == 200
        page = answer.content.decode()
        assert "[[" not in page, name
        for address in re.findall(r'<div class="prose">(.*?)</div>', page, re.DOTALL):
            for link in re.findall(r'href="([^"]+)"', address):
                if link.startswith("/help/"):
                    assert link.removeprefix("/help/") in known, (name, link)
                elif link.startswith("/rules/") and link != "/rules/":
                    assert link.removeprefix("/rules/").strip("/") in numbers, (name, link)
                else:
                    assert client.get(link).status_code == 200, (name, link)


def test_every_word_leads_on_and_is_said_once() -> None:
    known, numbers = places(), {section.number for section in SECTIONS}
    words = glossary()
    assert len(words) > 50
    assert len({one.id for one in words}) == len(words)
    assert [one.id for one in words if one.rule and one.rule not in numbers] == []
    assert [one.id for one in words if one.place and one.place not in known] == []
    assert [one.id for one in words if not one.rule and not one.place] == []
    assert [one.id for one in words if len(one.text) > 200] == []


def test_the_tags_link_a_word_and_a_place() -> None:
    assert str(term("banner", "banners")).startswith(
        '<a class="term" href="/help/words/#banner" title="One force'
    )
    assert ">banners</a>" in term("banner", "banners")
    assert str(help_link("plan/#orders")) == '<a class="help-link" href="/help/plan/#orders">Help</a>'
    with pytest.raises(KeyError):
        term("bannr")


def test_every_page_asks_for_words_that_there_are() -> None:
    known = {one.id for one in glossary()}
    for name, text in sources().items():
        for word in re.findall(r'{% term "([^"]+)"', text):
            assert word in known, name


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words", ["deadline", "sealed relic", "DEPUTY", "5.4", "backup sqlite", "highly mobile"]
)
def test_the_search_finds_help_rules_and_words(words: str) -> None:
    found = search(words)
    assert found
    for one in found:
        for word in words.split():
            entry = f"{one.title} {one.excerpt}".lower()
            assert word.lower() in re.sub("</?mark>", "", entry) or "…" in one.excerpt
    client = Client()
    page = client.get("/help/", {"q": words}).content.decode()
    assert f"for “{words}”" in page
    assert "<mark>" in page
    for one in found[:5]:
        assert client.get(one.address).status_code == 200


def test_the_best_place_stands_first() -> None:
    assert search("deputy")[0].address == "/help/words/#deputy"
    assert {one.kind for one in search("search")} == {"Word", "Help", "Rules"} | {"Army rule"}
    assert search("zzzz") == ()
    assert search("") == search("   ") == ()


@pytest.mark.django_db
def test_the_search_takes_a_hundred_characters() -> None:
    client = Client()
    assert client.get("/help/", {"q": "a" * 100}).status_code == 200
    answer = client.get("/help/", {"q": "b" * 101})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Look for 100 characters at most; these are 101." in page
    assert f'value="{"b" * 101}"' in page
    for odd in ("<b>", '"', "%", "\\", "(", "\x00", "\u202e", "💥" * 20):
        assert client.get("/help/", {"q": odd}).status_code == 200
    assert (
        "<b>"
        not in client.get("/help/", {"q": "<b>"}).content.decode().partition("<main")[2].partition("<ul")[0]
    )


@pytest.mark.django_db
def test_the_search_reads_no_campaign_and_says_the_same_to_all(tarn: Campaign, mara: User) -> None:
    seat = tarn.seats.get(key="ada")
    asked = [tarn.name, seat.army, mara.name, tarn.story[:60]]
    client, stranger = Client(), Client()
    client.force_login(mara)
    for words in (*asked, "deadline"):
        cache.clear()
        with CaptureQueriesContext(connection) as seen:
            page = client.get("/help/", {"q": words[:100]}).content.decode()
        assert not re.search(
            r'FROM "campaign_(?!user)', "\n".join(one["sql"] for one in seen.captured_queries)
        )
        other = stranger.get("/help/", {"q": words[:100]}).content.decode()
        main = [one.partition("<main")[2].partition("</main>")[0] for one in (page, other)]
        assert main[0] == main[1]


@pytest.mark.django_db
def test_nothing_of_the_handbook_is_written_to(mara: User) -> None:
    client = Client()
    client.force_login(mara)
    for path in ("/help/", "/help/words/", "/help/plan/"):
        assert client.post(path).status_code == 405
    for name in ("nowhere", "search", "PLAN"):
        assert client.get(f"/help/{name}/").status_code == 404
    with pytest.raises(NoReverseMatch):
        reverse("help_chapter", args=("a/b",))


@pytest.mark.django_db
def test_every_page_of_the_handbook_is_light() -> None:
    """Its bytes as a browser gets them, scripts, styles and the pictures of one light included."""
    client = Client()
    for path in ("/help/", "/help/words/", "/help/?q=the", *(f"/help/{name}/" for name in CHAPTERS)):
        page = client.get(path).content
        size = len(gzip.compress(page))
        for address in re.findall(r'(?:src|href)="/static/([^"#]+)', page.decode()):
            file = finders.find(address)
            assert file, address
            data = Path(file).read_bytes()
            if address.endswith("-night.webp"):
                continue
            size += len(data) if address.endswith((".webp", ".png")) else len(gzip.compress(data))
        assert size <= BYTES, f"{path} weighs {size} bytes"


def test_every_picture_is_drawn_in_both_lights_and_small() -> None:
    assert set(drawn()) == set(pictures())
    for name, (wide, tall, tree) in drawn().items():
        assert wide > 100
        assert tall > 50
        assert re.fullmatch("[0-9a-f]{64}", tree)
        for light in ("paper", "night"):
            file = finders.find(f"rulebook/{name}-{light}.webp")
            assert file, name
            assert Path(file).stat().st_size <= PICTURE_BYTES, name
    assert {path.name for path in (ROOT / "static" / "rulebook").iterdir()} == {
        f"{name}-{light}.webp" for name in drawn() for light in ("paper", "night")
    }
