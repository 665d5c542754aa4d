"""What mails say when battles are announced: the reader's own, at one moment, one a seat; and of disputes."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.core import mail
from django.test import Client, override_settings

from campaign.base.dates import clock
from campaign.base.dates.times import when
from campaign.base.words.log_words import words_of
from campaign.delivery.services import send_due
from campaign.desk.services import announce_now
from campaign.models import AuditEntry, Campaign, Notice
from tests.fights import LOST, WON, Claim, address, battle_in, browser, confirm, meet, tell, while_fighting
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

THREE = {**CLOSE, "east": ((13, 0),)}


def mails(war: War, kind: str) -> dict[str, str]:
    """What has been mailed of a kind, by its reader: text and HTML alike."""
    Notice.objects.exclude(kind=kind).delete()
    mail.outbox.clear()
    with clock.at((war.turn.announced_at or war.turn.plan_due) + timedelta(days=20)):
        send_due()
    assert len({one.to[0] for one in mail.outbox}) == len(mail.outbox)
    return {one.to[0].split("@")[0]: f"{one.body}\n{one.alternatives[0][0]}" for one in mail.outbox}


def announced(**war: object) -> War:
    made = begin_war(THREE, grace=0, **war)
    made.plan("north", {"north1": march(2, 4)})
    made.plan("east", {"east1": march(12, 0)})
    made.pass_deadline()
    with clock.at(made.turn.plan_due + timedelta(hours=1)):
        announce_now(turn=made.turn, by=made.facilitator)
    return made


def test_the_mail_at_the_announcement_names_the_readers_own_battles_or_that_there_is_none() -> None:
    war = announced()
    sent = mails(war, "announced")
    assert set(sent) == {"north", "south", "east", "facilitator"}
    assert sent["north"].count("C6: North 1 (15) against The south (15)") == 2
    assert sent["south"].count("South 1 (15) against The north (15)") >= 2
    assert sent["east"].count("you have no battle in this turn") == 2
    for reader, hidden in (
        ("north", ("South 1", "no battle", "missed")),
        ("south", ("North 1", "no battle")),
        ("east", ("North 1", "South 1", "The north", "The south", "Your battles", "missed")),
        ("facilitator", ("North 1", "South 1", "Your battles", "no battle", "missed")),
    ):
        for word in hidden:
            assert word not in sent[reader], (reader, word)


def test_a_missed_plan_and_what_it_forfeits_are_mailed_to_its_seat_alone() -> None:
    war = announced()
    sent = mails(war, "announced")
    assert "Your plan: missed." in sent["south"]
    assert "Forfeited by it: C6: South 1 (15) against The north (15)." in sent["south"]
    assert "Your plan: submitted." in sent["north"]
    assert "missed" not in sent["north"] + sent["east"] + sent["facilitator"]


def test_the_mail_at_publication_says_it_too() -> None:
    war = announced()
    war.publish()
    sent = mails(war, "published")
    assert "Your plan: missed." in sent["south"]
    assert "Your plan: submitted." in sent["north"]
    assert "missed" not in sent["north"] + sent["east"] + sent["facilitator"]
    assert "Your report of turn 1 is ready." in sent["north"]
    assert "Turn 1 is published: every player has a report of it." in sent["facilitator"]
    assert "our report" not in sent["facilitator"]


def test_all_seats_get_one_mail_at_one_moment_whatever_has_happened() -> None:
    war = announced()
    told = Notice.objects.filter(turn=war.turn, created_at__gte=war.turn.announced_at)
    for army in ("north", "south", "east"):
        own = told.filter(seat=war.seat(army))
        assert list(own.values_list("kind", flat=True)) == ["announced"]
    assert told.filter(kind="announced").values("not_before").distinct().count() == 1


def test_where_all_battles_are_abstract_no_results_are_asked_for() -> None:
    war = announced(battles="abstract")
    sent = mails(war, "announced")
    assert "C6: North 1 (15) against The south (15)" in sent["north"]
    assert "Battle results are due" not in sent["north"]


# Disputes


def test_one_mail_a_dispute_however_long_it_lasts() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    tell(war, "south", Claim("tabletop", "own", points_own=300, points_enemy=700))
    assert Notice.objects.filter(kind="dispute").count() == 3
    turn = war.pass_deadline()
    assert turn.phase == "battles"
    assert sorted(mails(war, "dispute")) == ["facilitator", "north", "south"]
    (entry,) = AuditEntry.objects.filter(kind="dispute")
    assert words_of(entry).startswith("The two results differ")


def test_both_sides_are_told_that_the_dice_decide_a_dispute_on_which_nobody_has_ruled() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    turn = war.pass_deadline()
    battle = battle_in(war)
    with clock.at(turn.results_due + timedelta(hours=1)):
        page = unescape(browser(war.users["north"]).get(address(war)).content.decode())
        home = browser(war.users["south"]).get("/").content.decode()
    assert "Battles are being settled; results were due" in page
    assert "battles: being settled; results were due" in home
    assert "neither result changes any more" in page
    assert "Talk to each other" not in page
    assert "otherwise the dice decide (Rules 7)" not in page
    assert f"That is on {when(turn.results_due + timedelta(hours=72))}." in page
    turn = war.pass_deadline()
    assert turn.phase == "aftermath_review"
    told = Notice.objects.filter(kind="ruled", detail__battle=battle.public_id)
    assert told.values("created_at").distinct().count() == 1
    sent = mails(war, "ruled")
    assert sorted(sent) == ["north", "south"]
    for text in sent.values():
        assert "nobody has ruled on it in time: the dice decide instead" in text
        assert "was ruled on. What" not in text


def test_a_second_dispute_of_a_battle_is_mailed_again() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "south", WON)
    tell(war, "south", LOST)
    for army in ("north", "south"):
        reopen(war, army)
    tell(war, "south", WON)
    assert Notice.objects.filter(kind="dispute").count() == 6
    war.pass_deadline()
    assert Notice.objects.filter(kind="dispute").count() == 6


def reopen(war: War, army: str) -> None:
    from battles.results.services import ask_to_reopen

    seat = war.seat(army)
    with while_fighting(war):
        ask_to_reopen(battle=battle_in(war), seat=seat, by=seat.user)


# The demo's button


@override_settings(DEMO=True)
def test_the_button_says_that_time_has_passed_only_where_it_has() -> None:
    war = meet()
    Campaign.objects.update(demo=True)
    tell(war, "north", WON)
    tell(war, "south", WON)
    said = pressed(browser(war.users["north"]), war)
    assert "The deadline has passed" not in said
    assert "a dispute waits for its ruling" in said
    confirm(war, "south")
    assert "The deadline has passed" in pressed(browser(war.users["north"]), war)


def pressed(client: Client, war: War) -> str:
    page = client.post(f"/c/{war.campaign.public_id}/demo/run/", follow=True)
    assert page.status_code == 200
    return page.content.decode()
