"""People are flagged where their name is shown: on a profile, and where they ask for a seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client

from campaign.access.operators import operators
from campaign.accounts.profile.services import choose_profile
from campaign.base.refusal import Refusal
from campaign.delivery import services as delivery
from campaign.models import Flag, FlagKind, Role, RoleKind, Seat, SeatAsk, User
from campaign.press.measures.services import Act, act, undo
from campaign.press.moderation.services import MOST_OF_VISITORS, flag, settle_flag
from campaign.public.directory.services import ask_for_seat, save_advert, withdraw_ask
from tests.public.wars import open_war
from tests.wars import War

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def show(person: User, visible_to: str) -> None:
    choose_profile(user=person, visible_to=visible_to, shows_counts=False, left_out=())


def flag_path(kind: str, thing: str) -> str:
    return f"/flag/{kind}/{thing}/"


# Profiles


def test_whoever_may_look_at_a_profile_flags_its_name(nils: User, ada: User, otto: User, as_user: As) -> None:
    profile, there = f"/profiles/{nils.public_id}/", flag_path("person", nils.public_id)
    for client in (as_user(None), as_user(ada)):
        for path in (profile, there):
            assert client.get(path).status_code == 404, "nobody learns that there is one"
    show(nils, "anyone")
    for reader in (None, ada):
        client = as_user(reader)
        assert there in client.get(profile).content.decode()
        page = client.get(there)
        assert page.status_code == 200
        assert "Nils" in page.content.decode()
        done = client.post(there, {"reason": "An insult"})
        assert (done.status_code, done["Location"]) == (302, profile)
    first, second = Flag.objects.order_by("id")
    assert (first.by, second.by) == (None, ada)
    for one in (first, second):
        assert (one.person, one.campaign, one.to_operators) == (nils, None, True)
        assert one.snapshot == {"title": "Nils", "text": ""}
    own = as_user(nils)
    assert there not in own.get(profile).content.decode()
    assert own.get(there).status_code == 404


def test_fellows_flag_a_profile_that_is_theirs_to_see(nils: User, ada: User, otto: User, as_user: As) -> None:
    war = open_war("facts")
    north, south = war.users["north"], war.users["south"]
    show(north, "fellows")
    there = flag_path("person", north.public_id)
    assert as_user(south).get(there).status_code == 200
    assert as_user(ada).get(there).status_code == as_user(None).get(there).status_code == 404


def test_visitors_flag_no_more_than_some_a_day(nils: User, otto: User, as_user: As) -> None:
    show(nils, "anyone")
    there = flag_path("person", nils.public_id)
    codes = [
        as_user(None).post(there, {"reason": f"Word {number}"}).status_code
        for number in range(MOST_OF_VISITORS + 1)
    ]
    assert codes == [302] * MOST_OF_VISITORS + [422]


def test_measures_work_on_a_flagged_profile(nils: User, otto: User, as_user: As) -> None:
    show(nils, "anyone")
    as_user(None).post(flag_path("person", nils.public_id), {"reason": "An insult"})
    renamed = act(
        operator=otto, flag_id=Flag.objects.get().public_id, wish=Act("rename", "No insults", "Somebody new")
    )
    assert "Somebody new" in as_user(None).get(f"/profiles/{nils.public_id}/").content.decode()
    delivery.send_due()
    assert any("No insults" in str(one.body) for one in mail.outbox if nils.email in one.to)
    undo(operator=otto, measure_id=renamed.public_id, reason="A mistake")
    nils.refresh_from_db()
    assert nils.name == "Nils"


# Who asks for a seat


@pytest.fixture
def war() -> War:
    """An open war that looks for somebody."""
    war = open_war("facts")
    Seat.objects.filter(campaign=war.campaign, key="south").update(user=None, status="open")
    save_advert(campaign=war.campaign, by=war.facilitator, seeking=True)
    return war


@pytest.fixture
def asking(war: War, nils: User) -> SeatAsk:
    """Nils asks with a word that nobody should have to read."""
    return ask_for_seat(campaign=war.campaign, by=nils, word="An insult to you all")


def test_a_facilitator_flags_who_asks_and_operators_are_shown_name_and_word(
    war: War, asking: SeatAsk, nils: User, otto: User, as_user: As
) -> None:
    face, there = f"/c/{war.campaign.public_id}/face/", flag_path("ask", asking.public_id)
    desk = as_user(war.facilitator)
    assert there in desk.get(face).content.decode()
    page = desk.get(there).content.decode()
    assert "Nils" in page
    assert "An insult to you all" in page
    for other in (None, nils, war.users["north"], otto):
        assert as_user(other).get(there).status_code == 404
    assert desk.post(there, {"reason": "Look at this"})["Location"] == face
    made = Flag.objects.get()
    # Nobody else runs the war: there are no other moderators.
    assert (made.to_operators, made.person, made.campaign) == (True, nils, war.campaign)
    assert made.snapshot == {"title": "Nils", "text": "An insult to you all"}


def test_measures_work_on_who_asks(war: War, asking: SeatAsk, nils: User, otto: User) -> None:
    def raised() -> str:
        made = flag(
            reader=war.facilitator,
            kind=FlagKind.ASK,
            thing=asking.public_id,
            reason="This",
            to_operators=True,
        )
        return made.public_id

    hidden = act(operator=otto, flag_id=raised(), wish=Act("hide", "Rude"))
    asking.refresh_from_db()
    assert asking.word == "Taken away by the operators: Rude"
    undo(operator=otto, measure_id=hidden.public_id, reason="Not so bad")
    asking.refresh_from_db()
    assert asking.word == "An insult to you all"
    act(operator=otto, flag_id=raised(), wish=Act("rename", "Rude", "Somebody else"))
    nils.refresh_from_db()
    assert nils.name == "Somebody else"
    act(operator=otto, flag_id=raised(), wish=Act("suspend", "Rude", days=3))
    nils.refresh_from_db()
    assert nils.suspended_until is not None


def test_other_facilitators_settle_it_and_none_who_has_flagged_it(
    war: War, asking: SeatAsk, ada: User, otto: User, as_user: As
) -> None:
    Role.objects.create(campaign=war.campaign, user=ada, kind=RoleKind.FACILITATOR)
    made = flag(reader=war.facilitator, kind=FlagKind.ASK, thing=asking.public_id, reason="Look")
    assert not made.to_operators
    page = as_user(ada).get(f"/c/{war.campaign.public_id}/messages/flags/").content.decode()
    assert "An insult to you all" in page
    settle_flag(user=ada, campaign=war.campaign, flag_id=made.public_id, hide=True, answer="Rude")
    asking.refresh_from_db()
    assert asking.word == "Taken away: Rude"


def test_what_was_taken_back_is_not_there(war: War, asking: SeatAsk, nils: User, otto: User) -> None:
    withdraw_ask(ask=asking, by=nils)
    with pytest.raises(Refusal) as caught:
        flag(reader=war.facilitator, kind=FlagKind.ASK, thing=asking.public_id, reason="Look")
    assert caught.value.code == "unknown"
    assert operators().count() == 1


def test_an_operator_who_runs_the_war_does_not_settle_it(
    war: War, asking: SeatAsk, ada: User, otto: User
) -> None:
    """Own wars are other operators'."""
    Role.objects.create(campaign=war.campaign, user=otto, kind=RoleKind.FACILITATOR)
    made = flag(
        reader=war.facilitator, kind=FlagKind.ASK, thing=asking.public_id, reason="Look", to_operators=True
    )
    with pytest.raises(Refusal) as caught:
        act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Rude"))
    assert caught.value.code == "own_war"
