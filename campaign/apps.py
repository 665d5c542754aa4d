"""The campaign app."""

from django.apps import AppConfig


class CampaignConfig(AppConfig):
    """Everything from a campaign's founding to its end."""

    name = "campaign"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listen for new passwords, addresses and log-ins; let texts and banners be flagged; know the numbers
        of addresses.
        """
        from campaign.access import known_devices, logins  # noqa: F401
        from campaign.accounts import credentials  # noqa: F401
        from campaign.press.moderation import all_subjects  # noqa: F401
        from campaign.web import whole_numbers  # noqa: F401
