"""Every address of the site: how it is asked for, by whom it is answered, and whom it is closed to.

An address of the URLconf that has no row here fails a test: whoever adds one says who may see it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from campaign.models import Battle, CampaignStatus, Phase, Turn
from tests.secrecy.cast import (
    ANONYMOUS,
    ARBITER,
    DEPUTY,
    EVERYBODY,
    FACILITATOR,
    FOURTH,
    LOGGED_IN,
    OBSERVER,
    OPERATOR,
    PLAYER,
    RIVAL,
    SEATED,
    THIRD,
)
from tests.secrecy.crawl import Address, as_json, form
from tests.secrecy.world import World
from tests.secrecy.writing import threads_of_others

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
    threads: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, world: World) -> Strange:
        """What the player must not find: battles of others, banners of others by either id."""
        strange = cls()
        mine = world.seat(PLAYER)
        for battle in Battle.objects.filter(turn__campaign=world.campaign).order_by("public_id"):
            if mine.pk not in (battle.seat_first_id, battle.seat_second_id):
                strange.battles.append(battle.public_id)
        strange.threads = threads_of_others(world)
        strange.banners += [world.named["id b2"], world.keys["b2"], world.keys["b1"], world.named["id d1"]]
        return strange

    def all(self) -> list[str]:
        """All of them: whoever is asked for them may repeat them."""
        return [*self.battles, *self.banners, *self.threads]

    def without(self, battles: list[str], banners: list[str]) -> Strange:
        """What is left when one's own is taken out."""
        return Strange(
            [one for one in self.battles if one not in battles],
            [one for one in self.banners if one not in banners],
            self.threads,
        )


@dataclass(frozen=True)
class Asking:
    """Who asks, and in which world and moment; what is theirs is looked up once."""

    world: World
    role: str
    strange: Strange

    @property
    def seat(self) -> str | None:
        """The seat in which the asker acts."""
        return PLAYER if self.role == DEPUTY else self.role if self.role in SEATED else None

    @cached_property
    def turn(self) -> Turn:
        """The latest turn."""
        return self.world.turn

    @property
    def turns(self) -> range:
        """The last turns, and one that is not there."""
        return range(max(0, self.turn.number - 1), self.turn.number + 2)

    @cached_property
    def others(self) -> Strange:
        """What is not the asker's."""
        return self.strange.without(self.own_battles, self.own_banners)

    @cached_property
    def own_battles(self) -> list[str]:
        """The battles of the asker's seat."""
        if self.seat is None:
            return []
        seat = self.world.seat(self.seat)
        battles = Battle.objects.filter(turn__campaign=self.world.campaign).order_by("public_id")
        return [one.public_id for one in battles if seat.pk in (one.seat_first_id, one.seat_second_id)]

    @cached_property
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
    for number in asking.turns:
        yield Address(route, _fill(route, number=number), accept=_accept(route), mine=False)


def stream(asking: Asking, route: str) -> Iterator[Address]:
    """A stream, from its beginning and from something seen before."""
    for one in get(asking, route):
        yield one
        yield replace(one, path=f"{one.path}?since=1", mine=False)


def pictured(asking: Asking, route: str) -> Iterator[Address]:
    """The picture of the map of each turn, by day and by night."""
    for one in each_turn(asking, route):
        yield one
        yield replace(one, path=f"{one.path}?night")


def page_tiles(asking: Asking, route: str) -> Iterator[Address]:
    """Parts of the page's map of each turn."""
    for one in each_turn(asking, route):
        yield replace(one, path=f"{one.path}?tiles=0,0")


def tiles(asking: Asking, route: str) -> Iterator[Address]:
    """Parts of the ground for each turn; whether there is something to see depends on the turn."""
    for one in each_turn(asking, route):
        yield replace(one, path=f"{one.path}?at=0,0;1,0")


def each_battle(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own battles, those of others, and one that does not exist."""
    for battle in asking.own_battles:
        yield Address(route, _fill(route, battle_id=battle), accept=_accept(route))
    for battle in asking.others.battles:
        yield Address(route, _fill(route, battle_id=battle), accept=_accept(route), mine=False)


def each_banner(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own banners, those of others, and one that does not exist."""
    for banner in asking.own_banners:
        yield Address(route, _fill(route, banner_id=banner), accept=_accept(route), mine=False)
    for banner in asking.others.banners:
        yield Address(route, _fill(route, banner_id=banner), accept=_accept(route), mine=False)


def post(*bodies: str, content_type: str = JSON, method: str = "POST", own: bool = True) -> Build:
    """Requests that must be refused whoever makes them: wrong, or about what is not the asker's.

    With ``own`` they are also made about the asker's own battles; without, only about those of others, for
    they would be done.
    """

    def build(asking: Asking, route: str) -> Iterator[Address]:
        paths = [_fill(route)]
        if "battle_id" in route:
            battles = [*(asking.own_battles if own else ()), *asking.others.battles]
            paths = [_fill(route, battle_id=battle) for battle in battles]
        elif "number" in route:
            paths = [_fill(route, number=asking.turn.number)]
        elif not own and asking.role == FACILITATOR:
            return
        for path in paths:
            for body in bodies:
                yield Address(route, path, method, body, content_type, _accept(route), mine=False)

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
            path = _fill(route, battle_id=battle, name=name)
            yield Address(route, path, "POST", body, FORM, mine=False)
    for battle in asking.others.battles:
        for name, body in {**impossible, **done_at_once}.items():
            path = _fill(route, battle_id=battle, name=name)
            yield Address(route, path, "POST", body, FORM, mine=False)


def no_picture(asking: Asking, route: str) -> Iterator[Address]:
    """Pictures that are not there, of own battles and of others'."""
    for battle in [*asking.own_battles, *asking.others.battles]:
        for side in ("own", "enemy", "both"):
            path = _fill(route, battle_id=battle, picture_id="nothing", side=side)
            yield Address(route, path, accept=_accept(route), mine=False)


def no_offer(asking: Asking, route: str) -> Iterator[Address]:
    """Something that is not there, of own battles and of others'."""
    for battle in [*asking.own_battles, *asking.others.battles]:
        path = _fill(route, battle_id=battle, offer_id="nothing", picture_id="nothing")
        yield Address(route, path, "POST", "{}", JSON, JSON, mine=False)


def mission_tables(asking: Asking, route: str) -> Iterator[Address]:
    """A mission table, and one that does not exist."""
    for name in ("battle", "raid_city"):
        yield Address(route, _fill(route, name=name), accept=_accept(route))
    yield Address(route, _fill(route, name="nosuchtable"), accept=_accept(route), mine=False)


def void_link(asking: Asking, route: str) -> Iterator[Address]:
    """A link that nobody has made."""
    path = _fill(route, token="nosuchlink", picture_id="nothing")
    yield Address(route, path, accept=_accept(route), mine=False)


def wrong_plans(method: str, content_type: str = JSON) -> Build:
    """Plans that cannot be saved: about others' banners by any id, illegal, or unreadable."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        path = _fill(route, number=asking.turn.number)
        march: dict[str, Any] = {"primary": {"order": "march", "to": [-5, 2]}}
        others, own = asking.others.banners, asking.own_banners[:1]
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


def wrong_practice(asking: Asking, route: str) -> Iterator[Address]:
    """A trial with banners of somebody else's: as one's own, and as enemies on one's map."""
    for banner in asking.others.banners:
        for body in ({"plan": {"orders": {banner: {}}}}, {"enemies": [{"id": banner, "level": 3}]}):
            yield Address(route, _fill(route), "POST", as_json(body), JSON, JSON, mine=False)


def wrong_fallback(asking: Asking, route: str) -> Iterator[Address]:
    """A fallback for a banner of somebody else's."""
    yield from get(asking, route)
    for banner in asking.others.banners:
        body = as_json({"banners": {banner: "hold"}})
        yield Address(route, _fill(route), "PUT", body, JSON, JSON, mine=False)


def wrong_form(asking: Asking, route: str) -> Iterator[Address]:
    """The plan as a form: about a banner of somebody else's, or nothing that can be read."""
    for banner in asking.others.banners:
        body = form(**{f"{banner}-primary": "march", f"{banner}-x": "3", "do": "save"})
        if asking.turn.phase != Phase.PLANNING:
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


def dice_file(asking: Asking, route: str) -> Iterator[Address]:
    """The log of dice of the first chain, and one that is not there."""
    yield Address(route, _fill(route, first=1), accept=JSON, mine=False)
    yield Address(route, _fill(route, first=9), accept=JSON, mine=False)


def no_invitation(asking: Asking, route: str) -> Iterator[Address]:
    """Links that nobody was given."""
    for token in ("nowhere", asking.world.campaign.public_id):
        path = "/" + route.split("<")[0] + token + "/"
        yield Address(route, path, accept=_accept(route), mine=False)
        body, kind = ("{}", JSON) if route.startswith("api/") else (form(seat="seat-1"), FORM)
        yield Address(
            route, "/" + route.split("<")[0] + token + "/", "POST", body, kind, _accept(route), mine=False
        )


def no_table(asking: Asking, route: str) -> Iterator[Address]:
    """A table at which the asker does not sit: the same as one that does not exist."""
    methods = ("GET", "POST") if route.endswith("/") else ("GET",)
    for method in methods:
        path = _fill(route, table_id="nosuchtable", code="NOCODE")
        yield Address(route, path, method, "", FORM, _accept(route), mine=False)


def no_verdict(asking: Asking, route: str) -> Iterator[Address]:
    """A visitor's scenario that there is none of."""
    yield Address(route, _fill(route, verdict_id="nosuchverdict"), accept=_accept(route), mine=False)


def no_hook(asking: Asking, route: str) -> Iterator[Address]:
    """A webhook that there is none of."""
    path = _fill(route, hook_id="nosuchwebhook")
    body, kind = ("{}", JSON) if route.startswith("api/") else ("", FORM)
    yield Address(route, path, "POST", body, kind, _accept(route), mine=False)


def no_transfer(asking: Asking, route: str) -> Iterator[Address]:
    """A campaign's file that nobody has sent."""
    yield Address(route, _fill(route, transfer_id="nosuchfile"), accept=_accept(route), mine=False)


def own_account(asking: Asking, route: str) -> Iterator[Address]:
    """A page about one's own account."""
    yield Address(route, _fill(route, number=1), accept=_accept(route), mine=False)


_BATTLE = "c/<str:campaign_id>/battles/<str:battle_id>/"
_API = "api/v1/campaigns/<slug:campaign_id>/"
_API_BATTLE = f"{_API}battles/<slug:battle_id>/"
_API_TURN = f"{_API}turns/<int:number>/"
_REASON = as_json({"reason": "zz"})
_IMPOSSIBLE = as_json({"nothing": True})
_POINTS = form(method="tabletop", winner="own", points_own="99999", points_enemy="0", sacrifice="0", story="")
_CLAIM = as_json({"method": "tabletop", "winner": "own", "points_own": 99999, "points_enemy": 0})

TABLE: dict[str, Row] = {
    "": Row(get, EVERYBODY),
    "rules/": Row(get, EVERYBODY, once=True),
    "rules/aid/": Row(get, EVERYBODY, once=True),
    "rules/cases/": Row(get, EVERYBODY, once=True),
    "rules/cases/<str:slug>/": Row(own_account, once=True),
    "rules/verdicts/": Row(both(get, post(form(scenario=""), content_type=FORM)), EVERYBODY, once=True),
    "rules/verdicts/<str:verdict_id>/": Row(no_verdict, once=True),
    "rules/verdicts/<str:verdict_id>/outcome.json": Row(no_verdict, once=True),
    "rules/<str:number>/": Row(own_account, EVERYBODY, once=True),
    "healthz": Row(get, EVERYBODY),
    "readyz": Row(own_account, any_status=True),
    "account/": Row(get, LOGGED_IN, once=True),
    "account/webhooks/": Row(both(get, post(form(address="x"), content_type=FORM)), LOGGED_IN, once=True),
    "account/webhooks/<str:hook_id>/test/": Row(no_hook, once=True),
    "account/webhooks/<str:hook_id>/remove/": Row(no_hook, once=True),
    "theme/": Row(theme, once=True),
    "live/": Row(stream, LOGGED_IN),
    "join/<str:token>/": Row(no_invitation),
    "c/<str:campaign_id>/army/": Row(get, (PLAYER, RIVAL, THIRD, FOURTH)),
    "c/<str:campaign_id>/people/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/leave/": Row(own_account),
    "c/<str:campaign_id>/seat/": Row(get, SEATED),
    "c/<str:campaign_id>/calendar/": Row(get, MEMBERS),
    "c/<str:campaign_id>/": Row(get, MEMBERS),
    "c/<str:campaign_id>/live/": Row(stream, MEMBERS),
    "c/<str:campaign_id>/about/": Row(get, MEMBERS),
    "c/<str:campaign_id>/packet/": Row(get, SEATED),
    "c/<str:campaign_id>/disputes/": Row(get, (ARBITER,)),
    "c/<str:campaign_id>/disputes/<str:battle_id>/": Row(each_battle, (ARBITER,)),
    "campaigns/new/": Row(get, LOGGED_IN, once=True),
    **{
        f"c/<str:campaign_id>/build/{step}": Row(own_account)
        for step in (
            "",
            "story/",
            "template/",
            "settings/",
            "schedule/",
            "seats/",
            "players/",
            "players/<int:number>/",
            "players/<int:number>/packet/",
        )
    },
    "c/<str:campaign_id>/dice/": Row(get, MEMBERS),
    "c/<str:campaign_id>/dice/<int:first>.json": Row(dice_file, at_the_end=MEMBERS),
    "c/<str:campaign_id>/turns/<int:number>/map.json": Row(both(each_turn, page_tiles), SEATED),
    "c/<str:campaign_id>/turns/<int:number>/overview.png": Row(pictured, SEATED),
    "c/<str:campaign_id>/turns/<int:number>/report/": Row(each_turn, SEATED),
    "c/<str:campaign_id>/report/": Row(get, SEATED),
    "c/<str:campaign_id>/table/": Row(get, SEATED),
    "c/<str:campaign_id>/practice/": Row(get, SEATED),
    "c/<str:campaign_id>/knowledge.json": Row(get, SEATED),
    "c/<str:campaign_id>/export/": Row(get, (FACILITATOR,), at_the_end=MEMBERS),
    "c/<str:campaign_id>/export/campaign.zip": Row(own_account),
    "campaigns/import/<str:transfer_id>/": Row(no_transfer, once=True),
    "campaigns/import/": Row(get, LOGGED_IN, once=True),
    "c/<str:campaign_id>/demo/run/": Row(post("", content_type=FORM)),
    "c/<str:campaign_id>/plan/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/submit/": Row(wrong_plans("POST")),
    "c/<str:campaign_id>/plan/form/": Row(wrong_form),
    "c/<str:campaign_id>/fallback/": Row(both(get, post(form(do="keep"), content_type=FORM)), SEATED),
    "c/<str:campaign_id>/battles/": Row(get, SEATED),
    _BATTLE: Row(both(each_battle, post(_POINTS, content_type=FORM)), SEATED),
    f"{_BATTLE}confirm/": Row(post(form(seen="nothing", sacrifice="0"), content_type=FORM)),
    f"{_BATTLE}sacrifice/": Row(post(form(sacrifice="99"), content_type=FORM)),
    f"{_BATTLE}act/<slug:name>/": Row(wrong_acts),
    f"{_BATTLE}pictures/<str:picture_id>.jpg": Row(no_picture),
    f"{_BATTLE}lists/<slug:side>.jpg": Row(no_picture),
    "c/<str:campaign_id>/honours/": Row(get, SEATED, at_the_end=MEMBERS),
    "c/<str:campaign_id>/desk/missions/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/missions/<slug:name>/": Row(mission_tables, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/stand-ins/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/claims/": Row(get, (FACILITATOR,)),
    "stand-in/<str:token>/": Row(void_link),
    "stand-in/<str:token>/live/": Row(void_link),
    "shared/<str:token>/": Row(void_link),
    "shared/<str:token>/pictures/<str:picture_id>.jpg": Row(void_link),
    "c/<str:campaign_id>/pause/": Row(own_account, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/review/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/dates/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/battles/<str:battle_id>/": Row(each_battle, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/log/": Row(get, (FACILITATOR,)),
    "c/<str:campaign_id>/desk/look/": Row(post(form(seat="seat-2"), content_type=FORM, own=False)),
    "c/<str:campaign_id>/desk/turns/<int:number>.json": Row(each_turn, (FACILITATOR,)),
    f"{_BATTLE}table/": Row(post("", content_type=FORM, own=False)),
    f"{_API_BATTLE}table/": Row(post("{}", own=False)),
    "api/v1/tables/": Row(get, LOGGED_IN, once=True),
    "t/": Row(get, EVERYBODY, once=True),
    "t/tables/": Row(get, EVERYBODY, once=True),
    "t/sw.js": Row(get, EVERYBODY, once=True),
    "t/quick/": Row(post("", content_type=FORM), once=True),
    "t/find/": Row(post(form(code="NOCODE"), content_type=FORM), once=True),
    "t/rosters/": Row(post("", content_type=FORM), once=True),
    "api/v1/schema/": Row(get, EVERYBODY, once=True),
    "api/v1/docs/": Row(get, EVERYBODY, once=True),
    "api/v1/problems/<slug:slug>/": Row(problem, EVERYBODY, once=True),
    "api/v1/verdicts/": Row(post("{}"), once=True),
    "api/v1/verdicts/<slug:verdict_id>/": Row(no_verdict, once=True),
    "api/v1/webhooks/": Row(both(get, post("{}")), LOGGED_IN, once=True),
    "api/v1/webhooks/<slug:hook_id>/test/": Row(no_hook, once=True),
    "api/v1/webhooks/<slug:hook_id>/remove/": Row(no_hook, once=True),
    "api/v1/campaigns/": Row(get, LOGGED_IN),
    "api/v1/^[\\s\\S]*$": Row(nowhere),
    _API: Row(get, MEMBERS),
    "api/v1/templates/": Row(get, LOGGED_IN, once=True),
    f"{_API}draft/": Row(own_account),
    **{
        f"{_API}draft/{step}/": Row(post("{}", method="PUT"))
        for step in ("story", "settings", "schedule", "seats")
    },
    f"{_API}draft/seats/<int:number>/": Row(post("{}", method="PUT")),
    **{f"{_API}draft/{act}/": Row(post("{}")) for act in ("template", "own-seat", "start", "discard")},
    f"{_API}packet/": Row(get, SEATED),
    f"{_API}disputes/": Row(get, (ARBITER,)),
    f"{_API}disputes/<slug:battle_id>/": Row(each_battle, (ARBITER,)),
    f"{_API}disputes/<slug:battle_id>/ruling/": Row(post("{}")),
    f"{_API}export/": Row(both(own_account, post(as_json({"all": True})))),
    f"{_API}export/file/": Row(own_account),
    "api/v1/campaigns/import/<slug:transfer_id>/": Row(no_transfer, once=True),
    f"{_API}knowledge/": Row(get, SEATED),
    f"{_API}webhooks/<slug:hook_id>/forget/": Row(no_hook),
    f"{_API}backdrop/": Row(own_account),
    f"{_API}live/": Row(stream, MEMBERS),
    "api/v1/live/": Row(stream, LOGGED_IN),
    "api/v1/home/": Row(get, LOGGED_IN),
    "api/v1/account/": Row(both(get, post("{}", method="PUT")), LOGGED_IN, once=True),
    "api/v1/account/data/": Row(get, LOGGED_IN, once=True),
    "api/v1/account/delete/": Row(post(as_json({"proof": "zz"})), once=True),
    "api/v1/campaigns/import/": Row(post("{}"), once=True),
    f"{_API}commitment/": Row(get, MEMBERS),
    f"{_API}practice/": Row(both(get, wrong_practice), SEATED),
    f"{_API}turns/": Row(get, MEMBERS),
    f"{_API}dice/": Row(get, at_the_end=MEMBERS),
    f"{_API}banners/<slug:banner_id>/options/": Row(each_banner, SEATED),
    f"{_API}fallback/": Row(wrong_fallback, SEATED),
    f"{_API}battles/": Row(get, SEATED),
    _API_BATTLE: Row(each_battle, SEATED),
    f"{_API_BATTLE}around/": Row(each_battle, SEATED),
    **{
        f"{_API_BATTLE}{act}": Row(post(_IMPOSSIBLE))
        for act in (
            "dates/",
            "mission/shift/",
            "mission/night/",
            "mission/attacker/",
            "list/",
            "story/",
            "pictures/",
            "share/",
            "claim/",
            "claim/answer/",
        )
    },
    **{
        f"{_API_BATTLE}{act}": Row(post("{}", own=False))
        for act in (
            "meeting/call-off/",
            "meeting/no-show/",
            "hello/",
            "mission/roll/",
            "claim/withdraw/",
            "stand-in/",
            "stand-in/end/",
        )
    },
    **{
        f"{_API_BATTLE}{act}": Row(no_offer)
        for act in (
            "dates/<slug:offer_id>/take/",
            "dates/<slug:offer_id>/decline/",
            "dates/<slug:offer_id>/withdraw/",
            "pictures/<slug:picture_id>/remove/",
        )
    },
    f"{_API_BATTLE}lists/<slug:side>/": Row(no_picture),
    f"{_API_BATTLE}pictures/<slug:picture_id>/": Row(no_picture),
    "api/v1/availability/": Row(get, LOGGED_IN, once=True),
    "api/v1/stand-ins/": Row(get, LOGGED_IN, once=True),
    "api/v1/stand-ins/<slug:token>/": Row(void_link),
    "api/v1/shared/<slug:token>/": Row(void_link),
    "api/v1/shared/<slug:token>/pictures/<slug:picture_id>/": Row(void_link),
    f"{_API}desk/claims/": Row(both(get, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API}desk/stand-ins/": Row(both(get, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API}honours/": Row(get, SEATED, at_the_end=MEMBERS),
    f"{_API}desk/missions/": Row(get, (FACILITATOR,)),
    f"{_API}desk/missions/<slug:name>/": Row(mission_tables, (FACILITATOR,)),
    f"{_API}desk/battles/remind/": Row(post(_IMPOSSIBLE)),
    f"{_API}desk/battles/<slug:battle_id>/claims/": Row(both(each_battle, post(_IMPOSSIBLE)), (FACILITATOR,)),
    f"{_API_BATTLE}result/": Row(post(_CLAIM)),
    f"{_API_BATTLE}confirm/": Row(post(as_json({"seen": "nothing"}))),
    f"{_API_BATTLE}sacrifice/": Row(post(as_json({"sacrifice": 99}))),
    f"{_API_BATTLE}reopen/": Row(post("{}", own=False)),
    f"{_API_BATTLE}dice/": Row(post("{}", own=False)),
    f"{_API_TURN}map/": Row(each_turn, SEATED),
    f"{_API_TURN}map/tiles/": Row(tiles, SEATED),
    f"{_API_TURN}map/overview/": Row(each_turn, SEATED),
    f"{_API_TURN}report/": Row(each_turn, SEATED),
    f"{_API_TURN}announcement/": Row(each_turn, SEATED),
    f"{_API_TURN}plan/": Row(both(each_turn, wrong_plans("PUT")), SEATED),
    f"{_API_TURN}plan/check/": Row(wrong_plans("POST"), SEATED),
    f"{_API_TURN}plan/submit/": Row(wrong_plans("POST")),
    f"{_API_TURN}plan/receipt/": Row(each_turn, SEATED),
    f"{_API_TURN}scenario/": Row(each_turn, (FACILITATOR,), at_the_end=MEMBERS),
    "api/v1/invitations/<slug:token>/": Row(no_invitation),
    f"{_API}people/": Row(get, (FACILITATOR,)),
    f"{_API}invitations/": Row(post(as_json({"days": 0}), own=False)),
    f"{_API}invitations/<slug:invitation_id>/revoke/": Row(post("{}", own=False)),
    f"{_API}roles/": Row(post(as_json({"act": "dismiss", "person": "zz"}))),
    f"{_API}army/": Row(get, (PLAYER, RIVAL, THIRD, FOURTH)),
    f"{_API}army/submit/": Row(post(as_json({"army": "zz"}))),
    f"{_API}seats/<int:number>/army/": Row(post(as_json({"approve": True}))),
    f"{_API}seats/<int:number>/remove/": Row(post(as_json({"reason": ""}))),
    f"{_API}seats/<int:number>/bot/": Row(post("{}")),
    f"{_API}seat/": Row(get, SEATED),
    f"{_API}seat/deputies/": Row(post(as_json({"who": "zz"}))),
    f"{_API}seat/deputies/<slug:person_id>/end/": Row(post("{}")),
    f"{_API}seat/vacations/": Row(post(as_json({"first_day": "2026-01-02", "last_day": "2026-01-01"}))),
    f"{_API}seat/vacations/<slug:vacation_id>/cancel/": Row(post("{}")),
    f"{_API}seat/leave/": Row(post(as_json({"sure": False}))),
    f"{_API}calendar/": Row(both(get, post("{}")), MEMBERS),
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
            "corrections/withdraw",
            "pause",
            "resume",
        )
    },
    f"{_API}desk/battles/<slug:battle_id>/ruling/": Row(post("{}")),
    f"{_API}desk/battles/<slug:battle_id>/forfeit/": Row(post("{}")),
}

FAMILIES: tuple[tuple[str, Row], ...] = (
    ("t/<str:table_id>/", Row(no_table, once=True)),
    ("api/v1/tables/<slug:table_id>/", Row(no_table, once=True)),
    ("account/", Row(own_account, once=True, any_status=True)),
    ("admin/", Row(operator_pages, once=True, any_status=True)),
)
"""Addresses that are many of a kind, by their beginning: other packages', and a table's (tests/table)."""


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


def addresses(asking: Asking, *, once: bool, among: Iterable[str] | None = None) -> list[Address]:
    """All requests of this person at this moment, in the order of the URLconf, each once; of all routes, or
    of those ``among`` them."""
    found: dict[Address, None] = {}
    for route in routes() if among is None else among:
        row = row_of(route)
        if row is not None and row.once == once:
            found.update(dict.fromkeys(row.build(asking, route)))
    return list(found)


__all__ = ["ANONYMOUS", "REFUSED", "RIVAL", "TABLE", "Asking", "Strange", "addresses", "routes", "row_of"]

from tests.secrecy import table_mapping, table_press  # noqa: E402, F401 - it adds its rows
