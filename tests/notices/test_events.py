"""What happens for all to know is told to programs and to a club's Discord channel, by real receivers."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from campaign.access.api_tokens import make_token, revoke_token
from campaign.access.suspensions import FOR_GOOD
from campaign.base.dates import clock
from campaign.base.integrations import webhook_post
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.delivery.telling_on import tell_on
from campaign.desk.time.services import pause_campaign, resume_campaign
from campaign.models import ChannelHook, Hook, Notice, NoticeState, Role, RoleKind, Scope, User
from campaign.models.hooks import CLUB, EVENT
from campaign.notices.discord import services as channels
from campaign.notices.discord.embeds import MOST, embed_of
from campaign.notices.discord.selectors import WORDS, channel_page
from campaign.notices.selectors import listed
from campaign.notices.webhooks import services as hooks
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from campaign.people.seats.services import leave_seat
from campaign.press.news.services import publish_article, write_article
from tests.wars import APART, START, War, begin_war

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


class Receiver(HTTPServer):
    """A Discord or a program in this machine; it answers 204, or as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.posts: list[tuple[str, Mapping[str, str], bytes]] = []
        self.answers: list[tuple[int, str]] = []

    def address(self, path: str = "told") -> str:
        return f"http://127.0.0.1:{self.server_port}/{path}"

    def told(self, path: str = "told") -> list[dict[str, Any]]:
        """The events that came to a path."""
        return [json.loads(body) for at, _headers, body in self.posts if at == f"/{path}"]

    def embeds(self) -> list[tuple[dict[str, Any], bytes]]:
        """The messages that came to the channel, and the pictures with them."""
        return [_parts(headers["Content-Type"], body) for at, headers, body in self.posts if at == "/club"]


def _parts(kind: str, body: bytes) -> tuple[dict[str, Any], bytes]:
    boundary = kind.partition("boundary=")[2].encode()
    _before, said, picture, _after = body.split(b"--" + boundary)
    message = json.loads(said.partition(b"\r\n\r\n")[2])
    assert b'name="files[0]"; filename="card.png"' in picture
    return message, picture.partition(b"\r\n\r\n")[2].removesuffix(b"\r\n")


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status, after = self.server.answers.pop(0) if self.server.answers else (204, "")
        self.server.posts.append((self.path, dict(self.headers), body))
        self.send_response(status)
        if after:
            self.send_header("Retry-After", after)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@pytest.fixture
def receiver(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    server = Receiver()
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{server.server_port}"]
    monkeypatch.setattr(webhook_post, "SCHEMES", ("http", "https"))
    monkeypatch.setattr(webhook_post, "is_public", lambda address: True)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def war(receiver: Receiver) -> War:
    """A war whose facilitator has a channel, and whose north a program."""
    war = begin_war(APART)
    with clock.at(START):
        channels.set_channel(campaign=war.campaign, by=war.facilitator, address=receiver.address("club"))
        hooks.make_hook(user=war.users["north"], address=receiver.address())
    return war


def send(war: War, days: float = 30) -> None:
    """The worker sends all but mails, some days after the war's begin."""
    with clock.at(START + timedelta(days=days)):
        while notices.send_lines() + notices.call_programs():
            pass


def happened(receiver: Receiver) -> list[str]:
    return [one["event"] for one in receiver.told() if not one["event"].startswith("notice.")]


def test_a_turn_is_told_step_by_step_to_program_and_channel(war: War, receiver: Receiver) -> None:
    war.publish()
    send(war)
    assert sorted(happened(receiver)) == ["turn.announced", "turn.opened", "turn.published"]
    by_event = {one["event"]: one for one in receiver.told()}
    following = war.turn
    assert by_event["turn.published"]["turn"] == 1
    opened = by_event["turn.opened"]
    assert (opened["turn"], opened["plan_due"]) == (2, following.plan_due.isoformat())  # type: ignore[union-attr]
    assert opened["campaign"] == {"id": war.campaign.public_id, "name": "The border war"}
    titles = [message["embeds"][0]["title"] for message, _picture in receiver.embeds()]
    assert sorted(titles) == [
        "The border war: turn 1 is published",
        "The border war: turn 1, the movement is done",
        "The border war: turn 2 is open",
    ]
    for message, picture in receiver.embeds():
        assert message["allowed_mentions"] == {"parse": []}
        assert message["embeds"][0]["image"] == {"url": "attachment://card.png"}
        assert picture.startswith(b"\x89PNG")
    assert len({picture for _message, picture in receiver.embeds()}) == 1
    assert set(Notice.objects.filter(channel__in=(CLUB, EVENT)).values_list("state", flat=True)) == {"sent"}
    assert not [row for row in listed(war.facilitator) if row.channel in (CLUB, EVENT)]


def test_pause_hold_seats_news_and_the_end_are_told(war: War, receiver: Receiver) -> None:
    campaign, by = war.campaign, war.facilitator
    with clock.at(START + timedelta(hours=1)):
        pause_campaign(campaign=campaign, by=by, reason="Holidays, @everyone")
    with clock.at(START + timedelta(hours=2)):
        resume_campaign(campaign=campaign, by=by)
        leave_seat(seat=war.seat("south"), by=war.users["south"])
        piece = write_article(
            campaign=campaign, by=by, kind="announcement", title="A *new* front", text="Words", turn=None
        )
        publish_article(campaign=campaign, by=by, article_id=piece.public_id)
    send(war)
    told = happened(receiver)
    for event in ("campaign.paused", "campaign.resumed", "seat.opened", "news.published"):
        assert told.count(event) == 1, event
    seat = next(one for one in receiver.told() if one["event"] == "seat.opened")
    assert (seat["seat"], seat["army"]) == (war.seat("south").number, "The south")
    assert "South" not in json.dumps(receiver.told()).replace("The south", ""), "no person is named"
    texts = [json.dumps(message) for message, _picture in receiver.embeds()]
    assert any("Holidays, \\\\@everyone" in text for text in texts)
    assert any("A \\\\*new\\\\* front" in text for text in texts)
    assert not any("South" in text.replace("The south", "") for text in texts)


def test_a_shut_accounts_channel_falls_silent_and_speaks_again(war: War, receiver: Receiver) -> None:
    """Whether lines were told on before, or wait for that; what happened meanwhile is not made up for."""
    campaign, by = war.campaign, war.facilitator
    with clock.at(START + timedelta(hours=1)):
        pause_campaign(campaign=campaign, by=by, reason="Rain")
        tell_on()
    until = START + timedelta(days=7)
    User.objects.filter(pk=by.pk).update(suspended_until=until, suspended_because="Threats")
    with clock.at(START + timedelta(hours=2)):
        resume_campaign(campaign=campaign, by=by)
    send(war, days=1)
    assert "campaign.resumed" in happened(receiver), "programs of others are told"
    assert receiver.embeds() == []
    assert set(Notice.objects.filter(channel=CLUB).values_list("state", flat=True)) == {"expired"}
    with clock.at(START + timedelta(days=1)):
        assert channel_page(campaign).silent
        with pytest.raises(Refusal, match="Nothing is posted there just now"):
            channels.test_channel(campaign=campaign, by=by)
    with clock.at(START + timedelta(days=8)):
        assert not channel_page(campaign).silent
        leave_seat(seat=war.seat("south"), by=war.users["south"])
    send(war, days=8)
    assert [one["embeds"][0]["title"] for one, _picture in receiver.embeds()] == [
        "The border war: a seat is free"
    ]


def test_another_facilitators_channel_goes_on(war: War, receiver: Receiver) -> None:
    """It is whoever gave its address that speaks there: another of the war's people may give it anew."""
    other = User.objects.create_user("other@club.example", name="Other")
    Role.objects.create(campaign=war.campaign, user=other, kind=RoleKind.FACILITATOR)
    with clock.at(START + timedelta(hours=1)):
        pause_campaign(campaign=war.campaign, by=war.facilitator, reason="Rain")
        tell_on()
        User.objects.filter(pk=war.facilitator.pk).update(suspended_until=FOR_GOOD)
        channels.set_channel(campaign=war.campaign, by=other, address=receiver.address("club"))
    send(war, days=1)
    assert len(receiver.embeds()) == 1, "what waited is told by the channel that there is now"


def test_the_end_names_the_champion(war: War, receiver: Receiver) -> None:
    turn = war.turn
    with clock.at(START):
        rows = events.of_kind(
            war.campaign,
            notices_out.CAMPAIGN_ENDED,
            [(war.facilitator.pk, None)],
            when=notices_out.Window(clock.now()),
            turn=turn,
        )
        notices_out.store(rows)
    war.campaign.champion = war.seat("north")
    war.campaign.save()
    send(war)
    assert happened(receiver) == ["turn.published", "campaign.ended"]
    assert receiver.told()[-1]["champion"] == "The north"
    assert any("Champion: The north." in json.dumps(message) for message, _ in receiver.embeds())


def test_where_nobody_listens_nothing_is_written(receiver: Receiver) -> None:
    war = begin_war(APART)
    war.publish()
    assert not Notice.objects.filter(channel=EVENT).exists()


def test_every_event_has_words_a_switch_and_a_line_of_the_documentation(war: War) -> None:
    from tests.notices.test_hooks import DOCS

    told = DOCS.read_text()
    assert set(WORDS) == set(events.EVENTS)
    facts = {
        **{"at": START.isoformat(), "turn": 3, "link": "https://x.example/", "reason": "", "until": None},
        **{"champion": None, "date": "plan_due", "from": None, "to": START.isoformat(), "seat": 1},
        **{"army": "The north", "title": "News", "plan_due": None, "results_due": None},
    }
    for event in events.EVENTS:
        assert f"`{event}`" in told, event
        message = embed_of(war.campaign, {**facts, "event": event})
        assert message["embeds"][0]["title"].startswith("The border war: ")
    assert {event for found in events.OF_KIND.values() for event in found} <= set(events.EVENTS)


def test_every_kind_of_notice_is_an_event_of_its_own_and_documented(war: War, receiver: Receiver) -> None:
    from tests.delivery.test_one_template_a_kind import about
    from tests.notices.test_hooks import DOCS

    told = DOCS.read_text()
    User.objects.filter(pk=war.facilitator.pk).update(is_superuser=True)
    with clock.at(START):
        hooks.make_hook(user=war.facilitator, address=receiver.address("own"))
        for kind in notices_out.KINDS:
            assert f"`{kind}`" in told, kind
            detail = about(war, kind) if kind not in (notices_out.PROMISE,) else {}
            reader = [(war.facilitator.pk, None)]
            when = notices_out.Window(clock.now())
            rows = notices_out.notices_for(
                war.campaign, kind, reader, when=when, turn=war.turn, detail=detail
            )
            notices_out.store(rows)
        hooks.call_too(Notice.objects.filter(user=war.facilitator, channel="mail"))
    send(war, days=0)
    found = {one["kind"]: one for one in receiver.told("own") if "kind" in one}
    # What is pointless is told to nobody: another's promise or plan, and words that are one's own.
    pointless = {notices_out.PROMISE, notices_out.PLAN_MISSING, notices_out.MESSAGE}
    # And what is asked of who holds a seat, and answered to who has asked for one.
    pointless |= {notices_out.VISION_ASKED, notices_out.SEAT_ANSWERED}
    assert set(notices_out.KINDS) - set(found) <= pointless
    for kind, event in found.items():
        assert event["event"] == f"notice.{kind}"
        assert set(event) == {"id", "event", "at", "kind", "campaign", "turn", "link"}
        assert "/join/" not in event["link"], "an invitation's link is for whoever is invited"
    held = found[notices_out.SITE_ON_HOLD]
    assert held["campaign"]["name"] == war.campaign.public_id


def test_any_public_host_is_a_programs_but_discords_and_none_of_a_private_network(
    ada: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = []
    hook, _ = hooks.make_hook(user=ada, address="https://club.example:8443/told")
    with pytest.raises(Refusal, match="Notice settings"):
        hooks.make_hook(user=ada, address="https://discord.com/api/webhooks/1/x")
    with pytest.raises(Refusal, match="begins with https"):
        hooks.make_hook(user=ada, address="http://club.example/")
    monkeypatch.setattr(
        "campaign.base.integrations.time_limits.socket.getaddrinfo",
        lambda *args, **more: [(2, 1, 6, "", ("10.1.2.3", 443))],
    )
    with pytest.raises(Refusal, match="private network"):
        hooks.test_hook(user=ada, public_id=hook.public_id)


def test_a_webhook_ends_with_the_token_that_made_it(war: War, receiver: Receiver, as_user: As) -> None:
    user = war.users["south"]
    token, secret = make_token(user=user, name="Bot", scopes=[Scope.ACCOUNT], days=30, campaigns=())
    made = Client().post(
        "/api/v1/webhooks/",
        {"address": receiver.address("bot")},
        "application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert made.status_code == 201
    assert made.json()["token_ended"] is False
    hook = Hook.objects.get(public_id=made.json()["id"])
    assert hook.token == token
    Hook.objects.update(created_at=START)
    assert "until the token “Bot” ends" in as_user(user).get("/account/webhooks/").content.decode()
    war.pass_deadline()
    revoke_token(user=user, public_id=token.public_id)
    war.publish()
    send(war)
    assert receiver.told("bot") == []
    assert receiver.told()
    page = as_user(user).get("/account/webhooks/").content.decode()
    assert "It has ended with the token “Bot” that made it." in page
    with pytest.raises(Refusal, match="ended with the token"):
        hooks.test_hook(user=user, public_id=hook.public_id)


# The channel


def test_too_many_requests_keep_the_channel_alone_for_as_long_as_it_says(
    war: War, receiver: Receiver
) -> None:
    receiver.answers = [(429, "900")]
    moment = war.publish().published_at
    assert moment is not None
    Notice.objects.exclude(created_at=moment).delete()
    with clock.at(moment):
        tell_on()
        assert notices.send_lines() == 0
        waiting = Notice.objects.filter(channel=CLUB).values_list("state", "not_before")
        assert set(waiting) == {(NoticeState.QUEUED, moment + timedelta(seconds=900))}
        assert "answered 429" in ChannelHook.objects.get().error
    with clock.at(moment + timedelta(seconds=899)):
        assert notices.send_lines() == 0
    with clock.at(moment + timedelta(seconds=900)):
        assert notices.send_lines() == 2
    assert ChannelHook.objects.get().error == ""


def test_the_page_sets_tries_switches_and_ends_it_and_all_are_told(
    receiver: Receiver, as_user: As, settings: Any
) -> None:
    war = begin_war(APART)
    path = f"/c/{war.campaign.public_id}/people/discord/"
    page = as_user(war.facilitator)
    for other in ("north", "south"):
        assert as_user(war.users[other]).get(path).status_code == 404
    wrong = page.post(path, {"act": "set", "address": "https://evil.example/x"})
    assert wrong.status_code == 422
    assert "these hosts only" in wrong.content.decode()
    Notice.objects.all().delete()
    assert page.post(path, {"act": "set", "address": receiver.address("club")}).status_code == 302
    hook = ChannelHook.objects.get()
    assert b"/club" not in bytes(hook.sealed)
    assert "/club" not in page.get(path).content.decode()
    told = set(Notice.objects.filter(kind="channel").values_list("user__name", flat=True))
    assert told == {"North", "South", "Facilitator"}
    about = as_user(war.users["north"]).get(f"/c/{war.campaign.public_id}/about/").content.decode()
    assert "Public facts are posted to a channel at 127.0.0.1" in about
    assert page.post(path, {"act": "test"}).status_code == 302
    ((message, _picture),) = receiver.embeds()
    assert message["embeds"][0]["title"] == "The border war: a test"
    assert "a moment ago" in page.post(path, {"act": "test"}).content.decode()
    on = [event for event in events.EVENTS if event != events.PUBLISHED]
    assert page.post(path, {"act": "choose", "on": on}).status_code == 302
    assert ChannelHook.objects.get().off == [events.PUBLISHED]
    ChannelHook.objects.update(created_at=START)
    war.publish()
    send(war)
    assert not [one for one, _ in receiver.embeds() if "published" in one["embeds"][0]["title"]]
    assert [one for one, _ in receiver.embeds() if "turn 2 is open" in one["embeds"][0]["title"]]
    assert page.post(path, {"act": "remove"}).status_code == 302
    assert not ChannelHook.objects.exists()


def test_a_channel_ends_with_the_role_of_whoever_set_it(war: War, nils: User) -> None:
    from campaign.people.seats import roles

    Role.objects.create(campaign=war.campaign, user=nils, kind="facilitator")
    roles.step_down(campaign=war.campaign, by=war.facilitator)
    assert not ChannelHook.objects.exists()


def test_programs_set_it_too(war: War, receiver: Receiver, as_user: As) -> None:
    cache.clear()
    page, path = as_user(war.facilitator), f"/api/v1/campaigns/{war.campaign.public_id}/discord/"
    read = page.get(path).json()
    assert read["host"] == f"127.0.0.1:{receiver.server_port}"
    assert "address" not in read
    assert {one["event"] for one in read["events"]} == set(events.EVENTS)
    put = page.put(f"{path}events/", {"off": ["seat.taken"]}, "application/json")
    assert [one["event"] for one in put.json()["events"] if not one["on"]] == ["seat.taken"]
    assert page.put(f"{path}events/", {"off": ["zz"]}, "application/json").status_code == 400
    assert as_user(war.users["north"]).get(path).status_code == 404
    assert page.post(f"{path}test/", {}, "application/json").status_code == 200
    ended = page.put(path, {"address": ""}, "application/json")
    assert ended.json()["host"] == ""


def test_an_embed_is_never_longer_than_discord_takes(war: War) -> None:
    war.campaign.name = "<@1>" * 20
    facts = {
        "event": events.PAUSED,
        "at": START.isoformat(),
        "turn": 1,
        "link": "https://x.example/",
        "reason": "*" * 4000,
        "until": None,
    }
    (embed,) = embed_of(war.campaign, facts)["embeds"]
    said = embed["title"] + embed["description"] + embed["footer"]["text"]
    assert len(embed["title"]) <= 256
    assert len(embed["description"]) <= 4096
    assert len(said) <= MOST
    assert not re.search(r"(?<!\\)[*<@]", said)
