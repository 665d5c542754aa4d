"""The settings of the log."""

from __future__ import annotations

from typing import Any

SILENT = ("uvicorn.access", "gunicorn.access", "daphne.access", "hypercorn.access")
"""What servers write of each request, with its address: never, however the site is served."""


def logging_of(level: str, form: str) -> dict[str, Any]:
    """The settings of the log: no bodies, no addresses, no statements, no mail with a request in it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"()": "config.log_lines.PlainLine"},
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
            # The development server's lines come by its own handler, with each address.
            "django.server": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            **{name: {"handlers": [], "level": "CRITICAL", "propagate": False} for name in SILENT},
        },
    }
