"""The journey of people through the API: invited, seated, with an army, away, and gone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign.founding.draft_saving import open_draft
from campaign.models import User
from tests.api.conftest import Program, War

pytestmark = pytest.mark.django_db
Programs = Callable[[User | None], Program]


def test_from_an_invitation_to_an_approved_army(mara: User, nils: User, program: Programs) -> None:
    draft = open_draft(by=mara, name="Karst", seats=2)
    path, keeper, player = f"campaigns/{draft.public_id}/", program(mara), program(nils)
    made = keeper.post(f"{path}invitations/", {"to": nils.email, "days": 3}, key="one")
    again = keeper.post(f"{path}invitations/", {"to": nils.email, "days": 3}, key="one")
    assert made.body == again.body
    (row,) = made.body["invitations"]
    link = f"invitations/{row['token']}/"
    offer = player.get(link).body
    assert (offer["campaign"], offer["campaign_id"]) == ("Karst", "")
    assert [seat["seat"] for seat in offer["seats"]] == [1, 2]
    assert player.post(link, {"seat": 9}).status == 400
    assert player.post(link, {"seat": 2}).body == {"campaign_id": draft.public_id}
    assert player.post(link, {}).status == 200
    saved = player.put(f"{path}army/", {"army": "Pale Swarm", "rules": ["hatred"]})
    assert saved.body["problems"] == ["Hatred needs a justification"]
    assert player.post(f"{path}army/submit/", {"army": "Pale Swarm", "rules": ["hatred"]}).status == 409
    assert player.put(f"{path}army/", {"army": "X", "rules": ["magic"]}).status == 400
    handed = {"army": "Pale Swarm", "rules": ["hatred"], "why": {"hatred": "Always"}}
    assert player.post(f"{path}army/submit/", handed).body["state"] == "submitted"
    assert keeper.post(f"{path}seats/2/army/", {"approve": False}).status == 400
    keeper.post(f"{path}seats/2/army/", {"approve": False, "word": "Why always?"})
    assert player.get(f"{path}army/").body["word"] == "Why always?"
    player.post(f"{path}army/submit/", handed)
    people = keeper.post(f"{path}seats/2/army/", {"approve": True}).body
    assert people["seats"][1]["army"] == "Pale Swarm"
    assert keeper.post(f"{path}invitations/{row['id']}/revoke/", {}).body["invitations"][0]["closed"]


def test_a_seat_has_a_deputy_a_vacation_and_an_end(
    war: War, mara: User, ada: User, nils: User, program: Programs
) -> None:
    player = program(ada)
    seat = player.post(f"{war.path}seat/deputies/", {"who": nils.email}).body
    (deputy,) = seat["deputies"]
    assert deputy["name"] == "Nils"
    assert player.post(f"{war.path}seat/deputies/{deputy['person']}/end/", {}).body["deputies"] == []
    days = {"first_day": "2099-01-01", "last_day": "2099-01-03"}
    (away,) = player.post(f"{war.path}seat/vacations/", days).body["vacations"]
    assert player.post(f"{war.path}seat/vacations/", days).errors["first_day"]
    assert player.post(f"{war.path}seat/vacations/{away['id']}/cancel/", {}).body["vacations"] == []
    assert player.post(f"{war.path}seats/1/bot/", {"bot": True}).body == {"bot": True}
    assert player.get(f"{war.path}seat/").body["status"] == "bot"
    assert player.post(f"{war.path}seat/leave/", {"sure": False}).status == 400
    assert player.post(f"{war.path}seat/leave/", {"sure": True}).status == 200
    assert player.get(war.path).status == 200
    assert player.get(f"{war.path}seat/").status == 403


def test_a_facilitator_changes_the_calendar_and_hands_over(
    war: War, mara: User, nils: User, program: Programs
) -> None:
    keeper = program(mara)
    changed = keeper.post(f"{war.path}calendar/", {"reason": "Yule", "turns": {"2": {"battle_days": 20}}})
    assert changed.body["turns"][1]["own"] is True
    wrong = keeper.post(f"{war.path}calendar/", {"reason": "Yule", "plan": {"weekday": "someday"}})
    assert "plan" in wrong.errors
    people = keeper.post(f"{war.path}invitations/", {"kind": "observer"}).body
    program(nils).post(f"invitations/{people['invitations'][0]['token']}/", {})
    (watcher,) = [row for row in keeper.get(f"{war.path}people/").body["roles"] if not row["you"]]
    assert keeper.post(f"{war.path}roles/", {"act": "step_down"}).status == 409
    assert keeper.post(f"{war.path}roles/", {"act": "hand_over", "person": watcher["person"]}).status == 200
    assert keeper.get(f"{war.path}people/").status == 403
    assert program(nils).get(f"{war.path}people/").status == 200
