"""How static files are stored when they are served for good."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = r"""(?P<matched>import(?P<names>[\s\{](?s:.*?))\s*from\s*["'](?P<url>[./].*?)["']\s*;)"""


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed names; imports between our own modules are hashed with them.

    Django's own switch for this would also read the packages' scripts, which import by other means.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, """import%(names)s from "%(url)s";"""),)),
    )
