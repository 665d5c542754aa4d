"""Whoever is invited several times to one part reads of it once."""

from __future__ import annotations

import pytest

from campaign.base.refusal import Refusal
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, InvitationKind, Role, RoleKind, Seat, SeatStatus, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.selectors import waiting_for
from campaign.people.invitations.services import invite, revoke_invitation
from tests.people.test_invited_addresses import Browser


@pytest.fixture
def draft(mara: User) -> Campaign:
    """A campaign of three that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=3)


def test_three_invitations_to_one_person_stand_there_once(
    draft: Campaign, mara: User, ada: User, as_user: Browser
) -> None:
    one, *_more, last = [invite(campaign=draft, by=mara, to=ada.email) for _ in range(3)]
    assert as_user(ada).get("/").content.decode().count("See the invitation") == 1
    assert len(as_user(ada).get("/api/v1/home/").json()["invitations"]) == 1
    assert waiting_for(ada) == (last,)
    revoke_invitation(invitation=last, by=mara)
    assert len(waiting_for(ada)) == 1
    # Any of them still works, and then none waits any more.
    accept_invitation(invitation=one, user=ada)
    assert waiting_for(ada) == ()


def test_whoever_invites_again_is_told_that_it_is_the_second(
    draft: Campaign, mara: User, nils: User, as_user: Browser
) -> None:
    Role.objects.create(campaign=draft, user=nils, kind=RoleKind.FACILITATOR)
    sent = {"act": "invite", "kind": "player", "seat": "", "to": "new@club.example", "days": 14, "uses": 1}
    told = "beside an earlier one that still works"

    def press(user: User) -> str:
        return as_user(user).post(f"/c/{draft.public_id}/people/", sent, follow=True).content.decode()

    assert told not in press(mara)
    assert told in press(mara)
    # Whom somebody else has invited is not told to whoever types an address.
    assert told not in press(nils)


def test_nobody_invites_himself(draft: Campaign, mara: User) -> None:
    with pytest.raises(Refusal) as caught:
        invite(campaign=draft, by=mara, to=mara.email.upper())
    assert (caught.value.code, caught.value.field) == ("impossible", "to")


def test_another_part_is_another_invitation(draft: Campaign, mara: User, ada: User) -> None:
    for kind in (InvitationKind.PLAYER, InvitationKind.OBSERVER, InvitationKind.PLAYER):
        invite(campaign=draft, by=mara, kind=kind, to=ada.email)
    assert [one.kind for one in waiting_for(ada)] == ["player", "observer"]


def test_one_whose_seat_is_taken_gives_way(draft: Campaign, mara: User, ada: User, ben: User) -> None:
    first, second = draft.seats.order_by("number")[:2]
    invite(campaign=draft, by=mara, seat=first, to=ada.email)
    invite(campaign=draft, by=mara, seat=second, to=ada.email)
    assert [one.seat for one in waiting_for(ada)] == [second]
    Seat.objects.filter(pk=second.pk).update(user=ben, status=SeatStatus.PLAYER)
    assert [one.seat for one in waiting_for(ada)] == [first]
