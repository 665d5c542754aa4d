"""The handbook's chapters, written as Markdown in ``pages/``: read once, worded in the reader's language.

A chapter begins with ``# Title``, ``for:`` (one of ``READERS``) and ``lead:``. Its sections are headings with
an anchor: ``## Give orders {#orders}``. Below them stand paragraphs, lists, code (set in by four) and, in a
line of its own, a picture: ``![What is seen](plan)``. **Bold** is what stands on the screen, word for word.
In double square brackets stand links: a word of the glossary (``banner``, or with other letters
``banner|banners``), ``Rules 5.4``, or a place in the handbook (``plan/#orders|how orders are given``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaign.base.markdown import to_html
from campaign.rulebook.handbook.glossary import glossary, word

FOLDER = Path(__file__).resolve().parent / "pages"
DRAWN = FOLDER.parent / "pictures.json"
READERS = ("players", "facilitators", "operators")
CHAPTERS = (
    *("start", "join", "plan", "battle", "table", "report", "talk", "away", "end", "trust", "account"),
    *("found", "people", "desk", "disputes", "time"),
    *("install", "settings", "keep"),
)
"""The names of the chapters, which are their addresses, in the order in which they are read."""

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<anchor>[a-z-]+)\}$")
_ITEM = re.compile(r"^(?:-|\d+\.) ")
_PICTURE = re.compile(r"^!\[(?P<seen>[^\]]+)\]\((?P<name>[a-z-]+)\)$")
_LINK = re.compile(r"\[\[(?P<to>[^\]|]+)(?:\|(?P<words>[^\]]+))?\]\]")
_RULE = re.compile(r"^Rules (?P<number>[\d.]+)$")
_MARKS = re.compile(r"\*\*|`")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture from the app, by day and by night; ``wide`` and ``tall`` in CSS pixels."""

    name: str
    seen: str
    """What is to be seen in it, for whoever does not see it."""
    wide: int
    tall: int

    @property
    def paper(self) -> str:
        """The static file of the picture by day."""
        return f"rulebook/{self.name}-paper.webp"

    @property
    def night(self) -> str:
        """The static file of the picture by night."""
        return f"rulebook/{self.name}-night.webp"


@dataclass(frozen=True, slots=True)
class Part:
    """What stands below a heading: a stretch of text, or a picture."""

    html: SafeString
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a chapter."""

    anchor: str
    title: str
    parts: tuple[Part, ...]
    text: str
    """All of it without marks, to be searched."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, a page of its own."""

    name: str
    title: str
    reader: str
    lead: str
    sections: tuple[Section, ...]


def chapters() -> tuple[Chapter, ...]:
    """All chapters in their order, in the language that is active."""
    return _worded(get_language() or "")


def chapter(name: str) -> Chapter | None:
    """The chapter of this name; None if there is none."""
    return next((one for one in chapters() if one.name == name), None)


def reader_title(reader: str) -> str:
    """For whom chapters are, as a heading."""
    return {"players": _("Players"), "facilitators": _("Facilitators"), "operators": _("Operators")}[reader]


def places() -> frozenset[str]:
    """Every place of the handbook to which a page may lead: ``plan/`` and ``plan/#orders``."""
    found = {"", "words/", *(f"words/#{one.id}" for one in glossary())}
    for one in chapters():
        found.add(f"{one.name}/")
        found |= {f"{one.name}/#{section.anchor}" for section in one.sections}
    return frozenset(found)


def pictures() -> Mapping[str, str]:
    """The names of all pictures that are asked for, and what is to be seen in each."""
    found: dict[str, str] = {}
    for name in CHAPTERS:
        lines = (FOLDER / f"{name}.md").read_text().splitlines()
        found |= {hit["name"]: hit["seen"] for hit in map(_PICTURE.match, lines) if hit is not None}
    return found


@lru_cache(maxsize=8)
def _worded(language: str) -> tuple[Chapter, ...]:
    return tuple(_chapter(name) for name in CHAPTERS)


def _chapter(name: str) -> Chapter:
    head, *rest = re.split(r"^(?=## )", (FOLDER / f"{name}.md").read_text(), flags=re.MULTILINE)
    blocks = _blocks(head)
    facts = dict(line.split(": ", 1) for line in blocks[1].splitlines())
    return Chapter(
        name,
        _(blocks[0].removeprefix("# ")),
        facts["for"],
        _(facts["lead"]),
        tuple(map(_section, rest)),
    )


def _section(text: str) -> Section:
    """A section from its heading on. Raises ``ValueError`` for a heading that is not "## Title {#anchor}"."""
    heading, *blocks = _blocks(text)
    found = _HEADING.match(heading)
    if found is None:
        raise ValueError(heading)
    title = _(found["title"])
    worded = [_PICTURE.match(block) or _block(block) for block in blocks]
    parts, bare = [], []
    for is_text, stretch in _stretches(worded):
        bare += [] if not is_text else [plain(one) for one in stretch if isinstance(one, str)]
        parts += _parts(stretch)
    return Section(found["anchor"], title, tuple(parts), " ".join(bare))


def _stretches(worded: list[re.Match[str] | str]) -> Iterator[tuple[bool, list[re.Match[str] | str]]]:
    """What follows each other of one kind, text or pictures."""
    together: list[re.Match[str] | str] = []
    for one in worded:
        if together and isinstance(one, str) != isinstance(together[0], str):
            yield isinstance(together[0], str), together
            together = []
        together.append(one)
    if together:
        yield isinstance(together[0], str), together


def _parts(stretch: list[re.Match[str] | str]) -> list[Part]:
    texts = [one for one in stretch if isinstance(one, str)]
    if texts:
        return [Part(to_html(_LINK.sub(_linked, "\n\n".join(texts))))]
    shown = [one for one in stretch if not isinstance(one, str)]
    return [Part(SafeString(""), _picture(one)) for one in shown if one["name"] in drawn()]


def _picture(found: re.Match[str]) -> Picture:
    wide, tall, _tree = drawn()[found["name"]]
    return Picture(found["name"], _(found["seen"]), wide, tall)


@lru_cache(maxsize=1)
def drawn() -> Mapping[str, tuple[int, int, str]]:
    """Each picture that ``make pictures`` has drawn: its size, and the hash of what is told of it."""
    rows = json.loads(DRAWN.read_text()) if DRAWN.exists() else {}
    return {name: (row["wide"], row["tall"], row["tree"]) for name, row in rows.items()}


def _blocks(text: str) -> list[str]:
    return [block.strip("\n") for block in re.split(r"\n[ \t]*\n", text) if block.strip()]


def _block(block: str) -> str:
    """A paragraph, a list or code: what people read is put into their language, item by item."""
    if block.startswith("    "):
        return block
    if not _ITEM.match(block):
        return _(" ".join(block.split()))
    items = re.split(r"\n(?=(?:-|\d+\.) )", block)
    return "\n".join(f"{one.split(' ', 1)[0]} {_(' '.join(one.split(' ', 1)[1].split()))}" for one in items)


def plain(text: str) -> str:
    """A text without its marks: links as their words."""
    bare = _LINK.sub(lambda found: found["words"] or found["to"], text)
    return " ".join(_MARKS.sub("", re.sub(r"^(?:-|\d+\.) ", "", bare, flags=re.MULTILINE)).split())


def _linked(found: re.Match[str]) -> str:
    """A link of the manuscript as one of Markdown. Raises ``KeyError`` for a word that the glossary lacks."""
    to, words = found["to"], found["words"] or found["to"]
    rule = _RULE.match(to)
    if rule is not None:
        return f"[{words}]({reverse('rules_section', args=(rule['number'],))})"
    place = to if "/" in to else f"words/#{word(to).id}"
    return f"[{words}]({reverse('help')}{place})"
