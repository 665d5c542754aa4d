"""One's own seat: deputies, vacations, the way out; and the calendar of the campaign."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.base.setup.campaign_settings import Variables
from campaign.calendar.selectors import CalendarPage, calendar_page
from campaign.calendar.services import change_schedule
from campaign.models import Deputy, Scope, Vacation
from campaign.people import shapes
from campaign.people.open_vision.services import agree_to_vision
from campaign.people.seats import services as seats
from campaign.people.seats.deputies import end_deputy, find_deputy, name_deputy
from campaign.people.selectors import seat_page
from campaign.people.texts.services import agree
from campaign.people.texts.shapes import Agreeing
from campaign.turn.vacation_budget import days_left, vacations_of
from campaign.turn.vacations import announce_vacation, cancel_vacation
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.problems import invalid, not_found
from campaign.web.api.request_parsing import Nothing


class OwnSeat(CampaignEndpoint):
    """One's own seat."""

    read_scope = Scope.READ
    write_scope = Scope.PLAN

    @extend_schema(operation_id="read_seat")
    def get(self, request: Request, campaign_id: str) -> shapes.OwnSeat:
        """Read who acts in one's seat, the vacations announced, and what is left of the budget."""
        return self.shown()

    def shown(self) -> shapes.OwnSeat:
        """The seat as it is now."""
        seat = self.seat()
        page = seat_page(seat, self.person)
        return shapes.OwnSeat(
            seat=page.number,
            army=page.army,
            status=page.status,
            deputies=page.deputies,
            vacations=tuple(row for row in vacations_of(self.campaign) if row.number == seat.number),
            vacation_days_left=days_left(seat, Variables.of(self.campaign)),
            agreements=page.agreements,
            to_agree=page.agree.version if page.agree is not None else None,
            vision_asked=page.vision_asked,
        )


class Deputies(OwnSeat):
    """The deputies of one's seat."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.NewDeputy, operation_id="name_deputy")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.OwnSeat]:
        """Let somebody act in one's seat for a period."""
        said, seat = self.read(shapes.NewDeputy), self.seat()
        yield
        user = find_deputy(said["who"], self.person)
        name_deputy(seat=seat, user=user, by=self.person, since=said.get("since"), until=said.get("until"))
        return self.shown()


class DeputyEnd(OwnSeat):
    """The end of a deputy's time."""

    http_method_names = ["post"]

    @extend_schema(request=Nothing, operation_id="end_deputy")
    @once
    def post(self, request: Request, campaign_id: str, person_id: str) -> Once[shapes.OwnSeat]:
        """End a deputy's time now."""
        self.read(Nothing)
        known = Deputy.objects.filter(seat=self.seat(), user__public_id=person_id)
        found = known.select_related("seat__campaign", "user").first()
        if found is None:
            raise not_found()
        before = self.shown()
        yield
        end_deputy(deputy=found, by=self.person)
        return self.shown() if found.user_id != self.person.pk else before


class Vacations(OwnSeat):
    """The vacations of one's seat."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.NewVacation, operation_id="announce_vacation")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.OwnSeat]:
        """Announce days away; a plan deadline that falls on them moves, as far as the budget goes."""
        said, seat = self.read(shapes.NewVacation), self.seat()
        yield
        announce_vacation(seat=seat, by=self.person, **said)
        return self.shown()


class VacationEnd(OwnSeat):
    """A vacation that is taken back."""

    http_method_names = ["post"]

    @extend_schema(request=Nothing, operation_id="cancel_vacation")
    @once
    def post(self, request: Request, campaign_id: str, vacation_id: str) -> Once[shapes.OwnSeat]:
        """Take back a vacation that has moved nothing yet."""
        found = (
            Vacation.objects.filter(seat=self.seat(), public_id=vacation_id).select_related("seat").first()
        )
        if found is None:
            raise not_found()
        yield
        cancel_vacation(vacation=found, by=self.person)
        return self.shown()


class AgreementToTexts(OwnSeat):
    """What taking part asks for, agreed to anew."""

    http_method_names = ["post"]

    @extend_schema(request=Agreeing, operation_id="agree_to_texts")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.OwnSeat]:
        """Agree to the participation text as it is now; plans are taken all the same without."""
        said, seat = self.read(Agreeing), self.seat()
        yield
        agree(seat=seat, by=self.person, version=said["agreed"])
        return self.shown()


class AgreementToVision(OwnSeat):
    """What all shall see of the war, agreed to before it starts."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.AgreedVision, operation_id="agree_to_vision")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.OwnSeat]:
        """Agree to what all may see of the war, turns late; it counts if every player does."""
        said, seat = self.read(shapes.AgreedVision), self.seat()
        yield
        agree_to_vision(seat=seat, by=self.person, asked=said["vision"])
        return self.shown()


class Departure(OwnSeat):
    """The end of one's own part."""

    http_method_names = ["post"]

    @extend_schema(request=shapes.Sure, operation_id="leave_seat")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[shapes.SeatLeft]:
        """Give up one's seat for good."""
        said, seat = self.read(shapes.Sure), self.seat()
        if not said["sure"]:
            raise invalid("sure", "must be true: a seat that is given up is given up for good")
        yield
        seats.leave_seat(seat=seat, by=self.person)
        return {"sure": True}


class Calendar(CampaignEndpoint):
    """The calendar of a campaign."""

    read_scope = Scope.READ
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_calendar")
    def get(self, request: Request, campaign_id: str) -> CalendarPage:
        """Read the promised dates of this turn, and the foreseen ones of the next."""
        return calendar_page(self.campaign)

    @extend_schema(request=shapes.ScheduleChange, operation_id="change_schedule")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[CalendarPage]:
        """Change the schedule of coming turns; promised dates stay. Facilitators only."""
        self.must_facilitate()
        said = self.read(shapes.ScheduleChange)
        reason = said.pop("reason")
        yield
        change_schedule(campaign=self.campaign, changes=said, reason=reason, by=self.person)
        self.campaign.refresh_from_db()
        return calendar_page(self.campaign)
