"""What surrounds a battle goes out and in with its campaign; what is sealed or private does not."""

from __future__ import annotations

import hashlib

import pytest

from battles.models import Act, ArmyList, Meeting, Offer, Picture, Tale
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.exporting import picture_mark as mark
from campaign.archive.exchange.importing import import_campaign
from campaign.base.refusal import Refusal
from campaign.models import Campaign, ForfeitClaim, StandIn, User
from tests.archive.test_exchange import files_of_bytes, line_changed_bytes, pack_bytes
from tests.battles.around import act, in_days, offer, picture
from tests.fights import battle_in, meet
from tests.wars import War

pytestmark = pytest.mark.django_db


@pytest.fixture
def war() -> War:
    """A battle with a date that was agreed, one list, a story, a picture, a claim and a stand-in."""
    war = meet()
    taken = offer(war, "north", 3, place="Club hall, table 3")
    act(war, "south", "take", offer=taken)
    act(war, "north", "list", points="1500", text="Two tanks and a prayer")
    act(war, "south", "story", text="It rained all day.")
    act(war, "south", "picture", picture=picture(), caption="The ford")
    ForfeitClaim.objects.create(
        battle=battle_in(war), seat=war.seat("north"), evidence="Nobody came.", made_at=in_days(war, 4)
    )
    act(war, "north", "stand-in")
    return war


def out(war: War) -> bytes:
    return export_campaign(campaign=Campaign.objects.get(pk=war.campaign.pk), by=war.facilitator)


def test_what_surrounds_a_battle_comes_in_as_it_went_out(war: War) -> None:
    friend = User.objects.create_user("friend@club.example", name="Friend")
    packed = out(war)
    before = [model.objects.count() for model in (Offer, Meeting, Tale, Picture, Act, ForfeitClaim)]
    assert 0 not in before
    Campaign.objects.all().delete()
    arrived = import_campaign(file=packed, by=friend)
    assert [model.objects.count() for model in (Offer, Meeting, Tale, Picture, Act, ForfeitClaim)] == before
    assert export_campaign(campaign=arrived, by=friend) == packed


def test_neither_places_nor_single_lists_nor_stand_ins_are_in_the_file(war: War) -> None:
    text = b"".join(files_of_bytes(out(war)).values())
    assert b"Club hall" not in text
    assert b"Two tanks" not in text
    assert StandIn.objects.get().token.encode() not in text
    act(war, "south", "list", points="1500", text="Three tanks")
    assert ArmyList.objects.count() == 2
    assert b"Two tanks" in b"".join(files_of_bytes(out(war)).values())


def test_a_picture_of_another_site_is_made_anew_and_what_is_none_is_refused(war: War) -> None:
    friend = User.objects.create_user("friend@club.example", name="Friend")
    files = files_of_bytes(out(war))
    Campaign.objects.all().delete()
    name = next(one for one in files if one.startswith("pictures/"))
    spiked = files[name] + b"<script>alert(1)</script>"
    assert mark(spiked) != mark(files[name])
    digest = hashlib.sha256(spiked).hexdigest()
    said = {"sha256": digest, "mark": mark(files[name])}
    changed = line_changed_bytes({**files, f"pictures/{digest}": spiked}, "picture.jsonl", 1, data=said)
    import_campaign(file=pack_bytes(changed), by=friend)
    stored = bytes(Picture.objects.get().data)
    assert stored.startswith(b"\xff\xd8")
    assert b"<script>" not in stored
    Campaign.objects.all().delete()
    broken = {**changed, f"pictures/{digest}": b"GIF nothing"}
    with pytest.raises(Refusal, match=r"picture.jsonl, row 1: data: there is no such picture"):
        import_campaign(file=pack_bytes(broken), by=friend)
    assert not Campaign.objects.exists()
