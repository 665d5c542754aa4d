"""Lines to browsers: encrypted for them alone, signed by the site, and sent to known push services only."""

from __future__ import annotations

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings as site_settings
from django.contrib.staticfiles import finders
from django.test import Client
from py_vapid import Vapid02

from campaign.base.dates import clock
from campaign.base.integrations import web_push, webhook_post
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.models import Campaign, Device, Notice, NoticeState, User
from campaign.notices import services as telling
from campaign.notices.push import services as devices
from campaign.notices.selectors import listed
from campaign.outbox import services as notices_out

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]
TALK = "account/notices"
KNOWN = list(site_settings.PUSH_HOSTS)


class Service(HTTPServer):
    """A real push service: it keeps what it is sent, or answers as it is told to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.server.answers.pop(0) if self.server.answers else 201
        if status < 300:
            self.server.sent.append((self.path, {**self.headers}, body))
        self.send_response(status)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


class Phone:
    """A browser that has subscribed: it alone can read what is sent to it."""

    def __init__(self, service: Service, name: str) -> None:
        self.name, self.path = name, f"/send/{name.encode().hex()}"
        self.address = f"http://{service.place}{self.path}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = name.encode().ljust(16)[:16]
        self.service = service

    @property
    def given(self) -> dict[str, str]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        key, auth = (base64.urlsafe_b64encode(one).decode().rstrip("=") for one in (point, self.secret))
        return {"address": self.address, "key": key, "auth": auth, "name": self.name}

    @property
    def lines(self) -> list[dict[str, str]]:
        """What came up, decrypted."""
        bodies = [body for path, _, body in self.service.sent if path == self.path]
        return [
            json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret))
            for body in bodies
        ]


@pytest.fixture
def service(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A push service in this machine, which the operator has allowed; without TLS, as it is a test."""
    server = Service()
    settings.PUSH_HOSTS = [server.place]
    monkeypatch.setattr(webhook_post, "SCHEMES", ("http", "https"))
    monkeypatch.setattr(webhook_post, "is_public", lambda address: True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def tell(campaign: Campaign, user: User, **more: Any) -> None:
    notices_out.store(
        notices_out.notices_for(
            campaign, notices_out.RESUMED, [(user.pk, None)], when=notices_out.Window(clock.now()), **more
        )
    )


def test_a_line_comes_up_on_each_device_and_only_they_can_read_it(
    tarn: Campaign, mara: User, service: Service
) -> None:
    notices.send_due()
    phone, desk = Phone(service, "phone"), Phone(service, "desk")
    for one in (phone, desk):
        devices.add_device(user=mara, **one.given)
    tell(tarn, mara)
    notices.send_due()
    assert notices.send_lines() == 1
    line = {
        "title": "The Tarn Ford: the campaign goes on",
        "link": f"http://127.0.0.1:8000/c/{tarn.public_id}/desk/",
    }
    assert [{key: one[key] for key in line} for one in phone.lines + desk.lines] == [line, line]
    for _, headers, body in service.sent:
        assert b"Tarn" not in body
        assert len(body) == len(service.sent[0][2])
        assert headers["Content-Encoding"] == "aes128gcm"
        assert 0 < int(headers["TTL"]) <= 2 * 24 * 3600
        assert Vapid02.verify(headers["Authorization"])
        assert web_push.public_key() in headers["Authorization"]
    assert notices.send_lines() == 0
    assert [one.error for one in Device.objects.all()] == ["", ""]
    assert len([one for one in listed(mara) if one.kind == notices_out.RESUMED]) == 1


def test_a_line_sent_again_takes_the_place_of_the_first(tarn: Campaign, mara: User, service: Service) -> None:
    phone = Phone(service, "phone")
    devices.add_device(user=mara, **phone.given)
    for _ in range(2):
        devices.push(mara, web_push.Line("Rain", "/", "same"), None)
    assert len({one["tag"] for one in phone.lines}) == 1
    assert len({headers["Topic"] for _, headers, _ in service.sent}) == 1


def test_who_wants_none_by_push_gets_none(tarn: Campaign, mara: User, service: Service) -> None:
    notices.send_due()
    devices.add_device(user=mara, **Phone(service, "phone").given)
    telling.choose_silences(user=mara, off={("dates", "push")})
    tell(tarn, mara)
    notices.send_due()
    assert notices.send_lines() == 0
    assert service.sent == []


@pytest.mark.parametrize("answer", [404, 410])
def test_a_browser_that_takes_no_more_is_forgotten(
    tarn: Campaign, mara: User, service: Service, answer: int
) -> None:
    notices.send_due()
    old, phone = Phone(service, "old"), Phone(service, "phone")
    for one in (old, phone):
        devices.add_device(user=mara, **one.given)
    service.answers = [answer]
    tell(tarn, mara)
    notices.send_due()
    assert notices.send_lines() == 1
    assert [one.name for one in Device.objects.all()] == ["phone"]
    assert len(phone.lines) == 1


def test_a_service_that_fails_is_tried_again_and_its_owner_is_told(
    tarn: Campaign, mara: User, service: Service
) -> None:
    notices.send_due()
    phone = Phone(service, "phone")
    devices.add_device(user=mara, **phone.given)
    service.answers = [503]
    moment = clock.now()
    with clock.at(moment):
        tell(tarn, mara)
        notices.send_due()
        assert notices.send_lines() == 0
        assert Device.objects.get().error == "The push service answered 503."
    with clock.at(moment + timedelta(minutes=2)):
        assert notices.send_lines() == 1
    assert len(phone.lines) == 1
    assert Device.objects.get().error == ""


def test_a_browser_that_is_gone_keeps_no_other_from_a_second_try(
    tarn: Campaign, mara: User, service: Service
) -> None:
    notices.send_due()
    phone, old = Phone(service, "phone"), Phone(service, "old")
    for one in (phone, old):
        devices.add_device(user=mara, **one.given)
    service.answers = [503, 410]
    moment = clock.now()
    with clock.at(moment):
        tell(tarn, mara)
        notices.send_due()
        assert notices.send_lines() == 0
    with clock.at(moment + timedelta(minutes=2)):
        assert notices.send_lines() == 1
    assert len(phone.lines) == 1


def test_how_long_a_line_is_tells_little(mara: User, service: Service) -> None:
    phone = Phone(service, "phone")
    devices.add_device(user=mara, **phone.given)
    for title in ("Rain", "Rain " * 20, "ö" * 200, "ö" * 190):
        devices.push(mara, web_push.Line(title, "/", title), None)
    lengths = [len(body) for _, _, body in service.sent]
    assert lengths[0] == lengths[1] < lengths[2] == lengths[3]


def test_a_refusal_for_good_is_not_tried_again(tarn: Campaign, mara: User, service: Service) -> None:
    notices.send_due()
    devices.add_device(user=mara, **Phone(service, "phone").given)
    service.answers = [403]
    tell(tarn, mara)
    notices.send_due()
    assert notices.send_lines() == 0
    assert Notice.objects.get(channel="push").state == NoticeState.FAILED
    assert "turn push on in the browser again" in Device.objects.get().error


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"address": "https://evil.example/1"}, "not known here"),
        ({"address": "ftp://fcm.googleapis.com/1"}, "not known here"),
        ({"address": "https://xfcm.googleapis.com/1"}, "not known here"),
        ({"address": "https://fcm.googleapis.com/" + "1" * 1000}, "at most 1000"),
        ({"address": "https://[64:ff9b::7f00:1].push.apple.com/x"}, "no web address"),
        ({"address": "https://[::1].push.apple.com/x"}, "no web address"),
        ({"address": "https://x:y@a.push.apple.com/"}, "no user name and no password"),
        ({"address": "https://evil.example\\.push.apple.com/"}, "no web address"),
        ({"address": "https://evil.example#.push.apple.com/"}, "not known"),
        ({"address": "https://evil.example?.push.apple.com/"}, "not known"),
        ({"address": "https://a%2f.push.apple.com/"}, "no web address"),
        ({"address": "https://-.push.apple.com/"}, "no web address"),
        ({"address": "https://..push.apple.com/"}, "no web address"),
        ({"address": "https://a.push.apple.com\n/"}, "no web address"),
        ({"address": "https://a.push.apple.com:22/"}, "not known"),
        ({"key": "AAAA"}, "point of P-256"),
        ({"key": base64.urlsafe_b64encode(b"\x04" + b"1" * 64).decode()}, "point of P-256"),
        ({"auth": "AAAA"}, "16 bytes"),
        ({"auth": "ä"}, "16 bytes"),
    ],
)
def test_what_no_browser_gives_is_refused(
    mara: User, change: dict[str, str], word: str, service: Service, settings: Any
) -> None:
    settings.PUSH_HOSTS = KNOWN
    given = Phone(service, "phone").given | {"address": "https://fcm.googleapis.com/fcm/send/1"} | change
    with pytest.raises(Refusal) as refused:
        devices.add_device(user=mara, **given)
    assert word in refused.value.message
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    "host",
    [
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "wns2.notify.windows.com",
        "web.push.apple.com",
    ],
)
def test_the_services_of_the_great_browsers_are_known(
    mara: User, host: str, service: Service, settings: Any
) -> None:
    settings.PUSH_HOSTS = KNOWN
    given = Phone(service, "phone").given | {"address": f"https://{host}/send/1"}
    assert devices.add_device(user=mara, **given).user == mara


def test_push_is_turned_on_tested_and_off_on_the_page(
    mara: User, ada: User, as_user: As, service: Service
) -> None:
    window, phone = as_user(mara), Phone(service, "Firefox, Linux")
    assert "Turn on in this browser" in window.get(f"/{TALK}/").content.decode()
    window.post(f"/{TALK}/push/", phone.given)
    assert "Firefox, Linux" in window.get(f"/{TALK}/").content.decode()
    window.post(f"/{TALK}/push/test/")
    assert phone.lines[0]["title"] == "Your notices of BOLTGUN Campaigns will arrive here."
    device = Device.objects.get()
    assert as_user(ada).post(f"/{TALK}/push/{device.public_id}/remove/").status_code == 404
    window.post(f"/{TALK}/push/{device.public_id}/remove/")
    assert not Device.objects.exists()
    told = window.post(f"/{TALK}/push/test/", follow=True)
    assert "turn it on in one first" in told.content.decode()
    wrong = window.post(f"/{TALK}/push/", {"address": ""}, follow=True)
    assert "gave no address and keys" in wrong.content.decode()


def test_a_shared_browser_follows_who_turned_it_on_last_and_is_forgotten_at_log_out(
    mara: User, ada: User, as_user: As, service: Service
) -> None:
    phone = Phone(service, "tablet")
    as_user(mara).post(f"/{TALK}/push/", phone.given)
    window = as_user(ada)
    window.post(f"/{TALK}/push/", phone.given)
    assert Device.objects.get().user == ada
    window.post("/account/logout/")
    assert not Device.objects.exists()


def test_there_is_an_end_to_how_many(mara: User, service: Service) -> None:
    for number in range(devices.MOST_DEVICES):
        devices.add_device(user=mara, **Phone(service, f"phone{number}").given)
    with pytest.raises(Refusal, match="in 10 browsers"):
        devices.add_device(user=mara, **Phone(service, "one more").given)
    devices.add_device(user=mara, **Phone(service, "phone3").given)


@pytest.mark.parametrize(("page", "start"), [("/", "/"), ("/t/", "/t/")])
def test_the_site_and_the_companion_can_be_put_on_a_home_screen(page: str, start: str) -> None:
    found = re.findall(r'<link rel="manifest" href="/static/([^"]+)"', Client().get(page).content.decode())
    assert len(found) == 1
    file = Path(str(finders.find(found[0])))
    told = json.loads(file.read_text())
    assert (told["start_url"], told["scope"], told["display"]) == (start, start, "standalone")
    assert all((file.parent / icon["src"]).is_file() for icon in told["icons"])
