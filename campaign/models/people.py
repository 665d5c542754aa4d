"""Who uses the site: accounts, and what they show of themselves."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
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


class User(AbstractBaseUser, PermissionsMixin):
    """A person: logs in by e-mail, is shown by ``name``, reads times in ``time_zone``.

    A ``guest`` has no account: no address and no password, only its session.
    """

    public_id = models.CharField(max_length=32, unique=True, default=random_id, editable=False)
    email = models.EmailField("e-mail address", unique=True, null=True, blank=True)
    guest = models.BooleanField(default=False, help_text="Plays without an account.")
    visited_at = models.DateTimeField(
        null=True, blank=True, help_text="When a guest was here last, to the hour; empty for accounts."
    )
    session_key = models.CharField(
        max_length=40, blank=True, editable=False, help_text="A guest's only session; empty for accounts."
    )
    name = models.CharField(max_length=60)
    time_zone = models.CharField(max_length=64, default="UTC")
    theme = models.CharField(max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    hints = models.PositiveSmallIntegerField(
        default=0, help_text="How many hints of the first turn in a real seat have been gone past."
    )
    is_staff = models.BooleanField(
        "staff status", default=False, help_text="Designates whether the user can log into this admin site."
    )
    is_active = models.BooleanField(
        "active",
        default=True,
        help_text=(
            "Designates whether this user should be treated as active. Unselect this instead of deleting "
            "accounts."
        ),
    )
    date_joined = models.DateTimeField("date joined", default=timezone.now)
    suspended_until = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Until then only a page that says why is shown."
    )
    suspended_because = models.CharField(max_length=300, blank=True, editable=False)

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = "user"
        verbose_name_plural = "users"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(guest=True, email__isnull=True)
                | models.Q(guest=False, email__isnull=False),
                name="guests_have_no_address",
            ),
        )
        indexes = (
            models.Index(fields=("visited_at",), condition=models.Q(guest=True), name="guest_visit_index"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """The e-mail address; empty for a guest."""
        return self.email or ""


class Visibility(models.TextChoices):
    """Who may look at a profile."""

    NOBODY = "nobody", _("Nobody")
    FELLOWS = "fellows", _("Whoever shares or has shared a war with you")
    ANYONE = "anyone", _("Anyone, also without an account")


class Profile(models.Model):
    """A person's profile: who may look at it, whether it tells the counts, and the wars that it leaves out.

    There is none of whoever has never chosen anything: nobody sees one. ``left_out`` are single wars.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="profile")
    visible_to = models.CharField(max_length=8, choices=Visibility.choices, default=Visibility.NOBODY)
    shows_counts = models.BooleanField(default=False)
    left_out = models.ManyToManyField("campaign.Campaign", related_name="+")

    def __str__(self) -> str:
        return f"profile of {self.user}"
