"""What may not be in the tree: where packages came from, secrets, words that belong to somebody's machine."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parent.parent
INDEX_HOST = re.compile(
    "|".join(
        (
            "pypi" + r"\.org",
            "python" + "hosted",
            "npm" + "js",
            r"--(extra-)?index" + "-url",
            "--find" + "-links",
        )
    )
)
RESOLVED = re.compile('"resolved": ' + '*"')
ELSEWHERE = re.compile(
    "|".join((r"/wor" + "k/", r"shared" + "/(spec|cases|research|design)", r"/home/[a-z]+/"))
)
SECRET = re.compile(r"^(SECRET_KEY|SEED_KEY)=\S+", re.MULTILINE)
LOCKS = ("uv.lock", "pylock.toml")


def tracked() -> list[Path]:
    """The files that are, or would be, in the repository."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def texts() -> list[tuple[str, str]]:
    """Each text file with its name."""
    found = []
    for path in tracked():
        try:
            found.append((str(path.relative_to(ROOT)), path.read_text()))
        except UnicodeDecodeError:
            continue
    return found


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("names a package index", INDEX_HOST),
        ("records where a package came from", RESOLVED),
        ("names a folder of somebody's machine", ELSEWHERE),
        ("holds a secret", SECRET),
    ],
)
def test_no_file(what: str, pattern: re.Pattern[str]) -> None:
    guilty = [f"{name}: {match.group(0)}" for name, text in texts() if (match := pattern.search(text))]
    assert guilty == [], what


def test_the_patterns_find_what_they_look_for() -> None:
    assert INDEX_HOST.search("https://pypi" + ".org/simple")
    assert RESOLVED.search('"resolved": ' + '"https://x"')
    assert RESOLVED.search('"resolved": ' + '"git+ssh://x"')
    assert ELSEWHERE.search("/wor" + "k/main")
    assert SECRET.search("DEBUG=on\nSECRET_KEY=abc")
    assert not SECRET.search("SECRET_KEY=\n")


def faults_of(lock: str) -> list[str]:
    """What a lock of npm's may not be without, or may not hold: hashes, and where the packages came from."""
    packages = {name: one for name, one in json.loads(lock)["packages"].items() if name}
    bare = [name for name, one in packages.items() if not one.get("integrity", "").startswith("sha512-")]
    return bare + [name for name, one in packages.items() if "resolved" in one]


def test_the_lock_of_the_tools_holds_hashes_and_no_address() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert faults_of(lock) == []
    packages = json.loads(lock)["packages"]
    assert len(packages) > 20
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", pin) for pin in packages[""]["devDependencies"].values())
    packages["node_modules/eslint"]["resolved"] = "x"
    del packages["node_modules/typescript"]["integrity"]
    assert faults_of(json.dumps({"packages": packages})) == ["node_modules/typescript", "node_modules/eslint"]


def test_no_lock_file_of_another_kind_is_kept() -> None:
    assert [path.name for path in tracked() if path.name in LOCKS] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "requirements-extra.txt"])
def test_every_pin_has_its_hashes(name: str) -> None:
    pins = re.split(r"\n(?=\S)", (ROOT / name).read_text().strip())
    packages = [pin for pin in pins if not pin.lstrip().startswith("#")]
    assert len(packages) > 20
    assert [pin.split("\n")[0] for pin in packages if "--hash=sha256:" not in pin] == []


def test_modules_stay_under_four_hundred_lines() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {lines}"
        for path in tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in ("rules", "campaign", "battles", "config")
        and "migrations" not in path.parts
        and (lines := len(path.read_text().splitlines())) > 400
    ]
    assert long == []


def test_what_does_more_in_the_long_form_is_run_there() -> None:
    """A test that looks whether it is the long form must be chosen by it, or it never does more."""
    asks = {path: path.read_text() for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__)}
    asking = {str(path.relative_to(ROOT)) for path, text in asks.items() if 'get("TEST_LONG")' in text}
    assert len(asking) >= 5, asking
    assert {path for path in asking if "pytest.mark.wider" not in (ROOT / path).read_text()} == set()


DELETES = ("campaign/skirmish/claiming.py", "campaign/skirmish/erasing.py", "campaign/skirmish/services.py")
"""What is locked here is deleted next: nobody may refer to it any more."""


def test_no_lock_keeps_those_waiting_who_only_refer_to_the_row() -> None:
    """``FOR UPDATE`` stops whoever stores a row that names the locked one, and both wait for each other."""
    found = {
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in ("campaign", "battles", "config")
        and re.search(r"\.select_for_update\((?!no_key=True)", path.read_text())
    }
    assert found == set(DELETES)
