"""A campaign's Discord channel, for those who run it: its address, its switches, a test, its end."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaign.access.membership import keeps
from campaign.access.page_frame import frame_of
from campaign.notices.discord.forms import ChannelForm, EventsForm
from campaign.notices.discord.selectors import channel_page
from campaign.notices.discord.services import choose_events, remove_channel, set_channel, test_channel
from campaign.turn.stored_turns import latest_turn
from campaign.web.page_actions import Acting, Acts, carry_out


class Channel(Acting):
    """One request to the page."""

    def __init__(self, request: HttpRequest, campaign_id: str) -> None:
        super().__init__(request, campaign_id)
        if not keeps(self.by, self.campaign):
            raise Http404
        self.page = channel_page(self.campaign)
        on = [one.event for one in self.page.events if one.on]
        self.forms = {
            "address": ChannelForm(self.posted("set"), auto_id="set_%s"),
            "events": EventsForm(self.posted("choose"), auto_id="choose_%s", initial={"on": on}),
        }

    # The acts, each giving the sentence that confirms it

    def set(self) -> str:
        """Store the address."""
        address = self.forms["address"].cleaned_data["address"]
        set_channel(campaign=self.campaign, by=self.by, address=address)
        return _("Saved. All of the campaign's people are told that public facts are posted there.")

    def choose(self) -> str:
        """Set what is posted."""
        form = self.forms["events"]
        assert isinstance(form, EventsForm)
        choose_events(campaign=self.campaign, by=self.by, off=form.off())
        return _("Saved.")

    def test(self) -> str:
        """Post a test."""
        test_channel(campaign=self.campaign, by=self.by)
        return _("Sent: a test should stand in the channel.")

    def remove(self) -> str:
        """Post nothing there any more."""
        remove_channel(campaign=self.campaign, by=self.by)
        return _("Nothing is posted there any more; all of the campaign's people are told.")


ACTS: Acts[Channel] = {
    "set": (Channel.set, "address"),
    "choose": (Channel.choose, "events"),
    "test": (Channel.test, ""),
    "remove": (Channel.remove, ""),
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def channel(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The page of the channel; 404 for everybody but those who run the campaign."""
    at = Channel(request, campaign_id)
    done, wrong = carry_out(at, ACTS)
    if done:
        return redirect("discord_channel", campaign_id=campaign_id)
    context = {
        "viewer": at.viewer,
        "channel": at.page,
        "forms": at.forms,
        "wrong": wrong,
        "frame": frame_of(
            at.campaign, latest_turn(at.campaign), at.viewer.seat, facilitator=at.viewer.facilitator
        ),
        "here": "people",
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "notices/discord/channel.html", context, status=status)
