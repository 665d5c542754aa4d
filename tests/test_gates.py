"""Every gate is open for the project as it is, and shuts for a fault that it is there to stop."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from campaign.management.commands import declare_api
from tests.gates import BIN, DEPLOYED, JAVASCRIPT, NODE_BIN, ROOT, gates, no_javascript, run, said

pytestmark = pytest.mark.once


def need_node() -> None:
    """Skip without the tools for JavaScript; where ``CI`` is set they must be there."""
    if reason := no_javascript():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


@pytest.mark.parametrize("name", gates())
def test_the_gate_is_open(name: str) -> None:
    if name in JAVASCRIPT:
        need_node()
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


@pytest.mark.long
def test_the_type_checker_stops_a_function_without_types(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("def level(banner):\n    return banner.level\n")
    done = run([str(BIN / "mypy"), "--config-file", "pyproject.toml", "--no-incremental", str(planted)])
    assert done.returncode == 1
    assert "no-untyped-def" in done.stdout


@pytest.mark.long
def test_the_type_checker_stops_what_changes_a_value_of_the_rules(tmp_path: Path) -> None:
    """Of every class made by ``rules.values.value``: at run time nothing would stop it."""
    planted = tmp_path / "planted.py"
    values = _values_of_the_rules()
    assert {("rules.state", "State"), ("rules.orders", "Plan")} < {value[:2] for value in values}
    lines = [f"import {module}" for module in sorted({module for module, _, _ in values})]
    for number, (module, name, field) in enumerate(values):
        lines += [
            f"def change{number}(one: {module}.{name}, other: {module}.{name}) -> None:",
            f"    one.{field} = other.{field}",
        ]
    planted.write_text("\n".join(lines) + "\n")
    done = run([str(BIN / "mypy"), "--config-file", "pyproject.toml", "--no-incremental", str(planted)])
    assert done.returncode == 1
    for _, name, field in values:
        assert f'Property "{field}" defined in "{name}" is read-only' in done.stdout, said(done)
    assert f"Found {len(values)} errors" in done.stdout, said(done)


def _values_of_the_rules() -> list[tuple[str, str, str]]:
    """Module, name and first field of each class that ``rules.values.value`` decorates."""
    values = []
    for path in sorted((ROOT / "rules").rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and "value" in map(ast.unparse, node.decorator_list):
                fields = [line.target for line in node.body if isinstance(line, ast.AnnAssign)]
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                values.append((module, node.name, ast.unparse(fields[0])))
    return values


def test_the_script_of_the_rules_records_is_stopped_when_it_is_stale(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "static" / "js").mkdir(parents=True)
    shutil.copy(ROOT / "static" / "js" / "declared.js", tmp_path / "static" / "js")
    assert run(gates()["declared records"], cwd=tmp_path).returncode == 0
    tables = tmp_path / "rules" / "tables.py"
    tables.write_text(tables.read_text().replace("SPLIT_BONUS = 2", "SPLIT_BONUS = 3"))
    done = run(gates()["declared records"], cwd=tmp_path)
    assert done.returncode == 1
    assert "static/js/declared.js: is stale" in done.stderr, said(done)


def test_the_types_of_the_api_s_documents_are_stopped_when_they_are_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    level: dict[str, object] = {"type": ["integer", "null"], "description": "Null: unknown."}
    sector = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    banner = {"required": ["at"], "properties": {"at": sector, "level": level}}
    army = {"required": ["on"], "properties": {"on": {"type": "array", "items": {"$ref": "#/x/Banner"}}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Wars", "version": "1"},
        "components": {"schemas": {"Banner": banner, "Army": army, "Unasked": {}}},
    }
    monkeypatch.setattr(declare_api, "call_command", lambda *_, stdout: stdout.write(json.dumps(document)))
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    (tmp_path / "types").mkdir()
    (tmp_path / "types" / "war.d.ts").write_text("type Camp = Api.Army;\n")
    call_command("declare_api")
    written = (tmp_path / declare_api.PLACE).read_text()
    for line in (
        "on: Banner[];",
        "at: [number, number];",
        "/** Null: unknown. */",
        "level?: number | null;",
    ):
        assert f"    {line}\n" in written
    assert "Unasked" not in written
    call_command("declare_api", check=True)
    level["type"] = "string"
    with pytest.raises(CommandError, match=r"types/api\.d\.ts: is stale"):
        call_command("declare_api", check=True)
    (tmp_path / "types" / "war.d.ts").write_text("type Camp = Api.Tent;\n")
    with pytest.raises(CommandError, match=r"Api\.Tent: a script names it"):
        call_command("declare_api", check=True)


def test_an_api_document_that_is_no_openapi_is_stopped() -> None:
    document = {"openapi": "3.1.0", "info": {"title": "Wars", "version": "1"}, "paths": {"/wars/": {}}}
    declare_api.validate(document)
    document["paths"] = {"/wars/": {"fetch": {}}}
    with pytest.raises(CommandError, match=r"\$\.paths\['/wars/'\]: .*'fetch' was unexpected"):
        declare_api.validate(document)


def test_the_linter_stops_a_name_that_no_script_has() -> None:
    need_node()
    command = [str(NODE_BIN / "eslint"), "--stdin", "--stdin-filename", "static/js/web/planted.js"]
    done = run(command, stdin="export const sum = one + 1;\n")
    assert done.returncode == 1
    assert "no-undef" in done.stdout, said(done)


FAULTS = (
    ("export const gone = new View(1, 2).hight;", "TS2551"),
    ('export const far = distance([1, 2], "A1");', "TS2345"),
    ("/** @param {Banner} banner */\nexport const loud = (banner) => banner.nmae;", "TS2339"),
    ("/** @param {Sighting} seen */\nexport const twice = (seen) => 2 * seen.level;", "TS18047"),
    ("export const level = (banner) => banner.level;", "TS7006"),
)
"""Lines of scripts that ask for what is not there, and what the type checker says of each."""


@pytest.mark.long
def test_the_type_checker_stops_every_script_that_asks_for_what_is_not_there(tmp_path: Path) -> None:
    need_node()
    shutil.copytree(ROOT / "static" / "js", tmp_path / "static" / "js")
    shutil.copytree(ROOT / "types", tmp_path / "types")
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    heads = 'import { distance } from "./geometry.js";\nimport { View } from "./view.js";\n'
    for number, (line, _) in enumerate(FAULTS):
        planted = tmp_path / "static" / "js" / "web" / "map" / f"planted{number}.js"
        planted.write_text(f"{heads}export const kept = [distance, View];\n{line}\n")
    done = run([str(NODE_BIN / "tsc"), "--project", "."], cwd=tmp_path)
    assert done.returncode != 0
    found = re.findall(r"(\w+)\.js\(\d+,\d+\): error (TS\d+)", done.stdout)
    assert sorted(found) == [(f"planted{number}", fault) for number, (_, fault) in enumerate(FAULTS)]


def test_no_script_is_let_off_its_types_and_few_lines_are_with_a_reason() -> None:
    scripts = "\n".join(path.read_text() for path in (ROOT / "static" / "js").rglob("*.js"))
    assert "@ts-nocheck" not in scripts
    assert "@ts-ignore" not in scripts
    let_off = re.findall(r"@ts-expect-error(.*)", scripts)
    assert len(let_off) <= 20
    assert [reason for reason in let_off if len(reason.split()) < 3] == []


def test_without_node_the_scripts_are_not_checked_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="JavaScript not checked: install Node 20 and npm"):
        need_node()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="JavaScript not checked: install Node 20 and npm"):
        need_node()


STEPS = (
    ("rules/maps/grid.py", "import django", "rules is pure"),
    ("rules/phases/works.py", "import rules.phases.march", "No phase knows another"),
    ("rules/reports/report.py", "import rules.board", "never from the board"),
    ("campaign/models/board.py", "import campaign.turn.plans.services", "The rooms of the campaign"),
    ("battles/page/selectors.py", "import battles.dates.services", "What reads writes nothing"),
    ("campaign/home/views.py", "import rules.state", "Pages hold no State"),
    ("campaign/home/selectors.py", "import campaign.engine", "Only the engine"),
    ("rules/state.py", "import campaign.ids", "The floors"),
)
"""Steps out of line, each with the contract that it breaks."""


@pytest.mark.long
@pytest.mark.parametrize(
    "steps",
    [pytest.param((step,), marks=pytest.mark.long, id=step[2]) for step in STEPS]
    + [pytest.param(STEPS, id="all at once")],
)
def test_the_import_contracts_stop_a_step_out_of_line(
    tmp_path: Path, steps: tuple[tuple[str, str, str], ...]
) -> None:
    for name in ("config", "battles", "campaign", "rules"):
        ignore = shutil.ignore_patterns("__pycache__", "*.html")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for where, line, _contract in steps:
        victim = tmp_path / where
        victim.write_text(f"{victim.read_text()}\n{line}  # noqa\n")
    done = run([str(BIN / "lint-imports"), "--no-cache"], cwd=tmp_path)
    assert done.returncode == 1, said(done)
    broken = [row for row in done.stdout.splitlines() if " BROKEN" in row]
    for _where, _line, contract in steps:
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


@pytest.mark.long
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


@pytest.mark.long
@pytest.mark.parametrize(
    "careless",
    [
        pytest.param({"security.W018": ("DEBUG", "on")}, marks=pytest.mark.long),
        {
            "config.E003": ("SITE_URL", "http://war.example"),
            "config.E002": ("DEMO", "on"),
            "config.E004": ("EMAIL_URL", "consolemail://"),
            "config.E001": ("ALLOWED_HOSTS", "elsewhere.example"),
            "config.W001": ("REDIS_URL", ""),
        },
    ],
    ids=["by debugging", "by all else at once"],
)
def test_a_careless_deployment_is_stopped(careless: dict[str, tuple[str, str]]) -> None:
    done = run(gates()["deployment checks"], env=DEPLOYED | dict(careless.values()))
    assert done.returncode == 1
    for found in careless:
        assert found in done.stderr, said(done)
