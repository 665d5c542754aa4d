"""What the worker does. The database is the schedule: a task that is lost or runs twice does no harm."""

from __future__ import annotations

import logging

from celery import shared_task

from campaign.accounts.privacy.old_rows import forget_rows
from campaign.accounts.tokens import services as tokens
from campaign.archive.exchange import services as transfers
from campaign.base.files import erase_unnamed
from campaign.base.jobs.rounds import one_run
from campaign.base.jobs.singly import each
from campaign.delivery import services as notices
from campaign.film.making import services as films
from campaign.founding.balance import services as trials
from campaign.founding.start import canary
from campaign.founding.tonight import starting
from campaign.notices.reminders import services as reminders
from campaign.press.measures import services as measures
from campaign.rulebook.adjudicator import services as verdicts
from campaign.skirmish.erasing import erase_old
from campaign.turn import bot_plans
from campaign.turn import tick as turns
from campaign.turn.clockwork import turn_starts as starts
from campaign.turn.drawing import beacon_rounds as beacon

logger = logging.getLogger(__name__)


@shared_task(name="campaign.tasks.tick")
def tick() -> int:
    """Carry on every turn that is due; gives how many steps were taken. It asks the database alone."""
    return turns.tick(canary=canary.sing)


@shared_task(name="campaign.tasks.start_tonight")
def start_tonight() -> int:
    """Start the wars for tonight whose people are in, or whose time has come; gives how many."""
    with one_run():
        return starting.start_due()


@shared_task(name="campaign.tasks.ask_beacon")
def ask_beacon() -> int:
    """Ask the public beacon for the rounds that turns wait for; gives how many are known now."""
    return beacon.ask_beacon()


@shared_task(name="campaign.tasks.send_notices")
def send_notices() -> int:
    """Send what is in the outbox; gives how many were sent."""
    return notices.send_due()


@shared_task(name="campaign.tasks.send_lines")
def send_lines() -> int:
    """Send what webhooks and devices are told; gives how many lines were sent."""
    return notices.send_lines()


@shared_task(name="campaign.tasks.call_programs")
def call_programs() -> int:
    """Tell programs that a turn was announced or published; gives how many were told."""
    return notices.call_programs()


@shared_task(name="campaign.tasks.remind")
def remind() -> int:
    """Remind of missing plans; gives how many seats were reminded."""
    with one_run():
        return reminders.remind()


@shared_task(name="campaign.tasks.tell_of_tokens")
def tell_of_tokens() -> int:
    """Tell people whose programs' tokens end soon; gives how many were told."""
    return tokens.tell_of_ends()


@shared_task(name="campaign.tasks.plan_ahead")
def plan_ahead() -> int:
    """Plan for the bot's seats before their deadline. Belongs on the heavy queue."""
    return bot_plans.plan_ahead()


@shared_task(name="campaign.tasks.plan_undated")
def plan_undated() -> int:
    """Plan at once for the bot's seats in turns without dates; gives for how many. For the heavy queue."""
    return bot_plans.plan_ahead() if bot_plans.waits_undated() else 0


@shared_task(name="campaign.tasks.play_trials")
def play_trials() -> int:
    """Play the bot games that somebody waits for; gives how many were played. Belongs on the heavy queue."""
    return trials.play_next()


@shared_task(name="campaign.tasks.give_verdicts")
def give_verdicts() -> int:
    """Adjudicate visitors' scenarios; gives how many were. Belongs on the heavy queue."""
    return verdicts.give_verdicts()


@shared_task(name="campaign.tasks.carry_files")
def carry_files() -> int:
    """Make and take in campaigns' files; gives how many were done. Belongs on the heavy queue."""
    return transfers.carry_files()


@shared_task(name="campaign.tasks.make_films")
def make_films() -> int:
    """Make posters and films; gives how many were made. Belongs on the heavy queue."""
    return films.make_films()


@shared_task(name="campaign.tasks.forget_wars")
def forget_wars() -> int:
    """Erase skirmishes that are not to be kept; gives how many. Belongs on the heavy queue."""
    starts.forget_old()
    return erase_old()


@shared_task(name="campaign.tasks.forget_old")
def forget_old() -> int:
    """Erase what is kept for a while only; gives how many rows. Belongs on the heavy queue."""
    works = (measures.forget_snapshots, forget_rows, erase_unnamed)
    return each(works, lambda work: work(), log=logger, what="erasing what is old:")
