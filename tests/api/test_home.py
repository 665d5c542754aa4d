"""What needs a person, for programs: what the first page says; and the account, as its page has it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Invitation, InvitationKind, Phase, User
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Program]


def test_a_player_reads_what_is_wanted_and_by_when(war: War, ada: User, program: As) -> None:
    home = program(ada).get("home/").body
    (seat,) = home["seats"]
    assert (seat["wanted"], seat["plan"], seat["deputy"]) == (True, "nothing", False)
    assert seat["idle"]
    place = seat["place"]
    assert (place["campaign_id"], place["turn"], place["phase"]) == (war.campaign.public_id, 1, "planning")
    assert war.turn.plan_due is not None
    assert place["due"] == war.turn.plan_due.isoformat().replace("+00:00", "Z")
    assert (home["desks"], home["stands"], home["watched"], home["invitations"]) == ([], [], [], [])


def test_a_battle_wants_its_result_and_a_date_an_answer(war: War, ada: User, ben: User, program: As) -> None:
    war.meet()
    war.go_to(Phase.BATTLES)
    battle = war.battle().public_id
    when = (timezone.now() + timedelta(days=2)).isoformat()
    body = {"dates": [when], "place_kind": "club", "place": "Club hall"}
    assert program(ada).post(f"{war.path}battles/{battle}/dates/", body).status == 200
    mine, other = (program(one).get("home/").body["seats"][0] for one in (ada, ben))
    assert (mine["to_report"], other["to_report"]) == (1, 1)
    assert mine["errands"] == []
    (errand,) = other["errands"]
    assert errand["battle_id"] == battle
    assert "offers a date" in errand["text"]
    assert errand["until"]
    assert "Club hall" not in str(other)


def test_a_facilitator_reads_how_much_is_missing_and_who_is_invited_reads_the_link(
    war: War, mara: User, nils: User, program: As
) -> None:
    (desk,) = program(mara).get("home/").body["desks"]
    assert (desk["missing"], desk["disputes"], desk["wanted"]) == (3, 0, False)
    made = Invitation.objects.create(
        campaign=war.campaign,
        kind=InvitationKind.OBSERVER,
        email=nils.email,
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=1),
    )
    (invitation,) = program(nils).get("home/").body["invitations"]
    assert (invitation["token"], invitation["kind"]) == (made.token, "observer")
    assert program(nils).get(f"invitations/{made.token}/").status == 200


def test_the_account_is_read_and_set_as_on_its_page(ada: User, program: As) -> None:
    before = program(ada).get("account/").body
    assert before == {"name": "Ada", "time_zone": ada.time_zone, "theme": "system"}
    wish = {"name": "Ada of the Ford", "time_zone": "Europe/Berlin", "theme": "night"}
    assert program(ada).put("account/", wish, key="k").body == wish
    ada.refresh_from_db()
    assert (ada.name, ada.time_zone, ada.theme) == tuple(wish.values())


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"name": " "}, "name"),
        ({"theme": "pink"}, "theme"),
        ({"email": "other@club.example"}, "email"),
    ],
)
def test_what_an_account_cannot_have_is_refused_at_its_field(
    change: dict[str, str], path: str, ada: User, program: As
) -> None:
    wish = {"name": "Ada", "time_zone": "UTC", "theme": "night", **change}
    answer = program(ada).put("account/", wish)
    assert (answer.status, list(answer.errors)) == (400, [path])
