"""``manage.py backup FILE``: a copy of an SQLite database, whole even while people use it."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    """Back up the database of the one-process site."""

    help = "Copies the SQLite database into a new file, consistent even under load."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to write."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: object, file: Path, **options: object) -> None:
        """Copy page by page; never over something that is there."""
        known = settings.DATABASES["default"]
        if not known["ENGINE"].endswith("sqlite3"):
            raise CommandError("This is for SQLite; use pg_dump for PostgreSQL (README, Backups)")
        if not Path(known["NAME"]).is_file():
            raise CommandError(f"{known['NAME']} is not there; set DATABASE_URL to the site's database")
        if file.exists():
            raise CommandError(f"{file} exists already; choose a new name, nothing was written")
        if not file.resolve().parent.is_dir():
            raise CommandError(f"{file.parent} is no folder; make it first")
        with closing(sqlite3.connect(known["NAME"])) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
            if target.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise CommandError("The copy is damaged; try again")
        self.stdout.write(f"Wrote {file}. Keep SECRET_KEY (and SEED_KEY) with it: they open the dice.")
