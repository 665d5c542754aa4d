"""A passkey is made and opens the account, with a virtual authenticator of the browser's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Browser, Page, expect

from campaign.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
Look = Callable[[Page, str], None]


def test_a_passkey_is_made_and_logs_in(ada: User, site: str, browser: Browser, look: Look) -> None:
    here = site.replace("127.0.0.1", "localhost")  # a passkey belongs to a name, never to a number
    context = browser.new_context(base_url=here)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    added = tools.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**kind, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    page.goto(f"{here}/account/login/")
    page.get_by_label("E-mail").fill(ada.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(lambda url: "/login/" not in url)
    page.goto(f"{here}/account/second-factor/webauthn/add/")
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Passwordless").check()
    look(page, "passkey-new")
    page.get_by_role("button", name="Make the passkey").click()
    page.wait_for_url(lambda url: not url.endswith("/add/"))
    assert Authenticator.objects.filter(user=ada, type=Authenticator.Type.WEBAUTHN).count() == 1
    context.clear_cookies()
    page.goto(f"{here}/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(lambda url: "/account/login/" not in url)
    page.goto(f"{here}/account/")
    expect(page.get_by_text(ada.email)).to_be_visible()
    # Without it, a word on the page and no stack trace.
    context.clear_cookies()
    tools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": added["authenticatorId"]})
    tools.send("WebAuthn.disable")
    context.close()
