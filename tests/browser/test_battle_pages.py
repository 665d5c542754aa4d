"""Every other page around battles, looked at: claims, stand-ins, rulings, honours, a shared battle."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from battles.models import Act, Meeting, Offer
from battles.results.services import Claim, confirm_result, report_result
from battles.stories.services import add_picture, share_battle, tell_story
from campaign.models import Battle, Campaign, ForfeitClaim, SeatStatus, StandIn, Turn, User
from campaign.turn import tick
from tests.battles.around import picture
from tests.browser.conftest import Enter, Look, visit
from tests.browser.test_battle_life import announced, open_battle

__all__ = ["announced"]


@pytest.mark.long
def test_the_pages_of_claims_rulings_and_stand_ins(
    announced: Battle, site: str, enter: Enter, look: Look, mara: User, ada: User, ben: User, nils: User
) -> None:
    campaign = announced.turn.campaign
    desk = f"/c/{campaign.public_id}/desk/"
    moment = announced.turn.announced_at
    assert moment is not None
    first, second = announced.seat_first, announced.seat_second
    mine = first if first.user_id == ada.pk else second
    theirs = second if mine == first else first

    # Two claims against each other, a date to which nobody came, a date that is offered, an open link.
    for seat in (first, second):
        ForfeitClaim.objects.create(
            battle=announced, seat=seat, made_at=moment, evidence="Three mails and a call, no answer."
        )
    Meeting.objects.create(
        battle=announced,
        starts_at=moment - timedelta(hours=1),
        agreed_at=moment,
        changed_at=moment,
        place_kind="club",
        place="Club hall",
    )
    Act.objects.create(battle=announced, seat=theirs, kind="no_show", at=moment)
    assert announced.turn.results_due is not None
    Offer.objects.create(
        battle=announced,
        seat=theirs,
        made_at=moment,
        starts_at=announced.turn.results_due - timedelta(hours=30),
        link="https://table.example/a/very/long/link/to/a/table/where/we/meet",
        note="I bring the terrain.",
    )
    link = StandIn.objects.create(battle=announced, seat=mine, made_by=ada, made_at=moment)
    player = enter(ada)
    visit(player, "/")
    expect(player.get_by_role("main")).to_contain_text("claims a forfeit: answer")
    look(player, "home-errands")
    open_battle(player, announced)
    look(player, "battle-claimed")
    visit(player, "/account/availability/")
    look(player, "availability")
    stranger = enter(nils)
    visit(stranger, f"/stand-in/{link.token}/")
    look(stranger, "stand-in-link")
    stranger.get_by_role("button", name="I stand in").click()
    expect(stranger.get_by_role("main")).to_contain_text("You see this page and nothing else")
    look(stranger, "battle-of-a-stand-in")

    facilitator = enter(mara)
    campaign.seats.exclude(pk__in=(first.pk, second.pk)).update(status=SeatStatus.BOT)
    for path, name in (("battles/", "battles"), ("claims/", "claims"), ("stand-ins/", "stand-ins")):
        visit(facilitator, desk + path)
        look(facilitator, f"desk-{name}")
    visit(facilitator, f"{desk}claims/")
    for box in facilitator.get_by_text("Do not grant it").all():
        box.click()
    facilitator.get_by_label("Reason").fill("Talk to each other.")
    facilitator.get_by_role("button", name="Decide these claims").click()
    expect(facilitator.get_by_role("main")).to_contain_text("No claim waits")
    visit(facilitator, f"{desk}missions/")
    look(facilitator, "desk-missions")

    # The two tell it differently.
    for seat in (first, second):
        told = Claim("tabletop", "own", points_own=100, points_enemy=200)
        report_result(battle=announced, seat=seat, claim=told, by=seat.user)
    open_battle(player, announced)
    look(player, "battle-in-dispute")
    visit(facilitator, f"{desk}battles/{announced.public_id}/?as=first")
    look(facilitator, "desk-ruling")


@pytest.mark.long
def test_the_pages_of_a_published_battle(
    announced: Battle, tarn: Campaign, site: str, enter: Enter, look: Look, ada: User, ben: User
) -> None:
    first, second = announced.seat_first, announced.seat_second
    told = Claim("tabletop", "own", points_own=100, points_enemy=200)
    report_result(battle=announced, seat=first, claim=told, by=first.user)
    confirm_result(battle=announced, seat=second, by=second.user)
    for seat in (first, second):
        tell_story(battle=announced, seat=seat, text="It rained,\nand nobody would give way.", by=seat.user)
    raw = picture(size=(64, 48)).read()
    add_picture(battle=announced, seat=first, raw=raw, caption="The bridge at dusk", by=first.user)
    turn = Turn.objects.get(pk=announced.turn.pk)
    for _ in range(2):
        assert tick.run_now(turn.pk)
    for seat in (first, second):
        sharing = share_battle(battle=announced, seat=seat, wanted=True, by=seat.user)
    page = enter(ada)
    open_battle(page, announced)
    look(page, "battle-published")
    for path, name in (("battles/", "battles-list"), ("honours/", "honours")):
        visit(page, f"/c/{tarn.public_id}/{path}")
        look(page, name)
    stranger = enter(None)
    visit(stranger, f"/shared/{sharing.token}/")
    expect(stranger.get_by_role("main")).to_contain_text("It rained")
    look(stranger, "battle-shared")
