"""What pages take from the one file of inks, patterns and signs: written down or compared."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from campaign.base.drawing.declared_look import CSS, SPRITE, UnmarkedError, written


class Command(BaseCommand):
    """``manage.py declare_look``."""

    help = "Write what the pages take from campaign/base/drawing/look.json."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether only to compare."""
        parser.add_argument("--check", action="store_true", help="Write nothing; fail if a file is stale.")

    def handle(self, *args: object, check: bool, **options: object) -> None:
        """Write the files, or say which of them are stale."""
        root = Path(settings.BASE_DIR)
        try:
            files = written({name: (root / name).read_text() for name in (CSS, SPRITE)})
        except UnmarkedError as error:
            raise CommandError(str(error)) from None
        stale = [
            name
            for name, text in files.items()
            if not (root / name).is_file() or (root / name).read_text() != text
        ]
        if check and stale:
            raise CommandError(f"{', '.join(stale)}: stale; manage.py declare_look writes it anew")
        for name in stale:
            (root / name).write_text(files[name])
