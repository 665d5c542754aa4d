"""The rows of playing alone: the lesson, its steps beside a real war, the rules in pictures, skirmishes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tests.secrecy.asking import FORM, JSON, Asking, both, filled, get
from tests.secrecy.cast import ANONYMOUS, EVERYBODY
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.refusing import post
from tests.secrecy.table import MEMBERS, TABLE, Row

STEP = "c/<str:campaign_id>/lesson/"


def begun_with_nothing(asking: Asking, route: str) -> Iterator[Address]:
    """The lesson begun with a key that is none; whoever has an account needs none, and would begin it."""
    if asking.role == ANONYMOUS:
        yield Address(route, filled(route), "POST", form(key="x"), FORM, mine=False)


def step(asking: Asking, route: str) -> Iterator[Address]:
    """The present step as the page's script asks for it: of this war, and of one that is not there."""
    yield from (replace(one, accept=JSON) for one in get(asking, route))


def wrong_answers(asking: Asking, route: str) -> Iterator[Address]:
    """Answers to a step that is not the present one: as a page, and as the script sends them."""
    for one in post(form(step="x", act="done"), form(step="x", act="go_on"), content_type=FORM)(
        asking, route
    ):
        yield one
        yield replace(one, accept=JSON)


TABLE |= {
    "lesson/": Row(both(get, begun_with_nothing), EVERYBODY, once=True),
    # By POST alone, and that would change what the others are shown.
    "lesson/hints/": Row(get, once=True),
    STEP: Row(both(step, wrong_answers), MEMBERS),
    "rules/short/": Row(get, EVERYBODY, once=True),
    # One that cannot be, for accounts would begin it.
    "api/v1/skirmishes/": Row(post(as_json({"bots": 99})), once=True),
}
