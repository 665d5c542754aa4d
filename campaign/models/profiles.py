"""What a person shows of the wars that are over, and to whom."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign


class Visibility(models.TextChoices):
    """Who may look at a profile."""

    NOBODY = "nobody", _("Nobody")
    FELLOWS = "fellows", _("Whoever shares or has shared a war with you")
    ANYONE = "anyone", _("Anyone, also without an account")


class Profile(models.Model):
    """A person's profile: who may look at it, whether it tells the counts, and the wars that it leaves out.

    There is none of whoever has never chosen anything: nobody sees one. ``left_out`` are single wars.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="profile")
    visible_to = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.NOBODY)
    shows_counts = models.BooleanField(default=False)
    left_out = models.ManyToManyField(Campaign, related_name="+")

    def __str__(self) -> str:
        return f"profile of {self.user}"
