"""A mail is one template: its subject, its HTML, and the text that is read from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from campaign.base.dates import clock
from campaign.delivery.emails import Letter, headline_of, letter_of
from campaign.models import CampaignStatus, Notice, SeatAsk, User
from campaign.outbox import services as notices_out
from campaign.people.invitations.services import invite
from campaign.press.messages.services import send_message
from campaign.press.news.services import publish_article, write_article
from campaign.press.promises.services import offer_promise
from tests.wars import APART, START, War, begin_war

pytestmark = pytest.mark.django_db

EMAILS = Path(settings.BASE_DIR) / "templates" / "delivery" / "emails"
NAME = "Rain & <Ruin>, a “war” of 2 > 1 &amp; ours"
LINES = "Rain & <snow>\n    and hail"
PIECE = "See [the map](https://maps.example/?a=1&b=2) and <https://more.example/>.\n\n- one\n- two"


OF_THE_SITE = (notices_out.SITE_FLAGGED, notices_out.FLAG_SETTLED, notices_out.MEASURED)
"""These are about no war."""


@pytest.fixture
def war() -> Iterator[War]:
    made = begin_war(APART)
    made.campaign.name = NAME
    made.campaign.save()
    User.objects.filter(pk=made.facilitator.pk).update(is_superuser=True)
    with clock.at(START):
        yield made


def about(war: War, kind: str) -> dict[str, object]:
    """What a notice of any kind may be about; a message and a piece of news really are there."""
    moment = START.isoformat()
    detail: dict[str, object] = {
        **{"battle": "a-battle", "date": "plan_due", "from": moment, "to": moment, "dates": [moment, moment]},
        **{"reason": LINES, "word": LINES, "approved": False, "army": "The south", "deputy": False},
        **{"who": "Nell", "what": "joined", "place": "The north", "other": "The south", "name": NAME},
        **{"commitment": war.campaign.commitment, "id": war.campaign.public_id},
        **{"closing": "ab" * 32, "thing": "story", "measure": "warn", "acted": False},
    }
    if kind == notices_out.INVITED:
        made = invite(campaign=war.campaign, by=war.facilitator, to="nell@club.example")
        detail["invitation"] = made.public_id
    elif kind == notices_out.MESSAGE:
        sent = send_message(user=war.facilitator, campaign=war.campaign, name="all", text=LINES)
        detail |= {"thread": sent.message.thread_id, "name": "all"}
    elif kind == notices_out.PROMISE:
        south = war.users["south"]
        made = offer_promise(user=south, campaign=war.campaign, name="seat-1", until=3)
        detail |= {"promise": made.public_id, "what": made.state, "name": "seat-2"}
    elif kind == notices_out.NEWS:
        piece = write_article(
            campaign=war.campaign, by=war.facilitator, kind="chronicle", title="Rain", text=PIECE, turn=1
        )
        publish_article(campaign=war.campaign, by=war.facilitator, article_id=piece.public_id)
        detail["article"] = piece.public_id
    elif kind == notices_out.VISION_ASKED:
        war.campaign.status = CampaignStatus.BUILDING
        war.campaign.settings = {**war.campaign.settings, "open_vision": "front"}
    elif kind in (notices_out.SEAT_ASKED, notices_out.SEAT_ANSWERED):
        asked, _new = SeatAsk.objects.get_or_create(
            campaign=war.campaign,
            user=war.users["north"],
            defaults={"word": LINES, "answer": LINES, "asked_at": START},
        )
        detail["ask"] = asked.public_id
    return detail


def notice_of(war: War, kind: str) -> Notice:
    own = kind not in (notices_out.SITE_ON_HOLD, notices_out.PEOPLE_CHANGED, notices_out.SITE_FLAGGED)
    return Notice(
        kind=kind,
        user=war.users["north"] if own else User.objects.get(pk=war.facilitator.pk),
        campaign=war.campaign,
        turn=war.turn,
        seat=war.seat("north") if own else None,
        detail=about(war, kind),
        created_at=START,
    )


def letter(notice: Notice) -> Letter:
    found = letter_of(notice)
    assert found is not None
    return found


def test_every_kind_has_one_template_and_nothing_else_lies_beside_them() -> None:
    files = {path.name for path in EMAILS.iterdir()}
    assert files == {"base.html", *(f"{kind}.html" for kind in notices_out.KINDS)}
    for path in EMAILS.iterdir():
        source = path.read_text()
        assert source.count("{% block subject %}") == 1, path.name
        assert source.count("{% block body %}") == 1, path.name


@pytest.mark.shared(2)
@pytest.mark.parametrize("kind", notices_out.KINDS)
def test_every_kind_has_its_subject_and_a_text_that_holds_every_link_of_its_html(war: War, kind: str) -> None:
    notice = notice_of(war, kind)
    mail = letter(notice)
    named = war.campaign.public_id if kind == notices_out.SITE_ON_HOLD else NAME
    named = "" if kind in OF_THE_SITE else named
    assert named in mail.subject
    assert len(mail.subject) > len(named) + len(": ")
    assert "\n" not in mail.subject
    assert headline_of(notice).text == mail.subject
    links = [unescape(link) for link in re.findall(r'href="([^"]*)"', mail.html)]
    assert {mail.link, f"{settings.SITE_URL}/account/"} <= {*links}
    for link in links:
        assert re.search(rf"(?<!\S)\(?{re.escape(link)}\)?(?![\w/])", mail.text), link
    said = mail.text.replace(NAME, "")
    for left in ("<p", "<title", "&amp;", "&lt;", "&#", "{%", "{{", "  \n", "\n\n\n"):
        assert left not in said, left


def test_the_text_of_a_mail_is_its_page_in_lines(war: War) -> None:
    link = f"{settings.SITE_URL}/c/{war.campaign.public_id}"
    piece = notice_of(war, notices_out.NEWS)
    told = letter(piece)
    assert told.subject == f"{NAME}: news"
    assert told.text == (
        "Rain\n\n"
        "See the map (https://maps.example/?a=1&b=2) and https://more.example/.\n\n"
        "\u2022 one\n\u2022 two\n\n"
        f"Read it ({link}/chronicle/{piece.detail['article']}/)\n\n"
        f"-- \n{NAME}, on BOLTGUN Campaigns. Your account ({settings.SITE_URL}/account/)\n"
        f"No more mails of this kind ({told.unsubscribe})\n"
    )


@pytest.mark.parametrize(
    "kind",
    [
        notices_out.DATE_MOVED,
        notices_out.PAUSED,
        notices_out.TURN_HELD,
        notices_out.SEAT_LOST,
        notices_out.SCHEDULE_CHANGED,
        notices_out.ARMY_DECIDED,
        notices_out.MESSAGE,
    ],
)
def test_what_somebody_has_written_in_lines_stays_in_lines(war: War, kind: str) -> None:
    mail = letter(notice_of(war, kind))
    assert LINES in mail.text
    assert "Rain &amp; &lt;snow&gt;<br>    and hail" in mail.html
