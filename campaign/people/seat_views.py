"""A player's page about the own seat: deputy, vacation, the bot, and the way out."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.calendar.forms import VacationForm
from campaign.models import CampaignStatus, Deputy, Vacation
from campaign.people.forms import BotForm, DeputyForm
from campaign.people.open_vision.services import agree_to_vision
from campaign.people.seats import services as seats
from campaign.people.seats.deputies import end_deputy, find_deputy, name_deputy
from campaign.people.selectors import seat_page
from campaign.people.texts.services import agree
from campaign.turn.stored_turns import latest_turn
from campaign.turn.told.own_aims import aims_of
from campaign.turn.vacation_budget import days_left, vacations_of
from campaign.turn.vacations import announce_vacation, cancel_vacation
from campaign.web.bounded_fields import whole
from campaign.web.page_actions import Acting, Acts, carry_out


class OwnSeat(Acting):
    """One request to the page of the viewer's seat."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        super().__init__(request, campaign_id)
        self.seat = self.viewer.player
        self.seat.campaign = self.campaign
        self.forms = {
            "deputy": DeputyForm(self.posted("deputy"), auto_id="deputy_%s"),
            "bot": BotForm(self.posted("bot"), auto_id="bot_%s"),
            "vacation": VacationForm(self.posted("vacation"), auto_id="vacation_%s"),
        }

    def deputy(self) -> str:
        """Name a deputy."""
        data = self.forms["deputy"].cleaned_data
        user = find_deputy(data["who"], self.by)
        name_deputy(seat=self.seat, user=user, by=self.by, since=data["since"], until=data["until"])
        return _("%(name)s may act for you.") % {"name": user.name}

    def end(self) -> str:
        """End a deputy's time."""
        given = self.request.POST.get("deputy", "")
        known = Deputy.objects.filter(seat=self.seat).select_related("seat__campaign", "user")
        found = known.filter(user__public_id=given).first()
        if found is None:
            raise Http404
        end_deputy(deputy=found, by=self.by)
        return _("%(name)s no longer acts in the seat.") % {"name": found.user.name}

    def vacation(self) -> str:
        """Announce a vacation."""
        data = self.forms["vacation"].cleaned_data
        made = announce_vacation(
            seat=self.seat, first_day=data["first_day"], last_day=data["last_day"], by=self.by
        )
        if made.turn is None:
            return _("Announced. A plan deadline on these days moves when its turn opens.")
        return _("Announced. The plan deadline moves by %(days)s days.") % {"days": made.days}

    def cancel(self) -> str:
        """Take a vacation back."""
        found = Vacation.objects.filter(
            seat=self.seat, public_id=self.request.POST.get("vacation", "")
        ).first()
        if found is None:
            raise Http404
        cancel_vacation(vacation=found, by=self.by)
        return _("Withdrawn.")

    def bot(self) -> str:
        """Let the bot play."""
        data = self.forms["bot"].cleaned_data
        seats.give_to_bot(seat=self.seat, by=self.by, level=data["level"], character=data["character"])
        return _("The bot plays for you until you take the seat back.")

    def back(self) -> str:
        """Play again."""
        seats.take_back(seat=self.seat, by=self.by)
        return _("You play again.")

    def agree(self) -> str:
        """Agree to what taking part asks for now."""
        agree(seat=self.seat, by=self.by, version=whole(self.request.POST.get("agreed", "")))
        return _("Saved: you agree to it as it is now.")

    def vision(self) -> str:
        """Agree to what all may see of the war."""
        agree_to_vision(seat=self.seat, by=self.by, asked=self.request.POST.get("vision", "")[:16])
        return _("Saved: you agree that all may see this.")

    def leave(self) -> str:
        """Give the seat up."""
        if self.request.POST.get("sure") != "yes":
            raise Refusal(_("Tick the box: a seat that is given up is given up for good."), code="sure")
        seats.leave_seat(seat=self.seat, by=self.by)
        return _("You have left %(army)s.") % {"army": self.seat.army}


ACTS: Acts[OwnSeat] = {
    "deputy": (OwnSeat.deputy, "deputy"),
    "end": (OwnSeat.end, ""),
    "vacation": (OwnSeat.vacation, "vacation"),
    "cancel": (OwnSeat.cancel, ""),
    "bot": (OwnSeat.bot, "bot"),
    "back": (OwnSeat.back, ""),
    "agree": (OwnSeat.agree, ""),
    "vision": (OwnSeat.vision, ""),
    "leave": (OwnSeat.leave, ""),
}


@login_required
def own_seat(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Who acts in the seat, when its player is away, and how it is given up."""
    at = OwnSeat(request, campaign_id)
    done, wrong = carry_out(at, ACTS)
    if done:
        gone = at.act == "leave" or (at.act == "end" and at.seat.user_id != at.by.pk)
        return redirect("home") if gone else redirect("own_seat", campaign_id=campaign_id)
    campaign = at.campaign
    context = {
        "viewer": at.viewer,
        "page": seat_page(at.seat, at.by),
        "frame": frame_of(campaign, latest_turn(campaign), at.seat, facilitator=at.viewer.facilitator),
        "here": "seat",
        "forms": at.forms,
        "strip": aims_of(at.seat) if campaign.status != CampaignStatus.BUILDING else None,
        "acting": at.act,
        "wrong": wrong,
        "left": days_left(at.seat, Variables.of(campaign)),
        "budget": Variables.of(campaign).vacation_days,
        "vacations": [row for row in vacations_of(campaign) if row.number == at.seat.number],
    }
    return render(request, "people/seat.html", context, status=422 if request.method == "POST" else 200)
