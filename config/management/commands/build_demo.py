"""Builds the demo's campaigns once, or prints its log-ins."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from campaign.models import User
from config.demo.build import build_demo
from config.demo.people import FACILITATOR, logins


class Command(BaseCommand):
    """``manage.py build_demo``: three campaigns, played by bots through the services."""

    help = "Build the demo's three campaigns in an empty database; again: leave them as they are."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--logins`` prints who can log in and builds nothing."""
        parser.add_argument("--logins", action="store_true", help="print the demo's log-ins and stop")

    def handle(self, *args: object, **options: object) -> None:
        """Build all or nothing."""
        if options["logins"]:
            self.stdout.write(logins())
            return
        if not settings.DEMO:
            raise CommandError(
                "Its log-ins are for all to read: the demo is built only where DEMO=on is set."
            )
        if User.objects.filter(email=FACILITATOR.email).exists():
            self.stdout.write("The demo is built already; its data is kept.")
            return
        if User.objects.exists():
            raise CommandError("This database is in use: the demo is built in an empty one only.")
        self.stdout.write("Playing three campaigns with bots; this takes a minute ...")
        with transaction.atomic():
            build_demo()
        self.stdout.write(logins())
