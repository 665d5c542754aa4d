"""The rows of the public face: what anybody may ask for, also of a war that is not open to all."""

from __future__ import annotations

from collections.abc import Iterator

from tests.secrecy.asking import FORM, Asking, both, each_turn, filled, get
from tests.secrecy.cast import EVERYBODY, FACILITATOR, LOGGED_IN
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.refusing import no_invitation, post
from tests.secrecy.table import MEMBERS, TABLE, Row

_API = "api/v1/campaigns/<slug:campaign_id>/"
_TURN = f"{_API}turns/<whole:number>/"


def others_card(asking: Asking, route: str) -> Iterator[Address]:
    """The war's card, which is the site's as long as not anybody may read it."""
    yield Address(route, filled(route), mine=False)


TABLE |= {
    "wars/": Row(get, EVERYBODY),
    "wars/feed.atom": Row(get, EVERYBODY),
    "wars/asked/": Row(get, LOGGED_IN, once=True),
    "wars/<str:campaign_id>/": Row(both(get, post(form(word="x"), content_type=FORM))),
    "oembed/": Row(get),
    "film/shipped/turns/<whole:number>/film.json": Row(each_turn, EVERYBODY, once=True, any_status=True),
    "film/shipped/turns/<whole:number>/film/map.json": Row(each_turn, EVERYBODY, once=True, any_status=True),
    "join/<str:token>/card.png": Row(no_invitation, EVERYBODY),
    "c/<str:campaign_id>/card.png": Row(others_card, EVERYBODY),
    "c/<str:campaign_id>/feed.atom": Row(get),
    "c/<str:campaign_id>/embed/": Row(get),
    "c/<str:campaign_id>/face/": Row(get, (FACILITATOR,)),
    "api/v1/wars/": Row(get, LOGGED_IN),
    "api/v1/wars/asks/": Row(get, LOGGED_IN, once=True),
    "api/v1/wars/asks/<slug:ask_id>/withdraw/": Row(post("{}"), once=True),
    "api/v1/wars/<slug:campaign_id>/ask/": Row(both(get, post("{}"))),
    f"{_API}advert/": Row(both(get, post("{}", method="PUT")), (FACILITATOR,)),
    f"{_API}asks/": Row(get, (FACILITATOR,)),
    f"{_API}asks/<slug:ask_id>/": Row(post(as_json({"accept": True}))),
    f"{_API}vision/end/": Row(post("{}")),
    f"{_API}front/": Row(get, MEMBERS),
    f"{_TURN}front/": Row(each_turn),
    f"{_API}seat/vision/": Row(post("{}")),
}
