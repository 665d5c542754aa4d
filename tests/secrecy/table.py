"""Every address of the site: how it is asked for, by whom it is answered, and whom it is closed to.

An address of the URLconf that has no row here fails a test: whoever adds one says who may see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from campaign.models import Battle, CampaignStatus, Phase
from tests.secrecy.cast import (
    ANONYMOUS,
    ARBITER,
    DEPUTY,
    EVERYBODY,
    FACILITATOR,
    LOGGED_IN,
    OBSERVER,
    OPERATOR,
    PLAYER,
    RIVAL,
    SEATED,
)
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.world import World

MEMBERS = (*SEATED, FACILITATOR, ARBITER, OBSERVER)
NOBODY: tuple[str, ...] = ()
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
REFUSED = (301, 302, 400, 401, 403, 404, 405, 409, 415, 422)
"""What those may be answered to whom an address is not open."""


@dataclass
class Strange:
    """Ids of things that exist in the left world and are nobody's business: asked for in both worlds."""

    battles: list[str] = field(default_factory=lambda: ["nobattleofthisname"])
    banners: list[str] = field(default_factory=lambda: ["nobannerofthisname"])

    @classmethod
    def of(cls, world: World) -> Strange:
        """What the player must not find: battles of others, banners of others by either id."""
        strange = cls()
        mine = world.seat(PLAYER)
        for battle in Battle.objects.filter(turn__campaign=world.campaign).order_by("public_id"):
            if mine.pk not in (battle.seat_first_id, battle.seat_second_id):
                strange.battles.append(battle.public_id)
        strange.banners += [world.named["id b2"], world.keys["b2"], world.keys["b1"], world.named["id d1"]]
        return strange

    def all(self) -> list[str]:
        """All of them: whoever is asked for them may repeat them."""
        return [*self.battles, *self.banners]

    def without(self, battles: list[str], banners: list[str]) -> Strange:
        """What is left when one's own is taken out."""
        return Strange(
            [one for one in self.battles if one not in battles],
            [one for one in self.banners if one not in banners],
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """Who asks, and in which world and moment."""

    world: World
    role: str
    strange: Strange

    @property
    def seat(self) -> str | None:
        """The seat in which the asker acts."""
        return PLAYER if self.role == DEPUTY else self.role if self.role in SEATED else None

    def turns(self) -> range:
        """The last turns, and one that is not there."""
        number = self.world.turn.number
        return range(max(0, number - 1), number + 2)

    def others(self) -> Strange:
        """What is not the asker's."""
        return self.strange.without(self.own_battles(), self.own_banners())

    def own_battles(self) -> list[str]:
        """The battles of the asker's seat."""
        if self.seat is None:
            return []
        seat = self.world.seat(self.seat)
        battles = Battle.objects.filter(turn__campaign=self.world.campaign).order_by("public_id")
        return [one.public_id for one in battles if seat.pk in (one.seat_first_id, one.seat_second_id)]

    def own_banners(self) -> list[str]:
        """The banners of the asker's seat, by public id."""
        if self.seat is None:
            return []
        banners = self.world.seat(self.seat).banners.order_by("public_id")
        return list(banners.values_list("public_id", flat=True))


Build = Callable[[Asking, str], Iterable[Address]]


@dataclass(frozen=True, slots=True)
class Row:
    """An address: the requests to make, and the roles that it is open to."""

    build: Build
    open_to: tuple[str, ...] = NOBODY
    at_the_end: tuple[str, ...] = NOBODY
    """The roles that it is open to besides, once the campaign has ended."""
    once: bool = False
    """Whether it has nothing to do with any campaign and is asked for once instead of at every moment."""
    any_status: bool = False
    """Whether the status depends on other things than who asks."""


def is_open(row: Row, role: str, world: World) -> bool:
    """Whether an address is open to somebody at this moment."""
    ended = world.campaign.status == CampaignStatus.ENDED
    return role in row.open_to or (ended and role in row.at_the_end)


def _fill(route: str, **values: object) -> str:
    """A route with values in the places of its converters."""
    path = "/" + route.replace("^", "").replace("$", "")
    for name, value in {"campaign_id": "longridge", **values}.items():
        for converter in ("str", "int", "slug", "path"):
            path = path.replace(f"<{converter}:{name}>", str(value))
    return path


def _accept(route: str) -> str:
    return JSON if route.startswith("api/") and "docs" not in route else "text/html"


def get(asking: Asking, route: str) -> Iterator[Address]:
    """The address itself; in a campaign also that of one that does not exist."""
    yield Address(route, _fill(route), accept=_accept(route))
    if "<" in route and asking.role in (PLAYER, FACILITATOR):
        yield Address(route, _fill(route, campaign_id="nowhere"), accept=_accept(route), mine=False)


def each_turn(asking: Asking, route: str) -> Iterator[Address]:
    """The address for each turn; whether there is something to see depends on the turn."""
    for number in asking.turns():
        yield Address(route, _fill(route, number=number), accept=_accept(route), mine=False)


def each_battle(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own battles, those of others, and one that does not exist."""
    for battle in asking.own_battles():
        yield Address(route, _fill(route, battle_id=battle), accept=_accept(route))
    for battle in asking.others().battles:
        yield Address(route, _fill(route, battle_id=battle), accept=_accept(route), mine=False)


def each_banner(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own banners, those of others, and one that does not exist."""
    for banner in asking.own_banners():
        yield Address(route, _fill(route, banner_id=banner), accept=_accept(route), mine=False)
    for banner in asking.others().banners:
        yield Address(route, _fill(route, banner_id=banner), accept=_accept(route), mine=False)


def post(*bodies: str, content_type: str = JSON, method: str = "POST", own: bool = True) -> Build:
    """Requests that must be refused whoever makes them: wrong, or about what is not the asker's.

    With ``own`` they are also made about the asker's own battles; without, only about those of others, for
    they would be done.
    """

    def build(asking: Asking, route: str) -> Iterator[Address]:
        paths = [_fill(route)]
        if "battle_id" in route:
            battles = [*(asking.own_battles() if own else ()), *asking.others().battles]
            paths = [_fill(route, battle_id=battle) for battle in battles]
        elif "number" in route:
            paths = [_fill(route, number=asking.world.turn.number)]
        elif not own and asking.role == FACILITATOR:
            return
        for path in paths:
            for body in bodies:
                yield Address(route, path, method, body, content_type, _accept(route), mine=False)

    return build


def wrong_plans(method: str, content_type: str = JSON) -> Build:
    """Plans that cannot be saved: about others' banners by any id, illegal, or unreadable."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        path = _fill(route, number=asking.world.turn.number)
        march: dict[str, Any] = {"primary": {"order": "march", "to": [-5, 2]}}
        others, own = asking.others().banners, asking.own_banners()[:1]
        named = [*others, *own] if asking.role in (PLAYER, RIVAL) else others[:1]
        plans = [{"node": None, "orders": {banner: march}} for banner in named]
        giver = {"secondary": {"order": "transfer", "from": others[-1], "levels": 1}}
        plans += [{"node": None, "orders": {one: giver}} for one in own]
        for plan in plans:
            yield Address(route, path, method, as_json(plan), content_type, _accept(route), mine=False)
        yield Address(route, path, method, "{", content_type, _accept(route), mine=False)

    return build


def both(*builds: Build) -> Build:
    """The requests of several builders."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        for one in builds:
            yield from one(asking, route)

    return build


def wrong_fallback(asking: Asking, route: str) -> Iterator[Address]:
    """A fallback for a banner of somebody else's."""
    yield from get(asking, route)
    for banner in asking.others().banners:
        body = as_json({"banners": {banner: "hold"}})
        yield Address(route, _fill(route), "PUT", body, JSON, JSON, mine=False)


def wrong_form(asking: Asking, route: str) -> Iterator[Address]:
    """The plan as a form: about a banner of somebody else's, or nothing that can be read."""
    for banner in asking.others().banners:
        body = form(**{f"{banner}-primary": "march", f"{banner}-x": "3", "do": "save"})
        if asking.world.turn.phase != Phase.PLANNING:
            yield Address(route, _fill(route), "POST", body, FORM, mine=False)


def problem(asking: Asking, route: str) -> Iterator[Address]:
    """What a kind of problem means."""
    yield Address(route, _fill(route, slug="illegal"), accept=JSON)
    yield Address(route, _fill(route, slug="nosuchproblem"), accept=JSON, mine=False)


def nowhere(asking: Asking, route: str) -> Iterator[Address]:
    """Addresses that do not exist."""
    yield Address(route, "/api/v1/nowhere/", accept=JSON, mine=False)
    yield Address(route, "/nowhere/", mine=False)


def theme(asking: Asking, route: str) -> Iterator[Address]:
    """The choice of a palette."""
    yield Address(route, _fill(route), "POST", form(theme="night"), FORM, mine=False)


def operator_pages(asking: Asking, route: str) -> Iterator[Address]:
    """The site's own lists, and the entries of all people and of what belongs to them."""
    if "object_id" not in route or asking.role not in (OPERATOR, PLAYER):
        yield Address(route, _fill(route, url="nowhere"), mine=False)
        return
    keys = [1] if asking.role == PLAYER else [user.pk for user in asking.world.users.values()]
    for key in keys:
        yield Address(route, _fill(route, object_id=key, content_type_id=1), mine=False)


def own_account(asking: Asking, route: str) -> Iterator[Address]:
    """A page about one's own account."""
    yield Address(route, _fill(route), accept=_accept(route), mine=False)


_BATTLE = "c/<str:campaign_id>/battles/<str:battle_id>/"
_API = "api/v1/campaigns/<slug:campaign_id>/"
_API_BATTLE = f"{_API}battles/<slug:battle_id>/"
_API_TURN = f"{_API}turns/<int:number>/"
_REASON = as_json({"reason": "zz"})
_POINTS = form(method="tabletop", winner="own", points_own="99999", points_enemy="0", sacrifice="0", story="")
_CLAIM = as_json({"method": "tabletop", "winner": "own", "points_own": 99999, "points_enemy": 0})

TABLE: dict[str, Row] = {
    "": Row(get, EVERYBODY),
    "rules/": Row(get, EVERYBODY, once=True),
    "healthz": Row(get, EVERYBODY),
    "readyz": Row(own_account, any_status=True),
    "account/": Row(get, LOGGED_IN, once=True),
    "theme/": Row(theme, once=True),
    "c/<str:campaign_id>/": Row(get, MEMBERS),
    "c/<str:campaign_id>/about/": Row(get, MEMBERS),
    "c/<str:campaign_id>/turns/<int:number>/map.json": Row(each_turn, SEATED),
    "c/<str:campaign_id>/turns/<int:number>/report/": Row(each_turn, SEATED),
    "c/<str:campaign_id>/report/": Row(get, SEATED),
    "c/<str:campaign_id>/table/": Row(get, SEATED),
    "c/<str:campaign_id>/demo/run/": Row(post("", content_type=FORM)),
    "c/<str:campaign_id>/plan/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/submit/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/form/": Row(wrong_form),
    "c/<str:campaign_id>/battles/": Row(get, SEATED),
    _BATTLE: Row(both(each_battle, post(_POINTS, content_type=FORM)), SEATED),
    f"{_BATTLE}confirm/": Row(post(form(seen="nothing", sacrifice="0"), content_type=FORM)),
    f"{_BATTLE}reopen/": Row(post("", content_type=FORM, own=False)),
    f"{_BATTLE}dice/": Row(post("", content_type=FORM, own=False)),
    f"{_BATTLE}sacrifice/": Row(post(form(sacrifice="99"), content_type=FORM)),
    "c/<str:campaign_id>/pause/": Row(own_account, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/review/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/dates/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/<str:battle_id>/": Row(each_battle, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/log/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/look/": Row(post(form(seat="seat-2"), content_type=FORM, own=False)),
    "c/<str:campaign_id>/desk/turns/<int:number>.json": Row(each_turn, (FACILITATOR,)),
    "api/v1/schema/": Row(get, EVERYBODY, once=True),
    "api/v1/docs/": Row(get, EVERYBODY, once=True),
    "api/v1/problems/<slug:slug>/": Row(problem, EVERYBODY, once=True),
    "api/v1/campaigns/": Row(get, LOGGED_IN),
    "api/v1/^.*$": Row(nowhere),
    _API: Row(get, MEMBERS),
    f"{_API}commitment/": Row(get, MEMBERS),
    f"{_API}turns/": Row(get, MEMBERS),
    f"{_API}banners/<slug:banner_id>/options/": Row(each_banner, SEATED),
    f"{_API}fallback/": Row(wrong_fallback, SEATED),
    f"{_API}battles/": Row(get, SEATED),
    _API_BATTLE: Row(each_battle, SEATED),
    f"{_API_BATTLE}result/": Row(post(_CLAIM)),
    f"{_API_BATTLE}confirm/": Row(post(as_json({"seen": "nothing"}))),
    f"{_API_BATTLE}sacrifice/": Row(post(as_json({"sacrifice": 99}))),
    f"{_API_BATTLE}reopen/": Row(post("{}", own=False)),
    f"{_API_BATTLE}dice/": Row(post("{}", own=False)),
    f"{_API_TURN}map/": Row(each_turn, SEATED),
    f"{_API_TURN}report/": Row(each_turn, SEATED),
    f"{_API_TURN}announcement/": Row(each_turn, SEATED),
    f"{_API_TURN}plan/": Row(both(each_turn, wrong_plans("PUT")), SEATED),
    f"{_API_TURN}plan/check/": Row(wrong_plans("POST"), SEATED),
    f"{_API_TURN}plan/submit/": Row(wrong_plans("POST")),
    f"{_API_TURN}plan/receipt/": Row(each_turn, SEATED),
    f"{_API_TURN}scenario/": Row(each_turn, (FACILITATOR,), at_the_end=MEMBERS),
    f"{_API}desk/": Row(get, (FACILITATOR,)),
    f"{_API}desk/proposal/": Row(own_account, (FACILITATOR,)),
    f"{_API}desk/log/": Row(get, (FACILITATOR,)),
    **{
        f"{_API}desk/{act}/": Row(post("{}", _REASON, own=False))
        for act in (
            "announce",
            "publish",
            "hold",
            "extend",
            "excuse",
            "remind",
            "stop-early-close",
            "corrections",
            "pause",
            "resume",
        )
    },
    f"{_API}desk/battles/<slug:battle_id>/ruling/": Row(post("{}")),
    f"{_API}desk/battles/<slug:battle_id>/forfeit/": Row(post("{}")),
}

FAMILIES: tuple[tuple[str, Row], ...] = (
    ("account/", Row(own_account, once=True, any_status=True)),
    ("admin/", Row(operator_pages, once=True, any_status=True)),
)
"""Addresses that other packages bring along, by their beginning."""


def routes() -> list[str]:
    """Every route of the site, as the URLconf has it."""
    return list(_walk(get_resolver().url_patterns, ""))


def _walk(patterns: Iterable[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        else:
            yield route


def row_of(route: str) -> Row | None:
    """The row of a route, its own or its family's."""
    if route in TABLE:
        return TABLE[route]
    return next((row for beginning, row in FAMILIES if route.startswith(beginning)), None)


def addresses(asking: Asking, *, once: bool) -> list[Address]:
    """All requests of this person at this moment, in the order of the URLconf, each once."""
    found: dict[Address, None] = {}
    for route in routes():
        row = row_of(route)
        if row is not None and row.once == once:
            found.update(dict.fromkeys(row.build(asking, route)))
    return list(found)


__all__ = ["ANONYMOUS", "REFUSED", "RIVAL", "TABLE", "Asking", "Strange", "addresses", "routes", "row_of"]
