"""All that can be done on a battle's page by one form or tap, by name: one table for page and API."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from battles.claims import services as claims
from battles.dates import services as dates
from battles.lists import services as lists
from battles.missions import mission_acts
from battles.results import services as battle_results
from battles.stand_ins import services as stand_ins
from battles.stories import services as stories
from campaign.models import Battle, Seat, User

Service = Callable[..., object]

ACTS: Mapping[str, Service] = {
    "offer": dates.offer_dates,
    "take": dates.take_date,
    "decline": dates.decline_date,
    "withdraw": dates.withdraw_date,
    "call-off": dates.call_off,
    "no-show": dates.tell_no_show,
    "hello": dates.say_hello,
    "roll": mission_acts.roll_mission,
    "shift": mission_acts.shift_mission,
    "night": mission_acts.choose_night,
    "sides": mission_acts.say_attacker,
    "list": lists.hand_in_list,
    "story": stories.tell_story,
    "picture": stories.add_picture,
    "remove-picture": stories.remove_picture,
    "share": stories.share_battle,
    "claim": claims.claim_forfeit,
    "answer": claims.answer_claim,
    "withdraw-claim": claims.withdraw_claim,
    "stand-in": stand_ins.ask_stand_in,
    "no-stand-in": stand_ins.end_stand_in,
    "reopen": battle_results.ask_to_reopen,
    "dice": battle_results.send_to_dice,
}


def do(name: str, *, battle: Battle, seat: Seat, by: User, given: Mapping[str, object]) -> object:
    """Do the act of this name; ``given`` is what its service asks for besides. Raises ``Refusal``.

    Gives what the service gives: how the battle stands, where the act has changed that.
    """
    return ACTS[name](battle=battle, seat=seat, by=by, **given)
