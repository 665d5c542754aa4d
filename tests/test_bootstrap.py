"""What can go wrong before the first line of the app runs is said in one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
from tests.gates import ROOT

pytestmark = pytest.mark.once


def elsewhere(folder: Path, *names: str) -> Path:
    """A copy of some files in a folder of its own."""
    for name in names:
        shutil.copy(ROOT / name, folder / name)
    return folder


def start(folder: Path, command: list[str], **env: str) -> subprocess.CompletedProcess[str]:
    """Run there, knowing no settings of this machine's pip."""
    clean = {"PATH": os.environ["PATH"], "HOME": str(folder), "PIP_CONFIG_FILE": os.devnull, **env}
    return subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, timeout=200)


@pytest.mark.long
def test_without_a_network_it_says_so_in_a_line(tmp_path: Path) -> None:
    here = elsewhere(tmp_path, "bootstrap.py", "requirements.txt", "requirements-dev.txt")
    nowhere = "http://127.0.0.1:1/simple"
    done = start(
        here,
        [sys.executable, "bootstrap.py", "run"],
        PIP_INDEX_URL=nowhere,
        PIP_RETRIES="1",
        UV_DEFAULT_INDEX=nowhere,
    )
    assert done.returncode == 1
    assert done.stderr.strip() == (
        "The packages could not be fetched: no network. Connect once, then run it again."
    )


def test_what_is_installed_is_not_installed_again(tmp_path: Path) -> None:
    here = elsewhere(tmp_path, "bootstrap.py", "requirements.txt", "requirements-dev.txt")
    (here / ".venv" / "bin").mkdir(parents=True)
    (here / ".venv" / "bin" / "python").touch()
    pins = (here / "requirements.txt").read_bytes()
    (here / ".venv" / ".installed-run").write_text(bootstrap.hashlib.sha256(pins).hexdigest())
    done = start(here, [sys.executable, "bootstrap.py", "run"])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("does", "taken"),
    [
        ("echo 0.000001", True),
        ("echo 1000", False),
        ("echo no module named ensurepip >&2; exit 1", False),
    ],
)
def test_another_python_of_this_version_is_taken_if_it_is_clearly_quicker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, taken: bool
) -> None:
    other = tmp_path / f"python3.{sys.version_info.minor}"
    other.write_text(f"#!/bin/sh\n{does}\n")
    other.chmod(0o755)
    (tmp_path / "python3.1").write_text("#!/bin/sh\necho 0\n")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/nowhere")
    assert bootstrap.quickest() == (str(other) if taken else sys.executable)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("error: command 'gcc' failed: No such file", "no compiler is here"),
        ("NewConnectionError: Temporary failure in name resolution", "no network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "DO NOT MATCH THE HASHES"),
    ],
)
def test_a_failed_installation_says_why(said: str, told: str) -> None:
    done = subprocess.CompletedProcess([], 1, "", f"much talk\n{said}")
    assert told in bootstrap.why(done)
    assert "\n" not in bootstrap.why(done)


@pytest.mark.parametrize("target", ["faults", "fuzz", "bench"])
def test_a_part_that_is_not_there_is_named(tmp_path: Path, target: str) -> None:
    here = elsewhere(tmp_path, "Makefile")
    (here / ".env").touch()
    (here / "bootstrap.py").touch()
    (here / ".venv" / "bin").mkdir(parents=True)
    (here / ".venv" / "bin" / "python").symlink_to(sys.executable)
    done = start(here, ["make", target, f"PYTHON={sys.executable}"])
    assert done.returncode == 2
    assert "is not part of this version" in done.stderr
    assert "Traceback" not in done.stderr


def npm_that_fails(folder: Path, said: str) -> Path:
    """A folder with a Node that is new enough and an npm that says why it cannot."""
    bin_ = folder / "bin"
    bin_.mkdir()
    for name, body in (("node", "echo v20.19.0"), ("npm", f"echo '{said}' >&2; exit 1")):
        (bin_ / name).write_text(f"#!/bin/sh\n{body}\n")
        (bin_ / name).chmod(0o755)
    return bin_


def with_packages(folder: Path) -> Path:
    """A folder whose Python packages are installed, and whose tools for JavaScript are not."""
    here = elsewhere(folder, "bootstrap.py", "requirements-dev.txt", "package.json", "package-lock.json")
    (here / ".venv" / "bin").mkdir(parents=True)
    (here / ".venv" / "bin" / "python").touch()
    pins = (here / "requirements-dev.txt").read_bytes()
    (here / ".venv" / ".installed-test").write_text(bootstrap.hashlib.sha256(pins).hexdigest())
    return here


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "npm error code ECONNREFUSED",
            "its tools could not be fetched: no network. Connect once, then run it again.",
        ),
        ("npm error code EUSAGE", "npm ci failed: code EUSAGE"),
    ],
)
def test_tools_that_cannot_be_installed_are_told_in_a_line(tmp_path: Path, said: str, told: str) -> None:
    here = with_packages(tmp_path)
    path = f"{npm_that_fails(tmp_path, said)}:/usr/bin:/bin"
    done = start(here, [sys.executable, "bootstrap.py", "test"], PATH=path)
    assert (done.returncode, done.stderr.strip()) == (0, f"JavaScript not checked: {told}")
    done = start(here, [sys.executable, "bootstrap.py", "test"], PATH=path, CI="true")
    assert (done.returncode, done.stderr.strip()) == (1, f"JavaScript not checked: {told}")


def test_without_node_it_says_what_to_install(tmp_path: Path) -> None:
    here = with_packages(tmp_path)
    done = start(here, [sys.executable, "bootstrap.py", "test"], PATH=str(tmp_path))
    assert (done.returncode, done.stderr.strip()) == (0, bootstrap.NO_NODE)


def test_tools_that_are_installed_are_not_installed_again(tmp_path: Path) -> None:
    here = with_packages(tmp_path)
    (here / "node_modules").mkdir()
    lock = (here / "package-lock.json").read_bytes()
    (here / "node_modules" / ".installed").write_text(bootstrap.hashlib.sha256(lock).hexdigest())
    path = f"{npm_that_fails(tmp_path, 'npm error asked')}:/usr/bin:/bin"
    done = start(here, [sys.executable, "bootstrap.py", "test"], PATH=path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
