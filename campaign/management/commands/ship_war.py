"""``manage.py ship_war <id>``: makes the war that the first page plays where there is no other."""

from __future__ import annotations

import gzip
import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaign.film.truth_turns import Truth
from campaign.home.landing import POSTER, SHIPPED
from campaign.models import Campaign, CampaignStatus
from campaign.notices.war_card import war_card


class Command(BaseCommand):
    """Writes the films, the maps and the poster of a war that has ended into the app itself."""

    help = "Make the war that the first page plays where there is no other."

    def add_arguments(self, parser: CommandParser) -> None:
        """The war."""
        parser.add_argument("campaign_id")

    def handle(self, *args: object, **options: Any) -> None:
        """Write them."""
        campaign = (
            Campaign.objects.filter(public_id=options["campaign_id"]).select_related("champion").first()
        )
        if campaign is None or campaign.status != CampaignStatus.ENDED or campaign.champion is None:
            raise CommandError("This is no war that has ended with a champion.")
        truth = Truth(campaign)
        turns = truth.turns()
        war = {
            "name": campaign.name,
            "champion": {"army": campaign.champion.army, "number": campaign.champion.number},
            "maps": {number: truth.map(number) for number in turns},
            "films": {number: truth.film(number) for number in turns},
        }
        text = json.dumps(war, ensure_ascii=False, separators=(",", ":"))
        SHIPPED.write_bytes(gzip.compress(text.encode(), mtime=0))
        (settings.BASE_DIR / "static" / POSTER).write_bytes(war_card(campaign, site=""))
        self.stdout.write(f"{len(turns)} turns, {SHIPPED.stat().st_size} bytes")
