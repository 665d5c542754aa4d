"""Starts the site's own command in a process of its own: ``manage.py serve`` as everybody has it.

Most of its start is to load the project. Each of pytest's workers has a process that does so once, from which
the servers are forked. One whose environment is another starts from nothing: its settings are read from that.
"""

from __future__ import annotations

import os
from multiprocessing import forkserver, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from django.core.management import execute_from_command_line

PASSING = "PYTEST_CURRENT_TEST"


class Servers:
    """Starts servers in the environment of this moment, and quickly if that is still the first one's."""

    def __init__(self) -> None:
        self._environment = _environment()
        forkserver.set_forkserver_preload(["tests.browser.loaded"])
        forkserver.ensure_running()

    def start(self, port: int, log: Path) -> BaseProcess:
        """A server that says into ``log`` what it has to say."""
        known = _environment() == self._environment
        process = get_context("forkserver" if known else "spawn").Process(target=serve, args=(port, log))
        process.start()
        return process


def serve(port: int, log: Path) -> None:
    """Serve, until told to stop."""
    with log.open("w") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    execute_from_command_line(["manage.py", "serve", "--port", str(port)])


def _environment() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if key != PASSING}
