"""Posters and films of a war as files: asked for on a page, made by a worker, kept for some days."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from campaign.ids import random_id
from campaign.kept_bytes import KeptBytes
from campaign.models.campaigns import Campaign
from campaign.models.jobs import Job

FILMS_KEPT_FOR = timedelta(days=3)
"""So long a file that was made can be fetched."""


class FilmKind(models.TextChoices):
    """What is made of a war."""

    POSTER = "poster", "Poster"
    FILM = "film", "Film"


class FilmFormat(models.TextChoices):
    """How its file is written."""

    PNG = "png", "PNG"
    GIF = "gif", "GIF"
    WEBP = "webp", "WebP"
    MP4 = "mp4", "MP4"


class FilmState(models.TextChoices):
    """How far it is. *Refused* is what was asked for that cannot be had, *failed* is the site's fault."""

    WAITING = "waiting", "Waiting"
    RUNNING = "running", "Running"
    DONE = "done", "Done"
    REFUSED = "refused", "Refused"
    FAILED = "failed", "Failed"


class FilmFile(Job):
    """A poster or a film that one person has asked for; the row is the queue, ``Reel`` holds the file.

    ``eyes`` are those through which it is seen: a seat's number, 0 for the truth. ``first`` and ``last`` are
    its turns, of a poster the same; ``shape`` is its size in pixels as asked for: ``1200x630``.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="film_files")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="film_files")
    kind = models.CharField(max_length=6, choices=FilmKind.choices)
    format = models.CharField(max_length=4, choices=FilmFormat.choices)
    shape = models.CharField(max_length=9)
    light = models.CharField(max_length=5)
    eyes = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    name = models.CharField(max_length=120, help_text="What the file is called.")
    size = models.PositiveIntegerField(default=0, help_text="Bytes of the file.")
    language = models.CharField(max_length=10, help_text="In which it is written.")

    class Meta(Job.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("user",),
                condition=models.Q(state__in=("waiting", "running")),
                name="one_film_at_a_time",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def expires_at(self) -> datetime:
        """When it is deleted, with its file."""
        return (self.ended_at or self.asked_at) + FILMS_KEPT_FOR


class Reel(models.Model):
    """The file of a poster or a film, until it expires."""

    film = models.OneToOneField(FilmFile, on_delete=models.CASCADE, related_name="reel")
    data = KeptBytes()

    def __str__(self) -> str:
        return f"file of {self.film}"
