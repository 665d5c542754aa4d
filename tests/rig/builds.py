"""The builds that are broken on purpose: their names, and the hits that show each, by how these begin.

Where that is empty, whatever comes shows it, also without any hit.
"""

from __future__ import annotations

from collections.abc import Mapping

BUILDS: Mapping[str, str] = {
    "no-transactions": "clock",
    "acknowledged-early": "web",
    "late-plans": "",
    "notice-lost": "",
    "mail-twice": "",
    "stale-report": "",
    "lease-without-cas": "",
    "mail-moves-deadlines": "mail",
    "results-lost": "",
    "key-before-effect": "web",
    "keys-ignored": "web",
    "published-twice": "",
    "jumps-ignored": "time",
}
