"""What facilitators write for all: announcements and the campaign's chronicle, with pictures."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models.campaigns import Campaign


class ArticleKind(models.TextChoices):
    """An announcement says what people should know; the chronicle tells the story."""

    ANNOUNCEMENT = "announcement", "Information"
    CHRONICLE = "chronicle", "Story"


class Article(models.Model):
    """A piece of the campaign's paper. Unpublished ones are seen by those who may write them alone."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="articles")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    kind = models.CharField(max_length=12, choices=ArticleKind.choices)
    turn = models.PositiveIntegerField(null=True, help_text="The turn that it belongs to.")
    title = models.CharField(max_length=120)
    text = models.TextField(help_text="Markdown.")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.title


class Plate(models.Model):
    """A picture of an article, re-encoded (JPEG)."""

    article = models.ForeignKey(Article, on_delete=models.CASCADE, related_name="plates")
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    data = KeptBytes()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    caption = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.caption
