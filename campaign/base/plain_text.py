"""HTML of our own as plain lines, for whatever reads none: what Markdown has become, and mails."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser

from campaign.base.markdown import to_html

_LISTS = {"ul", "ol"}
_BLOCKS = {"p", "h1", "h2", "h3", "h4", "pre", "blockquote", "hr", "div"}
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
"""Elements without an end."""
_UNSEEN = {"head", "script", "style", "template"}
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_BULLET = "\u2022"
_FOOT = "-- "
"""The line that by custom ends a mail, with its blank: programs that read mail fold away what follows."""
_BEGUN = re.compile(rf" *(?:{_BULLET}|\d+\.) |{_FOOT}\n")
_BLANKS = " \t\r\f"

Attributes = list[tuple[str, str | None]]


@dataclass(frozen=True, slots=True)
class Plain:
    """What a page says: its title in one line, and its text with every link written out."""

    title: str
    text: str


def to_text(text: str) -> str:
    """The text as plain lines without a mark of Markdown: for chats, and wherever no HTML is read."""
    return plain(to_html(text)).text


def plain(html: str) -> Plain:
    """HTML, a page's or a part's, as plain lines; what is hidden in it is left out."""
    reader = _PlainText()
    reader.feed(html)
    reader.close()
    return Plain(" ".join(reader.title.split()), reader.text())


class _PlainText(HTMLParser):
    """Reads HTML as lines: a paragraph each, items with a bullet or their number."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title = ""
        self.parts: list[str] = [""]
        self.lists: list[int | None] = []
        """For each list that is open: the number of its last item, None without numbers."""
        self.links: list[tuple[str, str]] = []
        """For each link that is open: its address, and what its part held before it."""
        self.as_it_is = self.in_title = False
        self.unseen = 0
        """How many elements are open from the hidden one inwards."""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.in_title = tag == "title"
        if self.unseen or _is_unseen(tag, attrs):
            self.unseen += tag not in _VOID
        else:
            self._begin(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.in_title = False
        if self.unseen:
            self.unseen -= tag not in _VOID
        else:
            self._end(tag)

    def handle_data(self, data: str) -> None:
        if self.in_title:
            self.title += data
        elif self.as_it_is and not self.unseen:
            self.parts[-1] += data
        elif not self.unseen:
            self._say(data)

    def text(self) -> str:
        """All that was read; at most one line is empty between two parts."""
        lines = [line if line == _FOOT else line.rstrip() for line in "".join(self.parts).split("\n")]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")

    def _begin(self, tag: str, attrs: Attributes) -> None:
        if tag in _LISTS:
            self._part(1 if self.lists else 2)
            self.lists.append(0 if tag == "ol" else None)
        elif tag == "li":
            self._part(1)
            self.parts[-1] = f"{'  ' * (len(self.lists) - 1)}{self._bullet()} "
        elif tag == "footer":
            self._part(2)
            self.parts[-1] = f"{_FOOT}\n"
        elif tag in _BLOCKS:
            self._block(tag, begins=True)
        elif tag == "br":
            self.parts[-1] += "\n"
        elif tag == "a":
            self.links.append((dict(attrs).get("href") or "", self.parts[-1]))

    def _end(self, tag: str) -> None:
        if tag in _LISTS and self.lists:
            self.lists.pop()
            self._part(1 if self.lists else 2)
        elif tag in _BLOCKS:
            self._block(tag, begins=False)
        elif tag == "a" and self.links:
            address, before = self.links.pop()
            said = self.parts[-1].removeprefix(before).strip()
            if address.removeprefix("mailto:") not in ("", said):
                self.parts[-1] += f" ({address})"

    def _say(self, data: str) -> None:
        last, words = self.parts[-1], _in_one_line(data)
        # What somebody has set in below a <br> stays so; how the HTML is set in says nothing.
        set_in = last.endswith("\n") and not data.lstrip(_BLANKS).startswith("\n")
        begins = not last or last.endswith((" ", "\n"))
        self.parts[-1] += words.lstrip() if begins and not set_in else words

    def _bullet(self) -> str:
        if not self.lists or self.lists[-1] is None:
            return _BULLET
        self.lists[-1] += 1
        return f"{self.lists[-1]}."

    def _block(self, tag: str, *, begins: bool) -> None:
        # A paragraph that an item begins with stands beside its bullet.
        if not (begins and _BEGUN.fullmatch(self.parts[-1])):
            self._part(2)
        if tag == "pre":
            self.as_it_is = begins

    def _part(self, lines: int) -> None:
        """Begin a new part, at least so many lines below what has been said."""
        if self.parts[-1].strip():
            self.parts += ["\n" * lines, ""]
        elif len(self.parts) > 1:
            self.parts[-2] = max(self.parts[-2], "\n" * lines, key=len)


def _in_one_line(data: str) -> str:
    """Where HTML breaks its own lines it says a blank, no more: ``<br>`` alone begins a line."""
    first, *rest = data.split("\n")
    if not rest:
        return data
    between = (line.strip(_BLANKS) for line in rest[:-1])
    return " ".join((first.rstrip(_BLANKS), *filter(None, between), rest[-1].lstrip(_BLANKS)))


def _is_unseen(tag: str, attrs: Attributes) -> bool:
    """Whether nobody sees an element: a page's head, and what is hidden, as a preheader is."""
    given = dict(attrs)
    return tag in _UNSEEN or "hidden" in given or bool(_HIDDEN.search(given.get("style") or ""))
