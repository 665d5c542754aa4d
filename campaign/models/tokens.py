"""The keys with which programs log in for a person, where people are logged in, and counts of attempts."""

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
    PRESS = "press", _("Write messages and promises, and flag what is wrong")
    FACILITATE = "facilitate", _("Run the campaigns that I facilitate")
    ACCOUNT = "account", _("Accept invitations, and change how I am called and told")


class ApiToken(models.Model):
    """A program's key to the API in a person's name; only its SHA-256 is kept, so it is shown once.

    ``start`` is the token's first characters, to tell it from others; ``scopes`` are values of ``Scope``;
    ``campaigns`` are the public ids of those that it is for, none: all. ``told`` are the days before its end
    of which its person was last told, 0: not yet.
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
    expires_at = models.DateTimeField(db_index=True)
    campaigns = models.JSONField(default=list)
    told = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("-created_at", "-id")

    def __str__(self) -> str:
        return self.name


class Login(models.Model):
    """A browser in which somebody is logged in: what it calls itself, since when, and when it last asked.

    Where it is in the world is not kept. Its session may have ended meanwhile: then it counts no more.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="logins")
    session_key = models.CharField(max_length=40, unique=True)
    device = models.CharField(max_length=60, blank=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("-seen_at", "-id")

    def __str__(self) -> str:
        return f"{self.device} of {self.user}"


class Tally(models.Model):
    """How much of something has been counted until its end; who and what it is about, nobody can read.

    ``key`` is a keyed hash of both. What has ended is counted anew, and erased when somebody else is counted.
    """

    key = models.CharField(max_length=64, unique=True)
    count = models.BigIntegerField(default=0)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.count} until {self.ends_at:%Y-%m-%d %H:%M}"
