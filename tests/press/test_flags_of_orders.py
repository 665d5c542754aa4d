"""A flagged order in words of a turn that was resolved: what counts it again still comes to the same."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.models import FlagKind, Turn, User
from campaign.press.measures.services import Act, act, undo
from campaign.press.moderation.services import flag
from campaign.turn.plans.plan_codec import receipt_of
from campaign.turn.replay import is_equal
from campaign.warmap.plan.selectors import my_plan
from tests.desk.test_settling import FERRY, in_review, say
from tests.wars import War

pytestmark = pytest.mark.django_db

SLUR = "Bribe the ferryman"


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def published() -> tuple[War, Turn]:
    """A war whose first turn counted orders in words, one of them answered."""
    war = in_review()
    say(war, FERRY)
    war.pass_deadline()
    return war, war.publish()


def stored(war: War, turn: Turn) -> dict[str, Any]:
    """All of the turn that words lie in, and the receipt as its player may check it."""
    turn.refresh_from_db()
    parts = {army: war.part(army, 1) for army in ("north", "south")}
    mine = my_plan(war.seat("north"), 1)
    return {
        "turn": [turn.input, turn.movement, turn.outcome],
        "told": {army: [part.announcement, part.report, part.map] for army, part in parts.items()},
        "receipt": mine.receipt,
        "checked": receipt_of(dict(mine.plan)),
    }


@pytest.mark.parametrize("reply", ["", ".reply"])
def test_a_turn_replays_while_an_order_is_hidden_and_its_receipt_fits_once_it_is_back(
    otto: User, reply: str
) -> None:
    war, turn = published()
    before = stored(war, turn)
    assert before["receipt"] == before["checked"]
    thing = f"{war.campaign.public_id}.1.{war.banner('north1').public_id}{reply}"
    reader = war.users["north"] if reply else war.facilitator
    made = flag(reader=reader, kind=FlagKind.ORDER, thing=thing, reason="A slur", to_operators=True)
    done = act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Be kind"))
    hidden = stored(war, turn)
    words = FERRY.words if reply else SLUR
    assert words.splitlines()[0] not in str(hidden)
    assert hidden["receipt"] == before["receipt"], "what was acknowledged was acknowledged"
    assert (hidden["checked"] == before["checked"]) == bool(reply)
    assert is_equal(turn)
    undo(operator=otto, measure_id=done.public_id, reason="It is a river")
    assert stored(war, turn) == before
    assert is_equal(turn)
