"""What browsers are told about cookies, features and the pages' policy; what they tell back."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from campaign.models import Campaign, User
from config.csp_reports import MOST
from tests.gates import ROOT
from tests.test_settings import DEPLOYED

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


def test_cookies_belong_to_this_host_alone_where_it_is_https() -> None:
    """Asked of a process with the variables of a deployment: each name, and what a form's page sets."""
    asked = (
        "import django; django.setup()\n"
        "from django.conf import settings as s\n"
        "from config.cookies import LEFT, _Cookie\n"
        "from campaign.access.known_devices import COOKIE\n"
        "from django.test import RequestFactory\n"
        "from django.middleware.csrf import CsrfViewMiddleware, get_token\n"
        "from django.http import HttpResponse\n"
        "r = RequestFactory().get('/', secure=True)\n"
        "m = CsrfViewMiddleware(lambda r: (get_token(r), HttpResponse())[1])\n"
        "print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME,"
        " _Cookie.cookie_name, COOKIE, s.THEME_COOKIE_NAME, LEFT)\n"
        "print(m(r).cookies.output())\n"
    )
    env = {**DEPLOYED, "DJANGO_SETTINGS_MODULE": "config.settings", "ENV_FILE": "/dev/null"}
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, env=env, capture_output=True, text=True)
    names, cookie = done.stdout.strip().splitlines()[-2:]
    assert [name.removeprefix("__Host-") for name in names.split()] == [
        *("session", "csrf", "language", "messages", "device", "theme", "left")
    ], done.stderr
    assert names.count("__Host-") == 7
    assert cookie.startswith("Set-Cookie: __Host-csrf=")
    assert "; Path=/;" in cookie
    assert cookie.endswith("; Secure")
    assert "Domain" not in cookie


def test_features_that_no_page_asks_for_are_off() -> None:
    for path in ("/", "/account/login/", "/nowhere/", "/static/nothing.css"):
        policy = Client().get(path)["Permissions-Policy"]
        assert {"camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()"} <= {
            *policy.split(", ")
        }, path
        assert "screen-wake-lock" not in policy


def test_no_answer_that_others_may_keep_sets_a_cookie(tarn: Campaign, ada: User, as_user: As) -> None:
    """The session's, now and then: who keeps it for others would log them in as Ada."""
    Campaign.objects.update(open_to_all=True)
    for path in ("/favicon.ico", "/wars/feed.atom", f"/c/{tarn.public_id}/feed.atom"):
        for viewer in (None, ada):
            client = as_user(viewer)
            if viewer is not None:
                session = client.session
                session.pop("seen", None)
                session.save()
            answer = client.get(path)
            kept = "public" in answer["Cache-Control"]
            assert kept != bool(answer.cookies), path
            assert kept or answer["Cache-Control"] == "private, no-store"
            if viewer is None:
                assert kept, path


@pytest.mark.parametrize("bad", ["%00", "a%00b"])
def test_a_nul_in_an_address_or_a_form_is_no_fault_of_the_site(tarn: Campaign, mara: User, bad: str) -> None:
    """No text of PostgreSQL holds it."""
    client = Client(raise_request_exception=False)
    for path in (
        *(f"/c/{bad}/", f"/c/{bad}/embed/", f"/wars/{bad}/", f"/join/{bad}/", f"/profiles/{bad}/"),
        *(f"/flag/campaign/{bad}/", f"/api/v1/campaigns/{bad}/"),
        f"/oembed/?url={settings.SITE_URL}/c/{bad}/",
    ):
        assert client.get(path).status_code in (302, 400, 401, 404), path
    client.force_login(mara)
    answer = client.get(f"/api/v1/wars/?language={bad}")
    assert answer.status_code in (200, 400)
    assert answer["Content-Type"] in ("application/json", "application/problem+json")
    assert client.post("/wars/asked/", {"ask": "a\x00b"}).status_code in (400, 404)


def test_the_policy_names_where_to_report() -> None:
    answer = Client().get("/account/login/")
    assert "report-uri /csp/" in answer["Content-Security-Policy"]
    assert answer["Reporting-Endpoints"] == 'csp="/csp/"'


OLD = {
    "csp-report": {
        "document-uri": "https://war.example/shared/sEcReTtOkEn/",
        "violated-directive": "script-src-elem",
        "blocked-uri": "https://evil.example/x.js?who=ada",
    }
}
NEW = [
    {
        "type": "csp-violation",
        "body": {
            "documentURL": "https://war.example/account/login/?next=/c/sEcReTtOkEn/",
            "effectiveDirective": "style-src-attr",
            "blockedURL": "inline",
        },
    }
]


@pytest.mark.parametrize(
    ("sent", "kind", "line"),
    [
        (OLD, "application/csp-report", "the policy stopped script-src-elem on {}: evil.example"),
        (NEW, "application/reports+json", "the policy stopped style-src-attr on account_login: inline"),
    ],
)
def test_what_was_stopped_is_logged_without_anybody_s_address(
    sent: object, kind: str, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "config.csp_reports"):
        answer = Client(enforce_csrf_checks=True).post("/csp/", json.dumps(sent), content_type=kind)
    assert (answer.status_code, answer.content) == (204, b"")
    (said,) = caplog.messages
    before, _gap, after = line.partition("{}")
    assert said.startswith(before)
    assert said.endswith(after)
    assert "sEcReTtOkEn" not in said
    assert "who=ada" not in said


def test_reports_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    client = Client()
    hostile = [
        "[" * 9000,
        "x",
        "{}",
        json.dumps({"csp-report": {"violated-directive": "a\nb"}}),
        "9" * 20_000,
    ]
    with caplog.at_level(logging.WARNING, "config.csp_reports"):
        for text in hostile:
            assert client.post("/csp/", text, content_type="application/csp-report").status_code == 204
        assert caplog.messages == []
        for _number in range(MOST + 20):
            client.post("/csp/", json.dumps(NEW * 50), content_type="application/reports+json")
    assert 0 < len(caplog.messages) <= 5 * MOST
    assert client.get("/csp/").status_code == 405
