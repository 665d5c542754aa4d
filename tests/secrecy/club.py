"""The club's own rules in the two worlds: what is public of them is alike; triggers, seals, who has agreed,
and what lies behind a sighting are not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.base.setup.documents import BoardTrigger, EarlySighting
from campaign.base.setup.house_rules import HouseDocument
from campaign.models import TextKind
from campaign.people.texts.services import agree, save_texts
from rules.club.house import HouseRule, Mod, Stat
from rules.club.triggers import Audience, Deed, DeedKind, Receiver, Repeat, Term, TermKind, Trigger, TriggerId
from rules.orders import OrderKind
from rules.state import BannerId, FeatureId, RelicId
from tests.secrecy.cast import ARBITER, FACILITATOR, FOURTH, OBSERVER, PLAYER, RIVAL, SEATED, THIRD
from tests.secrecy.start import seat_key
from tests.secrecy.words import SEES_TRUTH

if TYPE_CHECKING:
    from tests.secrecy.world import World

Things = dict[str, dict[str, Any]]
HOUSE = (HouseRule("house_ridge", mods=(Mod(Stat.MARCH, 1),)),)


def things_of(world: World) -> Things:
    """A relic under seal, in the right world where the player searches; and one that a rival carries."""
    keys = world.keys
    if world.left:
        return {"rrod": {"at": (20, 3), "sealed": True}, "rflag": {"carried_by": BannerId(keys["b2"])}}
    return {"rrod": {"at": (4, 7), "sealed": True}, "rflag": {"carried_by": BannerId(keys["m9"])}}


def triggers_of(world: World) -> tuple[Trigger, ...]:
    """One at what the player knows, that never fires for reasons of its own in each world; one by which all
    are told the same, whoever it fires for; and in the left world two that are nobody else's business."""
    for short in ("tdepot", "tall", "tflag", "tcrypt") if world.left else ("tdepot", "tall"):
        world.keys[short] = world.hidden_key(short, alike=False)
    depot, flag = FeatureId(world.keys["fdepot"]), RelicId(world.keys["rflag"])
    rod = Deed(DeedKind.UNSEAL, relic=RelicId(world.keys["rrod"]))

    def named(short: str) -> TriggerId:
        return TriggerId(world.keys[short])

    never = Term(TermKind.TURN, first=50)
    if world.left:
        die = Term(TermKind.DIE, sides=6, at_least=2)
        far = Deed(DeedKind.SPY, radius=2, at=(20, 8))
        crypt = FeatureId(world.keys["fcrypt"])
        found = [
            Trigger(named("tdepot"), depot, when=(never, die), do=(Deed(DeedKind.LEVEL, by=3),)),
            Trigger(named("tall"), relic=flag, do=(far,)),
            Trigger(named("tflag"), relic=flag, do=(rod,)),
            Trigger(
                named("tcrypt"), crypt, holder=seat_key(FOURTH), held=2, when=(never,), do=(_to_all(-4),)
            ),
        ]
    else:
        fortified = Term(TermKind.ORDER, order=OrderKind.ENTRENCH.value)
        found = [
            Trigger(
                named("tdepot"), depot, repeat=Repeat.EACH, when=(Term(TermKind.USED), fortified), do=(rod,)
            ),
            Trigger(named("tall"), relic=flag, do=(Deed(DeedKind.LEVEL, by=2),)),
        ]
    return tuple(sorted(found, key=lambda one: one.id))


def _to_all(by: int) -> Deed:
    return Deed(DeedKind.LEVEL, by=by, on=Receiver.ALL)


def words_of_triggers(world: World) -> dict[str, BoardTrigger]:
    """A hint of what the player knows, and what all are told, are alike; what is never told is not."""
    told_to = {"tall": Audience.ALL}
    words: dict[str, tuple[str, str]] = {
        "tdepot": (
            world.hide_alike("hint fdepot", *SEES_TRUTH),
            world.hide_for("never told", *SEES_TRUTH),
        ),
        "tall": ("", world.hide_alike("told all", *SEES_TRUTH)),
    }
    if world.left:
        rival = world.hide_for("told rival", *SEES_TRUTH)
        words["tflag"] = world.hide_for("hint rflag", *SEES_TRUTH), rival
        words["tcrypt"] = world.hide_for("hint fcrypt", *SEES_TRUTH), ""
    return {
        world.keys[short]: {
            "id": world.keys[short],
            "repeat": "once",
            "when": [],
            "do": [],
            "hint": f"It is said: {hint}." if hint else "",
            "told": f"Hear: {told}." if told else "",
            "told_to": told_to.get(short, Audience.HOLDER).value,
        }
        for short, (hint, told) in words.items()
    }


def tell_of_the_first_turn(world: World) -> None:
    """What fires in the first turn is told: the same to all, and in the left world something to the rival."""
    world.words.let_in(world.named["told all"], *SEATED)
    if world.left:
        world.words.let_in(world.named["told rival"], RIVAL)


def house_of(world: World) -> tuple[HouseDocument, ...]:
    """A house rule, which everybody in the campaign may read, alike."""
    word = world.hide_alike("house rule", *_in_the_campaign())
    return (
        {
            "id": "house_ridge",
            "points": 0,
            "gives": [],
            "never": [],
            "mods": [{"what": "march", "by": 1}],
            "title": "Ridge walkers",
            "text": f"They know the ridge: {word}.",
        },
    )


def heard(world: World) -> dict[str, tuple[EarlySighting, ...]]:
    """Before the war the player has heard something that is old in one world and false in the other, and
    looks the same; and something it is told to be false. A rival has heard what is so, in one world."""
    rumour: EarlySighting = {"at": [13, 3], "level": 15, "age": 2, "grade": "old", "marked": False}
    told: EarlySighting = {"at": [12, 5], "level": 9, "age": 1, "grade": "false", "marked": True}
    known_false: EarlySighting = {**told, "seat": seat_key(FOURTH)}
    if world.left:
        found: EarlySighting = {"at": [21, 2], "level": 16, "age": 0, "grade": "exact", "marked": False}
        return {
            seat_key(PLAYER): ({**rumour, "banner": world.keys["b2"]}, known_false),
            seat_key(RIVAL): ({**found, "banner": world.keys["c1"]},),
        }
    return {seat_key(PLAYER): ({**rumour, "grade": "false", "seat": seat_key(RIVAL)}, known_false)}


def agreements(world: World) -> None:
    """The club's texts are alike; who has agreed is each person's own, and of others not."""
    asked = world.hide_alike("text of taking part", *_in_the_campaign())
    lists = world.hide_alike("text of lists", *_in_the_campaign())
    texts = {TextKind.PARTICIPATION.value: f"Be there: {asked}.", TextKind.ARMY_LISTS.value: f"Any: {lists}."}
    save_texts(campaign=world.campaign, by=world.users[FACILITATOR], texts=texts)
    for role in (PLAYER, RIVAL) if world.left else (PLAYER, THIRD, FOURTH):
        agree(seat=world.seat(role), by=world.users[role], version=1)


def _in_the_campaign() -> tuple[str, ...]:
    return (*SEATED, FACILITATOR, ARBITER, OBSERVER)
