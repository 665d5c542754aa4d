"""What a club asks of whoever plays: versions of which none is lost, and who has agreed to which."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from campaign.accounts.privacy.selectors import own_data
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.refusal import Outdated, Refusal
from campaign.founding.draft_saving import open_draft
from campaign.founding.services import use_pace
from campaign.founding.start.copying import copy_campaign
from campaign.models import AuditEntry, Campaign, CampaignText, Consent, Invitation, Notice, Seat, User
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.services import invite
from campaign.people.selectors import people_page
from campaign.people.texts.selectors import agreements_of, texts_of, texts_version
from campaign.people.texts.services import MOST_TEXT, agree, save_texts
from tests.wars import APART, War, begin_war

pytestmark = pytest.mark.django_db
Browser = Callable[[User | None], Client]

ASKED = "Bring a **painted army** of 2000 points, and answer within two days."


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign that is being built, and asks something of whoever takes a seat."""
    site = open_draft(by=mara, name="Karst", seats=3)
    save_texts(
        campaign=site, by=mara, texts={"participation": ASKED, "army_lists": "Codices alone. <script>"}
    )
    return Campaign.objects.get(pk=site.pk)


@pytest.fixture
def link(site: Campaign, mara: User) -> Invitation:
    return invite(campaign=site, by=mara, uses=3)


def refused(act: Callable[[], object]) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        act()
    return caught.value.code, caught.value.field


def now_of(campaign: Campaign) -> dict[str, tuple[int, str]]:
    return {one.kind: (one.version, one.text) for one in texts_of(campaign)}


def test_a_new_campaign_begins_with_the_three_principal_rules(mara: User) -> None:
    (conduct,) = texts_of(open_draft(by=mara, name="New", seats=2))
    assert (conduct.kind, conduct.version) == ("conduct", 1)
    for rule in ("Play fair", "Have fun", "Be reliable"):
        assert rule in conduct.text


def test_the_rules_that_a_war_begins_with_fit_how_fast_it_goes(mara: User, ben: User) -> None:
    war = open_draft(by=mara, name="New", seats=2)
    use_pace(campaign=war, by=mara, key="evening")
    version, text = now_of(war)["conduct"]
    assert version == 1, "nobody has read another one"
    assert "minutes" in text
    assert "two days" not in text
    # Whoever has come is told of the change; words of one's own stay.
    accept_invitation(invitation=invite(campaign=war, by=mara, uses=1), user=ben)
    use_pace(campaign=war, by=mara, key="week")
    version, text = now_of(war)["conduct"]
    assert version == 2
    assert "two days" in text
    save_texts(campaign=war, by=mara, texts={"conduct": "Be kind."})
    use_pace(campaign=war, by=mara, key="weekend")
    assert now_of(war)["conduct"] == (3, "Be kind.")


def test_every_change_is_a_version_and_none_is_lost(site: Campaign, mara: User) -> None:
    save_texts(
        campaign=site, by=mara, texts={"participation": "Come.", "army_lists": "Codices alone. <script>"}
    )
    save_texts(campaign=site, by=mara, texts={"participation": ""})
    assert "participation" not in now_of(site)
    assert now_of(site)["army_lists"][0] == 1, "what stayed as it was is no new version"
    rows = CampaignText.objects.filter(campaign=site, kind="participation").order_by("version")
    assert list(rows.values_list("version", "text", "by")) == [
        (1, ASKED, mara.pk),
        (2, "Come.", mara.pk),
        (3, "", mara.pk),
    ]
    values = AuditEntry.objects.filter(campaign=site, kind="text", public=True).order_by("id")
    assert [one["version"] for one in values.values_list("values", flat=True)] == [1, 1, 2, 3]


def test_what_cannot_be_saved_says_why(site: Campaign, mara: User, nils: User) -> None:
    assert refused(lambda: save_texts(campaign=site, by=nils, texts={"conduct": "x"}))[0] == "not_yours"
    long = {"experience": "x" * (MOST_TEXT + 1)}
    assert refused(lambda: save_texts(campaign=site, by=mara, texts=long)) == ("text", "experience")
    assert refused(lambda: save_texts(campaign=site, by=mara, texts={"other": "x"})) == ("text", "other")
    seen = texts_version(site)
    save_texts(campaign=site, by=mara, texts={"conduct": "Be kind."}, version=seen)
    with pytest.raises(Outdated) as caught:
        save_texts(campaign=site, by=mara, texts={"conduct": "Be rude."}, version=seen)
    assert caught.value.version == texts_version(site)
    assert now_of(site)["conduct"][1] == "Be kind."


def test_whoever_joins_reads_all_and_agrees_to_the_version_that_stands(
    site: Campaign, link: Invitation, mara: User, ada: User, as_user: Browser
) -> None:
    address = f"/join/{link.token}/"
    for reader in (None, ada):
        page = as_user(reader).get(address).content.decode()
        assert "<strong>painted army</strong>" in page
        assert "Codices alone" in page
        assert "<script>" not in page.partition("Codices alone.")[2][:20]
        assert "Be reliable" in page
    third = site.seats.get(number=3)
    answer = as_user(ada).post(address, {"seat": third.public_id})
    assert answer.status_code == 422
    assert f'value="{third.public_id}" checked' in answer.content.decode(), "the seat stays chosen"
    save_texts(campaign=site, by=mara, texts={"participation": "Another."})
    stale = as_user(ada).post(address, {"seat": third.public_id, "agreed": "1"})
    assert "version 2 now" in stale.content.decode()
    assert not Seat.objects.filter(user=ada).exists()
    assert as_user(ada).post(address, {"seat": third.public_id, "agreed": "2"}).status_code == 302
    (kept,) = Consent.objects.filter(user=ada)
    assert (kept.text.version, kept.text.text, kept.seat) == (2, "Another.", third)


def test_where_nothing_is_asked_nothing_is_kept(mara: User, ada: User) -> None:
    site = open_draft(by=mara, name="Free", seats=2)
    accept_invitation(invitation=invite(campaign=site, by=mara), user=ada)
    assert not Consent.objects.exists()


def test_watching_asks_for_nothing(site: Campaign, mara: User, ada: User) -> None:
    accept_invitation(invitation=invite(campaign=site, by=mara, kind="observer"), user=ada)
    assert not Consent.objects.exists()


def test_after_a_change_each_player_is_asked_anew_and_only_the_player(
    site: Campaign, link: Invitation, mara: User, ada: User, ben: User, as_user: Browser
) -> None:
    for user in (ada, ben):
        accept_invitation(invitation=link, user=user, agreed=1)
    assert "agree again" not in as_user(ada).get("/").content.decode()
    save_texts(campaign=site, by=mara, texts={"substitutes": "Mark them."})
    assert not Seat.objects.filter(to_agree=True).exists(), "only what taking part asks for is agreed to"
    save_texts(campaign=site, by=mara, texts={"participation": "More of it."})
    seat = Seat.objects.get(user=ada)
    assert seat.to_agree
    assert "agree again" in as_user(ada).get("/").content.decode()
    page = as_user(ada).get(f"/c/{site.public_id}/seat/")
    assert "More of it." in page.content.decode()
    assert "agree again" in as_user(ada).get(f"/c/{site.public_id}/about/").content.decode()
    assert "agree again" not in as_user(mara).get(f"/c/{site.public_id}/about/").content.decode()
    wrong = as_user(ada).post(f"/c/{site.public_id}/seat/", {"act": "agree", "agreed": "1"})
    assert wrong.status_code == 422
    as_user(ada).post(f"/c/{site.public_id}/seat/", {"act": "agree", "agreed": "2"})
    assert [(one.version, one.now) for one in agreements_of(ada, site)] == [(2, True), (1, False)]
    rows = {row.player: (row.agreed, row.to_agree) for row in people_page(site, mara).seats if row.player}
    assert rows == {ada.name: (2, False), ben.name: (1, True)}
    assert refused(lambda: agree(seat=seat, by=ben, version=2))[0] == "not_yours"


def test_a_change_is_told_to_all_and_stops_no_plan(mara: User, as_user: Browser) -> None:
    war: War = begin_war(APART)
    save_texts(campaign=war.campaign, by=war.facilitator, texts={"participation": ASKED})
    told = Notice.objects.filter(kind="texts_changed")
    assert {one.user for one in told} == set(war.users.values())
    north = as_user(war.users["north"])
    assert "agree again" in north.get(f"/c/{war.campaign.public_id}/").content.decode()
    desk = as_user(war.facilitator)
    page = desk.get(f"/c/{war.campaign.public_id}/desk/texts/").content.decode()
    assert "painted army" in page
    sent = {"participation": ASKED, "conduct": "Be kind.", "version": texts_version(war.campaign)}
    assert desk.post(f"/c/{war.campaign.public_id}/desk/texts/", sent).status_code == 302
    assert (
        desk.post(f"/c/{war.campaign.public_id}/desk/texts/", {**sent, "conduct": "No."}).status_code == 409
    )
    assert north.get(f"/c/{war.campaign.public_id}/desk/texts/").status_code == 404


def test_files_and_copies_carry_texts_and_nobodys_consent(
    site: Campaign, link: Invitation, mara: User, ada: User, nils: User
) -> None:
    accept_invitation(invitation=link, user=ada, agreed=1)
    save_texts(campaign=site, by=mara, texts={"participation": "More."})
    arrived = import_campaign(file=export_campaign(campaign=site, by=mara), by=nils)
    assert now_of(arrived) == now_of(site)
    assert arrived.texts.count() == site.texts.count()
    copied = copy_campaign(by=mara, source_id=site.public_id, name="Again")
    assert {kind: text for kind, (_n, text) in now_of(copied).items()} == {
        kind: text for kind, (_n, text) in now_of(site).items()
    }
    assert set(Consent.objects.values_list("text__campaign", flat=True)) == {site.pk}
    assert not Seat.objects.filter(campaign__in=(arrived, copied), to_agree=True).exists()
    assert ASKED in own_data(ada)["campaigns.json"].decode()
    assert ASKED not in own_data(mara)["campaigns.json"].decode()
