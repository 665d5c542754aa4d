"""The rows of building a map: nobody finds anything there once the campaign runs."""

from __future__ import annotations

from collections.abc import Iterator

from tests.secrecy import table
from tests.secrecy.asking import FORM, Asking, accept_of, both, filled, get
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.refusing import post
from tests.secrecy.table import Row

_C = "c/<str:campaign_id>/"
_API = "api/v1/campaigns/<slug:campaign_id>/draft/"


def files(asking: Asking, route: str) -> Iterator[Address]:
    """The map in a form that there is, and in one that there is not."""
    for name in ("rows", "stone"):
        yield Address(route, filled(route, form=name), accept=accept_of(route), mine=False)


def a_picture(asking: Asking, route: str) -> Iterator[Address]:
    """A picture under the map that does not exist."""
    yield Address(route, filled(route, picture_id="nopicture"), mine=False)


table.TABLE |= {
    f"{_C}build/map/": Row(get),
    f"{_C}build/map/files/": Row(both(get, post(form(act="draw", version="0", seed="1"), content_type=FORM))),
    f"{_C}build/map/files/<slug:form>/": Row(files),
    **{
        f"{_C}build/{page}": Row(both(get, post(form(act="remove"), content_type=FORM)))
        for page in (
            "house/",
            "house/new/",
            "house/<str:rule_id>/",
            "things/",
            "things/new/",
            "things/triggers/<str:key>/",
        )
    },
    f"{_API}house/": Row(post(as_json({"house": []}), method="PUT")),
    f"{_API}lots/": Row(post(as_json({"templates": []}), method="PUT")),
    f"{_API}plant/": Row(post(as_json({"template": "vault", "at": [3, 3]}))),
    f"{_C}build/balance/": Row(both(get, post(form(act="start"), form(act="cancel"), content_type=FORM))),
    f"{_C}build/balance/games/": Row(get),
    f"{_C}map/<str:picture_id>/": Row(a_picture),
    f"{_API}map/": Row(
        both(get, post(as_json({"board": {"terrain": ["..."]}, "version": "0"}), method="PUT"))
    ),
    f"{_API}map/draw/": Row(post(as_json({"seed": 1}))),
    f"{_API}map/read/": Row(post(as_json({"text": "..."}))),
    f"{_API}map/text/<slug:form>/": Row(files),
    f"{_API}map/picture/": Row(both(get, post(as_json({"shown": True})))),
    f"{_API}map/picture/remove/": Row(post("{}")),
    f"{_API}balance/": Row(get),
    f"{_API}balance/games/": Row(post("{}")),
    f"{_API}balance/games/cancel/": Row(post("{}")),
}
