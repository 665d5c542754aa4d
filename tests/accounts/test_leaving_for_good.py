"""Somebody deletes an account: who is told, what goes on without, and what names nobody any more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import RequestFactory

from battles.models import Act, Meeting, Offer
from battles.stand_ins.services import accept_stand_in, ask_stand_in
from campaign.accounts.privacy.services import delete_account
from campaign.accounts.services import change_account
from campaign.base.dates import clock
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import words_of
from campaign.delivery.emails import letter_of
from campaign.models import AuditEntry, Campaign, CampaignStatus, Deputy, Notice, Role, RoleKind, User
from campaign.people.seats.deputies import name_deputy
from campaign.people.seats.roles import leave_role
from campaign.people.seats.services import leave_seat
from tests.battles.around import act, offer, page
from tests.fights import WON, battle_in, confirm, meet, tell, while_fighting
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

NEUTRAL = "Somebody who has left"


@pytest.fixture
def war() -> War:
    """Two armies have met."""
    return meet()


def person(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@club.example", name=name)


def role(war: War, name: str, kind: RoleKind) -> User:
    user = person(name)
    Role.objects.create(campaign=war.campaign, user=user, kind=kind)
    return user


def go(war: War, user: User) -> None:
    """The person deletes the account, on the day after the announcement."""
    with while_fighting(war):
        delete_account(user=user, proof=user.email, request=RequestFactory().post("/"))


def told(kind: str) -> list[str]:
    """To whom a notice of this kind goes."""
    return sorted(Notice.objects.filter(kind=kind).values_list("user__name", flat=True))


def words(kind: str) -> str:
    letter = letter_of(Notice.objects.filter(kind=kind).order_by("id")[0])
    assert letter is not None
    return f"{letter.subject}\n{letter.text}"


def log() -> list[str]:
    return [words_of(entry) for entry in AuditEntry.objects.order_by("id")]


def test_that_nobody_runs_the_war_any_more_is_told_to_all_its_people_and_logged(war: War) -> None:
    role(war, "Olga", RoleKind.OBSERVER)
    go(war, war.facilitator)
    assert told("unled") == ["North", "Olga", "South"]
    assert "nobody runs it any more" in words("unled")
    assert f"{NEUTRAL} is no longer facilitator" in log()
    assert war.publish().phase == "published"


def test_another_facilitator_is_told_and_players_are_not(war: War) -> None:
    other = role(war, "Olga", RoleKind.FACILITATOR)
    go(war, war.facilitator)
    assert (told("unled"), told("people_changed")) == ([], [other.name])
    assert "has deleted their account" in words("people_changed")
    assert NEUTRAL not in words("people_changed")


def test_of_a_war_that_has_ended_nobody_is_told(war: War) -> None:
    Campaign.objects.update(status=CampaignStatus.ENDED)
    entries = AuditEntry.objects.count()
    go(war, war.facilitator)
    assert (told("unled"), AuditEntry.objects.count()) == ([], entries)


def test_who_had_a_place_in_a_campaign_that_goes_with_its_builder_is_told() -> None:
    war = begin_war()
    Campaign.objects.update(status=CampaignStatus.BUILDING)
    go(war, war.facilitator)
    assert not Campaign.objects.exists()
    assert told("called_off") == ["North", "South"]
    assert "The border war, in which you had a place, will not start" in words("called_off")


def test_a_deputy_who_goes_is_missed(war: War) -> None:
    dora = person("Dora")
    with clock.at(START):
        name_deputy(seat=war.seat("north"), user=dora, by=war.users["north"])
    Notice.objects.all().delete()
    go(war, dora)
    assert told("deputy") == ["North"]
    assert "your deputy has stopped" in words("deputy")
    assert f"{NEUTRAL} is no longer deputy of The north" in log()


def test_the_deputy_of_whoever_leaves_is_told(war: War) -> None:
    dora = person("Dora")
    with clock.at(START):
        name_deputy(seat=war.seat("north"), user=dora, by=war.users["north"])
    Notice.objects.all().delete()
    with while_fighting(war):
        leave_seat(seat=war.seat("north"), by=war.users["north"])
    assert not Deputy.objects.exists()
    assert told("deputy") == ["Dora"]
    assert "you are no longer the deputy of The north" in words("deputy")


def test_a_stand_in_who_goes_gives_the_battle_back(war: War) -> None:
    stella = person("Stella")
    with while_fighting(war):
        place = ask_stand_in(battle=battle_in(war), seat=war.seat("north"), by=war.users["north"])
        accept_stand_in(token=place.token, by=stella)
    Notice.objects.all().delete()
    go(war, stella)
    assert told("stand_in") == ["North"]
    assert "a battle is in your own hands again" in words("stand_in")
    assert [line for line in log() if "Stella" in line] == []


@pytest.mark.parametrize("way", ["the account goes", "the seat is given up"])
def test_the_date_is_off_and_whoever_waits_for_the_battle_is_told(war: War, way: str) -> None:
    act(war, "south", "take", offer=offer(war, "north", 3))
    meeting = Meeting.objects.get()
    acts = Act.objects.count()
    north = war.users["north"]
    if way == "the account goes":
        go(war, north)
    else:
        with while_fighting(war):
            leave_seat(seat=war.seat("north"), by=north)
    sequence = meeting.sequence
    meeting.refresh_from_db()
    assert (meeting.cancelled_at is not None, meeting.sequence) == (True, sequence + 1)
    assert Act.objects.count() == acts  # nobody has answered anything
    assert told("opponent_left") == ["South"]
    said = words("opponent_left")
    assert "the player of The north has left" in said
    assert "called off" in said
    assert "Nobody leads The north just now." in page(war, "south", hours=30)


def test_open_offers_go_with_whoever_made_them_and_those_of_the_other_stay(war: War) -> None:
    offer(war, "north", 3)
    offer(war, "south", 4)
    go(war, war.users["north"])
    states = Offer.objects.order_by("starts_at").values_list("seat__key", "state")
    assert list(states) == [("north", "withdrawn"), ("south", "open")]


def test_of_a_battle_that_is_decided_or_fought_by_another_nobody_is_told(war: War) -> None:
    tell(war, "north", WON)
    confirm(war, "south")
    go(war, war.users["north"])
    assert told("opponent_left") == []


def test_a_battle_that_a_stand_in_fights_goes_on(war: War) -> None:
    with while_fighting(war):
        place = ask_stand_in(battle=battle_in(war), seat=war.seat("north"), by=war.users["north"])
        accept_stand_in(token=place.token, by=person("Stella"))
    go(war, war.users["north"])
    assert told("opponent_left") == []


def test_a_bot_that_takes_over_is_named() -> None:
    war = begin_war(CLOSE, automatic=True)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    war.pass_deadline()
    go(war, war.users["north"])
    assert "A bot plays this army now" in words("opponent_left")
    assert "Nobody leads" not in page(war, "south", hours=30)


def test_who_had_left_long_ago_is_named_no_more_either(war: War) -> None:
    olga = role(war, "Olga", RoleKind.OBSERVER)
    leave_role(campaign=war.campaign, by=olga)
    assert Notice.objects.filter(detail__who="Olga").exists()
    go(war, olga)
    assert [line for line in log() if "Olga" in line] == []
    assert not Notice.objects.filter(detail__who="Olga").exists()


def test_a_name_of_before_goes_too(war: War) -> None:
    north = war.users["north"]
    note(war.campaign, LogKind.JOINED, {"person": "Northumbrian Nell", "army": "The north"}, by=north)
    seated = {"person": "Northumbrian Nell", "army": "The north", "reason": "Ill"}
    note(war.campaign, LogKind.SEAT_EMPTIED, seated, by=war.facilitator)
    change_account(user=north, name="Nora", time_zone="UTC", theme="system")
    go(war, north)
    assert [line for line in log() if "Nell" in line or "Nora" in line] == []


def test_deputies_of_the_past_hear_nothing(war: War) -> None:
    dora = person("Dora")
    with clock.at(START):
        name_deputy(
            seat=war.seat("north"), user=dora, by=war.users["north"], until=START + timedelta(hours=1)
        )
    Notice.objects.all().delete()
    go(war, dora)
    assert told("deputy") == []
