"""Every gate is open for the project as it is, and shuts for a fault that it is there to stop."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.gates import BIN, DEPLOYED, ROOT, gates, run, said

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", gates())
def test_the_gate_is_open(name: str) -> None:
    env = DEPLOYED if name == "deployment checks" else {}
    done = run(gates()[name], env=env)
    assert done.returncode == 0, said(done)


def test_the_linter_stops_dice_from_outside_in_the_rules() -> None:
    planted = '"""Planted."""\n\nimport random\n\nROLL = random.randint(1, 6)\n'
    done = run([str(BIN / "ruff"), "check", "--stdin-filename", "rules/planted.py", "-"], stdin=planted)
    assert done.returncode == 1
    assert "TID251" in done.stdout


def test_the_formatter_stops_single_quotes() -> None:
    command = [str(BIN / "ruff"), "format", "--check", "--stdin-filename", "rules/planted.py", "-"]
    assert run(command, stdin="A = 'b'\n").returncode == 1


def test_the_type_checker_stops_a_function_without_types(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("def level(banner):\n    return banner.level\n")
    done = run([str(BIN / "mypy"), "--config-file", "pyproject.toml", "--no-incremental", str(planted)])
    assert done.returncode == 1
    assert "no-untyped-def" in done.stdout


@pytest.mark.parametrize(
    ("where", "line", "contract"),
    [
        ("rules/grid.py", "import django", "rules is pure"),
        ("rules/phases/works.py", "import rules.phases.march", "No phase knows another"),
        ("rules/report.py", "import rules.board", "never from the board"),
        ("campaign/models/board.py", "import campaign.services.plans", "The campaign reads downwards"),
        ("battles/selectors/around.py", "import battles.services.dates", "The battles read downwards"),
        ("campaign/views/home.py", "import rules.state", "Pages hold no State"),
        ("campaign/selectors/home.py", "import campaign.engine", "Only the engine"),
        ("rules/state.py", "import campaign.ids", "The floors"),
    ],
)
def test_the_import_contracts_stop_a_step_out_of_line(
    tmp_path: Path, where: str, line: str, contract: str
) -> None:
    for name in ("config", "battles", "campaign", "rules"):
        ignore = shutil.ignore_patterns("__pycache__", "*.html")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    victim = tmp_path / where
    victim.write_text(f"{victim.read_text()}\n{line}  # noqa\n")
    done = run([str(BIN / "lint-imports"), "--no-cache"], cwd=tmp_path)
    assert done.returncode == 1, said(done)
    broken = [row for row in done.stdout.splitlines() if row.endswith("BROKEN")]
    assert any(contract in row for row in broken), said(done)


@pytest.mark.parametrize(
    ("tool", "planted"),
    [
        (["djhtml", "--check"], "<div>\n<p>flat</p>\n</div>\n"),
        (["djade", "--target-version", "5.2", "--check"], "{% load  i18n %}{{a|upper }}\n"),
    ],
)
def test_the_template_tools_stop_untidy_templates(tmp_path: Path, tool: list[str], planted: str) -> None:
    page = tmp_path / "planted.html"
    page.write_text(planted)
    done = run([str(BIN / tool[0]), *tool[1:], str(page)])
    assert done.returncode == 1, said(done)


def test_a_changed_model_without_its_migration_is_stopped() -> None:
    planted = (
        "import os, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; django.setup()\n"
        "from campaign.models import User; User._meta.get_field('name').max_length = 61\n"
        "from django.core.management import call_command\n"
        "call_command('makemigrations', '--check', '--dry-run')\n"
    )
    done = run([sys.executable, "-c", planted])
    assert done.returncode == 1
    assert "Alter field name on user" in done.stdout, said(done)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"SITE_URL": "http://war.example"}, "config.E003"),
        ({"DEMO": "on"}, "config.E002"),
        ({"EMAIL_URL": "consolemail://"}, "config.E004"),
        ({"DEBUG": "on"}, "security.W018"),
        ({"ALLOWED_HOSTS": "elsewhere.example"}, "config.E001"),
        ({"REDIS_URL": ""}, "config.W001"),
    ],
)
def test_a_careless_deployment_is_stopped(change: dict[str, str], found: str) -> None:
    done = run(gates()["deployment checks"], env=DEPLOYED | change)
    assert done.returncode == 1
    assert found in done.stderr, said(done)
