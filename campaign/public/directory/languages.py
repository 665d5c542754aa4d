"""The languages that a war's people may speak, each by its own name."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf.locale import LANG_INFO

LANGUAGES: Mapping[str, str] = {
    code: str(info["name_local"])
    for code, info in sorted(LANG_INFO.items(), key=lambda one: str(one[1].get("name_local", "")).casefold())
    if "name_local" in info and len(code) == 2
}
"""By code. Those of a country alone are left out: people there read the others, too."""


def language_name(code: str) -> str:
    """A language by its own name; an unknown code as it is."""
    return LANGUAGES.get(code, code)
