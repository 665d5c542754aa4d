"""While a campaign is being built, and when it was set up blind, its set-up is told to nobody by any page."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from django.test import Client

from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import Banner, Campaign, Feature, Relic, Role, RoleKind, User
from tests.founding.test_building import filled, seat_of
from tests.secrecy.table import routes

pytestmark = pytest.mark.django_db

BOARD: dict[str, Any] = {
    "terrain": ["........", "..C..#..", "........", "........"],
    "features": [{"id": "f1", "at": [2, 1], "name": "Qqxzdepot", "description": "Qqxzfull."}],
    "relics": [{"id": "r1", "at": [7, 3], "name": "Qqxzorb"}],
    "banners": [
        {"id": "b1", "owner": "s1", "at": [0, 0], "level": 16, "name": "Qqxzguard"},
        {"id": "b2", "owner": "s2", "at": [7, 0], "level": 12, "name": "Qqxzhorde"},
    ],
    "occupied": [],
}
LETTER = {"conditions": [{"kind": "retrieval", "relic": "r1"}], "letter": "Qqxzletter"}
LONG = bool(os.environ.get("TEST_LONG"))
VALUES = {"token": "nothing", "name": "all"}


def addresses(campaign: Campaign) -> list[str]:
    """Every address inside the campaign, with something in the places of its converters."""
    found = []
    for route in routes():
        if "campaign_id>" not in route:
            continue
        path = re.sub(r"<\w+:campaign_id>", campaign.public_id, route)
        path = re.sub(
            r"<(\w+):(\w+)>", lambda one: "1" if one[1] == "int" else VALUES.get(one[2], "nobody"), path
        )
        found.append("/" + path.replace("^", "").replace("$", ""))
    return found


def asked(user: User | None, campaign: Campaign, share: int | None = None) -> dict[str, str]:
    """What every address, or every fifth one from ``share`` on, answers somebody; none may fail."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    answers = {}
    chosen = addresses(campaign)
    for path in chosen if share is None or LONG else chosen[share::5]:
        answer = client.get(path)
        assert answer.status_code < 500, path
        answers[path] = "" if answer.streaming else answer.content.decode(errors="replace")
    return answers


def give_roles(campaign: Campaign, arbiter: User, observer: User) -> None:
    Role.objects.create(campaign=campaign, user=arbiter, kind=RoleKind.ARBITER)
    Role.objects.create(campaign=campaign, user=observer, kind=RoleKind.OBSERVER)


@pytest.mark.wider
def test_nobody_but_its_builders_reads_a_word_of_a_draft(
    mara: User, ada: User, ben: User, cleo: User, nils: User
) -> None:
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=BOARD)
    for number in (1, 2):
        building.save_dossier(
            campaign=site, by=mara, seat=seat_of(site, number), dossier=LETTER, features=["f1"], relics=["r1"]
        )
    filled(site, ada)
    give_roles(site, cleo, ben)
    # In the short form each is asked about a fifth: to all of them a draft is closed alike.
    for user, share in ((ada, 0), (ben, 1), (cleo, 2), (nils, 3), (None, 4)):
        told = {path: text for path, text in asked(user, site, share).items() if "Qqxz" in text}
        assert told == {}, user
    assert any("Qqxzletter" in text for text in asked(mara, site).values())


@pytest.mark.long
def test_a_playing_facilitator_reads_of_the_set_up_only_what_a_player_does(
    mara: User, ada: User, ben: User, cleo: User, nils: User
) -> None:
    blind = open_draft(by=mara, name="Blind", seats=3, blind=True)
    building.use_template(campaign=blind, by=mara, key="reliquary")
    filled(blind, mara, ada, ben)
    give_roles(blind, cleo, nils)
    before = asked(mara, blind)
    assert not any("Banner 1" in text for text in before.values())
    start_campaign(campaign=blind, by=mara)
    for table in (Banner, Feature, Relic):
        for thing in table.objects.filter(campaign=blind):
            table.objects.filter(pk=thing.pk).update(name=f"Qqxz{thing.key}zxqQ")
    mine = {f"Qqxz{banner.key}zxqQ" for banner in Banner.objects.filter(campaign=blind, seat__user=mara)}
    for user, allowed in ((mara, mine), (cleo, set()), (nils, set())):
        words = {word for text in asked(user, blind).values() for word in re.findall(r"Qqxz\S+?zxqQ", text)}
        assert words <= allowed, user
    assert all(seat.conditions for seat in blind.seats.all())
