"""What can be wrong with the site, why, and what an operator does about it: a closed list (Trust 5).

A cause is a code in metrics and log lines; here are its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Cause(StrEnum):
    """What is wrong."""

    STILL = "still"
    LATE = "late"
    JUMPED = "jumped"
    SICK = "sick"
    DATABASE = "database"
    DISK = "disk"
    FAILED = "failed"
    STARTED = "started"
    SLOW = "slow"
    HOST = "host"
    MAIL = "mail"
    UNKNOWN = "unknown"


CAUSES: Mapping[Cause, tuple[Promise, Promise]] = {
    Cause.STILL: (
        _("No tick has come for half a minute: deadlines do not fire."),
        _("Look whether the clock's processes live and reach the database; manage.py tick does their work."),
    ),
    Cause.LATE: (
        _("A turn is over a minute late."),
        _("Look at the steps: too many for one process, or one that takes long. More workers for the clock."),
    ),
    Cause.JUMPED: (
        _("The machine's clock was set, or the database's is far from it: nothing is resolved."),
        _("See that the time is right; then manage.py tick --trust-clock, or wait 15 minutes."),
    ),
    Cause.SICK: (
        _("Not even a fixed war can be resolved: the machine is at fault, and no war is put on hold."),
        _("Look at memory, disk and the version that was installed; the log says where it came up."),
    ),
    Cause.DATABASE: (
        _("The database does not answer."),
        _("Start it, or mend the way to it. Nothing is lost; the next tick goes on."),
    ),
    Cause.DISK: (
        _("The database's disk is full."),
        _("Make room. Nothing is lost; the next tick goes on."),
    ),
    Cause.FAILED: (
        _("The turn failed three times in a row, while others went well."),
        _(
            "The log says where it came up. Mend that, or install a version that does; then its facilitator"
            " presses Try again; if nobody runs it any more, manage.py tick --again and its id."
        ),
    ),
    Cause.STARTED: (
        _("The turn ended its process three times, while others went well."),
        _(
            "Give the clock's process more memory or time; then its facilitator presses Try again; if nobody"
            " runs it any more, manage.py tick --again and its id."
        ),
    ),
    Cause.SLOW: (
        _("A step took over two minutes."),
        _("Give the clock's process a faster machine; the log names the turn."),
    ),
    Cause.HOST: (
        _("A host cannot be reached: nothing is sent there for a while."),
        _("For the mail server: look at EMAIL_URL and at the server. For others: wait."),
    ),
    Cause.MAIL: (
        _("Mails wait for over a quarter of an hour."),
        _("Look at the post's worker, at EMAIL_URL and at the mail server."),
    ),
    Cause.UNKNOWN: (
        _("Why is not written down."),
        _("Look into the log around that time; then its facilitator presses Try again."),
    ),
}
"""What is wrong in a sentence, and what to do about it."""


def words(cause: Cause) -> str:
    """What is wrong."""
    return str(CAUSES[cause][0])


def remedy(cause: Cause) -> str:
    """What to do about it."""
    return str(CAUSES[cause][1])
