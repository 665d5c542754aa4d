"""A campaign with a secret in every place where one can be, played through the services.

It comes in two sides, ``left`` and ``right``. They differ in everything that the closed list keeps from the
player, its deputy and all who have no seat: the rival's rear, the third and fourth seats, their plans, names
and fights, what lies where nobody of the player's has looked, what facilitators wrote, addresses, primary
keys and the order in which rows were made. What the player may know is the same in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import time_machine
from django.db import transaction

from battles.results.services import report_result
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.engine import seeds
from campaign.founding.start.founding import Called, CampaignSpec, SeatSpec, create_campaign
from campaign.founding.start.services import begin
from campaign.models import (
    Banner,
    Battle,
    Campaign,
    Deputy,
    Feature,
    Relic,
    Role,
    RoleKind,
    Seat,
    Trigger,
    Turn,
    User,
)
from campaign.turn.contact.battle_bounds import Claim
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import tick
from rules.state import Banner as OnMap
from rules.state import (
    BannerId,
    Condition,
    ConditionKind,
    Effect,
    FeatureId,
    Player,
    RelicId,
    State,
)
from rules.state import Feature as FeatureOnMap
from rules.state import Relic as RelicOnMap
from tests.secrecy import club
from tests.secrecy.cast import (
    ARBITER,
    DEPUTY,
    FACILITATOR,
    FOURTH,
    OBSERVER,
    OPERATOR,
    PLAYER,
    RIVAL,
    SEATED,
    THIRD,
    address_of,
    open_cast,
)
from tests.secrecy.start import (
    ARMIES,
    DAILY,
    LEFT,
    OF_THE_PLAYER,
    OUT_OF_SIGHT,
    RIGHT,
    ROWS,
    SEATS,
    START,
    VARIABLES,
    Orders,
    Piece,
    make_ballast,
    seat_key,
)
from tests.secrecy.words import SEES_TRUTH, Words


@dataclass
class World:
    """One of the two campaigns, the words hidden in it, and the moment at which it stands."""

    side: str
    sacrifice: int = 0
    """How many levels the rival gives up in the battle against the player: sealed until publication."""
    automatic: bool = False
    """Whether it runs by itself, without reviews and with all battles left to the dice."""
    words: Words = field(init=False)
    users: dict[str, User] = field(init=False)
    campaign: Campaign = field(init=False)
    now: datetime = START
    keys: dict[str, str] = field(default_factory=dict)
    """Engine ids by the short names that the tests use."""
    named: dict[str, str] = field(default_factory=dict)
    """Other hidden words by what they are."""

    def __post_init__(self) -> None:
        self.words = Words(self.side)
        with self.time():
            self._found()

    @property
    def left(self) -> bool:
        """Whether this is the left world."""
        return self.side == LEFT

    @contextmanager
    def time(self) -> Iterator[None]:
        """Everything inside happens at the world's own moment."""
        with clock.at(self.now), time_machine.travel(self.now, tick=False):
            yield

    @property
    def turn(self) -> Turn:
        """The latest turn."""
        return self.campaign.turns.order_by("-number")[0]

    def seat(self, role: str) -> Seat:
        """A seat as it is stored now."""
        return self.campaign.seats.select_related("campaign").get(key=seat_key(role))

    def public(self, short: str) -> str:
        """A banner's public id."""
        return Banner.objects.get(campaign=self.campaign, key=self.keys[short]).public_id

    def battle(self, one: str, other: str) -> Battle:
        """The battle of two banners in the latest turn."""
        first, second = sorted((self.keys[one], self.keys[other]))
        return Battle.objects.get(turn=self.turn, first=first, second=second)

    # Founding

    def _found(self) -> None:
        if not self.left:
            make_ballast()
        self.users = open_cast(self.side).users
        for role in (*SEATED, FACILITATOR, ARBITER, OBSERVER):
            self.words.may_see[address_of(role, self.side)] = frozenset((role, OPERATOR))
        pieces = {**OF_THE_PLAYER, **OUT_OF_SIGHT[self.side]}
        for short, piece in pieces.items():
            self.keys[short] = self.hidden_key(short, alike=piece.alike)
        spec = self._spec(pieces)
        self.campaign = create_campaign(facilitator=self.users[FACILITATOR], spec=spec)
        self._name_rows(pieces)
        self._title_conditions()
        club.agreements(self)
        Role.objects.create(campaign=self.campaign, user=self.users[OBSERVER], kind=RoleKind.OBSERVER)
        Role.objects.create(campaign=self.campaign, user=self.users[ARBITER], kind=RoleKind.ARBITER)
        Deputy.objects.create(seat=self.seat(PLAYER), user=self.users[DEPUTY], since=START)
        last = bytes(range(7, 39))
        chain = seeds.make_chain(1, last_seed=last)
        with transaction.atomic():
            begin(self.campaign, self.users[FACILITATOR], chain)
        self.campaign.refresh_from_db()
        self._hide_seeds(last)

    def hidden_key(self, short: str, *, alike: bool) -> str:
        """An engine id: hidden from all but those who see the truth."""
        self.named[f"key {short}"] = word = f"zqkey{short}{'' if alike else self.side}x"
        self.words.may_see[word] = frozenset(SEES_TRUTH)
        return word

    def _spec(self, pieces: Mapping[str, Piece]) -> CampaignSpec:
        things = self._things()
        return CampaignSpec(
            name="The Long Ridge",
            story="Everybody knows why they are here.",
            state=self._state(pieces, things),
            seats=tuple(SeatSpec(seat_key(role), ARMIES[role], self.users[role]) for role in SEATS),
            banners={self.keys[short]: self._name(short, piece) for short, piece in pieces.items()},
            things={self.keys[short]: Called(*self._call(short)) for short in things},
            house=club.house_of(self),
            triggers=club.words_of_triggers(self),
            sightings=club.heard(self),
            briefing={seat_key(FOURTH): (self.keys["c1"],)} if self.left else {},
            variables=replace(VARIABLES, battles="abstract", special_orders="use")
            if self.automatic
            else VARIABLES,
            automatic=self.automatic,
            schedule=Schedule(plan=DAILY, announce=DAILY, results=DAILY, publish=DAILY, short_turns=False),
        )

    def _name(self, short: str, piece: Piece) -> str:
        self.named[f"name {short}"] = word = self.words.hide(f"name{short}", piece.owner, *SEES_TRUTH)
        if piece.owner == PLAYER:
            self.words.may_see[f"zqname{short}x"] = self.words.may_see.pop(word)
            self.named[f"name {short}"] = word = f"zqname{short}x"
        return f"Column {word}"

    def _things(self) -> dict[str, dict[str, Any]]:
        """Features and relics by short name: place and what else the engine wants."""
        known_to_player = (seat_key(PLAYER),)
        alike: dict[str, dict[str, Any]] = {
            "fdepot": {"at": (2, 7), "effect": Effect.SUPPLY, "known_to": known_to_player},
            "fcave": {"at": (4, 8), "needs_search": True},
            "rorb": {"at": (3, 7), "known_to": known_to_player},
        }
        apart: dict[str, dict[str, Any]] = (
            {
                "fmast": {"at": (18, 6), "effect": Effect.SENSOR, "known_to": (seat_key(THIRD),)},
                "fcrypt": {"at": (12, 7), "needs_search": True},
                "rmask": {"at": (19, 5), "known_to": (seat_key(RIVAL),)},
            }
            if self.left
            else {
                "fcrypt": {"at": (16, 1), "needs_search": True, "effect": Effect.SUPPLY},
                "rmask": {"at": (21, 8)},
            }
        )
        apart |= club.things_of(self)
        for short in alike:
            self.keys[short] = self.hidden_key(short, alike=True)
        for short in apart:
            self.keys[short] = self.hidden_key(short, alike=False)
        return {**alike, **apart}

    def _call(self, short: str) -> tuple[str, str]:
        alike = short in ("fdepot", "fcave", "rorb")
        names = []
        for about in ("name", "tale"):
            word = f"zq{about}{short}{'' if alike else self.side}x"
            self.words.may_see[word] = frozenset(SEES_TRUTH)
            self.named[f"{about} {short}"] = word
            names.append(word)
        return f"The {names[0]}", f"They say {names[1]}."

    def _state(self, pieces: Mapping[str, Piece], things: Mapping[str, Mapping[str, Any]]) -> State:
        banners = [
            OnMap(BannerId(self.keys[short]), seat_key(piece.owner), piece.at, piece.level)
            for short, piece in pieces.items()
        ]
        features = [
            FeatureOnMap(FeatureId(self.keys[short]), **thing)
            for short, thing in things.items()
            if short.startswith("f")
        ]
        relics = [
            RelicOnMap(RelicId(self.keys[short]), **thing)
            for short, thing in things.items()
            if short.startswith("r")
        ]
        return State(
            turn=1,
            settings=Variables().engine,
            rows=ROWS,
            players=tuple(sorted(map(self._army, SEATS), key=lambda player: player.id)),
            banners=tuple(sorted(banners, key=lambda banner: banner.id)),
            features=tuple(sorted(features, key=lambda feature: feature.id)),
            relics=tuple(sorted(relics, key=lambda relic: relic.id)),
            house=club.HOUSE,
            triggers=club.triggers_of(self),
        )

    def _army(self, role: str) -> Player:
        goals: dict[str, tuple[Condition, ...]] = {
            PLAYER: (
                Condition(ConditionKind.RETRIEVAL, turns=9, relic=RelicId(self.keys["rorb"])),
                Condition(ConditionKind.DESTRUCTION, primary=False, player=seat_key(THIRD)),
                # One of the two it sees from the start, the other stands elsewhere in each world.
                Condition(ConditionKind.DESTRUCTION, primary=False, banners=self._hunted("b1", "b2")),
            ),
            RIVAL: (
                Condition(ConditionKind.OCCUPATION, count=200 if self.left else 190),
                Condition(ConditionKind.DESTRUCTION, primary=False, banners=self._hunted("a1")),
            ),
            THIRD: (Condition(ConditionKind.DESTRUCTION, player=seat_key(RIVAL)),) if self.left else (),
        }
        rules = {RIVAL: ("sacrifice",), THIRD: ("tough",), FOURTH: ("house_ridge",)}
        return Player(seat_key(role), rules=rules.get(role, ()), conditions=goals.get(role, ()))

    def _hunted(self, *shorts: str) -> tuple[BannerId, ...]:
        return tuple(BannerId(self.keys[short]) for short in shorts)

    def _title_conditions(self) -> None:
        """What two players call the banners that they are to destroy: their own word, and nobody else's."""
        words = {
            PLAYER: self.hide_alike("mark of the player", PLAYER, *SEES_TRUTH),
            RIVAL: self.hide_for("mark of the rival", RIVAL, *SEES_TRUTH),
        }
        for role, word in words.items():
            seat = self.seat(role)
            seat.conditions[-1]["title"] = word
            seat.save(update_fields=("conditions",))

    def _name_rows(self, pieces: Mapping[str, Piece]) -> None:
        """Give every row the same random id in both worlds if the player may know it, else another."""
        self.campaign.public_id, self.campaign.id_key = "longridge", bytes(range(32))
        self.campaign.save()
        self.words.hide_bytes(bytes(range(32)))
        for number, role in enumerate(SEATS, start=1):
            Seat.objects.filter(campaign=self.campaign, key=seat_key(role)).update(public_id=f"seat-{number}")
            self.words.may_see[seat_key(role)] = frozenset(SEES_TRUTH)
        for short, key in self.keys.items():
            model: Any = {"f": Feature, "r": Relic, "t": Trigger}.get(short[0], Banner)
            owner = pieces[short].owner if short in pieces else None
            if owner == PLAYER or short in ("fdepot", "fcave", "rorb"):
                word = f"zqid{short}x"
                self.words.may_see[word] = frozenset(SEES_TRUTH)
            else:
                word = self.words.hide(f"id{short}", *SEES_TRUTH)
            if owner is not None:
                self.words.let_in(word, owner)
            self.named[f"id {short}"] = word
            model.objects.filter(campaign=self.campaign, key=key).update(public_id=word)
        self.learn()

    def _hide_seeds(self, last: bytes) -> None:
        """No seed is anybody's, nor the sealed one, before the end (Rules 4)."""
        self.words.hide_bytes(last)
        self.words.hide_bytes(bytes(self.campaign.sealed_seed))
        for number in range(1, 5):
            self.words.hide_bytes(seeds.seed_of(self.campaign, number))

    # What is learnt

    def learn(self) -> None:
        """Let into a word whoever the truth says has found the thing; nothing is ever unlearnt."""
        roles: dict[str, str] = {seat_key(role): role for role in SEATS}
        carriers = {
            banner.key: roles[banner.seat.key]
            for banner in Banner.objects.filter(campaign=self.campaign).select_related("seat")
        }
        goals = {
            condition.get("relic"): roles[seat.key]
            for seat in self.campaign.seats.all()
            for condition in seat.conditions
        }
        shorts = {key: short for short, key in self.keys.items()}
        found: list[Feature | Relic] = list(Feature.objects.filter(campaign=self.campaign))
        found += Relic.objects.filter(campaign=self.campaign)
        for row in found:
            known = [roles[key] for key in row.known_to]
            known += [carriers[row.carrier]] if isinstance(row, Relic) and row.carrier else []
            known += [goals[row.key]] if row.key in goals else []
            for word in ("id", "name", "tale", "hint"):
                if f"{word} {shorts[row.key]}" in self.named:
                    self.words.let_in(self.named[f"{word} {shorts[row.key]}"], *known)

    # What people do

    def plan(self, role: str, orders: Orders, *, submit: bool = True) -> None:
        """Save a seat's plan; banners by their short names."""
        with self.time():
            wire = {"node": None, "orders": {self.public(short): given for short, given in orders.items()}}
            save_plan(
                seat=self.seat(role), number=self.turn.number, plan=wire, by=self.users[role], submit=submit
            )

    def tell(self, role: str, battle: Battle, claim: Claim) -> None:
        """Tell of a battle as one of its two sides."""
        with self.time():
            report_result(battle=battle, seat=self.seat(role), claim=claim, by=self.users[role])

    def hide_for(self, about: str, *roles: str) -> str:
        """A new hidden word that differs between the worlds."""
        self.named[about] = word = self.words.hide(about.replace(" ", ""), *roles)
        return word

    def hide_alike(self, about: str, *roles: str) -> str:
        """A new hidden word that is the same in both worlds, for what the player may know."""
        word = f"zq{about.replace(' ', '')}x"
        self.words.may_see[word] = frozenset()
        self.words.let_in(word, *roles)
        self.named[about] = word
        return word

    def wait(self, hours: float) -> None:
        """Let time pass."""
        self.now += timedelta(hours=hours)

    def pass_deadline(self) -> None:
        """Wait for the date of the present phase, and let the clock do what is due."""
        before, due = (self.turn.number, self.turn.phase), self.turn.resolve_after
        assert due is not None
        self.now = max(self.now, due + timedelta(seconds=1))
        with self.time():
            tick(now=self.now)
        self.campaign.refresh_from_db()
        assert (self.turn.number, self.turn.phase) != before, f"{before}: {self.turn.last_error}"
        self.learn()


__all__ = ["LEFT", "RIGHT", "Orders", "World"]
