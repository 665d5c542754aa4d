"""Pictures and lists of a battle, served to whoever may see them and to nobody else."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from battles.page.fighter import fighter_of
from battles.page.selectors import list_picture
from battles.stories.selectors import picture_data
from battles.stories.views import jpeg


@login_required
@require_GET
def picture(request: HttpRequest, campaign_id: str, battle_id: str, picture_id: str) -> HttpResponse:
    """A picture, for the two sides of the battle."""
    _viewer, battle = fighter_of(request, campaign_id, battle_id)
    return jpeg(picture_data(battle, picture_id))


@login_required
@require_GET
def list_photograph(request: HttpRequest, campaign_id: str, battle_id: str, side: str) -> HttpResponse:
    """The photograph of a list: the own one, or the enemy's once both are in."""
    viewer, battle = fighter_of(request, campaign_id, battle_id)
    if side not in ("own", "enemy"):
        raise Http404
    return jpeg(list_picture(viewer.player, battle, side))
