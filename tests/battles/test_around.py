"""Lists, stories, pictures, the shared link, stand-ins, honours: what is shown to whom."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from battles.honours.selectors import records_by_seat
from battles.models import ArmyList, Picture, Sharing
from battles.rights.counted import points_in
from campaign.delivery.emails import letter_of
from campaign.models import Battle, BattleResult, Notice, Seat, StandIn, User
from campaign.turn.contact.battle_status import Standing
from tests.battles.around import act, act_as, page, picture, text
from tests.fights import (
    LOST,
    WON,
    address,
    battle_in,
    browser,
    confirm,
    meet,
    seen_by,
    tell,
    typed,
    while_fighting,
)
from tests.wars import CLOSE, War, begin_war, march
from tests.words import says

pytestmark = pytest.mark.django_db

LIST = "Squad one, 120 pts\nTank 300 points\nTotal 420 pts"


# Lists


def test_a_list_is_sealed_until_both_are_in_and_then_stays_as_it_is() -> None:
    war = meet()
    act(war, "north", "list", points="420", text=LIST)
    assert "Squad one" in page(war, "north")
    seen = page(war, "south")
    assert "Squad one" not in seen
    assert not says(seen, "420")
    act(war, "north", "list", points="400", text="Squad two, 400 pts")
    act(war, "south", "list", points="1600", text="Everything we have")
    assert "Squad two" in page(war, "south")
    assert "Everything we have" in page(war, "north")
    late = act(war, "south", "list", points="100", text="Something against them")
    assert late.status_code == 422
    assert "no tailoring" in text(late)
    assert "Something against them" in text(late)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"points": "1501", "text": LIST}, "from 1 to 1500 points"),
        ({"points": "0", "text": LIST}, "greater than or equal to 1"),
        ({"points": "", "text": LIST}, "This field is required"),
        ({"points": "400", "text": " "}, "Paste the list"),
        ({"points": "400", "text": "x" * 20_001}, "at most 20000"),
    ],
)
def test_the_points_are_checked_and_nothing_typed_is_lost(given: dict[str, str], wrong: str) -> None:
    war = meet()
    answer = act(war, "north", "list", **given)
    assert answer.status_code == 422
    assert wrong in text(answer)
    assert given["text"].split("\n")[0].strip()[:20] in text(answer)
    assert not ArmyList.objects.exists()


def test_a_list_is_attached_as_text_or_as_a_photograph() -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    war = meet()
    act(war, "north", "list", points="420", text="", file=SimpleUploadedFile("list.txt", LIST.encode()))
    assert ArmyList.objects.get().text == LIST
    act(war, "south", "list", points="900", text="", file=picture())
    for army, side, status in (("north", "enemy", 200), ("south", "own", 200), ("north", "own", 404)):
        with while_fighting(war):
            answer = browser(war.users[army]).get(address(war, what=f"lists/{side}.jpg"))
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"Rifle squad 80 pts\n" * 5_000, "A list has at most"),
        (b"Rifle squad 80 pts\n" * 8_000, "A text has at most 100 kB"),
        (b"Rifle squad 80 pts\n" * 120_000, "A text has at most 100 kB"),
        (b"\xff\xfe" + b"S\0" * 75_000, "A text has at most 100 kB"),
        (b"GIF89a \0 nothing", "no picture that can be read"),
    ],
    ids=["95 kB", "152 kB", "2.3 MB", "wide", "broken picture"],
)
def test_a_file_of_a_list_that_is_too_long_is_refused_at_its_field(raw: bytes, words: str) -> None:
    war = meet()
    file = SimpleUploadedFile("list.txt", raw, "text/plain")
    answer = act(war, "north", "list", points="420", text="", file=file)
    assert answer.status_code == 422
    form = answer.context["army_list"]
    assert [words in error for error in form.errors["file"]] == [True]
    assert not ArmyList.objects.exists()


def test_the_photograph_of_a_sealed_list_is_not_served() -> None:
    war = meet()
    act(war, "south", "list", points="900", text="", file=picture())
    with while_fighting(war):
        assert browser(war.users["north"]).get(address(war, what="lists/enemy.jpg")).status_code == 404


def test_when_and_how_often_a_list_came_in_is_sealed_with_it() -> None:
    war = meet()
    for _ in range(2):
        act(war, "south", "list", points="420", text=LIST)
    mine, theirs = "You: brought an army list", "brought an army list"
    with while_fighting(war):
        assert theirs not in page(war, "north")
        assert page(war, "south").count(mine) == 2
    act(war, "north", "list", points="420", text=LIST)
    assert page(war, "north").count(theirs) == 3


def test_points_in_a_text_are_added_up_but_for_totals() -> None:
    assert points_in(LIST) == 420
    assert points_in("Two squads and a gun") is None
    act_page = "3 models, 12 wounds, 65pts"
    assert points_in(act_page) == 65


def test_a_list_that_adds_up_to_something_else_says_so() -> None:
    war = meet()
    act(war, "north", "list", points="500", text=LIST)
    assert "add up to 420" in page(war, "north")


# Stories and pictures


def test_a_picture_is_written_anew_and_served_to_both_sides_alone() -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)})
    act(war, "north", "picture", picture=picture("table.jpg"), caption="The mill")
    made = Picture.objects.get()
    assert max(made.width, made.height) == 1600
    assert b"secret club house" not in bytes(made.data)
    where = address(war, what=f"pictures/{made.public_id}.jpg")
    for army, status in (("north", 200), ("south", 200), ("west", 404)):
        with while_fighting(war):
            answer = browser(war.users[army]).get(where)
        assert answer.status_code == status
    with while_fighting(war):
        answer = browser(war.users["south"]).get(where)
    assert answer["Content-Type"] == "image/jpeg"
    assert Image.open(BytesIO(answer.content)).format == "JPEG"


@pytest.mark.parametrize("raw", [b"", b"GIF89a nothing", b"<svg onload=alert(1)>", b"\xff\xd8\xff\xe0" * 20])
def test_what_is_no_picture_is_refused_in_words(raw: bytes) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    war = meet()
    answer = act(war, "north", "picture", picture=SimpleUploadedFile("x.png", raw, "image/png"))
    assert answer.status_code == 422
    assert not Picture.objects.exists()


def test_a_picture_is_removed_by_its_own_side_only() -> None:
    war = meet()
    act(war, "north", "picture", picture=picture())
    made = Picture.objects.get()
    assert act(war, "south", "remove-picture", picture=made.public_id).status_code == 422
    act(war, "north", "remove-picture", picture=made.public_id)
    assert not Picture.objects.exists()


def test_a_story_is_told_and_changed_also_after_publication() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    battle = battle_in(war)
    war.publish()
    answer = act_as(war, war.users["north"], "story", battle=battle, hours=24 * 20, text="It rained.")
    assert answer.status_code == 200
    assert "It rained" in text(browser(war.users["south"]).get(address(war, battle)))


def test_a_shared_battle_shows_result_and_stories_and_nothing_else_once_both_want_it() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    battle = battle_in(war)
    act(war, "north", "story", text="It rained.")
    act(war, "north", "picture", picture=picture(), caption="The mill")
    stranger = browser(war.facilitator)
    stranger.logout()
    assert act(war, "north", "share", wanted="yes").status_code == 422  # not published yet
    war.publish()
    act_as(war, war.users["north"], "share", battle=battle, wanted="yes")
    token = Sharing.objects.get().token
    assert stranger.get(f"/shared/{token}/").status_code == 404
    act_as(war, war.users["south"], "share", battle=battle, wanted="yes")
    shown = stranger.get(f"/shared/{token}/")
    seen = text(shown)
    assert shown.status_code == 200
    assert "The north" in seen
    assert "It rained." in seen
    for hidden in ("North 1", "South 1", "north1", battle.public_id, "C5"):
        assert not says(seen, hidden), hidden
    image = Picture.objects.get().public_id
    assert stranger.get(f"/shared/{token}/pictures/{image}.jpg").status_code == 200
    act_as(war, war.users["south"], "share", battle=battle, wanted="no")
    assert stranger.get(f"/shared/{token}/").status_code == 404
    assert stranger.get(f"/shared/{token}/pictures/{image}.jpg").status_code == 404


# Stand-ins


def friend(name: str = "Sam") -> User:
    """Somebody without a seat."""
    return User.objects.create_user(email=f"{name.lower()}@club.example", name=name)


def link_of(war: War, army: str) -> str:
    """Ask for a stand-in; gives the link."""
    act(war, army, "stand-in")
    return f"/stand-in/{StandIn.objects.get(seat=war.seat(army), user=None, ended_at=None).token}/"


def test_a_stand_in_sees_one_battle_and_tells_its_result() -> None:
    war = meet()
    sam = friend()
    link = link_of(war, "north")
    with while_fighting(war):
        window = browser(sam)
        assert "fight one battle for The north" in text(window.get(link))
        answer = window.post(link, follow=True)
        assert "You fight this battle for The north" in text(answer)
        assert window.get(f"/c/{war.campaign.public_id}/").status_code == 404
        assert window.get(f"/c/{war.campaign.public_id}/battles/").status_code == 404
        window.post(address(war), typed(WON))
    assert seen_by(war, "south").theirs is not None
    assert "Sam fights this battle for you" in page(war, "north")
    assert "Somebody stands in for The north" in page(war, "south")
    assert not says(page(war, "south"), "Sam")


def test_a_stand_in_s_page_links_to_nothing_that_is_closed_to_a_stand_in() -> None:
    war = meet()
    sam = friend()
    act(war, "north", "stand-in")
    with while_fighting(war):
        window = browser(sam)
        window.post(f"/stand-in/{StandIn.objects.get().token}/")
        shown = window.get(address(war)).content.decode()
        links = set(re.findall(r'(?:href|content)="(/c/[^"#]*)', shown))
        answers = {path: window.get(path).status_code for path in links}
    assert links
    assert set(answers.values()) == {200}, answers


def test_a_link_works_once() -> None:
    war = meet()
    link = link_of(war, "north")
    with while_fighting(war):
        assert browser(friend()).post(link).status_code == 302
        assert browser(friend("Tim")).get(link).status_code == 404
        assert browser(friend("Una")).post(link).status_code == 404


def test_nobody_stands_in_who_has_a_seat_or_has_seen_the_truth() -> None:
    war = meet(where={**CLOSE, "west": ((12, 1),)})
    link = link_of(war, "north")
    for user in (war.users["west"], war.users["south"], war.facilitator):
        with while_fighting(war):
            answer = browser(user).post(link)
        assert answer.status_code == 422, user
        assert "without a seat" in text(answer)
    assert StandIn.objects.get().user is None


def test_a_player_takes_the_battle_back() -> None:
    war = meet()
    link = link_of(war, "north")
    sam = friend()
    with while_fighting(war):
        browser(sam).post(link)
        assert browser(sam).get(address(war)).status_code == 200
    act(war, "north", "no-stand-in")
    with while_fighting(war):
        assert browser(sam).get(address(war)).status_code == 404


def test_a_stand_in_fights_the_next_battle_of_a_bot() -> None:
    war = begin_war(CLOSE, bots=("south",))
    desk = f"/c/{war.campaign.public_id}/desk/stand-ins/"
    assert browser(war.facilitator).post(desk, {"seat": war.seat("south").public_id}).status_code == 302
    sam = friend()
    browser(sam).post(f"/stand-in/{StandIn.objects.get().token}/")
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    war.pass_deadline()
    battle = Battle.objects.filter(turn=war.turn, auto=False).first()
    assert battle is not None
    assert battle.dice is None
    notices = Notice.objects.filter(kind="stand_in")
    (notice,) = notices.filter(user=sam)
    assert (notice.detail["what"], notices.count()) == ("announced", 1)
    letter = letter_of(notice)
    assert letter is not None
    assert "is announced" in letter.subject
    assert letter.link.endswith(address(war, battle))
    assert not Notice.objects.filter(kind="announced", user=sam).exists()
    with while_fighting(war):
        browser(sam).post(address(war, battle), typed(LOST))
    assert BattleResult.objects.get(battle=battle, seat=war.seat("south")).by_app is False


def test_who_takes_a_place_and_who_gives_it_back_is_told_to_whom_it_concerns() -> None:
    war = meet()
    sam, north = friend(), war.users["north"]

    def told(user: User) -> list[str]:
        """What somebody was told of it, each a mail that can be written."""
        found = Notice.objects.filter(kind="stand_in", user=user).order_by("id")
        letters = [letter_of(one) for one in found]
        return [letter.subject.partition(": ")[2] for letter in letters if letter is not None]

    for ends in ("sam", "north"):
        act(war, "north", "stand-in")
        token = StandIn.objects.get(ended_at=None).token
        with while_fighting(war):
            browser(sam).post(f"/stand-in/{token}/")
        act_as(war, sam if ends == "sam" else north, "no-stand-in")
    taken, back = "somebody fights a battle for you", "a battle is in your own hands again"
    assert told(north) == [taken, back, taken]
    assert told(sam) == [f"you need not fight for {war.seat('north').army} any more"]
    assert told(war.users["south"]) == []


def test_without_a_stand_in_a_bots_battle_is_left_to_the_dice() -> None:
    war = begin_war(CLOSE, bots=("south",))
    war.plan("north", {"north1": march(2, 4)})
    war.pass_deadline()
    war.pass_deadline()
    for battle in Battle.objects.filter(turn=war.turn, auto=False):
        assert battle.dice is not None


# Honours


def test_honours_and_records_come_from_what_the_seat_itself_was_told() -> None:
    war = meet()
    act(war, "north", "roll")
    act(war, "north", "night", night="night")
    tell(war, "north", WON)
    confirm(war, "south")
    war.publish()
    seat: Seat = war.seat("north")
    record = records_by_seat([seat])[seat.pk]
    assert (record.won, record.lost) == (1, 0)
    names = [str(honour.name) for honour in record.banners[0].honours]
    assert names == ["First blood", "Night fighter"]
    assert [(one.army, one.won, one.points_own, one.points_enemy) for one in record.versus] == [
        ("The south", 1, 400, 900)
    ]
    shown = text(browser(war.users["north"]).get(f"/c/{war.campaign.public_id}/honours/"))
    assert "First blood" in shown
    theirs = text(browser(war.users["south"]).get(f"/c/{war.campaign.public_id}/honours/"))
    assert "First blood" not in theirs
    assert browser(war.facilitator).get(f"/c/{war.campaign.public_id}/honours/").status_code == 404


def test_nothing_is_told_of_a_battle_before_its_turn_is_published() -> None:
    war = meet()
    tell(war, "north", WON)
    confirm(war, "south")
    assert seen_by(war, "north").standing == Standing.AGREED
    north = war.seat("north")
    assert records_by_seat([north])[north.pk].fought == 0
