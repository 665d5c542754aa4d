"""Whom an invitation is for, and who reads the address that it was mailed to."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from campaign.accounts.privacy.services import own_data_file
from campaign.accounts.services import open_account
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, Invitation, InvitationKind, Notice, Role, RoleKind, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite

pytestmark = pytest.mark.django_db
Browser = Callable[[User | None], Client]


@pytest.fixture
def draft(tarn: Campaign, mara: User) -> Campaign:
    """A campaign of somebody who knows Ada from another one."""
    return open_draft(by=mara, name="Karst", seats=3)


def shown(campaign: Campaign, made: Invitation, user: User, as_user: Browser) -> str:
    """All that a facilitator can read about the campaign's people, by page, program and own data."""
    client = as_user(user)
    with zipfile.ZipFile(io.BytesIO(own_data_file(user))) as own:
        data = "".join(own.read(name).decode() for name in own.namelist() if name != "account.json")
    anybody = Client().get(f"/join/{made.token}/").content.decode()
    addresses = (
        f"/c/{campaign.public_id}/people/",
        f"/api/v1/campaigns/{campaign.public_id}/people/",
        f"/join/{made.token}/",
        f"/api/v1/invitations/{made.token}/",
        "/notices/",
        "/api/v1/notices/",
        "/",
    )
    answers = [client.get(one) for one in addresses]
    assert [one.status_code for one in answers] == [200] * len(addresses)
    return anybody + data + "".join(one.content.decode() for one in answers)


def test_nobody_reads_the_address_of_somebody_invited_by_name(
    draft: Campaign, mara: User, nils: User, ada: User, as_user: Browser
) -> None:
    Role.objects.create(campaign=draft, user=nils, kind=RoleKind.FACILITATOR)
    made = invite(campaign=draft, by=mara, to="ada")
    notices.send_due()
    assert [ada.email] in [one.to for one in mail.outbox]
    for user in (mara, nils):
        assert ada.email not in shown(draft, made, user, as_user)
    row = as_user(mara).get(f"/api/v1/campaigns/{draft.public_id}/people/").json()["invitations"][0]
    assert (row["to"], row["email"], row["mailed"]) == ("ada", "", True)
    assert ada.email not in json.dumps(list(Notice.objects.values_list("detail", flat=True)))


def test_an_address_that_was_typed_is_read_by_whoever_typed_it_alone(
    draft: Campaign, mara: User, nils: User, as_user: Browser
) -> None:
    Role.objects.create(campaign=draft, user=nils, kind=RoleKind.FACILITATOR)
    made = invite(campaign=draft, by=mara, to="New@Club.example")
    assert "new@club.example" in as_user(mara).get(f"/c/{draft.public_id}/people/").content.decode()
    other = shown(draft, made, nils, as_user)
    assert "new@club.example" not in other
    assert "mailed to an address" in other


def test_an_invitation_made_before_shows_no_address(draft: Campaign, mara: User, as_user: Browser) -> None:
    made = invite(campaign=draft, by=mara, to="new@club.example")
    Invitation.objects.filter(pk=made.pk).update(to="")
    assert "new@club.example" not in shown(draft, made, mara, as_user)


@pytest.mark.parametrize("kind", InvitationKind.values)
def test_what_was_mailed_is_accepted_by_whoever_has_the_address(
    draft: Campaign, mara: User, nils: User, as_user: Browser, kind: str
) -> None:
    made = invite(campaign=draft, by=mara, kind=kind, to="new@club.example")
    assert "mailed to another address" in as_user(nils).get(f"/join/{made.token}/").content.decode()
    page = as_user(nils).post(f"/join/{made.token}/")
    assert (page.status_code, "mailed to another address" in page.content.decode()) == (422, True)
    answer = as_user(nils).post(f"/api/v1/invitations/{made.token}/", {}, "application/json")
    assert answer.status_code == 403
    assert "mailed to another address" in answer.json()["detail"]
    assert Invitation.objects.get(pk=made.pk).uses == 0
    new = open_account(name="New", email="new@club.example")
    assert as_user(new).get(f"/api/v1/invitations/{made.token}/").json()["for_another"] is False
    accept_invitation(invitation=made, user=new)
    assert Invitation.objects.get(pk=made.pk).uses == 1


def test_an_address_that_nobody_has_checked_opens_nothing(draft: Campaign, mara: User, nils: User) -> None:
    made = invite(campaign=draft, by=mara, kind=InvitationKind.FACILITATOR, to="new@club.example")
    mine = EmailAddress.objects.create(user=nils, email="new@club.example", verified=False)
    with pytest.raises(Refusal) as caught:
        accept_invitation(invitation=made, user=nils)
    assert caught.value.code == "not_yours"
    EmailAddress.objects.filter(pk=mine.pk).update(verified=True)
    accept_invitation(invitation=made, user=nils)


def test_a_link_that_was_mailed_nowhere_is_for_whoever_holds_it(
    draft: Campaign, mara: User, nils: User
) -> None:
    accept_invitation(invitation=invite(campaign=draft, by=mara), user=nils)
    assert draft.seats.filter(user=nils).exists()
