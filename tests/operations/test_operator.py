"""The operator keeps the site running, and learns nothing of any campaign by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib import admin
from django.test import Client

from campaign.models import Campaign, Heartbeat, Notice, User

AsUser = Callable[[User | None], Client]


@pytest.fixture
def otto(db: None) -> User:
    """The operator."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def test_no_model_with_hidden_state_is_registered() -> None:
    registered = {model._meta.label_lower for model in admin.site._registry}
    assert {label for label in registered if label.startswith(("campaign.", "battles."))} == {
        "campaign.user",
        "campaign.notice",
        "campaign.heartbeat",
    }


@pytest.mark.parametrize("address", ["", "campaign/user/", "campaign/notice/", "campaign/heartbeat/"])
def test_the_operator_sees_accounts_mails_and_the_clock_but_no_campaign(
    otto: User, tarn: Campaign, as_user: AsUser, address: str
) -> None:
    answer = as_user(otto).get(f"/admin/{address}")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert tarn.name not in text
    assert "Vanguard" not in text


def test_an_account_is_shown_without_its_password(otto: User, ada: User, as_user: AsUser) -> None:
    text = as_user(otto).get(f"/admin/campaign/user/{ada.pk}/change/").content.decode()
    assert ada.password not in text
    assert "md5$" not in text


def test_mails_and_heartbeats_cannot_be_changed_by_hand(otto: User, tarn: Campaign, as_user: AsUser) -> None:
    client = as_user(otto)
    assert client.get("/admin/campaign/notice/add/").status_code == 403
    assert client.get("/admin/campaign/heartbeat/add/").status_code == 403
    notice = Notice.objects.order_by("id").first()
    assert notice is not None
    assert client.post(f"/admin/campaign/notice/{notice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Heartbeat.objects.count() == 0


def test_players_do_not_get_in(ada: User, as_user: AsUser) -> None:
    assert as_user(ada).get("/admin/").status_code == 302


def test_the_admin_s_own_page_for_a_password_is_the_site_s(otto: User, as_user: AsUser) -> None:
    """It would compare the present one uncounted, however old the log-in is."""
    new = {"new_password1": "rowan-gate-77", "new_password2": "rowan-gate-77"}
    sent = {"old_password": "an operator's password", **new}
    client = as_user(otto)
    for method in (client.get, client.post):
        assert method("/admin/password_change/", sent)["Location"] == "/account/password/change/"
    otto.refresh_from_db()
    assert otto.check_password("an operator's password")


def test_no_account_is_deleted_by_hand(otto: User, nils: User, as_user: AsUser) -> None:
    client = as_user(otto)
    assert client.post(f"/admin/campaign/user/{nils.pk}/delete/", {"post": "yes"}).status_code == 403
    many = {"action": "delete_selected", "_selected_action": [nils.pk], "post": "yes"}
    client.post("/admin/campaign/user/", many)
    assert User.objects.filter(pk=nils.pk).exists()
