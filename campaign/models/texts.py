"""What a club asks of whoever plays: texts in versions, none ever lost, and who agreed to which."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.models.campaigns import Campaign, Seat


class TextKind(models.TextChoices):
    """The texts of a campaign, in the order in which they are read."""

    CONDUCT = "conduct", _("Conduct")
    PARTICIPATION = "participation", _("Taking part")
    ARMY_LISTS = "army_lists", _("Army lists")
    EXPERIENCE = "experience", _("Experience of units")
    SUBSTITUTES = "substitutes", _("Substitute models")


class CampaignText(models.Model):
    """A version of one of a campaign's texts, Markdown; the latest one counts. An empty one took it away."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="texts")
    kind = models.CharField(max_length=13, choices=TextKind.choices)
    version = models.PositiveSmallIntegerField(help_text="1 to n, for each kind.")
    text = models.TextField(blank=True)
    changed_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("campaign", "kind", "version"), name="text_version_unique"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, version {self.version}"


class Consent(models.Model):
    """That a person has agreed to a version of a text, and for which seat: kept as long as the account."""

    text = models.ForeignKey(CampaignText, on_delete=models.CASCADE, related_name="consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="consents")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.SET_NULL, related_name="consents")
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("text", "user"), name="consent_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.text}"
