"""What surrounds the map of a campaign: the picture under its grid, and the games that try out a set-up."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models.campaigns import Campaign
from campaign.models.jobs import Job


def random_seed() -> str:
    """What the dice of a run of games come from."""
    return secrets.token_hex(16)


class Backdrop(models.Model):
    """A picture under the grid, stretched over the whole map; made anew by the app, never as it was sent.

    Facilitators see it; players do once it is ``shown``: it tells of terrain, which is public (Rules 1).
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="backdrop")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    picture = KeptBytes()
    media_type = models.CharField(max_length=40)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    shown = models.BooleanField(default=False, help_text="Players see it under their own map too.")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Picture under the map of {self.campaign}"


class TrialState(models.TextChoices):
    """How far the games of a trial are."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    FAILED = "failed", "Failed"
    CANCELLED = "cancelled", "Cancelled"


class BalanceRun(Job):
    """Games of bots against each other with a campaign's set-up; only those who build it see them.

    The row is the queue: a worker takes it for some seconds, plays on from where the last one stopped, and
    writes what came of the games. ``games`` are wanted, ``played`` done; ``tally`` as
    ``campaign.base.maps.bot_games.counted`` has it.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="balance_runs")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    scenario = models.JSONField(help_text="The set-up that is tried out, as a scenario document.")
    board_version = models.PositiveIntegerField()
    games = models.PositiveSmallIntegerField()
    turns = models.PositiveSmallIntegerField()
    played = models.PositiveSmallIntegerField(default=0)
    tally = models.JSONField(default=dict)
    seed = models.CharField(max_length=64, default=random_seed, editable=False)

    class Meta(Job.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("campaign",),
                condition=models.Q(state__in=("waiting", "running")),
                name="one_trial_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.games} games of {self.campaign}"
