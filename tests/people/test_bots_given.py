"""Seats are given to bots of a level and a character; everybody sees which."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from campaign.base.refusal import Refusal
from campaign.models import Campaign, Seat, SeatStatus, User
from campaign.people.seats.services import give_to_bot
from campaign.turn.plans import bot_limits
from rules.bot.characters import Character, Level
from tests.fights import browser
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db
Browser = Callable[[User], Client]


def refusal(war: War, level: str = "regular") -> Refusal:
    with pytest.raises(Refusal) as refused:
        give_to_bot(seat=war.seat("north"), by=war.facilitator, level=level)
    return refused.value


def test_level_and_character_are_chosen_where_a_seat_is_given_and_are_public() -> None:
    war = begin_war()
    path = f"/c/{war.campaign.public_id}/people/"
    desk, rival = browser(war.facilitator), browser(war.users["south"])
    asked = {"act": "bot", "seat": war.seat("north").public_id}
    wrong = desk.post(path, {**asked, "level": "general", "character": "raider"})
    assert wrong.status_code == 422
    assert "general" in wrong.content.decode()
    assert war.seat("north").status == SeatStatus.PLAYER
    assert desk.post(path, {**asked, "level": "veteran", "character": "raider"}).status_code == 302
    assert "played by the bot: Veteran, raider" in desk.get(path).content.decode()
    assert (
        "played by the bot: Veteran, raider"
        in rival.get(f"/c/{war.campaign.public_id}/about/").content.decode()
    )
    facts = rival.get(f"/api/v1/campaigns/{war.campaign.public_id}/").json()
    told = [(one["bot"], one["bot_level"], one["bot_character"]) for one in facts["seats"]]
    assert told == [(True, "veteran", "raider"), (False, None, None)]


def test_a_program_chooses_too_and_is_told_what_there_is() -> None:
    war = begin_war()
    path = f"/api/v1/campaigns/{war.campaign.public_id}/seats/1/bot/"
    desk = browser(war.facilitator)
    said = {"bot": True, "level": "general"}
    wrong = desk.post(path, said, content_type="application/json", headers={"Idempotency-Key": "a" * 16})
    assert wrong.status_code in (400, 422)
    assert "level" in wrong.content.decode()
    said = {"bot": True, "level": "recruit", "character": "seeker"}
    assert desk.post(path, said, content_type="application/json").status_code == 200
    seat = war.seat("north")
    assert (seat.bot_level, seat.bot_character) == (Level.RECRUIT, Character.SEEKER)


def test_a_campaign_has_so_many_veterans_and_an_account_so_many_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (bot_limits.MOST_VETERANS, bot_limits.MOST_BOTS) == (12, 40)
    monkeypatch.setattr(bot_limits, "MOST_VETERANS", 1)
    monkeypatch.setattr(bot_limits, "MOST_BOTS", 2)
    war, other = begin_war(), begin_war(bots=("north",))
    Seat.objects.filter(pk=war.seat("south").pk).update(status=SeatStatus.BOT, bot_level=Level.VETERAN)
    assert (refusal(war, "veteran").code, refusal(war, "veteran").field) == ("veterans", "level")
    assert (refusal(war).code, refusal(war).field) == ("bots", "bots")
    Campaign.objects.filter(pk=other.campaign.pk).update(status="ended")
    give_to_bot(seat=war.seat("north"), by=war.facilitator)
