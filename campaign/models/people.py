"""Who uses the site: accounts."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaign.ids import random_id


class UserManager(BaseUserManager["User"]):
    """Makes users who log in by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **extra: object) -> User:
        """Store a user; ``email`` is kept in lower case."""
        user = self.model(email=email.strip().lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: object) -> User:
        """Store an operator of the site."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)


class Theme(models.TextChoices):
    """Which palette a user wants."""

    SYSTEM = "system", _("As the device")
    PAPER = "paper", _("Paper (light)")
    NIGHT = "night", _("Night (dark)")


class User(AbstractUser):
    """A person: logs in by e-mail, is shown by ``name``, reads times in ``time_zone``."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    email = models.EmailField("e-mail address", unique=True)
    name = models.CharField(max_length=60)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.name
