"""The settings of the log."""

from __future__ import annotations

from typing import Any


def logging_of(level: str, form: str) -> dict[str, Any]:
    """The settings of the log: no bodies, no statements with their values, no mail with a request in it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
            "json": {"()": "config.json_log.JsonLine"},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "django.db.backends": {"handlers": [], "level": "WARNING", "propagate": False},
            "campaign": {"level": level},
            "battles": {"level": level},
            "psycopg.pool": {"level": "ERROR"},
            "celery": {"level": "WARNING"},
            "celery.app.trace": {"level": "ERROR"},
        },
    }
