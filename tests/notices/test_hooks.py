"""Webhooks of programs: signed, public facts only, from the outbox to a real receiver and nowhere else."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, RequestFactory

from campaign.accounts.privacy.services import delete_account
from campaign.base.dates import clock
from campaign.base.integrations import webhook_post
from campaign.base.integrations.webhook_post import WebhookError
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.models import Campaign, Hook, Notice, NoticeState, Role, User
from campaign.models.hooks import PROGRAM
from campaign.notices.selectors import listed
from campaign.notices.webhooks import services as hooks
from campaign.outbox import leases
from campaign.outbox import services as notices_out
from campaign.people.seats import roles
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
DOCS = Path(__file__).resolve().parents[2] / "docs" / "api.md"


class Receiver(HTTPServer):
    """A real program that is told; it answers 204 or as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.posts: list[tuple[Mapping[str, str], bytes]] = []
        self.answers: list[int] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/told"

    @property
    def events(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.posts]


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.answers.pop(0) if self.server.answers else 204
        self.server.posts.append((dict(self.headers), body))
        self.send_response(status)
        self.send_header("Location", f"{self.server.address}/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def receiver(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A program in this machine, which the operator has allowed; without TLS, as it is a test."""
    server = Receiver()
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{server.server_port}"]
    monkeypatch.setattr(webhook_post, "SCHEMES", ("http", "https"))
    monkeypatch.setattr(webhook_post, "is_public", lambda address: True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def is_genuine(*args: Any, **more: Any) -> bool:
    """The check of the documentation, as it stands there."""
    (code,) = [
        one for one in re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S) if "is_genuine" in one
    ]
    names: dict[str, Any] = {}
    exec(code, names)
    return bool(names["is_genuine"](*args, **more))


def tell(campaign: Campaign, user: User, kind: str = notices_out.PUBLISHED) -> None:
    """What a deadline writes into the outbox, and the worker sends."""
    turn = campaign.turns.get(number=1)
    moment = clock.now()
    notices_out.store(
        notices_out.notices_for(campaign, kind, [(user.pk, None)], when=notices_out.Window(moment), turn=turn)
    )
    notices.send_due()


def test_the_programs_of_players_and_facilitators_are_told(
    tarn: Campaign, mara: User, ada: User, ben: User, receiver: Receiver
) -> None:
    for user, only in ((mara, tarn.public_id), (ada, "")):
        hooks.make_hook(user=user, address=receiver.address, campaign_id=only)
    for user in (mara, ada, ben):
        tell(tarn, user, notices_out.ANNOUNCED)
    assert notices.call_programs() == 2
    assert notices.call_programs() == 0
    first, second = receiver.events
    assert first.pop("id") != second.pop("id")
    assert first == second | {"link": first["link"], "at": first["at"]}
    assert set(first) == {"event", "at", "kind", "campaign", "turn", "link"}
    assert (first["event"], first["kind"], first["turn"]) == ("notice.announced", "announced", 1)
    assert first["campaign"] == {"id": tarn.public_id, "name": tarn.name}
    assert not [row for row in listed(ada) if row.channel == PROGRAM]


def test_each_post_is_signed_as_the_documentation_checks(
    tarn: Campaign, ada: User, receiver: Receiver
) -> None:
    _, secret = hooks.make_hook(user=ada, address=receiver.address)
    _, other = hooks.make_hook(user=ada, address=f"{receiver.address}/2")
    tell(tarn, ada)
    notices.call_programs()
    headers, body = receiver.posts[0]
    assert is_genuine(secret, headers, body) != is_genuine(other, headers, body)
    right = secret if is_genuine(secret, headers, body) else other
    assert not is_genuine(right, headers, body + b" ")
    assert not is_genuine(right, {**headers, "Webhook-Id": "another"}, body)
    assert not is_genuine(right, headers, body, now=int(headers["Webhook-Timestamp"]) + 301)
    assert json.loads(body)["id"] == headers["Webhook-Id"]


def test_what_fails_comes_again_with_the_same_id_and_its_owner_sees_why(
    tarn: Campaign, ada: User, receiver: Receiver, as_user: As
) -> None:
    hook, _ = hooks.make_hook(user=ada, address=receiver.address)
    receiver.answers = [503, 302, 204]
    tell(tarn, ada)
    moment = clock.now()
    for minutes in (0, 10, 20):
        with clock.at(moment + timedelta(minutes=minutes)):
            notices.call_programs()
        hook.refresh_from_db()
        if minutes < 20:
            assert hook.error
            assert hook.error in as_user(ada).get("/account/webhooks/").content.decode()
    assert hook.error == ""
    assert len(receiver.posts) == 3
    assert len({event["id"] for event in receiver.events}) == 1
    assert Notice.objects.get(channel=PROGRAM).state == NoticeState.SENT


def test_a_crash_after_the_claim_loses_no_post(tarn: Campaign, ada: User, receiver: Receiver) -> None:
    hooks.make_hook(user=ada, address=receiver.address)
    turn, moment = tarn.turns.get(number=1), clock.now()
    rows = notices_out.notices_for(
        tarn, notices_out.PUBLISHED, [(ada.pk, None)], when=notices_out.Window(moment), turn=turn
    )
    notices_out.store(rows)
    assert leases.claim(20, ("mail",))
    with clock.at(moment + timedelta(minutes=6)):
        notices.send_due()
        assert notices.call_programs() == 1


def test_nobody_is_told_who_has_left_or_asks_for_another_campaign(
    tarn: Campaign, mara: User, nils: User, receiver: Receiver
) -> None:
    hooks.make_hook(user=mara, address=receiver.address)
    tell(tarn, mara)
    Role.objects.filter(user=mara).delete()
    assert notices.call_programs() == 0
    with pytest.raises(Refusal) as caught:
        hooks.make_hook(user=nils, address=receiver.address, campaign_id=tarn.public_id)
    assert caught.value.field == "campaign"
    assert receiver.posts == []


@pytest.mark.parametrize("address", ["https://evil.example/x", "http://127.0.0.1/x", "ftp://x", "no address"])
def test_only_hosts_that_the_operator_allows(ada: User, settings: Any, address: str) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example"]
    with pytest.raises(Refusal):
        hooks.make_hook(user=ada, address=address)


@pytest.mark.parametrize("host", ["discord.com", "ptb.discord.com", "Discord.com", "discord.com:443"])
def test_discords_address_is_for_people_and_is_told_where_it_belongs(
    ada: User, as_user: As, settings: Any, host: str
) -> None:
    settings.WEBHOOK_HOSTS = [*webhook_post.DISCORD, "hooks.example"]
    address = {"address": f"https://{host}/api/webhooks/1/x"}
    told = as_user(ada).post("/api/v1/webhooks/", address, "application/json")
    assert told.status_code == 400
    assert "Notice settings" in told.json()["errors"][0]["detail"]
    page = as_user(ada).post("/account/webhooks/", {**address, "campaign_id": ""})
    assert page.status_code == 422
    assert "Notice settings" in page.content.decode()
    assert f"https://{host}/api/webhooks/1/x" in page.content.decode()
    assert not Hook.objects.exists()
    shown = as_user(ada).get("/account/webhooks/").content.decode()
    assert "hooks.example" in shown
    assert "discord.com" not in shown


@pytest.mark.parametrize("found", ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"])
def test_an_allowed_name_that_leads_into_a_private_network_is_not_followed(
    ada: User, settings: Any, monkeypatch: pytest.MonkeyPatch, found: str
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example"]
    hook, _ = hooks.make_hook(user=ada, address="https://hooks.example/x")
    monkeypatch.setattr(
        "campaign.base.integrations.time_limits.socket.getaddrinfo",
        lambda *args, **more: [(2, 1, 6, "", (found, 443))],
    )
    with pytest.raises(Refusal) as caught:
        hooks.test_hook(user=ada, public_id=hook.public_id)
    assert "private network" in caught.value.message


def test_the_page_shows_the_secret_once_and_sends_a_test(
    ada: User, ben: User, receiver: Receiver, as_user: As
) -> None:
    page = as_user(ada)
    made = page.post("/account/webhooks/", {"address": receiver.address, "campaign_id": ""}).content.decode()
    (secret,) = re.findall(r"whsec_[\w+/=]+", made)
    hook = Hook.objects.get()
    assert secret not in page.get("/account/webhooks/").content.decode()
    assert secret.encode() not in bytes(hook.sealed)
    path = f"/account/webhooks/{hook.public_id}/"
    assert as_user(ben).post(f"{path}test/").status_code == 404
    assert page.post(f"{path}test/", follow=True).status_code == 200
    assert receiver.events[0]["event"] == "test"
    assert is_genuine(secret, *receiver.posts[0])
    assert "a moment ago" in page.post(f"{path}test/", follow=True).content.decode()
    assert as_user(ben).post(f"{path}remove/").status_code == 404
    page.post(f"{path}remove/")
    assert not Hook.objects.exists()
    wrong = page.post("/account/webhooks/", {"address": "https://evil.example/x"})
    assert wrong.status_code == 422
    assert "https://evil.example/x" in wrong.content.decode()


def test_a_program_manages_them_too(tarn: Campaign, ada: User, receiver: Receiver, as_user: As) -> None:
    page = as_user(ada)

    def post(path: str, body: object) -> Any:
        return page.post(f"/api/v1/webhooks/{path}", body, content_type="application/json")

    made = post("", {"address": receiver.address, "campaign": tarn.public_id})
    assert made.status_code == 201
    assert made.json()["secret"].startswith("whsec_")
    (one,) = page.get("/api/v1/webhooks/").json()["items"]
    assert (one["campaign"], one["address"], "secret" in one) == (tarn.public_id, receiver.address, False)
    assert post(f"{one['id']}/test/", {}).json()["error"] == ""
    assert (
        post("", {"address": receiver.address, "campaign": "nothing"}).json()["errors"][0]["path"]
        == "campaign"
    )
    assert post(f"{one['id']}/remove/", {}).json() == {"done": True}
    assert page.get("/api/v1/webhooks/").json() == {"items": []}


def test_a_changed_key_is_said(ada: User, receiver: Receiver, settings: Any) -> None:
    hook, _ = hooks.make_hook(user=ada, address=receiver.address)
    settings.SECRET_KEY = "another key altogether, of fifty characters or more, yes"
    with pytest.raises(WebhookError) as caught:
        hooks.send(hook, "<x@y>", {"event": "test"})
    assert caught.value.final


def test_a_campaigns_webhook_stops_with_its_makers_role_and_is_shown_to_the_next(
    tarn: Campaign, mara: User, nils: User, receiver: Receiver, as_user: As
) -> None:
    hook, _ = hooks.make_hook(
        user=mara, address=f"{receiver.address}/a-secret-word", campaign_id=tarn.public_id
    )
    everywhere, _ = hooks.make_hook(user=mara, address=receiver.address)
    Role.objects.create(campaign=tarn, user=nils, kind="observer")
    tell(tarn, mara)
    roles.hand_over(campaign=tarn, user=nils, by=mara)
    tell(tarn, mara, notices_out.ANNOUNCED)
    notices.call_programs()
    told = [event["event"] for event in receiver.events if event["turn"] is not None]
    assert sorted(told) == ["notice.announced", "notice.published"], "only the one for all her campaigns"
    hook.refresh_from_db()
    assert hook.stopped_at is not None
    people = f"/c/{tarn.public_id}/people/"
    page = as_user(nils).get(people).content.decode()
    assert "Webhooks that have stopped" in page
    assert "127.0.0.1" in page
    assert "a-secret-word" not in page
    assert (
        "A program at 127.0.0.1 is told no more"
        in as_user(nils).get(f"/c/{tarn.public_id}/desk/log/").content.decode()
    )
    own = as_user(mara).get("/account/webhooks/").content.decode()
    assert "It has stopped, for you no longer run its campaign" in own
    assert own.count("Send a test") == 1
    with pytest.raises(Refusal, match="has stopped"):
        hooks.test_hook(user=mara, public_id=hook.public_id)
    assert (
        as_user(nils).post(people, {"act": "forget_hook", "webhook": everywhere.public_id}).status_code == 404
    )
    assert as_user(nils).post(people, {"act": "forget_hook", "webhook": hook.public_id}).status_code == 302
    assert list(Hook.objects.all()) == [everywhere]


def test_the_others_are_told_of_a_webhook_that_went_with_an_account(
    tarn: Campaign, mara: User, nils: User, ada: User, receiver: Receiver, as_user: As
) -> None:
    hooks.make_hook(user=mara, address=receiver.address, campaign_id=tarn.public_id)
    hooks.make_hook(user=ada, address=receiver.address, campaign_id=tarn.public_id)
    Role.objects.create(campaign=tarn, user=nils, kind="facilitator")
    delete_account(user=mara, proof=PASSWORD, request=RequestFactory().post("/"))
    assert Hook.objects.get().user == ada
    assert Hook.objects.get().stopped_at is None
    log = as_user(nils).get(f"/c/{tarn.public_id}/desk/log/").content.decode()
    assert "A program at 127.0.0.1 is told no more" in log


def test_programs_read_and_forget_what_has_stopped(
    tarn: Campaign, mara: User, nils: User, ada: User, receiver: Receiver, as_user: As
) -> None:
    hook, _ = hooks.make_hook(user=mara, address=receiver.address, campaign_id=tarn.public_id)
    Role.objects.create(campaign=tarn, user=nils, kind="facilitator")
    path = f"/api/v1/campaigns/{tarn.public_id}/"
    forget = f"{path}webhooks/{hook.public_id}/forget/"
    assert as_user(nils).post(forget, content_type="application/json").status_code == 404
    roles.step_down(campaign=tarn, by=mara)
    (row,) = as_user(nils).get(f"{path}people/").json()["stopped"]
    assert (row["id"], row["host"], row["by"]) == (hook.public_id, "127.0.0.1", mara.name)
    assert as_user(mara).post(forget, content_type="application/json").status_code == 403
    assert as_user(nils).post(forget, content_type="application/json").status_code == 200
    assert as_user(nils).get(f"{path}people/").json()["stopped"] == []
