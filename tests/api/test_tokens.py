"""A program's token: shown once, kept as a hash, good for its scopes and no more, revocable."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from campaign.access.api_tokens import MOST, make_token, revoke_token
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.models import ApiToken, User
from tests.api.conftest import Answer, War

pytestmark = pytest.mark.django_db


def ask(secret: str, path: str, method: str = "GET") -> Answer:
    response = Client(enforce_csrf_checks=True).generic(
        method,
        f"/api/v1/{path}",
        b"{}" if method != "GET" else b"",
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    return Answer(response.status_code, response.json(), {k.lower(): v for k, v in response.items()})


def test_a_token_reads_and_is_refused_what_its_scopes_leave_out(war: War, ada: User) -> None:
    _token, secret = make_token(user=ada, name="club screen", scopes=[])
    assert ask(secret, war.path).status == 200
    refused = ask(secret, f"{war.path}turns/1/plan/submit/", "POST")
    assert (refused.status, refused.body["detail"]) == (
        403,
        "The token does not carry the scope that this needs: plan.",
    )


def test_a_token_with_the_scope_acts_without_a_session_or_csrf_token(war: War, ada: User) -> None:
    _token, secret = make_token(user=ada, name="bot", scopes=["plan"])
    checked = ask(secret, f"{war.path}turns/1/plan/check/", "POST")
    assert checked.status != 403, checked.body


def test_only_the_hash_is_kept(ada: User) -> None:
    token, secret = make_token(user=ada, name="bot", scopes=["read"])
    kept = ApiToken.objects.values().get(pk=token.pk)
    assert secret not in str(kept)
    assert secret.startswith(token.start)


def test_an_unknown_or_revoked_token_is_a_401_that_says_so(war: War, ada: User) -> None:
    token, secret = make_token(user=ada, name="bot", scopes=[])
    revoke_token(user=ada, public_id=token.public_id)
    for wrong in (secret, "bgc_nothing", ""):
        answer = ask(wrong, war.path)
        assert answer.status == 401
        assert "unknown or revoked" in answer.body["detail"]
        assert answer.headers["www-authenticate"] == 'Bearer realm="api"'


def test_a_token_of_somebody_who_may_no_longer_log_in_is_worth_nothing(war: War, ada: User) -> None:
    _token, secret = make_token(user=ada, name="bot", scopes=[])
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert ask(secret, war.path).status == 401


def test_the_last_use_is_noted_once_a_minute(war: War, ada: User) -> None:
    token, secret = make_token(user=ada, name="bot", scopes=[])
    start = clock.now()
    for seconds, noted in ((0, 0), (30, 0), (61, 61)):
        with clock.at(start + timedelta(seconds=seconds)):
            ask(secret, war.path)
        token.refresh_from_db()
        assert token.last_used_at == start + timedelta(seconds=noted)


def test_names_scopes_and_numbers_have_bounds(ada: User) -> None:
    with pytest.raises(Refusal, match="1 to 60"):
        make_token(user=ada, name=" ", scopes=[])
    with pytest.raises(Refusal, match="read, plan, result, facilitate, account"):
        make_token(user=ada, name="bot", scopes=["all"])
    for _number in range(MOST):
        make_token(user=ada, name="bot", scopes=[])
    with pytest.raises(Refusal, match="at most 20"):
        make_token(user=ada, name="bot", scopes=[])


def test_the_page_shows_the_secret_once_and_revokes(
    as_user: Callable[[User | None], Client], ada: User, ben: User
) -> None:
    page = as_user(ada)
    made = page.post("/account/tokens/", {"name": "Club screen", "scopes": ["read", "result"]})
    found = re.search(r"bgc_[\w-]{43}", made.content.decode())
    assert found
    again = page.get("/account/tokens/").content.decode()
    assert found[0] not in again
    assert "Club screen" in again
    token = ApiToken.objects.get(user=ada)
    assert as_user(ben).post(f"/account/tokens/{token.public_id}/revoke/").status_code == 404
    assert page.post(f"/account/tokens/{token.public_id}/revoke/").status_code == 302
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_the_page_keeps_what_was_typed(as_user: Callable[[User | None], Client], ada: User) -> None:
    answer = as_user(ada).post("/account/tokens/", {"name": "Club", "scopes": ["everything"]})
    text = answer.content.decode()
    assert 'value="Club"' in text
    assert not ApiToken.objects.exists()
