"""Beside and after a battle at the table: luck, the rematch, unit cards, the summary that is sent on."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from PIL import Image

from battles.models import Place, Table
from battles.stories.sent_on import Summary, SummarySide
from battles.stories.sent_picture import picture
from battles.table import services
from battles.table.keepsakes import services as keepsakes
from battles.table.keepsakes.course import course_of
from battles.table.keepsakes.course import told as told_of
from battles.table.keepsakes.selectors import LuckRow, luck_rows, shared_table, summary_of
from battles.table.keepsakes.unit_cards import cards_of
from campaign.base.refusal import Refusal
from rules.tabletop import luck
from rules.tabletop.documents.view import view
from rules.tabletop.setup import next_attacker
from rules.tabletop.state import Game
from rules.tabletop.tables import Tables
from tests.table.moments import acting, put
from tests.table.phones import Pair, browser_of, page, sit_down
from tests.words import says

pytestmark = pytest.mark.django_db


def fought(*own: int) -> Pair:
    """Green has fired at Brown; ``own`` rolled themselves."""
    pair = acting()
    for player in own:
        services.choose_dice(pair.table, (pair.ada, pair.ben)[player], own=True)
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="6", cover="soft")
    pair.act(1, "answer", how="stand")
    return pair


def over(*words: int) -> Pair:
    """It is over, and Green has won."""
    pair = fought()
    pair.end(*(words or (0,)))
    pair.table.refresh_from_db()
    return pair


# Luck


def test_luck_is_counted_at_the_end_and_not_before() -> None:
    pair = fought()
    with pytest.raises(Refusal, match="goes on"):
        luck_rows(pair.table)
    pair.end(0)
    pair.table.refresh_from_db()
    (hits,) = [row for row in luck_rows(pair.table) if row.kind == luck.HITS]
    assert (hits.side, hits.name, hits.dice, hits.expected) == (0, "Green", 6, 4)
    assert hits.at_least is not None
    assert hits.at_most is not None
    assert hits.exactly == pytest.approx(hits.at_least + hits.at_most - 1)


def test_what_was_taken_back_does_not_count() -> None:
    pair = fought()
    while pair.game.attack:
        pair.act(0, "go on")
    pair.act(0, "undo")
    services.answer(pair.table, pair.ben, side=1, agree=True)
    pair.end(0)
    pair.table.refresh_from_db()
    assert [row for row in luck_rows(pair.table) if row.kind == luck.HITS] == []


def test_the_page_of_the_end_has_luck_in_words() -> None:
    pair = over()
    answer = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/report/")
    html = answer.content.decode()
    assert says(html, "Luck")
    assert "as good" in html or "as bad" in html


@pytest.mark.parametrize(("chance", "made", "said"), [(30, 10, "68%, as good"), (6, 1, "38%, as bad")])
def test_as_good_is_the_chance_of_as_many_or_more_and_as_bad_of_as_many_or_fewer(
    chance: int, made: int, said: str
) -> None:
    # Just as many as was to be expected of twelve likely tries: more often than not as many or more succeed.
    exactly, at_least, at_most = luck._chances([chance] * 12, made)
    row = LuckRow(
        side=0,
        kind=luck.SAVES,
        typed=False,
        dice=12,
        tries=12,
        expected=chance / 3,
        made=made,
        exactly=exactly,
        at_least=at_least,
        at_most=at_most,
        name="Green",
        colour=3,
        word="Cover saves",
    )
    assert row.said == said


# Rematch


def test_a_rematch_has_the_lists_whole_the_other_attacker_and_a_new_seed() -> None:
    pair = sit_down(begin=False, attacker="0", turns="6")
    before = pair.game
    pair.act(0, "begin")
    put(
        pair,
        lambda game: game.with_unit(
            replace(game.units[0], groups=(replace(game.units[0].groups[0], lost=9),), pins=4)
        ),
    )
    services.choose_dice(pair.table, pair.ben, own=True)
    pair.end(0)
    pair.table.refresh_from_db()
    mine = keepsakes.rematch(pair.table, pair.ada, None)
    again = mine.table
    game = services.game_of(again)
    assert game.units == before.units
    assert (game.attacker, game.turns, game.phase, game.turn) == (1, 6, "setup", 0)
    assert again.commitment != pair.table.commitment
    assert (again.next_die, again.actions_count) == (0, 0)
    assert mine.numbers == [0]
    assert Place.objects.get(table=again, number=1).own_dice
    assert {place.pin for place in again.places.all()} != {place.pin for place in pair.table.places.all()}


def pages_of(pair: Pair) -> list[str]:
    """What the board and the report say at the end."""
    report = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/report/").content.decode()
    return [page(pair, pair.ada), report]


def test_of_a_battle_without_an_attacker_no_page_says_that_anybody_defends() -> None:
    pair = over()
    for told in pages_of(pair):
        assert "attacked defends" not in told
        assert says(told, "Nobody attacked: who does is chosen before it begins.")
    mine = keepsakes.rematch(pair.table, pair.ada, None)
    assert services.game_of(mine.table).attacker == -1
    shown = browser_of(Pair(mine.table, mine, mine), mine).get(f"/t/{mine.table.public_id}/").content.decode()
    chosen = re.search(r'<select id="attacker".*?</select>', shown)
    assert chosen is not None
    assert "selected" not in chosen[0]


def test_of_one_with_an_attacker_they_say_who_attacks_next() -> None:
    pair = sit_down(attacker="0")
    pair.end(0)
    for told in pages_of(pair):
        assert says(told, "Brown attacks this time")
        assert "Nobody attacked" not in told


@pytest.mark.parametrize(
    ("attacker", "sides", "then"), [(0, 2, 1), (1, 2, 0), (2, 3, 0), (0, 3, 1), (-1, 2, -1)]
)
def test_the_next_side_attacks_if_one_did(attacker: int, sides: int, then: int) -> None:
    assert next_attacker(attacker, sides) == then


def test_it_takes_two_taps_and_the_other_sits_down_by_one() -> None:
    pair = over()
    first, second = browser_of(pair, pair.ada), browser_of(pair, pair.ben)
    opened = first.post(f"/t/{pair.table.public_id}/rematch/", follow=True)
    assert opened.status_code == 200
    again = Table.objects.get(rematch_of=pair.table)
    assert opened.redirect_chain[-1][0] == f"/t/{again.public_id}/"
    assert says(page(pair, pair.ben), "To the rematch")
    second.post(f"/t/{pair.table.public_id}/rematch/")
    # Tapped twice, or on both phones: it is one battle, and each has its own place there.
    first.post(f"/t/{pair.table.public_id}/rematch/")
    assert Table.objects.filter(rematch_of=pair.table).count() == 1
    assert sorted(phone.numbers for phone in again.phones.all()) == [[0], [1]]
    begun = first.post(f"/t/{again.public_id}/act/", {"cid": "x1", "kind": "begin", "player": "0"})
    assert begun.status_code == 302
    again.refresh_from_db()
    assert services.game_of(again).turn == 1


def test_whose_place_was_taken_is_told_how_to_have_it() -> None:
    pair = over()
    keepsakes.rematch(pair.table, pair.ada, None)
    again = Table.objects.get(rematch_of=pair.table)
    services.join(table=again, user=None, numbers=[1])
    answer = browser_of(pair, pair.ben).post(f"/t/{pair.table.public_id}/rematch/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/t/{again.public_id}/join/{again.code}/"
    assert "four digits" in answer.content.decode()


def test_a_battle_that_goes_on_has_no_rematch() -> None:
    pair = fought()
    with pytest.raises(Refusal, match="goes on"):
        keepsakes.rematch(pair.table, pair.ada, None)


def test_a_phone_that_watches_opens_nothing() -> None:
    pair = over()
    watcher = services.join(table=pair.table, user=None, numbers=[])
    for wanted in (True, False):
        with pytest.raises(Refusal, match="only watches"):
            keepsakes.share(pair.table, watcher, wanted=wanted)
    with pytest.raises(Refusal, match="only watches"):
        keepsakes.rematch(pair.table, watcher, None)


# Unit cards


def test_a_card_says_what_a_unit_is_and_does() -> None:
    pair = sit_down()
    squad, tank, *_rest = cards_of({**view(pair.game, 0)}, Tables())
    assert (squad.side, squad.points, squad.start) == ("Green", 100, 10)
    assert ("Morale", "9") in squad.facts
    assert ("Advance", '6"') in squad.facts
    assert [(row.name, row.range, row.shots) for row in squad.arms] == [("Rifle", '24"', 1)]
    assert any("Closed armour" in rule for rule in squad.rules)
    assert len(squad.boxes) == 10
    assert ("Harmed on", "9+") in tank.facts
    assert [row.penetration for row in tank.arms] == ["+5"]


def test_men_for_whom_there_is_no_box_are_told() -> None:
    pair = sit_down(begin=False)
    pair.act(0, "roster", roster="Green mob 40 men rifle 200 pts")
    shown = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/cards/").content.decode()
    mob = shown[shown.index(">Green mob<") :]
    assert mob[mob.index("Men") : mob.index("Pins")].count("<i>") == 30
    assert "<b>+ 10</b>" in mob
    assert shown.count("<b>+ ") == 1


def test_groups_have_their_numbers_on_the_card() -> None:
    pair = sit_down()
    seen = {**view(pair.game, 0)}
    groups = [
        {"weapon": "Rifle", "count": 7, "crew": 1, "leader": True, "mount": ""},
        {"weapon": "LMG", "count": 1, "crew": 2, "leader": False, "mount": ""},
        {"weapon": "Panzerfaust", "count": 1, "crew": 0, "leader": False, "mount": ""},
        {"weapon": "", "count": 2, "crew": 1, "leader": False, "mount": ""},
        {"weapon": "MMG", "count": 1, "crew": 0, "leader": False, "mount": "hull"},
    ]
    seen["units"] = [{**unit, "groups": groups} for unit in seen["units"]]
    arms = cards_of(seen, Tables())[0].arms
    assert [(row.count, row.name, row.bearer) for row in arms] == [
        (7, "Rifle", "with the NCO"),
        (1, "LMG", "crew of 2"),
        (1, "Panzerfaust", "carried besides"),
        (2, "Unarmed", ""),
        (1, "MMG", "hull"),
    ]


def test_house_rules_stand_on_the_card() -> None:
    pair = sit_down()
    changed = Tables().changed("weapon.Rifle.range", 30).changed("morale.regular", 8)
    squad = cards_of({**view(pair.game, 0)}, changed)[0]
    assert squad.arms[0].range == '30"'
    assert ("Morale", "8") in squad.facts


def test_cards_show_what_this_phone_may_see_and_nothing_of_a_sealed_list() -> None:
    pair = sit_down(begin=False)
    put(pair, lambda game: replace(game, sealed=True))
    html = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/cards/").content.decode()
    assert says(html, "Green squad")
    assert not says(html, "Brown squad")
    assert Client().get(f"/t/{pair.table.public_id}/cards/").status_code == 404


# The summary


def test_the_link_works_until_it_is_revoked_and_the_next_is_another() -> None:
    pair = over()
    assert pair.table.share_token == ""
    first = keepsakes.share(pair.table, pair.ada, wanted=True).share_token
    assert keepsakes.share(pair.table, pair.ben, wanted=True).share_token == first
    stranger = Client()
    assert stranger.get(reverse("shared_table", args=[first])).status_code == 200
    picture = stranger.get(reverse("shared_table_picture", args=[first]))
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert "no-store" in picture["Cache-Control"]
    # Either side may.
    keepsakes.share(pair.table, pair.ben, wanted=False)
    assert stranger.get(reverse("shared_table", args=[first])).status_code == 404
    assert stranger.get(reverse("shared_table_picture", args=[first])).status_code == 404
    assert keepsakes.share(pair.table, pair.ada, wanted=True).share_token != first
    assert shared_table("") is None


@pytest.mark.parametrize("name", ["api_shared_table", "api_shared_table_picture", "shared_table"])
def test_what_may_be_revoked_is_kept_by_nobody(name: str) -> None:
    token = keepsakes.share((pair := over()).table, pair.ada, wanted=True).share_token
    answer = Client().get(reverse(name, args=[token]))
    assert "no-store" in answer.headers.get("Cache-Control", "")
    assert not answer.has_header("ETag")
    keepsakes.share(pair.table, pair.ada, wanted=False)
    gone = Client().get(reverse(name, args=[token]), headers={"If-None-Match": "*"})
    assert gone.status_code == 404
    assert "no-store" in gone.headers.get("Cache-Control", "no-store")


@pytest.mark.parametrize("what", ["", "log/", "log.json", "report/", "cards/", "wall/"])
def test_no_page_of_a_guests_phone_is_kept_for_the_next_one(what: str) -> None:
    pair = over()
    answer = browser_of(pair, pair.ada).get(f"/t/{pair.table.public_id}/{what}")
    assert answer.status_code == 200
    assert "no-store" in answer.headers.get("Cache-Control", "")


def test_a_chat_shows_the_shared_battle_and_not_the_site() -> None:
    pair = over()
    token = keepsakes.share(pair.table, pair.ada, wanted=True).share_token
    html = Client().get(reverse("shared_table", args=[token])).content.decode()
    card = dict(re.findall(r'property="og:(\w+)" content="([^"]*)"', html))
    assert html.count('property="og:title"') == html.count('property="og:image"') == 1
    assert f"<h1>{card['title']}</h1>" in html
    assert card["image"] == settings.SITE_URL + reverse("shared_table_picture", args=[token])
    assert f'<p class="meta">{card["description"]}</p>' in html
    assert '<meta name="robots" content="noindex">' in html


def test_a_battle_that_was_taken_up_again_is_not_shown() -> None:
    pair = over()
    token = keepsakes.share(pair.table, pair.ada, wanted=True).share_token
    pair.act(0, "reopen")
    assert Client().get(reverse("shared_table", args=[token])).status_code == 404
    with pytest.raises(Refusal, match="goes on"):
        keepsakes.share(pair.table, pair.ada, wanted=True)


def test_who_does_not_sit_there_neither_shares_nor_looks() -> None:
    pair = over()
    path = f"/t/{pair.table.public_id}/"
    assert Client().post(f"{path}share/", {"wanted": "yes"}).status_code == 404
    assert Client().post(f"{path}rematch/").status_code == 404
    assert Client().get(f"{path}summary.png").status_code == 404


def told(pair: Pair, host: str = "testserver") -> tuple[str, bytes]:
    """All that a stranger with the link is sent, without the link itself."""
    token = keepsakes.share(pair.table, pair.ada, wanted=True).share_token
    stranger = Client()
    html = stranger.get(reverse("shared_table", args=[token])).content.decode().replace(token, "")
    head, _csrf, rest = html.partition('name="csrf-token"')
    return head + rest.partition(">")[2], stranger.get(reverse("shared_table_picture", args=[token])).content


def test_in_two_worlds_whose_people_and_units_differ_strangers_are_sent_the_same() -> None:
    """Names of players, of units and of the battle, codes and digits are nobody else's business."""
    one, other = over(), over()
    Table.objects.filter(pk=other.table.pk).update(state=one.table.state, name="Friday at Zoe's")
    other.table.refresh_from_db()
    renamed = {"Ada": "Zoe", "Ben": "Quentin"}
    put(
        other,
        lambda game: replace(
            game,
            name="Friday at Zoe's",
            mission="Rescue Zoe",
            players=tuple(replace(player, name=renamed[player.name]) for player in game.players),
            units=tuple(replace(unit, name=f"Zoe's own {unit.id}") for unit in game.units),
        ),
    )
    other.table.refresh_from_db()
    # The same dice: only the people differ.
    rows = dict(one.table.actions.values_list("n", "events"))
    for action in other.table.actions.all():
        action.events = rows[action.n]
        action.save()
    (page_one, picture_one), (page_other, picture_other) = told(one), told(other)
    assert unchanging(page_one) == unchanging(page_other)
    assert picture_one == picture_other
    assert "Green" in page_one


def unchanging(html: str) -> str:
    """A page without what is drawn anew for every request."""
    return "\n".join(line for line in html.splitlines() if "csrfmiddlewaretoken" not in line)


def test_different_words_are_told_as_they_are() -> None:
    pair = over(0, 1)
    assert summary_of(pair.table).heading == "The sides do not agree on who has won"
    assert not any(side.won for side in summary_of(pair.table).sides)


# How it went


def event(kind: str, **values: object) -> dict[str, object]:
    return {"kind": kind, "values": values}


def went(*lost: str) -> tuple[Game, list[dict[str, object]]]:
    """Brown loses a unit in turn 1 and all in turn 2, where Green's order goes wrong twice."""
    game = sit_down().game
    gone = {key: replace(game.unit(key), destroyed=True) for key in lost}
    game = replace(game, units=tuple(gone.get(unit.id, unit) for unit in game.units))
    log = [event("turn", turn=1), event("destroyed", unit="b1"), event("turn", turn=2)]
    log += [event("fubar", unit="a1"), event("destroyed", unit="b2"), event("destroyed", unit="a2")]
    return game, [*log, event("fubar", unit="a2")]


def test_how_it_went_is_told_by_the_names_of_sides_alone() -> None:
    game, log = went("b1", "b2", "a2")
    course = course_of(game, log)
    assert course.fell == {"b1": 1, "b2": 2, "a2": 2}
    assert list(told_of(game, course)) == [
        "The first unit to fall was of Brown, in turn 1.",
        "Turn 2 cost most: Brown lost one unit, Green lost one unit.",
        "Two sixes on an order, 2 times: Green 2.",
    ]


def test_who_was_brought_back_has_not_fallen() -> None:
    game, log = went("b2")
    course = course_of(game, [*log, event("destroyed", unit="b2")])
    assert course.fell == {"b2": 2}
    assert next(told_of(game, course)) == "The first unit to fall was of Brown, in turn 2."


def test_the_picture_shows_each_unit_and_when_it_fell() -> None:
    sides = (
        SummarySide("Green", 0, won=True, points_lost=150, units=2, units_left=1, fell=(2,)),
        SummarySide("Brown", 1, won=False, points_lost=140, units=2, units_left=0, fell=(1, 2)),
    )
    shown = {
        picture(Summary("Green has won", "", tuple(replace(one, fell=fell) for one in sides)), "x")
        for fell in ((), (1, 2), (2, 2))
    }
    assert len(shown) == 3
    many = tuple(replace(sides[0], units=60, fell=()) for _ in range(16))
    with Image.open(BytesIO(picture(Summary("x", "", many, ("y",) * 9), "x"))) as image:
        assert image.size == (1200, 630)
