"""The API about itself: its OpenAPI document, a page to try it, and what its problems mean."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import Endpoint
from campaign.api.problems import KINDS, not_found


class Document(SpectacularAPIView):
    """The OpenAPI document, for anybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class Explorer(SpectacularSwaggerSplitView):
    """A page on which to read and try the API; its script is a file of its own, as the CSP asks."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    url_name = "api:schema"
    template_name = "api/explorer.html"


class Meaning(serializers.Serializer[Any]):
    """What a sort of problem means."""

    slug = serializers.CharField()
    status = serializers.IntegerField()
    title = serializers.CharField()
    meaning = serializers.CharField()


class ProblemMeaning(Endpoint):
    """What a sort of problem means: the address in a problem's ``type``."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=Meaning, operation_id="read_problem", auth=[])
    def get(self, request: Request, slug: str) -> Response:
        """Read what a sort of problem means."""
        if slug not in KINDS:
            raise not_found()
        return Response(Meaning(KINDS[slug]).data)
