"""What a sealed child can still do once somebody's bytes have taken it over: it tries all, and tells."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable


def _fork() -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


TRIES: dict[str, Callable[[], object]] = {
    "read a file": lambda: open("/etc/hostname").close(),
    "write a file": lambda: open("/tmp/taken-over", "w").close(),
    "list a folder": lambda: os.listdir("/"),
    "open a socket": lambda: socket.socket().close(),
    "open a local socket": lambda: socket.socket(socket.AF_UNIX).close(),
    "make a pipe": os.pipe,
    "fork": _fork,
    "start a program": lambda: subprocess.run(["/bin/true"]),
    "load another module": lambda: __import__("wave"),
    "take the limit back": lambda: __import__("resource").setrlimit(7, (100, 100)),
}


def prepare() -> None:
    """All is loaded."""


def main() -> None:
    """Tell what could be done, and what is known of the parent's environment."""
    sys.stdin.buffer.read()
    for name, attempt in TRIES.items():
        try:
            attempt()
        except (OSError, ValueError, ImportError):
            continue
        sys.stdout.write(f"could {name}\n")
    sys.stdout.write(f"knows {' '.join(sorted(os.environ))}\n")
