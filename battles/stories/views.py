"""Pictures of a battle that both sides show to everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from battles.stories.selectors import picture_data, shared_battle, shared_row
from battles.stories.sent_on import of_shared
from battles.stories.sent_picture import picture


@require_GET
def shared_picture(request: HttpRequest, token: str, picture_id: str) -> HttpResponse:
    """A picture of a battle that both sides show to everybody."""
    battle = shared_row(token)
    return jpeg(picture_data(battle, picture_id) if battle is not None else None)


@require_GET
def shared_summary(request: HttpRequest, token: str) -> HttpResponse:
    """The result of a battle that both sides show to everybody, as a picture."""
    battle = shared_row(token)
    if battle is None:
        raise Http404
    return png(picture(of_shared(shared_battle(battle)), request.get_host()))


def png(data: bytes) -> HttpResponse:
    """A picture that is never kept: what shows it may be revoked."""
    answer = HttpResponse(data, content_type="image/png")
    answer["Content-Disposition"] = 'inline; filename="battle.png"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def jpeg(data: bytes | None) -> HttpResponse:
    """The picture; what is not there is not found."""
    if data is None:
        raise Http404
    answer = HttpResponse(data, content_type="image/jpeg")
    answer["Content-Disposition"] = "inline"
    answer["Cache-Control"] = "private, no-store"
    return answer
