"""A site of its own in a folder, for the tests that start its processes."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from django.conf import settings

from tests.gates import SECRET, run


def environment(folder: Path) -> dict[str, str]:
    """The environment of a site that keeps everything in ``folder``; its database has yet to be made."""
    return {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": SECRET,
        "ENV_FILE": os.devnull,
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "STATIC_ROOT": str(folder / "static"),
        "EMAIL_URL": f"filemail://{folder / 'mail'}",
    }


def with_tables(folder: Path) -> dict[str, str]:
    """The environment of such a site whose database is up to date and empty."""
    env = environment(folder)
    if not copy_of_migrated(folder / "site.sqlite3"):
        assert run([sys.executable, "manage.py", "migrate", "-v0"], env=env).returncode == 0
    return env


def copy_of_migrated(file: Path) -> bool:
    """Copy the SQLite database that has been migrated for this run; False where there is none."""
    if settings.MIGRATED is None or not Path(settings.MIGRATED).is_file():
        return False
    shutil.copyfile(settings.MIGRATED, file)
    return True
