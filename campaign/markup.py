"""Markdown as HTML that can do no harm: few elements, links to the web alone, no pictures from elsewhere."""

from __future__ import annotations

import re

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown import markdown

_TAGS = {"p", "br", "em", "strong", "ul", "ol", "li", "blockquote", "h3", "h4", "hr", "a", "code", "pre"}
_HEADING = re.compile(r"<(/?)h([1-6])>")


def to_html(text: str) -> SafeString:
    """The text as HTML; headings begin at the third level, below those of the page."""
    made = markdown(text, extensions=["nl2br", "sane_lists"], output_format="html")
    lower = _HEADING.sub(lambda found: f"<{found[1]}h{3 if found[2] in '12' else 4}>", made)
    clean = nh3.clean(
        lower,
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(clean)
