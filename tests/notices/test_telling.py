"""How people are told: switches, a webhook of their own, the list on the site, the calendar."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from icalendar import Event as Entry

from campaign.base.dates import clock
from campaign.base.integrations import webhook_post
from campaign.base.integrations.webhook_post import WebhookError, check_address, is_public, send_line
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.desk.time.services import extend_deadline, pause_campaign
from campaign.models import Campaign, CampaignStatus, Channel, Notice, NoticeState, User, Webhook
from campaign.notices import services as telling
from campaign.notices.feed import selectors as events
from campaign.notices.selectors import listed, unread_notices
from campaign.outbox import services as notices_out
from campaign.outbox.groups import GROUPS, OTHER, TO_OTHERS, TO_THE_PERSON, group_of
from campaign.people.invitations.services import invite

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


class Sink(HTTPServer):
    """A real server that takes lines, or answers as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.lines: list[str] = []
        self.answers: list[int] = []
        self.hang = threading.Event()
        self.hang.set()

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_port}"

    @property
    def address(self) -> str:
        return f"http://{self.place}/api/webhooks/1/secret"


class _Handler(BaseHTTPRequestHandler):
    server: Sink

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.hang.wait(5)
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status == 0:
            self.connection.close()
            return
        if status < 300:
            self.server.lines.append(body["content"])
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def sink(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    """A server in this machine, which the operator has allowed; without TLS, as it is a test."""
    server = Sink()
    settings.WEBHOOK_HOSTS = [server.place]
    monkeypatch.setattr(webhook_post, "SCHEMES", ("http", "https"))
    monkeypatch.setattr(webhook_post, "is_public", lambda address: True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.hang.set()
    server.shutdown()
    server.server_close()


def tell(campaign: Campaign, user: User, kind: str = notices_out.RESUMED, about: str = "") -> None:
    notices_out.store(
        notices_out.notices_for(
            campaign, kind, [(user.pk, None)], when=notices_out.Window(clock.now()), about=about
        )
    )


def test_a_switch_ends_one_channel_of_one_group(tarn: Campaign, mara: User) -> None:
    notices.send_due()
    mail.outbox.clear()
    telling.choose_silences(user=mara, off={("dates", "mail")})
    tell(tarn, mara)
    tell(tarn, mara, notices_out.SEAT_MISSING)
    before = unread_notices(mara)
    notices.send_due()
    assert not [one for one in mail.outbox if "goes on" in one.subject]
    assert Notice.objects.get(kind=notices_out.RESUMED).state == NoticeState.EXPIRED
    assert unread_notices(mara) == before
    telling.choose_silences(user=mara, off={("dates", "app")})
    assert unread_notices(mara) == before - 1
    assert not [row for row in listed(mara) if row.kind == notices_out.RESUMED]


def test_an_unknown_switch_is_refused(mara: User) -> None:
    with pytest.raises(Refusal):
        telling.choose_silences(user=mara, off={("weather", "mail")})
    with pytest.raises(Refusal):
        telling.choose_silences(user=mara, off={("dates", "pigeon")})


def test_every_kind_of_notice_has_a_switch_of_its_own_group() -> None:
    switched = [kind for kind in notices_out.KINDS if kind not in {*TO_OTHERS, *TO_THE_PERSON}]
    assert [kind for kind in switched if group_of(kind) == OTHER] == []
    assert {group_of(kind) for kind in switched} <= set(GROUPS)


def test_a_webhook_gets_the_subject_and_the_address(tarn: Campaign, mara: User, sink: Sink) -> None:
    notices.send_due()
    telling.set_webhook(user=mara, address=sink.address)
    tell(tarn, mara)
    notices.send_due()
    assert notices.send_lines() == 1
    assert sink.lines == [
        f"The Tarn Ford: the campaign goes on\nhttp://127.0.0.1:8000/c/{tarn.public_id}/desk/"
    ]
    assert notices.send_lines() == 0
    assert Webhook.objects.get().error == ""


@pytest.mark.parametrize("answer", [0, 429, 500, 302])
def test_a_webhook_that_fails_is_tried_again(tarn: Campaign, mara: User, sink: Sink, answer: int) -> None:
    notices.send_due()
    telling.set_webhook(user=mara, address=sink.address)
    moment = clock.now()
    with clock.at(moment):
        tell(tarn, mara)
        notices.send_due()
        sink.answers = [answer]
        assert notices.send_lines() == 0
    row = Notice.objects.get(channel=Channel.DISCORD)
    assert row.state == NoticeState.QUEUED
    assert Webhook.objects.get().error
    assert "secret" not in Webhook.objects.get().error + row.error
    with clock.at(moment + timedelta(minutes=2)):
        assert notices.send_lines() == 1
    assert len(sink.lines) == 1
    assert Webhook.objects.get().error == ""


def test_a_webhook_that_hangs_is_given_up_for_now(
    tarn: Campaign, mara: User, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_post, "TIMEOUT", 0.3)
    notices.send_due()
    telling.set_webhook(user=mara, address=sink.address)
    tell(tarn, mara)
    notices.send_due()
    sink.hang.clear()
    assert notices.send_lines() == 0
    assert "in time" in Webhook.objects.get().error


def test_a_webhook_that_is_gone_is_not_tried_again(tarn: Campaign, mara: User, sink: Sink) -> None:
    notices.send_due()
    telling.set_webhook(user=mara, address=sink.address)
    tell(tarn, mara)
    notices.send_due()
    sink.answers = [404]
    notices.send_lines()
    assert Notice.objects.get(channel=Channel.DISCORD).state == NoticeState.FAILED
    assert [one.subject for one in mail.outbox if "goes on" in one.subject]


@pytest.mark.parametrize(
    "address",
    [
        "http://discord.com/api/webhooks/1/x",
        "https://evil.example/api/webhooks/1/x",
        "https://discord.com.evil.example/x",
        "https://discord.com@evil.example/x",
        "https://discord.com:444/x",
        "ftp://discord.com/x",
        "https://[::1/x",
        "nonsense",
    ],
)
def test_a_webhook_goes_only_where_the_operator_allows(mara: User, address: str) -> None:
    with pytest.raises(Refusal) as caught:
        telling.set_webhook(user=mara, address=address)
    assert caught.value.field == "address"
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("192.168.0.9", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:10.0.0.1", False),
        ("::ffff:162.159.128.233", True),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::10.0.0.5", False),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b::162.159.128.233", True),
        ("64:ff9b:1::7f00:1", False),
        ("64:ff9b:1:a00:0:500::", False),
        ("::127.0.0.1", False),
        ("::10.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("2001:0:4136:e378:8000:63bf:80ff:fffe", False),
        ("2001::5f00:ff80", False),
        ("fec0::1", False),
        ("ff02::1", False),
        ("2001:db8::1", False),
        ("::", False),
        ("224.0.0.1", False),
        ("162.159.128.233", True),
        ("2606:4700::6810:84e5", True),
    ],
)
def test_only_public_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize(
    "address",
    [
        "https://somebody@hooks.example/x",
        "https://a:b@hooks.example/x",
        "https://hooks.example@evil.example/x",
        "https://hooks.example\n/x",
        "https://hooks\t.example/x",
        "https://hooks.example\\@evil.example/x",
        "https://[64:ff9b::7f00:1].hooks.example/x",
        "https://höoks.example/x",
        "https://hooks.example:/x",
    ],
)
def test_an_address_with_more_than_a_host_is_none(mara: User, settings: Any, address: str) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example", "höoks.example"]
    with pytest.raises(Refusal) as caught:
        telling.set_webhook(user=mara, address=address)
    assert caught.value.field == "address"
    assert not Webhook.objects.exists()


def test_a_name_that_leads_into_a_private_network_is_refused(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example"]
    answers = [(2, 1, 6, "", ("162.159.128.233", 443)), (2, 1, 6, "", ("10.0.0.5", 443))]
    monkeypatch.setattr(
        "campaign.base.integrations.time_limits.socket.getaddrinfo", lambda *args, **more: answers
    )
    with pytest.raises(WebhookError) as caught:
        send_line(check_address("https://hooks.example/x"), "Hello")
    assert caught.value.final


def test_the_page_stores_and_tries_a_webhook(mara: User, as_user: As, sink: Sink) -> None:
    client = as_user(mara)
    answer = client.post("/account/notices/webhook/", {"address": sink.address, "do": "test"})
    assert answer.status_code == 302
    assert len(sink.lines) == 1
    sink.answers = [403]
    answer = client.post("/account/notices/webhook/", {"address": sink.address, "do": "test"})
    assert answer.status_code == 422
    assert "answered 403" in answer.content.decode()
    assert "did not arrive" in client.get("/account/notices/").content.decode()
    client.post("/account/notices/webhook/", {"address": "", "do": "save"})
    assert not Webhook.objects.exists()


def test_the_page_of_switches_keeps_what_is_ticked(mara: User, as_user: As) -> None:
    client = as_user(mara)
    on = [f"{group}:{channel}" for group in GROUPS for channel in Channel.values if group != "news"]
    assert client.post("/account/notices/", {"on": on}).status_code == 302
    shown = client.get("/account/notices/").content.decode()
    assert 'value="news:mail">' in shown
    assert 'value="dates:mail" checked>' in shown


def test_the_list_says_what_is_new_and_looking_is_reading(tarn: Campaign, mara: User, as_user: As) -> None:
    tell(tarn, mara)
    client = as_user(mara)
    assert client.get("/notices/unread.json").json()["notices"] == unread_notices(mara) > 0
    shown = client.get("/notices/").content.decode()
    assert "The Tarn Ford: the campaign goes on" in shown
    assert f"/c/{tarn.public_id}/desk/" in shown
    assert "new</span>" in shown
    assert client.get("/notices/unread.json").json()["notices"] == 0
    assert "new</span>" not in client.get("/notices/").content.decode()


def test_what_was_mailed_to_somebody_else_is_not_news_to_whoever_wrote_it(
    tarn: Campaign, mara: User, as_user: As
) -> None:
    before = unread_notices(mara)
    invite(campaign=tarn, by=mara, to="zoe@club.example")
    assert Notice.objects.filter(user=mara, kind__in=TO_OTHERS).count() == 1
    assert unread_notices(mara) == before
    assert "an invitation" not in as_user(mara).get("/notices/").content.decode()


def test_every_kind_has_a_line_for_the_list(tarn: Campaign, mara: User) -> None:
    from campaign.delivery.emails import headline_of

    for kind in (*notices_out.KINDS,):
        if kind in (*TO_OTHERS, *TO_THE_PERSON, notices_out.NEWS, notices_out.SITE_ON_HOLD):
            continue
        if kind == notices_out.SITE_FLAGGED:
            continue  # It is about no war: see ``tests/press/test_flags.py``.
        tell(tarn, mara, kind)
        found = Notice.objects.filter(kind=kind, user=mara).first()
        assert found is not None
        name = tarn.name if kind == notices_out.CALLED_OFF else "all"
        found.detail = {"battle": "abc", "thread": 1, "name": name, "article": "x"}
        assert headline_of(found).text.startswith("The Tarn Ford")


# The calendar


def entries(client: Client, path: str) -> dict[str, tuple[object, int]]:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    found = Calendar.from_ical(answer.content).walk("VEVENT")
    return {str(one["uid"]): (one["dtstart"].dt, int(one["sequence"])) for one in found}


def feed_path(user: User) -> str:
    return f"/calendar/{telling.feed_of(user).token}.ics"


def test_the_feed_has_the_deadlines_with_stable_ids_and_counts_changes(
    tarn: Campaign, mara: User, ada: User, as_user: As
) -> None:
    nobody, path = as_user(None), feed_path(ada)
    first = entries(nobody, path)
    uid = f"plan-1-{tarn.public_id}@127.0.0.1"
    turn = tarn.turns.get(number=1)
    assert first[uid] == (turn.plan_due, 0)
    assert entries(nobody, path) == first
    assert turn.plan_due is not None
    later = turn.plan_due + timedelta(days=1)
    extend_deadline(turn=turn, name="plan_due", to=later, reason="Snow", by=mara)
    again = entries(nobody, path)
    assert again[uid] == (later, 1)
    assert set(again) == set(first)
    assert not any(key.startswith("publish") for key in first)
    assert any(key.startswith("publish") for key in entries(nobody, feed_path(mara)))


def whole(client: Client, path: str) -> dict[str, Entry]:
    """The entries of a feed by their ids."""
    return {str(one["uid"]): one for one in Calendar.from_ical(client.get(path).content).walk("VEVENT")}


def test_every_entry_has_an_end_after_its_beginning(
    tarn: Campaign, mara: User, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = clock.now().replace(microsecond=0) + timedelta(days=3)
    battle = events.Event("battle-x", noon, "A battle", "/c/x/", noon + timedelta(hours=3))
    backwards = events.Event("battle-y", noon, "Another", "/c/x/", noon - timedelta(hours=1))
    monkeypatch.setattr(events, "PROVIDERS", [lambda user: [battle, backwards]])
    found = whole(as_user(None), feed_path(mara))
    assert len(found) == 6
    spans = {uid.partition("@")[0]: one["dtend"].dt - one["dtstart"].dt for uid, one in found.items()}
    assert spans.pop("battle-x") == timedelta(hours=3)
    assert set(spans.values()) == {timedelta(minutes=15)}


def test_the_feed_says_the_same_until_something_has_changed(
    tarn: Campaign, mara: User, ada: User, as_user: As
) -> None:
    nobody, path, moment = as_user(None), feed_path(ada), clock.now()
    with clock.at(moment):
        first = nobody.get(path).content
    with clock.at(moment + timedelta(hours=5)):
        assert nobody.get(path).content == first
        assert as_user(None).get(path).content == first
        before = whole(nobody, path)
        turn = tarn.turns.get(number=1)
        assert turn.plan_due is not None
        later = turn.plan_due + timedelta(days=1)
        extend_deadline(turn=turn, name="plan_due", to=later, reason="Snow", by=mara)
    with clock.at(moment + timedelta(hours=9)):
        after = whole(nobody, path)
    changed = {uid for uid in after if after[uid].to_ical() != before[uid].to_ical()}
    assert f"plan-1-{tarn.public_id}@127.0.0.1" in changed
    for uid, one in after.items():
        assert one["dtstamp"].dt == one["last-modified"].dt
        since = moment + timedelta(hours=9 if uid in changed else 0)
        assert one["dtstamp"].dt == since.replace(microsecond=0)
        assert one["sequence"] == (1 if uid in changed else 0)


def test_a_new_version_of_the_app_does_not_make_every_entry_new(
    tarn: Campaign, ada: User, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compared is what is read: how the app holds an event is its own affair."""
    nobody, path = as_user(None), feed_path(ada)
    first = nobody.get(path).content
    monkeypatch.setattr(events.Event, "__repr__", lambda self: f"another {id(self)}")
    with clock.at(clock.now() + timedelta(hours=1)):
        assert nobody.get(path).content == first


def test_to_read_the_feed_again_writes_nothing(tarn: Campaign, ada: User, as_user: As) -> None:
    nobody, path = as_user(None), feed_path(ada)
    nobody.get(path)
    with CaptureQueriesContext(connection) as asked:
        nobody.get(path)
    said = " ".join(one["sql"] for one in asked.captured_queries)
    assert not {"INSERT", "UPDATE", "SAVEPOINT", "BEGIN"} & set(said.replace('"', " ").split())


def test_the_feed_of_a_campaign_that_stands_still_has_no_dates(
    tarn: Campaign, mara: User, ada: User, as_user: As
) -> None:
    pause_campaign(campaign=tarn, reason="Flood", by=mara)
    assert Campaign.objects.get().status == CampaignStatus.PAUSED
    assert entries(as_user(None), feed_path(ada)) == {}


def test_the_feeds_address_is_secret_and_can_be_reset(ada: User, as_user: As) -> None:
    old = feed_path(ada)
    assert as_user(ada).post("/account/notices/calendar/").status_code == 302
    assert as_user(None).get(old).status_code == 404
    assert as_user(None).get(feed_path(ada)).status_code == 200
    assert feed_path(ada) in as_user(ada).get("/account/notices/").content.decode()


def test_others_add_their_events_to_the_feed(ada: User, as_user: As, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = clock.now() + timedelta(days=3)
    battle = events.Event(
        "battle-x", moment, "A battle, at noon", "/c/x/", moment + timedelta(hours=3), "Hall 2"
    )
    monkeypatch.setattr(events, "PROVIDERS", [lambda user: [battle] if user == ada else []])
    text = as_user(None).get(feed_path(ada)).content.decode()
    assert "LOCATION:Hall 2" in text
    assert "A battle\\, at noon" in text


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("https://discord.com/api/webhooks/1/a-key", True),
        ("https://discord.com/api/v10/webhooks/1/a-key?thread_id=2", True),
        ("https://canary.discord.com/api/webhooks/1/a-key", True),
        ("https://discord.com/", False),
        ("https://discord.com/api/webhooks/1", False),
        ("https://discord.com/channels/1/2", False),
    ],
)
def test_at_discord_only_a_whole_address_of_a_webhook_is_saved(
    ada: User, settings: Any, address: str, *, taken: bool
) -> None:
    settings.WEBHOOK_HOSTS = []
    if taken:
        telling.set_webhook(user=ada, address=address)
        assert Webhook.objects.get(user=ada).address == address
        return
    with pytest.raises(Refusal, match="no address of a webhook at Discord"):
        telling.set_webhook(user=ada, address=address)
    assert not Webhook.objects.filter(user=ada).exists()


def test_that_mail_did_not_arrive_stands_in_the_settings_until_one_does(
    tarn: Campaign, ada: User, as_user: As
) -> None:
    Notice.objects.filter(user=ada).update(state=NoticeState.SENT)
    page = as_user(ada)
    shown = page.get("/account/notices/").content.decode()
    assert "Mails go to ada@club.example" in shown
    assert "did not arrive" not in shown
    tell(tarn, ada)
    last = Notice.objects.filter(user=ada).order_by("-id")[0]
    Notice.objects.filter(pk=last.pk).update(state=NoticeState.FAILED, error="550 no such user <ada@x>")
    shown = page.get("/account/notices/").content.decode()
    assert "The last mail to you did not arrive" in shown
    assert "550" not in shown
    assert page.get("/api/v1/notices/wishes/").json()["mail_refused_at"] is not None
    tell(tarn, ada, about="again")
    Notice.objects.filter(user=ada, state=NoticeState.QUEUED).update(state=NoticeState.SENT)
    assert "did not arrive" not in page.get("/account/notices/").content.decode()
