"""``manage.py restored``: after a backup has been put in the database's place, before anything is started."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError

from campaign.base.dates import clock
from campaign.operations.services import backup_made, tell_restored


class Command(BaseCommand):
    """Tell everybody that the site is as it was when the backup was made."""

    help = "After a restore: tells all players and facilitators, and keeps old mails from being sent again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """When the backup was made, if the database's last sign of life does not tell."""
        parser.add_argument(
            "--since", metavar="MOMENT", help="when the backup was made, as 2026-11-27T20:00Z"
        )

    def handle(self, *args: object, since: str | None, **options: object) -> None:
        """Tell them, and say how many."""
        moment = backup_made() if since is None else _moment(since)
        if moment is None:
            raise CommandError("This database was never in use; name the backup's moment with --since")
        done = tell_restored(moment)
        self.stdout.write(
            f"The site is as it was at {moment:%Y-%m-%d %H:%M} UTC: {done.told} people of {done.campaigns}"
            f" campaigns will be told; {done.expired} old mails are not sent. Now start everything."
        )


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise CommandError(f"--since: {text} is no moment; write it as 2026-11-27T20:00Z") from None
    moment = moment.astimezone(UTC) if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    if moment > clock.now():
        raise CommandError(f"--since: {text} is still to come; name the moment at which the backup was made")
    return moment
