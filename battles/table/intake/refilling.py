"""A form that was refused is shown as it was sent: what was typed, chosen and ticked stands in it again.

A table's page shows the table as it is by now, its forms drawn anew. This puts what was sent back into the
form that has sent it, found by its address and its hidden fields, and unfolds what that lies in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

from django.http import HttpResponse, QueryDict

WAS = "was"
"""A hidden field with how a unit stood when its form was opened: it goes with what was sent."""
ANEW = frozenset({"csrfmiddlewaretoken", "cid", "next", WAS})
"""Hidden fields that a page has anew each time."""
LEFT = frozenset({"hidden", "file", "password", "submit", "button"})
"""Fields of these types stay as they are."""
FIELDS = frozenset({"input", "option", "textarea", "button", "details"})


@dataclass(slots=True)
class _Tag:
    """A start tag, where it stands, of an option the name of its list, and the text behind up to ``stop``."""

    name: str
    start: int
    end: int
    given: dict[str, str]
    listed: str = ""
    text: str = ""
    stop: int = 0

    def says(self, name: str) -> str:
        return self.given.get(name, "")

    def with_flag(self, name: str, *, on: bool) -> None:
        self.given.pop(name, None)
        if on:
            self.given[name] = name

    def __str__(self) -> str:
        given = "".join(f' {key}="{escape(value)}"' for key, value in self.given.items())
        return f"<{self.name}{given}>"


@dataclass(slots=True)
class _Form:
    """A form with what it lies folded in, and its fields."""

    tag: _Tag
    folded: list[_Tag]
    fields: list[_Tag] = field(default_factory=list)

    def fits(self, path: str, post: QueryDict) -> bool:
        """Whether what was sent may have come from it."""
        hidden = [one for one in self.fields if one.says("type") == "hidden" and one.says("name") not in ANEW]
        to = {self.tag.says("action"), *(one.says("formaction").partition("#")[0] for one in self.fields)}
        return path in to and all(one.says("value") in post.getlist(one.says("name")) for one in hidden)

    def known(self, post: QueryDict) -> int:
        """How many of the fields that were sent are its own."""
        return len({one.says("name") or one.listed for one in self.fields} & set(post))


class _Reader(HTMLParser):
    """Finds the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[_Form] = []
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._folded: list[_Tag] = []
        self._form: _Form | None = None
        self._listed, self._apart = "", False
        self._told: _Tag | None = None
        self.feed(html)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._here()
        raw = self.get_starttag_text() or ""
        found = _Tag(tag, start, start + len(raw), {name: value or "" for name, value in attrs}, self._listed)
        if tag == "template":
            self._apart = True
        elif tag == "form":
            self._form = _Form(found, list(self._folded))
            self.forms.append(self._form)
        elif tag == "select":
            self._listed = found.says("name")
        if tag == "details":
            self._folded.append(found)
        if self._form is not None and not self._apart and tag in FIELDS:
            self._form.fields.append(found)
        if tag in ("option", "textarea"):
            self._told = found

    def handle_endtag(self, tag: str) -> None:
        if tag == "template":
            self._apart = False
        elif tag == "details" and self._folded:
            self._folded.pop()
        elif tag == "form":
            self._form = None
        elif tag == "select":
            self._listed = ""
        elif tag in ("option", "textarea") and self._told is not None:
            self._told.stop, self._told = self._here(), None

    def handle_data(self, data: str) -> None:
        if self._told is not None:
            self._told.text += data


def refilled(response: HttpResponse, path: str, post: QueryDict) -> HttpResponse:
    """The page of a refusal, with what was sent to ``path`` in its form again, marked ``data-refused``."""
    html = response.content.decode()
    fitting = [form for form in _Reader(html).forms if form.fits(path, post)]
    form = max(fitting, key=lambda one: one.known(post), default=None)
    if form is None:
        return response
    form.tag.given["data-refused"] = ""
    for one in form.folded:
        one.with_flag("open", on=True)
    edits = [(one.start, one.end, str(one)) for one in (*form.folded, form.tag)]
    edits += [edit for one in form.fields for edit in _filled(one, post)]
    for start, end, text in sorted(edits, reverse=True):
        html = html[:start] + text + html[end:]
    response.content = html.encode()
    return response


def _filled(one: _Tag, post: QueryDict) -> Iterator[tuple[int, int, str]]:
    """What is changed in one field: from where to where, and what stands there now."""
    sent = post.getlist(one.listed or one.says("name"))
    kind = one.says("type")
    if one.name == "details":
        one.with_flag("open", on=True)
    elif one.name == "option" and sent:
        one.with_flag("selected", on=one.given.get("value", one.text.strip()) in sent)
    elif kind in ("checkbox", "radio"):
        one.with_flag("checked", on=one.given.get("value", "on") in sent)
    elif one.name == "textarea" and sent:
        yield one.end, one.stop, escape(f"\n{sent[-1]}")
        return
    elif one.name == "input" and sent and (kind not in LEFT or one.says("name") == WAS):
        one.given["value"] = sent[-1]
    else:
        return
    yield one.start, one.end, str(one)
