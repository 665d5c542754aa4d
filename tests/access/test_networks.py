"""Who asks without an account is counted by network, however many addresses that has."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory

from campaign.access.visitors import asker_of
from config.management.commands.serve import web_server
from tests.gates import ROOT


def asker(address: str, told: str = "") -> str:
    """The name of the network from which a request comes."""
    headers = {"X-Forwarded-For": told} if told else {}
    return asker_of(RequestFactory().get("/", REMOTE_ADDR=address, headers=headers))


def test_what_others_claim_is_not_looked_at(settings: Any) -> None:
    assert asker("203.0.113.7", "198.51.100.1") == asker("203.0.113.7")
    settings.TRUSTED_PROXIES = 1
    assert asker("10.0.0.1", "1.2.3.4, 203.0.113.7") == asker("203.0.113.7")
    assert asker("10.0.0.1", "5.6.7.8, 203.0.113.7") == asker("10.0.0.9", "203.0.113.7")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", False),
        ("203.0.113.7", "203.0.113.8", False),
        ("203.0.113.7:4431", "203.0.113.7:4432", True),
        ("203.0.113.7:4431", "203.0.113.7", True),
        ("[2001:db8:1:2::1]:4431", "2001:db8:1:2::9", True),
        ("[2001:db8:1:2::1]", "2001:db8:1:2::9", True),
    ],
)
def test_a_network_is_one_asker(settings: Any, one: str, other: str, same: bool) -> None:
    settings.TRUSTED_PROXIES = 1
    assert (asker("10.0.0.1", one) == asker("10.0.0.1", other)) is same


def test_the_server_believes_no_header_either() -> None:
    """By itself uvicorn takes an address for the asker's that whoever comes from this machine tells."""
    assert web_server().config.proxy_headers is False
    for place in ("Dockerfile", "docker-compose.yml"):
        assert "--no-proxy-headers" in (ROOT / place).read_text(), place


@pytest.mark.django_db
def test_the_api_counts_visitors_by_network() -> None:
    def ask(address: str) -> int:
        return Client().get("/api/v1/problems/method/", REMOTE_ADDR=address).status_code

    answers = [ask(f"2001:db8:1:2::{number:x}") for number in range(61)]
    assert answers == [200] * 60 + [429]
    assert ask("2001:db8:1:3::1") == 200
