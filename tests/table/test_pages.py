"""The pages of a table: what each phone is shown, refused and told; also without JavaScript."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from battles.models import Phone, Roster, Table
from battles.table import services
from battles.table.reference import KEPT
from battles.table.words.table_log import sentence
from campaign.base.refusal import Refusal
from campaign.models import User
from rules.tabletop.activation.cards import KING
from rules.tabletop.state import Game
from rules.tabletop.units import Group
from rules.tabletop.weapons import WEAPONS
from tests.table.moments import drawn, fell, put
from tests.table.phones import Pair, browser_of, page, sit_down

pytestmark = pytest.mark.django_db


def test_a_quick_battle_needs_no_account() -> None:
    first, second = Client(), Client()
    answer = first.post(
        "/t/quick/",
        {
            "name": "Ford",
            "side0": "Red",
            "side1": "Blue",
            "method": "cards",
            "phones": "each",
            "momentum": "on",
        },
        follow=True,
    )
    table = Table.objects.get()
    assert answer.status_code == 200
    assert table.code in answer.content.decode()
    found = second.post("/t/find/", {"code": table.code.lower()}, follow=True)
    assert "Which place is yours?" in found.content.decode()
    second.post(found.redirect_chain[-1][0], {"places": ["1"]})
    assert sorted(Phone.objects.values_list("numbers", flat=True)) == [[0], [1]]
    assert "Red" in first.get("/t/").content.decode() or "Ford" in first.get("/t/").content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [({"side1": ""}, "required"), ({"method": "dance"}, "Select a valid choice")],
)
def test_an_unfinished_form_says_what_is_wrong_and_keeps_what_was_typed(
    change: dict[str, str], said: str
) -> None:
    typed = {"name": "The mill", "side0": "Red", "side1": "Blue", "method": "cards", "phones": "each"}
    answer = Client().post("/t/quick/", typed | change)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert "The mill" in answer.content.decode()
    assert not Table.objects.exists()


def test_a_wrong_code_is_told() -> None:
    answer = Client().post("/t/find/", {"code": "NOCODE"})
    assert answer.status_code == 422
    assert "no table with this code" in answer.content.decode()


def test_a_stranger_finds_no_table() -> None:
    pair = sit_down()
    stranger = Client()
    for what in ("", "log/", "log.json", "wall/", "live/", "report/"):
        assert stranger.get(f"/t/{pair.table.public_id}/{what}").status_code == 404
    for what in ("act/", "agree/", "reveal/", "dice/", "leave/"):
        assert stranger.post(f"/t/{pair.table.public_id}/{what}").status_code == 404


def post(pair: Pair, phone: Phone, what: str, **values: str) -> tuple[int, str]:
    answer = browser_of(pair, phone).post(f"/t/{pair.table.public_id}/{what}/", values, follow=True)
    return answer.status_code, answer.content.decode()


def test_a_whole_go_works_as_plain_forms() -> None:
    pair = sit_down()
    status, text = post(pair, pair.ada, "act", kind="draw", player="0", side="0")
    assert status == 200
    assert "give a unit its order" in text
    post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="fire")
    status, text = post(
        pair, pair.ada, "act", kind="shoot", player="0", shooter="a1", target="b1", weapon="Rifle", shots="1"
    )
    assert "the target answers" in text
    post(pair, pair.ben, "act", kind="answer", player="1", how="down")
    assert pair.game.unit("b1").order == "down"
    post(pair, pair.ada, "act", kind="done", player="0")
    assert pair.game.stage == "draw"


def test_a_refusal_is_shown_and_nothing_happens() -> None:
    pair = sit_down()
    status, text = post(pair, pair.ada, "act", kind="bid", player="0", points="3")
    assert status == 422
    assert 'role="alert"' in text
    status, text = post(pair, pair.ada, "act", kind="nonsense", player="9x")
    assert status == 422


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "draw", "player": "0", "side": "99"},
        {"kind": "order", "player": "0", "unit": "zz", "order": "fire"},
        {"kind": "roster", "player": "0", "roster": "x"},
        {"kind": "shoot", "player": "0", "shooter": "a1", "target": "b1", "weapon": "Sling"},
        {"kind": "shoot", "player": "0", "shooter": "a1", "target": "b1", "weapon": "Rifle", "shots": "1e9"},
        {"kind": "tokens", "player": "0", "tokens.a1": "x"},
        {"kind": "play", "player": "0", "aces": "x"},
        {"kind": "momentum", "player": "0", "side0": "-3"},
        {"kind": "finish", "player": "0", "winner": "7"},
        {"kind": "", "player": ""},
        {"kind": "draw", "player": "0", "typed": "three"},
        {"kind": "draw", "player": "0", "cid": "x" * 99},
        {"kind": "correct", "player": "0", "unit": "a1", "models": "-1", "reason": "x"},
        {"kind": "leave", "player": "0", "who": "0", "by": "99"},
    ],
)
def test_bad_input_is_refused_in_words(values: dict[str, str]) -> None:
    pair = sit_down()
    before = pair.game
    status, text = post(pair, pair.ada, "act", **values)
    assert status in (200, 422)
    assert status == 422 or pair.table.proposal is not None or pair.game == before
    assert "Traceback" not in text


def test_a_hand_is_seen_by_nobody_else() -> None:
    pair = sit_down("cards")
    hand = pair.game.players[0].hand
    own = page(pair, pair.ada)
    shown = re.findall(r"card-face[^>]*>([^<]+)<", own)
    assert len(shown) == len(hand)
    assert "card-face" not in page(pair, Phone.objects.create(table=pair.table, numbers=[]))


def test_who_is_ready_is_asked_for_nothing_and_so_hears_who_is_away() -> None:
    """A phone looks for sides that have gone quiet only while it is asked for nothing itself."""
    pair = sit_down("cards")
    assert "card now mine" in page(pair, pair.ada)
    pair.act(0, "play")
    text = page(pair, pair.ada)
    assert "Waiting for all players to press ready" in text
    assert "card now mine" not in text
    assert "Waiting for the other phone" not in text


def test_nobody_is_said_to_have_to_press_ready_where_all_cards_play_themselves() -> None:
    pair = sit_down("cards", begin=False)
    for player in (0, 1):
        pair.act(player, "auto ready", on=True)
    pair.act(0, "begin")
    put(pair, lambda game: replace(game, rank=KING))
    text = page(pair, pair.ada)
    assert "The cards play themselves, rank by rank" in text
    assert "press ready" not in text


def test_what_is_fired_indirectly_says_from_which_distance_on() -> None:
    pair = sit_down()
    mortar = (Group("Medium mortar", 1, 3),)
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=mortar)))
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    pair.act(0, "volley", shooter="a1", fire=[{"group": 0, "target": "b1", "indirect": True}])
    told = page(pair, pair.ada)
    assert '<b>12-60"</b><span>Medium mortar</span>' in told


def test_those_who_fell_are_told_apart() -> None:
    pair = fell()
    put(pair, lambda game: game.with_unit(replace(game.unit("b1"), fell=(0, 2, 1))))
    assert "Losses of Brown squad: 2 Rifle, 1 LMG" in page(pair, pair.ben)


def test_the_tables_hold_every_weapon_and_need_nobody() -> None:
    text = Client().get("/t/tables/").content.decode()
    for weapon in WEAPONS.values():
        assert weapon.name.split(" (")[0] in text
    for row in (
        "Hits on</th><td>3+",
        "Point blank</th><td>+2",
        "From the rear</th><td>+2",
        "Soft cover</th><td>5+",
    ):
        assert row in text
    for part in re.findall(r'<a href="#(\w+)"', text.split('class="jump"')[1].split("</nav>")[0]):
        assert f'id="{part}"' in text
    assert Client().get("/t/sw.js").headers["Content-Type"].startswith("text/javascript")


def test_the_wall_shows_nothing_secret() -> None:
    pair = sit_down("cards")
    text = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/wall/").content.decode()
    assert "Turn 1" in text
    assert "King" in text
    assert "card-face" not in text


def test_the_wall_says_what_its_numbers_count() -> None:
    pair = sit_down(momentum="1")
    text = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/wall/").content.decode()
    assert "in the bag" in text
    assert text.count('aria-current="true">0') == 1
    assert text.index("Green</b>") < text.index("Momentum") < text.rindex("Brown</b>")


def test_a_side_may_have_several_players() -> None:
    first = Client()
    typed = {
        "name": "Ford",
        "side0": "Green: Ada, Dirk",
        "side1": "Brown",
        "method": "cards",
        "phones": "each",
    }
    first.post("/t/quick/", typed)
    table = Table.objects.get()
    game = services.game_of(table)
    assert [(player.name, player.side) for player in game.players] == [("Ada", 0), ("Dirk", 0), ("Brown", 1)]
    assert [side.name for side in game.sides] == ["Green", "Brown"]
    text = first.get(f"/t/{table.public_id}/join/{table.code}/").content.decode()
    assert "Dirk" in text


def test_done_and_the_next_draw_are_one_tap() -> None:
    pair = sit_down()
    post(pair, pair.ada, "act", kind="draw", player="0", side="0")
    post(pair, pair.ada, "act", kind="order", player="0", unit="a1", order="fire")
    assert "Done, draw the next" in page(pair, pair.ada)
    post(pair, pair.ada, "act", kind="done", player="0", draw="1")
    assert pair.game.current is not None
    assert pair.game.current.unit == ""
    assert [row.kind for row in pair.table.actions.order_by("n")][-1] == "done"


def test_whatever_a_kept_script_needs_is_kept_with_it() -> None:
    static = Path(settings.BASE_DIR) / "static"
    kept = [static / path for path in KEPT]
    for script in (path for path in kept if path.suffix == ".js"):
        for needed in re.findall(r'^import .*"(\./[^"]+)";$', script.read_text(), re.MULTILINE):
            assert (script.parent / needed).resolve() in kept, f"{script.name} needs {needed}"


def test_a_list_that_is_not_understood_is_asked_about_and_stays_as_it_was_typed() -> None:
    pair = sit_down(begin=False)
    before = pair.game.units
    typed = "Anti-tank gun 3 crew\nSherman\nRifle squad, 5 men, 2 <fnords>"
    status, text = post(pair, pair.ada, "act", kind="roster", player="0", roster=typed)
    assert status == 422
    for said in (
        "Line 1: which “anti tank gun” is it? Write one of: Light AT gun, Medium AT gun, Heavy AT gun",
        "Line 2: which weapons does “sherman” have?"
        " For example: 1 Medium AT gun turret 1, 1 MMG turret 1, 1 MMG hull",
        "Line 3: “fnord” is not understood.",
    ):
        assert said in text
    assert text.count(">Anti-tank gun 3 crew\nSherman\nRifle squad, 5 men, 2 &lt;fnords&gt;</textarea>") == 1
    assert pair.game.units == before
    status, text = post(pair, pair.ada, "act", kind="roster", player="0", roster="Light AT gun 3 crew")
    assert status == 200
    assert pair.game.units[-1].kind == "artillery"
    assert "3 crew</textarea>" not in text


def test_a_list_that_cannot_be_kept_stays_as_it_was_typed(ada: User) -> None:
    pair = sit_down(begin=False)
    browser = browser_of(pair, pair.ada)
    browser.force_login(ada, "allauth.account.auth_backends.AuthenticationBackend")
    session = browser.session
    session.update(dict(browser_of(pair, pair.ada).session.items()))
    session.save()
    sent = {"name": "Guns", "roster": "++ Guns ++", "table": pair.table.public_id}
    text = browser.post("/t/rosters/", sent, follow=True).content.decode()
    assert "Type one unit in each line" in text
    assert "++ Guns ++</textarea>" in text
    assert not Roster.objects.exists()
    assert "++ Guns ++</textarea>" not in browser.get(f"/t/{pair.table.public_id}/").content.decode()


def test_what_is_asked_of_a_list_stands_at_its_field() -> None:
    pair = sit_down(begin=False)
    with pytest.raises(Refusal) as caught:
        pair.act(0, "roster", roster="Sherman")
    assert caught.value.field == "roster"
    assert "Line 1: which weapons does “sherman” have?" in caught.value.message


def test_the_quick_reference_has_what_is_looked_up_most() -> None:
    """Moves with pivots and reverse, all rows of the damage table, sight through smoke."""
    text = " ".join(re.sub(r"<[^>]+>", " ", Client().get("/t/tables/").content.decode()).split())
    assert "Wheeled 12&quot; 24&quot; 2 / 1 6&quot;" in text.replace('"', "&quot;")
    assert "Tracked 9&quot; 18&quot; 2 / 1 4.5&quot;" in text.replace('"', "&quot;")
    assert "4 knocked out engine damage 5 knocked out immobilised 6 knocked out on fire" in text
    assert "Indirect fire needs 6+, 5+, 4+, 3+, 2+" in text
    assert "equal Superficial" in text
    assert "+1-2 Normal" in text
    assert "+3 and more Massive" in text
    assert "On Advance 6+" in text
    assert "One sees 2 inches through smoke" in text
    assert "on fire on a 6" in text


def test_a_single_vehicle_is_not_counted_where_targets_are_chosen() -> None:
    pair = sit_down()
    pair.act(1, "draw", side=1)
    pair.act(1, "order", unit="b1", order="fire")
    board = page(pair, pair.ben)
    fire = board[board.index("Fire at") :]
    assert "10/10" in fire
    assert "1/1" not in fire.replace("10/10", "")


def told(game: Game, kind: str, **values: object) -> str:
    """An event in the words of the log."""
    return sentence(game, {"kind": kind, "values": values, "dice": []})


def test_the_log_tells_what_an_ace_stands_for() -> None:
    game = sit_down().game
    shown = told(game, "played", player=1, card="S1", suit="H", rank=13)
    assert shown == "Ben shows A♠ as the King of Hearts"
    assert told(game, "go card", player=1, card="S1", suit="C", rank=10) == "Ben plays A♠ as the 10 of Clubs"
    assert told(game, "go card", player=1, card="H13", suit="H", rank=13) == "Ben plays K♥"
    assert told(game, "go card", player=1, card="S1") == "Ben plays A♠"


def test_the_log_names_the_side_where_units_of_both_are_called_the_same() -> None:
    game = sit_down().game
    assert told(game, "assault", shooter="a1", target="b1") == "Green squad assaults Brown squad"
    for key in ("a1", "b1"):
        game = game.with_unit(replace(game.unit(key), name="Rifle squad"))
    said = told(game, "assault", shooter="a1", target="b1")
    assert said == "Green's Rifle squad assaults Brown's Rifle squad"
    assert told(game, "pinned", unit="b1", pins=1, total=1) == "Pins on Brown's Rifle squad: 1 more, 1 now"


@pytest.mark.parametrize(
    ("needed", "said"), [(4, "4 or more"), (2, "2 or more"), (0, "2 or more (a 1 always fails)")]
)
def test_the_log_says_that_a_one_does_no_damage(needed: int, said: str) -> None:
    name = "Brown squad"
    assert told(sit_down().game, "damage rolls", unit="b1", needed=needed) == f"Damage on {name}, {said}"


@pytest.mark.parametrize(("immobilised", "offered"), [(False, ["run", "edge", "down"]), (True, ["down"])])
def test_what_cannot_move_is_not_offered_to_run_in_panic(immobilised: bool, offered: list[str]) -> None:
    pair = drawn()

    def panics(game: Game) -> Game:
        unit = replace(game.unit("a1"), immobilised=immobilised, order="")
        return game.with_unit(unit).with_acting(replace(game.acting[-1], unit="a1", step="panic"))

    put(pair, panics)
    assert re.findall(r'name="how" value="(\w+)"', page(pair, pair.ada)) == offered


@pytest.mark.parametrize(
    ("more", "said"),
    [({}, "b1 loses 2, 3 left"), ({"who": "Rifle 1, LMG 1"}, "b1 loses 2 (Rifle 1, LMG 1), 3 left")],
)
def test_the_log_tells_who_of_a_mixed_squad_has_fallen(more: dict[str, str], said: str) -> None:
    game = replace(sit_down().game, units=())
    event = {"kind": "casualties", "values": {"unit": "b1", "lost": 2, "left": 3, **more}, "dice": []}
    assert sentence(game, event) == said
