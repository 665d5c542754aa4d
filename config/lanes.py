"""What the workers do: which task belongs to which lane, and how often each is due."""

from __future__ import annotations

from typing import Any

# The workers: a lane (a queue with workers of its own) for each kind of work, so that nothing waits for what
# is slower than itself. The clock's has the tick alone, which asks the database and nobody else; what leaves
# for other people's servers, and may hang there, has another. Without Redis all is one process, a thread
# each.
LANES = {
    "clock": ("campaign.tasks.tick",),
    "care": ("campaign.tasks.remind", "campaign.tasks.start_tonight", "battles.tasks.keep_dates"),
    "post": (
        "campaign.tasks.send_notices",
        "campaign.tasks.send_lines",
        "campaign.tasks.call_programs",
        "campaign.tasks.ask_beacon",
        "campaign.tasks.tell_of_tokens",
    ),
    "heavy": (
        "battles.tasks.forget_tables",
        "campaign.tasks.play_trials",
        "campaign.tasks.give_verdicts",
        "campaign.tasks.carry_files",
        "campaign.tasks.make_films",
        "campaign.tasks.plan_ahead",
        "campaign.tasks.plan_undated",
        "campaign.tasks.forget_wars",
        "campaign.tasks.forget_old",
    ),
}
EVERY = {
    "campaign.tasks.tick": 2.0,
    "campaign.tasks.start_tonight": 2.0,
    "campaign.tasks.ask_beacon": 5.0,
    "campaign.tasks.send_notices": 2.0,
    "campaign.tasks.send_lines": 5.0,
    "campaign.tasks.call_programs": 5.0,
    "campaign.tasks.play_trials": 2.0,
    "campaign.tasks.give_verdicts": 2.0,
    "campaign.tasks.carry_files": 2.0,
    "campaign.tasks.make_films": 2.0,
    "campaign.tasks.plan_undated": 2.0,
    "campaign.tasks.remind": 60.0,
    "campaign.tasks.tell_of_tokens": 3600.0,
    "campaign.tasks.plan_ahead": 60.0,
    "campaign.tasks.forget_wars": 60.0,
    "battles.tasks.keep_dates": 60.0,
    "battles.tasks.forget_tables": 3600.0,
    "campaign.tasks.forget_old": 3600.0,
}
"""Seconds."""


def beat_schedule() -> dict[str, dict[str, Any]]:
    """What the beat sends, and when that is worth nothing any more.

    What leaves waits its turn even behind a run that takes its half minute: else lines would never have one.
    """
    return {
        task: {
            "task": task,
            "schedule": seconds,
            "options": {"expires": 60.0 if task in LANES["post"] else max(5.0, seconds * 5 / 6)},
        }
        for task, seconds in EVERY.items()
    }
