"""What went wrong has a page of its own: nothing typed is lost, nothing secret is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.utils import OperationalError
from django.test import Client

from campaign.home import views as home
from campaign.models import Campaign, User

AsUser = Callable[[User | None], Client]


@pytest.mark.django_db
def test_what_is_not_there_is_told_the_same_as_what_is_not_yours() -> None:
    answer = Client().get("/nowhere/")
    assert answer.status_code == 404
    assert "Nothing is here for you" in answer.content.decode()


def test_a_stale_form_gives_back_what_was_typed_but_no_password(ada: User) -> None:
    client = Client(enforce_csrf_checks=True)
    story = "A long story of how the ford was held."
    answer = client.post(
        "/account/login/", {"login": ada.email, "password": "hunter2 hunter2", "story": story}
    )
    text = answer.content.decode()
    assert answer.status_code == 403
    assert "This form was too old" in text
    assert story in text
    assert "hunter2" not in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "status", "words"),
    [
        (RuntimeError("seed 1234"), 500, "Something broke on our side"),
        (OperationalError("connection to 10.0.0.7 refused"), 503, "The site is busy or being mended"),
    ],
)
def test_a_fault_of_ours_is_a_page_without_its_details(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, status: int, words: str
) -> None:
    def broken(user: object) -> None:
        raise fault

    monkeypatch.setattr(home, "render", lambda *args: broken(args))
    answer = Client(raise_request_exception=False).get("/")
    text = answer.content.decode()
    assert answer.status_code == status
    assert words in text
    assert str(fault) not in text


@pytest.mark.django_db
def test_who_asks_too_often_is_told_to_wait() -> None:
    answers = [Client().post("/account/signup/", {"name": "Greta", "email": "no address"}) for _ in range(21)]
    assert {answer.status_code for answer in answers[:20]} == {422}
    assert answers[-1].status_code == 429
    assert "Wait a minute" in answers[-1].content.decode()


@pytest.mark.django_db
def test_every_page_says_what_a_browser_may_do_with_it() -> None:
    answer = Client().get("/")
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "style=" not in answer.content.decode()
    assert "onclick" not in answer.content.decode()


def test_the_address_of_a_button_says_so_when_it_is_opened(
    tarn: Campaign, ada: User, as_user: AsUser
) -> None:
    answer = as_user(ada).get(f"/c/{tarn.public_id}/plan/submit/")
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert "This address is not a page" in answer.content.decode()


@pytest.mark.parametrize("page", ["turns/9/report/", "turns/1/report/", "turns/9/map.json"])
def test_a_turn_that_is_not_there_is_told_with_the_latest_one(
    tarn: Campaign, ada: User, nils: User, as_user: AsUser, page: str
) -> None:
    address = f"/c/{tarn.public_id}/{page}"
    answer = as_user(ada).get(address)
    text = answer.content.decode()
    assert answer.status_code == 404
    assert f"Of turn {page[6]} there is nothing here that you may see" in text
    assert "This campaign is in turn 1." in text
    assert f'href="/c/{tarn.public_id}/"' in text
    strange = as_user(nils).get(address).content.decode()
    assert "Nothing is here for you" in strange
    assert "turn 1" not in strange


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"login": "x" * (5 * 1024 * 1024 + 1)}, "may have up to 5 MiB"),
        ({str(number): "x" for number in range(1001)}, "may have up to 1000 fields"),
        ({f"file{number}": SimpleUploadedFile("a", b"x") for number in range(101)}, "up to 100 files"),
    ],
    ids=["size", "fields", "files"],
)
def test_a_form_that_holds_too_much_is_told_how_much_it_may(sent: dict[str, Any], words: str) -> None:
    answer = Client().post("/account/login/", sent)
    assert answer.status_code == 413
    assert words in answer.content.decode()
    assert "broken on the way" not in answer.content.decode()
