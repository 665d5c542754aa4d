"""A campaign out as a file and in again: its inverse, its secrets, and what a broken file is told."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from campaign.archive.dice.services import checked, dice_logs
from campaign.archive.exchange import importing
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.importing import import_campaign
from campaign.archive.exchange.services import ask_import, carry_files
from campaign.archive.exchange.zip_file import File
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.rows.audit import note
from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import words_of
from campaign.desk.time.services import resume_campaign
from campaign.engine import seeds
from campaign.models import (
    AuditEntry,
    Banner,
    Campaign,
    CampaignStatus,
    PlayerTurn,
    Seat,
    SeatStatus,
    Transfer,
    Turn,
    User,
)
from campaign.turn import tick
from tests.wars import CLOSE, START, War, begin_war, march

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]


@pytest.fixture
def war() -> War:
    """A war in which a battle has been fought, in planning of its second turn."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    war.plan("north", {"north2": march(9, 2)}, submit=False)
    return war


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def files_of_bytes(packed: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files_of(packed: bytes) -> dict[str, str]:
    return {name: data.decode() for name, data in files_of_bytes(packed).items()}


def pack_bytes(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def pack(files: Mapping[str, str]) -> bytes:
    return pack_bytes({name: text.encode() for name, text in files.items()})


def taken_out(war: War) -> bytes:
    return export_campaign(campaign=Campaign.objects.get(pk=war.campaign.pk), by=war.facilitator)


def test_the_same_rows_and_moment_are_the_same_bytes(war: War) -> None:
    with clock.at(START):
        assert taken_out(war) == taken_out(war)


def test_beside_the_original_all_ids_are_new_and_still_agree(war: War, friend: User) -> None:
    arrived = import_campaign(file=taken_out(war), by=friend)
    assert arrived.pk != war.campaign.pk
    assert arrived.public_id != war.campaign.public_id
    seat = Seat.objects.get(campaign=arrived, key="north")
    shown = PlayerTurn.objects.get(seat=seat, turn__number=1).map
    assert shown is not None
    own = set(Banner.objects.filter(seat=seat).values_list("public_id", flat=True))
    assert {banner["id"] for banner in shown["banners"]} <= own
    assert not own & set(Banner.objects.filter(seat=war.seat("north")).values_list("public_id", flat=True))


def test_a_running_war_arrives_paused_with_new_dice_and_can_go_on(war: War, friend: User) -> None:
    packed = taken_out(war)
    arrived = import_campaign(file=packed, by=friend)
    assert arrived.status == CampaignStatus.PAUSED
    assert arrived.commitment
    assert arrived.commitment != war.campaign.commitment
    assert arrived.chain_start == 2
    turn = Turn.objects.filter(campaign=arrived).latest("number")
    moment = (turn.plan_due or START).replace(hour=1)
    with clock.at(moment):
        resume_campaign(campaign=arrived, by=friend)
    for _step in range(6):
        turn.refresh_from_db()
        if turn.phase == "published":
            break
        tick.tick(now=turn.resolve_after)
    assert turn.phase == "published", turn.last_error
    assert Seat.objects.get(campaign=arrived, key="south").status == SeatStatus.OPEN


def test_a_finished_war_keeps_its_dice_and_they_still_verify(friend: User) -> None:
    war = begin_war(CLOSE, last_turn=1)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    campaign = Campaign.objects.get()
    packed = export_campaign(campaign=campaign, by=war.users["south"])
    told = dice_logs(campaign)
    campaign.delete()
    arrived = import_campaign(file=packed, by=friend)
    assert arrived.status == CampaignStatus.ENDED
    assert dice_logs(arrived) == told
    assert [log.wrong for log in checked(dice_logs(arrived))] == [()]
    assert export_campaign(campaign=arrived, by=friend) == packed


def test_nobodys_name_travels(war: War, friend: User) -> None:
    named = {"person": "Northumbrian Nell", "army": "The north"}
    note(war.campaign, LogKind.JOINED, named, by=war.users["north"])
    packed = taken_out(war)
    assert [name for name, text in files_of(packed).items() if "Nell" in text] == []
    copy = import_campaign(file=packed, by=friend)
    entry = AuditEntry.objects.filter(campaign=copy, kind=LogKind.JOINED).order_by("-id")[0]
    assert words_of(entry) == "Somebody plays The north"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("word/document.xml",), "manifest.json is missing: this is no campaign's file."),
        (("ashfall/manifest.json", "ashfall/turn.jsonl"), "The files lie in a folder"),
        (
            ("manifest.json", ".DS_Store"),
            '".DS_Store" does not belong in a campaign\'s file. Send the zip just',
        ),
    ],
)
def test_another_zip_is_told_from_a_broken_one(names: tuple[str, ...], said: str, friend: User) -> None:
    with pytest.raises(Refusal) as refused:
        import_campaign(file=pack(dict.fromkeys(names, "{}")), by=friend)
    assert said in refused.value.message
    assert len(refused.value.message) < 200


@pytest.mark.parametrize("open_to_all", [True, False])
def test_where_it_arrives_it_says_what_is_next_and_who_may_read_it(
    war: War, friend: User, as_user: As, *, open_to_all: bool
) -> None:
    Campaign.objects.update(open_to_all=open_to_all)
    ask_import(file=taken_out(war), name="border-war.zip", by=friend)
    carry_files()
    shown = as_user(friend).get(f"/campaigns/import/{Transfer.objects.get().public_id}/").content.decode()
    copy = Campaign.objects.order_by("-id")[0].public_id
    assert f'href="/c/{copy}/people/"' in shown
    assert (f'href="/c/{copy}/face/"' in shown) == open_to_all


def test_no_seed_travels_before_the_end(war: War) -> None:
    text = "".join(files_of(taken_out(war)).values())
    for number in (1, 2, 3):
        assert seeds.seed_of(war.campaign, number).hex() not in text
    assert json.loads(files_of(taken_out(war))["manifest.json"])["chains"] == []


def test_players_do_not_take_a_running_war_out(war: War) -> None:
    with pytest.raises(Refusal):
        export_campaign(campaign=war.campaign, by=war.users["north"])


def line_changed(files: dict[str, str], name: str, number: int, **change: Any) -> dict[str, str]:
    lines = files[name].splitlines()
    row = json.loads(lines[number - 1])
    row.update(change)
    lines[number - 1] = json.dumps(row)
    return {**files, name: "\n".join(lines) + "\n"}


def line_changed_bytes(files: Mapping[str, bytes], name: str, number: int, **change: Any) -> dict[str, bytes]:
    changed = line_changed({name: files[name].decode()}, name, number, **change)
    return {**files, name: changed[name].encode()}


@pytest.mark.shared(3)
@pytest.mark.once
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda f: {k: v for k, v in f.items() if k != "turn.jsonl"}, "turn.jsonl is missing"),
        (lambda f: {**f, "manifest.json": "{"}, "manifest.json: is not JSON: Expecting"),
        (lambda f: {**f, "manifest.json": '{"format": "zip"}'}, "format must be boltgun-campaign"),
        (
            lambda f: {**f, "manifest.json": '{"format": "boltgun-campaign", "version": 1}'},
            "version 1 cannot be read here; this site reads 2 to 4",
        ),
        (lambda f: {**f, "banner.jsonl": "nothing\n"}, "banner.jsonl, row 1: is not JSON: Expecting value"),
        (
            lambda f: line_changed(f, "banner.jsonl", 2, level="high"),
            "row 2: level: must be int",
        ),
        (lambda f: line_changed(f, "banner.jsonl", 2, level=-1), "banner.jsonl, row 2"),
        (lambda f: line_changed(f, "banner.jsonl", 2, x=-1), "greater than or equal to 0."),
        (lambda f: line_changed(f, "banner.jsonl", 1, seat=9), "there is no row 9 of campaign.Seat"),
        (lambda f: line_changed(f, "banner.jsonl", 1, row=7), "banner.jsonl, row 1: row: must be 1"),
        (lambda f: line_changed(f, "banner.jsonl", 1, colour="red"), "colour: there is no such field"),
        (lambda f: line_changed(f, "turn.jsonl", 1, phase="dreaming"), "phase: must be one of planning"),
        (
            lambda f: line_changed(f, "campaign.json", 1, settings={"grace": -3}),
            "schedule: grace",
        ),
        (lambda f: line_changed(f, "campaign.json", 1, id_key="xyz"), "id_key: must be hex digits"),
        (lambda f: line_changed(f, "campaign.json", 1, map_rows=""), "The board cannot be read"),
        (lambda f: line_changed(f, "seat.jsonl", 2, key="north"), "seat.jsonl, row 2"),
        (lambda f: line_changed(f, "campaign.json", 1, thrown={"1": {"mission/1/a:b": [6, 7]}}), "thrown.1"),
        (
            lambda f: line_changed(f, "auditentry.jsonl", 1, kind="dreamt"),
            "auditentry.jsonl, row 1: kind: is no kind of entry that this site knows",
        ),
        (
            lambda f: line_changed(f, "auditentry.jsonl", 1, values={}),
            "row 1: values: do not make the sentence: started: the values must be these: commitment",
        ),
        (
            lambda f: line_changed(f, "auditentry.jsonl", 1, values={"commitment": ["a"]}),
            "row 1: values: do not make the sentence",
        ),
        (lambda f: line_changed(f, "auditentry.jsonl", 1, values=[]), "do not make the sentence"),
        (
            lambda f: line_changed(f, "auditentry.jsonl", 1, text="As it was"),
            "row 1: values: must be empty where there is a text",
        ),
    ],
)
def test_a_broken_file_is_refused_whole_and_says_where(
    war: War, friend: User, spoil: Callable[[dict[str, str]], dict[str, str]], said: str
) -> None:
    packed = pack(spoil(files_of(taken_out(war))))
    with pytest.raises(Refusal) as caught:
        import_campaign(file=packed, by=friend)
    assert said in caught.value.message
    assert not caught.value.message.endswith("..")
    assert Campaign.objects.count() == 1
    assert Seat.objects.count() == 2


def test_a_file_that_takes_too_long_is_refused_with_how_far_it_came(
    war: War, friend: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = taken_out(war)
    monkeypatch.setattr(importing, "LONGEST", timedelta(0))
    with pytest.raises(Refusal, match=r"seat\.jsonl, row 1: a campaign that is not read in"):
        import_campaign(file=packed, by=friend)
    assert Campaign.objects.count() == 1


def test_a_row_is_read_a_few_times_however_many_there_are(
    war: War, friend: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = files_of(taken_out(war))
    row = json.loads(files["auditentry.jsonl"].splitlines()[0])
    lines = (json.dumps({**row, "row": number}) for number in range(1, 200))
    files["auditentry.jsonl"] = "\n".join([*lines, "[]"]) + "\n"
    told: Counter[str] = Counter()
    plain = File.rows

    def counted(self: File, name: str) -> Iterator[str]:
        for one in plain(self, name):
            told[name] += 1
            yield one

    monkeypatch.setattr(File, "rows", counted)
    with pytest.raises(Refusal, match=r"auditentry\.jsonl, row 200: "):
        import_campaign(file=pack(files), by=friend)
    assert told["auditentry.jsonl"] <= 2 * 200


def test_a_player_takes_out_what_he_knows_and_nothing_else(war: War, as_user: As) -> None:
    path = f"/c/{war.campaign.public_id}/knowledge.json"
    document = as_user(war.users["north"]).get(path).json()
    assert (document["format"], document["version"], document["seat"]) == ("boltgun-knowledge", 1, 1)
    assert [turn["turn"] for turn in document["turns"]] == [0, 1, 2]
    assert document["turns"][1]["receipt"] == war.part("north", 1).receipt
    assert document["turns"][2]["map"] is None
    text = json.dumps(document)
    hidden = Banner.objects.filter(seat__key="south").values_list("public_id", flat=True)
    assert not [one for one in hidden if one in text]
    assert as_user(war.facilitator).get(path).status_code == 404
