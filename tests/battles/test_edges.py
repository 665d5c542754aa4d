"""Five battles at once, two people telling at once, corrections in time, and the mails about battles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from battles.results.services import report_result
from campaign.delivery.emails import letter_of
from campaign.models import Battle, Notice
from campaign.turn.contact.battle_status import Standing
from tests.battles.around import act, offer, text
from tests.fights import LOST, WON, browser, confirm, meet, seen_by, tell, while_fighting
from tests.wars import War, begin_war, march

pytestmark = pytest.mark.django_db


def surrounded() -> War:
    """North's banner marches into the reach of five of South's."""
    around = ((4, 5), (5, 5), (6, 5), (7, 5), (8, 5))
    war = begin_war({"north": ((6, 2),), "south": around})
    war.plan("north", {"north1": march(6, 3)})
    war.pass_deadline()
    war.pass_deadline()
    assert war.turn.phase == "battles", war.turn.last_error
    return war


def test_a_banner_in_five_battles_fights_each_at_the_level_of_contact_and_may_leave_three_to_the_dice() -> (
    None
):
    war = surrounded()
    battles = list(Battle.objects.filter(turn=war.turn).order_by("public_id"))
    assert len(battles) == 5
    assert {battle.level_first for battle in battles} == {15}
    where = f"/c/{war.campaign.public_id}/battles/"
    with while_fighting(war):
        page = text(browser(war.users["north"]).get(where))
        assert "You have 5 battles this turn and must fight 2 of them" in page
        for battle in battles[:4]:
            browser(war.users["north"]).post(f"{where}{battle.public_id}/act/dice/", {"sure": "yes"})
    left = Battle.objects.filter(turn=war.turn, dice__isnull=True)
    assert left.count() == 2  # the fourth was refused: it is within the load
    seat = war.seat("north")
    with while_fighting(war):
        for battle in left:
            report_result(battle=battle, seat=seat, claim=replace(WON, points_enemy=100), by=seat.user)
    assert war.publish().phase == "published"
    assert all(battle.result for battle in Battle.objects.filter(turn__number=1))


def test_two_who_tell_at_once_either_agree_or_see_both_words() -> None:
    war = meet()
    assert tell(war, "north", WON) == Standing.ONE
    assert tell(war, "south", LOST) == Standing.AGREED
    other = meet_again(war)
    assert other == Standing.DISPUTE


def meet_again(war: War) -> Standing:
    """Both ask to open it again, and tell things that differ."""
    from battles.results.services import ask_to_reopen
    from tests.fights import battle_in

    with while_fighting(war):
        for army in ("north", "south"):
            ask_to_reopen(battle=battle_in(war), seat=war.seat(army), by=war.users[army])
    return tell(war, "north", replace(WON, points_own=100))


def test_what_was_told_is_corrected_before_the_deadline() -> None:
    war = meet()
    tell(war, "north", WON)
    tell(war, "north", replace(WON, points_own=500))
    seen = seen_by(war, "south").theirs
    assert seen is not None
    assert seen.said.points_enemy == 500
    assert confirm(war, "south") == Standing.AGREED


def test_every_mail_about_a_battle_can_be_read_and_names_no_place() -> None:
    war = meet()
    act(war, "south", "take", offer=offer(war, "north", 3, place="Behind the mill"))
    act(war, "north", "call-off")
    act(war, "north", "claim", hours=60, evidence="They were away.")
    kinds = {"date_offered", "date_agreed", "date_off", "claim"}
    notices = Notice.objects.filter(kind__in=kinds)
    assert set(notices.values_list("kind", flat=True)) == kinds
    for notice in notices:
        letter = letter_of(notice)
        assert letter is not None
        assert letter.subject.startswith("The border war:")
        assert "Behind the mill" not in letter.text + letter.html
        assert "They were away" not in letter.text + letter.html
        if notice.kind.startswith("date"):
            assert " Dec 2037, " in letter.text
