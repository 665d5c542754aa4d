"""The API's document as the scripts' types: checked, and written down or compared."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from drf_spectacular import validation
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource

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
        call_command("spectacular", "--fail-on-warn", "--format=openapi-json", stdout=written)
        document = json.loads(written.getvalue())
        validate(document)
        scripts = [*(root / "types").glob("*.d.ts"), *(root / "static" / "js").rglob("*.js")]
        names = named_in(path.read_text() for path in scripts if path != root / PLACE)
        try:
            types = script_types(document, names)
        except KeyError as missing:
            raise CommandError(
                f"Api.{missing.args[0]}: a script names it, and the API has no such document"
            ) from None
        place = root / PLACE
        if not check:
            place.write_text(types)
        elif not place.is_file() or place.read_text() != types:
            raise CommandError(f"{PLACE}: is stale; manage.py declare_api writes it anew")


def validate(document: dict[str, Any]) -> None:
    """Refuse a document that is no OpenAPI.

    As ``spectacular --validate`` does, which goes through the whole specification for each of its references.
    """
    version = "_".join(document["openapi"].split(".")[:2])
    place = Path(validation.__file__).with_name(f"openapi_{version}_schema.json")
    specification = json.loads(place.read_text())
    known = Registry().with_resource(specification["$id"], Resource.from_contents(specification)).crawl()
    wrong = best_match(Draft202012Validator(specification, registry=known).iter_errors(document))
    if wrong is not None:
        raise CommandError(f"The API's document is not valid: {wrong.json_path}: {wrong.message}")
