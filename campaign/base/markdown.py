"""Markdown as HTML that can do no harm: few elements, links to the web alone, no pictures from elsewhere.

Nor can it take long: what readers of Markdown take quadratic time for, or cannot come to the end of, is
counted before, and a text with too much of it is shown as it was typed. The latest renderings are kept.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from html import escape

import nh3
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from markdown import markdown

LONGEST = 20_000
"""Characters of a text."""
KEPT = 128
"""Texts whose rendering a process keeps: its own memory, for the cache counts who tries too often."""

_TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "h3", "h4", "hr", "a", "code", "pre"}
_HEADING = re.compile(r"<(/?)h([1-6])>")
_MOST_IN_A_BLOCK = {"[": 150, "<": 150}
_MOST_IN_ALL = {"[": 600, "<": 600}
_MOST_RULED = 200
"""Lines of ``=`` or ``-`` alone, which make a heading of what stands above."""
_DEEPEST = 10
"""How deep lists and quotations may be nested."""
_SET_IN = 30
"""Steps of four by which a line may be set in: more is a picture made of letters."""
_BLOCKS = re.compile(r"\n[ \t]*\n")
_RULED = re.compile(r"^[ \t]*[=-]+[ \t]*$", re.MULTILINE)
_BEGINS = re.compile(r"^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*", re.MULTILINE)
_MARK = re.compile(r">|[-*+][ \t]|\d{1,9}[.)]")

logger = logging.getLogger(__name__)


def excess(text: str) -> str:
    """What a text has more of than is rendered, in words that say what is allowed; empty if nothing."""
    if len(text) > LONGEST:
        return _("A text is rendered up to %(most)d characters.") % {"most": LONGEST}
    for sign, most in _MOST_IN_ALL.items():
        if text.count(sign) > most:
            return _("A text may have %(most)d times the sign %(sign)s.") % {"most": most, "sign": sign}
    for sign, most in _MOST_IN_A_BLOCK.items():
        if any(block.count(sign) > most for block in _BLOCKS.split(text)):
            return _("A paragraph may have %(most)d times the sign %(sign)s.") % {"most": most, "sign": sign}
    if len(_RULED.findall(text)) > _MOST_RULED:
        return _("A text may have %(most)d lines of = or - alone.") % {"most": _MOST_RULED}
    if any(_too_deep(begin[0]) for begin in _BEGINS.finditer(text)):
        return _("Lists and quotations may be nested %(most)d deep.") % {"most": _DEEPEST}
    return ""


def _too_deep(begin: str) -> bool:
    """Whether the beginning of a line nests it too deep: by its marks, or by how far it is set in."""
    return len(_MARK.findall(begin)) > _DEEPEST or len(begin.expandtabs(4)) > 4 * _SET_IN


def to_html(text: str) -> SafeString:
    """The text as HTML; headings begin at the third level, below those of the page."""
    return mark_safe(_typed(text) if excess(text) else _rendered(text))


@lru_cache(maxsize=KEPT)
def _rendered(text: str) -> str:
    try:
        made = markdown(text, extensions=["nl2br", "sane_lists"], output_format="html")
    except (RecursionError, ValueError, AttributeError, IndexError, KeyError):
        # Its reader has failed at it: that is no reason to show the piece, and those beside it, to nobody.
        logger.exception("A text of %d characters cannot be rendered", len(text))
        return _typed(text)
    lower = _HEADING.sub(lambda found: f"<{found[1]}h{3 if found[2] in '12' else 4}>", made)
    return nh3.clean(
        lower,
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )


def _typed(text: str) -> str:
    """A text as it was typed, in its paragraphs and lines."""
    blocks = (block.strip("\n") for block in _BLOCKS.split(escape(text)))
    return "\n".join(f"<p>{block.replace(chr(10), '<br>')}</p>" for block in blocks if block.strip())
