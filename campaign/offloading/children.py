"""A child process for heavy work: limited, without the site's secrets, read line by line as it goes."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LAST_WORDS = 2000
"""Bytes of a child's last words that are looked at."""


class ChildFailedError(Exception):
    """The child ended badly; says how, in words for the people who asked for its work."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a child may use: seconds of processor and by the clock, memory in MiB, and how nice it is."""

    seconds: int = 900
    megabytes: int = 768
    niceness: int = 10


def lines(module: str, given: bytes, limits: Limits, *, beat: float = 1.0) -> Iterator[str]:
    """Run a module of the project as a child with ``given`` as its input, and give its output's lines.

    At least every ``beat`` seconds something is given, an empty line if there is nothing, so that the caller
    can say that it lives, or stop: closing the iterator ends the child. Raises ``ChildFailedError``.
    """
    command = [sys.executable, "-m", "campaign.offloading.limited"]
    child = subprocess.Popen(
        [*command, str(limits.megabytes), str(limits.seconds), str(limits.niceness), module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        # Nothing of this process's environment: the child needs no key and no database.
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    try:
        assert child.stdin is not None
        child.stdin.write(given)
        child.stdin.close()
        yield from _read(child, time.monotonic() + limits.seconds, beat)
        _say_how_it_ended(child)
    except BrokenPipeError:
        _say_how_it_ended(child)
    finally:
        child.kill()
        child.wait()
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()


def _read(child: subprocess.Popen[bytes], until: float, beat: float) -> Iterator[str]:
    assert child.stdout is not None
    rest = b""
    with selectors.DefaultSelector() as selector:
        selector.register(child.stdout, selectors.EVENT_READ)
        while True:
            if time.monotonic() > until:
                raise ChildFailedError("the time for it was up")
            if not selector.select(beat):
                yield ""
                continue
            read = os.read(child.stdout.fileno(), 65536)
            if not read:
                return
            *whole, rest = (rest + read).split(b"\n")
            for line in whole:
                yield line.decode()


def _say_how_it_ended(child: subprocess.Popen[bytes]) -> None:
    status = child.wait()
    if status == 0:
        return
    assert child.stderr is not None
    words = child.stderr.read()[-LAST_WORDS:].decode(errors="replace")
    if "MemoryError" in words:
        raise ChildFailedError("it needed more memory than it may have")
    if status < 0:
        raise ChildFailedError(f"it was ended by signal {-status}")
    raise ChildFailedError("it failed")
