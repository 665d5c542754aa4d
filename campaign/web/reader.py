"""Who reads what is public of a campaign: its members, and anybody if the campaign is open to all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from campaign.access.membership import keeps, open_campaigns
from campaign.access.page_frame import frame_of
from campaign.models import Campaign, Seat, User
from campaign.turn.stored_turns import latest_turn
from campaign.web.kept_publicly import VISITORS_OWN
from campaign.web.viewer import Viewer, viewer_of

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who may read what is public; ``viewer`` is None for one without a part in the campaign."""

    campaign: Campaign
    viewer: Viewer | None

    @property
    def seat(self) -> Seat | None:
        """The seat that is looked at, or as."""
        return self.viewer.seat if self.viewer is not None else None

    @property
    def keeps(self) -> bool:
        """Whether the reader may write for all, as oneself."""
        viewer = self.viewer
        return viewer is not None and not viewer.watching and keeps(viewer.user, self.campaign)

    def head(self, here: str) -> dict[str, Any]:
        """What the frame of the page needs."""
        viewer = self.viewer
        facilitator = viewer is not None and viewer.facilitator
        frame = frame_of(self.campaign, latest_turn(self.campaign), self.seat, facilitator=facilitator)
        return {"viewer": viewer, "frame": replace(frame, guest=viewer is None), "here": here}


def reader_of(request: HttpRequest, campaign_id: str) -> Reader | None:
    """The reader of a campaign; None for whom there is nothing to read."""
    if isinstance(request.user, User):
        try:
            viewer = viewer_of(request, campaign_id)
            return Reader(viewer.campaign, viewer)
        except Http404:
            pass
    campaign = open_campaigns().filter(public_id=campaign_id).first()
    return None if campaign is None else Reader(campaign, None)


def for_readers(
    view: Callable[Concatenate[HttpRequest, Reader, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """A page for readers: whoever is not logged in is asked to, where the campaign is not open to all."""

    @wraps(view)
    def read(request: HttpRequest, campaign_id: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        reader = reader_of(request, campaign_id)
        if reader is not None:
            found = view(request, reader, *args, **kwargs)
            if reader.viewer is None and not request.user.is_authenticated:
                found.setdefault("Cache-Control", VISITORS_OWN)
            return found
        if request.user.is_authenticated:
            raise Http404
        answer: HttpResponse = redirect_to_login(request.get_full_path())
        return answer

    return read
