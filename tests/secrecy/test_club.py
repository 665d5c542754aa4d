"""Orders in words, breaches in fog and agreements: who may know of them, each with a leak that is found."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest

from campaign.access import membership
from campaign.models import Promise, PromiseState, Role, RoleKind, User
from campaign.press.promises import selectors
from campaign.turn import movement
from tests.archive.test_war_end import client_of
from tests.founding.test_building_secrets import addresses
from tests.secrecy.crawl import Log, tokens_fixed
from tests.wars import APART, CLOSE, War, begin_war

pytestmark = pytest.mark.django_db
WORD = "zqferryman"
OTHER: dict[str, Any] = {"special": {"order": "other", "text": f"Bribe the {WORD}"}}


@pytest.fixture
def war() -> War:
    """A war in which the north has an order in words, and the movement is reviewed."""
    war = begin_war(APART, special_orders="all")
    war.plan("north", {"north1": OTHER})
    war.pass_deadline()
    return war


def read(war: War, user: User) -> set[str]:
    """The addresses of desk, truth and people that tell a user of the order in words."""
    client, found = client_of(user), set()
    for path in addresses(war.campaign):
        if any(part in path for part in ("/desk/", "/turns/", "/people", "/table", "/report", "/live")):
            answer = client.get(path)
            assert answer.status_code < 500, path
            if not answer.streaming and WORD in answer.content.decode(errors="replace"):
                found.add(path)
    return found


def test_a_facilitator_who_plays_reads_no_order_in_words(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    south = war.users["south"]
    Role.objects.create(campaign=war.campaign, user=south, kind=RoleKind.FACILITATOR)
    assert read(war, south) == set()
    # The leak: a role alone opens the desk.
    monkeypatch.setattr(membership.facilitates, "__code__", membership.keeps.__code__)
    assert any("/desk/" in path for path in read(war, south))


def test_an_arbiter_and_an_observer_read_no_order_in_words(war: War, nils: User, cleo: User) -> None:
    Role.objects.create(campaign=war.campaign, user=nils, kind=RoleKind.ARBITER)
    Role.objects.create(campaign=war.campaign, user=cleo, kind=RoleKind.OBSERVER)
    for user in (nils, cleo):
        assert read(war, user) == set()
    assert read(war, war.facilitator)


def lines_of(happens: Any) -> str:
    """What is logged meanwhile."""
    log = Log()
    with log.open():
        happens()
    return "\n".join(log.lines)


def test_the_log_says_no_order_in_words_whether_it_is_saved_refused_or_fails() -> None:
    war = begin_war(APART, special_orders="all")
    client = client_of(war.users["north"])
    path = f"/api/v1/campaigns/{war.campaign.public_id}/turns/1/plan/"
    banner = war.banner("north1").public_id

    def ask(order: object) -> int:
        body = json.dumps({"orders": {banner: order}})
        return int(client.put(path, body, "application/json").status_code)

    def saved_and_refused() -> None:
        assert ask(OTHER) == 200
        assert ask({"special": {"order": "other", "text": WORD * 100}}) in (400, 422)
        assert ask({"special": {"order": WORD}}) in (400, 422)
        assert ask({"special": {"order": "other", "text": [WORD]}}) in (400, 422)

    assert WORD not in lines_of(saved_and_refused)
    assert ask(OTHER) == 200
    fault = patch.object(movement, "compute_movement", side_effect=ValueError(f"cannot read {WORD}"))
    with fault:
        said = lines_of(war.pass_deadline)
    assert "cannot be resolved: ValueError" in said
    assert WORD not in said
    assert WORD in war.turn.last_error


@pytest.fixture
def promised() -> War:
    """Peace between two who are about to meet."""
    war = begin_war(CLOSE)
    Promise.objects.create(
        campaign=war.campaign,
        seat_by=war.seat("north"),
        seat_to=war.seat("south"),
        state=PromiseState.ACCEPTED,
        since=1,
        until=2,
        offered_in=1,
        offered_at=war.turn.opened_at,
    )
    return war


def told_of_promises(war: War) -> list[str]:
    """What the south reads of promises, where the north has broken one unseen, and where it has not."""
    unseen = {"turn": 1, "seat": "north", "how": "battle", "at": [2, 5], "told": ["north"]}
    client, found = client_of(war.users["south"]), []
    for breaches in ([unseen], []):
        Promise.objects.update(breaches=breaches)
        pages = (
            f"/c/{war.campaign.public_id}/promises/",
            f"/api/v1/campaigns/{war.campaign.public_id}/promises/",
        )
        with tokens_fixed():
            found.append("".join(client.get(page).content.decode() for page in pages))
    return found


def test_a_breach_that_fog_hides_changes_nothing_that_is_read(promised: War) -> None:
    one, other = told_of_promises(promised)
    assert one == other
    with patch.object(selectors, "has_ended", lambda campaign: True):
        one, other = told_of_promises(promised)
    assert one != other
