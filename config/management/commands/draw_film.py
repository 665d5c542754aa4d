"""Draws a film of a war that has ended, as it was, into a file: the README's picture is made by it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.film.documents import TRUTH
from campaign.film.drawing import maker
from campaign.film.making.scenes import given, scenes
from campaign.film.making.selectors import Wish
from campaign.models import Campaign, CampaignStatus, FilmFormat, FilmKind, RoleKind


class Command(BaseCommand):
    """``manage.py draw_film "The Hollow Crown" docs/pictures/war.gif --first 15 --last 24``."""

    help = "Draw a film of an ended war into a .gif or .webp file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which war, where to, which turns, in which light."""
        parser.add_argument("campaign")
        parser.add_argument("file", type=Path)
        parser.add_argument("--first", type=int, default=1)
        parser.add_argument("--last", type=int, required=True)
        parser.add_argument("--light", choices=("paper", "night"), default="paper")

    def handle(self, *args: object, **options: Any) -> None:
        """Draw it. Raises ``CommandError`` for a war that runs still, or is not there."""
        ended = Campaign.objects.filter(status=CampaignStatus.ENDED, name=options["campaign"])
        campaign = ended.first()
        if campaign is None:
            raise CommandError("No war of that name has ended.")
        form = FilmFormat(options["file"].suffix.removeprefix("."))
        first, last = options["first"], options["last"]
        wish = Wish(FilmKind.FILM, TRUTH, first, last, form, "960x540", options["light"])
        reader = campaign.roles.filter(kind=RoleKind.FACILITATOR).select_related("user")[0].user
        found = [one for one in scenes(reader, campaign, wish) if one is not None]
        data = maker.film(json.loads(json.dumps(given(campaign, wish, found))))
        options["file"].write_bytes(data)
        self.stdout.write(f"{options['file']}: {len(data)} bytes")
