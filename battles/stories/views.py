"""Pictures of a battle that both sides show to everybody."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from battles.stories.selectors import picture_data, shared_row


@require_GET
def shared_picture(request: HttpRequest, token: str, picture_id: str) -> HttpResponse:
    """A picture of a battle that both sides show to everybody."""
    battle = shared_row(token)
    return jpeg(picture_data(battle, picture_id) if battle is not None else None)


def jpeg(data: bytes | None) -> HttpResponse:
    """The picture; what is not there is not found."""
    if data is None:
        raise Http404
    answer = HttpResponse(data, content_type="image/jpeg")
    answer["Content-Disposition"] = "inline"
    answer["Cache-Control"] = "private, no-store"
    return answer
