"""How long what about people is kept: each number is that of the job that erases it (Trust 5).

``tests/operations/test_kept.py`` holds every row against its job, a moment before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.dates.services import forget_places
from battles.rights.counted import KEPT as PLACES_KEPT
from battles.stories.retention import LEFT, NEVER_BEGUN, forget_tables
from campaign.access.idempotency import KEPT as ANSWERS_KEPT
from campaign.access.logins import IDLE, IDLE_OPERATOR
from campaign.accounts.privacy.old_rows import ADDRESSES_KEPT, NOTICES_KEPT, TOKENS_KEPT, forget_rows
from campaign.archive.exchange.services import carry_files
from campaign.film.making.services import make_films
from campaign.models.films import FILMS_KEPT_FOR
from campaign.models.transfers import KEPT_FOR as FILES_KEPT
from campaign.models.verdicts import KEPT_FOR as VERDICTS_KEPT
from campaign.outbox.account_mails import CODES, OTHERS
from campaign.press.measures.services import KEPT as SNAPSHOTS_KEPT
from campaign.press.measures.services import forget_snapshots
from campaign.rulebook.adjudicator.services import give_verdicts
from campaign.skirmish.allowance import COUNTED
from campaign.skirmish.erasing import UNVISITED, erase_old


@dataclass(frozen=True, slots=True)
class Kept:
    """A thing about people: how long it is kept, and the job that erases it; None: its own date ends it."""

    code: str
    what: Promise
    time: timedelta
    job: Callable[[], int] | None


KEPT = (
    Kept("session", _("That you are logged in in a browser, after its last use"), IDLE, forget_rows),
    Kept("operator", _("The same of an operator of the site"), IDLE_OPERATOR, None),
    Kept("code", _("A code to log in, in a mail that waits"), CODES, None),
    Kept("account_mail", _("Another mail about your account, until it has left"), OTHERS, None),
    Kept("notice", _("Your notices, and whether their mails were sent"), NOTICES_KEPT, forget_rows),
    Kept("token", _("A token for programs, after its end"), TOKENS_KEPT, forget_rows),
    Kept("answer", _("The answer to a request of a program, for repeats"), ANSWERS_KEPT, forget_rows),
    Kept("invited", _("The address of somebody invited, after the invitation"), ADDRESSES_KEPT, forget_rows),
    Kept("place", _("Where you meet for a battle, after its date"), PLACES_KEPT, forget_places),
    Kept("guest", _("A guest's wars, after the last visit"), UNVISITED, erase_old),
    Kept("asker", _("A sealed mark of the network of whoever plays as a guest"), COUNTED, erase_old),
    Kept("table_left", _("A quick battle at the table, after the last move"), LEFT, forget_tables),
    Kept("table_idle", _("A table at which nothing was begun"), NEVER_BEGUN, forget_tables),
    Kept("file", _("A campaign's file that you have asked for"), FILES_KEPT, carry_files),
    Kept("film", _("A poster or film that you have asked for"), FILMS_KEPT_FOR, make_films),
    Kept("verdict", _("A scenario that you have had adjudicated"), VERDICTS_KEPT, give_verdicts),
    Kept("snapshot", _("What something flagged said then"), SNAPSHOTS_KEPT, forget_snapshots),
)


def days_words(time: timedelta) -> tuple[int, str]:
    """A time as a number and its unit, as people say it: ``days``, ``hours`` or ``minutes``."""
    if time >= timedelta(days=1) and not time % timedelta(days=1):
        return time.days, "days"
    if not time % timedelta(hours=1):
        return int(time / timedelta(hours=1)), "hours"
    return int(time / timedelta(minutes=1)), "minutes"
