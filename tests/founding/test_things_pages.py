"""Triggers and sealed relics are written in the builder: ready-made, by lot, or word by word."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from campaign.base.maps.plants import PLANTS, planted, planted_by_lot
from campaign.base.refusal import Refusal
from campaign.base.setup.boards import faults, read_board
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.trigger_words import ThingNames, trigger_sentences
from campaign.founding import services as building
from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.founding.things import services as things
from campaign.founding.things.forms import DEEDS, TERMS
from campaign.models import Campaign, Draft, Feature, PlayerTurn, Relic, Trigger, User
from rules.club.triggers import DeedKind, TermKind
from tests.founding.test_builder_pages import logged_in, page, send
from tests.founding.test_building import BOARD, filled, seat_of

pytestmark = pytest.mark.django_db

WIDE: dict[str, Any] = {**BOARD, "terrain": ["." * 14] * 10}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building, with a feature and two relics."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    save_board(campaign=site, by=mara, board=WIDE)
    return site


def board(site: Campaign) -> dict[str, Any]:
    found: dict[str, Any] = Draft.objects.get(campaign=site).board
    return found


def path(site: Campaign, route: str = "build_things", *more: str) -> str:
    return reverse(route, args=[site.public_id, *more])


@pytest.mark.parametrize("plant", PLANTS, ids=lambda one: one.key)
def test_a_ready_made_trigger_is_put_on_the_map_with_one_click(
    site: Campaign, mara: User, plant: Any
) -> None:
    client = logged_in(mara)
    sent = {"act": "plant", "plant-template": plant.key, "plant-at": "G6", "plant-other": ""}
    assert send(client, path(site), sent).status_code == 302
    now = board(site)
    (trigger,) = now["triggers"]
    feature = next(one for one in now["features"] if one["id"] == trigger["feature"])
    assert feature["at"] == [6, 5]
    assert list(faults(now, ("s1", "s2"))) == []
    shown = page(client, "build_things", site)
    for said in trigger_sentences(trigger, ThingNames.on(now)):
        assert said.replace("'", "&#x27;") in shown
    site.refresh_from_db()
    assert Variables.of(site).special_orders == ("use" if plant.uses else "none")
    # Once more, with ids of its own.
    assert send(client, path(site), {**sent, "plant-at": "H7"}).status_code == 302
    assert len({one["id"] for one in board(site)["triggers"]}) == 2


def test_what_is_wrong_with_its_place_is_told_beside_it(site: Campaign, mara: User) -> None:
    sent = {"act": "plant", "plant-template": "vault", "plant-at": "G99", "plant-other": "B2"}
    answer = send(logged_in(mara), path(site), sent)
    assert answer.status_code == 422
    text = answer.content.decode()
    beside = text[text.index('data-field="plant-at"') :]
    assert "off the map" in beside[: beside.index("</ul>")]
    assert 'value="B2"' in text
    assert board(site)["triggers"] == []


def test_a_trigger_is_written_word_by_word(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    begin = f"{path(site, 'build_trigger_new')}?of=feature:f1"
    assert "What happens first?" in client.get(begin).content.decode()
    version = client.get(begin).content.decode().partition('name="version" value="')[2][:32]
    first = {"of": "feature:f1", "act": "do-level", "do-level-by": "2", "do-level-on": "all"}
    wrong = client.post(begin, {**first, "version": version, "do-level-by": "0"})
    assert wrong.status_code == 422
    assert "0 would change nothing." in wrong.content.decode()
    answer = client.post(begin, {**first, "version": version})
    own = path(site, "build_trigger", "t1")
    assert (answer.status_code, answer.headers["Location"]) == (302, own)
    words: list[dict[str, Any]] = [
        {"act": "when-used"},
        {"act": "when-order", "when-order-order": "fortify"},
        {"act": "when-carries", "when-carries-relic": "r1"},
        {"act": "when-held", "when-held-turns": "3"},
        {"act": "when-knows", "when-knows-feature": "f1"},
        {"act": "when-occupies", "when-occupies-sectors": "A1-B2"},
        {"act": "when-turn", "when-turn-first": "2", "when-turn-last": ""},
        {"act": "when-die", "when-die-sides": "6", "when-die-at_least": "5"},
        {"act": "do-reveal", "do-reveal-what": "relic:r1", "do-reveal-to": "all"},
        {"act": "do-unseal", "do-unseal-relic": "r1"},
        {"act": "do-spy", "do-spy-radius": "4", "do-spy-at": "C3"},
        {
            "act": "head",
            "head-repeat": "each",
            "head-hint": "Knock.",
            "head-told": "Open.",
            "head-told_to": "all",
        },
    ]
    for sent in words:
        assert send(client, own, sent).status_code == 302, sent
    (trigger,) = board(site)["triggers"]
    assert trigger == {
        "id": "t1",
        "feature": "f1",
        "repeat": "each",
        "when": [
            {"is": "used"},
            {"is": "order", "order": "fortify"},
            {"is": "carries", "relic": "r1"},
            {"is": "held", "turns": 3},
            {"is": "knows", "feature": "f1"},
            {"is": "occupies", "sectors": [[0, 0], [1, 0], [0, 1], [1, 1]]},
            {"is": "turn", "from": 2},
            {"is": "die", "sides": 6, "at_least": 5},
        ],
        "do": [
            {"do": "level", "by": 2, "on": "all"},
            {"do": "reveal", "relic": "r1", "to": "all"},
            {"do": "unseal", "relic": "r1"},
            {"do": "spy", "radius": 4, "at": [2, 2]},
        ],
        "hint": "Knock.",
        "told": "Open.",
        "told_to": "all",
    }
    shown = client.get(own).content.decode()
    for said in (
        "Orb is unsealed",
        "occupies A1, B1, A2, B2",
        "turn 2 or later",
        "the acting banner carries Orb",
    ):
        assert said in shown
    assert send(client, own, {"act": "drop-when", "which": "0"}).status_code == 302
    assert board(site)["triggers"][0]["when"][0] == {"is": "order", "order": "fortify"}
    for _n in range(4):
        send(client, own, {"act": "drop-do", "which": "0"})
    assert len(board(site)["triggers"][0]["do"]) == 1
    assert send(client, path(site), {"act": "remove", "which": "t1"}).status_code == 302
    assert board(site)["triggers"] == []


def test_every_word_has_a_form_and_a_sentence() -> None:
    assert set(TERMS) == {kind.value for kind in TermKind}
    assert set(DEEDS) == {kind.value for kind in DeedKind} - {"move"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"act": "when-occupies", "when-occupies-sectors": "Z99x"}, "Z99x is no sector"),
        ({"act": "when-occupies", "when-occupies-sectors": "A1-D4"}, "Name 1 to 8 sectors."),
        ({"act": "when-occupies", "when-occupies-sectors": "N11"}, "Off the map or impassable: N11"),
        ({"act": "when-die", "when-die-sides": "4", "when-die-at_least": "5"}, "At most as many"),
        ({"act": "when-turn", "when-turn-first": "", "when-turn-last": ""}, "Name the first turn"),
        ({"act": "do-spy", "do-spy-radius": "31"}, "less than or equal to 30"),
    ],
)
def test_a_word_that_cannot_be_is_told_and_stays(
    site: Campaign, mara: User, sent: dict[str, Any], said: str
) -> None:
    bare = {"feature": "f1", "do": [{"do": "level", "by": 1}]}
    things.save_trigger(campaign=site, by=mara, trigger=bare)
    client = logged_in(mara)
    answer = send(client, path(site, "build_trigger", "t1"), sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert board(site)["triggers"][0]["when"] == []


def test_two_who_write_at_once_lose_nothing(site: Campaign, mara: User) -> None:
    bare = {"feature": "f1", "do": [{"do": "level", "by": 1}]}
    things.save_trigger(campaign=site, by=mara, trigger=bare)
    client, own = logged_in(mara), path(site, "build_trigger", "t1")
    version = client.get(own).content.decode().partition('name="version" value="')[2][:32]
    things.seal(campaign=site, by=mara, relic="r1", sealed=True)
    head = {"head-repeat": "turn", "head-hint": "Mine.", "head-told": "", "head-told_to": "all"}
    answer = client.post(own, {**head, "act": "head", "version": version})
    assert answer.status_code == 409
    assert "Mine." in answer.content.decode()
    assert board(site)["triggers"][0]["hint"] == ""


def test_a_relic_is_sealed_and_opened(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    building.save_dossier(campaign=site, by=mara, seat=seat_of(site, 1), dossier={}, relics=["r1"])
    assert send(client, path(site), {"act": "seal", "which": "r1"}).status_code == 302
    first = board(site)["relics"][0]
    assert (first["sealed"], first["known_to"]) == (True, [])
    with pytest.raises(Refusal) as refused:
        things.seal(campaign=site, by=mara, relic="r2", sealed=True)
    assert "what is sealed lies somewhere" in refused.value.message
    assert send(client, path(site), {"act": "open", "which": "r1"}).status_code == 302
    assert board(site)["relics"][0]["sealed"] is False


def test_an_automatic_campaign_has_them_by_lot_alone_and_no_orders_in_words(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    bare = {"feature": "f1", "do": [{"do": "level", "by": 1}]}
    things.save_trigger(campaign=site, by=mara, trigger=bare)
    building.save_settings(campaign=site, by=mara, changes={"special_orders": "all"})
    with pytest.raises(Refusal) as refused:
        building.save_settings(campaign=site, by=mara, changes={}, automatic=True)
    assert refused.value.field == "special_orders"
    building.save_settings(campaign=site, by=mara, changes={"special_orders": "use"}, automatic=True)
    for do in (
        lambda: things.save_trigger(campaign=site, by=mara, trigger=bare),
        lambda: things.plant(campaign=site, by=mara, key="well", at=(3, 3)),
    ):
        with pytest.raises(Refusal) as refused:
            do()
        assert refused.value.code == "automatic"
    filled(site, ada, ben)
    site.refresh_from_db()
    missing = [one.text for one in checklist_of(site, Draft.objects.get(campaign=site)) if one.blocking]
    assert missing == [
        "Where turns go on by themselves, triggers come ready-made and by lot: remove your own."
    ]
    things.remove_trigger(campaign=site, by=mara, key="t1")
    client = logged_in(mara)
    sent = {"act": "lots", "lots-templates": ["well", "vault"]}
    version = client.get(path(site)).content.decode().rpartition('name="version" value="')[2][:32]
    assert client.post(path(site), {**sent, "version": version}).status_code == 302
    assert Draft.objects.get(campaign=site).lots == ["vault", "well"]
    assert board(site)["triggers"] == []
    start_campaign(campaign=site, by=mara)
    assert {one.key for one in Trigger.objects.filter(campaign=site)} == {"vault", "well"}
    assert Relic.objects.get(campaign=site, key="rod").sealed


def test_nobody_who_builds_blind_sees_where(mara: User, ada: User) -> None:
    blind = open_draft(by=mara, name="Blind", seats=2, blind=True)
    building.use_template(campaign=blind, by=mara, key="crossing")
    client = logged_in(mara)
    assert "by lot" in page(client, "build_things", blind)
    for act in ("plant", "seal", "remove"):
        client.post(path(blind), {"act": act, "which": "r1", "plant-template": "well", "plant-at": "B2"})
    assert "triggers" not in board(blind) or board(blind)["triggers"] == []
    assert client.get(f"{path(blind, 'build_trigger_new')}?of=feature:f1").status_code == 404
    things.save_lots(campaign=blind, by=mara, keys=["vault"])
    blind.seats.update(status="bot")
    blind.roles.create(user=ada, kind="arbiter")
    start_campaign(campaign=blind, by=mara)
    where = Feature.objects.get(campaign=blind, key="vault")
    assert where.name == "Sealed vault"
    told = PlayerTurn.objects.filter(turn__campaign=blind).values_list("map", "report")
    assert "vault" not in str(list(told)).lower()


def test_lots_are_drawn_from_the_secret_far_from_all_armies() -> None:
    bare = read_board(WIDE)
    drawn = [planted_by_lot(bare, ["vault", "array"], bytes([n]) * 32) for n in range(8)]
    assert drawn[0] == planted_by_lot(bare, ["vault", "array"], bytes(32))
    spots = {tuple(one["at"]) for each in drawn for one in each["features"] if one["id"] == "vault"}
    assert len(spots) > 2
    starts = [tuple(one["at"]) for one in bare["banners"]]
    assert all(min(max(abs(x - a), abs(y - b)) for a, b in starts) >= 4 for x, y in spots)
    assert planted(bare, "vault", (2, 2))["relics"][-1]["at"] == [11, 7]


def test_an_aim_may_be_a_trigger_and_its_player_reads_only_the_title(
    site: Campaign, mara: User, ada: User, ben: User
) -> None:
    things.plant(campaign=site, by=mara, key="vault", at=(6, 5))
    client = logged_in(mara)
    own = path(site, "build_player", 1)  # type: ignore[arg-type]
    aim = {
        "fire-trigger": "vault",
        "fire-mark": "Open what is shut",
        "fire-primary": "yes",
        "fire-turns": "1",
    }
    assert client.post(own, {"act": "fire", **aim, "fire-mark": ""}).status_code == 422
    assert client.post(own, {"act": "fire", **aim}).status_code == 302
    assert (
        "Make the trigger of Sealed vault fire (its player reads: Open what is shut)"
        in client.get(own).content.decode()
    )
    assert "Open what is shut" in page(client, "build_packet", site, 1)
    filled(site, ada, ben)
    start_campaign(campaign=site, by=mara)
    packet = page(logged_in(ada), "packet", site)
    assert "Open what is shut" in packet
    assert "ault" not in packet
