"""What happens in the two worlds, moment by moment: three turns with everything in them that can leak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from campaign.desk.services import correct_input, correct_outcome, excuse_player, rule_on_battle
from campaign.desk.settling.services import Said, settle
from campaign.desk.time.services import (
    extend_deadline,
    hold_review,
    pause_campaign,
    remind_missing,
    resume_campaign,
)
from campaign.models import Battle, BotDecision, PlayerTurn
from campaign.turn.contact.battle_bounds import Claim
from rules.bot.decision import Belief, Reason, Why
from rules.reports.plain import to_plain
from rules.state import BannerId
from tests.secrecy.cast import ARBITER, FACILITATOR, FOURTH, PLAYER, RIVAL, THIRD
from tests.secrecy.club import tell_of_the_first_turn
from tests.secrecy.start import seat_key
from tests.secrecy.words import SEES_DISPUTES, SEES_TRUTH
from tests.secrecy.world import Orders, World
from tests.secrecy.writing import feeds, letters


def march(x: int, y: int) -> dict[str, object]:
    """An order to march."""
    return {"primary": {"order": "march", "to": [x, y]}}


def split(name: str) -> dict[str, object]:
    """An order to split off a banner of this name."""
    return {"secondary": {"order": "split", "name": name}}


Deed = dict[str, Any]
HOLD: dict[str, object] = {"hold": True}
SEARCH: dict[str, object] = {"primary": {"order": "search"}}
RESUPPLY: dict[str, object] = {"secondary": {"order": "resupply"}}


def story(world: World) -> Iterator[str]:
    """Play the campaign, and stop at each moment that somebody should look at."""
    letters(world)
    yield "turn 1 opens"
    yield from _first_turn(world)
    yield from _second_turn(world)
    yield from _third_turn(world)


def automatic_story(world: World) -> Iterator[str]:
    """A turn that resolves by itself from its plans, and the next one."""
    feeds(world)
    world.wait(1)
    split_own = world.hide_alike("split a3", PLAYER)
    world.plan(PLAYER, {"a1": march(5, 4), "a2": SEARCH, "a3": split(split_own)})
    _plans_of_the_others(world)
    world.pass_deadline()
    tell_of_the_first_turn(world)
    yield "turn 2 opens"


def _first_turn(world: World) -> Iterator[str]:
    world.wait(1)
    split_own = world.hide_alike("split a3", PLAYER)
    world.plan(PLAYER, {"a1": march(5, 4), "a2": SEARCH, "a3": split(split_own)})
    _plans_of_the_others(world)
    yield "plans are in"
    if world.left:
        named = world.named["split b"]
        world.plan(RIVAL, {"b1": march(7, 4), "b2": march(18, 2), "b3": split(named)}, submit=False)
    yield "a rival has changed its mind"
    with world.time():
        remind_missing(turn=world.turn, by=world.users[FACILITATOR])
    world.pass_deadline()
    for word in ("split a3", "split b", "order in words"):
        world.words.let_in(world.named[word], *SEES_TRUTH)
    yield "movement review"
    _review_movement(world)
    yield "movement is corrected"
    world.pass_deadline()
    yield "battles are announced"
    _tell_own_battle(world)
    yield "the player's result is told"
    if world.left:
        _quarrel(world)
    yield "results are told"
    if world.left:
        _rule(world)
    world.pass_deadline()
    yield "aftermath review"
    _correct_outcome(world)
    yield "outcome is corrected"
    world.pass_deadline()
    tell_of_the_first_turn(world)


def _plans_of_the_others(world: World) -> None:
    """The number of plans that are in is public, and so alike; whose they are, and what, is not."""
    world.wait(1)
    named = world.hide_for("split b", RIVAL)
    if world.left:
        world.plan(RIVAL, {"b1": march(7, 4), "b2": march(18, 2)}, submit=False)
        world.plan(THIRD, {"c1": march(20, 2), "c2": SEARCH if world.automatic else _in_words(world, THIRD)})
        _thoughts_of_a_bot(world)
        return
    world.plan(THIRD, {"c1": HOLD, "m9": split(named)}, submit=False)
    world.words.let_in(named, THIRD)
    fortify: Orders = {"b2": {"secondary": {"order": "fortify"}}}
    searching = SEARCH if world.automatic else _in_words(world, RIVAL)
    world.plan(RIVAL, {"b1": march(7, 4), "b3": searching, **fortify})


def _thoughts_of_a_bot(world: World) -> None:
    """What the bot thought when it played a seat for a while: nobody's to read before the end."""
    seed = bytes(range(100, 132))
    world.words.hide_bytes(seed)
    reason, belief, known = (
        world.hide_for(f"{what} of the bot") for what in ("reason", "belief", "knowledge")
    )
    BotDecision.objects.create(
        player_turn=PlayerTurn.objects.get(turn=world.turn, seat=world.seat(FOURTH)),
        level="veteran",
        character="raider",
        seed=seed.hex(),
        knowledge={"sightings": [], "known": known},
        plan={"node": None, "orders": {}},
        reasons=[to_plain(Reason(Why.STAND, banner=BannerId(reason)))],
        beliefs=[to_plain(Belief(BannerId(belief), seat_key(PLAYER), (((3, 3), 8),), 10, 12, 8))],
        made_at=world.now,
    )


def _in_words(world: World, role: str) -> dict[str, object]:
    """An order in words of somebody else's: another one's in each world, and only one is settled."""
    text = world.hide_for("order in words", role)
    return {"special": {"order": "other", "text": f"Bribe {text}"}}


def _review_movement(world: World) -> None:
    """A correction and an excuse that touch others are theirs alone; a hold is everybody's."""
    facilitator = world.users[FACILITATOR]
    with world.time():
        if world.left:
            correct_input(
                turn=world.turn,
                change={"banner": world.keys["c2"], "level": 14},
                reason=world.hide_for("reason input", THIRD, *SEES_TRUTH),
                by=facilitator,
            )
        if world.left:
            words = world.hide_for("words of the settlement", THIRD, *SEES_TRUTH)
            crypt: Deed = {"do": "reveal", "feature": world.keys["fcrypt"]}
            said = Said(({"do": "level", "by": 1}, {"do": "move", "to": [24, 9]}), (crypt,), f"So {words}.")
            settle(turn=world.turn, banner=world.keys["c2"], said=said, by=facilitator)
        hold_review(turn=world.turn, days=1, reason="The facilitator is away.", by=facilitator)


def _tell_own_battle(world: World) -> None:
    battle = world.battle("a1", "b1")
    world.wait(5)
    tale = world.hide_alike("tale of the player", PLAYER, RIVAL, *SEES_TRUTH)
    world.tell(PLAYER, battle, Claim("tabletop", "own", 300, 900, story=f"We held {tale}."))
    answer = world.hide_alike("tale of the rival", PLAYER, RIVAL, *SEES_TRUTH)
    lost = Claim("tabletop", "enemy", 900, 300, sacrifice=world.sacrifice, story=f"We lost {answer}.")
    world.tell(RIVAL, battle, lost)


def _quarrel(world: World) -> None:
    battle = world.battle("b2", "c1")
    # Which two banners quarrel is part of what the arbiter is asked to decide.
    for short in ("b2", "c1"):
        world.words.let_in(world.named[f"name {short}"], ARBITER)
    for role in (RIVAL, THIRD):
        tale = world.hide_for(f"tale of {role} elsewhere", RIVAL, THIRD, *SEES_DISPUTES)
        world.tell(role, battle, Claim("tabletop", "own", 200, 800, story=tale))


def _rule(world: World) -> None:
    reason = world.hide_for("reason of the ruling", RIVAL, THIRD, *SEES_DISPUTES)
    world.wait(1)
    with world.time():
        rule_on_battle(
            battle=world.battle("b2", "c1"),
            winner="first",
            points=(200, 800),
            reason=reason,
            by=world.users[FACILITATOR],
        )


def _correct_outcome(world: World) -> None:
    """One correction touches the player in both worlds; the other, in one of them, does not."""
    facilitator = world.users[FACILITATOR]
    with world.time():
        correct_outcome(
            turn=world.turn,
            change={"banner": world.keys["a2"], "level": 13},
            reason=world.hide_alike("reason that touches", PLAYER, *SEES_TRUTH),
            by=facilitator,
        )
        if world.left:
            correct_outcome(
                turn=world.turn,
                change={"banner": world.keys["b2"], "level": 17},
                reason=world.hide_for("reason outcome", RIVAL, *SEES_TRUTH),
                by=facilitator,
            )


def _second_turn(world: World) -> Iterator[str]:
    yield "turn 2 opens"
    world.wait(1)
    orb = {"secondary": {"order": "transfer", "relic": world.named["id rorb"]}}
    world.plan(PLAYER, {"a1": RESUPPLY, "a2": orb})
    world.plan(RIVAL, {"b1": {"special": {"order": "retreat", "to": [8, 4]}}}, submit=world.left)
    world.plan(THIRD, {"c1": HOLD}, submit=not world.left)
    facilitator = world.users[FACILITATOR]
    with world.time():
        if world.left:
            excuse_player(
                turn=world.turn,
                seat=world.seat(FOURTH),
                reason=world.hide_for("reason of the excuse", FOURTH, *SEES_TRUTH),
                by=facilitator,
            )
        due = world.turn.plan_due
        assert due is not None
        extend_deadline(
            turn=world.turn,
            name="plan_due",
            to=due.replace(hour=22),
            reason="A holiday nobody had thought of.",
            by=facilitator,
        )
        pause_campaign(campaign=world.campaign, reason="The hall is flooded.", by=facilitator)
    yield "the campaign is paused"
    world.wait(2)
    with world.time():
        resume_campaign(campaign=world.campaign, by=facilitator)
    while world.turn.number == 2:
        world.pass_deadline()


def _third_turn(world: World) -> Iterator[str]:
    yield "turn 3 opens"
    world.wait(1)
    world.plan(PLAYER, {"a1": HOLD})
    while world.turn.phase != "published":
        _settle_battles(world)
        world.pass_deadline()
    world.words.let_all_in(
        word for word, roles in world.words.may_see.items() if "@" not in word and roles is not None
    )
    yield "the campaign has ended"


def _settle_battles(world: World) -> None:
    """Whatever is still to be fought is left to the dice."""
    for battle in Battle.objects.filter(turn=world.turn, closed_at=None):
        for seat in (battle.seat_first, battle.seat_second):
            if seat.user is not None and world.turn.phase == "battles":
                role = next(role for role, user in world.users.items() if user == seat.user)
                world.tell(role, battle, Claim("abstract"))
