"""The API's document as the scripts' types: checked, and written down or compared."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from campaign.web.api.script_types import named_in, script_types

PLACE = Path("types", "api.d.ts")


class Command(BaseCommand):
    """``manage.py declare_api``."""

    help = "Check the API's document, and write the types of the scripts that speak with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether only to compare."""
        parser.add_argument(
            "--check", action="store_true", help="Write nothing; fail if the types are stale."
        )

    def handle(self, *args: object, check: bool, **options: object) -> None:
        """Write ``types/api.d.ts``, or say that it is stale."""
        root = Path(settings.BASE_DIR)
        written = StringIO()
        call_command("spectacular", "--validate", "--fail-on-warn", "--format=openapi-json", stdout=written)
        scripts = [*(root / "types").glob("*.d.ts"), *(root / "static" / "js").rglob("*.js")]
        names = named_in(path.read_text() for path in scripts if path != root / PLACE)
        try:
            types = script_types(json.loads(written.getvalue()), names)
        except KeyError as missing:
            raise CommandError(
                f"Api.{missing.args[0]}: a script names it, and the API has no such document"
            ) from None
        place = root / PLACE
        if not check:
            place.write_text(types)
        elif not place.is_file() or place.read_text() != types:
            raise CommandError(f"{PLACE}: is stale; manage.py declare_api writes it anew")
