"""A campaign while it is being built: what will be turned into the truth when it starts."""

from __future__ import annotations

from django.db import models

from campaign.ids import random_key
from campaign.models.campaigns import Campaign


class Draft(models.Model):
    """The set-up of a campaign that is being built; only those who build it see it.

    The campaign's own row has name, story, settings and schedule from the first moment. Its seats are rows
    too, with keys ``s1`` to ``s8`` as places to be filled: ``Seat.user``, ``status``, ``army`` and ``rules``
    are changed by whoever joins, here they are only spoken of by key. ``board`` is the map and what stands on
    it (``campaign.base.setup.boards``); each save raises ``board_version``, by which games of bots are told
    to be of it or of an earlier one. ``players`` holds by seat key what only that seat will know
    (``campaign.base.setup.dossiers``), ``version`` is its own. All of it becomes rows when the campaign
    starts (``campaign.founding.start.board_deployment``).
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="draft")
    board = models.JSONField(default=dict, help_text="See campaign.base.setup.boards.")
    board_version = models.PositiveIntegerField(default=0)
    players = models.JSONField(default=dict, help_text="Seat key -> see campaign.base.setup.dossiers.")
    version = models.PositiveIntegerField(default=0)
    template = models.CharField(
        max_length=40, blank=True, help_text="Key in campaign.base.maps.war_templates."
    )
    lots = models.JSONField(
        default=list, help_text="Keys in campaign.base.maps.plants: put on the map by lot at the start."
    )
    seen = models.JSONField(default=list, help_text="The steps that a builder has saved.")
    saved = models.JSONField(default=dict, help_text="Part -> user and time of its last save.")
    key = models.BinaryField(default=random_key, editable=False, help_text="What a blind set-up draws from.")
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Draft of {self.campaign}"
