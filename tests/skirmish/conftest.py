"""Visitors who press "Play now"."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign, User


def play_key(client: Client, page: str = "/") -> str:
    """The one-time key of a page."""
    found = re.search(r'name="key" value="([^"]+)"', client.get(page).content.decode())
    assert found, "the page has the button"
    return found[1]


def press(client: Client, key: str = "", **more: Any) -> Any:
    """Press the button; gives the answer."""
    return client.post("/play/", {"key": key or play_key(client), **more})


def guest_of(client: Client) -> User:
    """Whose session it is."""
    return User.objects.get(pk=client.session["_auth_user_id"])


def war_of(client: Client) -> Campaign:
    """The newest war of whoever's session it is."""
    return Campaign.objects.filter(seats__user=guest_of(client)).order_by("-id")[0]


@pytest.fixture
def guest(db: None) -> Client:
    """A visitor who has pressed the button."""
    client = Client()
    assert press(client).status_code == 303
    return client
