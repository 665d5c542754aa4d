"""What surrounds a battle of mine, for programs: dates, mission, lists, contact, stories, records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from battles.dates.services import Where
from battles.honours.selectors import records_of
from battles.honours.shapes import Records
from battles.lists.intake import read_whole, settled, take
from battles.lists.services import read_text
from battles.page import acts, shapes
from battles.page.selectors import Surroundings, around, list_picture
from battles.stories.api import picture_file
from battles.stories.selectors import picture_data
from battles.stories.shapes import PictureFile
from campaign.access.membership import seat_of
from campaign.access.uploads import count, encode
from campaign.models import CampaignStatus, Scope, User
from campaign.turn.contact.battle_status import battle_of
from campaign.web.api.base import BattleEndpoint, CampaignEndpoint, Once, once
from campaign.web.api.problems import ProblemError, not_found
from campaign.web.api.request_parsing import Nothing, Strict


class Around(BattleEndpoint):
    """What surrounds a battle of mine."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_surroundings")
    def get(self, request: Request, campaign_id: str, battle_id: str) -> Surroundings:
        """Read what surrounds one of your battles: dates, lists, claims, stories, pictures.

        The other side's list is sealed until both are in.
        """
        seat = self.seat()
        return around(seat, battle_of(seat, battle_id))


class ListPhotograph(BattleEndpoint):
    """The photograph of an army list."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_list_photograph")
    def get(self, request: Request, campaign_id: str, battle_id: str, side: str) -> PictureFile:
        """Read the photograph of a list, ``own`` or ``enemy``; the enemy's once both lists are in."""
        seat = self.seat()
        battle = battle_of(seat, battle_id)
        if side not in ("own", "enemy"):
            raise not_found()
        return picture_file(list_picture(seat, battle, side))


class BattlePicture(BattleEndpoint):
    """A picture of a battle of mine."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_battle_picture")
    def get(self, request: Request, campaign_id: str, battle_id: str, picture_id: str) -> PictureFile:
        """Read a picture that one of the two sides has shown."""
        return picture_file(picture_data(battle_of(self.seat(), battle_id), picture_id))


def _post(name: str, act: str, words: str, form: type[Strict] = Nothing) -> type[BattleEndpoint]:
    """An endpoint for an act of ``battles.page.acts``: ``words`` are what its documentation says."""

    class Act(BattleEndpoint):
        write_scope = Scope.RESULT

        @extend_schema(request=form, operation_id=name, summary=words, description=words)
        @once
        def post(
            self, request: Request, /, campaign_id: str, battle_id: str, **named: str
        ) -> Once[Surroundings]:
            sent = self.read(form)
            seat = self.seat()
            battle = battle_of(seat, battle_id)
            given = {**named, **(_GIVEN[act](sent, self.person) if act in _GIVEN else sent)}
            yield
            acts.do(act, battle=battle, seat=seat, by=self.person, given=given)
            return around(seat, battle_of(seat, battle_id))

    Act.__name__ = Act.__qualname__ = "".join(part.title() for part in name.split("_"))
    Act.__module__ = __name__
    Act.__doc__ = words
    return Act


def _dates(given: dict[str, Any], by: User) -> dict[str, Any]:
    names = {"place_kind": "kind", "place": "place", "link": "link", "note": "note"}
    where = Where(**{to: given[name] for name, to in names.items() if name in given})
    return {"dates": given["dates"], "where": where}


def _photograph(given: dict[str, Any], by: User) -> dict[str, Any]:
    """Read before the transaction in which a request counts once: nobody who writes waits for a picture."""
    return {"picture": encode(given["picture"], by=by)} if given.get("picture") else {}


def _list(given: dict[str, Any], by: User) -> dict[str, Any]:
    """A list, read before the transaction too. Raises ``Asking`` for what a file leaves open."""
    told, usual, later = given.pop("answers", {}), given.pop("usual", False), given.pop("later", False)
    raw, text = given.pop("file", None), given.get("text", "")
    found = {"text": "", **given, **_photograph(given, by)}
    if raw is not None:
        count(by, len(raw), field="file")
        read = take if later else read_whole
        return {**found, "roster": settled(read(raw, answers=told, usual=usual, field="file"))}
    return {**found, "roster": read_text(text)}


_GIVEN: Mapping[str, Callable[[dict[str, Any], User], dict[str, Any]]] = {
    "offer": _dates,
    "list": _list,
    "picture": lambda given, by: {
        "raw": encode(given["picture"], by=by),
        "caption": given.get("caption", ""),
    },
}
"""What a service is given, where it is not what was sent."""

OfferDates = _post("offer_dates", "offer", "Offer dates for a battle, and where to meet.", shapes.Offer)
TakeDate = _post("take_date", "take", "Take a date that the other side offered.")
DeclineDate = _post("decline_date", "decline", "Say that a date does not suit.")
WithdrawDate = _post("withdraw_date", "withdraw", "Take back a date that you offered.")
CallOff = _post("call_date_off", "call-off", "Call the agreed date off.")
NoShow = _post("tell_no_show", "no-show", "Say that the other side did not come.")
Hello = _post("say_hello", "hello", "Say that you are there.")
RollMission = _post("roll_mission", "roll", "Call for the mission die: both sides see it from then on.")
ShiftMission = _post(
    "shift_mission",
    "shift",
    "Declare a Tactical Genius shift, secret until the mission is final.",
    shapes.Shift,
)
ChooseNight = _post("choose_night", "night", "Choose day or night, as the attacker.", shapes.Night)
SayAttacker = _post("say_attacker", "sides", "Say who attacks, where the mission decides it.", shapes.Sides)
HandInList = _post("hand_in_list", "list", "Hand in your army list, sealed until both are in.", shapes.HandIn)
TellStory = _post("tell_story", "story", "Tell your side of the story.", shapes.Tale)
AddPicture = _post("add_picture", "picture", "Show a picture of the battle to both sides.", shapes.NewPicture)
RemovePicture = _post("remove_picture", "remove-picture", "Remove a picture of yours.")
ShareBattle = _post(
    "share_battle",
    "share",
    "Say whether you want a link for everybody; it works while both sides do, after publication.",
    shapes.Wanted,
)
ClaimForfeit = _post("claim_forfeit", "claim", "Claim that the other side has forfeited.", shapes.Evidence)
AnswerClaim = _post("answer_claim", "answer", "Answer the other side's claim.", shapes.Reply)
WithdrawClaim = _post("withdraw_claim", "withdraw-claim", "Take your claim back.")
AskStandIn = _post("ask_stand_in", "stand-in", "Make a link for somebody to fight this battle for you.")
EndStandIn = _post("end_stand_in", "no-stand-in", "Take the battle back, or as a stand-in give it back.")


class Honours(CampaignEndpoint):
    """Honours and records."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_honours")
    def get(self, request: Request, campaign_id: str) -> Records:
        """Read your battle honours and records; after the end everybody's."""
        ended = self.campaign.status == CampaignStatus.ENDED
        seat = seat_of(self.person, self.campaign)
        if seat is None and not ended:
            raise ProblemError("forbidden", "Only a player, or the deputy of one, has this in a campaign.")
        return Records(records_of(self.campaign, seat, ended=ended))
