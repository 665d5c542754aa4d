"""The log in a second language, whose sentences are the English ones reversed: nothing English but names."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from campaign.access.public_facts import campaign_facts
from campaign.access.public_page import public_page
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import words_of
from campaign.models import AuditEntry, Campaign, Turn
from campaign.press.news.selectors import first_draft
from campaign.turn.turn_rights import latest_act
from tests.base.log_rows import Before, entries_before
from tests.fights import browser
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db

PLACE = re.compile(r"(%\(\w+\)[sd])")
WORD = re.compile(r"[^\W\d_]{2,}")
NAMES = {"UTC", "CET", "CEST"}
"""Of time zones; they are names."""


def reversed_words(sentence: str) -> str:
    """A sentence from its end to its beginning, letter by letter; what is filled in stays whole."""
    return "".join(
        part if PLACE.fullmatch(part) else part[::-1] for part in reversed(PLACE.split(str(sentence)))
    )


@pytest.fixture
def backwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The language that says all backwards."""
    trans = translation._trans
    monkeypatch.setattr(trans, "gettext", reversed_words, raising=False)
    monkeypatch.setattr(trans, "pgettext", lambda context, one: reversed_words(one), raising=False)
    monkeypatch.setattr(
        trans, "ngettext", lambda one, many, n: reversed_words(one if n == 1 else many), raising=False
    )
    cache.clear()
    yield
    cache.clear()


def words(text: str, entry: Before) -> set[str]:
    """The words of an entry that are not names, nor the same backwards."""
    for name in entry.names:
        text = text.replace(name, " ")
    return {one.lower() for one in WORD.findall(text)} - {one.lower() for one in NAMES}


def war_with_all(*, public: bool = False) -> tuple[War, list[Before]]:
    """A war whose log holds all that a log can, each once."""
    war, entries = begin_war(), entries_before()
    AuditEntry.objects.all().delete()
    for entry in entries:
        row = AuditEntry.objects.create(
            campaign=war.campaign,
            turn=war.turn,
            kind=entry.now.value,
            values=dict(entry.values),
            public=public,
        )
        AuditEntry.objects.filter(pk=row.pk).update(created_at=entry.at)
    return war, entries


def check(said: list[str], entries: list[Before]) -> None:
    """Each is said backwards: none of its English words is there, and all of them turned round are."""
    assert len(said) == len(entries)
    for text, entry in zip(said, entries, strict=True):
        english, here = words(entry.text, entry), words(text, entry)
        same = {one for one in english if one[::-1] in english}
        assert here.isdisjoint(english - same), (text, entry.text)
        assert here == {one[::-1] for one in english}, (text, entry.text)
        for name in entry.names:
            assert name in text, (text, name)


def log_of(client: Client, war: War) -> list[str]:
    """What the pages of the log say, the latest first."""
    found: list[str] = []
    for number in range(1, 10):
        page = client.get(f"/c/{war.campaign.public_id}/desk/log/?page={number}").content.decode()
        listed = page.partition('<ol class="plain log">')[2].partition("</ol>")[0]
        rows = re.findall(r"<span>(.*?)(?: <span class=\"tag\">.*?</span>)?</span>", listed)
        found += [html.unescape(row) for row in rows]
        if not rows:
            break
    return found


def test_the_log_s_pages_say_it_in_the_reader_s_language(backwards: None) -> None:
    war, entries = war_with_all()
    check(log_of(browser(war.facilitator), war)[::-1], entries)


def test_the_log_s_answers_to_programs_do_too(backwards: None) -> None:
    war, entries = war_with_all()
    client, path, said = browser(war.facilitator), f"/api/v1/campaigns/{war.campaign.public_id}/desk/log/", []
    after = ""
    while after is not None:
        body = client.get(f"{path}?after={after}" if after else path).json()
        said += [(one["text"], one["kind"]) for one in body["items"]]
        after = body["next"]
    check([text for text, _kind in said][::-1], entries)
    assert [kind for _text, kind in said][::-1] == [entry.kind.replace("_", " ") for entry in entries]


def test_what_is_told_to_all_does_too(backwards: None) -> None:
    war, entries = war_with_all(public=True)
    notices = campaign_facts(war.users["north"], war.campaign).notices
    check([one.text for one in notices][::-1], entries)
    assert [one.kind for one in notices][::-1] == [entry.kind for entry in entries]
    newest = [one.text for one in public_page(war.campaign).notices]
    check(newest[::-1], entries[-len(newest) :])


def test_a_draft_for_the_paper_and_what_a_stale_desk_is_told_do_too(backwards: None) -> None:
    war, entries = war_with_all(public=True)
    Turn.objects.filter(campaign=war.campaign).update(phase="published")
    _title, text, _turn = first_draft(Campaign.objects.get(pk=war.campaign.pk))
    lines = [line.removeprefix("- ") for line in text.split("\n") if line.startswith("- ")]
    check(lines, entries)
    latest = AuditEntry.objects.filter(kind=LogKind.RULING).get()
    AuditEntry.objects.filter(pk__gt=latest.pk).delete()
    (ruling,) = (entry for entry in entries if entry.now == LogKind.RULING)
    check([latest_act(war.turn)], [ruling])


def test_in_english_pages_and_programs_read_what_they_read_before() -> None:
    """Each sentence, byte for byte."""
    war, entries = war_with_all()
    before = [entry.text for entry in entries]
    client = browser(war.facilitator)
    assert log_of(client, war)[::-1] == before
    path = f"/api/v1/campaigns/{war.campaign.public_id}/desk/log/"
    items, after = [], ""
    while after is not None:
        body = client.get(f"{path}?after={after}" if after else path).json()
        items += body["items"]
        after = body["next"]
    fields = ["at", "turn", "by", "kind", "text", "public"]
    assert [list(one) for one in items] == [fields] * len(entries)
    assert [one["text"] for one in items][::-1] == before
    assert [one["kind"] for one in items][::-1] == [entry.kind.replace("_", " ") for entry in entries]
    assert [words_of(row) for row in AuditEntry.objects.order_by("id")] == before
