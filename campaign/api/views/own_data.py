"""A person's own data for programs: all of it as a file, and the end of the account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import Endpoint
from campaign.api.problems import ProblemError
from campaign.api.reading import Strict
from campaign.api.serializers.fields import Text
from campaign.api.serializers.press import Done
from campaign.api.views.exchange import ZIP, ZipRenderer
from campaign.models import ApiToken
from campaign.services.own_data import delete_account, own_data_file


class Goodbye(Strict):
    """The account's password, or its e-mail address if it has none."""

    proof = Text(max_length=200, trim_whitespace=False)


class MyData(Endpoint):
    """Everything that the site holds about me."""

    renderer_classes = (JSONRenderer, ZipRenderer)

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY}, operation_id="export_my_data")
    def get(self, request: Request) -> HttpResponseBase:
        """Take out everything that the site holds about you, as a zip of JSON files and pictures."""
        response = HttpResponse(own_data_file(self.person), content_type=ZIP)
        response["Content-Disposition"] = 'attachment; filename="my-data.zip"'
        return response


class AccountDeletion(Endpoint):
    """The end of my account."""

    @extend_schema(request=Goodbye, responses=Done, operation_id="delete_account")
    def post(self, request: Request) -> Response:
        """Delete your account for good; only for the session of the pages, never for a token."""
        if isinstance(request.auth, ApiToken):
            raise ProblemError("forbidden", "A token cannot delete an account; log in on the page.")
        said = self.read(Goodbye)

        def effect() -> Mapping[str, Any]:
            delete_account(user=self.person, proof=said["proof"])
            return {"done": True}

        return self.once(effect)
