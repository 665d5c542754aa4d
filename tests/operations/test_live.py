"""Live pages: a real server streams "changed" to those whose knowledge has changed, and to nobody else."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
import uvicorn
from django.db.models import F
from django.test import Client

from campaign.access import versions as readers
from campaign.access.api_tokens import make_token
from campaign.base.sse import hub as live
from campaign.base.sse import streams
from campaign.models import Campaign, PlayerTurn, Seat, User
from campaign.turn.contact.battle_closing import touch_seats
from campaign.turn.plans.services import save_plan

pytestmark = pytest.mark.django_db(transaction=True)

As = Callable[[User | None], Client]
SeatOf = Callable[[User], Seat]
CHANGED = "event: changed"


class Stream:
    """One open stream, read line by line in the background as a browser would."""

    def __init__(self, port: int, path: str, client: Client, **headers: str) -> None:
        self.lines: list[str] = []
        self._arrived = threading.Condition()
        cookie = client.cookies.get("session")
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if cookie is not None:
            headers["Cookie"] = f"session={cookie.value}"
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", path, headers={"Accept-Encoding": "gzip", **headers})
        self.answer = self.connection.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self.answer:
                with self._arrived:
                    self.lines.append(line.decode().rstrip("\n"))
                    self._arrived.notify_all()
        except (OSError, ValueError, AttributeError):  # closed while it was read
            return

    def wait(self, text: str, seconds: float = 10) -> bool:
        """Whether a line that begins so arrives in time."""
        with self._arrived:
            return self._arrived.wait_for(lambda: any(one.startswith(text) for one in self.lines), seconds)

    def count(self, text: str) -> int:
        with self._arrived:
            return sum(one.startswith(text) for one in self.lines)

    def close(self) -> None:
        """Go away, as a browser does."""
        sock = getattr(self.answer.fp, "raw", None)
        if sock is not None and getattr(sock, "_sock", None) is not None:
            sock._sock.shutdown(socket.SHUT_RDWR)
        self.connection.close()


def wait_until(true: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return true()


@pytest.fixture
def port() -> Iterator[int]:
    """A uvicorn server of this process."""
    config = uvicorn.Config(
        "config.asgi:application", port=0, log_config=None, lifespan="off", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert wait_until(lambda: server.started)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)
    assert not thread.is_alive()


@pytest.fixture
def listen(port: int, as_user: As) -> Iterator[Callable[..., Stream]]:
    """Opens streams, and closes them in the end."""
    opened: list[Stream] = []

    def stream(user: User | None, path: str, **headers: str) -> Stream:
        opened.append(Stream(port, path, as_user(user), **headers))
        return opened[-1]

    yield stream
    for one in opened:
        one.close()


def address(campaign: Campaign, since: str = "") -> str:
    return f"/c/{campaign.public_id}/live/" + (f"?since={since}" if since else "")


def test_a_change_reaches_the_seat_that_may_see_it_and_no_other(
    tarn: Campaign, ada: User, ben: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    mine, other = listen(ada, address(tarn)), listen(ben, address(tarn))
    assert mine.wait("id: ")
    assert other.wait("id: ")
    touch_seats(seat_of(ada))
    assert mine.wait(CHANGED)
    assert mine.count("data: changed") == 1
    time.sleep(1.2)
    assert other.count(CHANGED) == 0


def test_an_event_says_changed_and_the_version_of_the_seat(
    tarn: Campaign, ada: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    mine = listen(ada, address(tarn))
    assert mine.answer.status == 200
    assert mine.answer.headers["Content-Type"] == "text/event-stream"
    assert mine.wait("id: ")
    touch_seats(seat_of(ada))
    assert mine.wait("data: changed")
    assert wait_until(lambda: mine.lines[-1] == "")
    version = seat_of(ada).version
    told = [f"retry: {streams.RETRY}", "", f"id: {version - 1}", "", f"id: {version}", CHANGED]
    assert mine.lines == [*told, "data: changed", ""]


def test_what_rivals_do_raises_nothing(
    tarn: Campaign, ada: User, ben: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    mine = listen(ben, address(tarn))
    home = listen(ben, "/live/")
    assert mine.wait("id: ")
    assert home.wait("id: ")
    seat = seat_of(ada)
    banner = seat.banners.order_by("key").first()
    assert banner is not None
    plan = {"node": None, "orders": {banner.public_id: {"hold": True}}}
    save_plan(seat=seat, number=1, plan=plan, by=ada, submit=True)
    time.sleep(1.5)
    assert mine.count(CHANGED) == home.count(CHANGED) == 0


def test_the_desk_hears_of_a_plan_that_came_in(
    tarn: Campaign, mara: User, ada: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    desk, home = listen(mara, address(tarn)), listen(mara, "/live/")
    assert desk.wait("id: ")
    assert home.wait("id: ")
    save_plan(seat=seat_of(ada), number=1, plan={"node": None, "orders": {}}, by=ada, submit=True)
    assert desk.wait(CHANGED)
    assert home.wait(CHANGED)


def test_this_process_hears_at_once(
    tarn: Campaign, ada: User, seat_of: SeatOf, listen: Callable[..., Stream], monkeypatch: Any
) -> None:
    monkeypatch.setattr(live, "PERIOD", 60)
    mine = listen(ada, address(tarn))
    assert mine.wait("id: ")
    touch_seats(seat_of(ada))
    assert mine.wait(CHANGED, 5)


def test_another_process_is_heard_within_moments(
    tarn: Campaign, ada: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    mine = listen(ada, address(tarn))
    assert mine.wait("id: ")
    # A write that wakes nobody here, as if made elsewhere.
    Seat.objects.filter(pk=seat_of(ada).pk).update(version=F("version") + 1)
    assert mine.wait(CHANGED, 5)


def test_who_comes_back_hears_what_was_missed(
    tarn: Campaign, ada: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    seat = seat_of(ada)
    touch_seats(seat)
    page = listen(ada, address(tarn, since=str(seat.version)))
    assert page.wait(CHANGED)
    again = listen(ada, address(tarn, since="7"), Last_Event_ID=str(seat.version))
    assert again.wait(CHANGED)
    upto = listen(ada, address(tarn, since=str(seat_of(ada).version)))
    assert upto.wait("retry")
    time.sleep(1)
    assert upto.count(CHANGED) == 0


def test_a_stranger_finds_no_stream(
    tarn: Campaign, nils: User, ada: User, listen: Callable[..., Stream]
) -> None:
    assert listen(nils, address(tarn)).answer.status == 404
    assert listen(None, address(tarn)).answer.status == 404
    assert listen(None, "/live/").answer.status == 404
    assert listen(ada, "/c/nowhere/live/").answer.status == 404


def test_nobody_holds_a_server_s_streams_alone(
    tarn: Campaign, ada: User, ben: User, listen: Callable[..., Stream], monkeypatch: Any
) -> None:
    monkeypatch.setattr(streams, "MOST", 2)
    first = listen(ada, address(tarn))
    assert first.wait("id: ")
    assert listen(ada, address(tarn)).wait("id: ")
    assert listen(ada, address(tarn)).answer.status == 429
    assert listen(ben, address(tarn)).answer.status == 200
    first.close()
    assert wait_until(lambda: listen(ada, address(tarn)).answer.status == 200)


def test_the_hub_reads_only_while_somebody_listens(
    tarn: Campaign, ada: User, listen: Callable[..., Stream], monkeypatch: Any
) -> None:
    readings: list[Any] = []
    assert readers.SEAT in live._readers  # as soon as any page that follows has been loaded
    monkeypatch.setitem(
        live._readers, readers.SEAT, lambda keys: readings.append(keys) or dict.fromkeys(keys, 1)
    )
    mine = listen(ada, address(tarn))
    assert wait_until(lambda: len(readings) >= 3)
    mine.close()
    assert wait_until(lambda: not live._hubs)
    count = len(readings)
    time.sleep(1.2)
    assert len(readings) == count


def test_streams_outlive_a_database_that_is_away_for_a_moment(
    tarn: Campaign, ada: User, seat_of: SeatOf, listen: Callable[..., Stream], monkeypatch: Any
) -> None:
    mine = listen(ada, address(tarn))
    assert mine.wait("id: ")
    with monkeypatch.context() as away:
        away.setitem(live._readers, "seat", _away)
        time.sleep(1)
    touch_seats(seat_of(ada))
    assert mine.wait(CHANGED)


def _away(keys: Any) -> Any:
    raise ConnectionError("the database is away")


def test_a_stream_ends_by_itself_so_that_rights_are_asked_for_again(
    tarn: Campaign, ada: User, listen: Callable[..., Stream], monkeypatch: Any
) -> None:
    monkeypatch.setattr(streams, "LIFE", 0)
    monkeypatch.setattr(streams.secrets, "randbelow", lambda most: 0)
    mine = listen(ada, address(tarn))
    assert mine.wait("retry")
    assert wait_until(lambda: mine.answer.isclosed())


def test_streams_end_when_the_server_is_told_to_stop(
    tarn: Campaign, ada: User, listen: Callable[..., Stream]
) -> None:
    mine = listen(ada, address(tarn))
    assert mine.wait("id: ")
    live.end()
    assert wait_until(lambda: mine.answer.isclosed(), 5)


def test_another_topic_can_be_listened_to(db: None) -> None:
    versions = {1: "1", 2: "1"}

    async def hear() -> list[str | None]:
        hub = live.hub()
        one, two = hub.join([("dice", 1)]), hub.join([("dice", 1), ("dice", 2)])
        assert await one.news(5)
        assert await two.news(5)
        heard = [one.token, two.token]
        versions[2] = "5"
        live.wake()
        assert await two.news(5)
        assert not await one.news(0.2)
        hub.leave(one)
        hub.leave(two)
        return [*heard, two.token]

    live.register("dice", lambda keys: {key: versions[key] for key in keys})
    try:
        assert asyncio.run(hear()) == ["1", "1.1", "1.5"]
    finally:
        del live._readers["dice"]


def test_a_server_without_streams_says_do_not_come_back(tarn: Campaign, ada: User, as_user: As) -> None:
    assert as_user(ada).get(address(tarn)).status_code == 204
    assert as_user(ada).get("/live/").status_code == 204
    assert PlayerTurn.objects.exists()


def test_the_page_names_the_stream_and_what_it_has_seen(
    tarn: Campaign, ada: User, seat_of: SeatOf, as_user: As
) -> None:
    wanted = f'<meta name="live" content="{address(tarn, str(seat_of(ada).version))}">'
    for page in ("", "battles/", "table/"):
        assert wanted in as_user(ada).get(f"/c/{tarn.public_id}/{page}").content.decode()


@pytest.mark.parametrize("page", ["/", "/c/{}/desk/", "/c/{}/desk/review/", "/c/{}/about/", "/c/{}/people/"])
def test_what_changes_between_a_page_and_its_stream_is_told(
    tarn: Campaign,
    mara: User,
    ada: User,
    seat_of: SeatOf,
    as_user: As,
    listen: Callable[..., Stream],
    page: str,
) -> None:
    shown = as_user(mara).get(page.format(tarn.public_id)).content.decode()
    found = re.search(r'<meta name="live" content="([^"]+)">', shown)
    assert found is not None
    save_plan(seat=seat_of(ada), number=1, plan={"node": None, "orders": {}}, by=ada, submit=True)
    assert listen(mara, found[1]).wait(CHANGED)


def test_a_program_listens_with_its_token_as_the_pages_do(
    tarn: Campaign, ada: User, ben: User, seat_of: SeatOf, listen: Callable[..., Stream]
) -> None:
    _row, secret = make_token(user=ada, name="bot", scopes=["read"])
    path = f"/api/v1/campaigns/{tarn.public_id}/live/"
    mine = listen(None, path, Authorization=f"Bearer {secret}")
    other = listen(ben, "/api/v1/live/", Accept="text/event-stream")
    assert (mine.answer.status, other.answer.status) == (200, 200)
    assert mine.answer.getheader("Content-Type") == "text/event-stream"
    assert mine.wait("id: ")
    assert other.wait("id: ")
    touch_seats(seat_of(ada))
    assert mine.wait(CHANGED)
    assert other.count(CHANGED) == 0
    assert listen(None, path).answer.status == 401
