"""How an address is asked for: who asks, in which world, and the requests to make."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from campaign.models import Battle, Turn
from tests.secrecy.cast import DEPUTY, FACILITATOR, OPERATOR, PLAYER, SEATED
from tests.secrecy.crawl import Address, form
from tests.secrecy.world import World
from tests.secrecy.writing import threads_of_others

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


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


def filled(route: str, **values: object) -> str:
    """A route with values in the places of its converters."""
    path = "/" + route.replace("^", "").replace("$", "")
    for name, value in {"campaign_id": "longridge", **values}.items():
        for converter in ("str", "int", "whole", "slug", "path"):
            path = path.replace(f"<{converter}:{name}>", str(value))
    return path


def accept_of(route: str) -> str:
    return JSON if route.startswith("api/") and "docs" not in route else "text/html"


def both(*builds: Build) -> Build:
    """The requests of several builders."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        for one in builds:
            yield from one(asking, route)

    return build


def get(asking: Asking, route: str) -> Iterator[Address]:
    """The address itself; in a campaign also that of one that does not exist."""
    yield Address(route, filled(route), accept=accept_of(route))
    if "<" in route and asking.role in (PLAYER, FACILITATOR):
        yield Address(route, filled(route, campaign_id="nowhere"), accept=accept_of(route), mine=False)


def each_turn(asking: Asking, route: str) -> Iterator[Address]:
    """The address for each turn; whether there is something to see depends on the turn."""
    for number in asking.turns:
        yield Address(route, filled(route, number=number), accept=accept_of(route), mine=False)


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
    """Parts of the page's map of each turn, and how the aims stood by it."""
    for one in each_turn(asking, route):
        yield replace(one, path=f"{one.path}?tiles=0,0")
        yield replace(one, path=f"{one.path}?aims")


def tiles(asking: Asking, route: str) -> Iterator[Address]:
    """Parts of the ground for each turn; whether there is something to see depends on the turn."""
    for one in each_turn(asking, route):
        yield replace(one, path=f"{one.path}?at=0,0;1,0")


def each_battle(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own battles, those of others, and one that does not exist."""
    for battle in asking.own_battles:
        yield Address(route, filled(route, battle_id=battle), accept=accept_of(route))
    for battle in asking.others.battles:
        yield Address(route, filled(route, battle_id=battle), accept=accept_of(route), mine=False)


def each_banner(asking: Asking, route: str) -> Iterator[Address]:
    """The address for own banners, those of others, and one that does not exist."""
    for banner in asking.own_banners:
        yield Address(route, filled(route, banner_id=banner), accept=accept_of(route), mine=False)
    for banner in asking.others.banners:
        yield Address(route, filled(route, banner_id=banner), accept=accept_of(route), mine=False)


def to_each_banner(method: str) -> Build:
    """A request that changes something, for each banner; not by whoever may."""

    def build(asking: Asking, route: str) -> Iterator[Address]:
        if asking.role != FACILITATOR:
            yield from (replace(one, method=method, data="{}") for one in each_banner(asking, route))

    return build


def mission_tables(asking: Asking, route: str) -> Iterator[Address]:
    """A mission table, and one that does not exist."""
    for name in ("battle", "raid_city"):
        yield Address(route, filled(route, name=name), accept=accept_of(route))
    yield Address(route, filled(route, name="nosuchtable"), accept=accept_of(route), mine=False)


def problem(asking: Asking, route: str) -> Iterator[Address]:
    """What a kind of problem means."""
    yield Address(route, filled(route, slug="illegal"), accept=JSON)
    yield Address(route, filled(route, slug="nosuchproblem"), accept=JSON, mine=False)


def nowhere(asking: Asking, route: str) -> Iterator[Address]:
    """Addresses that do not exist."""
    yield Address(route, "/api/v1/nowhere/", accept=JSON, mine=False)
    yield Address(route, "/nowhere/", mine=False)


def dice_file(asking: Asking, route: str) -> Iterator[Address]:
    """The log of dice of the first chain, and one that is not there."""
    yield Address(route, filled(route, first=1), accept=JSON, mine=False)
    yield Address(route, filled(route, first=9), accept=JSON, mine=False)


def operator_pages(asking: Asking, route: str) -> Iterator[Address]:
    """The site's own lists, and the entries of all people and of what belongs to them."""
    if "object_id" not in route or asking.role not in (OPERATOR, PLAYER):
        yield Address(route, filled(route, url="nowhere"), mine=False)
        return
    keys = [1] if asking.role == PLAYER else [user.pk for user in asking.world.users.values()]
    for key in keys:
        yield Address(route, filled(route, object_id=key, content_type_id=1), mine=False)


def own_account(asking: Asking, route: str) -> Iterator[Address]:
    """A page about one's own account."""
    yield Address(route, filled(route, number=1, name="plan"), accept=accept_of(route), mine=False)


def theme(asking: Asking, route: str) -> Iterator[Address]:
    """The choice of a palette."""
    yield Address(route, filled(route), "POST", form(theme="night"), FORM, mine=False)
