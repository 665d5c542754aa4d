"""The first page: what needs me, by when."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from campaign.access.play_keys import new_key
from campaign.access.public_page import open_campaigns
from campaign.access.versions import keys_of_home
from campaign.base.sse import hub
from campaign.home.landing import landing_war, shipped_part
from campaign.home.own_skirmishes import own_skirmishes
from campaign.home.selectors import home_of
from campaign.people.invitations.selectors import waiting_for
from campaign.web.bounded_fields import whole


def home(request: HttpRequest) -> HttpResponse:
    """Over all campaigns of a person; a stranger is told what this is."""
    user = request.user
    if not user.is_authenticated or user.guest:
        wars = own_skirmishes(user) if user.is_authenticated else ()
        war = landing_war()
        landing = {"campaigns": open_campaigns(), "play_key": new_key(), "wars": wars, "landing": war}
        landing["film"] = war.film
        answer = render(request, "home/landing.html", landing)
        # Its key is for one reader.
        answer["Cache-Control"] = "private, no-store"
        return answer
    # Read before all else: what changes while the page is made is told by its stream.
    seen = hub.token(keys_of_home(user))
    page = home_of(user, whole(request.GET.get("page", "1")) or 1)
    invitations = waiting_for(user) if page.number == 1 else ()
    context = {"seen": seen, "page": page, "invitations": invitations, "play_key": new_key()}
    return render(request, "home/home.html", context)


@require_safe
@cache_control(public=True, max_age=86_400)
def shipped_film(request: HttpRequest, number: int) -> HttpResponse:
    """The film of a turn of the war that is shipped with the app."""
    return _shipped("films", number)


@require_safe
@cache_control(public=True, max_age=86_400)
def shipped_map(request: HttpRequest, number: int) -> HttpResponse:
    """The map after one of its turns."""
    return _shipped("maps", number)


def _shipped(part: str, number: int) -> HttpResponse:
    found = shipped_part(part, number)
    if found is None:
        raise Http404
    return JsonResponse(found, json_dumps_params={"separators": (",", ":"), "ensure_ascii": False})
