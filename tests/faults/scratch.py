"""A database that exists only for one run, and the environment in which everything of that run starts."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
DATABASES = (SQLITE, POSTGRESQL)
MIGRATED = os.environ.get("TEST_MIGRATED")
HERE = "postgres://postgres@127.0.0.1:5432/postgres"


@contextmanager
def scratch(database: str) -> Iterator[Path]:
    """Set the environment for a new database; gives a folder for files. All is gone afterwards.

    It is empty, or the copy of one that has been migrated if there is such a one. PostgreSQL is the server of
    ``DATABASE_URL`` if that names one, else the one on this machine.
    """
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        if database == SQLITE:
            if MIGRATED:
                shutil.copyfile(MIGRATED, folder / "faults.sqlite3")
            environment(folder, f"sqlite:///{folder / 'faults.sqlite3'}")
            yield folder
            return
        with _on_server(f"faults_{os.getpid()}") as url:
            environment(folder, url)
            yield folder


def environment(folder: Path, database_url: str, redis_url: str = "") -> None:
    """Have this process and all that it starts use that database and broker; mails go into ``folder``."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="tests.settings",
        EMAIL_URL=f"filemail:///{folder}/mail",
        LOG_LEVEL="ERROR",
        DATABASE_POOL="0",
        DATABASE_URL=database_url,
        REDIS_URL=redis_url,
    )


@contextmanager
def _on_server(name: str) -> Iterator[str]:
    import psycopg

    asked = os.environ.get("DATABASE_URL", "")
    server = asked if asked.startswith(("postgres://", "postgresql://")) else HERE
    with psycopg.connect(server.replace("postgres://", "postgresql://"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{MIGRATED}"' if MIGRATED else ""))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
