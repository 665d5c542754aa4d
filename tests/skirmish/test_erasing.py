"""What is not kept leaves nothing behind: every table has the rows that it had before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from campaign.accounts.privacy.services import delete_account
from campaign.base.dates import clock
from campaign.ids import random_id
from campaign.models import Campaign, CampaignStatus, Founding, PlayerTurn, User
from campaign.skirmish import erasing, services
from campaign.skirmish.erasing import erase_old
from campaign.skirmish.setting_up import Wish
from campaign.turn.bot_plans import plan_ahead
from campaign.turn.tick import tick
from campaign.warmap.selectors import board_key, latest_part
from tests.skirmish.conftest import guest_of, press, war_of
from tests.skirmish.test_play_now import submit
from tests.skirmish.weighing import count_all

pytestmark = pytest.mark.django_db


def played(client: Client) -> Campaign:
    """A war in which a turn has been played, and whose pages have been looked at."""
    press(client)
    war = war_of(client)
    plan_ahead()
    submit(client)
    tick()
    for name in ("war_map", "latest_report", "sector_table"):
        client.get(reverse(name, args=[war.public_id]), follow=True)
    return war


def gone(user: User, **since: float) -> None:
    """The guest was last here so long ago."""
    User.objects.filter(pk=user.pk).update(visited_at=clock.now() - timedelta(**since))


def test_nothing_is_left_of_a_guests_war(django_capture_on_commit_callbacks: Any) -> None:
    tick()
    before = count_all()
    client = Client()
    played(client)
    part = latest_part(guest_of(client), war_of(client).public_id)
    assert part is not None
    board = board_key(part, "en", guest_of(client).time_zone)
    assert cache.get(board)
    gone(guest_of(client), days=7, minutes=1)
    Founding.objects.update(at=clock.now() - timedelta(hours=26))
    with django_capture_on_commit_callbacks(execute=True):
        assert erase_old() == 1
    assert count_all() == before
    assert cache.get(board) is None


def test_what_is_visited_or_played_is_kept() -> None:
    one, other, idle = Client(), Client(), Client()
    played(one), played(other), press(idle)
    gone(guest_of(one), days=6)
    gone(guest_of(idle), minutes=50)
    assert erase_old() == 0
    gone(guest_of(idle), minutes=70)
    assert erase_old() == 1, "no plan was ever submitted"
    assert not User.objects.filter(seats=None, guest=True).exists()


def test_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(3):
        client = Client()
        press(client)
        gone(guest_of(client), days=8)
    assert erase_old(limit=2) == 2
    assert erase_old(limit=2) == 1


def test_accounts_keep_the_newest(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "KEPT", 2)
    wars = []
    for _number in range(4):
        wars.append(services.begin_for(user=ada, token=random_id(), wish=Wish()).campaign)
        Campaign.objects.filter(pk=wars[-1].pk).update(status=CampaignStatus.ENDED)
    assert erase_old() == 2
    assert list(Campaign.objects.order_by("id")) == wars[2:]


def test_forgetting_asks_and_erases_at_once() -> None:
    before = count_all()
    client = Client()
    war = played(client)
    path = reverse("forget_war", args=[war.public_id])
    assert client.post(path).status_code == 200
    assert Campaign.objects.exists()
    assert client.post(path, {"sure": "yes"})["Location"] == "/"
    Founding.objects.all().delete()
    left = count_all()
    for sign in ("campaign.Heartbeat", "campaign.Machine"):
        left.pop(sign), before.pop(sign)
    assert left == before
    assert client.get("/").status_code == 200


def test_an_account_that_goes_takes_its_skirmishes_along(ada: User, rf: Any) -> None:
    services.begin_for(user=ada, token=random_id(), wish=Wish())
    delete_account(user=ada, proof="a ford in the rain", request=rf.post("/"))
    assert not Campaign.objects.exists()
    assert not PlayerTurn.objects.exists()
