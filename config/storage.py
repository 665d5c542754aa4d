"""How static files are stored when they are served for good."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?P<matched>import(?P<names>[\s\{](?s:.*?))\s*from\s*["'](?P<url>[./].*?)["']\s*;)"""
COMMENT = r"[ ]*/\*[^*]*\*+(?:[^/*][^*]*\*+)*/\n?"
WITHOUT = ""


def uncommented(css: str) -> str:
    """A style sheet as it is sent: what is said in it to those who write it stays here."""
    return re.sub(COMMENT, WITHOUT, css)


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed names; imports between our own modules are hashed with them.

    Django's own switch for this would also read the packages' scripts, which import by other means. Our own
    style sheets lose their comments.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, """import%(names)s from "%(url)s";"""),)),
        ("css/*.css", ((COMMENT, WITHOUT),)),
    )

    def url_converter(
        self, name: str, hashed_files: Any, template: str | None = None, *more: Any, **named: Any
    ) -> Callable[[re.Match[str]], str]:
        """What is put in a match's place; for a comment nothing."""
        if template == WITHOUT:
            return lambda _found: WITHOUT
        found: Callable[[re.Match[str]], str] = super().url_converter(
            name, hashed_files, template, *more, **named
        )
        return found
