"""Runs the engine's command as any other program would: a document in, an exit status and two texts out."""

import contextlib
import io
import json
import subprocess
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.world import Document

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Answer:
    """What the command answered."""

    status: int
    out: str
    err: str


def ask_process(document: Document, arguments: Sequence[str] = ()) -> Answer:
    """The command in its own process: slow, and exactly what a stranger gets."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", "adjudicate", "-", *arguments],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def ask(document: Document, arguments: Sequence[str] = ()) -> Answer:
    """The command within this process: the same entry, some hundred times faster."""
    from rules.__main__ import main

    out, err = io.StringIO(), io.StringIO()
    standard_input = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(document).encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(["adjudicate", "-", *arguments])
            except SystemExit as leaving:
                status = leaving.code if isinstance(leaving.code, int) else 1
            except Exception:
                status = 1
                err.write(traceback.format_exc())
    finally:
        sys.stdin = standard_input
    return Answer(int(status or 0), out.getvalue(), err.getvalue())
