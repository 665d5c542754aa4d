"""A battle to tell of: the first banners of two close armies have met, on the day after the announcement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.test import Client

from battles.results.battle_pages import BattlePage
from battles.results.selectors import battle_page
from battles.results.services import Claim, confirm_result, report_result
from campaign.base.dates import clock
from campaign.models import Battle, Phase, User
from campaign.turn.contact.battle_status import Standing, battle_of
from tests.wars import CLOSE, START, War, begin_war, march

WON = Claim("tabletop", "own", points_own=400, points_enemy=900)
LOST = Claim("tabletop", "enemy", points_own=900, points_enemy=400)
HARDLY = Claim("tabletop", "own", points_own=0, points_enemy=1500)
"""As good a victory as there is: no abstract result is better."""
BADLY = Claim("tabletop", "enemy", points_own=1500, points_enemy=0)
"""As bad a defeat as there is: every abstract result is as good or better."""
DICE = Claim("abstract")


def meet(*, both_plan: bool = True, where: Any = CLOSE, **war: Any) -> War:
    """A war in which ``north1`` has marched at ``south1``, and the battles are announced."""
    made = begin_war(where, **war)
    made.plan("north", {"north1": march(2, 4)})
    if both_plan:
        made.plan("south", {"south1": {"secondary": {"order": "resupply"}}})
    made.pass_deadline()
    made.pass_deadline()
    assert made.turn.phase == Phase.BATTLES, made.turn.last_error
    return made


def battle_in(war: War, *banners: str) -> Battle:
    """The battle of ``north1`` and ``south1``, or of the banners named."""
    first, second = sorted(banners or ("north1", "south1"))
    return Battle.objects.select_related("turn").get(
        turn__campaign=war.campaign, first=first, second=second, turn=war.turn
    )


@contextmanager
def while_fighting(war: War, *, hours: float = 24) -> Iterator[datetime]:
    """The clock some hours after the announcement."""
    moment = (war.turn.announced_at or START) + timedelta(hours=hours)
    with clock.at(moment):
        yield moment


def tell(war: War, army: str, claim: Claim, battle: Battle | None = None) -> Standing:
    """An army's player tells of the battle, a day after the announcement."""
    seat = war.seat(army)
    with while_fighting(war):
        return report_result(battle=battle or battle_in(war), seat=seat, claim=claim, by=seat.user)


def confirm(war: War, army: str, **given: Any) -> Standing:
    """An army's player confirms what the other side has told."""
    seat = war.seat(army)
    with while_fighting(war):
        return confirm_result(battle=battle_in(war), seat=seat, by=seat.user, **given)


def seen_by(war: War, army: str, battle: Battle | None = None) -> BattlePage:
    """The battle's page as an army's player sees it."""
    seat = war.seat(army)
    public_id = (battle or battle_in(war)).public_id
    with while_fighting(war):
        return battle_page(seat, battle_of(seat, public_id))


def browser(user: User) -> Client:
    """A browser in which somebody is logged in."""
    client = Client()
    client.force_login(user, "allauth.account.auth_backends.AuthenticationBackend")
    return client


def address(war: War, battle: Battle | None = None, what: str = "") -> str:
    """Where a battle's page is, or one of its forms."""
    return f"/c/{war.campaign.public_id}/battles/{(battle or battle_in(war)).public_id}/{what}"


def typed(claim: Claim) -> Mapping[str, str]:
    """A claim as it is typed into the form."""
    return {
        "method": claim.method,
        "winner": claim.winner,
        "points_own": str(claim.points_own),
        "points_enemy": str(claim.points_enemy),
        "sacrifice": str(claim.sacrifice),
        "story": claim.story,
    }
