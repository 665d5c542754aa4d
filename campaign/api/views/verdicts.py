"""Anybody's scenario, adjudicated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import Endpoint
from campaign.api.serializers import verdicts as shapes
from campaign.selectors.verdicts import VerdictPage, verdict_page
from campaign.services.verdicts import ask_verdict
from campaign.visitors import asker_of


class _Open(Endpoint):
    """For anybody: nobody need log in, and who does is not asked."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    has_effect = False


class Verdicts(_Open):
    """Scenarios to adjudicate."""

    @extend_schema(
        request=shapes.ScenarioToJudge, responses={202: shapes.Verdict}, operation_id="ask_verdict", auth=[]
    )
    def post(self, request: Request) -> Response:
        """Have a scenario adjudicated by a worker; ask for the verdict at its own address."""
        scenario = self.read(shapes.ScenarioToJudge)["scenario"]
        text = json.dumps(scenario, ensure_ascii=False, indent=1)
        made = ask_verdict(text=text, asker=asker_of(request))
        return Response(_document(verdict_page(made.public_id)), status=202)


class OneVerdict(_Open):
    """What came of a scenario."""

    @extend_schema(responses=shapes.Verdict, operation_id="read_verdict", auth=[])
    def get(self, request: Request, verdict_id: str) -> Response:
        """Read what came of a scenario; for a day."""
        return Response(_document(verdict_page(verdict_id)))


def _document(page: VerdictPage) -> Mapping[str, Any]:
    fault = {"path": page.error_path, "detail": page.error} if page.error else None
    return shapes.Verdict(
        {
            "id": page.id,
            "state": page.state.value,
            "expires_at": page.expires,
            "page": settings.SITE_URL + reverse("verdict", args=[page.id]),
            "error": fault,
            "in_dispute": [list(pair) for pair in page.battles],
            "outcome": page.outcome,
        }
    ).data
