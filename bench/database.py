"""A PostgreSQL database for measurements: filled once, and copied from its template before each round."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from bench.rounds import SkippedError

NO_SERVER = 3
"""How a measurement's own process ends when there is no server to measure on."""

HERE = "postgres://postgres@127.0.0.1:5432/postgres"


def server() -> str:
    """The server to measure on: that of ``DATABASE_URL`` if it names one, else the one on this machine."""
    asked = os.environ.get("DATABASE_URL", "")
    return asked if asked.startswith("postgres") else HERE


def plain(url: str) -> str:
    """The address as psycopg reads it."""
    return url.replace("postgres://", "postgresql://", 1)


def connect(url: str, **options: Any) -> Any:
    """A plain connection. Raises ``SkippedError`` if there is no server."""
    import psycopg

    try:
        return psycopg.connect(plain(url), **options)
    except psycopg.OperationalError as error:
        raise SkippedError(f"no PostgreSQL at {urlsplit(url).hostname}: {error}") from error


class Scratch:
    """A database of this process, with a template that it can be put back to."""

    def __init__(self) -> None:
        self.name = f"bench_{os.getpid()}"
        self.template = f"{self.name}_template"
        self.server = server()
        self.url = urlunsplit(urlsplit(self.server)._replace(path=f"/{self.name}"))

    def run(self, *statements: str) -> None:
        """Statements on the server, outside of every transaction."""
        with connect(self.server, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def keep(self) -> None:
        """What is in the database now is what it is put back to."""
        self.run(
            f'DROP DATABASE IF EXISTS "{self.template}" WITH (FORCE)',
            f'CREATE DATABASE "{self.template}" TEMPLATE "{self.name}"',
        )

    def put_back(self) -> None:
        """Make the database anew from its template."""
        self.run(
            f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)',
            f'CREATE DATABASE "{self.name}" TEMPLATE "{self.template}"',
        )


@contextmanager
def scratch() -> Iterator[Scratch]:
    """An empty database with the app's tables, and Django set up for it; both are gone afterwards.

    Settings are read once in a process: a suite that uses this has a process of its own.
    """
    database = Scratch()
    database.run(f'CREATE DATABASE "{database.name}"')
    try:
        os.environ.update(
            DATABASE_URL=database.url,
            DATABASE_POOL="0",
            REDIS_URL="",
            LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="tests.settings",
        )
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", verbosity=0, skip_checks=True)
        connections.close_all()
        yield database
        connections.close_all()
    finally:
        database.run(
            f'DROP DATABASE IF EXISTS "{database.name}" WITH (FORCE)',
            f'DROP DATABASE IF EXISTS "{database.template}" WITH (FORCE)',
        )


def in_its_own_process(module: str, *arguments: object) -> Any:
    """What a module prints as JSON on its last line, run as a program: settings are read once in a process.

    Raises ``SkippedError`` if it found no server.
    """
    command = [sys.executable, "-m", module, *map(str, arguments)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode == NO_SERVER:
        raise SkippedError(run.stdout.strip())
    if run.returncode:
        raise RuntimeError(run.stderr[-2000:])
    return json.loads(run.stdout.splitlines()[-1])
