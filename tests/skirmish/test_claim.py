"""A guest becomes an account, or its wars move to the one there is; no word tells which, before the code."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.accounts.services import open_account
from campaign.models import Campaign, InvitationKind, User
from campaign.people.invitations.services import invite
from campaign.skirmish.claiming import move_wars
from tests.skirmish.conftest import guest_of, play_key, press, war_of

ADDRESS = "greta@club.example"


def ask(client: Client, address: str = ADDRESS, name: str = "Greta", **more: str) -> Any:
    """Ask for a code."""
    return client.post(reverse("claim"), {"name": name, "email": address, **more})


def told(client: Client, address: str = "/") -> str:
    """What the next page says first, as words."""
    page = client.get(address).content.decode()
    found = re.search(r'<ul class="messages"[^>]*>(.*?)</ul>', page, re.S)
    return unescape(re.sub(r"<[^>]+>|\s+", " ", found[1])) if found else ""


def code() -> str:
    """The code of the last mail."""
    found = re.search(r"\b[A-Z0-9]{3,4}-[A-Z0-9]{3,4}\b", str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[0]


def test_a_new_address_becomes_an_account(guest: Client) -> None:
    before, war = guest.session.session_key, war_of(guest)
    assert ask(guest)["Location"] == reverse("claim_code")
    assert guest.post(reverse("claim_code"), {"code": code().lower()}).status_code == 302
    person = guest_of(guest)
    assert (person.name, person.email, person.guest) == ("Greta", ADDRESS, False)
    assert EmailAddress.objects.get(user=person).verified
    assert war.seats.filter(user=person).exists()
    assert guest.session.session_key != before
    assert not Session.objects.filter(session_key=before).exists()
    assert guest.get(reverse("account")).status_code == 200


def test_a_known_address_takes_the_wars(guest: Client) -> None:
    known = open_account(name="Ada", email=ADDRESS)
    before, war, was = guest.session.session_key, war_of(guest), guest_of(guest)
    ask(guest, name="Somebody else")
    guest.post(reverse("claim_code"), {"code": code()})
    assert guest_of(guest) == known
    known.refresh_from_db()
    assert known.name == "Ada"
    assert war.seats.filter(user=known).exists()
    assert not User.objects.filter(pk=was.pk).exists()
    assert not Session.objects.filter(session_key=before).exists()
    assert move_wars(guest=was, account=known) == 0, "again it does no harm"


def test_who_has_an_account_is_told_where_the_war_is_now(guest: Client) -> None:
    open_account(name="Ada", email=ADDRESS)
    ask(guest, name="Somebody else")
    assert "account already" not in told(guest, reverse("claim_code")), "before the code no word of it"
    answer = guest.post(reverse("claim_code"), {"code": code()})
    assert "You have an account already, Ada: the war is in it now" in told(guest, answer["Location"])


def test_an_account_begins_with_the_time_zone_of_its_browser(guest: Client) -> None:
    assert 'name="time_zone" data-browser-zone' in guest.get(reverse("claim")).content.decode()
    ask(guest, time_zone="Europe/Berlin")
    guest.post(reverse("claim_code"), {"code": code()})
    assert guest_of(guest).time_zone == "Europe/Berlin"


def test_a_zone_that_is_none_is_left_out(guest: Client) -> None:
    ask(guest, time_zone="Moon/Crater")
    guest.post(reverse("claim_code"), {"code": code()})
    assert (guest_of(guest).name, guest_of(guest).time_zone) == ("Greta", "UTC")


def test_an_account_that_there_is_keeps_its_time_zone(guest: Client) -> None:
    open_account(name="Ada", email=ADDRESS, time_zone="America/Lima")
    ask(guest, time_zone="Europe/Berlin")
    guest.post(reverse("claim_code"), {"code": code()})
    assert guest_of(guest).time_zone == "America/Lima"


def test_no_word_tells_whether_the_address_is_known(guest: Client) -> None:
    open_account(name="Ada", email="known@club.example")
    told = []
    for address in ("known@club.example", "stranger@club.example"):
        answer = ask(guest, address)
        page = guest.get(answer["Location"]).content.decode()
        letter = mail.outbox[-1]
        words = (page, *(str(one).replace(code(), "CODE") for one in (letter.subject, letter.body)))
        plain = [
            re.sub(r'(csrfmiddlewaretoken" value|csrf-token" content)="[^"]+"', "", one) for one in words
        ]
        told.append((answer.status_code, answer.headers, [one.replace(address, "ADDRESS") for one in plain]))
    assert told[0][0] == told[1][0]
    assert told[0][2] == told[1][2]


def test_the_same_work_is_done(guest: Client) -> None:
    open_account(name="Ada", email="known@club.example")
    ask(guest, "first@club.example")
    counts = []
    for address in ("known@club.example", "other@club.example"):
        with CaptureQueriesContext(connection) as said:
            ask(guest, address)
        counts.append([re.sub(r"'[^']*'|\bs\d+_x\d+", "", query["sql"]) for query in said.captured_queries])
    assert counts[0] == counts[1]


def test_a_second_factor_is_asked_for(guest: Client) -> None:
    known = open_account(name="Ada", email=ADDRESS)
    secret = generate_totp_secret()
    TOTP.activate(known, secret)
    war = war_of(guest)
    ask(guest)
    answer = guest.post(reverse("claim_code"), {"code": code()})
    assert answer["Location"].startswith(reverse("mfa_authenticate"))
    assert "You have an account already. Once you have logged in to it" in told(
        guest, reverse("mfa_authenticate")
    )
    assert not war.seats.filter(user=known).exists()
    now = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    guest.post(reverse("mfa_authenticate"), {"code": now})
    assert guest_of(guest) == known
    assert "the war is in it now" in told(guest)
    assert war.seats.filter(user=known).exists()


def test_who_lacks_the_second_factor_goes_on_as_a_guest(guest: Client) -> None:
    known = open_account(name="Ada", email=ADDRESS)
    TOTP.activate(known, generate_totp_secret())
    was = guest_of(guest)
    ask(guest)
    guest.post(reverse("claim_code"), {"code": code()})
    assert guest.get("/").status_code == 200
    assert guest_of(guest) == was
    assert guest.get(reverse("war_map", args=[war_of(guest).public_id])).status_code == 200


def test_a_password_set_before_the_address_was_proven_opens_nothing(guest: Client) -> None:
    """Somebody else may have signed up with the address, to wait for its owner's wars."""
    waiting = User.objects.create_user(ADDRESS, "a ford in the rain", name="Mallory")
    EmailAddress.objects.create(user=waiting, email=ADDRESS, verified=False, primary=True)
    ask(guest)
    guest.post(reverse("claim_code"), {"code": code()})
    assert guest_of(guest) == waiting
    waiting.refresh_from_db()
    assert not waiting.has_usable_password()
    assert "It opens nothing any more" in told(guest)


def test_wrong_codes_are_few(guest: Client) -> None:
    ask(guest)
    right = code()
    for _number in range(5):
        assert guest.post(reverse("claim_code"), {"code": "BBBB-BBBB"}).status_code == 422
    refused = guest.post(reverse("claim_code"), {"code": right})
    assert refused.status_code == 422
    assert guest_of(guest).guest


def test_what_was_typed_is_kept(guest: Client) -> None:
    page = guest.post(reverse("claim"), {"name": "Greta", "email": "no address"})
    assert page.status_code == 422
    assert 'value="Greta"' in page.content.decode()


def test_mails_are_few(guest: Client) -> None:
    answers = [ask(guest, f"{number}@club.example").status_code for number in range(7)]
    assert answers == [302] * 5 + [422] * 2
    assert len(mail.outbox) == 5


def test_the_claim_leads_back_to_the_invitation(tarn: Campaign, mara: User) -> None:
    made = invite(campaign=tarn, by=mara, kind=InvitationKind.OBSERVER, seat=None, to="", days=1, uses=1)
    path = reverse("join", args=[made.token])
    client = Client()
    assert press(client, play_key(client, path), back=path).status_code == 303
    ask(client)
    assert client.post(reverse("claim_code"), {"code": code()})["Location"] == path


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/join/x/", "/admin/", "/join/"])
def test_it_leads_to_invitations_alone(db: None, back: str) -> None:
    client = Client()
    press(client, back=back)
    ask(client)
    assert client.post(reverse("claim_code"), {"code": code()})["Location"] == "/"


def test_an_account_has_nothing_to_claim(ada: User, as_user: Any) -> None:
    assert as_user(ada).get(reverse("claim"))["Location"] == "/"
    assert Client().get(reverse("claim"))["Location"] == "/"
    assert Client().post(reverse("claim_code"))["Location"] == "/"
