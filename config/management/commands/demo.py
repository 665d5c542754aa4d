"""``manage.py demo``: make what is missing, keep what is there, print the log-ins, serve."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

from campaign.models import Campaign
from config.management.commands.serve import follow, listen

MANIFEST = "staticfiles.json"


class Command(BaseCommand):
    """Everything that ``make demo`` does once the packages are installed."""

    help = "Prepares the demo (database, files, campaigns) where needed, and serves it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """As for ``serve``; ``--prepare`` does not serve."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--prepare", action="store_true", help="prepare only, do not serve")

    def handle(self, *args: object, host: str, port: int, prepare: bool, **options: object) -> None:
        """Prepare and serve; a taken port is told before the work is done."""
        if not prepare:
            listen(host, port).close()
        follow(host, port)
        call_command("tables")
        if _stale():
            call_command("collectstatic", verbosity=0, interactive=False)
        self._build()
        if not prepare:
            call_command("serve", host=host, port=port)

    def _build(self) -> None:
        if "build_demo" not in get_commands():
            self.stdout.write("This version has no demo campaigns (manage.py build_demo); the site is empty.")
            return
        built = Campaign.objects.filter(demo=True).exists()
        call_command("build_demo", logins=built)


def _stale() -> bool:
    """Whether collected files are missing or older than their sources."""
    manifest = Path(settings.STATIC_ROOT) / MANIFEST
    if not manifest.exists():
        return True
    sources = [Path(settings.BASE_DIR) / "requirements.txt"]
    for folder in settings.STATICFILES_DIRS:
        sources.extend(path for path in Path(folder).rglob("*") if path.is_file())
    return max(path.stat().st_mtime for path in sources) > manifest.stat().st_mtime
