"""What leaves for somebody else's server has so long in all, the look-up of its name too."""

from __future__ import annotations

import socket
import time
from typing import Any

import pytest
from django.core.mail import EmailMessage

from campaign.base.integrations import smtp, time_limits


def never(*place: Any, **more: Any) -> list[Any]:
    time.sleep(3)
    return []


def test_a_resolver_that_never_answers_takes_no_longer_than_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time_limits.socket, "getaddrinfo", never)
    began = time.monotonic()
    with time_limits.within(0.2), pytest.raises(TimeoutError, match=r"where mail\.example is"):
        time_limits.look_up("mail.example", 25)
    assert time.monotonic() - began < 2


def test_a_name_that_nobody_has_is_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*place: Any, **more: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(time_limits.socket, "getaddrinfo", unknown)
    with pytest.raises(socket.gaierror):
        time_limits.look_up("nobody.example", 25)


def test_a_mail_asks_nobody_what_this_machine_is_called(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(socket, "getfqdn", lambda *name: asked.append("fqdn") or "machine.example")
    monkeypatch.delattr(smtp.DNS_NAME, "_fqdn", raising=False)
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    with pytest.raises(OSError, match="refused"):
        smtp.EmailBackend().send_messages([EmailMessage("s", "b", "a@club.example", ["b@club.example"])])
    assert asked == []
