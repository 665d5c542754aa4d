"""``manage.py serve``: web, worker and clock in one process. Ctrl-C stops them all."""

from __future__ import annotations

import errno
import gc
import signal
import socket
from argparse import ArgumentParser
from types import FrameType

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.celery import app
from config.embedded import Embedded

LONGEST = 60
"""Seconds that what is being done for people may take when the server stops: longer than any of it should.

Who is cut off is told of a failure, and it is done all the same. Who has not been heard out, and streams, are
ended sooner, by ``config.asgi``.
"""


class Command(BaseCommand):
    """Serve the site, with everything it needs, from this one process."""

    help = "Serves the site with worker and clock in one process (no Redis, no Docker needed)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--host`` and ``--port``."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: object, host: str, port: int, **options: object) -> None:
        """Serve until told to stop."""
        require_tables()
        with listen(host, port) as listener:
            follow(host, port)
            signal.signal(signal.SIGTERM, _stop)
            server = web_server()
            self.stdout.write(f"Serving at http://{_shown(host)}:{port}/ (Ctrl-C stops)")
            self.stdout.flush()
            # What is loaded by now stays: to look through it for garbage, even when stopping, is in vain.
            if settings.GC_FREEZE:
                gc.freeze()
            try:
                with Embedded(app):
                    server.run(sockets=[listener])
            except KeyboardInterrupt:
                pass
        self.stdout.write("Stopped.")


def web_server() -> uvicorn.Server:
    """The server of the pages, to be run with its sockets."""
    options = uvicorn.Config(
        "config.asgi:application",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=LONGEST,
        lifespan="on",
        # Whom to believe, and how many, TRUSTED_PROXIES says: uvicorn would believe all of this machine.
        proxy_headers=False,
    )
    return uvicorn.Server(options)


def require_tables() -> None:
    """Refuse to serve from a database that lacks tables of this version."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError("The database is not up to date; run: python manage.py migrate")
    connection.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address; says plainly when that cannot be."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CommandError(_why_not(host, port, error)) from error
    return listener


def follow(host: str, port: int) -> None:
    """Have links begin with where the site is served, unless ``SITE_URL`` says where people reach it."""
    if settings.SITE_URL_FOLLOWS:
        settings.SITE_URL = f"http://{_shown(host)}:{port}"


def _why_not(host: str, port: int, error: Exception) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        other = f"make demo PORT={port + 1}, or --port {port + 1}"
        return f"Port {port} is taken; stop what runs there, or take another: {other}"
    if number == errno.EACCES:
        return f"Port {port} needs more rights than this user has; choose one above 1023 with --port 8000"
    return f"{host} port {port} cannot be listened on ({error}); allowed are ports 1 to 65535"


def _shown(host: str) -> str:
    return "127.0.0.1" if host == "0.0.0.0" else f"[{host}]" if ":" in host else host


def _stop(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
