"""Requests that must be refused, or find nothing: wrong, about what is not the asker's, or not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaign.models import Phase
from tests.secrecy.asking import FORM, JSON, Asking, Build, accept_of, filled, get
from tests.secrecy.cast import FACILITATOR, PLAYER, RIVAL
from tests.secrecy.crawl import Address, as_json, form


def post(*bodies: str, content_type: str = JSON, method: str = "POST", own: bool = True) -> Build:
    """Requests that must be refused whoever makes them: wrong, or about what is not the asker's.

    With ``own`` they are also made about the asker's own battles; without, only about those of others, for
    they would be done.
    """

    def build(asking: Asking, route: str) -> Iterator[Address]:
        paths = [filled(route)]
        if "battle_id" in route:
            battles = [*(asking.own_battles if own else ()), *asking.others.battles]
            paths = [filled(route, battle_id=battle) for battle in battles]
        elif "number" in route:
            paths = [filled(route, number=asking.turn.number)]
        elif not own and asking.role == FACILITATOR:
            return
        for path in paths:
            for body in bodies:
                yield Address(route, path, method, body, content_type, accept_of(route), mine=False)

    return build


def wrong_acts(asking: Asking, route: str) -> Iterator[Address]:
    """Acts on the page of a battle: on own ones with what cannot be, on those of others anything."""
    impossible = {
        "offer": form(place_kind="club", date1="2001-01-01T10:00"),
        "take": form(offer="nothing"),
        "decline": form(offer="nothing"),
        "withdraw": form(offer="nothing"),
        "call-off": "",
        "no-show": "",
        "shift": form(shift="7"),
        "night": form(night="dusk"),
        "sides": form(attacker="nobody"),
        "list": form(points="99999", text="Everything"),
        "story": form(text="x" * 6000),
        "picture": "",
        "remove-picture": form(picture="nothing"),
        "share": form(wanted="perhaps"),
        "claim": form(evidence=""),
        "answer": form(answer=""),
        "withdraw-claim": "",
        "no-such-act": "",
    }
    done_at_once = {"hello": "", "roll": "", "stand-in": "", "no-stand-in": "", "reopen": "", "dice": ""}
    for battle in asking.own_battles:
        for name, body in impossible.items():
            path = filled(route, battle_id=battle, name=name)
            yield Address(route, path, "POST", body, FORM, mine=False)
    for battle in asking.others.battles:
        for name, body in {**impossible, **done_at_once}.items():
            path = filled(route, battle_id=battle, name=name)
            yield Address(route, path, "POST", body, FORM, mine=False)


def no_picture(asking: Asking, route: str) -> Iterator[Address]:
    """Pictures that are not there, of own battles and of others'."""
    for battle in [*asking.own_battles, *asking.others.battles]:
        for side in ("own", "enemy", "both"):
            path = filled(route, battle_id=battle, picture_id="nothing", side=side)
            yield Address(route, path, accept=accept_of(route), mine=False)


def no_offer(asking: Asking, route: str) -> Iterator[Address]:
    """Something that is not there, of own battles and of others'."""
    for battle in [*asking.own_battles, *asking.others.battles]:
        path = filled(route, battle_id=battle, offer_id="nothing", picture_id="nothing")
        yield Address(route, path, "POST", "{}", JSON, JSON, mine=False)


def void_link(asking: Asking, route: str) -> Iterator[Address]:
    """A link that nobody has made."""
    path = filled(route, token="nosuchlink", picture_id="nothing")
    yield Address(route, path, accept=accept_of(route), mine=False)


def wrong_plans(method: str, content_type: str = JSON) -> Build:
    """Plans that cannot be saved: about others' banners by any id, illegal, or unreadable."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        path = filled(route, number=asking.turn.number)
        march: dict[str, Any] = {"primary": {"order": "march", "to": [-5, 2]}}
        others, own = asking.others.banners, asking.own_banners[:1]
        named = [*others, *own] if asking.role in (PLAYER, RIVAL) else others[:1]
        plans = [{"node": None, "orders": {banner: march}} for banner in named]
        giver = {"secondary": {"order": "transfer", "from": others[-1], "levels": 1}}
        plans += [{"node": None, "orders": {one: giver}} for one in own]
        for plan in plans:
            yield Address(route, path, method, as_json(plan), content_type, accept_of(route), mine=False)
        yield Address(route, path, method, "{", content_type, accept_of(route), mine=False)

    return build


def wrong_practice(asking: Asking, route: str) -> Iterator[Address]:
    """A trial with banners of somebody else's: as one's own, and as enemies on one's map."""
    for banner in asking.others.banners:
        for body in ({"plan": {"orders": {banner: {}}}}, {"enemies": [{"id": banner, "level": 3}]}):
            yield Address(route, filled(route), "POST", as_json(body), JSON, JSON, mine=False)


def wrong_fallback(asking: Asking, route: str) -> Iterator[Address]:
    """A fallback for a banner of somebody else's."""
    yield from get(asking, route)
    for banner in asking.others.banners:
        body = as_json({"banners": {banner: "hold"}})
        yield Address(route, filled(route), "PUT", body, JSON, JSON, mine=False)


def wrong_form(asking: Asking, route: str) -> Iterator[Address]:
    """The plan as a form: about a banner of somebody else's, or nothing that can be read."""
    for banner in asking.others.banners:
        body = form(**{f"{banner}-primary": "march", f"{banner}-x": "3", "do": "save"})
        if asking.turn.phase != Phase.PLANNING:
            yield Address(route, filled(route), "POST", body, FORM, mine=False)


def no_invitation(asking: Asking, route: str) -> Iterator[Address]:
    """Links that nobody was given."""
    for token in ("nowhere", asking.world.campaign.public_id):
        before, _, after = route.partition("<")
        path = f"/{before}{token}{after.partition('>')[2]}"
        yield Address(route, path, accept=accept_of(route), mine=False)
        body, kind = ("{}", JSON) if route.startswith("api/") else (form(seat="seat-1"), FORM)
        yield Address(route, path, "POST", body, kind, accept_of(route), mine=False)


def no_table(asking: Asking, route: str) -> Iterator[Address]:
    """A table at which the asker does not sit: the same as one that does not exist."""
    methods = ("GET", "POST") if route.endswith("/") else ("GET",)
    for method in methods:
        path = filled(route, table_id="nosuchtable", code="NOCODE")
        yield Address(route, path, method, "", FORM, accept_of(route), mine=False)


def no_verdict(asking: Asking, route: str) -> Iterator[Address]:
    """A visitor's scenario that there is none of."""
    yield Address(route, filled(route, verdict_id="nosuchverdict"), accept=accept_of(route), mine=False)


def no_hook(asking: Asking, route: str) -> Iterator[Address]:
    """A webhook that there is none of."""
    path = filled(route, hook_id="nosuchwebhook")
    body, kind = ("{}", JSON) if route.startswith("api/") else ("", FORM)
    yield Address(route, path, "POST", body, kind, accept_of(route), mine=False)


def no_transfer(asking: Asking, route: str) -> Iterator[Address]:
    """A campaign's file that nobody has sent."""
    yield Address(route, filled(route, transfer_id="nosuchfile"), accept=accept_of(route), mine=False)
