"""From an invitation to a seat: links that work and links that do not, armies, and who may hold a seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from campaign.access.membership import campaigns_of
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_words import words_of
from campaign.delivery import services as notices
from campaign.founding.draft_saving import open_draft
from campaign.founding.start.services import what_is_missing
from campaign.models import (
    ArmyPick,
    Campaign,
    Insight,
    Invitation,
    PickState,
    Role,
    RoleKind,
    Seat,
    User,
)
from campaign.people.army.services import Choice, approve_pick, save_pick
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite, revoke_invitation
from campaign.people.seats.deputies import end_deputy, name_deputy
from campaign.people.seats.roles import hand_over, leave_role, make_facilitator, step_down
from campaign.people.seats.services import give_to_bot, leave_seat, remove_player, take_back
from campaign.turn.bot_plans import plan_ahead
from tests.wars import START, begin_war

pytestmark = pytest.mark.django_db
Browser = Callable[[User | None], Client]


@pytest.fixture
def draft(mara: User) -> Campaign:
    return open_draft(by=mara, name="Karst", seats=3)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code


def pick(rules: tuple[str, ...] = ("steadfast",), **more: object) -> Choice:
    return Choice("Iron Column", rules=rules, why=dict.fromkeys(rules, "They stand."), **more)  # type: ignore[arg-type]


# The link


def test_a_newcomer_comes_from_the_link_to_the_seat(draft: Campaign, mara: User) -> None:
    made = invite(campaign=draft, by=mara, uses=2)
    client, address = Client(), f"/join/{made.token}/"
    page = client.get(address).content.decode()
    assert "Karst" in page
    assert "Mara" in page
    answer = client.post(
        "/account/signup/", {"name": "Nell", "email": "nell@club.example", "next": address}, follow=True
    )
    code = re.search(r"^[A-Z0-9-]{5,}$", str(mail.outbox[-1].body), re.M)
    assert code is not None, mail.outbox[-1].body
    where = answer.redirect_chain[-1][0]
    answer = client.post(where, {"code": code.group(), "action": "verify"}, follow=True)
    assert answer.redirect_chain[-1][0] == address
    answer = client.post(address, {}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/c/{draft.public_id}/army/"
    nell = User.objects.get(email="nell@club.example")
    assert Seat.objects.get(user=nell).key == "s1"
    assert ArmyPick.objects.get(seat__user=nell).state == PickState.DRAFT


def test_an_unknown_link_is_nothing_and_one_that_works_no_more_says_why(
    draft: Campaign, mara: User, nils: User, as_user: Browser
) -> None:
    assert as_user(None).get("/join/nowhere/").status_code == 404
    made = invite(campaign=draft, by=mara, days=2)
    address = f"/join/{made.token}/"
    with clock.at(made.expires_at - timedelta(seconds=1)):
        assert as_user(nils).get(address).status_code == 200
    with clock.at(made.expires_at):
        gone = as_user(nils).post(address, {})
        assert "has expired" in gone.content.decode()
        assert not Seat.objects.filter(user=nils).exists()
    revoke_invitation(invitation=made, by=mara)
    gone = as_user(None).get(address)
    assert gone.status_code == 410
    assert "withdrawn" in gone.content.decode()
    assert "Mara" not in gone.content.decode()


def test_a_link_works_for_as_many_people_as_it_says_and_once_for_each(
    draft: Campaign, mara: User, ada: User, ben: User, nils: User
) -> None:
    made = invite(campaign=draft, by=mara, uses=2)
    for user in (ada, ada, ben):
        accept_invitation(invitation=made, user=user)
    assert draft.seats.filter(user__in=(ada, ben)).count() == 2
    assert code_of(lambda: accept_invitation(invitation=made, user=nils)) == "closed"


def test_one_chooses_among_the_free_seats(draft: Campaign, mara: User, ada: User, ben: User) -> None:
    made = invite(campaign=draft, by=mara, uses=5)
    third = draft.seats.get(key="s3")
    accept_invitation(invitation=made, user=ada, seat_id=third.public_id)
    assert draft.seats.get(user=ada) == third
    take = lambda: accept_invitation(invitation=made, user=ben, seat_id=third.public_id)  # noqa: E731
    assert code_of(take) == "taken"


def test_a_mailed_invitation_reaches_also_who_has_no_account(draft: Campaign, mara: User) -> None:
    made = invite(campaign=draft, by=mara, to="New@Club.example")
    assert made.most_uses == 1
    notices.send_due()
    sent = mail.outbox[-1]
    assert sent.to == ["new@club.example"]
    assert f"/join/{made.token}/" in str(sent.body)
    assert "mara@" not in str(sent.body)


def test_somebody_known_is_invited_by_name_and_finds_it_at_home(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: Browser
) -> None:
    draft = open_draft(by=mara, name="Karst")
    made = invite(campaign=draft, by=mara, to="ada")
    assert made.email == ada.email
    assert f"/join/{made.token}/" in as_user(ada).get("/").content.decode()
    assert f"/join/{made.token}/" not in as_user(nils).get("/").content.decode()
    assert code_of(lambda: invite(campaign=draft, by=mara, to="Nils")) == "impossible"


def test_only_facilitators_invite(draft: Campaign, mara: User, ada: User) -> None:
    assert code_of(lambda: invite(campaign=draft, by=ada)) == "not_yours"
    made = invite(campaign=draft, by=mara)
    accept_invitation(invitation=made, user=ada)
    assert code_of(lambda: revoke_invitation(invitation=made, by=ada)) == "not_yours"
    assert code_of(lambda: invite(campaign=draft, by=mara, days=0)) == "impossible"
    assert code_of(lambda: invite(campaign=draft, by=mara, uses=99)) == "impossible"


# The army


def seated(draft: Campaign, mara: User, user: User) -> Seat:
    accept_invitation(invitation=invite(campaign=draft, by=mara), user=user)
    return draft.seats.get(user=user)


def test_an_army_is_handed_in_given_back_and_approved(
    draft: Campaign, mara: User, ada: User, as_user: Browser
) -> None:
    seat = seated(draft, mara, ada)
    player, keeper = as_user(ada), as_user(mara)
    army, people = f"/c/{draft.public_id}/army/", f"/c/{draft.public_id}/people/"
    given = {"army": "Iron Column", "colour": "3", "rules": ["hatred", "tough"], "why-hatred": "Old grudges"}
    answer = player.post(army, {**given, "do": "submit"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "worth 4 points; at most 2" in text
    assert "Tough needs a justification" in text
    assert "Old grudges" in text
    player.post(army, {**given, "rules": ["hatred"], "do": "submit"})
    assert ArmyPick.objects.get(seat=seat).state == PickState.SUBMITTED
    assert "Old grudges" in keeper.get(people).content.decode()
    bad = keeper.post(people, {"act": "return", "seat": seat.public_id, "word": ""})
    assert bad.status_code == 422
    keeper.post(people, {"act": "return", "seat": seat.public_id, "word": "A better name, please"})
    assert "A better name, please" in player.get(army).content.decode()
    player.post(army, {**given, "army": "4th Iron", "rules": ["hatred"], "do": "submit"})
    keeper.post(people, {"act": "approve", "seat": seat.public_id})
    seat.refresh_from_db()
    assert (seat.army, seat.rules, seat.number) == ("4th Iron", ["hatred"], 3)
    assert sorted(draft.seats.values_list("number", flat=True)) == [1, 2, 3]


def test_a_preset_is_taken_over_without_a_script(
    draft: Campaign, mara: User, ada: User, as_user: Browser
) -> None:
    seat = seated(draft, mara, ada)
    as_user(ada).post(f"/c/{draft.public_id}/army/", {"preset": "Eldar", "use": "preset", "army": ""})
    stored = ArmyPick.objects.get(seat=seat)
    assert stored.army == "Eldar"
    assert "tactical_genius" in stored.rules


def test_a_colour_that_is_claimed_is_not_given_twice(
    draft: Campaign, mara: User, ada: User, ben: User
) -> None:
    first, second = seated(draft, mara, ada), seated(draft, mara, ben)
    save_pick(seat=first, by=ada, choice=pick(colour=2), submit=True)
    hand_in = lambda: save_pick(seat=second, by=ben, choice=pick(colour=2), submit=True)  # noqa: E731
    assert code_of(hand_in) == "incomplete"
    approve_pick(seat=first, by=mara)
    second.refresh_from_db()
    assert second.number == 1


def test_a_campaign_does_not_start_before_its_armies_are_approved(
    draft: Campaign, mara: User, ada: User
) -> None:
    seat = seated(draft, mara, ada)
    assert "Ada has not handed in an army yet." in what_is_missing(draft)
    save_pick(seat=seat, by=ada, choice=pick(), submit=True)
    assert "The army of Ada waits for your approval." in what_is_missing(draft)
    approve_pick(seat=seat, by=mara)
    assert not [text for text in what_is_missing(draft) if "Ada" in text]


def test_what_is_set_up_blind_is_approved_by_the_points(mara: User) -> None:
    draft = open_draft(by=mara, name="Blind", blind=True)
    seat = seated(draft, mara, mara)
    save_pick(seat=seat, by=mara, choice=pick(), submit=True)
    assert draft.seats.get(pk=seat.pk).army == "Iron Column"


def test_nobody_chooses_for_another_or_what_cannot_be(
    draft: Campaign, mara: User, ada: User, ben: User
) -> None:
    seat = seated(draft, mara, ada)
    assert code_of(lambda: save_pick(seat=seat, by=ben, choice=pick())) == "not_yours"
    assert code_of(lambda: save_pick(seat=seat, by=ada, choice=pick(("nonsense",)))) == "impossible"
    assert code_of(lambda: save_pick(seat=seat, by=ada, choice=pick(colour=70))) == "impossible"
    assert code_of(lambda: approve_pick(seat=seat, by=mara)) == "not_handed_in"
    save_pick(seat=seat, by=ada, choice=pick(), submit=True)
    assert code_of(lambda: approve_pick(seat=seat, by=ada)) == "not_yours"


# Seats that change hands


def test_a_replacement_takes_over_all_that_the_seat_knows_and_the_old_player_keeps_what_was(
    tarn: Campaign, mara: User, ada: User, nils: User, as_user: Browser
) -> None:
    seat = tarn.seats.get(user=ada)
    remove_player(seat=seat, by=mara, reason="Not seen for weeks")
    assert tarn in campaigns_of(ada)
    assert as_user(ada).get(f"/c/{tarn.public_id}/report/").status_code in (302, 404)
    made = invite(campaign=tarn, by=mara, seat=seat)
    accept_invitation(invitation=made, user=nils)
    assert "Vanguard" in as_user(nils).get(f"/c/{tarn.public_id}/").content.decode()
    assert tarn.seats.get(pk=seat.pk).user == nils
    assert code_of(lambda: accept_invitation(invitation=made, user=ada)) == "closed"


def test_who_left_a_seat_may_come_back_to_it_but_to_no_other(
    tarn: Campaign, mara: User, ada: User, ben: User
) -> None:
    mine, other = tarn.seats.get(user=ada), tarn.seats.get(user=ben)
    leave_seat(seat=mine, by=ada)
    leave_seat(seat=other, by=ben)
    link = invite(campaign=tarn, by=mara, uses=5)
    into_other = lambda: accept_invitation(invitation=link, user=ada, seat_id=other.public_id)  # noqa: E731
    assert code_of(into_other) == "has_seen"
    accept_invitation(invitation=link, user=ada, seat_id=mine.public_id)
    assert tarn.seats.get(user=ada) == mine


def test_a_seat_goes_to_the_bot_and_back(tarn: Campaign, mara: User, ada: User, ben: User) -> None:
    seat = tarn.seats.get(user=ada)
    assert code_of(lambda: give_to_bot(seat=seat, by=ben)) == "not_yours"
    give_to_bot(seat=seat, by=ada)
    assert tarn.seats.get(user=ada).status == "bot"
    take_back(seat=seat, by=mara)
    assert tarn.seats.get(user=ada).status == "player"


def test_who_has_seen_the_truth_holds_no_seat_and_is_nobodys_deputy(
    tarn: Campaign, mara: User, ada: User, nils: User
) -> None:
    watch = invite(campaign=tarn, by=mara, kind="observer")
    accept_invitation(invitation=watch, user=nils)
    hand_over(campaign=tarn, user=nils, by=mara)
    leave_role(campaign=tarn, by=mara)
    seat = tarn.seats.get(user=ada)
    assert code_of(lambda: name_deputy(seat=seat, user=mara, by=ada)) == "has_seen"
    leave_seat(seat=seat, by=ada)
    link = invite(campaign=tarn, by=nils)
    assert code_of(lambda: accept_invitation(invitation=link, user=mara)) == "has_seen"
    assert code_of(lambda: accept_invitation(invitation=link, user=nils)) == "role"
    assert Insight.objects.filter(campaign=tarn, user=mara, seat=None).count() == 1


def test_a_deputy_that_was_takes_no_other_seat(
    tarn: Campaign, mara: User, ada: User, ben: User, nils: User
) -> None:
    seat, other = tarn.seats.get(user=ada), tarn.seats.get(user=ben)
    end_deputy(deputy=name_deputy(seat=seat, user=nils, by=ada), by=ada)
    leave_seat(seat=other, by=ben)
    link = invite(campaign=tarn, by=mara)
    assert code_of(lambda: accept_invitation(invitation=link, user=nils)) == "has_seen"
    assert code_of(lambda: name_deputy(seat=seat, user=ben, by=ada)) == "has_seen"
    name_deputy(seat=seat, user=nils, by=ada)


def test_the_last_facilitator_hands_over_first(tarn: Campaign, mara: User, nils: User) -> None:
    assert code_of(lambda: step_down(campaign=tarn, by=mara)) == "last"
    accept_invitation(invitation=invite(campaign=tarn, by=mara, kind="observer"), user=nils)
    assert code_of(lambda: make_facilitator(campaign=tarn, user=nils, by=nils)) == "not_yours"
    make_facilitator(campaign=tarn, user=nils, by=mara)
    step_down(campaign=tarn, by=mara)
    assert Role.objects.get(campaign=tarn, user=mara).kind == RoleKind.OBSERVER


def test_who_plays_an_automatic_campaign_leaves_it_to_the_bot() -> None:
    war = begin_war(automatic=True)
    with clock.at(START):
        leave_seat(seat=war.seat("north"), by=war.users["north"])
    assert war.seat("north").status == "bot"
    assert war.seat("north").user is None


def test_invitations_are_written_down_but_not_their_links(draft: Campaign, mara: User) -> None:
    made = invite(campaign=draft, by=mara)
    texts = " ".join(f"{words_of(entry)} {entry.values}" for entry in draft.audit.all())
    assert "An invitation was made" in texts
    assert made.token not in texts
    assert Invitation.objects.get(pk=made.pk).uses == 0


def test_who_was_removed_reads_the_reports_of_before_and_none_after(as_user: Browser) -> None:
    war = begin_war()
    north, number = war.users["north"], war.publish().number
    reader = as_user(north)
    with clock.at(war.turn.opened_at):
        leave_seat(seat=war.seat("north"), by=north)
    war.publish()
    base = f"/c/{war.campaign.public_id}"
    with clock.at(war.turn.opened_at):
        assert f"Report of turn {number}" in reader.get(f"{base}/report/", follow=True).content.decode()
        assert reader.get(f"{base}/turns/{number + 1}/report/").status_code == 404
        assert reader.get(f"{base}/table/").status_code == 404
        assert reader.get(f"{base}/turns/{number}/map.json").status_code == 404
        assert "What you knew" in reader.get(f"{base}/about/").content.decode()
        api = f"/api/v1/campaigns/{war.campaign.public_id}/turns"
        assert reader.get(f"{api}/{number}/report/").status_code == 200
        assert reader.get(f"{api}/{number + 1}/report/").status_code == 403
    assert as_user(war.users["south"]).get(f"{base}/turns/{number + 1}/report/").status_code == 200


def test_the_bot_plans_ahead_and_a_person_who_is_back_plans_anew() -> None:
    war = begin_war(bots=("north",))
    due = war.turn.plan_due
    with clock.at(due - timedelta(hours=7)):
        assert plan_ahead() == 0
    with clock.at(due - timedelta(hours=5)):
        assert plan_ahead() == 1
        assert plan_ahead() == 0
        assert (war.part("north").state, war.part("north").by_bot) == ("submitted", True)
        take_back(seat=war.seat("north"), by=war.users["north"])
    assert (war.part("north").state, war.part("north").by_bot) == ("nothing", False)
    war.plan("north", {})


def test_an_observer_leaves_and_a_facilitator_is_asked_for_a_second_factor(
    tarn: Campaign, mara: User, nils: User, as_user: Browser
) -> None:
    accept_invitation(invitation=invite(campaign=tarn, by=mara, kind="observer"), user=nils)
    base = f"/c/{tarn.public_id}"
    assert "Leave this campaign" in as_user(nils).get(f"{base}/about/").content.decode()
    as_user(nils).post(f"{base}/leave/", {"sure": "yes"})
    assert not Role.objects.filter(user=nils).exists()
    assert "second factor" in as_user(mara).get(f"{base}/desk/").content.decode()
