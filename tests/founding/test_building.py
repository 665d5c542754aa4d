"""A campaign is built step by step, checked, and started from its draft."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from campaign.access.membership import facilitates, keeps
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.founding import services as building
from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import (
    Banner,
    Campaign,
    CampaignStatus,
    Draft,
    Feature,
    Phase,
    PlayerTurn,
    Relic,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick

BOARD: dict[str, Any] = {
    "terrain": ["........", "..C..#..", "........", "........"],
    "features": [{"id": "f1", "at": [2, 1], "name": "Depot", "description": "Full.", "needs_search": True}],
    "relics": [{"id": "r1", "at": [7, 3], "name": "Orb"}, {"id": "r2", "carried_by": "b2", "name": "Crown"}],
    "banners": [
        {"id": "b1", "owner": "s1", "at": [0, 0], "level": 16, "name": "Guard"},
        {"id": "b2", "owner": "s2", "at": [7, 0], "level": 12, "name": "Horde"},
        {"id": "b3", "owner": "s2", "at": [7, 1], "level": 14, "name": "Mob"},
    ],
    "occupied": [{"at": [3, 3], "occupier": "s1"}],
}
AIM = {
    "conditions": [{"kind": "retrieval", "relic": "r1", "turns": 2}],
    "banners": ["b2"],
    "letter": "Beware.",
}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=2)


def seat_of(site: Campaign, number: int) -> Seat:
    return site.seats.get(number=number)


def filled(site: Campaign, *users: User) -> None:
    """Put the users into the seats, as joining does."""
    for number, user in enumerate(users, start=1):
        Seat.objects.filter(campaign=site, number=number).update(
            user=user, status=SeatStatus.PLAYER, army=f"Army of {user.name}"
        )


def texts(site: Campaign) -> list[str]:
    site.refresh_from_db()
    return [item.text for item in checklist_of(site, Draft.objects.get(campaign=site)) if item.blocking]


def test_the_checklist_says_what_is_missing_until_nothing_is(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    assert texts(site) == [
        "Nobody plays Army 1: invite a player, or give the seat to the bot.",
        "Nobody plays Army 2: invite a player, or give the seat to the bot.",
        "Army 1 has no banner on the map.",
        "Army 2 has no banner on the map.",
    ]
    with pytest.raises(Refusal) as refused:
        start_campaign(campaign=site, by=mara)
    assert refused.value.code == "not_ready"
    filled(site, ada, ben)
    save_board(campaign=site, by=mara, board=BOARD)
    assert texts(site) == []
    odd = [item.text for item in checklist_of(site, Draft.objects.get(campaign=site))]
    assert any("the war would never end" in text for text in odd)


def test_starting_writes_the_truth_from_the_draft(site: Campaign, mara: User, ada: User, ben: User) -> None:
    filled(site, ada, ben)
    save_board(campaign=site, by=mara, board=BOARD)
    building.save_settings(campaign=site, by=mara, changes={"grace": 2, "battle_load": 3}, automatic=None)
    building.save_dossier(
        campaign=site, by=mara, seat=seat_of(site, 1), dossier=AIM, features=["f1"], relics=["r1"]
    )
    start_campaign(campaign=site, by=mara)
    site.refresh_from_db()
    assert site.status == CampaignStatus.RUNNING
    assert site.map_rows.split("\n") == BOARD["terrain"]
    first = seat_of(site, 1)
    assert (first.letter, first.briefing, first.grace_left) == ("Beware.", ["b2"], 2)
    assert first.conditions[0]["relic"] == "r1"
    assert Feature.objects.get(campaign=site, key="f1").known_to == ["s1"]
    assert Relic.objects.get(campaign=site, key="r1").known_to == ["s1"]
    assert Relic.objects.get(campaign=site, key="r2").carrier == "b2"
    assert {banner.name for banner in Banner.objects.filter(campaign=site)} == {"Guard", "Horde", "Mob"}
    assert PlayerTurn.objects.filter(turn__campaign=site, turn__number=0).count() == 2
    assert Variables.of(site).battle_load == 3
    with pytest.raises(Refusal) as refused:
        start_campaign(campaign=site, by=mara)
    assert refused.value.code == "started"


def test_a_hive_has_no_node_before_turn_1_and_level_20_is_the_most_for_others(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    filled(site, ada, ben)
    building.save_settings(campaign=site, by=mara, changes={}, automatic=True)
    Seat.objects.filter(campaign=site, key="s2").update(rules=["hive_mentality"])
    board = {**BOARD, "banners": [{**BOARD["banners"][0], "level": 25}, *BOARD["banners"][1:]]}
    save_board(campaign=site, by=mara, board=board)
    assert "must be from 0 to 20" in texts(site)[0]
    save_board(campaign=site, by=mara, board=BOARD)
    start_campaign(campaign=site, by=mara)
    hive = seat_of(site, 2)
    assert hive.node == ""
    shown = Client()
    shown.force_login(ben)
    assert 'name="node"' in shown.get(f"/c/{site.public_id}/table/").content.decode()
    weaker = Banner.objects.get(campaign=site, key="b2").public_id
    save_plan(seat=hive, number=1, plan={"node": weaker, "orders": {}}, by=ben, submit=True)
    turn = Turn.objects.get(campaign=site, number=1)
    while turn.phase != Phase.PUBLISHED:
        tick(now=turn.resolve_after)
        turn.refresh_from_db()
    assert seat_of(site, 2).node == "b2"


@pytest.mark.parametrize(
    ("dossier", "said"),
    [
        ({"conditions": [{"kind": "retrieval"}]}, "needs exactly one of relic"),
        ({"conditions": [{"kind": "retrieval", "count": 3}]}, "conditions[0].count: is an unknown key"),
        ({"conditions": [{"kind": "occupation", "sectors": []}]}, "conditions[0].sectors: is empty"),
        ({"conditions": [{"kind": "luck"}]}, "conditions[0].kind"),
        ({"conditions": [{"kind": "occupation", "count": 1, "turns": 0}]}, "conditions[0].turns"),
        ({"letter": "a\x00"}, "letter: holds the character NUL"),
        ({"aim": 1}, "aim: is an unknown key"),
    ],
)
def test_a_dossier_that_cannot_be_read_says_where(
    site: Campaign, mara: User, dossier: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refusal) as refused:
        building.save_dossier(campaign=site, by=mara, seat=seat_of(site, 1), dossier=dossier)
    assert said in refused.value.message
    assert refused.value.code == "dossier"


def test_conditions_that_nobody_can_meet_are_on_the_checklist(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    filled(site, ada, ben)
    save_board(campaign=site, by=mara, board=BOARD)
    wants = [
        {"kind": "retrieval", "relic": "gone"},
        {"kind": "occupation", "sectors": [[5, 1]]},
        {"kind": "occupation", "count": 99},
        {"kind": "destruction", "player": "s1"},
        {"kind": "destruction", "banners": ["b1"]},
    ]
    building.save_dossier(campaign=site, by=mara, seat=seat_of(site, 1), dossier={"conditions": wants})
    assert len(texts(site)) == 5
    assert all(text.startswith("Army of Ada: ") for text in texts(site))
    with pytest.raises(Refusal):
        start_campaign(campaign=site, by=mara)
    assert not Banner.objects.filter(campaign=site).exists()


def test_seats_are_added_and_taken_away_at_the_end(site: Campaign, mara: User, ada: User) -> None:
    building.save_seats(campaign=site, by=mara, armies=["Reds", "", "Greens", ""])
    assert [seat.army for seat in site.seats.order_by("number")] == ["Reds", "Army 2", "Greens", "Army 4"]
    Seat.objects.filter(campaign=site, number=4).update(user=ada, status=SeatStatus.PLAYER)
    with pytest.raises(Refusal) as refused:
        building.save_seats(campaign=site, by=mara, armies=["", "", ""])
    assert refused.value.code == "taken"
    building.save_seats(campaign=site, by=mara, armies=["", "", "", "Renamed by another"])
    assert seat_of(site, 4).army == "Army 4"
    with pytest.raises(Refusal) as refused:
        building.save_seats(campaign=site, by=mara, armies=["only"])
    assert refused.value.field == "count"


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"grace": -1}, "grace"), ({"luck": 1}, "luck"), ({"battle_radius": 5}, "recon_radius")],
)
def test_a_setting_out_of_bounds_is_refused_by_name(
    site: Campaign, mara: User, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        building.save_settings(campaign=site, by=mara, changes=changes, automatic=None)
    assert refused.value.field == field


def test_a_template_is_taken_over_as_a_board_that_can_be_changed(site: Campaign, mara: User) -> None:
    building.use_template(campaign=site, by=mara, key="crossing")
    draft = Draft.objects.get(campaign=site)
    assert draft.board["banners"]
    assert draft.players["s1"]["conditions"]
    site.refresh_from_db()
    assert "crossing" in site.story
    assert Variables.of(site).last_turn == 12
    with pytest.raises(Refusal) as refused:
        building.use_template(campaign=site, by=mara, key="long_war")
    assert "4 to 8 seats" in refused.value.message


def test_a_blind_campaign_is_drawn_when_it_starts_and_its_facilitator_plays(
    mara: User, ada: User, ben: User, nils: User
) -> None:
    blind = open_draft(by=mara, name="Blind", seats=3, blind=True)
    building.use_template(campaign=blind, by=mara, key="crossing")
    draft = Draft.objects.get(campaign=blind)
    assert draft.board["banners"] == []
    assert draft.players == {}
    filled(blind, mara, ada, ben)
    assert any("arbiter" in text for text in texts(blind))
    Role.objects.create(campaign=blind, user=nils, kind=RoleKind.ARBITER)
    with pytest.raises(Refusal) as refused:
        building.save_settings(campaign=blind, by=mara, changes={}, automatic=False)
    assert refused.value.code == "blind"
    with pytest.raises(Refusal) as refused:
        building.save_dossier(campaign=blind, by=mara, seat=seat_of(blind, 1), dossier=AIM)
    assert refused.value.code == "blind"
    start_campaign(campaign=blind, by=mara)
    blind.refresh_from_db()
    assert Banner.objects.filter(campaign=blind).count() == 6
    assert all(seat.conditions for seat in blind.seats.all())
    assert not facilitates(mara, blind)
    assert keeps(mara, blind)


def test_a_draft_is_thrown_away_only_when_it_is_meant(site: Campaign, mara: User, ada: User) -> None:
    with pytest.raises(Refusal) as refused:
        building.discard(campaign=site, by=mara, name="the long")
    assert refused.value.field == "name"
    filled(site, ada)
    with pytest.raises(Refusal) as refused:
        building.discard(campaign=site, by=mara, name="The Long March")
    assert refused.value.code == "taken"
    Seat.objects.filter(campaign=site).update(user=None)
    with transaction.atomic():
        building.discard(campaign=site, by=mara, name="The Long March")
    assert not Campaign.objects.exists()
