"""Invitations, armies, seats, roles: how people come into a campaign, act for one another, and go."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.access.membership import keeps
from campaign.access.public_facts import seat_by_number
from campaign.base.setup.campaign_settings import Variables
from campaign.models import Campaign, Invitation, Scope, Seat, User
from campaign.people import shapes
from campaign.people.army import services as picks
from campaign.people.army.selectors import PickPage, pick_of, pick_page
from campaign.people.invitations.joining import accept_invitation
from campaign.people.invitations.selectors import Offer, invitation_by_token, offer_of
from campaign.people.invitations.services import invite, revoke_invitation
from campaign.people.seats import roles
from campaign.people.seats import services as seats
from campaign.people.selectors import PeoplePage, people_page
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.problems import ProblemError, invalid, not_found
from campaign.web.api.request_parsing import Nothing


class OneInvitation(Endpoint):
    """An invitation, for whoever holds its link."""

    read_scope = Scope.READ
    write_scope = Scope.ACCOUNT

    @extend_schema(operation_id="read_invitation")
    def get(self, request: Request, token: str) -> Offer:
        """Read what an invitation offers, or why it works no more."""
        offer = offer_of(self._found(token), self.person)
        return offer if offer.member else replace(offer, campaign_id="")

    @extend_schema(request=shapes.Acceptance, operation_id="accept_invitation")
    @once
    def post(self, request: Request, token: str) -> Once[shapes.Accepted]:
        """Accept an invitation; once accepted, doing it again changes nothing."""
        found, said = self._found(token), self.read(shapes.Acceptance)
        seat_id = ""
        if "seat" in said:
            seat = seat_by_number(found.campaign, said["seat"])
            seat_id = seat.public_id if seat is not None else "none"
        yield
        campaign = accept_invitation(
            invitation=found, user=self.person, seat_id=seat_id, agreed=said.get("agreed")
        )
        return {"campaign_id": campaign.public_id}

    def _found(self, token: str) -> Invitation:
        try:
            return invitation_by_token(token)
        except Invitation.DoesNotExist:
            raise not_found() from None


class KeepersEndpoint(CampaignEndpoint):
    """An address for those who may invite: facilitators, also playing ones."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Let in who may invite."""
        super().initial(request, *args, **kwargs)
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")

    def people(self) -> PeoplePage:
        """The people as they are now."""
        return people_page(self.campaign, self.person)

    def numbered(self, number: int) -> Seat:
        """A seat of the campaign. Raises ``ProblemError``."""
        return numbered_seat(self.campaign, number)


class People(KeepersEndpoint):
    """The people of a campaign."""

    @extend_schema(operation_id="read_people")
    def get(self, request: Request, campaign_id: str) -> PeoplePage:
        """Read who holds which seat, which armies wait, who has which role, and the invitations."""
        return self.people()


class Invitations(KeepersEndpoint):
    """The invitations of a campaign."""

    @extend_schema(request=shapes.NewInvitation, operation_id="invite")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[PeoplePage]:
        """Make an invitation, and mail it if ``to`` is given."""
        said = self.read(shapes.NewInvitation)
        if "seat" in said:
            seat = seat_by_number(self.campaign, said["seat"])
            if seat is None:
                raise invalid("seat", "there is no seat with this number in the campaign")
            said["seat"] = seat
        yield
        invite(campaign=self.campaign, by=self.person, **said)
        return self.people()


class Revocation(KeepersEndpoint):
    """An invitation that is taken back."""

    @extend_schema(request=Nothing, operation_id="revoke_invitation")
    @once
    def post(self, request: Request, campaign_id: str, invitation_id: str) -> Once[PeoplePage]:
        """Take an invitation back: its link works no more."""
        self.read(Nothing)
        found = Invitation.objects.filter(campaign=self.campaign, public_id=invitation_id).first()
        if found is None:
            raise not_found()
        yield
        revoke_invitation(invitation=found, by=self.person)
        return self.people()


class ArmyDecision(KeepersEndpoint):
    """The decision on an army."""

    @extend_schema(request=shapes.ArmyDecision, operation_id="decide_army")
    @once
    def post(self, request: Request, campaign_id: str, number: int) -> Once[PeoplePage]:
        """Approve the army that was handed in, or give it back with a word."""
        said, seat = self.read(shapes.ArmyDecision), self.numbered(number)
        yield
        if said["approve"]:
            picks.approve_pick(seat=seat, by=self.person)
        else:
            picks.return_pick(seat=seat, by=self.person, word=said.get("word", ""))
        return self.people()


class Removal(KeepersEndpoint):
    """The removal of a player."""

    @extend_schema(request=shapes.Removal, operation_id="remove_player")
    @once
    def post(self, request: Request, campaign_id: str, number: int) -> Once[PeoplePage]:
        """Take the seat from its player, who is told why."""
        said, seat = self.read(shapes.Removal), self.numbered(number)
        yield
        seats.remove_player(seat=seat, by=self.person, reason=said["reason"])
        return self.people()


class Bot(CampaignEndpoint):
    """Whether the bot plays a seat."""

    write_scope = Scope.PLAN

    @extend_schema(request=shapes.BotAct, operation_id="set_bot")
    @once
    def post(self, request: Request, campaign_id: str, number: int) -> Once[shapes.BotPlays]:
        """Give a seat to the bot, or back to its player; its player and facilitators may."""
        said, seat = self.read(shapes.BotAct), numbered_seat(self.campaign, number)
        yield
        if said["bot"]:
            level, character = said["level"], said["character"]
            seats.give_to_bot(seat=seat, by=self.person, level=level, character=character)
        else:
            seats.take_back(seat=seat, by=self.person)
        return {"bot": said["bot"]}


class Roles(CampaignEndpoint):
    """The roles of a campaign."""

    write_scope = Scope.FACILITATE

    @extend_schema(request=shapes.RoleAct, operation_id="change_role")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.RoleChange]:
        """Make an observer a facilitator, hand over, send somebody away, step down, or leave a role."""
        said = self.read(shapes.RoleAct)
        person = None
        if said["act"] in ("promote", "hand_over", "dismiss"):
            person = self._person(said.get("person", ""))
        yield
        if person is None:
            act = roles.step_down if said["act"] == "step_down" else roles.leave_role
            act(campaign=self.campaign, by=self.person)
        else:
            _OF_OTHERS[said["act"]](campaign=self.campaign, user=person, by=self.person)
        return cast("shapes.RoleChange", said)

    def _person(self, public_id: str) -> User:
        """Somebody with a role in the campaign; only those who run it are told who has one."""
        if not keeps(self.person, self.campaign):
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")
        found = User.objects.filter(roles__campaign=self.campaign, public_id=public_id).first()
        if found is None:
            raise invalid("person", "nobody with this id has a role in the campaign")
        return found


_OF_OTHERS = {
    "promote": roles.make_facilitator,
    "hand_over": roles.hand_over,
    "dismiss": roles.remove_role,
}


class Army(CampaignEndpoint):
    """One's own army."""

    read_scope = Scope.READ
    write_scope = Scope.PLAN
    submits = False

    @extend_schema(operation_id="read_army")
    def get(self, request: Request, campaign_id: str) -> PickPage:
        """Read one's choice of army: all rules with what they cost, and what is missing."""
        return self._army(self._own())

    @extend_schema(request=shapes.Choice, responses=PickPage, operation_id="save_army")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Save one's choice of army; it is not handed in by that."""
        return self.save(submit=False)

    @once
    def save(self, *, submit: bool) -> Once[PickPage]:
        """Store what was sent."""
        said, seat = self.read(shapes.Choice), self._own()
        choice = picks.Choice(**{**said, "rules": tuple(said.get("rules", ()))})
        yield
        picks.save_pick(seat=seat, by=self.person, choice=choice, submit=submit)
        return self._army(seat)

    def _own(self) -> Seat:
        seat = Seat.objects.filter(campaign=self.campaign, user=self.person).first()
        if seat is None:
            raise ProblemError("forbidden", "Only a player has an army in a campaign.")
        seat.campaign = self.campaign
        return seat

    def _army(self, seat: Seat) -> PickPage:
        return pick_page(seat, pick_of(seat), Variables.of(self.campaign))


class ArmySubmission(Army):
    """The hand-in of one's army."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.Choice, responses=PickPage, operation_id="submit_army")
    def post(self, request: Request, campaign_id: str) -> Response:
        """Hand one's choice of army in; what is missing is refused, but saved all the same."""
        return self.save(submit=True)


def numbered_seat(campaign: Campaign, number: int) -> Seat:
    """A seat of the campaign by its number. Raises ``ProblemError``."""
    seat = seat_by_number(campaign, number)
    if seat is None:
        raise not_found()
    seat.campaign = campaign
    return seat
