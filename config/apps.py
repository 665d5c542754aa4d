"""The project as an app: it brings the commands that start everything, and the checks of the settings."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Settings, addresses, the one-process server."""

    name = "config"

    def ready(self) -> None:
        """Register the system checks, and begin to tell of faults where the operator wants that."""
        from config import checks, telling  # noqa: F401

        telling.start()
