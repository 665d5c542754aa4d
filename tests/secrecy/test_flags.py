"""What is flagged to operators is shown to them alone, that one thing and nothing of the war around it."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from campaign.delivery.emails import letter_of
from campaign.models import FlagKind, Message, Notice, User
from campaign.press.measures.services import Act, act
from campaign.press.messages.services import send_message
from campaign.press.moderation.services import flag
from tests.secrecy.cast import show_second_factor
from tests.wars import APART, begin_war

pytestmark = pytest.mark.django_db
FLAGGED, BESIDE = "You rude marshwiggle", "We meet at Grimhollow"


def hidden_of(war: object) -> set[str]:
    """Names and ids of a war's banners, its public id and its name, and what was said beside."""
    campaign = war.campaign  # type: ignore[attr-defined]
    banners = campaign.banners.values_list("name", "public_id", "key")
    return {campaign.public_id, campaign.name, BESIDE, *(word for row in banners for word in row)}


def test_an_operator_is_shown_one_message_and_nothing_around_it_nor_its_mail(db: None) -> None:
    war = begin_war(APART, press="full")
    north, south = war.users["north"], war.users["south"]
    otto = User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")
    for text in (BESIDE, FLAGGED):
        send_message(user=north, campaign=war.campaign, name="seat-2", text=text, client_id=text)
    message = Message.objects.get(text=FLAGGED)
    made = flag(
        reader=south, kind=FlagKind.MESSAGE, thing=message.public_id, reason="Rude", to_operators=True
    )
    client = Client()
    client.force_login(otto, "allauth.account.auth_backends.AuthenticationBackend")
    show_second_factor(client, otto)
    pages = {path: client.get(path).content.decode() for path in ("/operator/flags/", "/operator/", "/")}
    assert FLAGGED in pages["/operator/flags/"]
    for path, page in pages.items():
        assert not [word for word in hidden_of(war) if word in page], path
    for other in (war.facilitator, south, north):
        mine = Client()
        mine.force_login(other, "allauth.account.auth_backends.AuthenticationBackend")
        assert mine.get("/operator/flags/").status_code == 404
    act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Be kind"))
    mails = [
        letter_of(one) for one in Notice.objects.filter(kind__in=("site_flagged", "measured", "flag_settled"))
    ]
    assert len(mails) == 3
    for mail in mails:
        assert mail is not None
        text = json.dumps([mail.subject, mail.text, mail.html])
        assert not [word for word in (*hidden_of(war), FLAGGED) if word in text]


def test_who_flags_is_not_told_to_whose_it_is_nor_to_the_campaign(db: None) -> None:
    war = begin_war(APART, press="full")
    north, south = war.users["north"], war.users["south"]
    User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")
    send_message(user=north, campaign=war.campaign, name="seat-2", text=FLAGGED, client_id="a")
    before = {one: page(one, war.campaign.public_id) for one in (north, war.facilitator)}
    made = flag(
        reader=south,
        kind=FlagKind.MESSAGE,
        thing=Message.objects.get().public_id,
        reason="Rude",
        to_operators=True,
    )
    assert made.to_operators
    assert {one: page(one, war.campaign.public_id) for one in (north, war.facilitator)} == before


def page(user: User, campaign: str) -> list[str]:
    """What somebody is shown of a war's talks, flags and notices."""
    client = Client()
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    paths = (
        f"/api/v1/campaigns/{campaign}/messages/",
        f"/api/v1/campaigns/{campaign}/flags/",
        "/api/v1/notices/",
    )
    return [client.get(path).content.decode() for path in paths]
