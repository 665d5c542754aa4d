"""The people of a campaign, for those who run it; and each player's page about the own seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.base.refusal import Refusal
from campaign.models import Campaign, Hook, Invitation, Seat, User
from campaign.notices.webhooks.services import forget_hook
from campaign.people.army import services as picks
from campaign.people.forms import BotForm, InviteForm, RemoveForm, WordForm
from campaign.people.invitations.selectors import lacks_second_factor
from campaign.people.invitations.services import invite, invited_before, revoke_invitation
from campaign.people.seats import roles
from campaign.people.seats import services as seats
from campaign.people.seats.filling import fill_with_bots
from campaign.people.selectors import people_page
from campaign.turn.stored_turns import latest_turn
from campaign.web.confirmation import ask_first
from campaign.web.page_actions import Acting, Acts, carry_out
from campaign.web.viewer import viewer_of


@dataclass(frozen=True, slots=True)
class Around:
    """Another page in which the people stand: its template, and what that needs beside them."""

    template: str
    context: Mapping[str, Any]


FRAMES: list[Callable[[User, Campaign], Around | None]] = []
"""What puts the people into a page of its own for somebody, as the builder does; it adds itself here."""


class People(Acting):
    """One request to the page."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        super().__init__(request, campaign_id)
        if not keeps(self.by, self.campaign):
            raise Http404
        self.page = people_page(self.campaign, self.by)
        self.forms = {
            "invite": InviteForm(self.page, self.posted("invite"), auto_id="invite_%s"),
            "word": WordForm(self.posted("return"), auto_id="word_%s"),
            "remove": RemoveForm(self.posted("remove"), auto_id="remove_%s"),
            "bot": BotForm(self.posted("bot") or self.posted("fill"), auto_id="bot_%s"),
        }

    def seat(self) -> Seat:
        """The seat that was posted. Raises ``Http404``."""
        found = Seat.objects.filter(
            campaign=self.campaign, public_id=self.request.POST.get("seat", "")
        ).first()
        if found is None:
            raise Http404
        found.campaign = self.campaign
        return found

    def person(self) -> User:
        """The person with a role who was posted. Raises ``Http404``."""
        found = User.objects.filter(
            roles__campaign=self.campaign, public_id=self.request.POST.get("person", "")
        ).first()
        if found is None:
            raise Http404
        return found

    # The acts, each giving the sentence that confirms it

    def invite(self) -> str:
        """Make an invitation."""
        data = self.forms["invite"].cleaned_data
        seat = Seat.objects.filter(campaign=self.campaign, public_id=data["seat"]).first()
        made = invite(
            campaign=self.campaign,
            by=self.by,
            kind=data["kind"],
            seat=seat,
            to=data["to"],
            days=data["days"],
            uses=data["uses"],
        )
        if invited_before(made):
            words = _("The invitation is on its way to %(to)s, beside an earlier one that still works.")
            return words % {"to": data["to"]}
        if made.email:
            return _("The invitation is on its way to %(to)s.") % {"to": data["to"]}
        return _("The link is below: give it to whom you invite.")

    def revoke(self) -> str:
        """Take an invitation back."""
        found = Invitation.objects.filter(
            campaign=self.campaign, public_id=self.request.POST.get("invitation", "")
        ).first()
        if found is None:
            raise Http404
        revoke_invitation(invitation=found, by=self.by)
        return _("The invitation no longer works.")

    def approve(self) -> str:
        """Approve an army."""
        pick = picks.approve_pick(seat=self.seat(), by=self.by)
        return _("%(army)s is approved.") % {"army": pick.army}

    def give_back(self) -> str:
        """Give an army back with a word."""
        pick = picks.return_pick(seat=self.seat(), by=self.by, word=self.forms["word"].cleaned_data["word"])
        return _("%(army)s is returned with your comment.") % {"army": pick.army}

    def remove(self) -> str:
        """Remove a player."""
        seat = self.seat()
        seats.remove_player(seat=seat, by=self.by, reason=self.forms["remove"].cleaned_data["reason"])
        return _("%(army)s has no player any more.") % {"army": seat.army}

    def bot(self) -> str:
        """Give a seat to the bot."""
        seat = self.seat()
        data = self.forms["bot"].cleaned_data
        seats.give_to_bot(seat=seat, by=self.by, level=data["level"], character=data["character"])
        return _("The bot plays %(army)s.") % {"army": seat.army}

    def fill(self) -> str:
        """Let bots play all seats that nobody holds."""
        data = self.forms["bot"].cleaned_data
        count = fill_with_bots(
            campaign=self.campaign, by=self.by, level=data["level"], character=data["character"]
        )
        words = ngettext("A bot plays the empty seat.", "%(count)d bots play the empty seats.", count)
        return words % {"count": count}

    def back(self) -> str:
        """Give a seat back to its player."""
        seat = self.seat()
        seats.take_back(seat=seat, by=self.by)
        return _("%(army)s is played by its player again.") % {"army": seat.army}

    def promote(self) -> str:
        """Make an observer a facilitator."""
        person = self.person()
        roles.make_facilitator(campaign=self.campaign, user=person, by=self.by)
        return _("%(name)s runs the campaign too.") % {"name": person.name}

    def hand_over(self) -> str:
        """Hand the campaign over."""
        person = self.person()
        roles.hand_over(campaign=self.campaign, user=person, by=self.by)
        return _("%(name)s runs the campaign now; you watch it.") % {"name": person.name}

    def dismiss(self) -> str:
        """Send an observer or arbiter away."""
        person = self.person()
        roles.remove_role(campaign=self.campaign, user=person, by=self.by)
        return _("%(name)s has no part in the campaign any more.") % {"name": person.name}

    def forget_hook(self) -> str:
        """Take a webhook that has stopped from the page."""
        try:
            forget_hook(campaign=self.campaign, by=self.by, public_id=self.request.POST.get("webhook", ""))
        except Hook.DoesNotExist:
            raise Http404 from None
        return _("The webhook is gone from this page.")

    def step_down(self) -> str:
        """Run the campaign no more."""
        roles.step_down(campaign=self.campaign, by=self.by)
        return _("You no longer run this campaign.")


ACTS: Acts[People] = {
    "invite": (People.invite, "invite"),
    "revoke": (People.revoke, ""),
    "approve": (People.approve, ""),
    "return": (People.give_back, "word"),
    "remove": (People.remove, "remove"),
    "bot": (People.bot, "bot"),
    "fill": (People.fill, "bot"),
    "back": (People.back, ""),
    "promote": (People.promote, ""),
    "hand_over": (People.hand_over, ""),
    "dismiss": (People.dismiss, ""),
    "forget_hook": (People.forget_hook, ""),
    "step_down": (People.step_down, ""),
}


_FINAL: Mapping[str, tuple[Promise, Promise]] = {
    "hand_over": (
        lazy("You no longer run this campaign, and whoever takes it over must let you back in."),
        lazy("Hand it over"),
    ),
    "step_down": (
        lazy(
            "You no longer run this campaign. You have seen its truth, so you can hold no seat in it either."
        ),
        lazy("Step down"),
    ),
    "dismiss": (lazy("This person loses the place in the campaign at once."), lazy("Remove")),
}


@login_required
def people(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Seats, armies that wait for approval, roles and invitations."""
    at = People(request, campaign_id)
    question = _FINAL.get(at.act) if request.method == "POST" and at.page.facilitator else None
    asked = ask_first(request, *question) if question is not None else None
    if asked is not None:
        return asked
    done, wrong = carry_out(at, ACTS)
    if done:
        away = at.act in ("hand_over", "step_down")
        return redirect("campaign_about" if away else "people", campaign_id=campaign_id)
    context = {
        "viewer": at.viewer,
        "people": at.page,
        "frame": frame_of(
            at.campaign, latest_turn(at.campaign), at.viewer.seat, facilitator=at.viewer.facilitator
        ),
        "here": "people",
        "forms": at.forms,
        "acting": at.act,
        "acted_on": request.POST.get("seat", "") if request.method == "POST" else "",
        "wrong": wrong,
        "site": settings.SITE_URL,
        # Who runs a war that is blind sees no more than others: there is nothing more to protect.
        "lacks_second_factor": not at.campaign.blind and lacks_second_factor(at.by),
    }
    status = 422 if request.method == "POST" else 200
    for frame in FRAMES:
        around = frame(at.by, at.campaign)
        if around is not None:
            return render(request, around.template, {**context, **around.context}, status=status)
    return render(request, "people/people.html", context, status=status)


@login_required
@require_POST
def leave(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Watch or judge a campaign no more."""
    viewer = viewer_of(request, campaign_id)
    question = _("You leave the campaign, and come back only by a new invitation.")
    asked = ask_first(request, question, _("Leave this campaign"))
    if asked is not None:
        return asked
    try:
        roles.leave_role(campaign=viewer.campaign, by=viewer.user)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return redirect("campaign_about", campaign_id=campaign_id)
    messages.success(request, _("You have left %(campaign)s.") % {"campaign": viewer.campaign.name})
    return redirect("home")
