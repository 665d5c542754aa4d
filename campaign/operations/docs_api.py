"""The API about itself: its OpenAPI document, a page to try it, and what its problems mean."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.web.api.base import Endpoint
from campaign.web.api.problem_kinds import KINDS, Kind
from campaign.web.api.problems import not_found


class Document(SpectacularAPIView):
    """The OpenAPI document, for anybody: made once in a process for each language and form.

    It changes with nothing but the app itself, and a process runs one version of that.
    """

    authentication_classes = ()
    permission_classes = (AllowAny,)
    made: ClassVar[dict[tuple[str, str], bytes]] = {}

    def _get_schema_response(self, request: Request) -> HttpResponse | Response:
        renderer = request.accepted_renderer
        language = translation.get_language() or settings.LANGUAGE_CODE
        if language not in dict(settings.LANGUAGES):
            language = settings.LANGUAGE_CODE
        key = language, renderer.media_type
        if key not in self.made:
            with translation.override(language):
                schema = self.generator_class().get_schema(request=request, public=True)
            made = renderer.render(schema, renderer.media_type, self.get_renderer_context())
            self.made[key] = made.encode() if isinstance(made, str) else made
        name = self._get_filename(request, None)  # type: ignore[no-untyped-call]
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        answer = HttpResponse(self.made[key], content_type=f"{renderer.media_type}{charset}")
        answer["Content-Disposition"] = f'inline; filename="{name}"'
        return answer


class Explorer(SpectacularSwaggerSplitView):
    """A page on which to read and try the API; its script is a file of its own, as the CSP asks."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    url_name = "api:schema"
    template_name = "operations/explorer.html"


class ProblemMeaning(Endpoint):
    """What a sort of problem means: the address in a problem's ``type``."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="read_problem", auth=[])
    def get(self, request: Request, slug: str) -> Kind:
        """Read what a sort of problem means."""
        if slug not in KINDS:
            raise not_found()
        return KINDS[slug]
