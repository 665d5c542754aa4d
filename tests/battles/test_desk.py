"""The desk with forty battles: narrowed, searched, reminded together, and one decision after the other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.desk.services import rule_on_battle
from campaign.models import Battle, BattleResult, ForfeitClaim, Notice
from tests.battles.around import text
from tests.fights import battle_in, browser, meet, while_fighting
from tests.wars import War

pytestmark = pytest.mark.django_db


@pytest.fixture
def busy() -> War:
    """Forty battles: three in dispute, one with a claim, five told by one side, two closed."""
    war = meet()
    model = battle_in(war)
    north, south = war.seat("north"), war.seat("south")
    for number in range(39):
        model.pk = None
        model.public_id = f"battle{number:02}"
        model.first, model.second = f"north{number + 10}", f"south{number + 10}"
        model.name_first, model.name_second = f"Column {number}", f"Spear {number}"
        model.x, model.y = number % 14, number // 14
        model._state.adding = True
        model.save()
    made = {one.public_id: one for one in Battle.objects.all()}
    for number in range(3):
        _tell(made[f"battle{number:02}"], north, "a", 100)
        _tell(made[f"battle{number:02}"], south, "b", 200)
    for number in range(10, 15):
        _tell(made[f"battle{number:02}"], north, "a", 100)
    for number in (20, 21):
        _tell(made[f"battle{number:02}"], north, "", 100)
        _tell(made[f"battle{number:02}"], south, "", 100)
        made[f"battle{number:02}"].closed_at = war.turn.announced_at
        made[f"battle{number:02}"].save()
    moment = (war.turn.announced_at or made["battle00"].turn.opened_at) + timedelta(hours=20)
    ForfeitClaim.objects.create(battle=made["battle30"], seat=north, evidence="Silence", made_at=moment)
    return war


def _tell(battle: Battle, seat: object, winner: str, points: int) -> None:
    key = {"a": battle.first, "b": battle.second, "": ""}[winner]
    BattleResult.objects.create(
        battle=battle, seat=seat, method="tabletop", winner=key, points_first=points, points_second=points
    )


def desk(war: War, query: str = "", battle: str = "") -> str:
    """A page of the desk."""
    with while_fighting(war):
        where = f"/c/{war.campaign.public_id}/desk/battles/{battle}{query}"
        answer = browser(war.facilitator).get(where)
    assert answer.status_code == 200
    return text(answer)


def shown(page: str) -> int:
    """How many battles a list shows."""
    return page.count('class="fight')


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 40),
        ("?show=needs", 4),
        ("?show=waiting", 5),
        ("?show=closed", 2),
        ("?show=silent", 30),
        ("?show=nonsense", 40),
        ("?q=column+7", 1),
        ("?q=spear+1", 11),
        ("?army=1", 40),
        ("?army=9", 0),
        ("?show=needs&q=column+1", 1),
    ],
)
def test_the_list_is_narrowed(busy: War, query: str, count: int) -> None:
    page = desk(busy, query)
    assert shown(page) == count + page.count('class="fights')
    if not count:
        assert "No battle matches" in page


def test_those_that_need_a_decision_come_first_and_one_leads_to_the_next(busy: War) -> None:
    page = desk(busy)
    first = page.split('class="fight is-disputed" href="')[1].split('"')[0].rstrip("/").split("/")[-1]
    seen = [first]
    for _ in range(3):
        following = desk(busy, battle=f"{seen[-1]}/").split("Next that needs you")[0]
        seen.append(following.rsplit('href="', 1)[1].split('"')[0].rstrip("/").split("/")[-1])
    assert sorted(seen) == ["battle00", "battle01", "battle02", "battle30"]


def test_a_ruling_takes_a_battle_from_the_list_of_decisions(busy: War) -> None:
    with while_fighting(busy):
        rule_on_battle(
            battle=Battle.objects.get(public_id="battle00"),
            winner="draw",
            points=(0, 0),
            reason="Fog",
            by=busy.facilitator,
        )
    assert "battle00" not in desk(busy, "?show=needs")


def test_the_silent_sides_of_many_battles_are_reminded_at_once_and_once_a_day(busy: War) -> None:
    ticked = [f"battle{number:02}" for number in range(40)][:39]
    where = f"/c/{busy.campaign.public_id}/desk/battles/"
    with while_fighting(busy):
        window: Client = browser(busy.facilitator)
        assert "Reminded:" in text(window.post(where, {"act": "remind", "battles": ticked}, follow=True))
        sent = Notice.objects.filter(kind="battle_open").count()
        window.post(where, {"act": "remind", "battles": ticked})
    assert sent == 2 * (39 - 3 - 5 - 2) + 5
    assert Notice.objects.filter(kind="battle_open").count() == sent
    with while_fighting(busy):
        nothing = browser(busy.facilitator).post(where, {"act": "remind"})
    assert nothing.status_code == 422
    assert "Tick at least one battle" in text(nothing)


def test_forty_battles_take_no_more_statements_than_one(busy: War) -> None:
    def statements() -> int:
        with (
            while_fighting(busy),
            CaptureQueriesContext(
                connection,
            ) as asked,
        ):
            browser(busy.facilitator).get(f"/c/{busy.campaign.public_id}/desk/battles/")
        return len(asked)

    many = statements()
    Battle.objects.filter(public_id__startswith="battle").delete()
    assert many <= statements() + 1


def claims_page(war: War, **typed: str) -> HttpResponse:
    """The page of all claims, or what it answers when something is sent."""
    with while_fighting(war, hours=30):
        where = f"/c/{war.campaign.public_id}/desk/claims/"
        client = browser(war.facilitator)
        return client.post(where, {"act": "decide", **typed}, follow=True) if typed else client.get(where)  # type: ignore[return-value]


def test_many_claims_are_decided_on_one_page_for_one_reason(busy: War) -> None:
    claimed = [ForfeitClaim.objects.get()]
    for number in (31, 32, 33):
        battle = Battle.objects.get(public_id=f"battle{number}")
        claimed.append(
            ForfeitClaim.objects.create(
                battle=battle,
                seat=busy.seat("north"),
                evidence=f"Silence {number}",
                made_at=claimed[0].made_at + timedelta(minutes=number),
            )
        )
    assert "Decide the forfeit claims" in desk(busy)
    assert text(claims_page(busy)).count("claims that") == 4
    keys = [f"claim-{claim.public_id}" for claim in claimed]
    said = {keys[0]: "yes", keys[1]: "no", keys[2]: "yes"}
    nothing = claims_page(busy, reason="They vanished.")
    assert nothing.status_code == 422
    assert "Decide at least one claim" in text(nothing)
    unreasoned = claims_page(busy, **said, reason=" ")
    assert unreasoned.status_code == 422
    assert text(unreasoned).count("checked") >= 3  # what was chosen stays
    done = text(claims_page(busy, **said, reason="They vanished."))
    assert "Decided: 3." in done
    assert done.count("claims that") == 1
    states = [ForfeitClaim.objects.get(pk=claim.pk).state for claim in claimed]
    assert states == ["granted", "refused", "granted", "open"]
    settled = ForfeitClaim.objects.exclude(state="open")
    assert set(settled.values_list("reason", flat=True)) == {"They vanished."}
    assert Battle.objects.filter(forfeit_second=True, dice__isnull=False).count() == 2


def test_claims_that_cannot_be_granted_any_more_are_left_and_named(busy: War) -> None:
    claim = ForfeitClaim.objects.get()
    told = Battle.objects.get(public_id="battle21")
    bound = ForfeitClaim.objects.create(
        battle=told, seat=busy.seat("north"), evidence="Silence", made_at=claim.made_at
    )
    told.forfeit_first = True
    told.save()
    said = {f"claim-{one.public_id}": "yes" for one in (claim, bound)}
    done = text(claims_page(busy, **said, reason="They vanished."))
    assert "Decided: 1." in done
    assert "have been shown already" in done


def test_a_ruling_takes_over_what_a_side_has_told(busy: War) -> None:
    page = desk(busy, "?as=second", battle="battle00/")
    assert 'name="points_first" value="200"' in page
    assert 'name="points_first" value="100"' in desk(busy, "?as=first", battle="battle00/")
    assert 'name="points_first" value' not in desk(busy, "", battle="battle00/")
