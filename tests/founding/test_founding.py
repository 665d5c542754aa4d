"""Founding and starting a campaign: what is checked, what is made, what everybody knows at the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_words import words_of
from campaign.founding.start.founding import (
    Called,
    CampaignSpec,
    SeatSpec,
    create_campaign,
    start_campaign,
    what_is_missing,
)
from campaign.models import (
    AuditEntry,
    Banner,
    Campaign,
    CampaignStatus,
    Notice,
    Role,
    Seat,
    SeatStatus,
    Sector,
    Turn,
    User,
)
from rules.scenario import load
from rules.state import State
from tests.wars import FIELD, begin_war

pytestmark = pytest.mark.django_db


def spec_of(document: dict[str, Any] | None = None, **more: Any) -> CampaignSpec:
    state = load(
        {
            "turn": 1,
            "seed": "00" * 32,
            "map": FIELD,
            "players": [{"id": "north"}, {"id": "south"}],
            "banners": [
                {"id": "n1", "owner": "north", "at": [2, 1], "level": 15},
                {"id": "s1", "owner": "south", "at": [2, 8], "level": 14},
            ],
            "features": [{"id": "mill", "at": [2, 2], "effect": "supply"}],
            "relics": [{"id": "orb", "at": [9, 9]}],
            **(document or {}),
        }
    ).state
    return CampaignSpec(
        name="The mill war",
        state=state,
        seats=(SeatSpec("south", "Southerners", bot=True), SeatSpec("north", "Northerners", bot=True)),
        banners={"n1": "First of the north"},
        things={"mill": Called("The mill", "It still turns."), "orb": Called("The orb")},
        **more,
    )


def too_high() -> State:
    """A state with a banner of a level that no army may have without its rule."""
    state = spec_of().state
    return replace(state, banners=(replace(state.banners[0], level=99), *state.banners[1:]))


def facilitator() -> User:
    return User.objects.create_user(email="mara@club.example", name="Mara")


def test_a_campaign_is_stored_as_it_was_specified() -> None:
    campaign = create_campaign(facilitator=facilitator(), spec=spec_of())
    assert campaign.status == CampaignStatus.BUILDING
    assert [(seat.number, seat.army) for seat in campaign.seats.order_by("number")] == [
        (1, "Southerners"),
        (2, "Northerners"),
    ]
    assert Banner.objects.get(key="n1").name == "First of the north"
    assert Role.objects.get().kind == "facilitator"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"seats": (SeatSpec("north", "Northerners"),)}, "seats"),
        (
            {"state": replace(spec_of().state, banners=(replace(spec_of().state.banners[0], level=99),))},
            "banners",
        ),
    ],
    ids=["no name", "a seat too few", "a level too high"],
)
def test_a_specification_that_cannot_be_played_names_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(Refusal) as caught:
        create_campaign(facilitator=None, spec=replace(spec_of(), **change))
    assert caught.value.code == "spec"
    assert field in str(caught.value.field)
    assert not Campaign.objects.exists()


def test_army_rules_are_counted_against_the_campaign_s_points() -> None:
    rules = {"players": [{"id": "north", "rules": ["very_tough"]}, {"id": "south"}]}
    with pytest.raises(Refusal, match="3 points"):
        create_campaign(facilitator=None, spec=spec_of(rules))
    create_campaign(facilitator=None, spec=spec_of(rules, variables=Variables(army_points=3)))
    with pytest.raises(Refusal, match="without"):
        create_campaign(facilitator=None, spec=spec_of(rules, variables=Variables(army_rules=False)))


def test_it_starts_only_when_every_seat_is_played_and_has_a_banner() -> None:
    user = facilitator()
    spec = replace(
        spec_of(), seats=(SeatSpec("south", "Southerners"), SeatSpec("north", "Northerners", bot=True))
    )
    campaign = create_campaign(facilitator=user, spec=spec)
    Banner.objects.filter(key="n1").delete()
    missing = what_is_missing(campaign)
    assert len(missing) == 2
    with pytest.raises(Refusal) as caught:
        start_campaign(campaign=campaign, by=user)
    assert caught.value.code == "not_ready"
    assert "Southerners" in caught.value.message
    assert not Turn.objects.exists()


def test_only_its_facilitator_starts_it_and_only_once() -> None:
    user = facilitator()
    campaign = create_campaign(facilitator=user, spec=spec_of())
    stranger = User.objects.create_user(email="nils@club.example", name="Nils")
    with pytest.raises(Refusal) as caught:
        start_campaign(campaign=campaign, by=stranger)
    assert caught.value.code == "not_yours"
    start_campaign(campaign=campaign, by=user)
    with pytest.raises(Refusal) as caught:
        start_campaign(campaign=campaign, by=user)
    assert caught.value.code == "started"


def test_the_deployment_occupies_and_shows_what_needs_no_search() -> None:
    campaign = create_campaign(facilitator=facilitator(), spec=spec_of())
    start_campaign(campaign=campaign, by=None)
    assert Sector.objects.filter(occupier__key="north").count() == 9
    north = Seat.objects.get(key="north").player_turns.get(turn__number=0)
    assert [(one["name"], one["effect"]) for one in north.map["features"]] == [("The mill", "supply")]
    south = Seat.objects.get(key="south").player_turns.get(turn__number=0)
    assert south.map["features"] == []
    assert south.map["relics"] == []


def test_the_commitment_is_told_to_all_before_turn_one_and_no_seed_is() -> None:
    user = facilitator()
    campaign = create_campaign(facilitator=user, spec=spec_of())
    start_campaign(campaign=campaign, by=user)
    campaign.refresh_from_db()
    assert len(campaign.commitment) == 64
    assert campaign.commitment in words_of(AuditEntry.objects.get(public=True))
    assert Notice.objects.get().detail == {"commitment": campaign.commitment}


def test_what_a_player_was_briefed_on_is_on_its_map() -> None:
    campaign = create_campaign(facilitator=None, spec=spec_of(briefing={"north": ("s1",)}))
    start_campaign(campaign=campaign, by=None)
    north = Seat.objects.get(key="north").player_turns.get(turn__number=0)
    (seen,) = north.map["sightings"]
    assert (seen["at"], seen["level"], seen["name"]) == ([2, 8], 14, "Southerners 1")
    south = Seat.objects.get(key="south").player_turns.get(turn__number=0)
    assert south.map["sightings"] == []


def test_the_schedule_counts_from_the_starts_when_banners_could_first_meet() -> None:
    campaign = create_campaign(facilitator=None, spec=spec_of())
    start_campaign(campaign=campaign, by=None)
    campaign.refresh_from_db()
    # Seven sectors apart, ranges of one each, a step each per turn: five sectors in steps of two.
    assert campaign.schedule["first_contact"] == 3


def test_a_war_begins_with_everybody_s_grace() -> None:
    war = begin_war(grace=2)
    assert war.seat("north").grace_left == 2
    assert war.seat("north").status == SeatStatus.PLAYER
