"""Anybody's scenario, adjudicated."""

from __future__ import annotations

import json

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.access.visitors import asker_of
from campaign.base.answers import document_of
from campaign.rulebook.adjudicator import shapes
from campaign.rulebook.adjudicator.selectors import VerdictPage, verdict_page
from campaign.rulebook.adjudicator.services import ask_verdict
from campaign.web.api.base import Endpoint


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
        return Response(document_of(_verdict(verdict_page(made.public_id))), status=202)


class OneVerdict(_Open):
    """What came of a scenario."""

    @extend_schema(operation_id="read_verdict", auth=[])
    def get(self, request: Request, verdict_id: str) -> shapes.Verdict:
        """Read what came of a scenario; for a day."""
        return _verdict(verdict_page(verdict_id))


def _verdict(page: VerdictPage) -> shapes.Verdict:
    return shapes.Verdict(
        id=page.id,
        state=page.state.value,
        expires_at=page.expires,
        page=settings.SITE_URL + reverse("verdict", args=[page.id]),
        error=shapes.ScenarioFault(page.error_path, page.error) if page.error else None,
        in_dispute=page.battles,
        outcome=page.outcome,
    )
