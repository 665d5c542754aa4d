"""The operator keeps the site running, and learns nothing of any campaign by it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.test import Client

from campaign.models import Campaign, Heartbeat, Notice, User
from tests.access.test_logins import set_back

AsUser = Callable[[User | None], Client]


@pytest.fixture
def otto(db: None) -> User:
    """The operator."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


SHOWN = {"campaign.user", "campaign.notice", "campaign.heartbeat"}
"""Written by hand: all that the operator's pages are about."""
OF_LIBRARIES = (
    *("account/emailaddress", "account/emailconfirmation", "auth/group", "mfa/authenticator"),
    *("socialaccount/socialaccount", "socialaccount/socialapp", "socialaccount/socialtoken"),
)


def test_no_model_with_hidden_state_is_registered() -> None:
    assert {model._meta.label_lower for model in admin.site._registry} == SHOWN


@pytest.mark.parametrize("model", OF_LIBRARIES)
def test_what_opens_accounts_is_not_there(otto: User, ada: User, as_user: AsUser, model: str) -> None:
    """Whoever changes an address there is mailed a code with which the site lets him in as another."""
    address = EmailAddress.objects.get(user=ada)
    client = as_user(otto)
    for path in ("", "add/", f"{address.pk}/", f"{address.pk}/change/", f"{address.pk}/delete/"):
        for method in (client.get, client.post):
            assert method(f"/admin/{model}/{path}", {"email": "thief@x.example"}).status_code == 404, path
    address.refresh_from_db()
    assert address.email == ada.email


def test_what_is_changed_asks_for_a_log_in_of_late_and_is_then_done(
    otto: User, ada: User, as_user: AsUser
) -> None:
    client = as_user(otto)
    path = f"/admin/campaign/user/{ada.pk}/change/"
    form = {"name": ada.name, "time_zone": ada.time_zone, "is_active": "on", "is_staff": "on"}
    set_back(client, logged_in=16 * 60)
    assert client.get(path).status_code == 200, "to look at it nothing is asked"
    asked = client.post(path, form)
    assert (asked.status_code, "/reauthenticate/" in asked["Location"]) == (302, True)
    assert not User.objects.get(pk=ada.pk).is_staff
    done = client.post(asked["Location"], {"password": "an operator's password", "next": path})
    assert (done.status_code, User.objects.get(pk=ada.pk).is_staff) == (302, True)
    set_back(client, logged_in=14 * 60)
    client.post(path, {**form, "is_staff": ""})
    assert not User.objects.get(pk=ada.pk).is_staff


def test_to_leave_nobody_is_asked_who_it_is(otto: User, as_user: AsUser) -> None:
    client = as_user(otto)
    set_back(client, logged_in=16 * 60)
    assert client.post("/admin/logout/")["Location"] == "/"
    assert client.get("/admin/").status_code == 302


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
