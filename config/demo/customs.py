"""How the demo's club lives by its own rules: texts and who agreed, orders in words, promises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from campaign.base.dates import clock
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.open_vision import asked_of
from campaign.base.words.log_messages import LogKind
from campaign.desk.settling.services import Said, settle
from campaign.engine import others_in
from campaign.models import Campaign, Seat, Turn, User
from campaign.people.open_vision.services import agree_to_vision
from campaign.people.texts.services import agree, begin_texts, save_texts
from campaign.press.messages.services import send_message
from campaign.press.promises.services import ACCEPT, DECLINE, answer_promise, offer_promise
from config.demo import club
from rules.orders import BannerOrders, Order, OrderKind, Plan


@dataclass(frozen=True, slots=True)
class Asked:
    """An order in words, and what the facilitator lets come of it, if anything."""

    text: str
    said: Said | None = None


GATE_ASKS: dict[tuple[int, int], Asked] = {
    (2, 1): Asked(club.DIG, Said(start=({"do": "level", "by": 2},), words=club.DUG)),
    (3, 1): Asked(club.BRIBE, Said(end=({"do": "spy", "at": [22, 7], "radius": 2},), words=club.BRIBED)),
    (3, 2): Asked(club.LOOT),
    (4, 2): Asked(club.LOOT),
}
"""In the siege, by turn and seat; the last one waits for the facilitator."""

OATHS: Mapping[int, tuple[tuple[int, int, int, str], ...]] = {
    2: ((1, 5, 5, ACCEPT), (3, 6, 6, ACCEPT), (4, 2, 3, DECLINE)),
    7: ((6, 3, 4, ACCEPT), (5, 4, 2, ACCEPT)),
}
"""In the war that is over, by turn: who offered peace to whom, for how many turns more, and the answer."""


def give_texts(campaign: Campaign, by: User) -> None:
    """A campaign has all texts of the club, and everybody has agreed to them."""
    begin_texts(campaign, by)
    save_texts(campaign=campaign, by=by, texts=club.TEXTS)
    _agree(campaign, 1)


def agree_to_show(campaign: Campaign) -> None:
    """Everybody has agreed to what all may see of the war."""
    asked = asked_of(Variables.of(campaign))
    for seat in campaign.seats.select_related("campaign", "user").order_by("number") if asked else ():
        assert seat.user is not None
        agree_to_vision(seat=seat, by=seat.user, asked=asked)


def ask_more(campaign: Campaign, by: User, *, not_yet: Seat) -> None:
    """What taking part asks for has changed, and all but one have agreed again."""
    text = club.TEXTS["participation"] + club.ALSO_ASKED
    save_texts(campaign=campaign, by=by, texts={"participation": text})
    campaign.audit.filter(kind=LogKind.TEXT, values__version=2).update(created_at=clock.now())
    _agree(campaign, 2, not_yet)


def with_words(plan: Plan, text: str) -> Plan:
    """A plan in which the last banner that need not retreat has an order in words, and no other."""
    free = [banner for banner, orders in plan.orders.items() if orders.special is None]
    if not free:
        return plan
    asked = BannerOrders(special=Order(OrderKind.OTHER, text=text))
    return replace(plan, orders={**plan.orders, max(free): asked})


def settle_all(turn: Turn, asks: Mapping[tuple[int, int], Asked], *, by: User) -> None:
    """The facilitator says what comes of this turn's orders in words."""
    if not any(number == turn.number for number, _seat in asks):
        return
    said = {one.text: one.said for (number, _seat), one in asks.items() if number == turn.number}
    for banner, text in others_in(turn.input or {}).items():
        told = said.get(text)
        if told is not None:
            settle(turn=turn, banner=banner, said=told, by=by)


def talk_of_peace(campaign: Campaign, one: Seat, other: Seat) -> None:
    """Two players write to each other, and give their word."""
    _write(campaign, one, other, club.PEACE_ASKED)
    made = offer(campaign, one, other, turns=2)
    assert other.user is not None
    answer_promise(user=other.user, campaign=campaign, promise_id=made, answer=ACCEPT)
    _write(campaign, other, one, club.PEACE_GIVEN)


def offer(campaign: Campaign, one: Seat, other: Seat, *, turns: int) -> str:
    """Offer peace for so many turns more than this one; gives the promise's id."""
    assert one.user is not None
    until = campaign.turns.order_by("-number")[0].number + turns
    name = f"seat-{other.number}"
    return offer_promise(user=one.user, campaign=campaign, name=name, until=until).public_id


def swear(campaign: Campaign, number: int) -> None:
    """What is promised in a turn of the war that is over."""
    seats = {seat.number: seat for seat in campaign.seats.select_related("user")}
    for one, other, turns, answer in OATHS.get(number, ()):
        user = seats[other].user
        assert user is not None
        made = offer(campaign, seats[one], seats[other], turns=turns)
        answer_promise(user=user, campaign=campaign, promise_id=made, answer=answer)


def _write(campaign: Campaign, one: Seat, other: Seat, text: str) -> None:
    assert one.user is not None
    send_message(user=one.user, campaign=campaign, name=f"seat-{other.number}", text=text)


def _agree(campaign: Campaign, version: int, *but: Seat) -> None:
    for seat in campaign.seats.select_related("user").exclude(pk__in=[seat.pk for seat in but]):
        if seat.user is not None:
            agree(seat=seat, by=seat.user, version=version)
