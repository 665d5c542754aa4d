"""Posters and films as files: who may have them, what they hold, and that they are whole or refused."""

from __future__ import annotations

import io
import json
import os
import random
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.base.sandbox.children import ChildFailedError
from campaign.film.drawing import maker, moving, pace
from campaign.film.drawing.faces import drawable, sign_of
from campaign.film.drawing.naming import Naming
from campaign.film.making import services
from campaign.film.making.scenes import given, scenes
from campaign.film.making.selectors import Wish, film_file, open_eyes
from campaign.film.making.services import ask_film, make_films
from campaign.models import Campaign, FilmFile, FilmFormat, FilmKind, Reel, Role, RoleKind, Seat, User
from tests.fights import browser
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db
POSTER = Wish(FilmKind.POSTER, 1, 1, 1, FilmFormat.PNG, "1200x630", "paper")
FILM = Wish(FilmKind.FILM, 1, 0, 1, FilmFormat.GIF, "960x540", "paper")


@pytest.fixture
def war() -> War:
    """A war whose first turn is published."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    return war


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child that has drawn already: what is asked here is whose file it is."""
    lines = ['{"state": "done", "bytes": 3}', "", "YWJj"]
    monkeypatch.setattr(services.children, "lines", lambda *given, **more: iter(lines))


def ask(war: War, army: str = "north", wish: Wish = POSTER) -> FilmFile:
    return ask_film(campaign=war.campaign, by=war.users[army], wish=wish)


def made(war: War, wish: Wish, army: str = "north") -> bytes:
    """What the child makes of what it is given, made here."""
    found = [one for one in scenes(war.users[army], war.campaign, wish) if one is not None]
    text = json.loads(json.dumps(given(war.campaign, wish, found)))
    return maker.poster(text) if wish.kind == FilmKind.POSTER else maker.film(text)


def end(war: War) -> None:
    Campaign.objects.filter(pk=war.campaign.pk).update(status="ended", ended_at=clock.now())
    war.campaign.refresh_from_db()


def page(war: War) -> str:
    return f"/c/{war.campaign.public_id}/film/"


def test_a_poster_is_asked_for_made_by_a_child_and_fetched(war: War) -> None:
    client = browser(war.users["north"])
    assert "Make the poster" in client.get(page(war)).content.decode()
    posted = {"act": "poster", "turn": "1", "size": "1200x630", "light": "night"}
    assert client.post(page(war), posted)["Location"] == page(war)
    waiting = client.get(page(war)).content.decode()
    assert "waits for a free worker" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert make_films() == 1
    row = FilmFile.objects.get()
    assert (row.state, row.error) == ("done", "")
    assert row.name.endswith("-knew-it-turn-1.png")
    address = f"{page(war)}{row.public_id}/file"
    assert address in client.get(page(war)).content.decode()
    found = client.get(address)
    assert found["Content-Type"] == "image/png"
    picture = Image.open(io.BytesIO(found.content))
    assert picture.size == (1200, 630)
    assert picture.info == {}
    assert found.content == made(war, services.wish_of(row)), "the same input, the same bytes"
    start = f"/api/v1/campaigns/{war.campaign.public_id}/film/files/"
    assert client.get(start).json()["files"][0]["state"] == "done"
    assert client.get(f"{start}{row.public_id}/file/").content == found.content


def test_films_are_whole_without_a_word_beside_their_pictures(war: War) -> None:
    gif = made(war, FILM)
    assert gif == made(war, FILM)
    picture = Image.open(io.BytesIO(gif))
    assert picture.size == (960, 540)
    assert getattr(picture, "n_frames", 0) > 10
    assert b"\x21\xfe" not in gif[:1000], "no comment"
    webp = made(war, Wish(FilmKind.FILM, 1, 0, 1, FilmFormat.WEBP, "768x960", "night"))
    moved = Image.open(io.BytesIO(webp))
    assert moved.size == (768, 960)
    assert not {b"EXIF", b"XMP ", b"ICCP"} & {webp[i : i + 4] for i in range(len(webp) - 4)}
    whole = sum(length(picture) for picture in (picture,))
    assert abs(whole - sum(length(one) for one in (moved,))) <= 100


def length(picture: Image.Image) -> int:
    """Milliseconds that a moving picture lasts."""
    total = 0
    for n in range(getattr(picture, "n_frames", 1)):
        picture.seek(n)
        picture.load()
        total += int(picture.info["duration"])
    return total


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="this machine has no ffmpeg")
def test_mp4_is_made_where_the_operator_has_ffmpeg(war: War) -> None:
    film = Wish(FilmKind.FILM, 1, 1, 1, FilmFormat.MP4, "960x540", "paper")
    ask(war, wish=film)
    make_films()
    row = FilmFile.objects.get()
    assert (row.state, row.error) == ("done", "")
    data = bytes(Reel.objects.get().data)
    assert data[4:8] == b"ftyp"
    assert b"Lavc" not in data
    assert b"x264" not in data
    assert data == made(war, film)


def test_without_ffmpeg_there_is_no_mp4(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "operators_program", lambda: None)
    with pytest.raises(Refusal, match="Allowed here: gif, webp"):
        ask(war, wish=Wish(FilmKind.FILM, 1, 1, 1, FilmFormat.MP4, "960x540", "paper"))


def test_only_who_acts_in_the_seat_has_its_files_until_the_end(war: War, quick: None) -> None:
    stranger = User.objects.create_user("friend@club.example", name="Friend")
    others = Wish(FilmKind.POSTER, 2, 1, 1, FilmFormat.PNG, "1200x630", "paper")
    truth = Wish(FilmKind.POSTER, 0, 1, 1, FilmFormat.PNG, "1200x630", "paper")
    later = Wish(FilmKind.POSTER, 1, 2, 2, FilmFormat.PNG, "1200x630", "paper")
    for wish in (others, truth, later):
        with pytest.raises(Refusal, match="You may not see this"):
            ask(war, wish=wish)
    for who in (war.facilitator, stranger):
        assert browser(who).get(page(war)).status_code == 404
        with pytest.raises(Refusal):
            ask_film(campaign=war.campaign, by=who, wish=POSTER)
    end(war)
    for wish in (others, truth):
        ask(war, wish=wish)
        make_films()
    assert {one.state for one in FilmFile.objects.all()} == {"done"}
    assert browser(war.facilitator).get(page(war)).status_code == 200
    assert browser(stranger).get(page(war)).status_code == 404
    assert {one.number for one in open_eyes(war.facilitator, war.campaign)} >= {0, 1, 2}


def test_the_right_is_looked_at_when_it_is_asked_for_made_and_fetched(war: War, quick: None) -> None:
    north = war.users["north"]
    row = ask(war)
    Seat.objects.filter(user=north).update(user=None)
    make_films()
    row.refresh_from_db()
    assert (row.state, Reel.objects.count()) == ("refused", 0)
    assert "any more" in row.error
    seat = war.campaign.seats.get(number=1)
    Seat.objects.filter(pk=seat.pk).update(user=north)
    row = ask(war)
    make_films()
    assert film_file(north, war.campaign, row.public_id) is not None
    Seat.objects.filter(pk=seat.pk).update(user=None)
    Role.objects.create(campaign=war.campaign, user=north, kind=RoleKind.OBSERVER)
    assert film_file(north, war.campaign, row.public_id) is None
    assert browser(north).get(f"{page(war)}{row.public_id}/file").status_code == 404
    assert film_file(war.users["south"], war.campaign, row.public_id) is None


def test_one_at_a_time_and_twenty_a_day(war: War, quick: None) -> None:
    first = ask(war)
    assert ask(war) == first, "the same again is the same"
    with pytest.raises(Refusal, match="one is made at a time"):
        ask(war, wish=FILM)
    make_films()
    for _ in range(services.A_DAY - 1):
        ask(war)
        make_films()
    with pytest.raises(Refusal, match="20 posters and films a day"):
        ask(war)
    assert Reel.objects.count() == services.FILES_KEPT
    with clock.at(clock.now() + timedelta(days=1, minutes=1)):
        ask(war)
        make_films()
    with clock.at(clock.now() + timedelta(days=5)):
        make_films()
    assert not FilmFile.objects.exists()
    assert not Reel.objects.exists()


def test_a_queue_that_is_full_says_so(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "WAITING_IN_ALL", 1)
    ask(war)
    with pytest.raises(Refusal, match="Too many files wait"):
        ask(war, "south", Wish(FilmKind.POSTER, 2, 1, 1, FilmFormat.PNG, "1200x630", "paper"))


def test_unknown_turns_and_eyes_are_not_found_and_other_sizes_refused(war: War) -> None:
    client = browser(war.users["north"])
    for asked in ("?turn=99", "?turn=2", "?as=2", "?as=77", "?as=0", "?turn=x"):
        assert client.get(page(war) + asked).status_code == 404, asked
    posted = {"act": "poster", "turn": "1", "size": "1x1", "light": "paper"}
    refused = client.post(page(war), posted)
    assert refused.status_code == 400
    assert "Allowed here: 1200x630, 1080x1350." in refused.content.decode()
    assert client.post(page(war), {**posted, "turn": "9"}).status_code == 404
    assert_api(client, war)
    assert not FilmFile.objects.exists()


def assert_api(client: Client, war: War) -> None:
    start = f"/api/v1/campaigns/{war.campaign.public_id}/film/files/"
    body: dict[str, Any] = {
        "kind": "poster",
        "eyes": 1,
        "first": 1,
        "last": 1,
        "format": "png",
        "size": "1x1",
        "light": "paper",
    }
    refused = client.post(start, body, content_type="application/json")
    assert refused.status_code == 400
    assert "1200x630" in refused.content.decode()
    for wrong in ({"eyes": 2}, {"first": 9, "last": 9}):
        answer = client.post(start, {**body, "size": "1200x630", **wrong}, content_type="application/json")
        assert answer.status_code == 404


def test_a_child_that_is_killed_leaves_no_half_a_file(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*given: Any, **more: Any) -> Iterator[str]:
        yield '{"state": "done", "bytes": 9}'
        yield "YWJj"
        raise ChildFailedError("it was ended by signal 9")

    monkeypatch.setattr(services.children, "lines", killed)
    row = ask(war)
    make_films()
    row.refresh_from_db()
    assert (row.state, Reel.objects.count()) == ("refused", 0)
    assert "signal 9" in row.error
    assert "Choose fewer turns" in row.error


def test_a_real_child_that_is_killed_at_its_work_is_told_in_words(war: War) -> None:
    def killing() -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end and not killed:
            for pid in _children():
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            time.sleep(0.005)

    killed: list[int] = []
    row = ask(war)
    killer = threading.Thread(target=killing)
    killer.start()
    make_films()
    killer.join()
    row.refresh_from_db()
    assert killed
    assert (row.state, Reel.objects.count()) == ("refused", 0)
    assert "Choose fewer turns" in row.error


def _children() -> list[int]:
    """The processes of this one that draw a film."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid() and b"drawing.maker" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
        except OSError:
            continue
    return found


def test_turns_become_shorter_then_frames_fewer_then_pictures_smaller() -> None:
    parts = [pace.Part("march", 110, "", ()), pace.Part("after", 170, "", ())]
    opening, timed, closing = pace.timed([parts] * 10)
    assert sum(one.hundredths for turn in timed for one in turn) == 2800
    opening, timed, closing = pace.timed([parts] * 100)
    lengths = [sum(one.hundredths for one in turn) for turn in timed]
    assert min(lengths) >= 40
    assert opening + sum(lengths) + closing <= 9000
    with pytest.raises(pace.TooManyError):
        pace.timed([parts] * 223)
    assert maker.LADDER == ((0, 8), (0, 12), (0, 20), (1, 20), (2, 20))


def test_a_film_too_large_for_its_bytes_is_refused_in_words(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[tuple[tuple[int, int], int]] = []

    def too_long(given: Any, filming: Any, size: tuple[int, int], step: int, seconds: int) -> bytes:
        tried.append((size, step))
        raise moving.TooLongError(filming.whole - 1)

    monkeypatch.setattr(maker, "_encoded", too_long)
    with pytest.raises(pace.TooManyError):
        made(war, FILM)
    assert [step for _size, step in tried] == [8, 12, 20, 20, 20]
    assert [max(size) for size, _step in tried] == [960, 960, 960, 720, 540]
    monkeypatch.setattr(
        services.children, "lines", lambda *given, **more: iter(['{"state": "long", "turns": 7}'])
    )
    row = ask(war, wish=FILM)
    make_films()
    row.refresh_from_db()
    assert row.state == "refused"
    assert "choose fewer turns, of these about 7." in row.error


def test_a_film_that_takes_too_long_to_draw_is_refused_with_what_could_be(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maker, "BUSIEST", -1)
    with pytest.raises(pace.TooManyError) as many:
        made(war, FILM)
    assert many.value.turns == 1


def test_what_has_no_room_by_far_is_not_tried(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[int, int]] = []

    def full(given: Any, filming: Any, size: tuple[int, int], step: int, seconds: int) -> bytes:
        tried.append((max(size), step))
        raise moving.TooLongError(filming.whole // 6)

    monkeypatch.setattr(maker, "_encoded", full)
    with pytest.raises(pace.TooManyError):
        made(war, FILM)
    assert tried == [(960, 8), (540, 20)]


HOSTILE = ("\U0001f525\U0001f525", "\u202eevil", "\u4e16\u754c", "W" * 200, "\u05d0\u05d1\u05d2", "a\u0000b")


def test_names_that_the_face_cannot_draw_become_sign_and_number(war: War) -> None:
    assert drawable("Straße, Ελλάς, Дон")
    assert not drawable(HOSTILE[0])
    assert not drawable(HOSTILE[1])
    board: Any = json.loads(json.dumps(war.part("north", 1).map))
    board["seats"][0]["army"] = HOSTILE[0]
    board["banners"][0]["name"] = HOSTILE[1]
    naming = Naming([board], [])
    assert naming.armies[1] == f"{sign_of(1)}1"
    assert naming.name(HOSTILE[1]) == f"{sign_of(1)}1"
    assert naming.sentence(f"{HOSTILE[1]} won.") == f"{sign_of(1)}1 won."


@pytest.mark.parametrize("name", HOSTILE[:4])
def test_hostile_names_are_drawn(war: War, name: str) -> None:
    found = [one for one in scenes(war.users["north"], war.campaign, POSTER) if one is not None]
    text = json.loads(json.dumps(given(war.campaign, POSTER, found)))
    text["title"] = name
    for one in text["scenes"][0]["after"]["seats"]:
        one["army"] = name
    for one in text["scenes"][0]["after"]["banners"]:
        one["name"] = name
    assert Image.open(io.BytesIO(maker.poster(text))).size == (1200, 630)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="this machine has no ffmpeg")
def test_an_mp4_without_room_ends_its_program(war: War, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "MOST", 20_000)
    with pytest.raises(pace.TooManyError):
        made(war, Wish(FilmKind.FILM, 1, 1, 1, FilmFormat.MP4, "960x540", "paper"))


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="this machine has no ffmpeg")
def test_the_work_of_the_program_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends when it has had its part of the child's time, and then there are too many turns; no fault."""
    monkeypatch.setattr(maker, "MOST", 10**9)
    until = maker._used() + 1
    dice = random.Random(5)
    noise = [Image.frombytes("RGB", (960, 540), dice.randbytes(960 * 540 * 3)) for _ in range(2)]
    frames = (moving.Frame(noise[n % 2], 8) for n in range(2000))
    program = shutil.which("ffmpeg") or ""
    limit = moving.Limit(10**9, 2000 * 8)
    with pytest.raises(moving.TooLongError) as full:
        maker.mp4(frames, (960, 540), program, limit, until=until)
    assert 0 < full.value.done < 2000 * 8
    with pytest.raises(moving.TooLongError):
        maker.mp4(frames, (960, 540), program, limit, until=until)
