"""Lists at the table: asked about on a page of their own, and sealed ones that open with it (page 9 D)."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from battles.models import Intake, Table
from battles.table.deeds import game_of
from battles.table.intake import lists as intake_lists
from battles.table.intake import sent_lists
from battles.table.services import Request, Setup, act, open_table
from campaign.access import uploads
from campaign.base.refusal import Refusal
from tests.fights import address, browser, meet, while_fighting
from tests.rules.tabletop.lists.armies import ARMIES
from tests.rules.tabletop.lists.forms import rosz
from tests.table.phones import Pair, browser_of, sit_down

pytestmark = pytest.mark.django_db
ASKED = (
    "3x Rifle squad 8 men 80 pts\nMortar 3 men 50 pts\nMortar 3 men 55 pts\n"
    "Rifle squad 9 men, 2 <glorks>, 90 pts"
)


def seated() -> Pair:
    """A table that is being set up, without units."""
    pair = sit_down(begin=False)
    for unit in pair.game.units:
        pair.act(unit.player, "drop unit", unit=unit.id)
    return pair


def give(pair: Pair, text: str = "", **more: object) -> str:
    """Give in a list as Ada; where that leads."""
    sent = {"player": "0", "roster": text, **more}
    answer = browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/lists/", sent)
    return answer.headers.get("Location", "") if answer.status_code == 302 else answer.content.decode()


def test_a_list_that_is_clear_stands_at_the_table_at_once() -> None:
    pair = seated()
    assert give(pair, "2x Rifle squad 8 men 80 pts") == f"/t/{pair.table.public_id}/"
    assert [unit.name for unit in pair.game.units] == ["Rifle squad 1", "Rifle squad 2"]


def test_what_was_left_out_of_a_list_that_is_clear_is_told_once() -> None:
    pair = seated()
    text = "PLATOON ONE\n2x Rifle squad 8 men 80 pts\nTOTAL 160 pts\nSee you on Friday, cheers"
    here, ada = f"/t/{pair.table.public_id}/", browser_of(pair, pair.ada)
    ada.post(f"{here}lists/", {"player": "0", "roster": text})
    page = ada.get(here).content.decode()
    assert "2 units entered, 160 points. 3 lines left out: \u201cPLATOON ONE\u201d" in page
    assert "\u201cTOTAL 160 pts\u201d" in page
    assert "entered" not in ada.get(here).content.decode()


def test_a_text_and_a_file_at_once_are_refused_and_the_text_stays() -> None:
    pair = seated()
    file = SimpleUploadedFile("list.txt", b"MMG team 50 pts")
    page = give(pair, "2x Rifle squad 8 men 80 pts", file=file)
    assert "Send the list as text or as a file, not both." in page
    assert "2x Rifle squad 8 men 80 pts</textarea>" in page
    assert not pair.game.units


def test_what_a_list_leaves_open_is_asked_on_a_page_and_answered_by_taps() -> None:
    pair = seated()
    here = f"/t/{pair.table.public_id}/lists/0/"
    assert give(pair, ASKED) == here
    ada = browser_of(pair, pair.ada)
    text = ada.get(here).content.decode()
    for said in (
        "This is what I read",
        "3 questions are open.",
        "Which “mortar” is it?",
        "Same for both",
        "What does “glork” mean?",
        '<span class="w-open">glorks</span>',
    ):
        assert said in text
    assert not pair.game.units
    ada.post(here, {"1|weapon:mortar": "Medium mortar", "same": "1"})
    assert ada.get(here).content.decode().count('class="question"') == 1
    assert ada.post(here, {"3|word:glork": "nothing"}).headers["Location"] == f"/t/{pair.table.public_id}/"
    assert [group.weapon for unit in pair.game.units[3:5] for group in unit.groups] == ["Medium mortar"] * 2
    assert not Intake.objects.exists()


def test_another_answer_that_is_no_weapon_is_refused_with_a_reason() -> None:
    pair = seated()
    give(pair, ASKED)
    here = f"/t/{pair.table.public_id}/lists/0/"
    sent = browser_of(pair, pair.ada).post(
        here, {"3|word:glork": "a spoon", "1|weapon:mortar": "Medium mortar"}
    )
    assert sent.status_code == 422
    assert "is no weapon of the tables" in sent.content.decode()
    kept = Intake.objects.get().answers
    assert kept == {"1": {"weapon:mortar": "Medium mortar"}}


def test_two_quick_taps_enter_a_list_once_and_say_the_same() -> None:
    pair = seated()
    here, ada = f"/t/{pair.table.public_id}/", browser_of(pair, pair.ada)
    sent = {"player": "0", "roster": "2x Rifle squad 8 men 80 pts", "cid": "tapped"}
    for _tap in range(2):
        assert ada.post(f"{here}lists/", sent).headers["Location"] == here
        assert "2 units entered, 160 points." in ada.get(here).content.decode()
    assert len(pair.game.units) == 2
    # A page that was gone back to has the same id; what is typed there now is another list.
    ada.post(f"{here}lists/", {**sent, "roster": "Rifle squad 5 men 50 pts"})
    assert [unit.start for unit in pair.game.units] == [8, 8, 5]


def answered(pair: Pair) -> None:
    """Ada's list is given in, and what it leaves open answered."""
    give(pair, ASKED)
    said = {"1|weapon:mortar": "Medium mortar", "same": "1", "3|word:glork": "nothing"}
    browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/lists/0/", said)


def test_a_list_with_questions_that_is_entered_is_known_when_it_is_sent_again() -> None:
    pair = seated()
    answered(pair)
    units = len(pair.game.units)
    here, ada = f"/t/{pair.table.public_id}/", browser_of(pair, pair.ada)
    for text in (ASKED, ASKED.replace("\n", "\r\n")):
        page = give(pair, text)
        assert "This list has been entered already" in page
        assert f"{units} units entered" in page
        assert not Intake.objects.exists(), "it does not wait anew with its questions"
    n = re.search(r'name="n" value="(\d+)"', page)
    assert n is not None
    for _tap in range(2):
        sent = {"do": "more", "n": n[1], "cid": "more"}
        assert ada.post(f"{here}lists/0/", sent).headers["Location"] == here
    assert len(pair.game.units) == 2 * units, "once more, with its answers, and a second tap is the same"
    assert f"{units} units entered" in ada.get(here).content.decode()
    assert not Intake.objects.exists()


def test_a_clear_list_a_file_and_a_sealed_text_are_known_again_too() -> None:
    pair = seated()
    give(pair, "2x Rifle squad 8 men 80 pts")
    file = SimpleUploadedFile("list.txt", b"2x Rifle squad 8 men 80 pts\n")
    assert "entered already" in give(pair, file=file)
    assert "entered already" not in give(pair, "2x Rifle squad 8 men 85 pts"), "another list is another"
    assert len(pair.game.units) == 4
    assert give(pair, "2x Rifle squad 8 men 80 pts", again="1").startswith("/t/"), "in place of all there is"
    assert len(pair.game.units) == 2


def test_what_was_taken_back_or_taken_off_may_be_sent_again() -> None:
    pair = seated()
    give(pair, "Rifle squad 8 men 80 pts")
    pair.act(0, "take back")
    assert give(pair, "Rifle squad 8 men 80 pts").startswith("/t/")
    pair.act(0, "drop unit", unit=pair.game.units[0].id)
    assert give(pair, "Rifle squad 8 men 80 pts").startswith("/t/")
    assert len(pair.game.units) == 1
    late = {"do": "more", "n": "999"}
    here, ada = f"/t/{pair.table.public_id}/", browser_of(pair, pair.ada)
    ada.post(f"{here}lists/0/", late)
    assert "This list was taken back meanwhile" in ada.get(here).content.decode()


def test_the_same_list_of_another_player_is_his_own() -> None:
    pair = seated()
    give(pair, "Rifle squad 8 men 80 pts")
    ben = browser_of(pair, pair.ben)
    sent = {"player": "1", "roster": "Rifle squad 8 men 80 pts"}
    assert ben.post(f"/t/{pair.table.public_id}/lists/", sent).status_code == 302
    assert [unit.player for unit in pair.game.units] == [0, 1]


def test_the_same_list_sent_again_while_it_waits_keeps_its_answers() -> None:
    pair = seated()
    give(pair, ASKED)
    here = f"/t/{pair.table.public_id}/lists/0/"
    browser_of(pair, pair.ada).post(here, {"1|weapon:mortar": "Medium mortar"})
    assert give(pair, ASKED) == here
    assert Intake.objects.get().answers == {"1": {"weapon:mortar": "Medium mortar"}}
    give(pair, ASKED + "\nMortar 3 men 60 pts")
    assert Intake.objects.get().answers == {}


def test_a_list_that_could_not_be_read_is_sent_again_with_an_id() -> None:
    assert re.search(r'name="cid" value="\w+"', give(seated(), "<<<"))


def test_units_of_the_same_name_are_told_apart_by_a_number() -> None:
    pair = seated()
    give(pair, "Alpha squad 8 men 80 pts\nBravo squad 8 men 80 pts\nAlpha squad 6 men 60 pts")
    assert [unit.name for unit in pair.game.units] == ["Alpha squad 1", "Bravo squad", "Alpha squad 2"]
    give(pair, "2x Alpha squad 5 men 50 pts\nBravo squad 5 men 50 pts")
    names = [unit.name for unit in pair.game.units]
    assert names[3:] == ["Alpha squad 3", "Alpha squad 4", "Bravo squad 2"]
    with_file = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/lists/0/list.json").json()
    pair.act(0, "roster", list=with_file, again=True)
    assert [unit.name for unit in pair.game.units] == names


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "Bravo squad 8 men\n31x Alpha squad 8 men",
            "Line 2: A list has from 1 to 30 units of a kind in a line.",
        ),
        ("Bravo squad 8 men\nAlpha squad 120 men", "Line 2, Alpha squad: A unit has at most 99 men."),
    ],
)
def test_a_list_beyond_a_limit_is_told_in_which_line(text: str, said: str) -> None:
    pair = seated()
    assert said in give(pair, text)
    with pytest.raises(Refusal, match=said):
        pair.act(0, "roster", roster=text)


def test_a_document_beyond_a_limit_is_told_of_which_unit() -> None:
    groups = [{"weapon": "Rifle", "count": 60}, {"weapon": "Pistol", "count": 60}]
    sent = {"boltgun_list": 1, "units": [{"name": "Alpha squad", "groups": groups}]}
    with pytest.raises(Refusal, match="Alpha squad: A unit has at most 99 men"):
        seated().act(0, "roster", list=sent)


def squads(count: int) -> dict[str, object]:
    """A list of so many squads, as a document."""
    unit = {"name": "Squad", "groups": [{"weapon": "Rifle", "count": 5}]}
    each = [{**unit, "count": min(30, count - at)} for at in range(0, count, 30)]
    return {"boltgun_list": 1, "units": each}


def test_a_long_list_of_one_side_leaves_the_other_room() -> None:
    pair = seated()
    pair.act(0, "roster", list=squads(120))
    with pytest.raises(Refusal) as refused:
        pair.act(0, "roster", list=squads(1))
    assert refused.value.message == "Green may have at most 120 units at this table."
    pair.act(1, "roster", list=squads(120))
    assert len(pair.game.units) == 240
    pair.act(0, "roster", list=squads(119), again=True)
    pair.act(0, "roster", list=squads(1))
    pair.act(0, "begin")


def test_of_more_than_two_sides_each_has_its_share_of_a_table() -> None:
    names = ("Green", "Brown", "Grey", "Blue")
    phone = open_table(
        Setup("Four", sides=names, players=[(name, number) for number, name in enumerate(names)]),
        user=None,
        numbers=range(4),
    )
    for number in range(4):
        act(phone.table, phone, Request(f"r{number}", "roster", number, {"list": squads(60)}))
        with pytest.raises(Refusal, match=f"{names[number]} may have at most 60 units"):
            act(phone.table, phone, Request(f"m{number}", "roster", number, {"list": squads(1)}))


def test_a_battle_begins_only_when_nobody_answers_about_his_list_any_more() -> None:
    pair = sit_down(begin=False)
    give(pair, ASKED)
    for player in (0, 1):
        with pytest.raises(Refusal, match="Green still answers about a list: wait, or take it out"):
            pair.act(player, "begin")
    browser_of(pair, pair.ada).post(f"/t/{pair.table.public_id}/lists/0/", {"do": "drop"})
    pair.act(1, "begin")
    assert pair.game.phase == "orders"


def test_nobody_waits_for_the_list_of_a_place_that_nobody_plays() -> None:
    pair = sit_down(begin=False)
    give(pair, ASKED)
    pair.ada.delete()
    pair.act(1, "begin")
    assert pair.game.phase == "orders"


def test_a_list_that_a_battle_has_left_behind_says_so_and_leads_back_to_the_table() -> None:
    pair = sit_down(begin=False)
    give(pair, ASKED)
    waiting = Intake.objects.get()
    Intake.objects.all().delete()
    pair.act(0, "begin")
    waiting.save(force_insert=True)
    here, ada = f"/t/{pair.table.public_id}/", browser_of(pair, pair.ada)
    page = ada.get(f"{here}lists/0/").content.decode()
    assert "The battle has begun without this list." in page
    assert f'<a class="button primary" href="{here}">Back to the table</a>' in page
    assert 'class="question"' not in page
    assert ada.post(f"{here}lists/0/", {"do": "drop"}).headers["Location"] == here
    refused = give(pair, ASKED)
    assert "The battle has begun: no list is entered any more." in refused
    assert not Intake.objects.exists()


def test_nobody_else_reads_what_waits() -> None:
    pair = seated()
    give(pair, ASKED)
    ben = browser_of(pair, pair.ben)
    assert ben.get(f"/t/{pair.table.public_id}/lists/0/").status_code == 404
    assert ben.get(f"/t/{pair.table.public_id}/lists/0/list.json").status_code == 404
    assert "waits for you" not in ben.get(f"/t/{pair.table.public_id}/").content.decode()
    sent = ben.post(f"/t/{pair.table.public_id}/lists/", {"player": "0", "roster": "Squad 5 men"})
    assert sent.status_code == 422


def test_a_file_is_read_and_one_that_means_harm_named() -> None:
    pair = seated()
    army = ARMIES["Kampfgruppe"]
    give(pair, file=SimpleUploadedFile("list.rosz", rosz(army)))
    assert len(pair.game.units) == len(army)
    assert "DOCTYPE" in give(pair, "<!DOCTYPE r [<!ENTITY a 'b'>]><roster/>")


def test_the_own_list_comes_back_as_it_went_in() -> None:
    pair = seated()
    give(pair, "Rifle squad 8 men LMG 80 pts\nT-34/85 235 pts\nSniper team 50 pts, reserve turn 3")
    before = pair.game.units
    ada = browser_of(pair, pair.ada)
    sent = ada.get(f"/t/{pair.table.public_id}/lists/0/list.json").json()
    pair.act(0, "roster", list=sent, again="1")
    assert [unit.groups for unit in pair.game.units] == [unit.groups for unit in before]
    again = ada.get(f"/t/{pair.table.public_id}/lists/0/list.json").json()
    assert json.dumps(again) == json.dumps(sent)


def test_sealed_lists_open_with_the_table_and_later_changes_are_said() -> None:
    war = meet()
    users = [war.users["north"], war.users["south"]]
    texts = [
        "Rifle squad 8 men 200 pts\nSniper team 50 pts",
        "Rifle squad 8 men 200 pts\nMortar 3 men 50 pts",
    ]
    with while_fighting(war):
        act_at = address(war, what="act/list/")
        browser(users[0]).post(act_at, {"points": "250", "text": texts[0]})
        browser(users[0]).post(address(war, what="table/"))
        table = Table.objects.get()
        assert not game_of(table).units, "sealed until both are in"
        assert not Intake.objects.exists()
        browser(users[1]).post(act_at, {"points": "250", "text": texts[1]})
        browser(users[1]).post(address(war, what="table/"))
        table.refresh_from_db()
        sides = {phone.user: phone.numbers[0] for phone in table.phones.all()}
        mine, theirs = sides[users[0]], sides[users[1]]
        assert [unit.player for unit in game_of(table).units] == [mine, mine]
        here = f"/t/{table.public_id}/"
        assert "waits for you" in browser(users[1]).get(here).content.decode()
        assert "waits for you" not in browser(users[0]).get(here).content.decode()
        assert browser(users[0]).get(f"{here}lists/{theirs}/").status_code == 404
        browser(users[1]).post(f"{here}lists/{theirs}/", {"1|weapon:mortar": "Light mortar"})
        table.refresh_from_db()
        assert len(game_of(table).units) == 4
        assert "differs from the sealed list" not in browser(users[0]).get(here).content.decode()
        phone = next(one for one in table.phones.all() if one.numbers == [theirs])
        unit = next(unit for unit in game_of(table).units if unit.player == theirs)
        act(table, phone, Request("e", "edit unit", theirs, {"unit": unit.id, "points": "150"}))
        said = browser(users[0]).get(here).content.decode()
        assert "differs from the sealed list" in said
        assert f"({unit.name})" not in said, "which, its owner alone reads before the battle begins"
        opened = said.partition("as it was handed in")[2].partition("</details>")[0]
        assert "Mortar" in opened, "the list itself is open to both"
        assert "Rifle squad" in opened
        assert f"({unit.name})" in browser(users[1]).get(here).content.decode()


def test_a_sealed_list_that_has_opened_by_itself_is_nobodys_act_to_take_back() -> None:
    war = meet()
    with while_fighting(war):
        for army in ("north", "south"):
            sent = {"points": "50", "text": "Sniper team 50 pts"}
            browser(war.users[army]).post(address(war, what="act/list/"), sent)
        browser(war.users["north"]).post(address(war, what="table/"))
        browser(war.users["south"]).post(address(war, what="table/"))
        table = Table.objects.get()
        assert len(game_of(table).units) == 2
        for phone in table.phones.all():
            for kind in ("take back", "undo"):
                with pytest.raises(Refusal):
                    act(table, phone, Request(f"{kind}{phone.pk}", kind, phone.numbers[0], {}))
            text = browser(phone.user).get(f"/t/{table.public_id}/").content.decode()
            assert "Take it back" not in text
        assert len(game_of(table).units) == 2


@pytest.mark.parametrize(("text", "open_"), [("Sniper team 50 pts", False), (ASKED, True)])
def test_a_sealed_list_stands_in_place_of_units_set_up_before_it_opened(text: str, open_: bool) -> None:
    war = meet()
    north, south = war.users["north"], war.users["south"]
    with while_fighting(war):
        browser(north).post(address(war, what="act/list/"), {"points": "250", "text": text})
        browser(north).post(address(war, what="table/"))
        table = Table.objects.get()
        here = f"/t/{table.public_id}/"
        mine = table.phones.get(user=north).numbers[0]
        browser(north).post(f"{here}lists/", {"player": mine, "roster": "Rifle squad 5 men 50 pts"})
        table.refresh_from_db()
        assert [unit.name for unit in game_of(table).units] == ["Rifle squad"]
        browser(south).post(address(war, what="act/list/"), {"points": "50", "text": "Sniper 50 pts"})
        said = browser(north).get(here).content.decode()
        assert ("waits for you" in said) == open_
        if open_:
            answers = {"1|weapon:mortar": "Medium mortar", "3|word:glork": "nothing", "same": "1"}
            browser(north).post(f"{here}lists/{mine}/", answers)
        table.refresh_from_db()
        names = [unit.name for unit in game_of(table).units if unit.player == mine]
        assert (len(names), "Rifle squad" in names) == ((6, True) if open_ else (1, False))
        assert "waits for you" not in browser(north).get(here).content.decode()


def test_when_the_other_list_came_in_is_sealed_too() -> None:
    war = meet()
    with while_fighting(war):
        browser(war.users["south"]).post(
            address(war, what="act/list/"), {"points": "50", "text": "Sniper 50 pts"}
        )
        page = browser(war.users["north"]).get(address(war)).content.decode()
    lists = page.partition('id="lists"')[2].partition("</ul>")[0]
    assert "in</span>" in lists
    assert "<time" not in lists


def test_what_is_sent_at_a_table_is_counted_and_many_at_once_are_told_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a person with all that he sends in a day, of guests by the table; busy readers are no fault."""
    pair, lines = seated(), "2x Rifle squad 8 men 80 pts"
    ada = browser_of(pair, pair.ada)
    here = f"/t/{pair.table.public_id}/lists/"
    monkeypatch.setattr(sent_lists, "MOST_BYTES", 60)
    monkeypatch.setattr(uploads, "MOST_BYTES", 60)
    told = [ada.post(here, {"player": "0", "roster": lines, "again": "1"}) for _number in range(3)]
    assert [one.status_code for one in told] == [302, 302, 429]
    assert told[2]["Retry-After"]
    assert lines in told[2].content.decode()
    monkeypatch.undo()

    def busy(raw: object) -> None:
        raise Refusal("Others are read.", code="busy", field="roster")

    monkeypatch.setattr(intake_lists, "take", busy)
    late = ada.post(here, {"player": "0", "roster": lines})
    assert (late.status_code, late["Retry-After"]) == (503, "60")
    assert lines in late.content.decode()
