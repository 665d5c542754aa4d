"""The privacy page's numbers are those of the jobs that erase: each row is held against its job."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session

from battles.models import Offer, Table
from campaign.access.api_tokens import make_token
from campaign.access.play_keys import new_key
from campaign.base.dates import clock
from campaign.models import (
    ApiToken,
    Campaign,
    FilmFile,
    FilmKind,
    Flag,
    FlagKind,
    Founding,
    IdempotencyKey,
    Invitation,
    Notice,
    PlayerTurn,
    Transfer,
    TransferKind,
    User,
    Verdict,
)
from campaign.skirmish.services import play_now
from campaign.skirmish.setting_up import Wish
from config.public.kept import KEPT, Kept
from tests.battles.around import offer
from tests.fights import meet

pytestmark = pytest.mark.django_db
MOMENT = timedelta(minutes=2)
Made = Callable[[], Any]


def session(ada: User) -> Made:
    ends = clock.now() + BY["session"].time
    row = Session.objects.create(session_key="s", session_data="", expire_date=ends)
    return lambda: Session.objects.filter(pk=row.pk).exists()


def notice(ada: User) -> Made:
    row = Notice.objects.create(key="k", kind="news", user=ada, message_id="x", not_before=clock.now())
    return lambda: Notice.objects.filter(pk=row.pk).exists()


def token(ada: User) -> Made:
    row, _secret = make_token(user=ada, name="bot", scopes=["read"])
    ApiToken.objects.filter(pk=row.pk).update(expires_at=clock.now())
    return lambda: ApiToken.objects.filter(pk=row.pk).exists()


def answer(ada: User) -> Made:
    row = IdempotencyKey.objects.create(user=ada, key="k", request_hash="x", status=200, answer={})
    return lambda: IdempotencyKey.objects.filter(pk=row.pk).exists()


def invited(ada: User) -> Made:
    war = Campaign.objects.create(name="A war")
    moment = clock.now()
    row = Invitation.objects.create(
        campaign=war, email="nell@club.example", to="Nell", expires_at=moment, created_at=moment
    )
    return lambda: bool(Invitation.objects.get(pk=row.pk).email)


def place(ada: User) -> Made:
    war = meet()
    offer(war, "north", 3, place="Uncle's barn")
    Offer.objects.update(starts_at=clock.now())
    return lambda: Offer.objects.filter(erased=False).exclude(place="").exists()


def guest(ada: User) -> Made:
    """One that has played: others go within the hour."""
    begun = play_now(key=new_key(), asker="a network", user=None, wish=Wish())
    PlayerTurn.objects.filter(seat__user=begun.user).update(submitted_at=clock.now())
    User.objects.filter(pk=begun.user.pk).update(visited_at=clock.now())
    return lambda: Campaign.objects.filter(pk=begun.campaign.pk).exists()


def asker(ada: User) -> Made:
    row = Founding.objects.create(key="k", asker="a", at=clock.now())
    return lambda: Founding.objects.filter(pk=row.pk).exists()


def table_left(ada: User) -> Made:
    row = _table()
    row.actions.create(n=1, cid="a", player=0, kind="begin")
    return lambda: Table.objects.filter(pk=row.pk).exists()


def table_idle(ada: User) -> Made:
    row = _table()
    return lambda: Table.objects.filter(pk=row.pk).exists()


def _table() -> Table:
    return Table.objects.create(code="ABCD", name="A table", sealed_seed=b"", commitment="", state={})


def file(ada: User) -> Made:
    moment = clock.now()
    row = Transfer.objects.create(
        user=ada, kind=TransferKind.EXPORT, state="done", asked_at=moment, ended_at=moment
    )
    return lambda: Transfer.objects.filter(pk=row.pk).exists()


def film(ada: User) -> Made:
    moment = clock.now()
    war = Campaign.objects.create(name="A war")
    asked = {"kind": FilmKind.values[0], "format": "png", "shape": "1x1", "light": "paper", "eyes": 1}
    row = FilmFile.objects.create(
        user=ada, campaign=war, state="done", asked_at=moment, ended_at=moment, first=1, last=1, **asked
    )
    return lambda: FilmFile.objects.filter(pk=row.pk).exists()


def verdict(ada: User) -> Made:
    row = Verdict.objects.create(asker="a", scenario="{}", state="done", asked_at=clock.now())
    return lambda: Verdict.objects.filter(pk=row.pk).exists()


def snapshot(ada: User) -> Made:
    said = {"kind": FlagKind.CAMPAIGN, "subject": "x", "reason": "Bad", "snapshot": {"text": "a"}}
    row = Flag.objects.create(by=ada, created_at=clock.now(), **said)
    return lambda: bool(Flag.objects.get(pk=row.pk).snapshot)


BY = {one.code: one for one in KEPT}
MAKERS = {
    made.__name__: made
    for made in (
        *(session, notice, token, answer, invited, place, guest, asker),
        *(table_left, table_idle, file, film, verdict, snapshot),
    )
}


def erased_by_a_job() -> Iterator[Kept]:
    return (one for one in KEPT if one.job is not None)


def test_every_row_that_a_job_erases_is_held_against_it() -> None:
    assert {one.code for one in erased_by_a_job()} == set(MAKERS)


@pytest.mark.parametrize("code", sorted(MAKERS))
def test_it_is_kept_so_long_and_no_longer(code: str, ada: User) -> None:
    kept = BY[code]
    assert kept.job is not None
    begun = clock.now()
    with clock.at(begun):
        is_there = MAKERS[code](ada)
    made = clock.now() - begun
    with clock.at(begun + kept.time - MOMENT):
        kept.job()
    assert is_there(), "erased before its time"
    with clock.at(begun + kept.time + MOMENT + made):
        kept.job()
    assert not is_there(), "kept for too long"
