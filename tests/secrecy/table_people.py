"""The rows of what people show of themselves, of a campaign's Discord channel, and of the ends of mails."""

from __future__ import annotations

from collections.abc import Iterator

from tests.secrecy.asking import FORM, JSON, Asking, accept_of, both, filled, get
from tests.secrecy.cast import FACILITATOR, LOGGED_IN, SEATED
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.refusing import post
from tests.secrecy.table import TABLE, Row

_C = "c/<str:campaign_id>/people/discord/"
_A = "api/v1/campaigns/<slug:campaign_id>/discord/"


def profiles(asking: Asking, route: str) -> Iterator[Address]:
    """Others' profiles, whom nobody sees, and that of nobody; one's own is there."""
    for person in (*(f"person-{role}" for role in SEATED if role != asking.role), "nobody-at-all"):
        yield Address(route, filled(route, person_id=person), accept=accept_of(route), mine=False)


def void_ends(asking: Asking, route: str) -> Iterator[Address]:
    """The end of mails by a link that was never signed."""
    path = filled(route, token="WyJwZXJzb24tcGxheWVyIiwibmV3cyJd:x")
    yield Address(route, path, mine=False)
    yield Address(route, path, "POST", "List-Unsubscribe=One-Click", FORM, mine=False)


TABLE |= {
    "account/reliability/": Row(get, LOGGED_IN),
    "account/profile/": Row(both(get, post(form(visible_to="zz"), content_type=FORM)), LOGGED_IN),
    "profiles/<str:person_id>/": Row(profiles),
    "api/v1/reliability/": Row(get, LOGGED_IN),
    "api/v1/profile/": Row(both(get, post(as_json({"visible_to": "zz"}), method="PUT")), LOGGED_IN),
    "api/v1/profiles/<slug:person_id>/": Row(profiles),
    "unsubscribe/<str:token>/": Row(void_ends),
    _C: Row(both(get, post(form(act="test"), content_type=FORM)), (FACILITATOR,)),
    _A: Row(both(get, post(as_json({"address": "x"}), method="PUT")), (FACILITATOR,)),
    f"{_A}events/": Row(post(as_json({"off": ["zz"]}), method="PUT")),
    f"{_A}test/": Row(post(as_json({"x": JSON}))),
}
