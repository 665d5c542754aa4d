"""The desk's map: how all stood when the turn began, and every army in a list beside it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaign.desk.standing.selectors import standing_page
from campaign.desk.views import Desk
from campaign.founding.mapedit.selectors import any_backdrop
from campaign.web.viewer import backdrop_address


@login_required
@require_GET
def show(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The map, for facilitators; for others, and where the war is blind, there is no such page."""
    at = Desk(request, campaign_id)
    standing = standing_page(at.campaign)
    if standing is None:
        raise Http404
    picture = backdrop_address(at.campaign, any_backdrop(at.campaign))
    return at.answer("desk/standing/map.html", {}, "map", standing=standing, backdrop=picture)
