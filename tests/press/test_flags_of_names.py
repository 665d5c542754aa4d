"""Texts of campaigns, names of banners, quick battles: flagged, taken away and put back like all else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from battles.models import Phone
from battles.table.keepsakes.services import share
from campaign.accounts.privacy.selectors import own_data
from campaign.base.refusal import Refusal
from campaign.founding.draft_saving import open_draft
from campaign.models import (
    Banner,
    Battle,
    Campaign,
    CampaignText,
    Flag,
    FlagKind,
    PlayerTurn,
    User,
)
from campaign.people.texts.services import save_texts
from campaign.press.measures.services import Act, act, undo
from campaign.press.moderation.services import flag
from campaign.press.moderation.subjects import find
from campaign.public.directory.services import save_advert
from tests.archive.test_war_end import finished
from tests.table.test_keepsakes import over
from tests.wars import APART, begin_war

pytestmark = pytest.mark.django_db
As = Callable[[User | None], Client]


@pytest.fixture
def otto(db: None) -> User:
    """The operator, who plays nowhere."""
    return User.objects.create_superuser("otto@site.example", "an operator's password", name="Otto")


def stored(campaign: Campaign) -> str:
    """All that was told to seats of their turns."""
    rows = PlayerTurn.objects.filter(turn__campaign=campaign).order_by("id")
    return json.dumps(list(rows.values_list("announcement", "report", "map")))


def test_a_text_is_flagged_by_whoever_reads_it_and_taken_away_in_all_versions(
    tarn: Campaign, mara: User, ben: User, nils: User, otto: User, as_user: As
) -> None:
    save_texts(campaign=tarn, by=mara, texts={"conduct": "First words."})
    save_texts(campaign=tarn, by=mara, texts={"conduct": "Bad words."})
    thing = f"{tarn.public_id}.conduct"
    for reader in (nils, None):
        assert find(reader, FlagKind.TEXT, thing) is None
    assert find(ben, FlagKind.TEXT, f"{tarn.public_id}.experience") is None, "there is none"
    assert find(ben, FlagKind.TEXT, f"{tarn.public_id}.nonsense") is None
    page = as_user(ben).get(f"/flag/campaign/{tarn.public_id}/").content.decode()
    assert f"/flag/text/{thing}/" in page
    made = flag(reader=ben, kind=FlagKind.TEXT, thing=thing, reason="Threats", to_operators=True)
    assert (made.person, made.snapshot) == (mara, {"title": "Conduct", "text": "Bad words."})
    done = act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Threats"))
    words = set(CampaignText.objects.filter(campaign=tarn, kind="conduct").values_list("text", flat=True))
    assert words == {"Taken away by the operators: Threats"}
    undo(operator=otto, measure_id=done.public_id, reason="A quotation")
    words = set(CampaignText.objects.filter(campaign=tarn, kind="conduct").values_list("text", flat=True))
    assert {"First words.", "Bad words."} <= words


def test_a_war_that_looks_for_players_is_flagged_before_its_start(
    mara: User, otto: User, as_user: As
) -> None:
    site = open_draft(by=mara, name="Karst", seats=3)
    Campaign.objects.filter(pk=site.pk).update(open_to_all=True)
    site.refresh_from_db()
    path = f"/flag/campaign/{site.public_id}/"
    assert as_user(None).get(path).status_code == 404, "nobody reads of it yet"
    save_advert(campaign=site, by=mara, seeking=True, word="Bad words")
    save_texts(campaign=site, by=mara, texts={"conduct": "More bad words."})
    assert path in as_user(None).get(f"/wars/{site.public_id}/").content.decode()
    page = as_user(None).get(path).content.decode()
    assert "Bad words" in page
    assert f"/flag/text/{site.public_id}.conduct/" in page
    assert "/flag/army/" not in page, "of armies nobody from outside is told yet"
    assert as_user(None).get(f"/flag/army/{site.public_id}.1/").status_code == 404
    sent = as_user(None).post(path, {"reason": "Bad"})
    assert (sent.status_code, sent["Location"]) == (302, f"/wars/{site.public_id}/")
    done = act(operator=otto, flag_id=Flag.objects.get().public_id, wish=Act("hide", "Bad"))
    shown = as_user(None).get(f"/wars/{site.public_id}/").content.decode()
    assert "Karst" not in shown
    assert "Bad words" not in shown
    undo(operator=otto, measure_id=done.public_id, reason="No harm")
    assert "Bad words" in as_user(None).get(f"/wars/{site.public_id}/").content.decode()


def test_a_banners_name_is_flagged_by_those_who_are_told_it(otto: User, as_user: As) -> None:
    war = begin_war(APART)
    Campaign.objects.update(open_to_all=True)
    thing = war.banner("north1").public_id
    south, outside = war.users["south"], User.objects.create_user("nils@elsewhere.example", name="Nils")
    for reader in (south, outside, None):
        assert find(reader, FlagKind.BANNER, thing) is None
        assert thing not in as_user(reader).get(f"/flag/campaign/{war.campaign.public_id}/").content.decode()
    own, staff = (
        find(war.users["north"], FlagKind.BANNER, thing),
        find(war.facilitator, FlagKind.BANNER, thing),
    )
    assert own is not None
    assert staff is not None
    assert (staff.title, staff.text, staff.person) == (war.banner("north1").name, "", war.users["north"])
    Campaign.objects.update(status="ended")
    assert find(outside, FlagKind.BANNER, thing) is not None
    Campaign.objects.update(open_to_all=False)
    assert find(outside, FlagKind.BANNER, thing) is None
    assert find(south, FlagKind.BANNER, thing) is not None


def test_a_banners_name_goes_wherever_it_stands_and_nothing_else_changes(otto: User) -> None:
    war = finished()
    banner = war.banner("north1")
    slur = "Zqslur"
    changed = json.loads(stored(war.campaign).replace(json.dumps(banner.name), json.dumps(slur)))
    rows = PlayerTurn.objects.filter(turn__campaign=war.campaign).order_by("id")
    for row, (announcement, report, board) in zip(rows, changed, strict=True):
        PlayerTurn.objects.filter(pk=row.pk).update(announcement=announcement, report=report, map=board)
    Banner.objects.filter(pk=banner.pk).update(name=slur)
    Battle.objects.filter(name_first=banner.name).update(name_first=slur)
    before = stored(war.campaign)
    assert before.count(slur) >= 4
    south = war.users["south"]
    made = flag(
        reader=south, kind=FlagKind.BANNER, thing=banner.public_id, reason="A slur", to_operators=True
    )
    done = act(operator=otto, flag_id=made.public_id, wish=Act("rename", "A slur", name="First"))
    after = stored(war.campaign)
    assert after == before.replace(slur, "First")
    assert Banner.objects.get(pk=banner.pk).name == "First"
    assert not Battle.objects.filter(name_first=slur).exists()
    undo(operator=otto, measure_id=done.public_id, reason="It is a river")
    assert stored(war.campaign) == before
    again = flag(reader=south, kind=FlagKind.BANNER, thing=banner.public_id, reason="No", to_operators=True)
    act(operator=otto, flag_id=again.public_id, wish=Act("hide", "A slur"))
    assert Banner.objects.get(pk=banner.pk).name == "Banner 1"
    assert slur not in stored(war.campaign)


def test_a_quick_battle_is_flagged_by_its_link_and_by_who_sits_at_it(
    ada: User, ben: User, nils: User, otto: User, as_user: As
) -> None:
    pair = over()
    for phone, user in ((pair.ada, ada), (pair.ben, ben)):
        Phone.objects.filter(pk=phone.pk).update(user=user)
    token = share(pair.table, pair.ada, wanted=True).share_token
    shared = as_user(None).get(f"/shared/tables/{token}/").content.decode()
    assert f"/flag/table/{token}/" in shared
    page = as_user(None).get(f"/flag/table/{token}/").content.decode()
    assert "Brown" in page
    assert "Brown squad" not in page, "who has the link sees the sides alone"
    mine: Any = find(ada, FlagKind.TABLE, pair.table.public_id)
    assert (mine.title, mine.person) == ("Test", ben)
    assert "Brown squad" in mine.text
    assert find(nils, FlagKind.TABLE, pair.table.public_id) is None
    assert find(None, FlagKind.TABLE, pair.table.public_id) is None
    made = flag(reader=ada, kind=FlagKind.TABLE, thing=pair.table.public_id, reason="Bad names")
    assert made.to_operators, "it belongs to no campaign"
    before = pair.table.state
    done = act(operator=otto, flag_id=made.public_id, wish=Act("hide", "Bad names"))
    assert [side.name for side in pair.game.sides] == ["Side 1", "Side 2"]
    assert not {"Test", "Green", "Brown"} & set(pair.table.name.split())
    assert as_user(None).get(f"/shared/tables/{token}/").status_code == 404
    board = as_user(ben).get(f"/t/{pair.table.public_id}/report/").content.decode()
    assert "Side 2" in board
    assert "Brown" not in board
    undo(operator=otto, measure_id=done.public_id, reason="Colours are fine")
    pair.table.refresh_from_db()
    assert (pair.table.state, pair.table.share_token) == (before, token)


def test_ones_own_data_have_ones_flags_and_measures_and_nobody_elses(
    tarn: Campaign, mara: User, ada: User, ben: User, otto: User
) -> None:
    army = f"{tarn.public_id}.1"
    warned = flag(reader=ben, kind=FlagKind.ARMY, thing=army, reason="Rude name", to_operators=True)
    act(operator=otto, flag_id=warned.public_id, wish=Act("warn", "Between us: no more of this"))
    kept = flag(reader=ben, kind=FlagKind.CAMPAIGN, thing=tarn.public_id, reason="Rain", to_operators=True)
    act(operator=otto, flag_id=kept.public_id, wish=Act("dismiss", "Weather is allowed"))

    def told(user: User) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(own_data(user)["messages.json"])
        return found

    first, second = told(ben)["flags"]
    assert (first["kind"], first["reason"], first["campaign"]) == ("army", "Rude name", tarn.name)
    assert (first["to_operators"], first["answer"]) == (True, ""), "why somebody was warned is theirs"
    assert first["settled_at"]
    assert second["answer"] == "Weather is allowed"
    assert told(ben)["measures"] == []
    (measure,) = told(ada)["measures"]
    assert (measure["kind"], measure["reason"]) == ("warn", "Between us: no more of this")
    assert measure["flag__kind"] == "army"
    whole = b"".join(own_data(ada).values()).decode()
    assert "Rude name" not in whole, "who has flagged something, and with which words, is nobody's else"
    assert told(ada)["flags"] == []
    assert [one["kind"] for one in told(otto)["decided"]] == ["warn", "dismiss"]


def test_what_cannot_be_seen_cannot_be_flagged(tarn: Campaign, nils: User, as_user: As) -> None:
    for kind, thing in (
        (FlagKind.TEXT, f"{tarn.public_id}.conduct"),
        (FlagKind.TEXT, "conduct"),
        (FlagKind.BANNER, Banner.objects.filter(campaign=tarn)[0].public_id),
        (FlagKind.TABLE, "nothing"),
    ):
        with pytest.raises(Refusal) as caught:
            flag(reader=nils, kind=kind, thing=thing, reason="Bad")
        assert caught.value.code == "unknown"
        assert as_user(None).get(f"/flag/{kind}/{thing}/").status_code == 404
