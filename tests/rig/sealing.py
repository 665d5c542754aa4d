"""What people give to the dice: sealed while they plan, opened when plans have closed; and whether it counts.

A share follows from who makes it, when, and how often: whoever reads the journal could make it again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from campaign.models import DiceSeal, PlayerTurn, Turn
from rules.format.reading import Node, ScenarioError
from rules.open_dice.documents import read_mix
from rules.open_dice.mix_check import flaws
from rules.open_dice.mixing import seal_of
from tests.rig.field import Fought, Place
from tests.rig.journal import Sent
from tests.rig.servers import BeaconServer

SEALING = 0.15
"""How often a seal is sent instead of a plan."""
SLACK = 0.0005


@dataclass(frozen=True, slots=True)
class Act:
    """What a program wants done: journal's kind and facts, and the request."""

    kind: str
    about: Mapping[str, Any]
    method: str
    path: str
    body: Mapping[str, Any]


class Device:
    """A person's phone, which keeps what it has sealed."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self._shares: dict[int, list[bytes]] = defaultdict(list)
        """By turn, the last one last."""
        self._made = 0

    def seal(self, turn: int) -> Act:
        """A new share, sealed."""
        self._made += 1
        share = sha256(f"{self.place.who} {turn} {self._made}".encode()).digest()
        self._shares[turn].append(share)
        seal = seal_of(self.place.campaign, turn, self.place.number, share).hex()
        about = {"turn": turn, "seat": self.place.seat, "seal": seal}
        return Act("seal", about, "PUT", "dice/seal/", {"turn": turn, "seal": seal})

    def open(self, turn: int) -> Act | None:
        """What is left to open of a turn: the last first, for it may never have been heard."""
        if not self._shares[turn]:
            return None
        share = self._shares[turn][-1].hex()
        about = {"turn": turn, "seat": self.place.seat, "share": share}
        return Act("share", about, "POST", "dice/share/", {"turn": turn, "share": share})

    def heard(self, act: Act, status: int) -> None:
        """Learn from an answer."""
        if act.kind != "share":
            return
        if status == 422:
            self._shares[act.about["turn"]].pop()
        elif status < 500:
            self._shares[act.about["turn"]].clear()


def problems_of_dice(one: Fought, sent: list[Sent], evidence: Any) -> Iterator[str]:
    """The last acknowledged seal of a seat froze, and what it opened is in the mix; the mixes hold."""
    campaign = one.war.campaign
    closed = Turn.objects.filter(campaign=campaign, number__gt=0).exclude(closing="")
    for turn in closed.select_related("dice_closing").order_by("number"):
        lines = dict(line.split()[:2] for line in turn.dice_closing.lines.splitlines())
        parts = PlayerTurn.objects.filter(turn=turn).select_related("seat")
        for part in parts.defer("announcement", "report", "map"):
            about = {"turn": turn.number, "seat": part.seat_id}
            own = [request for request in sent if about.items() <= request.about.items()]
            place = f"{campaign}, {turn}, {part.seat}"
            seal = lines[str(part.seat.number)]
            yield from _problems_of_seal(place, turn, seal, own, evidence, by_bot=part.by_bot)
            yield from _problems_of_share(place, turn, part, own)
        if turn.mix is not None:
            yield from _problems_of_mix(f"{campaign}, {turn}", turn, one)


def _problems_of_seal(
    place: str, turn: Turn, frozen: str, sent: list[Sent], evidence: Any, *, by_bot: bool
) -> Iterator[str]:
    due = turn.plan_due.timestamp() if turn.plan_due is not None else float("inf")
    allowed = {"-"}
    first: dict[str, float] = {}
    for request in sent:
        if request.kind != "seal":
            continue
        # What is asked for again may be answered as it was the first time.
        begun = first.setdefault(request.key, request.sent)
        late = begun > due + SLACK and not evidence.is_jumped(begun)
        if request.acknowledged:
            allowed = {request.about["seal"]}
            if late:
                yield f"{place}: seal {request.number} was sent after the deadline and acknowledged"
        elif request.unknown and not late:
            allowed.add(request.about["seal"])
    if frozen not in allowed and not (by_bot and frozen == "-"):
        yield f"{place}: {frozen[:8]} froze, which is no seal that was acknowledged last"


def _problems_of_share(place: str, turn: Turn, part: PlayerTurn, sent: list[Sent]) -> Iterator[str]:
    asked = {one.about["share"]: one for one in sent if one.kind == "share"}
    opened = [one for one in asked.values() if one.acknowledged]
    if turn.mix is None:
        row = DiceSeal.objects.filter(turn=turn, seat=part.seat).first()
        known = row.share if row is not None else ""
    else:
        known = turn.mix["shares"].get(str(part.seat.number), "")
    for one in opened:
        if known != one.about["share"]:
            yield f"{place}: share {one.number} was opened and is not in its mix"
    if known and known not in asked:
        yield f"{place}: a share is in the mix that nobody has opened"


def _problems_of_mix(place: str, turn: Turn, one: Fought) -> Iterator[str]:
    try:
        mix = read_mix(Node(turn.mix))
    except ScenarioError as error:
        yield f"{place}: its mix cannot be read ({error})"
        return
    for _number, code, values in flaws(one.war.campaign.mixed_as, {turn.number: b""}, {turn.number: mix}):
        yield f"{place}: its mix does not hold ({code} {values})"
    if mix.drawn is not None and mix.drawn.pulse.signature != BeaconServer.signature(mix.drawn.pulse.round):
        yield f"{place}: its mix has a number that the beacon never gave"
