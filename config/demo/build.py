"""Builds the demo: founds three campaigns and plays them through the services, with the clock set back.

Plans come from the bot, which knows what its seat knows; deadlines pass; battles are reported by both sides.
No history is written by hand: what stands in the database is what playing it left there.
"""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, time, timedelta

from battles.results.services import report_result
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule, Slot
from campaign.base.setup.campaign_settings import OPEN, Variables
from campaign.founding.start.founding import Called, CampaignSpec, SeatSpec, create_campaign, start_campaign
from campaign.models import (
    Battle,
    Campaign,
    CampaignStatus,
    Phase,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.turn.contact.battle_bounds import Claim
from campaign.turn.plans.hinted_things import hinted_things
from campaign.turn.plans.knowledge import view_of_seat
from campaign.turn.plans.plan_codec import Written
from campaign.turn.plans.selectors import public_document
from campaign.turn.plans.services import save_plan
from campaign.turn.tick import announce, publish, tick
from config.demo import customs
from config.demo.people import FACILITATOR, OBSERVER, PLAYERS, ZONE, open_accounts
from config.demo.press import open_the_end, open_the_front, read_history, write_press
from config.demo.wars import ASHFALL, HOLLOW_CROWN, KARST_GATE, MARCH_OUT, War, seat_key, state_of
from rules.bot import regular as bot

DUE = time(20, 0)
DAILY = Schedule(
    time_zone=ZONE,
    plan=Slot(None, DUE),
    announce=Slot(None, DUE),
    results=Slot(None, DUE),
    publish=Slot(None, DUE),
    short_turns=False,
)
VARIABLES = Variables(min_plan_hours=24, min_battle_days=2, battle_load=3, dice=OPEN, open_hours=1)
A_TURN = timedelta(days=3)
"""How long a turn of the demo takes when everybody is prompt: plans, battles and publication a day each."""
MOST_TURNS = 40
TALES = (
    "We met at the crossroads in the rain and neither would give way until dark.",
    "Their guns found the range early. The flank held, and that was the day.",
    "A long afternoon over the same burnt farm. It changed hands four times.",
    "They came out of the smoke at the wrong end of the line, which was our good luck.",
    "Everything that could jam did. We won it with spades and bad language.",
    "The reserves came on in the last hour and there was nothing left to stop them.",
)
QUARREL = (
    "We held the crossroads when the light went. They had nobody left near it.",
    "Our last squad stood on the crossroads at dark. Whatever they say, we were there.",
)


class Stage:
    """A campaign being played, with everybody in their seats."""

    def __init__(self, war: War, users: dict[str, User], started: datetime) -> None:
        self.facilitator = users[FACILITATOR.email]
        self.chance = random.Random(war.map_seed)
        self.now = started
        self.asks: dict[tuple[int, int], customs.Asked] = {}
        """Orders in words, by turn and seat."""
        with clock.at(started):
            self.campaign = create_campaign(facilitator=self.facilitator, spec=_spec(war, users))
            customs.give_texts(self.campaign, self.facilitator)
            customs.agree_to_show(self.campaign)
            Role.objects.create(campaign=self.campaign, user=users[OBSERVER.email], kind=RoleKind.OBSERVER)
            start_campaign(campaign=self.campaign, by=self.facilitator)
        self.campaign.audit.update(created_at=started)

    @property
    def turn(self) -> Turn:
        """The latest turn as it stands now."""
        return self.campaign.turns.order_by("-number")[0]

    @property
    def ended(self) -> bool:
        """Whether there is a champion, or nobody left to be one."""
        self.campaign.refresh_from_db()
        return self.campaign.status == CampaignStatus.ENDED

    def plan(self, *, without: Seat | None = None) -> None:
        """Everybody submits what the bot makes of what they know, over the first day."""
        number = self.turn.number
        for seat in self.campaign.seats.select_related("campaign", "user").order_by("number"):
            self.now += timedelta(minutes=self.chance.randint(5, 90))
            if seat == without or not seat.banners.filter(alive=True).exists():
                continue
            view = view_of_seat(seat)
            # Where orders in words are allowed, people use things: the vault waits for them.
            hinted = hinted_things(view) if self.campaign.settings["special_orders"] == "use" else ()
            plan = bot.plan(replace(view.with_engine_ids(), hinted=tuple(sorted(hinted))))
            asked = self.asks.get((number, seat.number))
            written = Written(plan if asked is None else customs.with_words(plan, asked.text))
            with clock.at(min(self.now, clock.now())):
                save_plan(
                    seat=seat,
                    number=number,
                    plan=public_document(written, view.ids),
                    by=seat.user,
                    submit=True,
                )

    def wait(self) -> None:
        """Let time pass until the app has something to do, and let it do that."""
        due = self.turn.resolve_after
        assert due is not None, "a turn that is not published is always due at some time"
        self.now = max(self.now, due) + timedelta(seconds=2)
        tick(now=self.now)

    def announce(self) -> None:
        """The facilitator looks the movement over and announces it two hours later."""
        self.now += timedelta(hours=2)
        with clock.at(self.now):
            customs.settle_all(self.turn, self.asks, by=self.facilitator)
            announce(self.turn.pk, by=self.facilitator)

    def fight(self, battle: Battle) -> None:
        """Both sides play a battle on the tabletop and tell the same of it."""
        self.now += timedelta(minutes=self.chance.randint(20, 60))
        first, second = self._told(battle)
        self._report(battle, battle.seat_first, first)
        self._report(battle, battle.seat_second, second)

    def quarrel(self, battle: Battle) -> None:
        """Both sides say that they have won."""
        for seat, tale in zip((battle.seat_first, battle.seat_second), QUARREL, strict=True):
            claim = Claim("tabletop", "own", points_own=300, points_enemy=600, story=tale)
            self._report(battle, seat, claim)

    def publish(self) -> None:
        """The facilitator reads the outcome and publishes the turn."""
        self.now += timedelta(hours=1)
        with clock.at(self.now):
            publish(self.turn.pk, by=self.facilitator)

    def play_turn(self) -> None:
        """A whole turn with nobody late."""
        self.to_battles()
        for battle in open_battles(self.turn):
            self.fight(battle)
        while self.turn.phase == Phase.BATTLES:
            self.wait()
        self.publish()

    def to_battles(self) -> None:
        """A turn up to its announcement."""
        self.plan()
        while self.turn.phase == Phase.PLANNING or self.turn.draw_due is not None:
            self.wait()
        self.announce()

    def hand_to_bots(self, *people: Seat) -> None:
        """From here on the bot plays all seats but those of ``people``."""
        keep = [seat.pk for seat in people]
        self.campaign.seats.exclude(pk__in=keep).update(status=SeatStatus.BOT)

    def _report(self, battle: Battle, seat: Seat, claim: Claim) -> None:
        with clock.at(self.now):
            report_result(battle=battle, seat=seat, claim=claim, by=seat.user)

    def _told(self, battle: Battle) -> tuple[Claim, Claim]:
        """One battle as each side tells it: the stronger is likelier to win."""
        levels = (min(battle.level_first, 20), min(battle.level_second, 20))
        luck = self.chance.random() * sum(levels)
        winner = "draw" if abs(luck - levels[0]) < 1 else ("own" if luck < levels[0] else "enemy")
        mirrored = {"own": "enemy", "enemy": "own", "draw": "draw"}[winner]
        shares = {"own": (0.35, 0.75), "enemy": (0.75, 0.35), "draw": (0.5, 0.5)}[winner]
        lost = tuple(
            round(100 * level * share * self.chance.uniform(0.7, 1.1) / 50) * 50
            for level, share in zip(levels, shares, strict=True)
        )
        own, enemy = (min(points, 100 * level) for points, level in zip(lost, levels, strict=True))
        tale = self.chance.choice(TALES)
        return (
            Claim("tabletop", winner, points_own=own, points_enemy=enemy, story=tale),
            Claim("tabletop", mirrored, points_own=enemy, points_enemy=own),
        )


def build_demo() -> None:
    """Make the demo's accounts and campaigns in an empty database."""
    users = open_accounts()
    karst, ashfall, crown = build_karst_gate(users), build_ashfall(users), build_hollow_crown(users)
    write_press(ashfall, clock.now())
    crown.refresh_from_db()
    open_the_end(crown)
    open_the_front(ashfall)
    read_history((karst, ashfall, crown))


def build_karst_gate(users: dict[str, User]) -> Campaign:
    """Three turns played, the fourth in planning, and Ada's plan still missing."""
    stage = Stage(KARST_GATE, users, _days_ago(1) - 3 * A_TURN)
    stage.asks = customs.GATE_ASKS
    ada, ben = stage.campaign.seats.select_related("user").order_by("number")[:2]
    stage.play_turn()
    with clock.at(stage.now):
        customs.talk_of_peace(stage.campaign, ben, ada)
    stage.play_turn()
    with clock.at(stage.now):
        customs.ask_more(stage.campaign, stage.facilitator, not_yet=ben)
    stage.play_turn()
    with clock.at(stage.now):
        customs.offer(stage.campaign, ben, ada, turns=2)
    stage.hand_to_bots(ada, ben)
    stage.plan(without=ada)
    return stage.campaign


def build_ashfall(users: dict[str, User]) -> Campaign:
    """Battles pending and one in dispute, in the first turn that has enough of them."""
    for turns in range(3, 9):
        # Its battles are announced the evening before: nothing in the log is later than the reader's day.
        stage = Stage(ASHFALL, users, _days_ago(3) - turns * A_TURN)
        for _ in range(turns):
            stage.play_turn()
        stage.to_battles()
        pairs = _apart(open_battles(stage.turn))
        if pairs is not None:
            break
        stage.campaign.delete()
    else:
        raise RuntimeError("nobody met anybody in Ashfall Reach")
    pending, disputed = pairs
    people = [users[person.email] for person in PLAYERS]
    sides = (pending.seat_first, pending.seat_second, disputed.seat_first, disputed.seat_second)
    _sit(stage.campaign, people, sides)
    stage.hand_to_bots(*sides)
    # One seat is nobody's: the war looks for a player.
    left = stage.campaign.seats.exclude(pk__in=[seat.pk for seat in sides]).order_by("-number")[0]
    stage.campaign.seats.filter(pk=left.pk).update(user=None)
    disputed.refresh_from_db()
    stage.quarrel(Battle.objects.select_related("seat_first__user", "seat_second__user").get(pk=disputed.pk))
    return stage.campaign


def build_hollow_crown(users: dict[str, User]) -> Campaign:
    """Played to the end, with a champion and everything revealed."""
    stage = Stage(HOLLOW_CROWN, users, _days_ago(2) - MOST_TURNS * A_TURN)
    while not stage.ended and stage.turn.number <= MOST_TURNS:
        with clock.at(stage.now):
            customs.swear(stage.campaign, stage.turn.number)
        stage.play_turn()
    return stage.campaign


def open_battles(turn: Turn) -> list[Battle]:
    """The battles of a turn that are to be fought, in the order of their ids."""
    return list(
        Battle.objects.filter(turn=turn, auto=False, closed_at=None)
        .select_related("seat_first__user", "seat_second__user")
        .order_by("first", "second")
    )


def _apart(battles: list[Battle]) -> tuple[Battle, Battle] | None:
    """Two battles between four different seats, if there are any."""
    for i, one in enumerate(battles):
        for other in battles[i + 1 :]:
            if len({one.seat_first_id, one.seat_second_id, other.seat_first_id, other.seat_second_id}) == 4:
                return one, other
    return None


def _sit(campaign: Campaign, people: list[User], sides: tuple[Seat, ...]) -> None:
    """Seat the people so that the first four have the given sides."""
    seats = [*sides, *campaign.seats.exclude(pk__in=[seat.pk for seat in sides]).order_by("number")]
    campaign.seats.update(user=None)
    for seat, user in zip(seats, people, strict=True):
        campaign.seats.filter(pk=seat.pk).update(user=user)


def _spec(war: War, users: dict[str, User]) -> CampaignSpec:
    return CampaignSpec(
        name=war.name,
        story=war.story,
        state=state_of(war, VARIABLES.engine),
        seats=tuple(
            SeatSpec(seat_key(number), army.name, users[person.email], army.preset)
            for number, (army, person) in enumerate(zip(war.armies, PLAYERS, strict=True), start=1)
        ),
        banners={
            f"{seat_key(number)}{word}": name
            for number, army in enumerate(war.armies, start=1)
            for (word, _, _), name in zip(MARCH_OUT, army.banners, strict=True)
        },
        things={thing.key: Called(thing.name, thing.description) for thing in (*war.features, *war.relics)},
        sightings={seat_key(number): army.sightings for number, army in enumerate(war.armies, start=1)},
        variables=replace(VARIABLES, special_orders=war.special_orders, **war.shows),
        house=war.house,
        triggers={trigger["id"]: trigger for trigger in war.triggers},
        schedule=DAILY,
        demo=True,
    )


def _days_ago(days: int) -> datetime:
    """The evening of some days ago, an hour after the campaigns' deadlines."""
    today = clock.now().astimezone(DAILY.zone)
    return (today - timedelta(days=days)).replace(hour=21, minute=0, second=0, microsecond=0)
