"""A person's own data for programs: all of it as a file, and the end of the account."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from campaign.access.logins import logged_in_lately
from campaign.accounts.privacy.services import check_proof, delete_account, own_data_file
from campaign.archive.exchange.api import ZIP, ZipRenderer
from campaign.models import Scope
from campaign.web.api.authentication import NO_TOKEN
from campaign.web.api.base import Endpoint, Once, once
from campaign.web.api.fields import Acknowledgement, Text
from campaign.web.api.problems import ProblemError
from campaign.web.api.request_parsing import Strict
from campaign.web.made_files import attached


class Goodbye(Strict):
    """The account's password, or its e-mail address if it has none."""

    proof = Text(max_length=200, trim_whitespace=False)


class MyData(Endpoint):
    """Everything that the site holds about me."""

    read_scope = Scope.READ
    renderer_classes = (JSONRenderer, ZipRenderer)

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY}, operation_id="export_my_data")
    def get(self, request: Request) -> HttpResponseBase:
        """Take out everything that the site holds about you, as a zip of JSON files and pictures."""
        return attached(own_data_file(self.person), "my-data.zip", ZIP)


class AccountDeletion(Endpoint):
    """The end of my account."""

    write_scope = NO_TOKEN

    @extend_schema(request=Goodbye, operation_id="delete_account")
    @once
    def post(self, request: Request) -> Once[Acknowledgement]:
        """Delete your account for good; only for the session of the pages, never for a token."""
        said = self.read(Goodbye)
        if not logged_in_lately(self.request._request):
            detail = "This needs a log-in of the last 15 minutes: log in again on the page."
            raise ProblemError("forbidden", detail)
        # Before the transaction in which a request counts once: a refusal undoes that, and no count.
        check_proof(self.person, said["proof"], self.request._request)
        yield
        delete_account(user=self.person, proof=said["proof"], request=request._request)
        return Acknowledgement()
