"""The search over handbook, rules and glossary. It reads what is shipped with the app, and no row of any
campaign: what it finds is the same for everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from campaign.rulebook.handbook.glossary import glossary
from campaign.rulebook.handbook.manuscript import chapters
from campaign.rulebook.sections import SECTIONS
from rules.armies import ARMY_RULES

LONGEST = 100
"""Characters that may be looked for."""
MOST = 30
"""What is shown of what was found."""
AROUND = 90
"""Characters of a text before and behind the first word that was found."""
TITLE, BEGINS = 4, 2
"""What a word counts in a title, and at the beginning of one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that can be found: what it is, its title, its text and its address."""

    kind: str
    title: str
    text: str
    address: str


@dataclass(frozen=True, slots=True)
class Found:
    """What was found, with the words marked."""

    kind: str
    title: SafeString
    excerpt: SafeString
    address: str


def search(words: str) -> tuple[Found, ...]:
    """What holds every one of these words, or a longer one that begins so: the best first."""
    wanted = words.casefold().split()
    if not wanted:
        return ()
    signs = [re.compile(rf"(?<!\w){re.escape(one)}", re.IGNORECASE) for one in dict.fromkeys(wanted)]
    rated = [(_rank(entry, signs), number, entry) for number, entry in enumerate(_entries())]
    best = sorted((one for one in rated if one[0]), key=lambda one: (-one[0], one[1]))
    return tuple(_shown(entry, signs) for _rank_of_it, _number, entry in best[:MOST])


def _entries() -> Iterator[Entry]:
    """All of it, in the reader's language: words, the handbook, the rules."""
    for word in glossary():
        yield Entry(_("Word"), word.term, word.text, f"{reverse('help_words')}#{word.id}")
    for chapter in chapters():
        page = reverse("help_chapter", args=(chapter.name,))
        yield Entry(_("Help"), chapter.title, chapter.lead, page)
        for section in chapter.sections:
            title = f"{chapter.title}: {section.title}"
            yield Entry(_("Help"), title, section.text, f"{page}#{section.anchor}")
    for rule in SECTIONS:
        text = " ".join(map(str, rule.paragraphs))
        address = reverse("rules_section", args=(rule.number,))
        yield Entry(_("Rules"), f"{rule.number} {rule.title}", text, address)
    for trait in ARMY_RULES:
        yield Entry(_("Army rule"), _(trait.name), _(trait.text), reverse("rules_section", args=("11",)))


def _rank(entry: Entry, signs: list[re.Pattern[str]]) -> int:
    """How well it fits; 0 if one of the words is missing."""
    rank = 0
    for sign in signs:
        in_title, in_text = sign.search(entry.title), sign.search(entry.text)
        if in_title is None and in_text is None:
            return 0
        rank += 1
        if in_title is not None:
            rank += TITLE + (BEGINS if in_title.start() == 0 else 0)
    return rank


def _shown(entry: Entry, signs: list[re.Pattern[str]]) -> Found:
    hits = [hit.start() for hit in (sign.search(entry.text) for sign in signs) if hit is not None]
    begin = max(0, min(hits, default=0) - AROUND)
    begin = entry.text.find(" ", begin) + 1 if begin else 0
    end = min(len(entry.text), begin + 3 * AROUND)
    end = entry.text.rfind(" ", begin, end) if end < len(entry.text) else end
    cut = ("… " if begin else "", " …" if end < len(entry.text) else "")
    excerpt = format_html("{}{}{}", cut[0], _marked(entry.text[begin:end], signs), cut[1])
    return Found(entry.kind, _marked(entry.title, signs), excerpt, entry.address)


def _marked(text: str, signs: list[re.Pattern[str]]) -> SafeString:
    """The text with the words that were looked for marked."""
    either = re.compile("|".join(f"(?:{sign.pattern})" for sign in signs), re.IGNORECASE)
    pieces, last = [], 0
    for hit in either.finditer(text):
        pieces += [("{}", text[last : hit.start()]), ("<mark>{}</mark>", hit.group())]
        last = hit.end()
    pieces.append(("{}", text[last:]))
    return format_html_join("", "{}", ((format_html(form, piece),) for form, piece in pieces))
