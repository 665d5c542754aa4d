"""The keys with which programs log in for a person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id


class Scope(models.TextChoices):
    """What a token lets a program do; each endpoint's method names the one it needs."""

    READ = "read", _("Read what I may see")
    PLAN = "plan", _("Save and submit my plans")
    RESULT = "result", _("Arrange battles and report their results")
    FACILITATE = "facilitate", _("Run the campaigns that I facilitate")
    ACCOUNT = "account", _("Accept invitations, and change how I am called and told")


class ApiToken(models.Model):
    """A program's key to the API in a person's name; only its SHA-256 is kept, so it is shown once.

    ``start`` is the token's first characters, to tell it from others; ``scopes`` are values of ``Scope``.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    start = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name
