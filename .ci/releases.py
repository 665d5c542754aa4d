"""Releases: a tag ``v1.2.3`` is the first dated heading of ``CHANGELOG.md`` (Trust 7).

``python3 .ci/releases.py check v1.2.3`` sees that tag, changelog and version agree; ``notes v1.2.3`` prints
what that release changes. It needs the standard library alone, for build servers call it before all else.
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TAG = re.compile(r"v(\d+\.\d+\.\d+)")
HEADING = re.compile(r"^## (\d+\.\d+\.\d+)(?: \((\d{4}-\d\d-\d\d)\))?$", re.MULTILINE)
ANY_HEADING = re.compile(r"^## .*$", re.MULTILINE)


def released(changelog: str) -> dict[str, str]:
    """The released versions, the latest first, each with its date; empty for one from before dates."""
    return {found.group(1): found.group(2) or "" for found in HEADING.finditer(changelog)}


def notes(changelog: str, version: str) -> str:
    """What a release changes. Raises ``ValueError`` for one that the changelog does not have."""
    found = next((one for one in HEADING.finditer(changelog) if one.group(1) == version), None)
    if found is None:
        raise ValueError(f"CHANGELOG.md has no release {version}")
    following = ANY_HEADING.search(changelog, found.end())
    return changelog[found.end() : following.start() if following else None].strip()


def problems(tag: str, changelog: str, project: str) -> list[str]:
    """What is in the way of releasing a tag, a line each."""
    match = TAG.fullmatch(tag)
    if match is None:
        return [f"{tag!r} is no tag of a release; write it like v1.2.3"]
    version, versions = match.group(1), released(changelog)
    found = []
    if next(iter(versions), None) != version:
        found.append(f"the latest release in CHANGELOG.md is {next(iter(versions), 'none')}, not {version}")
    elif not _is_date(versions[version]):
        found.append(f"its heading in CHANGELOG.md has no date; write '## {version} (2026-11-27)'")
    elif not notes(changelog, version):
        found.append(f"CHANGELOG.md says nothing of {version}")
    unreleased = re.search(r"^## Unreleased\n(.*?)(?=^## )", changelog, re.MULTILINE | re.DOTALL)
    if unreleased is not None and unreleased.group(1).strip():
        found.append("CHANGELOG.md still has something under 'Unreleased'")
    if f'\nversion = "{version}"\n' not in project:
        found.append(f"pyproject.toml has another version than {version}")
    return found


def _is_date(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def main(arguments: list[str]) -> int:
    """Check a tag, or print its notes; gives the exit code."""
    if len(arguments) != 2 or arguments[0] not in ("check", "notes"):
        sys.stderr.write("usage: python3 .ci/releases.py check|notes v1.2.3\n")
        return 2
    what, tag = arguments
    changelog = (ROOT / "CHANGELOG.md").read_text()
    if what == "notes":
        sys.stdout.write(notes(changelog, tag.removeprefix("v")) + "\n")
        return 0
    found = problems(tag, changelog, (ROOT / "pyproject.toml").read_text())
    sys.stderr.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
