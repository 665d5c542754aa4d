"""Campaigns' files made and taken in by a worker: how far they are, who may fetch them, and how they end."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory

from campaign.accounts.privacy.services import delete_account
from campaign.archive.exchange import services as transfers
from campaign.archive.exchange.exporting import export_campaign
from campaign.archive.exchange.services import ask_export, ask_import, carry_files
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import Campaign, Parcel, Role, RoleKind, Transfer, TransferState, User
from tests.archive.test_exchange import files_of, line_changed, pack
from tests.wars import CLOSE, War, begin_war, march

pytestmark = pytest.mark.django_db

As = Callable[[User | None], Client]
IN = "/campaigns/import/"


@pytest.fixture
def war() -> War:
    """A war in planning of its second turn."""
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    return war


@pytest.fixture
def friend(db: None) -> User:
    """Somebody of another club."""
    return User.objects.create_user("friend@club.example", name="Friend")


def out(war: War) -> str:
    return f"/c/{war.campaign.public_id}/export/"


def packed(war: War) -> bytes:
    return export_campaign(campaign=war.campaign, by=war.facilitator)


def send(client: Client, data: bytes, name: str = "war.zip") -> str:
    """Send a file; the address of what comes of it."""
    answer = client.post(IN, {"file": SimpleUploadedFile(name, data)})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def read(client: Client, path: str) -> str:
    return unescape(client.get(path).content.decode())


def test_a_file_is_asked_for_made_by_a_worker_and_fetched(war: War, as_user: As) -> None:
    client = as_user(war.facilitator)
    assert "Make the file" in read(client, out(war))
    assert client.post(out(war))["Location"] == out(war)
    waiting = read(client, out(war))
    assert "waits for a free worker" in waiting
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert client.get(f"{out(war)}campaign.zip").status_code == 404
    assert carry_files() == 1
    ready = read(client, out(war))
    assert "http-equiv" not in ready
    assert f'href="{out(war)}campaign.zip"' in ready
    given = client.get(f"{out(war)}campaign.zip")
    assert given["Content-Type"] == "application/zip"
    assert given["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert files_of(given.content)["turn.jsonl"] == files_of(packed(war))["turn.jsonl"]
    assert carry_files() == 0


def test_the_web_process_neither_makes_nor_takes_in(
    war: War, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = packed(war)

    def never(*given: Any, **kwargs: Any) -> None:
        raise AssertionError("the web process does it")

    monkeypatch.setattr(transfers, "export_campaign", never)
    monkeypatch.setattr(transfers, "read_campaign", never)
    client = as_user(war.facilitator)
    client.post(out(war))
    assert client.get(out(war)).status_code == 200
    assert client.get(send(client, data)).status_code == 200


def test_asking_again_while_it_is_made_gives_the_same_and_afterwards_the_one_before_goes(war: War) -> None:
    first = ask_export(campaign=war.campaign, by=war.facilitator)
    assert ask_export(campaign=war.campaign, by=war.facilitator) == first
    carry_files()
    second = ask_export(campaign=war.campaign, by=war.facilitator)
    assert second != first
    assert not Parcel.objects.exists()
    carry_files()
    assert [one.transfer_id for one in Parcel.objects.all()] == [second.pk]


def test_nobody_else_asks_sees_or_fetches_it(war: War, friend: User, as_user: As) -> None:
    ask_export(campaign=war.campaign, by=war.facilitator)
    carry_files()
    for who in (war.users["north"], friend):
        client = as_user(who)
        assert client.post(out(war)).status_code == 404
        assert client.get(out(war)).status_code == 404
        assert client.get(f"{out(war)}campaign.zip").status_code == 404
    with pytest.raises(Refusal):
        ask_export(campaign=war.campaign, by=war.users["north"])
    second = User.objects.create_user("second@club.example", name="Second")
    Role.objects.create(campaign=war.campaign, user=second, kind=RoleKind.FACILITATOR)
    assert as_user(second).get(f"{out(war)}campaign.zip").status_code == 404


def test_the_file_does_not_outlive_the_right_to_it(war: War, as_user: As) -> None:
    client = as_user(war.facilitator)
    ask_export(campaign=war.campaign, by=war.facilitator)
    carry_files()
    assert client.get(f"{out(war)}campaign.zip").status_code == 200
    Role.objects.filter(user=war.facilitator).update(kind=RoleKind.OBSERVER)
    assert client.get(f"{out(war)}campaign.zip").status_code == 404
    assert client.get(out(war)).status_code == 404
    Campaign.objects.update(status="ended")
    assert client.get(f"{out(war)}campaign.zip").status_code == 404, "it was made for a facilitator"
    assert "Make the file" in read(client, out(war))
    client.post(out(war))
    carry_files()
    assert client.get(f"{out(war)}campaign.zip").status_code == 200


def test_files_with_the_words_of_somebody_whose_account_is_deleted_go(war: War) -> None:
    for who in (war.facilitator, war.users["north"]):
        ask_import(file=b"nothing", name="war.zip", by=who)
    ask_export(campaign=war.campaign, by=war.facilitator)
    while carry_files():
        pass
    delete_account(
        user=war.users["north"], proof=war.users["north"].email, request=RequestFactory().post("/")
    )
    assert [(one.kind, one.user) for one in Transfer.objects.all()] == [("import", war.facilitator)]
    assert not Parcel.objects.exists()


def test_who_loses_the_right_before_a_worker_comes_gets_no_file(war: War) -> None:
    ask_export(campaign=war.campaign, by=war.facilitator)
    Role.objects.filter(user=war.facilitator).delete()
    carry_files()
    done = Transfer.objects.get()
    assert (done.state, Parcel.objects.count()) == (TransferState.REFUSED, 0)
    assert "Only a facilitator" in done.error


def test_a_file_is_kept_for_three_days(war: War, as_user: As) -> None:
    ask_export(campaign=war.campaign, by=war.facilitator)
    carry_files()
    late = clock.now() + timedelta(days=3, minutes=1)
    client = as_user(war.facilitator)
    with clock.at(late):
        assert "Make the file" in read(client, out(war))
        assert client.get(f"{out(war)}campaign.zip").status_code == 404
        carry_files()
    assert not Transfer.objects.exists()
    assert not Parcel.objects.exists()


def test_a_file_that_is_sent_becomes_a_campaign(war: War, friend: User, as_user: As) -> None:
    client = as_user(friend)
    path = send(client, packed(war))
    assert "waits for a free worker" in read(client, path)
    assert f'href="{path}"' in read(client, IN)
    assert Campaign.objects.count() == 1
    assert carry_files() == 1
    arrived = Campaign.objects.latest("pk")
    assert f'href="/c/{arrived.public_id}/about/"' in read(client, path)
    assert client.get(f"/c/{arrived.public_id}/desk/").status_code == 200
    assert not Parcel.objects.exists()
    assert as_user(war.facilitator).get(path).status_code == 404


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda files: b"not a zip", "This is no zip file, or it is broken"),
        (
            lambda files: pack(line_changed(files, "turn.jsonl", 1, phase="dreaming")),
            "turn.jsonl, row 1: phase: must be one of planning",
        ),
    ],
)
def test_what_is_wrong_is_said_on_its_page_with_the_form(
    spoil: Callable[[dict[str, str]], bytes], said: str, war: War, friend: User, as_user: As
) -> None:
    client = as_user(friend)
    path = send(client, spoil(files_of(packed(war))))
    carry_files()
    shown = read(client, path)
    assert said in shown
    assert 'role="alert"' in shown
    assert 'type="file"' in shown
    assert (Campaign.objects.count(), Parcel.objects.count()) == (1, 0)


def test_a_worker_that_ends_is_followed_by_another_and_the_third_is_the_last(
    war: War, friend: User, as_user: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The end of a worker."""

    def end(*given: Any) -> None:
        raise Killed

    made = ask_import(file=packed(war), name="war.zip", by=friend)
    monkeypatch.setattr(transfers, "store_campaign", end)
    moment = clock.now()
    for attempt in range(3):
        with clock.at(moment + timedelta(minutes=11 * attempt)):
            with pytest.raises(Killed):
                carry_files()
            assert carry_files() == 0, "it is leased"
    with clock.at(moment + timedelta(minutes=33)):
        assert carry_files() == 0
    made.refresh_from_db()
    assert (made.state, Parcel.objects.count()) == (TransferState.FAILED, 0)
    assert "the worker ended each time" in read(as_user(friend), f"{IN}{made.public_id}/")
    assert Campaign.objects.count() == 1


def test_a_failure_of_the_site_is_said_and_logged(
    war: War, as_user: As, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError("zebra")

    client = as_user(war.facilitator)
    client.post(out(war))
    monkeypatch.setattr(transfers, "export_campaign", fail)
    assert carry_files() == 1
    assert f"transfer {Transfer.objects.get().pk} failed" in caplog.text
    assert "RuntimeError: zebra" in caplog.text
    shown = read(client, out(war))
    assert "The site has failed at it" in shown
    assert "zebra" not in shown
    assert "Make it again" in shown


def test_a_worker_that_comes_back_too_late_changes_nothing(
    war: War, friend: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ask_export(campaign=war.campaign, by=war.facilitator)

    def slow(**kwargs: Any) -> bytes:
        Transfer.objects.update(attempts=2)
        return b"late"

    monkeypatch.setattr(transfers, "export_campaign", slow)
    carry_files()
    made.refresh_from_db()
    assert (made.state, Parcel.objects.count()) == (TransferState.RUNNING, 0)


def test_so_many_at_once_and_so_many_an_hour(war: War, friend: User, as_user: As) -> None:
    client = as_user(friend)
    for _each in range(transfers.AT_ONCE):
        send(client, b"nothing")
    again = client.post(IN, {"file": SimpleUploadedFile("war.zip", b"nothing")})
    assert "files of yours are waiting already" in again.content.decode()
    Transfer.objects.update(state="refused")
    own = Transfer.objects.get(pk=Transfer.objects.latest("pk").pk)
    for number in range(transfers.AN_HOUR - transfers.AT_ONCE):
        own.pk, own.public_id = None, f"other{number}"
        own.save(force_insert=True)
    again = client.post(IN, {"file": SimpleUploadedFile("war.zip", b"nothing")})
    assert re.search(r"You may export or import 20 campaigns an hour", again.content.decode())


@pytest.mark.django_db(transaction=True)
def test_a_file_shows_one_moment_and_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a file is written others store, and none of it is in the file."""
    import threading

    from django.db import connection

    from campaign.archive.exchange import exporting

    war = begin_war(CLOSE)
    first = exporting._facts
    held: list[float] = []

    def store() -> None:
        try:
            Campaign.objects.update(name="Changed meanwhile")
            held.append(1)
        finally:
            connection.close()

    def facts(reader: Any, known: Any) -> Any:
        writer = threading.Thread(target=store)
        writer.start()
        writer.join(5)
        assert held, "whoever writes had to wait"
        reader.campaign.refresh_from_db()
        return first(reader, known)

    monkeypatch.setattr(exporting, "_facts", facts)
    name = war.campaign.name
    assert f'"name":"{name}"' in files_of(packed(war))["campaign.json"]
    assert Campaign.objects.get().name == "Changed meanwhile"


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_take_a_file_in_once() -> None:
    from concurrent.futures import ThreadPoolExecutor

    from django.db import connection

    war = begin_war(CLOSE)
    friend = User.objects.create_user("friend@club.example", name="Friend")
    for _each in range(2):
        ask_import(file=packed(war), name="war.zip", by=friend)

    def work(_number: int) -> int:
        try:
            return carry_files()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as workers:
        assert sum(workers.map(work, range(4))) == 2
    assert Campaign.objects.count() == 3
    assert set(Transfer.objects.values_list("state", "attempts")) == {("done", 1)}
    assert not Parcel.objects.exists()
