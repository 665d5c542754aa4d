"""System checks of what the settings can only get wrong together."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.http.request import validate_host


@register(Tags.security)
def site_is_among_the_hosts(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """The site's own address must be answered."""
    host = urlsplit(settings.SITE_URL).hostname or ""
    if settings.DEBUG or validate_host(host, settings.ALLOWED_HOSTS):
        return []
    return [
        Error(
            f"SITE_URL names {host!r}, but ALLOWED_HOSTS does not allow it.",
            hint=f"Add {host} to ALLOWED_HOSTS, or leave ALLOWED_HOSTS out: it follows SITE_URL.",
            id="config.E001",
        )
    ]


@register(Tags.database)
def worker_can_be_reached(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Processes of their own need a broker between them; one process needs none."""
    server = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    if settings.REDIS_URL or not server:
        return []
    return [
        Warning(
            "DATABASE_URL is a server's, but REDIS_URL is empty: workers of their own would get no work.",
            hint="Set REDIS_URL, or run everything in one process with: manage.py serve",
            id="config.W001",
        )
    ]


@register(Tags.security, deploy=True)
def demo_is_not_deployed(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """The demo's log-ins are printed for all to read."""
    if not settings.DEMO:
        return []
    return [Error("DEMO is on.", hint="Leave DEMO out where strangers can come in.", id="config.E002")]


@register(Tags.security, deploy=True)
def site_is_https(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Passwords and plans must not travel in the clear."""
    if settings.HTTPS:
        return []
    return [
        Error(
            f"SITE_URL is {settings.SITE_URL!r}.",
            hint="Put the site behind https and write SITE_URL=https://...",
            id="config.E003",
        )
    ]


@register(deploy=True)
def somebody_is_reached(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """People must be able to write to whoever keeps their data."""
    if settings.CONTACT and settings.OPERATED_BY:
        return []
    return [
        Warning(
            "OPERATED_BY or CONTACT is empty: the pages on privacy and contact name nobody.",
            hint="Write OPERATED_BY=Your name or club and CONTACT=operator@war.example",
            id="config.W005",
        )
    ]


@register(deploy=True)
def mail_leaves_the_machine(app_configs: Sequence[AppConfig] | None, **kwargs: object) -> list[CheckMessage]:
    """Nobody can log in for the first time without the code that is mailed to him."""
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return []
    return [
        Error(
            "EMAIL_URL sends no mail.",
            hint="Write EMAIL_URL=smtp+tls://user:password@host:587",
            id="config.E004",
        )
    ]
