"""The campaign app."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Everything from a campaign's founding to its end."""

    name = "campaign"
    default_auto_field = "django.db.models.BigAutoField"
