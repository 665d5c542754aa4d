"""A war for tonight: one form, a link, and it begins when its people are there."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.maps.war_templates import TEMPLATE
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.delivery.emails import letter_of
from campaign.founding.tonight.offers import PACE, PLAYERS, offer
from campaign.founding.tonight.services import Wish, fill_tonight, found_tonight, set_start, start_tonight
from campaign.founding.tonight.starting import start_due
from campaign.models import (
    ArmyPick,
    Campaign,
    CampaignStatus,
    Draft,
    Gathering,
    Notice,
    PickState,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.outbox.groups import ALWAYS_MAILED
from campaign.people.army.services import Choice, save_pick
from campaign.people.invitations.joining import accept_invitation
from campaign.people.seats.roles import step_down
from campaign.people.seats.services import leave_seat
from tests.fights import browser

pytestmark = pytest.mark.django_db


def gather(by: User, **wish: object) -> Gathering:
    return found_tonight(by=by, wish=Wish(**{"players": 4, **wish}))  # type: ignore[arg-type]


def join(gathering: Gathering, user: User) -> Seat:
    assert gathering.invitation is not None
    accept_invitation(invitation=gathering.invitation, user=user)
    return Seat.objects.get(campaign=gathering.campaign, user=user)


def now_of(gathering: Gathering) -> Campaign:
    return Campaign.objects.get(pk=gathering.campaign_id)


def test_each_pace_and_number_can_be_founded(mara: User) -> None:
    for pace in PACE:
        for players in PLAYERS:
            campaign = gather(mara, players=players, pace=pace).campaign
            template = TEMPLATE[Draft.objects.get(campaign=campaign).template]
            assert template.fits(players)
            assert template.turns[0] <= Variables.of(now_of(campaign.gathering)).last_turn  # type: ignore[operator]
            assert campaign.seats.count() == players


SOON = (("evening", 2), ("weekend", 5))


@pytest.mark.parametrize(
    ("pace", "players"),
    [
        pytest.param(pace, players, marks=() if (pace, players) in SOON else pytest.mark.long)
        for pace in PACE
        for players in PLAYERS
    ],
)
def test_each_pace_and_number_has_a_war_that_starts(pace: str, players: int, mara: User) -> None:
    gathering = gather(mara, players=players, pace=pace)
    turn = start_tonight(campaign=gathering.campaign, by=mara)
    campaign = now_of(gathering)
    assert campaign.status == CampaignStatus.RUNNING
    assert (campaign.automatic, campaign.blind) == (True, True)
    assert campaign.seats.count() == players
    assert set(campaign.seats.values_list("status", flat=True)) == {SeatStatus.PLAYER, SeatStatus.BOT}
    assert all(seat.banners.exists() for seat in campaign.seats.all())
    assert Variables.of(campaign).last_turn == PACE[pace].variables["last_turn"]
    rhythm = Schedule.of(campaign).rhythm
    assert rhythm == PACE[pace].rhythm
    assert turn.plan_due is not None


def test_what_does_not_fit_says_why_and_is_refused_with_it(mara: User) -> None:
    tables = {(one.pace, one.players): {war.key: war.why_not for war in one.wars} for one in offer().tables}
    assert tables["evening", 2] == {
        "crossing": "",
        "nightfall": "",
        "reliquary": "For 3 to 6 players.",
        "long_war": "For 4 to 8 players.",
    }
    assert tables["weekend", 5]["reliquary"] == "It takes 10 turns or more, and this pace has 6."
    for (pace, players), wars in tables.items():
        for key, why_not in wars.items():
            if why_not:
                with pytest.raises(Refusal) as refused:
                    gather(mara, pace=pace, players=players, template=key)
                assert (refused.value.field, refused.value.message) == ("template", why_not)
            else:
                assert TEMPLATE[key].fits(players)
    assert not Campaign.objects.exists()


# Coming together


def test_whoever_comes_has_a_free_preset_and_colour_that_may_be_played_as_it_is(
    mara: User, ben: User, cleo: User
) -> None:
    gathering = gather(mara)
    seats = [Seat.objects.get(campaign=gathering.campaign, user=mara), join(gathering, ben)]
    seats.append(join(gathering, cleo))
    picks = list(ArmyPick.objects.filter(seat__in=seats))
    assert [pick.state for pick in picks] == [PickState.APPROVED] * 3
    assert len({pick.preset for pick in picks}) == len({pick.colour for pick in picks}) == 3
    for pick in picks:
        assert pick.preset
        assert set(pick.why) == set(pick.rules)
        assert all(pick.why.values())


def test_a_seat_that_nobody_has_is_taken_before_a_bots_and_then_the_bots(
    mara: User, ben: User, cleo: User
) -> None:
    gathering = gather(mara, players=3, bots=1)
    bot = Seat.objects.get(campaign=gathering.campaign, status=SeatStatus.BOT)
    assert bot.number < Seat.objects.get(campaign=gathering.campaign, status=SeatStatus.OPEN).number
    assert join(gathering, ben) != bot
    assert join(gathering, cleo) == bot


def test_an_unchanged_preset_is_approved_by_itself_and_another_army_by_hand(mara: User, ben: User) -> None:
    gathering = gather(mara, play=False)
    campaign = gathering.campaign
    for approval, changed in (("presets", PickState.SUBMITTED), ("points", PickState.APPROVED)):
        Campaign.objects.filter(pk=campaign.pk).update(
            settings={**now_of(gathering).settings, "army_approval": approval}
        )
        seat = join(gathering, ben)
        preset = Choice(
            "The Old Guard", preset="Imperial Guard", rules=("massive_armies", "sacrifice", "ponderous")
        )
        pick = save_pick(seat=seat, by=ben, choice=preset, submit=True)
        assert (pick.state, pick.preset) == (PickState.APPROVED, "Imperial Guard")
        assert set(pick.why) == set(pick.rules)
        why = {"massive_armies": "So many.", "sacrifice": "So few come back."}
        other = Choice("The Old Guard", preset="Imperial Guard", rules=tuple(why), why=why)
        with pytest.raises(Refusal):
            save_pick(seat=seat, by=ben, choice=other, submit=True)
        cheap = Choice("The Old Guard", preset="Imperial Guard", rules=("sacrifice",), why=why)
        pick = save_pick(seat=seat, by=ben, choice=cheap, submit=True)
        assert (pick.state, pick.preset) == (changed, "")


# The start


def test_it_starts_when_all_are_in_and_not_before(mara: User, ben: User) -> None:
    gathering = gather(mara, players=2)
    assert start_due() == 0
    seat = join(gathering, ben)
    save_pick(seat=seat, by=ben, choice=Choice("Mine"))
    assert start_due() == 0, "he is still choosing"
    save_pick(seat=seat, by=ben, choice=Choice("Mine"), submit=True)
    assert start_due() == 1
    assert start_due() == 0
    assert now_of(gathering).status == CampaignStatus.RUNNING
    assert Turn.objects.get(campaign=gathering.campaign, number=1).plan_due is not None


def test_at_its_time_it_starts_with_bots_for_whoever_is_missing_or_choosing(mara: User, ben: User) -> None:
    when = clock.now() + timedelta(hours=1)
    gathering = gather(mara, starts_at=when, level="recruit")
    save_pick(seat=join(gathering, ben), by=ben, choice=Choice("Mine"))
    with clock.at(when - timedelta(seconds=1)):
        assert start_due() == 0
    with clock.at(when):
        assert start_due() == 1
    bots = Seat.objects.filter(campaign=gathering.campaign, status=SeatStatus.BOT)
    assert set(bots.values_list("bot_level", flat=True)) == {"recruit"}
    assert bots.count() == 2
    assert all(seat.preset for seat in Seat.objects.filter(campaign=gathering.campaign))


def test_without_anybody_it_waits_and_says_so(mara: User, ben: User) -> None:
    when = clock.now() + timedelta(hours=1)
    gathering = gather(mara, play=False, starts_at=when)
    with clock.at(when):
        assert start_due() == 0
    gathering.refresh_from_db()
    assert gathering.wrong.startswith("Nobody has come yet")
    with clock.at(when + timedelta(minutes=1)):
        join(gathering, ben)
        assert start_due() == 1


def test_two_of_four_make_a_war_for_two_or_one_with_two_bots(mara: User, ben: User, cleo: User) -> None:
    for fill, seats in (("fewer", 2), ("bots", 4)):
        gathering = gather(mara, pace="weekend", level="veteran")
        join(gathering, ben)
        start_tonight(campaign=gathering.campaign, by=mara, fill=fill)
        found = Seat.objects.filter(campaign=gathering.campaign)
        assert found.count() == seats
        assert found.filter(status=SeatStatus.BOT, bot_level="veteran").count() == seats - 2
        assert Variables.of(now_of(gathering)).last_turn == 6
    gathering = gather(mara)
    with pytest.raises(Refusal) as alone:
        start_tonight(campaign=gathering.campaign, by=mara, fill="fewer")
    assert alone.value.code == "alone"
    with pytest.raises(Refusal):
        start_tonight(campaign=gathering.campaign, by=cleo)


def test_eight_seats_of_which_two_are_taken_get_a_war_that_two_can_play(mara: User, ben: User) -> None:
    gathering = gather(mara, players=8, pace="weekend", play=False, template="nightfall")
    join(gathering, ben)
    fill_tonight(campaign=gathering.campaign, by=mara, most=1)
    start_tonight(campaign=gathering.campaign, by=mara, fill="fewer")
    campaign = now_of(gathering)
    assert campaign.seats.count() == 2
    assert len(campaign.map_rows.split("\n")) == TEMPLATE["nightfall"].side[2]


def test_who_leaves_before_the_start_is_waited_for_and_later_played_by_the_chosen_bot(
    mara: User, ben: User, cleo: User
) -> None:
    gathering = gather(mara, players=2, level="recruit")
    leave_seat(seat=join(gathering, ben), by=ben)
    assert start_due() == 0
    seat = join(gathering, cleo)
    assert start_due() == 1
    leave_seat(seat=seat, by=cleo)
    seat.refresh_from_db()
    assert (seat.status, seat.bot_level, seat.user) == (SeatStatus.BOT, "recruit", None)
    # The host, who plays as blind as the others, is told on the site; nobody else is, and nobody by mail.
    told = list(Notice.objects.filter(kind="people_changed").order_by("id"))
    assert {(one.user, one.seat) for one in told} == {(mara, None)}
    assert [(one.detail["what"], one.detail["who"], one.detail["bot"]) for one in told] == [
        ("joined", "Ben", False),
        ("left", "Ben", False),
        ("joined", "Cleo", False),
        ("left", "Cleo", True),
    ]
    last = letter_of(told[-1])
    assert last is not None
    assert f"Cleo has left {seat.army}. A bot plays it from now on" in last.text
    assert "people_changed" not in ALWAYS_MAILED
    # The link still leads in: whoever comes late takes over from the bot.
    assert join(gathering, ben) == seat


def test_a_start_lies_ahead_and_only_its_host_sets_it(mara: User, ben: User) -> None:
    gathering = gather(mara)
    with pytest.raises(Refusal) as past:
        set_start(campaign=gathering.campaign, by=mara, starts_at=clock.now() - timedelta(minutes=1))
    assert past.value.field == "starts_at"
    with pytest.raises(Refusal):
        set_start(campaign=gathering.campaign, by=ben, starts_at=None)


# Empty seats of any campaign


def test_a_seat_that_falls_empty_is_filled_from_the_desk_and_by_a_program(
    tarn: Campaign, mara: User, ada: User, ben: User
) -> None:
    desk = Client()
    desk.force_login(mara)
    people = f"/c/{tarn.public_id}/people/"
    assert b"Let bots play" not in desk.get(f"/c/{tarn.public_id}/desk/").content
    for user in (ada, ben):
        leave_seat(seat=Seat.objects.get(campaign=tarn, user=user), by=user)
    assert b"Let bots play the 2 empty seats" in desk.get(f"/c/{tarn.public_id}/desk/").content
    wrong = desk.post(people, {"act": "fill", "level": "genius", "character": "steady"})
    assert wrong.status_code == 422
    done = desk.post(people, {"act": "fill", "level": "recruit", "character": "raider"})
    assert done.status_code == 302
    bots = Seat.objects.filter(campaign=tarn, status=SeatStatus.BOT)
    assert set(bots.values_list("bot_level", "bot_character")) == {("recruit", "raider")}
    answer = desk.post(f"/api/v1/campaigns/{tarn.public_id}/bots/", {}, content_type="application/json")
    assert answer.json() == {"filled": 0}


# By the API


def test_a_program_hosts_an_evening(mara: User, ben: User) -> None:
    host, other = Client(), Client()
    host.force_login(mara)
    other.force_login(ben)

    def send(client: Client, path: str, body: object, method: str = "post") -> tuple[int, dict[str, Any]]:
        answer = getattr(client, method)(f"/api/v1/{path}", body, content_type="application/json")
        return answer.status_code, answer.json()

    assert send(host, "tonight/", {"players": 9})[0] == 400
    assert send(host, "tonight/", {"players": 10**30})[0] == 400
    assert send(host, "tonight/", {"players": 3, "level": "genius"})[0] in (400, 422)
    status, unfit = send(host, "tonight/", {"players": 2, "template": "long_war"})
    assert (status, unfit["errors"][0]["path"]) == (400, "template")
    status, war = send(host, "tonight/", {"players": 3, "level": "veteran"})
    assert (status, war["host"], len(war["seats"])) == (201, True, 3)
    here = f"campaigns/{war['id']}/tonight/"
    assert send(other, f"{here}start/", {})[0] == 404
    token = war["link"].rstrip("/").rpartition("/")[2]
    assert send(other, f"invitations/{token}/", {})[0] == 200
    assert send(other, f"{here}start/", {})[0] == 403
    seen = other.get(f"/api/v1/{here}").json()
    assert [(one["kind"], one["who"]) for one in seen["seats"]] == [
        ("player", "Mara"),
        ("player", "Ben"),
        ("empty", ""),
    ]
    assert (seen["host"], seen["missing"]) == (False, [])
    at = (clock.now() + timedelta(hours=2)).isoformat()
    assert send(host, here, {"starts_at": at}, "put")[1]["starts_at"] is not None
    assert send(host, f"{here}bots/", {"level": "regular"})[1]["seats"][2]["kind"] == "bot"
    status, started = send(host, f"{here}start/", {})
    assert (status, started["turn"]) == (200, 1)
    assert send(host, f"{here}start/", {})[0] == 409


def test_whoever_is_invited_reads_how_long_it_takes(mara: User) -> None:
    gathering = gather(mara, pace="evening")
    assert gathering.invitation is not None
    page = Client().get(f"/join/{gathering.invitation.token}/").content.decode()
    assert "An evening. All at one table or on one call: 20 minutes for plans" in page


def test_the_wall_never_becomes_the_hosts_own_map(mara: User, ben: User) -> None:
    gathering = gather(mara)
    join(gathering, ben)
    start_tonight(campaign=gathering.campaign, by=mara, fill="fewer")
    wall = f"/c/{gathering.campaign.public_id}/tonight/screen/"
    client = Client()
    client.force_login(mara)
    assert client.get(wall, headers={"HX-Request": "true"})["HX-Redirect"] == wall
    page = client.get(wall, follow=True)
    assert not page.redirect_chain
    assert "The war has begun" in page.content.decode()
    assert "Banner 1" not in page.content.decode()


def test_the_pages_of_a_gathering_are_for_those_who_take_part(mara: User, ben: User, nils: User) -> None:
    gathering = gather(mara)
    path = f"/c/{gathering.campaign.public_id}/tonight/"
    join(gathering, ben)
    for user, expected in ((mara, 200), (ben, 200), (nils, 404)):
        client = Client()
        client.force_login(user)
        assert client.get(path).status_code == expected
        assert client.get(f"{path}screen/").status_code == expected
    # Who only plays has no button, and what he posts is not there.
    client = Client()
    client.force_login(ben)
    assert b'value="start"' not in client.get(path).content
    assert client.post(path, {"act": "start"}).status_code == 404
    # What the script asks for again and again is what the page had, and nothing while nothing has changed.
    client.force_login(mara)
    part = client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert '<option value="regular" selected>' in part
    assert "<html" not in part
    mark = part.partition("?seen=")[2][:16]
    assert client.get(f"{path}?seen={mark}", headers={"HX-Request": "true"}).status_code == 204
    # A second click on the first form's button founds no second war.
    client.force_login(mara)
    chosen = {"players": "4", "pace": "evening", "level": "regular", "play": "on"}
    assert client.post("/tonight/", chosen)["Location"] == path
    assert Gathering.objects.count() == 1
    start_tonight(campaign=gathering.campaign, by=mara)
    assert client.get(path)["Location"] == f"/c/{gathering.campaign.public_id}/"
    # A host who plays is as blind as the others, and is told nothing else.
    assert "sees everything" not in client.get(f"/c/{gathering.campaign.public_id}/people/").content.decode()
    assert client.get(f"/c/{gathering.campaign.public_id}/desk/").status_code == 404
    asked = client.get(path, headers={"HX-Request": "true"})
    assert asked["HX-Redirect"] == f"/c/{gathering.campaign.public_id}/"


@pytest.mark.parametrize("plays", [True, False])
def test_its_host_calls_it_off_in_one_go_and_whoever_had_come_is_told(
    plays: bool, mara: User, ben: User, as_user: Callable[[User], Client]
) -> None:
    gathering = gather(mara, play=plays)
    path = f"/c/{gathering.campaign.public_id}/"
    join(gathering, ben)
    phone = as_user(ben)
    asked = phone.get(f"{path}tonight/", headers={"HX-Request": "true"})
    host = Client()
    host.force_login(mara)
    typed = {"act": "discard", "discard_name": gathering.campaign.name}
    assert host.post(f"{path}build/", typed).status_code == 302
    assert not Campaign.objects.exists()
    (letter,) = [letter_of(one) for one in Notice.objects.filter(kind="called_off", user=ben)]
    assert letter is not None
    assert "has called it off" in letter.text
    # The page on which he waits asks once more: it is not left as it was.
    assert asked.status_code == 200
    again = phone.get(f"{path}tonight/", headers={"HX-Request": "true"})
    assert again["HX-Redirect"] == "/"
    assert "was called off, or your place in it was taken away" in phone.get("/").content.decode()
    assert phone.get(f"{path}tonight/").status_code == 404


def test_its_last_host_does_not_just_step_down_from_it(mara: User, ben: User) -> None:
    gathering = gather(mara)
    join(gathering, ben)
    with pytest.raises(Refusal) as refused:
        step_down(campaign=gathering.campaign, by=mara)
    assert refused.value.code == "last"
    assert "call it off" in refused.value.message


def ended(gathering: Gathering) -> Campaign:
    """The war of a gathering, started and over."""
    start_tonight(campaign=gathering.campaign, by=gathering.host)  # type: ignore[arg-type]
    Campaign.objects.filter(pk=gathering.campaign_id).update(status=CampaignStatus.ENDED)
    return now_of(gathering)


def test_after_a_war_its_people_have_another_one_with_the_same_choices(
    mara: User, ben: User, cleo: User, nils: User
) -> None:
    """One tap founds it, once, whoever of them presses; the others are led to it, and nobody is drafted."""
    first = gather(mara, players=3, pace="weekend", level="recruit", template="crossing")
    join(first, ben)
    war = ended(first)
    end = f"/c/{war.public_id}/end/"
    page = browser(ben).get(end).content.decode()
    said = dict(
        re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.partition("/tonight/")[2])
    )
    del said["csrfmiddlewaretoken"]
    assert said["after"] == war.public_id
    to = browser(ben).post("/tonight/", said)["Location"]
    other = Gathering.objects.get(after=war)
    assert to == f"/c/{other.campaign.public_id}/tonight/"
    assert (other.host, other.pace, other.bot_level) == (ben, "weekend", "recruit")
    assert Draft.objects.get(campaign=other.campaign).template == "crossing"
    assert list(other.campaign.seats.values_list("user", "status").order_by("number")) == [
        (ben.pk, SeatStatus.PLAYER),
        (None, SeatStatus.BOT),
        (None, SeatStatus.OPEN),
    ]

    # The other one presses too, on a page of before: he is led to the same war, and is asked first.
    assert other.invitation is not None
    link = f"/join/{other.invitation.token}/"
    assert browser(mara).post("/tonight/", said)["Location"] == link
    assert Gathering.objects.filter(after=war).count() == 1
    assert link in browser(mara).get(end).content.decode()
    join(other, mara)
    assert "To your next war" in browser(mara).get(end).content.decode()

    # Whoever was not there is offered nothing, and gets nothing.
    assert link not in browser(nils).get(end).content.decode()
    for stranger, campaign in ((cleo, war), (mara, other.campaign)):
        with pytest.raises(Refusal) as refused:
            gather(stranger, after=campaign.public_id)
        assert (refused.value.code, refused.value.field) == ("impossible", "after")
