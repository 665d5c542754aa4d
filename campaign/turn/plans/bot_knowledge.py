"""What the bot is asked when it plans for a seat: what the seat knows, its level and character, its seed.

Its memory is what its last decision has kept: where its war began, and where its banners have searched.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction

from campaign.models import BotDecision, BotShortfall, Heartbeat, PlayerTurn, Seat
from campaign.turn.plans.hinted_things import hinted_things
from campaign.turn.plans.knowledge import SeatView, view_of_seat
from rules.bot.characters import Character, Level
from rules.bot.documents import DecisionDocument, knowledge_document
from rules.orders import OrderKind
from rules.plans.knowledge import Knowledge
from rules.state import At

FELL_SHORT = "bots_fell_short"
"""Under this name the signs of life have when a plan of the bot was last not what its level should make."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the bot."""

    view: SeatView
    own: Knowledge
    level: Level
    character: Character
    seed: bytes

    def document(self) -> dict[str, object]:
        """The question as the bot's program reads it (``rules.bot.documents``)."""
        return {
            "knowledge": knowledge_document(self.own),
            "level": self.level.value,
            "character": self.character.value,
            "seed": self.seed.hex(),
        }


def asked_for(seat: Seat, number: int, *, of_others: bool = True) -> Asked:
    """The question for a seat and turn ``number``; without ``of_others`` quick, not worth asking."""
    view = view_of_seat(seat, of_others=of_others)
    known = replace(view.with_engine_ids(), hinted=tuple(sorted(hinted_things(view))))
    home, searched = _memory(seat, number, known)
    return Asked(
        view=view,
        own=replace(known, home=home, searched=searched),
        level=Level(seat.bot_level),
        character=Character(seat.bot_character),
        seed=seed_of(bytes(seat.campaign.id_key), seat.key, number),
    )


def seed_of(id_key: bytes, seat: str, number: int) -> bytes:
    """The seed of a bot's plan: it follows from the campaign's secret, and tells nothing of its dice."""
    return hmac.new(id_key, f"bot/{seat}/{number}".encode(), hashlib.sha256).digest()


def keep_decision(
    mine: PlayerTurn, asked: Asked, made: DecisionDocument, shortfall: BotShortfall, moment: datetime
) -> None:
    """Keep what the bot knew and decided; of the map, which the campaign has, nothing is repeated.

    What is not its own level's work the operator sees by the time of the latest (``FELL_SHORT``), and in the
    log: nothing says which campaign's it was.
    """
    known = knowledge_document(asked.own)
    BotDecision.objects.update_or_create(
        player_turn=mine,
        defaults={
            "level": asked.level.value,
            "character": asked.character.value,
            "seed": asked.seed.hex(),
            "knowledge": {key: value for key, value in known.items() if key != "rows"},
            "plan": made["plan"],
            "reasons": made["reasons"],
            "beliefs": made["beliefs"],
            "shortfall": shortfall,
            "made_at": moment,
        },
    )
    if shortfall:
        transaction.on_commit(lambda: _note_shortfall(moment), robust=True)


def _note_shortfall(moment: datetime) -> None:
    Heartbeat.objects.update_or_create(name=FELL_SHORT, defaults={"at": moment})


def _memory(seat: Seat, number: int, known: Knowledge) -> tuple[tuple[At, ...], tuple[At, ...]]:
    """Where the war began for the seat and where it has searched, as far as the bot was there."""
    if number == 1:
        return tuple(sorted({banner.at for banner in known.banners})), ()
    kept = BotDecision.objects.filter(player_turn__seat=seat, player_turn__turn__number__lt=number)
    last = kept.order_by("-player_turn__turn__number").values_list("plan", "knowledge").first()
    if last is None:
        return (), ()
    plan, knew = last
    places = {one["id"]: (one["at"][0], one["at"][1]) for one in knew.get("banners", ())}
    new = {
        places[banner]
        for banner, given in plan.get("orders", {}).items()
        if banner in places and given.get("primary", {}).get("order") == OrderKind.SEARCH
    }
    old = {(x, y) for x, y in knew.get("searched", ())}
    return tuple((x, y) for x, y in knew.get("home", ())), tuple(sorted(old | new))
