"""A mail server of its own for a browser's test: the site talks SMTP to it, as to any other."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from email.policy import default

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

WAIT = 60
"""Seconds within which a code must have come, however busy the machine is."""
CODE = re.compile(r"^[ \t]*([A-Z0-9]{4,8}(?:-[A-Z0-9]{2,8})?)[ \t]*$", re.MULTILINE)


class PostOffice:
    """What has come in, by whom it is for."""

    def __init__(self) -> None:
        self.letters: list[tuple[str, Message]] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a mail."""
        content = envelope.content
        assert isinstance(content, bytes)
        letter = message_from_bytes(content, policy=default)
        self.letters += [(one, letter) for one in envelope.rcpt_tos]
        return "250 OK"

    def letter_for(self, address: str, *, number: int = 1) -> str:
        """The text of so many-th mail to an address, as soon as it is there."""
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            found = [letter for to, letter in list(self.letters) if to == address]
            if len(found) >= number:
                return text_of(found[number - 1])
            time.sleep(0.1)
        raise AssertionError(f"no mail to {address} has come, only to {[to for to, _ in self.letters]}")

    def code_for(self, address: str, *, number: int = 1) -> str:
        """The code in it."""
        found = CODE.search(self.letter_for(address, number=number))
        assert found, "there is a code in it"
        return found[1]


def text_of(letter: Message) -> str:
    """A mail's words, without its looks."""
    parts = [one for one in letter.walk() if one.get_content_type() == "text/plain"]
    return parts[0].get_payload(decode=True).decode().replace("\r\n", "\n")  # type: ignore[union-attr]


@pytest.fixture
def post_office(monkeypatch: pytest.MonkeyPatch) -> Iterator[PostOffice]:
    """Where the site's mails go; must stand before the site in a test's arguments."""
    office = PostOffice()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    monkeypatch.setenv("EMAIL_URL", f"smtp://127.0.0.1:{port}")
    try:
        yield office
    finally:
        controller.stop()
