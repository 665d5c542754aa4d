"""An app that lets a site of the fault tests send lines to this machine, which the real one never does."""

from __future__ import annotations

from django.apps import AppConfig


class Doors(AppConfig):
    """Named in ``INSTALLED_APPS`` by ``tests.faults.open_settings``."""

    name = "tests.faults"
    label = "doors"

    def ready(self) -> None:
        """Take plain http to any address."""
        from campaign.base.integrations import webhook_post

        webhook_post.SCHEMES = ("http", "https")
        webhook_post.is_public = lambda address: True
