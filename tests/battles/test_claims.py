"""Forfeit claims: made, answered, decided by a facilitator or by the app's own times."""

from __future__ import annotations

import pytest

from battles.claims import services as claims
from battles.claims.services import grant_due_claims
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Battle, ForfeitClaim, Notice
from campaign.turn.contact.battle_status import Standing
from tests.battles.around import act, offer, page, text
from tests.desk.test_desk_reviews import dry_run
from tests.fights import (
    WON,
    battle_in,
    browser,
    meet,
    seen_by,
    tell,
    while_fighting,
)
from tests.wars import War, begin_war, march

pytestmark = pytest.mark.django_db

EVIDENCE = "Three mails and a call, no answer."


def claim(war: War, army: str, *, hours: float) -> str:
    """Claim a forfeit; gives the page."""
    return text(act(war, army, "claim", hours=hours, evidence=EVIDENCE))


def silent_war(**war: object) -> War:
    """North has offered two dates on the first day, and South does nothing."""
    made = meet(**war)  # type: ignore[arg-type]
    offer(made, "north", 5, 6, hours=10)
    return made


def automatic_war() -> War:
    """The same in a campaign that nobody reviews."""
    made = begin_war({"north": ((2, 3), (9, 1)), "south": ((2, 6), (9, 8))}, automatic=True)
    made.plan("north", {"north1": march(2, 4)})
    made.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    made.pass_deadline()
    assert made.turn.phase == "battles", made.turn.last_error
    offer(made, "north", 5, 6, hours=10)
    return made


def test_the_other_side_has_48_hours_to_answer() -> None:
    war = silent_war()
    assert "48 hours from the announcement" in claim(war, "north", hours=47)
    assert not ForfeitClaim.objects.exists()
    assert "Your claim is made" in claim(war, "north", hours=49)


def test_a_claim_tells_the_other_side_and_the_facilitator_and_needs_words() -> None:
    war = silent_war()
    assert act(war, "north", "claim", hours=60, evidence=" ").status_code == 422
    claim(war, "north", hours=60)
    told = Notice.objects.filter(kind="claim").values_list("user__name", flat=True)
    assert sorted(told) == ["Facilitator", "North", "South"]
    assert "The north claims that you have forfeited" in page(war, "south", hours=61)
    assert "claimed it already" in claim(war, "north", hours=61)


def test_a_claim_is_granted_after_72_hours_of_nobody_deciding_if_the_app_saw_the_silence() -> None:
    war = silent_war()
    claim(war, "north", hours=60)
    for hours, granted in ((61, 0), (60 + 71, 0), (60 + 72, 1), (60 + 73, 0)):
        with while_fighting(war, hours=hours):
            assert grant_due_claims() == granted
    battle = battle_in(war)
    assert (battle.forfeit_first, battle.forfeit_second) == (False, True)
    assert battle.dice is not None
    assert seen_by(war, "north").standing == Standing.FORFEIT
    assert "Granted" in page(war, "south", hours=140)


def test_a_claim_is_not_granted_by_itself_if_the_other_has_done_something() -> None:
    war = silent_war()
    act(war, "south", "hello", hours=20)
    claim(war, "north", hours=60)
    with while_fighting(war, hours=60 + 80):
        assert grant_due_claims() == 0


def test_who_rolls_the_mission_is_not_silent() -> None:
    war = silent_war()
    act(war, "south", "roll", hours=20)
    claim(war, "north", hours=60)
    assert "called for the mission die" in page(war, "north", hours=60)
    with while_fighting(war, hours=60 + 73):
        assert grant_due_claims() == 0


def test_two_offered_dates_are_needed() -> None:
    war = meet()
    offer(war, "north", 5, hours=10)
    claim(war, "north", hours=60)
    with while_fighting(war, hours=60 + 80):
        assert grant_due_claims() == 0


def test_an_answer_stands_beside_the_claim_and_ends_the_silence() -> None:
    war = silent_war()
    claim(war, "north", hours=50)
    act(war, "south", "answer", hours=51, answer="I was at sea. Saturday?")
    assert "I was at sea" in page(war, "north", hours=52)
    with while_fighting(war, hours=50 + 80):
        assert grant_due_claims() == 0


def test_in_an_automatic_campaign_it_is_granted_at_once_if_the_silence_is_proved() -> None:
    war = automatic_war()
    claim(war, "north", hours=60)
    assert ForfeitClaim.objects.get().state == "granted"
    assert battle_in(war).forfeit_second


def test_in_an_automatic_campaign_a_claim_waits_until_the_silence_is_proved() -> None:
    war = automatic_war()
    claim(war, "north", hours=49)
    with while_fighting(war, hours=57):
        assert grant_due_claims() == 0
    with while_fighting(war, hours=58.5):
        assert grant_due_claims() == 1


@pytest.mark.parametrize(("grant", "standing"), [("yes", Standing.FORFEIT), ("no", Standing.OPEN)])
def test_a_facilitator_decides_with_a_reason(grant: str, standing: Standing) -> None:
    war = meet()
    claim(war, "north", hours=60)
    made = ForfeitClaim.objects.get()
    desk = f"/c/{war.campaign.public_id}/desk/battles/{battle_in(war).public_id}/"
    window = browser(war.facilitator)
    with while_fighting(war, hours=61):
        assert EVIDENCE in window.get(desk).content.decode()
        form = {"act": f"claim-{made.public_id}", "grant": grant}
        assert window.post(desk, form).status_code == 422
        window.post(desk, {**form, "reason": "I have rung them up."})
    made.refresh_from_db()
    assert made.state == ("granted" if grant == "yes" else "refused")
    assert seen_by(war, "north").standing == standing
    assert "I have rung them up" in page(war, "south", hours=62)
    assert Notice.objects.filter(kind="claim_settled").count() == 2


def test_claims_are_decided_together_in_the_aftermath_review_and_work_the_outcome_out_anew() -> None:
    war = silent_war()
    claim(war, "north", hours=60)
    claim(war, "south", hours=60)
    made = {one.seat.key: one for one in ForfeitClaim.objects.select_related("seat")}
    assert war.pass_deadline().phase == "aftermath_review"
    (before,) = dry_run(war).contacts
    where = f"/c/{war.campaign.public_id}/desk/"
    window = browser(war.facilitator)
    assert 'that waits for you">1</span>' in window.get(where).content.decode()
    fields = {f"claim-{made['north'].public_id}": "yes", f"claim-{made['south'].public_id}": "no"}
    form = {"act": "decide", **fields, "reason": "I have rung them up."}
    said = text(window.post(f"{where}claims/", form, follow=True))  # type: ignore[arg-type]
    assert "Decided: 2." in said
    battle = battle_in(war)
    assert (battle.forfeit_first, battle.forfeit_second) == (False, True)
    assert battle.dice is not None
    (after,) = dry_run(war).contacts
    assert after.result != before.result
    assert seen_by(war, "north").standing == Standing.FORFEIT
    assert 'that waits for you"' not in window.get(where).content.decode()
    assert "I have rung them up" in page(war, "south")
    assert war.publish().phase == "published"


def test_a_claim_is_withdrawn() -> None:
    war = silent_war()
    claim(war, "north", hours=60)
    act(war, "north", "withdraw-claim", hours=61)
    with while_fighting(war, hours=60 + 80):
        assert grant_due_claims() == 0


def test_a_claim_grants_nothing_once_the_battle_is_told_alike() -> None:
    war = silent_war()
    claim(war, "north", hours=60)
    tell(war, "north", WON)
    Battle.objects.update(
        closed_at=clock.now(), ruling={"winner": None, "points_lost": {"north1": 0, "south1": 0}}
    )
    with while_fighting(war, hours=60 + 80):
        assert grant_due_claims() == 0


def test_a_player_who_vanishes_stops_nothing() -> None:
    """North tells what it saw; South never says a word; at the deadline the better for North counts."""
    war = silent_war()
    tell(war, "north", WON)
    turn = war.publish()
    assert turn.phase == "published"
    assert battle_in_turn(war).result["method"] in ("tabletop", "abstract")


def battle_in_turn(war: War) -> Battle:
    """The battle of the first turn."""
    return Battle.objects.get(turn__campaign=war.campaign, turn__number=1)


def test_a_claim_that_cannot_be_granted_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = silent_war(), silent_war()
    for war in (first, second):
        claim(war, "north", hours=49)
    check = claims.check_forfeitable

    def fussy(battle: Battle) -> None:
        if battle.pk == battle_in(first).pk:
            raise Refusal("It cannot be forfeited.", code="impossible")
        check(battle)

    monkeypatch.setattr(claims, "check_forfeitable", fussy)
    with while_fighting(second, hours=49 + 73):
        assert grant_due_claims() == 1
    assert battle_in(second).forfeit_second
    assert not battle_in(first).forfeit_second
    assert "forfeit claim" in caplog.text
