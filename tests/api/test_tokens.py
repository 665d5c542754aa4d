"""A program's token: shown once, kept as a hash, good for its scopes and no more, revocable."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from smtplib import SMTPRecipientsRefused
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.test import Client

from campaign.access.api_tokens import LIFETIMES, MOST, MOST_CAMPAIGNS, make_token, revoke_token
from campaign.accounts.tokens.services import tell_of_ends
from campaign.base.dates import clock
from campaign.base.refusal import Refusal
from campaign.delivery import services as notices
from campaign.models import AccountMail, ApiToken, Breaker, Campaign, Role, RoleKind, User
from campaign.outbox import breakers
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


def test_an_unknown_address_is_unknown_to_a_token_too(ada: User) -> None:
    _token, secret = make_token(user=ada, name="club screen", scopes=[])
    assert [ask(secret, "nothing/here/", method).status for method in ("GET", "POST")] == [404, 404]


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
        assert "unknown, revoked or at its end" in answer.body["detail"]
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
    with pytest.raises(Refusal, match="read, plan, result, press, facilitate, account"):
        make_token(user=ada, name="bot", scopes=["all"])
    for _number in range(MOST):
        make_token(user=ada, name="bot", scopes=[])
    with pytest.raises(Refusal, match="at most 20"):
        make_token(user=ada, name="bot", scopes=[])


def test_the_page_shows_the_secret_once_and_revokes(
    as_user: Callable[[User | None], Client], ada: User, ben: User
) -> None:
    page = as_user(ada)
    made = page.post("/account/tokens/", {"name": "Club screen", "scopes": ["read", "result"], "days": "90"})
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


# How long, and for what


@pytest.mark.parametrize("days", LIFETIMES)
def test_a_token_ends_after_the_days_that_were_chosen(war: War, ada: User, days: int) -> None:
    start = clock.now()
    with clock.at(start):
        _token, secret = make_token(user=ada, name="bot", scopes=[], days=days)
    for left, status in ((timedelta(minutes=1), 200), (timedelta(), 401)):
        with clock.at(start + timedelta(days=days) - left):
            assert ask(secret, war.path).status == status


def test_ninety_days_are_usual_and_others_are_refused(ada: User) -> None:
    token, _secret = make_token(user=ada, name="bot", scopes=[])
    assert (token.expires_at - token.created_at).days in (89, 90)
    for days in (0, 31, 366, -1):
        with pytest.raises(Refusal, match="30, 90, 365 days"):
            make_token(user=ada, name="bot", scopes=[], days=days)


def test_a_token_at_its_end_leaves_its_place(ada: User) -> None:
    for _number in range(MOST):
        make_token(user=ada, name="bot", scopes=[], days=30)
    with clock.at(clock.now() + timedelta(days=31)):
        make_token(user=ada, name="bot", scopes=[])


def test_tokens_of_before_the_upgrade_end_ninety_days_after_it(ada: User) -> None:
    """What the migration does to a row that has no end yet."""
    migration = import_module("campaign.migrations.0044_token_ends")
    token, _secret = make_token(user=ada, name="old", scopes=[])

    class _Old:
        """The table as it is in the middle of the migration: with nulls."""

        class objects:  # noqa: N801
            @staticmethod
            def filter(**wanted: object) -> QuerySet[ApiToken]:
                assert wanted == {"expires_at": None}
                return ApiToken.objects.filter(pk=token.pk)

    migration.give_ends(SimpleNamespace(get_model=lambda *_name: _Old), None)
    token.refresh_from_db()
    assert timedelta(days=89) < token.expires_at - clock.now() <= timedelta(days=90)


def test_people_are_told_fourteen_and_three_days_before_once_each(ada: User, mailoutbox: Any) -> None:
    start = clock.now()
    with clock.at(start):
        token, secret = make_token(user=ada, name="Club screen", scopes=[], days=30)
        gone, _secret = make_token(user=ada, name="Gone", scopes=[], days=30)
        revoke_token(user=ada, public_id=gone.public_id)
    told = []
    for day in (1, 15, 16.5, 17, 26, 27.5, 28, 31):
        with clock.at(start + timedelta(days=day)):
            told.append((day, tell_of_ends()))
            assert notices.send_due() == told[-1][1]
    assert told == [(1, 0), (15, 0), (16.5, 1), (17, 0), (26, 0), (27.5, 1), (28, 0), (31, 0)]
    mails = list(mailoutbox)
    assert [one.to for one in mails] == [[ada.address]] * 2
    assert all("Club screen" in one.subject for one in mails)
    assert all("/account/tokens/" in one.body and token.start in one.body for one in mails)
    assert all(secret not in one.body for one in mails)
    ids = {one.extra_headers["Message-ID"] for one in mails}
    assert len(ids) == 2


def test_a_mail_about_an_end_tells_it_in_the_reader_s_zone(ada: User, mailoutbox: Any) -> None:
    User.objects.filter(pk=ada.pk).update(time_zone="Asia/Tokyo")
    with clock.at(datetime(2027, 3, 1, 20, tzinfo=UTC)):
        make_token(user=ada, name="Club screen", scopes=[], days=30)
    with clock.at(datetime(2027, 3, 20, 20, tzinfo=UTC)):
        assert tell_of_ends() == notices.send_due() == 1
    assert "05:00 JST" in mailoutbox[0].body


def test_a_mail_about_an_end_waits_in_the_outbox_as_all_do(ada: User, mailoutbox: Any) -> None:
    """However slow a mail server is, it keeps the sender no longer than a run; a resting one is not asked."""
    make_token(user=ada, name="Club screen", scopes=[], days=30)
    with clock.at(clock.now() + timedelta(days=20)):
        assert tell_of_ends() == 1
        assert tell_of_ends() == 0
        assert not mailoutbox
        resting = Breaker.objects.create(
            host=breakers.mail_host(), faults=3, opened=1, until=clock.now() + timedelta(minutes=1)
        )
        assert notices.send_due() == 0
        resting.delete()
        assert notices.send_due() == 1
    (one,) = mailoutbox
    assert one.extra_headers["Message-ID"].startswith("<token-")
    assert not AccountMail.objects.exists()


def test_an_address_that_takes_no_mail_keeps_nobody_else_s_back(
    ada: User, ben: User, mailoutbox: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person in (ada, ben):
        make_token(user=person, name="Club screen", scopes=[], days=30)
    send = EmailMessage.send

    def sent(message: EmailMessage, *rest: Any, **more: Any) -> int:
        if message.to == [ada.address]:
            raise SMTPRecipientsRefused({ada.address: (550, b"no such person")})
        return send(message, *rest, **more)

    monkeypatch.setattr(EmailMessage, "send", sent)
    with clock.at(clock.now() + timedelta(days=20)):
        tell_of_ends()
        notices.send_due()
    assert [one.to for one in mailoutbox] == [[ben.address]]


def test_a_token_for_named_campaigns_finds_nothing_else(war: War, ada: User) -> None:
    other = Campaign.objects.create(name="Another war")
    Role.objects.create(campaign=other, user=ada, kind=RoleKind.OBSERVER)
    here = war.path.split("/")[-2]
    _token, secret = make_token(user=ada, name="screen", scopes=["plan"], campaigns=[here])
    assert ask(secret, war.path).status == 200
    for path in (f"campaigns/{other.public_id}/", "home/", "campaigns/", "notices/", "account/", "live/"):
        answer = ask(secret, path)
        assert (answer.status, "Another war" in str(answer.body)) == (404, False), path
    assert ask(secret, f"campaigns/{other.public_id}/turns/1/plan/submit/", "POST").status == 404
    _token, whole = make_token(user=ada, name="screen", scopes=[])
    assert ask(whole, f"campaigns/{other.public_id}/").status == 200


def test_only_own_campaigns_can_be_named(war: War, ada: User) -> None:
    other = Campaign.objects.create(name="Another war")
    for named in ([other.public_id], ["nothing"]):
        with pytest.raises(Refusal, match="no such campaign"):
            make_token(user=ada, name="bot", scopes=[], campaigns=named)
    with pytest.raises(Refusal, match="at most 20"):
        make_token(user=ada, name="bot", scopes=[], campaigns=[str(n) for n in range(MOST_CAMPAIGNS + 1)])


def test_the_page_offers_lifetimes_and_own_campaigns(
    war: War, as_user: Callable[[User | None], Client], ada: User
) -> None:
    page, here = as_user(ada), war.path.split("/")[-2]
    sent = {"name": "Club", "days": "30", "campaigns": [here], "scopes": ["read"]}
    assert page.post("/account/tokens/", {**sent, "days": "31"}).content.decode().count('value="Club"') == 1
    shown = page.post("/account/tokens/", sent).content.decode()
    token = ApiToken.objects.get(user=ada)
    assert (token.campaigns, (token.expires_at - token.created_at).days in (29, 30)) == ([here], True)
    assert "Only for:" in shown
