"""Mail by SMTP that takes so long and no longer, from the look-up of its server to the last answer."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import smtp
from django.core.mail.utils import DNS_NAME

from campaign.base.integrations.time_limits import ONE, left, look_up, watch, within


class _Timed(smtplib.SMTP):
    """A talk with a mail server that ends with the time that was given."""

    def _get_socket(self, host: str, port: int, timeout: Any) -> socket.socket:
        found = look_up(host, port)
        failed: OSError = OSError(f"{host} has no address")
        for *_, place in found:
            seconds = left()
            if seconds <= 0:
                raise TimeoutError("no address of the mail server answered in time") from failed
            try:
                # Each address has its share: one that never answers must not take the others' time.
                made = socket.create_connection(
                    (str(place[0]), int(place[1])), min(timeout, seconds), self.source_address
                )
            except OSError as error:
                failed = error
            else:
                watch(made)
                return made
        raise failed


class _TimedSSL(smtplib.SMTP_SSL, _Timed):
    """The same behind TLS from the first byte."""


class EmailBackend(smtp.EmailBackend):
    """Django's own, with a limit for each mail as a whole."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # We say that we are the site. Django would ask what this machine is called, however long that takes.
        vars(DNS_NAME).setdefault("_fqdn", urlsplit(settings.SITE_URL).hostname or "localhost")

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Who talks with the server."""
        return _TimedSSL if self.use_ssl else _Timed

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send these; the time is that of whoever sends, else as much as one mail may take."""
        with within(ONE):
            return super().send_messages(email_messages) or 0
