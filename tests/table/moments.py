"""A table at every moment that has a page of its own, for those who look at them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

from battles.models import Phone
from battles.table import services
from battles.table.services import game_to_plain
from campaign.base.dates.clock import now
from rules.tabletop.attacks import Due
from rules.tabletop.squads.losing import falling
from rules.tabletop.state import Choice, Game
from rules.tabletop.units import Group
from tests.table.phones import Pair, sit_down

Moment = tuple[str, Pair, Phone, str]
"""Its name, the table, the phone that looks, and what it looks at (below the table's address)."""


def put(pair: Pair, change: Callable[[Game], Game]) -> None:
    """Change the truth behind the rules' back."""
    pair.table.state = game_to_plain(change(pair.game))
    pair.table.save(update_fields=["state"])


def drawn(side: int = 0, method: str = "dice bag", **settings: object) -> Pair:
    """A die of this side has been drawn."""
    pair = sit_down(method, **settings)
    pair.act(0, "draw", side=str(side))
    return pair


def acting(order: str = "fire", unit: str = "a1") -> Pair:
    """Green's unit carries out an order."""
    pair = drawn()
    pair.act(0, "order", unit=unit, order=order)
    return pair


def shot() -> Pair:
    """Green has fired at Brown, whose card of momentum has still to be thought about."""
    pair = sit_down(momentum="1")
    put(pair, lambda game: replace(game, momentum=replace(game.momentum, slider=-2, live=True)))
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="10")
    return pair


MIXED = (
    Group("Submachine gun (SMG)", 1, leader=True),
    Group("Rifle", 6),
    Group("LMG", 1, 2),
    Group("Panzerfaust", 1, 0),
)


def mixed(order: str = "fire") -> Pair:
    """Green's squad of several weapons carries out an order."""
    pair = sit_down()
    put(pair, lambda game: game.with_unit(replace(game.unit("a1"), groups=MIXED)))
    put(pair, lambda game: game.with_unit(replace(game.unit("b1"), groups=MIXED)))
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order=order)
    return pair


def fired(*targets: str) -> Pair:
    """It has declared its volley: all at the first target, or its Panzerfaust at the second."""
    pair = mixed()
    last = targets[-1]
    groups = [(0, targets[0]), (1, targets[0]), (2, targets[0]), (3, last)]
    pair.act(0, "volley", shooter="a1", fire=[{"group": at, "target": key} for at, key in groups])
    return pair


def fell() -> Pair:
    """Brown's squad has lost two, and may say who it was."""
    pair = mixed()
    put(pair, lambda game: game.with_unit(falling(game.unit("b1"), 2)))
    return pair


def asked(kind: str) -> Pair:
    """Brown is asked in the middle of a hit: who helps its squad, or where its tank's turret jams."""
    pair = sit_down(begin=False)
    pair.act(
        1,
        "roster",
        roster="Brown captain 2 men captain 60 pts\nBrown tank medium tank medium AT gun 2 turrets 90 pts",
    )
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="fire")
    due = Due("morale", "b1", "losses") if kind == "morale" else Due("jam", "b4", turret=2)
    put(pair, lambda game: replace(game, due=(due,)))
    return pair


def struck(step: str) -> Pair:
    """A barrage of Green's at one of its steps."""
    pair = acting()
    pair.act(0, "call strike", strike="air" if step == "flak" else "barrage", side="0", target="b1")

    def at(game: Game) -> Game:
        strikes = tuple(
            replace(one, step=step, due=game.turn, reach=9, struck=("b1", "b2")) for one in game.strikes
        )
        return replace(game, phase="preliminary", strikes=strikes, acting=(), stage="")

    put(pair, at)
    return pair


def at_turn_end() -> Pair:
    """Both sides have units that may keep their order."""
    pair = sit_down()
    for _ in range(4):
        pair.act(0, "draw")
        acting = pair.game.current
        assert acting is not None
        unit = pair.game.able(acting.side)[0].id
        pair.act(acting.side, "order", unit=unit, order="ambush" if unit.endswith("1") else "down")
        if pair.game.acting:
            pair.act(acting.side, "done")
    return pair


def vanished(pair: Pair) -> Pair:
    """Ben's phone has not been heard of for ten minutes."""
    Phone.objects.filter(pk=pair.ben.pk).update(seen_at=now() - timedelta(minutes=10))
    return pair


def beginnings() -> Iterator[Moment]:
    """Set-up and the choice of who acts, by each way of activation."""
    pair = sit_down(begin=False)
    yield "setup", pair, pair.ada, ""
    yield "join", pair, pair.ada, f"join/{pair.table.code}/"
    for method in ("dice bag", "numbered tokens", "action points", "assigned tokens", "cards"):
        pair = sit_down(method)
        yield f"start, {method}", pair, pair.ada, ""
        if method == "dice bag":
            yield "wall", pair, pair.ada, "wall/"


def by_hand() -> Iterator[Moment]:
    """What people draw and deal themselves."""
    pair = sit_down(begin=False)
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "begin")
    yield "drawing the marker", pair, pair.ada, ""
    yield "drawing the marker, waiting", pair, pair.ben, ""
    for method in ("three dice", "cards"):
        pair = sit_down(method, draws="hand")
        yield f"by hand, {method}", pair, pair.ada, ""


def orders() -> Iterator[Moment]:
    """From the order to the dice."""
    pair = drawn()
    yield "order", pair, pair.ada, ""
    yield "waiting", pair, pair.ben, ""
    pair = acting("advance")
    yield "shooting", pair, pair.ada, ""
    pair = mixed()
    yield "volley", pair, pair.ada, ""
    pair = fired("b1")
    yield "measuring", pair, pair.ada, ""
    yield "volley, answering", pair, pair.ben, ""
    pair = fired("b1", "b2")
    yield "measuring two", pair, pair.ada, ""
    pair = fell()
    yield "losses", pair, pair.ben, ""
    yield "log", pair, pair.ada, "log/"
    pair = acting("run")
    yield "assaulting", pair, pair.ada, ""
    pair = shot()
    yield "answering", pair, pair.ben, ""
    pair.act(1, "answer", how="stand")
    yield "dice", pair, pair.ada, ""
    pair = asked("morale")
    yield "asked, morale", pair, pair.ben, ""
    pair = asked("jam")
    yield "asked, jam", pair, pair.ben, ""


def ends() -> Iterator[Moment]:
    """Strikes, turn end, what needs both, absence, the end."""
    for step in ("due", "flak", "near", "hits"):
        pair = struck(step)
        yield f"strike, {step}", pair, pair.ada, ""
    pair = at_turn_end()
    yield "keeping", pair, pair.ada, ""
    pair = drawn()
    pair.act(0, "correct", unit="a1", pins="3", officer="captain", reason="Forgot the mortar")
    yield "proposal", pair, pair.ben, ""
    yield "away", vanished(pair), pair.ada, ""
    pair = vanished(sit_down("action points"))
    yield "away, secret", pair, pair.ada, ""
    pair.act(0, "correct", unit="a1", pins="3", reason="Forgot the mortar", alone="1")
    yield "back", pair, pair.ben, ""
    pair = acting()
    pair.act(0, "finish", winner="0")
    yield "one word", pair, pair.ben, ""
    pair.act(1, "finish", winner="1")
    yield "over", pair, pair.ada, ""
    yield "report", pair, pair.ada, "report/"
    yield "cards", pair, pair.ada, "cards/"
    pair = own_rolls()
    yield "own dice", pair, pair.ada, ""
    yield "own dice, waiting", pair, pair.ben, ""


def flow() -> Iterator[Moment]:
    """What a phone shows besides what is asked: Spring, who may snap, what aces stand for (page 9 E)."""
    pair = in_ambush()
    yield "spring", pair, pair.ben, ""
    pair = sit_down(begin=False)
    pair.act(0, "roster", roster="Green captain 2 men captain 60 pts")
    pair.act(0, "begin")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a3", order="rally")
    pair.act(1, "hold")
    yield "snap, held", pair, pair.ada, ""
    pair = sit_down("cards", begin=False)
    for player in (0, 1):
        pair.act(player, "auto ready", on=True)
    pair.act(0, "begin")
    put(pair, lambda game: game.with_player(0, replace(game.players[0], hand=("S1", "H9"))))
    yield "aces", pair, pair.ada, ""


def in_ambush() -> Pair:
    """Green's unit advances before one of Brown's that is on Ambush."""
    pair = drawn(1)
    pair.act(1, "order", unit="b1", order="ambush")
    pair.act(0, "draw", side="0")
    pair.act(0, "order", unit="a1", order="advance")
    return pair


def sprung() -> Pair:
    """Brown has sprung it and has still to fire."""
    pair = in_ambush()
    pair.act(1, "spring", unit="b1")
    return pair


def in_the_go(step: str) -> Pair:
    """Green's unit is at this step of its go: a test to reroll, a friend to fire at, panic."""
    pair = acting()

    def at(game: Game) -> Game:
        go = game.acting[-1]
        asked = replace(go, step=step, chooser=0, ask=("card",) if step == "test" else ())
        return replace(game, acting=(*game.acting[:-1], asked))

    put(pair, at)
    return pair


def rewarded() -> Pair:
    """Green's momentum has overflowed."""
    pair = sit_down(momentum="1")
    put(pair, lambda game: replace(game, momentum=replace(game.momentum, reward=0, due=((0, 3),))))
    return pair


def tied() -> Pair:
    """Two of Green's and Brown's tokens have one number, and Green says which place its unit takes."""
    pair = sit_down("assigned tokens")
    choice = Choice(("a1", "b1"), ("", ""), 0, "a1")
    put(pair, lambda game: replace(game, stage="first", choice=choice))
    return pair


def named() -> Pair:
    """Green has bid most, and names who acts."""
    pair = sit_down("action points")
    pair.act(0, "bid", points="3")
    pair.act(1, "bid", points="1")
    return pair


def without_strikes() -> Pair:
    """A turn begins in which no strike is due."""
    pair = acting()
    put(pair, lambda game: replace(game, phase="preliminary", acting=(), stage=""))
    return pair


def at_the_last_turns_end() -> Pair:
    """The last turn has been played."""
    pair = at_turn_end()
    put(
        pair,
        lambda game: replace(game, turns=game.turn, units=tuple(replace(u, order="") for u in game.units)),
    )
    return pair


def own_rolls() -> Pair:
    """Green, who has dice of its own, is waited for."""
    pair = acting()
    services.choose_dice(pair.table, pair.ada, own=True)
    pair.act(0, "shoot", shooter="a1", target="b1", weapon="Rifle", shots="3")
    pair.act(1, "answer", how="stand")
    return pair


def answered() -> Pair:
    """Brown has stood, and Green may reroll what lies open."""
    pair = shot()
    put(pair, lambda game: replace(game, momentum=replace(game.momentum, reward=0)))
    pair.act(1, "answer", how="stand")
    return pair


def prompts() -> Iterator[Moment]:
    """Everything that is asked of anybody, each once; the name is what the page calls it."""
    for kind, pair, phone in (
        ("retest", in_the_go("test"), 0),
        ("friendly", in_the_go("friendly"), 0),
        ("panic", in_the_go("panic"), 0),
        ("reward", rewarded(), 0),
        ("first", tied(), 0),
        ("name", named(), 0),
        ("strike target", struck("target"), 0),
        ("strike", struck("due"), 0),
        ("flak", struck("flak"), 1),
        ("strike hits", struck("hits"), 1),
        ("strike near", struck("near"), 1),
        ("orders", without_strikes(), 0),
        ("finish", at_the_last_turns_end(), 0),
        ("next turn", at_the_last_turns_end(), 0),
        ("keep", at_turn_end(), 0),
        ("order", drawn(), 0),
        ("done", acting(), 0),
        ("ambush", sprung(), 1),
        ("measure", fired("b1"), 0),
        ("answer", fired("b1"), 1),
        ("go on", answered(), 0),
        ("morale", asked("morale"), 1),
        ("jam", asked("jam"), 1),
        ("roll", own_rolls(), 0),
        ("draw", sit_down(), 0),
        ("bid", sit_down("action points"), 0),
        ("tokens", sit_down("assigned tokens"), 0),
        ("play", sit_down("cards"), 0),
    ):
        if kind.startswith("strike t"):
            put(
                pair,
                lambda game: replace(
                    game, strikes=tuple(replace(one, chooser=0, struck=()) for one in game.strikes)
                ),
            )
        if kind in ("draw", "play"):
            # Else it goes on by itself while it is looked at.
            pair.act(1, "hold")
        yield kind, pair, (pair.ada, pair.ben)[phone], ""
    yield from (("lay", *rest) for name, *rest in flow() if name == "aces")  # type: ignore[misc]
    yield from (("hand", *rest) for name, *rest in by_hand() if name == "by hand, cards")  # type: ignore[misc]


def tablet() -> Pair:
    """One tablet for both, with hidden hands."""
    phone = services.open_table(
        services.Setup(name="Tablet", sides=("Green", "Brown"), players=(("Ada", 0), ("Ben", 1))),
        user=None,
        numbers=[0, 1],
        settings={"method": "cards"},
    )
    pair = Pair(phone.table, phone, phone)
    pair.act(0, "roster", roster="Squad 5 men")
    pair.act(1, "roster", roster="Squad 5 men")
    pair.act(0, "begin")
    return pair


def moments() -> Iterator[Moment]:
    """All of them."""
    yield from beginnings()
    yield from by_hand()
    yield from orders()
    yield from ends()
    yield from flow()
    pair = tablet()
    yield "tablet", pair, pair.ada, ""
