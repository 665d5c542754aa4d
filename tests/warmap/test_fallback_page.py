"""The fallback's page: kept for a missed plan, changed or dropped without a script, and used by the clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from campaign.models import Campaign, PlayerTurn, Seat, User
from campaign.turn import tick

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
SeatOf = Callable[[User], Seat]


@pytest.fixture
def page(tarn: Campaign) -> str:
    return f"/c/{tarn.public_id}/fallback/"


def test_a_fallback_is_kept_for_each_banner_and_used_when_no_plan_stands(
    tarn: Campaign, page: str, ada: User, seat_of: SeatOf, as_user: As
) -> None:
    ids = {one.key: one.public_id for one in seat_of(ada).banners.all()}
    answer = as_user(ada).post(page, {ids["a1"]: "fortify", ids["a2"]: "hold", "do": "keep"}, follow=True)
    html = answer.content.decode()
    assert "Your fallback is saved." in html
    assert '<option value="fortify" selected>' in html
    assert seat_of(ada).fallback == {"a1": "fortify", "a2": "hold"}
    turn = tarn.turns.get(number=1)
    tick.tick(now=turn.resolve_after)
    part = PlayerTurn.objects.get(turn=turn, seat=seat_of(ada))
    assert part.used_fallback
    assert [(order.banner, order.slot) for order in part.orders.all()] == [("a1", "secondary")]


def test_it_can_be_dropped_again(page: str, ada: User, seat_of: SeatOf, as_user: As) -> None:
    Seat.objects.filter(pk=seat_of(ada).pk).update(fallback={"a1": "retreat"})
    assert "Remove the fallback" in as_user(ada).get(page).content.decode()
    as_user(ada).post(page, {"do": "drop"})
    assert seat_of(ada).fallback == {}
    assert "Remove the fallback" not in as_user(ada).get(page).content.decode()


def test_what_is_not_offered_is_refused_and_nothing_is_stored(
    page: str, ada: User, ben: User, seat_of: SeatOf, as_user: As
) -> None:
    ids = {one.key: one.public_id for one in seat_of(ada).banners.all()}
    for wrong in ({ids["a1"]: "dance", ids["a2"]: "hold"}, {ids["a1"]: "hold"}, {}):
        answer = as_user(ada).post(page, wrong)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    rival = seat_of(ben).banners.order_by("key")[0].public_id
    as_user(ada).post(page, {ids["a1"]: "hold", ids["a2"]: "hold", rival: "fortify"})
    assert set(seat_of(ada).fallback) == {"a1", "a2"}
    assert seat_of(ben).fallback == {}


def test_the_plan_s_pages_lead_to_it_and_strangers_find_nothing(
    tarn: Campaign, page: str, ada: User, nils: User, mara: User, as_user: As
) -> None:
    for path in ("", "table/"):
        assert f'href="{page}"' in as_user(ada).get(f"/c/{tarn.public_id}/{path}").content.decode()
    assert as_user(nils).get(page).status_code == 404
    assert as_user(mara).get(page).status_code == 404
    assert as_user(None).get(page).status_code == 302


def test_a_facilitator_who_looks_through_a_player_s_eyes_changes_nothing(
    tarn: Campaign, page: str, mara: User, ada: User, seat_of: SeatOf, as_user: As
) -> None:
    client = as_user(mara)
    client.post(f"/c/{tarn.public_id}/desk/look/", {"seat": seat_of(ada).public_id})
    html = client.get(page).content.decode()
    assert "Nothing can be changed." in html
    ids = {one.key: one.public_id for one in seat_of(ada).banners.all()}
    assert client.post(page, dict.fromkeys(ids.values(), "hold")).status_code == 422
    assert seat_of(ada).fallback == {}
