"""Proof that turns can be replayed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.base.refusal import Refusal
from campaign.models import Campaign, Phase, Turn
from campaign.turn.replay import has_same_rules, is_equal


class Command(BaseCommand):
    """``manage.py replay_turn CAMPAIGN TURN``: resolve a turn again and compare it byte by byte."""

    help = "Resolve published turns again from their stored input, seed and results, and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """A campaign's address id and a turn's number, or ``--all``."""
        parser.add_argument(
            "campaign",
            nargs="?",
            help="the campaign's id, as in its address; write -- before one that begins with a minus",
        )
        parser.add_argument("turn", nargs="?", type=int, help="the turn's number; all of them if left out")
        parser.add_argument("--all", action="store_true", help="every published turn of every campaign")

    def handle(self, *args: object, **options: object) -> None:
        """Compare; exit status 1 and the turns that differ if any does."""
        found = list(self._turns(options))
        if not found:
            raise CommandError("There is no such published turn.")
        wrong = [turn for turn in found if not self._check(turn)]
        self.stdout.write(f"{len(found)} turns replayed, {len(wrong)} differ")
        if wrong:
            raise CommandError(
                "\n".join(f"{turn.campaign.public_id} turn {turn.number} differs" for turn in wrong)
            )

    def _turns(self, options: dict[str, Any]) -> list[Turn]:
        published = Turn.objects.filter(phase=Phase.PUBLISHED, input__isnull=False)
        if not options["all"]:
            if options["campaign"] is None:
                raise CommandError("Name a campaign, or use --all.")
            if not Campaign.objects.filter(public_id=options["campaign"]).exists():
                raise CommandError(f"There is no campaign {options['campaign']}.")
            published = published.filter(campaign__public_id=options["campaign"])
            if options["turn"] is not None:
                published = published.filter(number=options["turn"])
        return list(published.select_related("campaign").order_by("campaign_id", "number"))

    def _check(self, turn: Turn) -> bool:
        if not has_same_rules(turn):
            self.stdout.write(
                f"turn {turn.number} was resolved under rules {turn.rules_version}: not compared"
            )
            return True
        try:
            return is_equal(turn)
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
