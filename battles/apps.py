"""The battles app."""

from django.apps import AppConfig


class BattlesConfig(AppConfig):
    """What surrounds a battle: dates, lists, missions, stories, and the companion at the table."""

    name = "battles"
    default_auto_field = "django.db.models.BigAutoField"
