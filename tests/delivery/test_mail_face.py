"""What a mail looks like, as a real mail server takes it: a card for all, one button, an end at one click."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from html.parser import HTMLParser
from typing import Any, cast

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client

from campaign.base.dates import clock
from campaign.delivery import services as notices
from campaign.delivery.unsubscribing import unsubscribe_link
from campaign.models import Notice, Silence, User
from campaign.notices import war_card as cards
from campaign.notices.selectors import wishes_of
from campaign.notices.war_card import SIZE, war_card
from campaign.outbox import services as notices_out
from campaign.people.invitations.services import invite
from tests.outbox.test_outbox import Sink, sink
from tests.wars import APART, HOLD, START, begin_war

__all__ = ["sink"]
pytestmark = pytest.mark.django_db
ONE_CLICK = "List-Unsubscribe=One-Click"


class _Page(HTMLParser):
    """All that a mail's HTML points at, and its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.buttons: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.sources += [str(given[name]) for name in ("src", "srcset", "background") if given.get(name)]
        self.sources += [str(given["href"])] if tag == "link" else []
        if tag == "a" and "go" in (given.get("class") or "").split():
            self.buttons.append(str(given["href"]))


def part(message: Any, kind: str) -> EmailMessage:
    (found,) = [one for one in message.walk() if one.get_content_type() == kind]
    return cast("EmailMessage", found)


def foot(text: str) -> int:
    """Where a mail's foot begins."""
    found = re.search(r"^-- \r?$", text, re.MULTILINE)
    assert found is not None
    return found.start()


def sent(sink: Sink, kind: str) -> list[Any]:
    """The mails of a kind as they came over SMTP."""
    Notice.objects.exclude(kind=kind).delete()
    sink.mails.clear()
    with clock.at(START + timedelta(days=30)):
        notices.send_due()
    assert sink.mails
    return list(sink.mails)


def test_the_card_is_in_the_mail_alike_for_all_and_nothing_is_remote(
    sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    # However busy the machine is just now.
    monkeypatch.setattr(cards, "BESIDE", cards.LIMITS)
    war = begin_war(APART)
    war.plan("north", {"north1": HOLD})
    war.publish()
    pictures = set()
    mails = sent(sink, "published")
    assert len(mails) == 3
    for one in mails:
        assert one.get_content_type() == "multipart/related"
        picture = part(one, "image/png")
        assert picture["Content-Disposition"].startswith("inline")
        pictures.add(picture.get_content())
        html = part(one, "text/html").get_content()
        page = _Page(html)
        assert [f"<{source.removeprefix('cid:')}>" for source in page.sources] == [picture["Content-ID"]]
        assert not re.search(r"url\(|@import|https?://(?!127\.0\.0\.1)", html)
        assert len(page.buttons) == 1
        assert "Read your report" in html or "Open the desk" in html
    assert len(pictures) == 1
    (picture,) = pictures
    assert len(picture) < 100_000
    assert tuple(int.from_bytes(picture[at : at + 4]) for at in (16, 20)) == SIZE
    assert picture == war_card(war.campaign), "the one that links to it show"
    assert f'alt="{war.campaign.name}. Turn 2. Plans are due' in html


def test_hashes_stand_at_the_foot(sink: Sink) -> None:
    war = begin_war(APART)
    for one in sent(sink, "campaign_starts"):
        text = part(one, "text/plain").get_content()
        assert foot(text) < text.index(war.campaign.commitment)
    receipt = war.plan("north", {"north1": HOLD}).hash
    war.pass_deadline()
    war.pass_deadline()
    by_reader = {one["To"]: part(one, "text/plain").get_content() for one in sent(sink, "announced")}
    own = by_reader.pop("north@club.example")
    assert foot(own) < own.index(receipt)
    assert not any("receipt" in text for text in by_reader.values())


def test_one_click_ends_mails_of_a_kind_without_a_log_in(sink: Sink) -> None:
    war = begin_war(APART)
    (one,) = [mail for mail in sent(sink, "campaign_starts") if mail["To"] == "north@club.example"]
    assert one["List-Unsubscribe-Post"] == ONE_CLICK
    link = one["List-Unsubscribe"].strip().strip("<>")
    assert link.startswith(f"{settings.SITE_URL}/unsubscribe/")
    assert link in part(one, "text/html").get_content()
    path = link.removeprefix(settings.SITE_URL)
    asked = Client(enforce_csrf_checks=True)
    assert asked.get(path).status_code == 200
    assert not Silence.objects.exists(), "looking ends nothing: programs look at links"
    for _again in range(2):
        answer = asked.post(path, ONE_CLICK, "application/x-www-form-urlencoded")
        assert answer.status_code == 200
        assert "no mail comes any more" in answer.content.decode()
    (silence,) = Silence.objects.all()
    assert (silence.user, silence.group, silence.channel) == (war.users["north"], "starts", "mail")
    assert not wishes_of([war.users["north"].pk])[war.users["north"].pk].wants("starts", "mail")


def test_a_link_that_was_not_signed_or_is_anothers_ends_nothing() -> None:
    war = begin_war(APART)
    path = unsubscribe_link(war.users["north"], "news").removeprefix(settings.SITE_URL)
    south = unsubscribe_link(war.users["south"], "news").removeprefix(settings.SITE_URL)
    mixed = f"{path.rpartition(':')[0]}:{south.rpartition(':')[2]}"
    for wrong in (
        mixed,
        path[:-2] + "x/",
        "/unsubscribe/x/",
        unsubscribe_link(war.users["north"], "nothing"),
    ):
        assert Client().post(wrong.removeprefix(settings.SITE_URL)).status_code == 404, wrong
    User.objects.filter(pk=war.users["north"].pk).update(is_active=False)
    assert Client().post(path).status_code == 404
    assert not Silence.objects.exists()


def test_whoever_is_invited_has_no_switch_and_sees_no_land(sink: Sink) -> None:
    war = begin_war(APART)
    with clock.at(START):
        invite(campaign=war.campaign, by=war.facilitator, to="nell@club.example", days=60)
    (one,) = sent(sink, notices_out.INVITED)
    assert one["List-Unsubscribe"] is None
    assert not [part for part in one.walk() if part.get_content_maintype() == "image"]
    assert "Look at the invitation" in part(one, "text/html").get_content()


def test_a_code_stands_in_its_subject() -> None:
    begin_war(APART)
    mail.outbox.clear()
    Client().post("/account/login/code/", {"email": "north@club.example"})
    (one,) = mail.outbox
    code = one.subject.partition(" ")[0]
    assert one.subject == f"{code} is your code to log in"
    assert f"\n{code}\n" in str(one.body)
