"""A year of 26 turns and 8 seats with all that happens to people in a year, and a champion at its end."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import rules
from campaign.base.dates import clock
from campaign.models import (
    AuditEntry,
    Battle,
    Campaign,
    Deputy,
    Invitation,
    Notice,
    Phase,
    PlayerTurn,
    Seat,
    Turn,
    Vacation,
)
from tests.year import Club

pytestmark = pytest.mark.django_db
NAMES = ["Ada", "Ben", "Cleo", "Dirk", "Eva", "Finn", "Gita", "Hans"]
EVERYBODY = list(range(1, 9))
BERLIN = ZoneInfo("Europe/Berlin")


def without(*numbers: int) -> list[int]:
    """All seats but these."""
    return [number for number in EVERYBODY if number not in numbers]


@pytest.mark.long
def test_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    found_and_start(club)
    for play in (
        overload_and_dispute,
        a_missed_plan,
        vacations,
        a_fallback_and_an_outage,
        a_facilitator_vanishes,
        a_player_vanishes,
        a_new_facilitator_takes_over,
        a_replacement_joins,
        a_pause_and_an_extension,
        holidays,
        a_deputy_and_the_bot,
        somebody_leaves,
    ):
        play(club)
    mended = f"{rules.VERSION}.1"
    monkeypatch.setattr(rules, "VERSION", mended)
    play_on(club, until=26)
    club.plan(EVERYBODY)
    club.to_next_turn()
    the_end(club, mended)


def found_and_start(club: Club) -> None:
    """From nothing to turn 1."""
    club.found("Mara")
    club.gather("Mara", NAMES)
    club.post("Mara", "./draft/start/")
    assert club.turn.number == 1


def play_on(club: Club, *, until: int, but: tuple[int, ...] = ()) -> None:
    """Usual turns, in which what is reported agrees, until this one is open."""
    while club.turn.number < until:
        club.plan(without(*but))
        club.wait_for(Phase.BATTLES)
        for battle in club.open_battles()[:2]:
            club.tell(battle, "own", "enemy")
        club.to_next_turn()


def overload_and_dispute(club: Club) -> None:
    """Turn 1: Ada meets two enemies, sends one battle to the dice, and quarrels about the other."""
    club.plan([2, 3], submit=False)
    ada = Seat.objects.get(number=1)
    first, second = ada.banners.order_by("key")
    march = {"primary": {"order": "march", "to": [11, 11]}}
    club.plan_as("Ada", {"orders": {first.public_id: march, second.public_id: {"hold": True}}})
    for number in (2, 3):
        holds = {banner.public_id: {"hold": True} for banner in Seat.objects.get(number=number).banners.all()}
        club.plan_as(club.holder(number), {"orders": holds})
    club.plan(without(1, 2, 3))
    club.wait_for(Phase.BATTLES)
    mine = [one for one in club.open_battles() if 1 in (one.seat_first.number, one.seat_second.number)]
    assert len(mine) == 2
    club.post("Ada", f"./battles/{mine[0].public_id}/dice/")
    club.tell(mine[1], "own", "own")
    desk = club.get("Mara", "./desk/")
    assert "dispute" in [one["kind"] for one in desk["decisions"]]
    ruling = {"winner": "draw", "points_first": 100, "points_second": 100, "reason": "The photographs"}
    club.post("Mara", f"./desk/battles/{mine[1].public_id}/ruling/", ruling)
    club.to_next_turn()
    assert Battle.objects.get(pk=mine[0].pk).closed_at is not None


def a_missed_plan(club: Club) -> None:
    """Turn 2: Cleo forgets; the first time is excused by itself. Reminders went out."""
    club.plan(without(3))
    club.now = club.turn.plan_due - timedelta(hours=20)
    club.post("Mara", "./desk/remind/")
    club.to_next_turn()
    assert PlayerTurn.objects.get(turn__number=2, seat__number=3).excused
    assert Seat.objects.get(number=3).grace_left == 0


def vacations(club: Club) -> None:
    """Turn 3: Ben and Dirk are away at once: the deadline moves by the days of both, counted once."""
    usual = club.turn.plan_due
    day = usual.astimezone(BERLIN).date()
    club.now += timedelta(hours=1)
    for name, days in (("Ben", 2), ("Dirk", 3)):
        away = {"first_day": str(day), "last_day": str(day + timedelta(days=days - 1))}
        club.post(name, "./seat/vacations/", away)
    assert club.turn.plan_due.astimezone(BERLIN).date() == day + timedelta(days=3)
    assert club.get("Ben", "./seat/")["vacation_days_left"] == 8
    assert club.get("Dirk", "./seat/")["vacation_days_left"] == 9
    club.plan(EVERYBODY)
    club.to_next_turn()


def a_fallback_and_an_outage(club: Club) -> None:
    """Turn 4: Finn's fallback stands in for a plan, and the app is down in the hour before the deadline."""
    banners = Seat.objects.get(number=6).banners.filter(alive=True)
    fallback = {banner.public_id: "fortify" for banner in banners}
    club.ask("Finn", "PUT", "./fallback/", {"banners": fallback})
    club.plan(without(6))
    due = club.turn.plan_due
    assert club.wait(outage=True) == Phase.PLANNING
    assert club.turn.plan_due == due + timedelta(hours=12)
    club.wait_for(Phase.BATTLES)
    assert PlayerTurn.objects.get(turn__number=4, seat__number=6).used_fallback
    club.to_next_turn()
    assert club.turn.number == 5


def a_facilitator_vanishes(club: Club) -> None:
    """Turns 5 to 8: Mara is not seen any more, and a dispute that nobody rules on goes to the dice."""
    club.post("Mara", "./invitations/", {"kind": "observer", "uses": 1, "days": 90})
    token = Invitation.objects.order_by("-id")[0].token
    club.post("Olga", f"invitations/{token}/")
    quarrels = 0
    while club.turn.number < 9:
        club.plan(EVERYBODY)
        club.wait_for(Phase.BATTLES)
        for battle in club.open_battles()[:1]:
            if quarrels == 0:
                club.tell(battle, "own", "own")
                quarrels += 1
        club.to_next_turn()
    assert quarrels == 1
    assert AuditEntry.objects.filter(kind="dispute_to_dice").exists()


def a_player_vanishes(club: Club) -> None:
    """Turns 9 and 10: Eva misses two plans in a row, and the bot plays her seat from the third on."""
    for _ in range(2):
        club.plan(without(5))
        club.to_next_turn()
    assert Seat.objects.get(number=5).status == "bot"
    club.plan(without(5))
    club.to_next_turn()
    assert PlayerTurn.objects.get(turn__number=11, seat__number=5).by_bot
    assert Notice.objects.filter(kind="seat_missing").exists()


def a_new_facilitator_takes_over(club: Club) -> None:
    """Turn 12: Mara is back for a day and hands over to Olga, who has only watched."""
    (olga,) = [row for row in club.get("Mara", "./people/")["roles"] if row["name"] == "Olga"]
    club.post("Mara", "./roles/", {"act": "hand_over", "person": olga["person"]})
    club.post("Mara", "./roles/", {"act": "leave"})
    assert club.get("Olga", "./desk/")["turn"] == 12
    club.ask("Mara", "GET", "./desk/", expect=404)


def a_replacement_joins(club: Club) -> None:
    """Turn 12: Olga gives Eva's seat to Nell, who knows all that it knows; Mara can never have one."""
    club.post("Olga", "./seats/5/remove/", {"reason": "Not seen since spring"})
    made = club.post("Olga", "./invitations/", {"seat": 5, "to": "nell@club.example"})
    token = made["invitations"][0]["token"]
    club.post("Mara", f"invitations/{token}/", expect=403)  # it was mailed to Nell
    link = club.post("Olga", "./invitations/", {"seat": 5})["invitations"][0]["token"]
    club.post("Mara", f"invitations/{link}/", expect=409)
    club.post("Eva", "./seat/deputies/", {"who": "ada@club.example"}, expect=403)
    club.post("Nell", f"invitations/{token}/")
    report = club.get("Nell", "./turns/11/report/")
    assert report
    club.plan(EVERYBODY)
    club.wait_for(Phase.BATTLES)
    for battle in club.open_battles()[:1]:
        club.tell(battle, "own", "own")
        ruling = {"winner": "first", "points_first": 0, "points_second": 300, "reason": "Both agree by now"}
        club.post("Olga", f"./desk/battles/{battle.public_id}/ruling/", ruling)
    club.to_next_turn()
    assert PlayerTurn.objects.get(turn__number=12, seat__number=5).submitted_at is not None


def a_pause_and_an_extension(club: Club) -> None:
    """Turn 13: a pause of three weeks, and a deadline that is extended."""
    club.now += timedelta(days=1)
    due = club.turn.plan_due
    club.post("Olga", "./desk/pause/", {"reason": "The club room is flooded"})
    club.now += timedelta(days=21)
    with clock.at(club.now):
        assert club.turn.phase == Phase.PLANNING
    club.post("Olga", "./desk/resume/")
    assert club.turn.plan_due - club.now >= due - (club.now - timedelta(days=21))
    later = club.turn.plan_due + timedelta(days=1)
    club.post(
        "Olga", "./desk/extend/", {"date": "plan_due", "to": later.isoformat(), "reason": "Buses on strike"}
    )
    club.plan(without(4))
    club.post("Olga", "./desk/excuse/", {"seat": 4, "reason": "In hospital"})
    club.to_next_turn()
    assert Seat.objects.get(number=4).missed_in_a_row == 0


def holidays(club: Club) -> None:
    """Turn 14: the calendar of the coming turns gets a holiday and a turn with dates of its own."""
    foreseen = club.get("Cleo", "./calendar/")["turns"]
    day = foreseen[1]["plan_due"][:10]
    changed = club.post(
        "Olga",
        "./calendar/",
        {"reason": "Fair days", "holidays": [day], "turns": {"16": {"battle_days": 14}}},
    )
    assert changed["turns"][1]["plan_due"][:10] == str(date.fromisoformat(day) + timedelta(days=1))
    promised = changed["turns"][1]["plan_due"]
    club.plan(EVERYBODY)
    club.to_next_turn()
    assert club.turn.plan_due == datetime.fromisoformat(promised)
    play_on(club, until=17)


def a_deputy_and_the_bot(club: Club) -> None:
    """Turn 17: Dora plans for Hans for a week, and no longer; Gita lends her seat to the bot for a turn."""
    until = club.turn.plan_due + timedelta(hours=1)
    club.person("Dora")
    club.post("Hans", "./seat/deputies/", {"who": "dora@club.example", "until": until.isoformat()})
    club.post("Gita", "./seats/7/bot/", {"bot": True})
    club.plan(without(7, 8))
    club.plan_as("Dora", {"orders": {}})
    club.to_next_turn()
    if Seat.objects.get(number=8).banners.filter(alive=True).exists():
        assert PlayerTurn.objects.get(turn__number=17, seat__number=8).by_deputy
    club.ask("Dora", "GET", "./seat/", expect=404)
    club.post("Gita", "./seats/7/bot/", {"bot": False})


def somebody_leaves(club: Club) -> None:
    """Turn 18: Finn leaves; what he knew he goes on reading, and his seat goes to the bot."""
    club.post("Finn", "./seat/leave/", {"sure": True})
    assert club.get("Finn", "./")["role"] != "player"
    club.post("Olga", "./seats/6/bot/", {"bot": True})
    play_on(club, until=20)


def the_end(club: Club, mended: str) -> None:
    """A champion, a whole year, and nothing left over."""
    campaign = Campaign.objects.get()
    assert campaign.status == "ended"
    assert campaign.champion is not None
    assert club.get("Cleo", "./")["champion"] == campaign.champion.number
    turns = list(Turn.objects.order_by("number"))
    assert [turn.number for turn in turns] == list(range(27))
    assert {turn.phase for turn in turns} == {Phase.PUBLISHED}
    length = turns[-1].published_at - turns[0].published_at
    assert timedelta(days=364) <= length <= timedelta(days=460)
    offsets = {turn.plan_due.astimezone(BERLIN).utcoffset() for turn in turns[1:]}
    assert len(offsets) == 2
    hours = {turn.plan_due.astimezone(BERLIN).strftime("%H:%M") for turn in turns[1:] if turn.number != 4}
    assert hours == {"23:59"}
    assert [turn.rules_version for turn in turns[-3:]] == [mended] * 3
    assert AuditEntry.objects.filter(kind="rules", public=True).count() == 1
    assert not any(turn.last_error for turn in turns)
    assert campaign.paused_at is None
    assert campaign.pause_reason == ""
    with clock.at(club.now):
        assert not Deputy.objects.filter(until__gt=club.now).exists()
    assert not Vacation.objects.filter(turn=None, cancelled_at=None).exists()
    assert not PlayerTurn.objects.filter(turn__number__lte=26, report=None).exists()
    for name in ("Ada", "Finn", "Nell", "Olga", "Mara"):
        club.page(name, "/")
    for name in ("Ada", "Nell", "Olga"):
        for page in ("about", "calendar", "report", "battles"):
            expect = 404 if name == "Olga" and page in ("report", "battles") else 200
            club.page(name, f"/c/{campaign.public_id}/{page}/", expect)
