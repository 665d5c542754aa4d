"""What a campaign's file holds besides the war: talks, stand-ins, tables, and campaigns still being built."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from battles.models import Place, Table, TableAction
from battles.stand_ins.services import accept_stand_in, ask_stand_in
from battles.table import services
from battles.table.intake.opening import table_for
from battles.table.seal import commitment_of, opened
from battles.table.services import Request
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import topic_of
from campaign.base.words.log_words import words_of
from campaign.founding import services as building
from campaign.founding.draft_saving import open_draft, save_board
from campaign.founding.start.services import start_campaign
from campaign.models import (
    ArmyPick,
    AuditEntry,
    Campaign,
    CampaignStatus,
    Draft,
    Message,
    Seat,
    SeatStatus,
    StandIn,
    Thread,
    ThreadKind,
    Turn,
    User,
)
from campaign.people.army.services import Choice, save_pick
from campaign.press.messages.selectors import inbox, thread_page
from campaign.press.messages.services import send_message, start_group
from campaign.turn.replay import is_equal
from rules.tabletop.dice import TableDice
from tests.archive.test_exchange import files_of, line_changed, pack
from tests.fights import DICE, battle_in, browser, meet, tell, while_fighting
from tests.founding.test_building import AIM, BOARD
from tests.wars import War, begin_war

pytestmark = pytest.mark.django_db

SAMPLES = Path(__file__).parent


LATER: dict[str, dict[str, object]] = {
    "campaign.json": {"house": []},
    "seat.jsonl": {"sightings": []},
    "turn.jsonl": {"explained": None},
    "relic.jsonl": {"sealed": False},
    "draft.jsonl": {"lots": []},
}
"""Fields that came while version 4 was written already, as they are in a file that lacks them."""
LATER_FILES = ("campaigntext.jsonl", "trigger.jsonl", "settlement.jsonl", "promise.jsonl")
LATEST = "openfront.jsonl"
"""Came after the file with all of the club's own rules was kept."""


BOTS: dict[str, dict[str, object]] = {
    "seat.jsonl": {"bot_level": "regular", "bot_character": "steady"},
    "campaign.json": {"beacon": {}},
    "turn.jsonl": {"closing": "", "draw_due": None, "mix": None},
}
"""Fields that came after those, with the levels of bots and with open dice."""
BOTS_FILES = ("botdecision.jsonl",)


def without_later(files: dict[str, str]) -> dict[str, str]:
    """A file without what came later, all of which says nothing: nothing else may be different."""
    return _without(without_bots(files), (*LATER_FILES, LATEST), LATER)


def without_bots(files: dict[str, str]) -> dict[str, str]:
    """A file without what came with the levels of bots, and with open dice."""
    return _without(files, BOTS_FILES, BOTS)


def _without(
    files: dict[str, str], names: tuple[str, ...], later: dict[str, dict[str, object]]
) -> dict[str, str]:
    files = dict(files)
    for name in names:
        assert files.pop(name) == "", name
    for name, fields in later.items():
        rows = [json.loads(line) for line in files[name].splitlines()]
        for row in rows:
            assert {one: row.pop(one) for one in fields} == fields, name
        files[name] = "".join(
            json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
        )
    return files


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def out(war: War, by: User | None = None) -> bytes:
    return export_campaign(campaign=Campaign.objects.get(pk=war.campaign.pk), by=by or war.facilitator)


def moved(packed: bytes, friend: User) -> Campaign:
    """The campaign of a file on a site where the original is not."""
    Campaign.objects.all().delete()
    return import_campaign(file=packed, by=friend)


def write(war: War, name: str, text: str, by: User) -> None:
    send_message(user=by, campaign=war.campaign, name=name, text=text, client_id=text)


def test_talks_with_the_facilitators_travel_by_army_and_can_be_answered(friend: User) -> None:
    war = meet()
    write(war, "facilitators", "May I cross here?", war.users["north"])
    write(war, "seat-1", "You may.", war.facilitator)
    packed = out(war)
    assert war.users["north"].email not in "".join(files_of(packed).values())
    arrived = moved(packed, friend)
    assert export_campaign(campaign=arrived, by=friend) == packed
    (row,) = (one for one in inbox(friend, arrived).threads if one.kind == ThreadKind.FACILITATOR)
    page = thread_page(friend, arrived, row.name)
    assert page is not None
    assert page.title == Seat.objects.get(campaign=arrived, key="north").army
    assert [(one.author.number, one.text) for one in page.lines] == [
        (1, "May I cross here?"),
        (0, "You may."),
    ]
    send_message(user=friend, campaign=arrived, name=row.name, text="Still so.", client_id="x")
    listed = browser(friend).get(f"/c/{arrived.public_id}/messages/").content.decode()
    assert f"/messages/{row.name}/" in listed
    assert page.title in listed


def ended() -> War:
    """A war of one turn that is over, with a group of three of its four players."""
    places = {"north": ((2, 1),), "south": ((2, 8),), "west": ((11, 1),), "east": ((11, 8),)}
    war = begin_war(places, press="full", last_turn=1)
    start_group(
        user=war.users["north"],
        campaign=war.campaign,
        title="Pact",
        numbers=[war.seat("south").number, war.seat("west").number],
        text="Together?",
        client_id="g",
    )
    write(war, f"seat-{war.seat('south').number}", "Between us two", war.users["north"])
    write(war, "facilitators", "A word in your ear", war.users["north"])
    war.publish()
    return war


def test_groups_travel_for_their_members_and_whoever_takes_the_file_in_reads_on(friend: User) -> None:
    war = ended()
    packed = out(war, war.users["south"])
    assert "Together?" in files_of(packed)["message.jsonl"]
    arrived = moved(packed, friend)
    assert export_campaign(campaign=arrived, by=friend) == packed
    (row,) = (one for one in inbox(friend, arrived).threads if one.kind == ThreadKind.GROUP)
    assert row.title == "Pact"


@pytest.mark.parametrize(
    ("who", "reads"),
    [
        ("north", ["Together?", "A word in your ear"]),
        ("south", ["Together?"]),
        ("east", []),
        ("", ["A word in your ear"]),
    ],
)
def test_nobody_takes_out_what_was_written_to_others(who: str, reads: list[str]) -> None:
    war = ended()
    packed = out(war, war.users[who] if who else None)
    text = files_of(packed)["message.jsonl"]
    for said in ("Together?", "A word in your ear", "Between us two"):
        assert (said in text) == (said in reads), said


def test_stand_ins_travel_without_the_people_and_their_places_are_open_again(friend: User) -> None:
    war = meet()
    nils = User.objects.create_user("nils@club.example", name="Nils the Nimble")
    battle = battle_in(war)
    with while_fighting(war):
        place = ask_stand_in(battle=battle, seat=war.seat("north"), by=war.users["north"])
        accept_stand_in(token=place.token, by=nils)
        packed = out(war)
    text = "".join(files_of(packed).values())
    assert place.token not in text
    assert nils.email not in text
    arrived = moved(packed, friend)
    assert export_campaign(campaign=arrived, by=friend) == packed
    there = StandIn.objects.get()
    assert (there.user, there.accepted_at, there.ended_at) == (None, None, None)
    assert there.token != place.token
    send_message(user=friend, campaign=arrived, name="all", text="Who takes a place?", client_id="x")


def fought() -> War:
    """A battle fought at a table to its end."""
    war = meet()
    battle = battle_in(war)
    with while_fighting(war):
        phones = [table_for(battle, war.seat(army), war.users[army]) for army in ("north", "south")]
        table = Table.objects.get()
        roster = {"roster": "Squad 10 men 200 pts\nGunners 5 men 100 pts"}
        for number, phone in enumerate(phones):
            services.act(table, phone, Request(f"r{number}", "roster", number, roster))
        services.act(table, phones[1], Request("b", "begin", 1, {}))
        services.act(table, phones[1], Request("f", "finish", 1, {"winner": "1"}))
        services.answer(table, phones[0], side=0, agree=True)
    return war


def test_tables_travel_once_they_are_over_and_published_with_dice_that_verify(friend: User) -> None:
    war = fought()
    assert Table.objects.get().over
    assert files_of(out(war))["table.jsonl"] == "", "its turn is not published"
    for army in ("north", "south"):
        tell(war, army, DICE)
    war.publish()
    table = Table.objects.get()
    seed, said = opened(bytes(table.sealed_seed)), list(table.actions.values_list("kind", "events"))
    packed = out(war)
    arrived = moved(packed, friend)
    assert export_campaign(campaign=arrived, by=friend) == packed
    there = Table.objects.get()
    assert opened(bytes(there.sealed_seed)) == seed
    assert commitment_of(seed) == there.commitment
    assert list(there.actions.values_list("kind", "events")) == said
    assert there.public_id == table.public_id, "its dice are thrown under this name"
    assert TableDice(seed, there.public_id, 0).roll("x", 3, 6) == TableDice(seed, table.public_id, 0).roll(
        "x", 3, 6
    )
    assert there.code != table.code
    assert Place.objects.filter(table=there).count() == 3
    assert not there.phones.exists()


def test_beside_the_original_tables_stay_with_it(friend: User) -> None:
    war = fought()
    for army in ("north", "south"):
        tell(war, army, DICE)
    war.publish()
    import_campaign(file=out(war), by=friend)
    assert Table.objects.count() == 1
    assert (
        TableAction.objects.count()
        == TableAction.objects.filter(table__battle__turn__campaign=war.campaign).count()
    )


def test_a_table_whose_seed_is_not_the_one_that_was_promised_is_refused(friend: User) -> None:
    war = fought()
    for army in ("north", "south"):
        tell(war, army, DICE)
    war.publish()
    files = files_of(out(war))
    Campaign.objects.all().delete()
    for change, said in (
        ({"sealed_seed": "00" * 32}, "table.jsonl, row 1: commitment: must be the SHA-256 of the seed"),
        ({"battle": None}, "table.jsonl, row 1: battle: must be a row of battle.jsonl"),
        ({"state": {"phase": 3}}, "table.jsonl, row 1: state: cannot be read"),
    ):
        with pytest.raises(Refusal, match=said):
            import_campaign(file=pack(line_changed(files, "table.jsonl", 1, **change)), by=friend)


@pytest.fixture
def site(mara: User, ada: User) -> Campaign:
    """A campaign that Mara is building, in which Ada has picked an army."""
    site = open_draft(by=mara, name="The Long March", seats=2)
    building.save_story(campaign=site, by=mara, name="The Long March", story="It is cold.")
    save_board(campaign=site, by=mara, board=BOARD)
    building.save_dossier(campaign=site, by=mara, seat=site.seats.get(number=1), dossier=AIM)
    seat = site.seats.get(number=1)
    Seat.objects.filter(pk=seat.pk).update(user=ada, status=SeatStatus.PLAYER)
    seat.refresh_from_db()
    save_pick(seat=seat, by=ada, choice=Choice(army="The Grey Host"))
    site.refresh_from_db()
    return site


def test_a_campaign_that_is_built_travels_and_is_built_on(site: Campaign, mara: User, friend: User) -> None:
    packed = export_campaign(campaign=site, by=mara)
    drawn = Draft.objects.get(campaign=site)
    assert drawn.saved, "it is known here who has saved"
    assert set(json.loads(files_of(packed)["draft.jsonl"])) == {
        "row",
        "board",
        "board_version",
        "lots",
        "players",
        "version",
        "template",
        "seen",
        "changed_at",
    }, "who has saved stays here"
    assert "The Grey Host" not in "".join(files_of(packed).values()), "what a player picks is the player's"
    Campaign.objects.all().delete()
    arrived = import_campaign(file=packed, by=friend)
    assert (arrived.status, arrived.commitment) == (CampaignStatus.BUILDING, "")
    there = Draft.objects.get(campaign=arrived)
    assert (there.board, there.players, there.seen) == (drawn.board, drawn.players, drawn.seen)
    assert not ArmyPick.objects.exists()
    assert export_campaign(campaign=arrived, by=friend) == packed
    building.save_story(campaign=arrived, by=friend, name="The Short March", story="It is warmer.")
    ben, cleo = (User.objects.create_user(f"{name}@far.example", name=name) for name in ("Ben", "Cleo"))
    for seat, user in zip(arrived.seats.order_by("number"), (ben, cleo), strict=True):
        Seat.objects.filter(pk=seat.pk).update(user=user, status=SeatStatus.PLAYER)
    start_campaign(campaign=arrived, by=friend)
    arrived.refresh_from_db()
    assert arrived.status == CampaignStatus.RUNNING


def test_beside_its_original_what_is_built_has_other_ids(site: Campaign, mara: User, friend: User) -> None:
    arrived = import_campaign(file=export_campaign(campaign=site, by=mara), by=friend)
    assert arrived.public_id != site.public_id
    assert Draft.objects.count() == 2


def test_players_do_not_take_out_what_is_built_nor_anybody_what_is_built_blind(
    site: Campaign, ada: User, mara: User
) -> None:
    with pytest.raises(Refusal):
        export_campaign(campaign=site, by=ada)
    blind = open_draft(by=mara, name="Dark", seats=2, blind=True)
    with pytest.raises(Refusal):
        export_campaign(campaign=blind, by=mara)


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("draft.jsonl", {"board": {"terrain": ["..", "."]}}, r"draft.jsonl, row 1: terrain\[1\]"),
        ("draft.jsonl", {"players": []}, "draft.jsonl, row 1: players: must be a JSON object"),
        ("draft.jsonl", {"players": {"s1": {"letter": 3}}}, "draft.jsonl, row 1: letter"),
        ("draft.jsonl", {"seen": [3]}, "draft.jsonl, row 1: seen: must be a list of texts"),
        ("campaign.json", {"map_rows": ".."}, "map_rows: must be the terrain of the draft's board"),
        ("campaign.json", {"blind": True}, "blind: a campaign that is set up blind cannot be exported"),
        ("seat.jsonl", {"key": "north"}, "seat.jsonl: key: at least two, of s1 to s8"),
    ],
)
def test_a_broken_draft_is_refused_with_its_place(
    name: str, change: dict[str, object], said: str, site: Campaign, mara: User, friend: User
) -> None:
    files = files_of(export_campaign(campaign=site, by=mara))
    with pytest.raises(Refusal, match=said):
        import_campaign(file=pack(line_changed(files, name, 1, **change)), by=friend)
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "version"), [("exchange_v2.zip", 2), ("exchange_v3.zip", 3), ("exchange_v3_draft.zip", 3)]
)
def test_a_file_of_an_earlier_version_is_still_read(name: str, version: int, friend: User) -> None:
    """The samples were made by those versions; they are never made anew. Their logs were sentences."""
    packed = (SAMPLES / name).read_bytes()
    arrived = import_campaign(file=packed, by=friend)
    old = files_of(packed)
    assert json.loads(old["manifest.json"])["version"] == version
    with clock.at(arrived.paused_at or clock.now()):
        again = files_of(export_campaign(campaign=arrived, by=friend))
    assert json.loads(again["manifest.json"])["version"] == 4
    again = without_later(again)
    other = {"manifest.json": "", "auditentry.jsonl": ""}
    assert {**again, **other} == {**again, **old, **other}
    said = [json.loads(line) for line in old["auditentry.jsonl"].splitlines()]
    entries = list(AuditEntry.objects.filter(campaign=arrived).order_by("id"))
    assert [words_of(entry) for entry in entries] == [row["text"] for row in said]
    assert [topic_of(entry.kind) for entry in entries] == [row["kind"] for row in said]
    assert not any(entry.text for entry in entries)
    kept = ("created_at", "public", "row", "turn")
    now = [json.loads(line) for line in again["auditentry.jsonl"].splitlines()]
    assert [[row[name] for name in kept] for row in now] == [[row[name] for name in kept] for row in said]


def test_talks_to_all_are_what_version_2_holds(friend: User) -> None:
    arrived = import_campaign(file=(SAMPLES / "exchange_v2.zip").read_bytes(), by=friend)
    assert Message.objects.get(thread__campaign=arrived).text == "To all and sundry"
    assert Thread.objects.get(campaign=arrived).kind == ThreadKind.ALL


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"text": "Nobody ever said this"}, "Nobody ever said this"),
        ({"text": "The battles are over."}, "The battles are over."),
        ({"kind": "something", "text": "The battles are over"}, "The battles are over"),
        ({"text": "The campaign is paused: " + "x" * 5000}, "The campaign is paused: " + "x" * 5000),
    ],
)
def test_what_no_sentence_says_arrives_as_it_was_written(
    change: dict[str, str], text: str, friend: User
) -> None:
    files = line_changed(
        files_of((SAMPLES / "exchange_v3.zip").read_bytes()), "auditentry.jsonl", 7, **change
    )
    arrived = import_campaign(file=pack(files), by=friend)
    entry = AuditEntry.objects.filter(campaign=arrived).order_by("id")[6]
    assert (entry.kind, entry.values, entry.text) == (change.get("kind", "battles_closed"), {}, text)
    assert words_of(entry) == text


@pytest.mark.parametrize("name", ["exchange_v4.zip", "exchange_v4_draft.zip"])
def test_a_file_of_this_version_comes_in_and_out_as_it_was_kept(name: str, friend: User) -> None:
    """These samples were made before the club's own rules were in the file, and are never made anew.

    A field that a table of the file gets is left out of it, or raises the version, and has a value in files
    of before.
    """
    packed = (SAMPLES / name).read_bytes()
    arrived = import_campaign(file=packed, by=friend)
    kept = files_of(packed)
    # Their logs still named people; what is exported now names nobody.
    kept["auditentry.jsonl"] = re.sub(r'"person":"[^"]*"', '"person":"Somebody"', kept["auditentry.jsonl"])
    assert without_later(files_of(export_campaign(campaign=arrived, by=friend))) == kept


def test_a_file_with_all_of_the_clubs_own_rules_comes_in_and_out_and_replays(friend: User) -> None:
    """House rules, triggers, a settled order, texts, a promise, what was heard, ledgers (version 4)."""
    packed = (SAMPLES / "exchange_v4_club.zip").read_bytes()
    files = files_of(packed)
    assert not [name for name in LATER_FILES if not files[name]]
    for name in ("campaign.json", "seat.jsonl", "turn.jsonl", "relic.jsonl"):
        rows = [json.loads(line) for line in files[name].splitlines()]
        assert any(row[one] for row in rows for one in LATER[name]), name
    arrived = import_campaign(file=packed, by=friend)
    assert without_bots(files_of(export_campaign(campaign=arrived, by=friend))) == {**files, LATEST: ""}
    turn = Turn.objects.get(campaign=arrived, number=1)
    assert is_equal(turn)
    said = browser(friend).get(f"/c/{arrived.public_id}/end/course/1/").content.decode()
    for words in ("asked “Bribe the ferryman”", "The vault opens", "promised each other peace", "invented"):
        assert words in said, words


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("seat.jsonl", {"sightings": [{"at": [1, 1]}]}, r"seat.jsonl, row 1: sightings\[0\].grade"),
        ("seat.jsonl", {"sightings": {"at": [1, 1]}}, "seat.jsonl, row 1: sightings: must be a list"),
        ("settlement.jsonl", {"start": [{"do": "fly"}]}, r"settlement.jsonl, row 1: start\[0\].do"),
        ("settlement.jsonl", {"end": 3}, "settlement.jsonl, row 1: end: must be a list"),
        (
            "settlement.jsonl",
            {"end": [{"do": "reveal", "feature": "moon"}]},
            r"row 1: end\[0\].feature.*moon",
        ),
    ],
)
def test_what_the_club_wrote_is_read_as_where_it_is_written(
    name: str, change: dict[str, object], said: str, friend: User
) -> None:
    files = files_of((SAMPLES / "exchange_v4_club.zip").read_bytes())
    with pytest.raises(Refusal, match=said):
        import_campaign(file=pack(line_changed(files, name, 1, **change)), by=friend)
    assert not Campaign.objects.exists()
