"""The clock from the command line: for cron, or beside a worker, or instead of one."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from campaign import notices
from campaign.services import reminders, turns


class Command(BaseCommand):
    """``manage.py tick``: do what is due, once or in a loop."""

    help = "Carry on the turns that are due, remind, and send the outbox."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--loop SECONDS`` repeats until stopped."""
        parser.add_argument("--loop", type=float, metavar="SECONDS", help="repeat every so many seconds")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run once, or until stopped by Ctrl-C."""
        seconds: float | None = options["loop"]
        try:
            while True:
                close_old_connections()
                steps, reminded, sent = turns.tick(), reminders.remind(), notices.send_due()
                if steps or reminded or sent or seconds is None:
                    self.stdout.write(f"{steps} steps taken, {reminded} seats reminded, {sent} mails sent")
                if seconds is None:
                    return
                time.sleep(seconds)
        except KeyboardInterrupt:
            self.stdout.write("stopped")
