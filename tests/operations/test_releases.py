"""Releases: tag, changelog and version agree; compose fits its schema; build servers do as everybody."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from config.version import VERSION, version_of
from tests import upgrade
from tests.gates import ROOT

pytestmark = pytest.mark.once

RELEASES: dict[str, Any] = runpy.run_path(str(ROOT / ".ci" / "releases.py"), run_name="releases")
CHANGELOG = """# Changes

## Unreleased

## 1.1.0 (2026-12-24)

- Snow.

## 1.0.0 (2026-11-27)

- The first one.

## 0.1.0

- Before dates.
"""
PROJECT = '[project]\nname = "x"\nversion = "1.1.0"\n'


def problems(tag: str = "v1.1.0", changelog: str = CHANGELOG, project: str = PROJECT) -> list[str]:
    found: list[str] = RELEASES["problems"](tag, changelog, project)
    return found


def test_a_release_that_is_ready_has_nothing_in_its_way() -> None:
    assert problems() == []
    assert RELEASES["notes"](CHANGELOG, "1.1.0") == "- Snow."
    assert RELEASES["notes"](CHANGELOG, "0.1.0") == "- Before dates."
    assert version_of(CHANGELOG) == "1.1.0"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"tag": "1.1.0"}, "is no tag of a release"),
        ({"tag": "v1.0.0"}, "the latest release in CHANGELOG.md is 1.1.0"),
        ({"changelog": CHANGELOG.replace(" (2026-12-24)", "")}, "has no date"),
        ({"changelog": CHANGELOG.replace("2026-12-24", "2026-13-24")}, "has no date"),
        ({"changelog": CHANGELOG.replace("- Snow.\n", "")}, "says nothing of 1.1.0"),
        ({"changelog": CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- More.\n")}, "under 'Unreleased'"),
        ({"project": PROJECT.replace("1.1.0", "1.0.0")}, "pyproject.toml has another version"),
    ],
)
def test_what_is_in_the_way_is_said(given: dict[str, str], said: str) -> None:
    assert [line for line in problems(**given) if said in line]


def test_the_project_s_own_changelog_and_version_agree() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert next(iter(RELEASES["released"](changelog))) == VERSION
    assert f'\nversion = "{VERSION}"\n' in (ROOT / "pyproject.toml").read_text()


def test_every_tag_is_a_release_of_the_changelog() -> None:
    tags = subprocess.run(
        ["git", "tag", "--list", "v*"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    known = RELEASES["released"]((ROOT / "CHANGELOG.md").read_text())
    assert {tag.removeprefix("v") for tag in tags.stdout.split()} <= set(known)


def test_without_history_nothing_is_upgraded_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``make upgrade`` upgrades from each tag, and from the release before tags, where git has them."""
    monkeypatch.setattr("sys.argv", ["upgrade"])
    monkeypatch.setattr(upgrade, "ROOT", tmp_path)
    assert upgrade.main() == 2
    assert "no older release" in capsys.readouterr().err
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@y.example"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"], ["tag", "v1.0.0"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    assert upgrade.releases() == ["v1.0.0"]


def schema() -> Any:
    return json.loads((Path(__file__).parent / "compose-spec" / "schema.json").read_text())


def test_the_compose_file_fits_the_schema_and_a_broken_one_does_not() -> None:
    document = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    check = jsonschema.Draft7Validator(schema())
    assert [error.message for error in check.iter_errors(document)] == []
    document["services"]["web"]["helthcheck"] = {}
    document["services"]["clock"]["depends_on"]["postgres"]["condition"] = "service_wealthy"
    assert len(list(check.iter_errors(document))) >= 2


@pytest.mark.parametrize("name", [".github/workflows/ci.yml", ".gitlab-ci.yml"])
def test_build_servers_do_what_everybody_does_and_sign_tags_without_a_key(name: str) -> None:
    text = (ROOT / name).read_text()
    assert yaml.safe_load(text)
    steps = re.findall(r"^\s*- (?:run: )?(\.ci/\w+.*)$", text, re.M)
    assert [step.split()[0] for step in steps] == [".ci/run", ".ci/build"]
    assert "cosign sign-blob --yes" in text
    assert "cosign sign --yes" in text
    assert not re.search(r"private.?key|COSIGN_KEY|--key", text, re.I)
    for script in ("run", "build"):
        assert os.access(ROOT / ".ci" / script, os.X_OK)


def test_build_servers_have_what_their_steps_need() -> None:
    """A forge's release is made by its own program, which images for building lack. Scripts need Node."""
    gitlab = yaml.safe_load((ROOT / ".gitlab-ci.yml").read_text())
    makers = [job for job in gitlab.values() if isinstance(job, dict) and "release" in job]
    assert [("release-cli" in job["image"], job["stage"]) for job in makers] == [(True, gitlab["stages"][-1])]
    engine = json.loads((ROOT / "package.json").read_text())["engines"]["node"]
    assert gitlab["test"]["image"].startswith(f"node:{engine.lstrip('>=').partition('.')[0]}-")
    assert "IMAGE: ghcr.io/${{" not in (ROOT / ".github/workflows/ci.yml").read_text(), "it may hold capitals"


def test_what_others_have_written_runs_by_its_commit_and_with_no_more_than_it_needs() -> None:
    """A tag of theirs can move. What checks out leaves no key behind for the steps after it."""
    text = (ROOT / ".github/workflows/ci.yml").read_text()
    used = re.findall(r"uses: (.+)", text)
    assert len(used) >= 5
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    assert not re.search(r"run: .*\$\{\{", text), "what a forge puts in is no part of a command"


def test_whoever_finds_a_fault_is_led_and_whoever_finds_a_hole_is_told_where_to_write() -> None:
    folder = ROOT / ".github" / "ISSUE_TEMPLATE"
    forms = [yaml.safe_load(path.read_text()) for path in sorted(folder.glob("*.yml"))]
    led = [form for form in forms if "body" in form]
    assert len(led) == 2
    for form in led:
        assert form["name"]
        assert form["description"]
        assert all(part["type"] == "markdown" or part["attributes"]["label"] for part in form["body"])
    assert [form for form in forms if form.get("contact_links") == []] == [], "none, or some: never empty"
    assert list((ROOT / ".gitlab" / "issue_templates").glob("*.md"))
    assert "report" in (ROOT / "SECURITY.md").read_text().lower()


def test_a_tag_is_built_into_an_archive_with_its_sums(tmp_path: Path) -> None:
    """In a copy of the repository that has one commit, tagged as a release that is ready."""
    copy = tmp_path / "copy"
    (copy / ".ci").mkdir(parents=True)
    for script in ("build", "releases.py"):
        (copy / ".ci" / script).write_text((ROOT / ".ci" / script).read_text())
    (copy / "CHANGELOG.md").write_text(CHANGELOG)
    (copy / "pyproject.toml").write_text(PROJECT)
    own = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ["-c", "user.name=x", "-c", "user.email=x@y.example"]
    for command in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "x"], ["tag", "v1.1.0"]):
        subprocess.run(["git", *command], cwd=copy, env=own, check=True)
    bare = {key: value for key, value in own.items() if key != "IMAGE"}
    done = subprocess.run(
        ["sh", ".ci/build", "v1.1.0"], cwd=copy, env=bare, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "no image is built" in done.stderr
    sums = subprocess.run(
        ["sha256sum", "--check", "boltgun-campaigns-1.1.0.sha256"], cwd=copy / "dist", check=False
    )
    assert sums.returncode == 0
    assert (copy / "dist" / "boltgun-campaigns-1.1.0.md").read_text() == "- Snow.\n"
    refused = subprocess.run(
        ["sh", ".ci/build", "v9.9.9"], cwd=copy, env=bare, capture_output=True, text=True, check=False
    )
    assert refused.returncode != 0
