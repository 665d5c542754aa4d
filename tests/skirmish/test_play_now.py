"""One click makes one war, at once, for whoever comes; a thousand clicks make no more than the limits."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.access.public_page import open_campaigns
from campaign.ids import random_id
from campaign.models import (
    BotDecision,
    BotLevel,
    Campaign,
    CampaignKind,
    CampaignStatus,
    Founding,
    Notice,
    Phase,
    PlayerTurn,
    Role,
    SeatStatus,
    User,
)
from campaign.skirmish import services
from campaign.skirmish.allowance import TooManyError
from campaign.skirmish.setting_up import Wish
from campaign.turn.bot_plans import plan_ahead
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from rules.bot import regular
from tests.skirmish.conftest import guest_of, play_key, press, war_of
from tests.skirmish.weighing import weight_of

MOST_STATEMENTS = 60
MOST_ROWS, MOST_BYTES = 600, 300_000


def test_to_look_makes_nothing(db: None) -> None:
    client = Client()
    client.get("/")
    assert client.get("/play/").status_code == 405
    assert not User.objects.exists()
    assert not Founding.objects.exists()


def test_the_click_opens_the_map_with_a_banner_selected(db: None) -> None:
    client = Client()
    answer = press(client)
    war = war_of(client)
    address, _, selected = answer["Location"].partition("#banner=")
    assert address == reverse("war_map", args=[war.public_id])
    assert war.banners.get(public_id=selected).seat.user == guest_of(client)
    assert b'id="submit"' in client.get(address).content


def test_it_is_a_campaign_like_any_other(guest: Client) -> None:
    war, user = war_of(guest), guest_of(guest)
    assert (war.kind, war.status, war.automatic, war.blind) == (
        CampaignKind.SKIRMISH,
        CampaignStatus.RUNNING,
        True,
        True,
    )
    assert war.settings["battles"] == "abstract"
    assert war.settings["press"] == "none"
    assert war.settings["last_turn"] == 8
    assert not Role.objects.exists()
    assert [seat.status for seat in war.seats.order_by("number")] == [
        SeatStatus.PLAYER,
        *[SeatStatus.BOT] * 2,
    ]
    assert {seat.bot_level for seat in war.seats.filter(user=None)} == {BotLevel.RECRUIT}
    assert war.banners.count() == 6
    assert (user.guest, user.email, user.has_usable_password()) == (True, None, False)


def test_nothing_is_said_of_a_deadline_that_there_is_none_of(guest: Client) -> None:
    root = reverse("war_map", args=[war_of(guest).public_id])
    told = guest.get(f"{root}table/").content.decode()
    assert "There is no deadline: nothing happens until you submit." in told
    assert "counts at the deadline" not in told
    assert "draftUndated" in guest.get(root).content.decode()


def test_two_clicks_are_one_war(db: None) -> None:
    client = Client()
    key = play_key(client)
    first, second = press(client, key), press(client, key)
    assert first["Location"] == second["Location"]
    assert Campaign.objects.count() == User.objects.count() == 1


def test_the_second_click_of_a_browser_that_lost_the_answer_finds_the_war(db: None) -> None:
    """A double click sends the form twice before the first answer brings the session."""
    one, other = Client(), Client()
    key = play_key(one)
    first, second = press(one, key), press(other, key)
    assert first["Location"] == second["Location"]
    assert guest_of(one) == guest_of(other)


def test_a_key_that_no_page_has_had_begins_nothing(db: None) -> None:
    client = Client()
    for key in ("", "x", random_id(), "é" * 300, "\0"):
        assert press(client, key or " ").status_code == 302
    assert not Campaign.objects.exists()


def test_nobody_takes_an_account_by_its_key(ada: User, as_user: Any) -> None:
    own = as_user(ada)
    key = play_key(own)
    press(own, key)
    stranger = Client()
    assert press(stranger, key)["Location"] == "/"
    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize(
    "typed", [{"bots": "9"}, {"bots": "9" * 400}, {"level": "veteran"}, {"level": "ace"}]
)
def test_what_there_is_none_of_is_refused_in_words(db: None, typed: dict[str, str]) -> None:
    client = Client()
    answer = press(client, **typed)
    assert answer.status_code == 422
    assert not Campaign.objects.exists()


def test_founding_takes_few_statements(db: None) -> None:
    key = play_key(Client())
    with CaptureQueriesContext(connection) as said:
        services.play_now(key=key, asker="somewhere", user=None, wish=Wish(bots=3))
    assert len(said) <= MOST_STATEMENTS


def test_limits_of_a_network(db: None, settings: Any) -> None:
    settings.SKIRMISHES = {**settings.SKIRMISHES, "guests_an_hour": 2}
    for _number in range(2):
        assert press(Client()).status_code == 303
    full = press(Client())
    assert full.status_code == 429
    assert 3500 < int(full["Retry-After"]) <= 3600
    assert reverse("rules") in full.content.decode()
    assert Client().post("/play/", {"key": play_key(Client())}, REMOTE_ADDR="192.0.2.77").status_code == 303


def test_limits_of_a_person(guest: Client, settings: Any) -> None:
    settings.SKIRMISHES = {**settings.SKIRMISHES, "open": 2, "a_day": 3}
    assert press(guest).status_code == 303
    full = press(guest)
    assert full.status_code == 429
    assert full["Retry-After"]
    assert war_of(guest).name in full.content.decode(), "what works now: going on with one"
    Campaign.objects.update(status=CampaignStatus.ENDED)
    assert press(guest).status_code == 303
    Campaign.objects.update(status=CampaignStatus.ENDED)
    assert int(press(guest)["Retry-After"]) > 80_000


def test_a_full_site_takes_the_place_of_a_war_that_was_never_played(guest: Client, settings: Any) -> None:
    settings.SKIRMISHES = {**settings.SKIRMISHES, "guest_wars": 1}
    first = war_of(guest)
    second = Client()
    assert press(second).status_code == 303
    assert not Campaign.objects.filter(pk=first.pk).exists()
    submit(second)
    assert press(Client()).status_code == 429
    assert Campaign.objects.get() == war_of(second)


def submit(client: Client) -> Any:
    """Submit a plan in which all hold."""
    war = war_of(client)
    return client.post(reverse("plan_submit", args=[war.public_id]), "{}", content_type="application/json")


def test_a_thousand_at_once_make_no_more_wars_than_the_limits(db: None, settings: Any) -> None:
    """One after another here; at once, from many processes, in ``tests/faults``."""
    settings.SKIRMISHES = {**settings.SKIRMISHES, "guests_an_hour": 3}
    keys = [play_key(Client()) for _ in range(2)]
    answers = [press(Client(), keys[number % 2] if number < 4 else "").status_code for number in range(40)]
    assert answers.count(429) == 40 - 3 - 2
    assert Campaign.objects.count() == 3


def test_the_war_goes_on_when_its_plan_is_in(guest: Client) -> None:
    war = war_of(guest)
    assert plan_ahead() == 2
    answer = submit(guest)
    assert answer.status_code == 200, answer.content
    assert tick() == 1
    assert war.turns.get(phase=Phase.PLANNING).number == 2
    assert guest.get(reverse("turn_report", args=[war.public_id, 1])).status_code == 200
    assert not Notice.objects.exists()


def test_without_scripts_the_turn_is_waited_for(guest: Client) -> None:
    war = war_of(guest)
    form = {"do": "submit", "sure": "yes", "turn": "1"}
    waits = guest.post(reverse("plan_write", args=[war.public_id]), form)["Location"]
    assert waits == reverse("turn_comes", args=[war.public_id, 1])
    assert "Look now" in guest.get(waits).content.decode()
    tick()
    assert guest.get(waits)["Location"] == reverse("turn_report", args=[war.public_id, 1])


def test_it_stands_in_no_public_list(guest: Client) -> None:
    war = war_of(guest)
    war.status = CampaignStatus.ENDED
    war.save()
    assert open_campaigns() == ()
    assert war.name not in Client().get("/").content.decode()
    assert Client().get(reverse("war_end", args=[war.public_id])).status_code in (302, 404)


def play_out(war: Campaign) -> None:
    """Play to the end: the bots ahead of each turn, and in the person's seat what a regular would plan."""
    seat = war.seats.get(user__isnull=False)
    while (turn := war.turns.exclude(phase=Phase.PUBLISHED).first()) is not None:
        plan_ahead()
        mine = PlayerTurn.objects.get(turn=turn, seat=seat)
        if turn.resolve_after is None and mine.submitted_at is None:
            view = view_of_seat(seat)
            plan = public_document(Written(regular.plan(view.with_engine_ids())), view.ids)
            save_plan(seat=seat, number=turn.number, plan=plan, by=seat.user, submit=True)
        tick()
        assert war.turns.count() < 12


def test_a_whole_skirmish_is_small(db: None) -> None:
    """At most 600 rows and 300 kB, to its end, where the person has all banners hold."""
    guest = Client()
    press(guest)
    war, user = war_of(guest), guest_of(guest)
    seat = war.seats.get(user=user)
    while (turn := war.turns.exclude(phase=Phase.PUBLISHED).first()) is not None:
        plan_ahead()
        mine = PlayerTurn.objects.get(turn=turn, seat=seat)
        if turn.resolve_after is None and mine.submitted_at is None:
            save_plan(seat=seat, number=turn.number, plan={"orders": {}}, by=user, submit=True)
        tick()
        assert war.turns.count() < 12
    rows, size = weight_of(war)
    assert rows <= MOST_ROWS
    assert size <= MOST_BYTES


@pytest.mark.long
@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
def test_a_war_that_four_really_fight_is_small(ada: User, level: str) -> None:
    """The greatest that there is: three bots, whose decisions are kept, and a person who plays as well."""
    wish = Wish(bots=3, level=level)
    war = services.begin_for(user=ada, token=random_id(), wish=wish).campaign
    play_out(war)
    war.refresh_from_db()
    assert war.status == CampaignStatus.ENDED
    assert BotDecision.objects.filter(player_turn__turn__campaign=war).count() >= 8
    rows, size = weight_of(war)
    assert (rows <= MOST_ROWS, size <= MOST_BYTES) == (True, True), (rows, size)


def test_the_places_left_are_counted_under_one_lock(db: None, settings: Any) -> None:
    settings.SKIRMISHES = {**settings.SKIRMISHES, "open": 1}
    user = User.objects.create_user("greta@club.example", name="Greta")
    services.begin_for(user=user, token=random_id(), wish=Wish())
    with pytest.raises(TooManyError):
        services.begin_for(user=user, token=random_id(), wish=Wish())


def test_programs_begin_skirmishes(ada: User, as_user: Any) -> None:
    client = as_user(ada)

    def ask(**said: Any) -> Any:
        return client.post("/api/v1/skirmishes/", said, content_type="application/json")

    made = ask(bots=3, level="veteran", character="raider")
    assert made.status_code == 201
    war = Campaign.objects.get(public_id=made.json()["campaign"])
    assert (war.kind, war.seats.count()) == (CampaignKind.SKIRMISH, 4)
    assert {(one.bot_level, one.bot_character) for one in war.seats.filter(user=None)} == {
        ("veteran", "raider")
    }
    assert ask(bots=10**30).status_code == 400
    assert ask(bots=4).status_code == ask(level="ace").status_code == ask(character="odd").status_code == 422
    assert ask(nothing=1).status_code == 400
    ask(), ask()
    full = ask()
    assert (full.status_code, full.json()["code"]) == (429, "open")
    assert int(full["Retry-After"]) > 0
