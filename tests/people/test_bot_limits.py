"""How many bots there may be holds at every door by which a bot gets a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.founding.start.copying import copy_campaign
from campaign.founding.tonight.services import Wish, fill_tonight, found_tonight, start_tonight
from campaign.founding.tonight.starting import start_due
from campaign.models import Campaign, CampaignKind, CampaignStatus, Gathering, Seat, SeatStatus, User
from campaign.people.seats.filling import fill_with_bots
from campaign.people.seats.services import give_to_bot, leave_seat
from campaign.skirmish.services import begin_for
from campaign.skirmish.setting_up import Wish as Skirmish
from campaign.turn.plans import bot_limits
from rules.bot.characters import Level
from tests.fights import browser
from tests.skirmish.conftest import press
from tests.wars import APART, War, begin_war

pytestmark = pytest.mark.django_db
Limit = Callable[..., None]
THREE = {**APART, "west": ((12, 0),)}


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Limit:
    def limit(*, veterans: int = 12, bots: int = 40) -> None:
        monkeypatch.setattr(bot_limits, "MOST_VETERANS", veterans)
        monkeypatch.setattr(bot_limits, "MOST_BOTS", bots)

    return limit


def refused(act: Callable[[], object]) -> tuple[str, str | None]:
    """Code and field of a refusal."""
    with pytest.raises(Refusal) as found:
        act()
    return found.value.code, found.value.field


def sent(client: Client, path: str, said: dict[str, object]) -> Any:
    """What a program is answered."""
    return client.post(path, said, content_type="application/json", headers={"Idempotency-Key": "a" * 16})


def give(war: War, army: str, level: str = "regular", by: User | None = None) -> Seat:
    give_to_bot(seat=war.seat(army), by=by or war.facilitator, level=level)
    return war.seat(army)


def bots() -> int:
    return Seat.objects.filter(status=SeatStatus.BOT).count()


# Skirmishes


def test_a_skirmish_counts_and_is_counted(ada: User, as_user: Callable[[User], Client], limit: Limit) -> None:
    limit(bots=4)
    begin_for(user=ada, token="first", wish=Skirmish(bots=2))
    assert refused(lambda: begin_for(user=ada, token="second", wish=Skirmish(bots=3))) == ("wish", "bots")
    client = as_user(ada)
    page = press(client, bots="3", level="regular")
    assert page.status_code == 422
    assert "2 bots" in page.content.decode()
    told = sent(client, "/api/v1/skirmishes/", {"bots": 3, "level": "veteran"})
    assert (told.status_code, told.json()["errors"][0]["path"]) == (422, "bots")
    assert press(client, bots="2").status_code == 303
    assert refused(lambda: found_tonight(by=ada, wish=Wish(4, bots=1))) == ("bots", "bots")
    Campaign.objects.filter(kind=CampaignKind.SKIRMISH).update(status=CampaignStatus.ENDED)
    assert found_tonight(by=ada, wish=Wish(4, bots=3))


# Tonight


def test_tonight_at_its_founding(ada: User, as_user: Callable[[User], Client], limit: Limit) -> None:
    limit(veterans=1, bots=2)
    assert refused(lambda: found_tonight(by=ada, wish=Wish(4, bots=3))) == ("bots", "bots")
    assert refused(lambda: found_tonight(by=ada, wish=Wish(4, bots=2, level="veteran"))) == (
        "veterans",
        "level",
    )
    said = {"players": "4", "pace": "evening", "level": "veteran", "play": "on", "bots": "2"}
    page = as_user(ada).post("/tonight/", said)
    assert page.status_code == 422
    assert "at most 1 veterans" in page.content.decode()
    asked = {"players": 4, "pace": "evening", "level": "regular", "bots": 3}
    told = sent(as_user(ada), "/api/v1/tonight/", asked)
    assert (told.status_code, told.json()["code"]) == (400, "bots")
    assert not Campaign.objects.exists()


def test_tonight_before_and_at_the_start(ada: User, limit: Limit) -> None:
    campaign = found_tonight(by=ada, wish=Wish(4, level="veteran")).campaign
    limit(veterans=2)
    assert refused(lambda: fill_tonight(campaign=campaign, by=ada)) == ("veterans", "level")
    assert refused(lambda: start_tonight(campaign=campaign, by=ada)) == ("veterans", "level")
    limit(bots=2)
    assert refused(lambda: fill_tonight(campaign=campaign, by=ada)) == ("bots", "bots")
    assert refused(lambda: start_tonight(campaign=campaign, by=ada, level="regular")) == ("bots", "bots")
    assert bots() == 0
    assert fill_tonight(campaign=campaign, by=ada, most=2) == 2


def test_tonight_by_itself_waits_and_says_why(ada: User, limit: Limit) -> None:
    at = clock.now() + timedelta(hours=1)
    gathering = found_tonight(by=ada, wish=Wish(4, starts_at=at))
    limit(bots=2)
    with clock.at(at + timedelta(seconds=1)):
        assert start_due() == 0
        gathering.refresh_from_db()
        assert "have 0 bots" in gathering.wrong
        assert bots() == 0
    limit()
    with clock.at(at + timedelta(minutes=2)):
        assert start_due() == 1
    assert bots() == 3
    assert Gathering.objects.get().campaign.status == CampaignStatus.RUNNING


# People, desk and programs


def test_a_facilitator_who_fills_all_and_one_seat(limit: Limit) -> None:
    war = begin_war(THREE)
    Seat.objects.filter(campaign=war.campaign).update(user=None, status=SeatStatus.RESIGNED)
    limit(veterans=2, bots=2)
    by, campaign = war.facilitator, war.campaign
    assert refused(lambda: fill_with_bots(campaign=campaign, by=by)) == ("bots", "bots")
    path = f"/api/v1/campaigns/{campaign.public_id}/bots/"
    told = sent(browser(by), path, {"level": "regular"})
    assert (told.status_code, told.json()["code"]) == (400, "bots")
    limit(veterans=2)
    code = refused(lambda: fill_with_bots(campaign=campaign, by=by, level="veteran"))
    assert code == ("veterans", "level")
    assert bots() == 0
    give(war, "north", "veteran")
    give(war, "south", "veteran")
    assert refused(lambda: give(war, "west", "veteran")) == ("veterans", "level")
    page = browser(by).post(
        f"/c/{campaign.public_id}/people/",
        {"act": "bot", "seat": war.seat("west").public_id, "level": "veteran", "character": "steady"},
    )
    assert page.status_code == 422
    assert "at most 2 veterans" in page.content.decode()
    assert give(war, "west").status == SeatStatus.BOT


def test_a_player_gives_its_own_seat_whatever_it_runs_elsewhere(limit: Limit) -> None:
    war = begin_war(THREE)
    player = war.seat("north").user
    assert player is not None
    found_tonight(by=player, wish=Wish(4, bots=2))
    limit(veterans=1, bots=2)
    assert give(war, "north", "veteran", by=player).status == SeatStatus.BOT
    west = war.seat("west").user
    assert refused(lambda: give(war, "west", "veteran", by=west)) == ("veterans", "level")


# What happens by itself never fails


@pytest.fixture
def full(limit: Limit) -> Iterator[War]:
    """An automatic war with all the veterans that there may be; the bot would be one in every seat."""
    war = begin_war(THREE, automatic=True, battles="abstract", bots=("west",), missed_limit=1, grace=0)
    Seat.objects.filter(campaign=war.campaign).update(bot_level=Level.VETERAN)
    limit(veterans=1, bots=1)
    return war


def test_a_seat_that_is_left_goes_to_a_regular_at_worst(full: War) -> None:
    player = full.seat("north").user
    assert player is not None
    leave_seat(seat=full.seat("north"), by=player)
    north = full.seat("north")
    assert (north.status, north.bot_level) == (SeatStatus.BOT, Level.REGULAR)


def test_a_seat_that_misses_too_much_goes_to_a_regular_at_worst(full: War) -> None:
    full.plan("south", {})
    full.pass_deadline()
    north = full.seat("north")
    assert (north.status, north.bot_level) == (SeatStatus.BOT, Level.REGULAR)
    assert full.seat("west").bot_level == Level.VETERAN


def test_a_seat_that_misses_too_much_keeps_its_level_while_there_is_room(full: War, limit: Limit) -> None:
    limit(veterans=2, bots=1)
    full.plan("south", {})
    full.pass_deadline()
    assert full.seat("north").bot_level == Level.VETERAN


# Copies


def test_a_copy_has_no_bots_and_a_file_no_more_than_there_may_be(limit: Limit) -> None:
    war = begin_war(THREE, bots=("north", "west"))
    copied = copy_campaign(by=war.facilitator, source_id=war.campaign.public_id, name="Once more")
    assert set(copied.seats.values_list("status", flat=True)) == {SeatStatus.OPEN}
    packed = export_campaign(campaign=war.campaign, by=war.facilitator)
    limit(bots=3)
    assert refused(lambda: import_campaign(file=packed, by=war.facilitator)) == ("exchange", "file")
    limit(bots=4)
    taken = import_campaign(file=packed, by=war.facilitator)
    assert taken.seats.filter(status=SeatStatus.BOT).count() == 2
