"""The gates: programs that read the code. ``tests/test_gates.py`` opens each, and shows how each shuts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import bootstrap

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
NODE_BIN = ROOT / "node_modules" / ".bin"
SECRET = "gates-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOP"
DEPLOYED = {
    "SECRET_KEY": SECRET,
    "SITE_URL": "https://war.example",
    "DATABASE_URL": "postgres://app:secret@db.example:5432/app",
    "REDIS_URL": "redis://redis.example:6379/0",
    "EMAIL_URL": "smtp+tls://app:secret@mail.example:587",
    "OPERATED_BY": "The Karst Gate club",
    "CONTACT": "operator@war.example",
}


def templates() -> list[str]:
    """The project's templates, relative to its root."""
    return sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))


def gates() -> dict[str, list[str]]:
    """Each gate's name and command."""
    python = sys.executable
    manage = [python, "manage.py"]
    return {
        "ruff check": [str(BIN / "ruff"), "check", "--no-cache", "--output-format", "concise", "."],
        "ruff format": [str(BIN / "ruff"), "format", "--no-cache", "--check", "."],
        "mypy": [str(BIN / "mypy")],
        "import contracts": [str(BIN / "lint-imports"), "--no-cache"],
        "djhtml": [str(BIN / "djhtml"), "--check", *templates()],
        "djade": [str(BIN / "djade"), "--target-version", "5.2", "--check", *templates()],
        "missing migrations": [*manage, "makemigrations", "--check", "--dry-run"],
        "system checks": [*manage, "check", "--fail-level", "WARNING"],
        "deployment checks": [*manage, "check", "--deploy", "--fail-level", "WARNING"],
        "declared records": [python, "-m", "rules", "declare", "--check", "static/js/declared.js"],
        "the look of the pages": [*manage, "declare_look", "--check"],
        "eslint": [str(NODE_BIN / "eslint"), "--max-warnings", "0", "."],
        "javascript types": [str(NODE_BIN / "tsc"), "--project", "."],
        "api schema and the types of it": [*manage, "declare_api", "--check"],
    }


JAVASCRIPT = ("eslint", "javascript types")


def no_javascript() -> str:
    """Why the scripts cannot be checked here; nothing if they can."""
    if not bootstrap.node_is_here():
        return bootstrap.NO_NODE
    if not all((NODE_BIN / name).exists() for name in ("eslint", "tsc")):
        return "JavaScript not checked: run make dev, which installs what checks it"
    return ""


def run(
    command: list[str], *, cwd: Path = ROOT, env: dict[str, str] | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a gate in an environment of its own."""
    clean = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "TMPDIR")}
    wanted = {"SECRET_KEY": SECRET, "ENV_FILE": os.devnull, **(env or {})}
    return subprocess.run(
        command, cwd=cwd, env=clean | wanted, input=stdin, capture_output=True, text=True, timeout=480
    )


def said(done: subprocess.CompletedProcess[str]) -> str:
    """The end of what a gate said."""
    return (done.stdout + done.stderr)[-6000:]
