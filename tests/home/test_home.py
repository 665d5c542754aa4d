"""The first page: what needs me, by when; and nothing of what does not concern me."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.home.selectors import home_of
from campaign.models import Campaign, CampaignStatus, Phase, PlayerTurn, RoleKind, Seat, Turn, User
from campaign.turn import tick
from campaign.turn.plans.services import save_plan
from tests.conftest import CLEO

AsUser = Callable[[User | None], Client]
SeatOf = Callable[[User], Seat]


def text(client: Client) -> str:
    """The first page, with its blanks made one."""
    answer = client.get("/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def turn_of(campaign: Campaign) -> Turn:
    """The latest turn."""
    return campaign.turns.order_by("-number")[0]


def test_a_stranger_is_told_what_this_is(db: None, as_user: AsUser) -> None:
    page = text(as_user(None))
    assert "Make an account" in page
    assert "What needs me" not in page


def test_somebody_without_a_part_is_told_what_will_be_here(
    nils: User, tarn: Campaign, as_user: AsUser
) -> None:
    page = text(as_user(nils))
    assert "You have no seat in a campaign yet" in page
    assert tarn.name not in page
    assert page.count('href="/wars/"') == 1, "one way, not two beside each other"


def test_whoever_has_an_account_finds_the_open_wars_and_the_lesson(
    nils: User, ada: User, tarn: Campaign, as_user: AsUser
) -> None:
    """Only strangers read the first page that leads there."""
    assert 'href="/lesson/"' in text(as_user(nils))
    for person in (nils, ada):
        assert 'href="/wars/"' in text(as_user(person))


def test_a_player_who_has_not_planned_sees_which_banners_wait_and_until_when(
    ada: User, tarn: Campaign, as_user: AsUser
) -> None:
    (card,) = home_of(ada).seats
    assert card.wanted
    assert card.place.due == turn_of(tarn).plan_due
    assert card.idle == ("Vanguard", "Gate Guard")
    page = text(as_user(ada))
    assert "Without orders: Vanguard, Gate Guard" in page
    assert "Plan the turn" in page
    assert " UTC</time>" in page


def test_a_draft_names_the_banners_that_it_leaves_out(ada: User, tarn: Campaign, seat_of: SeatOf) -> None:
    seat = seat_of(ada)
    banner = seat.banners.get(name="Vanguard")
    save_plan(seat=seat, number=1, plan={"orders": {banner.public_id: {"hold": True}}}, by=ada)
    (card,) = home_of(ada).seats
    assert card.plan == "draft"
    assert card.idle == ("Gate Guard",)
    assert card.wanted


def test_a_submitted_plan_wants_nothing_more(
    ada: User, tarn: Campaign, seat_of: SeatOf, as_user: AsUser
) -> None:
    save_plan(seat=seat_of(ada), number=1, plan={"orders": {}}, by=ada, submit=True)
    (card,) = home_of(ada).seats
    assert not card.wanted
    assert "Your plan is in." in text(as_user(ada))


def test_a_battle_waits_for_the_result_of_each_side_and_of_nobody_else(
    ada: User, ben: User, cleo: User, mara: User, tarn: Campaign, seat_of: SeatOf, as_user: AsUser
) -> None:
    meet(tarn, seat_of, ada, ben)
    assert turn_of(tarn).phase == Phase.BATTLES
    waiting = {user.name: home_of(user).seats[0].to_report for user in (ada, ben, cleo)}
    assert waiting == {"Ada": 1, "Ben": 1, "Cleo": 0}
    assert "1 battle waits for your result" in text(as_user(ada))
    (desk,) = home_of(mara).desks
    assert (desk.open_battles, desk.disputes) == (1, 0)


def meet(campaign: Campaign, seat_of: SeatOf, ada: User, ben: User) -> None:
    """Ada and Ben march at each other; the movement is announced."""
    for user, name, to in ((ada, "Vanguard", [3, 3]), (ben, "Red Spear", [5, 3])):
        seat = seat_of(user)
        march = {"primary": {"order": "march", "to": to}}
        orders = {
            banner.public_id: march if banner.name == name else {"hold": True}
            for banner in seat.banners.all()
        }
        save_plan(seat=seat, number=1, plan={"orders": orders}, by=user, submit=True)
    turn = turn_of(campaign)
    tick.close_planning(turn.pk)
    tick.announce(turn.pk)


def test_the_facilitator_sees_how_many_plans_are_missing_and_what_waits_for_a_decision(
    mara: User, ada: User, tarn: Campaign, seat_of: SeatOf, as_user: AsUser
) -> None:
    save_plan(seat=seat_of(ada), number=1, plan={"orders": {}}, by=ada, submit=True)
    (desk,) = home_of(mara).desks
    assert desk.missing == 2
    assert not desk.wanted
    tick.close_planning(turn_of(tarn).pk)
    (desk,) = home_of(mara).desks
    assert desk.wanted
    page = text(as_user(mara))
    assert "The movement waits for your review." in page
    assert home_of(mara).seats == ()


def test_a_paused_campaign_wants_nothing(ada: User, tarn: Campaign, as_user: AsUser) -> None:
    Campaign.objects.filter(pk=tarn.pk).update(status=CampaignStatus.PAUSED)
    assert not home_of(ada).seats[0].wanted
    assert "Paused: no deadline runs." in text(as_user(ada))


def test_a_war_that_is_over_leads_to_how_all_stood(
    ada: User, mara: User, tarn: Campaign, as_user: AsUser
) -> None:
    assert "See how it ended" not in text(as_user(ada))
    Campaign.objects.filter(pk=tarn.pk).update(status=CampaignStatus.ENDED)
    for user in (ada, mara):
        assert f'href="/c/{tarn.public_id}/end/"' in text(as_user(user))


def test_an_observer_finds_the_campaigns_to_watch(nils: User, tarn: Campaign, as_user: AsUser) -> None:
    tarn.roles.create(user=nils, kind=RoleKind.OBSERVER)
    page = text(as_user(nils))
    assert "Campaigns you watch" in page
    assert "Turn 1" in page
    assert "Open the desk" not in page
    assert "Vanguard" not in page


def test_nobody_sees_anything_of_the_others_on_it(ada: User, tarn: Campaign, as_user: AsUser) -> None:
    page = text(as_user(ada))
    theirs = [*tarn.seats.exclude(user=ada).values_list("army", flat=True), "Red Spear", "First Brood", CLEO]
    assert [word for word in theirs if word in page] == []


@pytest.mark.parametrize("viewer", ["ada", "mara"])
def test_the_number_of_queries_does_not_grow_with_the_campaigns(
    request: pytest.FixtureRequest, tarn: Campaign, viewer: str
) -> None:
    user = request.getfixturevalue(viewer)
    with CaptureQueriesContext(connection) as alone:
        home_of(user)
    for number in range(3):
        again(tarn, number)
    with CaptureQueriesContext(connection) as many:
        page = home_of(user)
    assert len(page.seats or page.desks) == 4
    assert len(many) == len(alone)
    assert len(alone) <= 12


def again(campaign: Campaign, number: int) -> None:
    """Another campaign of the same people, in the same state, as far as the first page reads it."""
    other = Campaign.objects.create(
        name=f"Again {number}", status=campaign.status, map_rows=campaign.map_rows, settings=campaign.settings
    )
    turn = Turn.objects.create(
        campaign=other, number=1, plan_due=turn_of(campaign).plan_due, rules_version="1"
    )
    for role in campaign.roles.all():
        other.roles.create(user=role.user, kind=role.kind)
    for seat in campaign.seats.all():
        twin = Seat.objects.create(
            campaign=other,
            key=seat.key,
            user=seat.user,
            status=seat.status,
            number=seat.number,
            army=seat.army,
        )
        PlayerTurn.objects.create(turn=turn, seat=twin)


def test_reading_the_newest_report_ends_the_news(ada: User, tarn: Campaign) -> None:
    seat = tarn.seats.get(user=ada)
    opened = turn_of(tarn)
    Turn.objects.filter(pk=opened.pk).update(phase=Phase.PUBLISHED)
    later = Turn.objects.create(campaign=tarn, number=2, phase=Phase.PUBLISHED, rules_version="1")
    newest = PlayerTurn.objects.create(turn=later, seat=seat)
    assert home_of(ada).seats[0].place.new_report == 2
    PlayerTurn.objects.filter(pk=newest.pk).update(read_at=opened.plan_due)
    assert home_of(ada).seats[0].place.new_report is None
