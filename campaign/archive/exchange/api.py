"""Campaigns out and in as files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import IO

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from campaign.access.membership import seat_of
from campaign.archive.exchange import shapes
from campaign.archive.exchange.file_limits import MOST_BYTES
from campaign.archive.exchange.selectors import (
    Reader,
    TransferPage,
    export_of,
    exported_file,
    import_page,
    reader_of,
)
from campaign.archive.exchange.services import ask_export, ask_import
from campaign.archive.exchange.tables import name_of
from campaign.models import Scope
from campaign.reports.documents import Knowledge as KnowledgeDocument
from campaign.reports.knowledge_document import knowledge_document
from campaign.web.api.base import CampaignEndpoint, Endpoint, Once, once
from campaign.web.api.problems import ProblemError, there
from campaign.web.api.request_parsing import Nothing
from campaign.web.made_files import api_address, attached

ZIP = "application/zip"


class ZipRenderer(JSONRenderer):
    """Lets programs ask for a zip; what says no is JSON all the same."""

    media_type = ZIP
    format = "zip"


class Zip(dict[str, str]):
    """A zip that was sent: told apart from others by its hash."""

    def __init__(self, file: bytes) -> None:
        super().__init__(sha256=hashlib.sha256(file).hexdigest())
        self.file = file


class ZipParser(BaseParser):
    """A zip of bounded size as the body."""

    media_type = ZIP

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Zip:
        """The bytes that were sent. Raises ``ProblemError``."""
        file = stream.read(MOST_BYTES + 1)
        if len(file) > MOST_BYTES:
            raise ProblemError("too-large", f"A campaign's file may have up to {MOST_BYTES} bytes.")
        return Zip(file)


class CampaignFile(CampaignEndpoint):
    """A whole campaign as a file: asked for, and how far it is."""

    read_scope = Scope.FACILITATE
    write_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_export")
    def get(self, request: Request, campaign_id: str) -> shapes.Export:
        """Ask how far the file is that you have asked for; 404 if you have asked for none these days."""
        return self._document()

    @extend_schema(request=Nothing, operation_id="export_campaign")
    @once(status=202)
    def post(self, request: Request, campaign_id: str) -> Once[shapes.Export]:
        """Have a campaign made into one file: facilitators at any time, all who had a part in it at its end.

        A worker makes it; ask for it at the address in ``ask``. While it is made, asking for another gives
        the same; afterwards the one before goes.
        """
        _reader(self)
        self.read(Nothing)
        yield
        ask_export(campaign=self.campaign, by=self.person)
        return self._document()

    def _document(self) -> shapes.Export:
        return _export(there(export_of(_reader(self))), self.campaign.public_id)


class ExportedFile(CampaignEndpoint):
    """The file itself."""

    read_scope = Scope.FACILITATE
    renderer_classes = (JSONRenderer, ZipRenderer)

    @extend_schema(responses={(200, ZIP): OpenApiTypes.BINARY}, operation_id="fetch_export")
    def get(self, request: Request, campaign_id: str) -> HttpResponseBase:
        """Fetch the campaign's file, once it is made and as long as you may have it."""
        return attached(there(exported_file(_reader(self))), name_of(self.campaign), ZIP)


def _reader(endpoint: CampaignEndpoint) -> Reader:
    """Who asks, as one who takes the campaign out. Raises ``ProblemError``."""
    reader = reader_of(endpoint.person, endpoint.campaign)
    if reader is None:
        raise ProblemError("forbidden", "Only a facilitator can export a campaign before it has ended.")
    return reader


class CampaignImport(Endpoint):
    """A campaign from its file."""

    write_scope = Scope.FACILITATE
    parser_classes = (ZipParser,)

    @extend_schema(request={ZIP: OpenApiTypes.BINARY}, operation_id="import_campaign")
    @once(status=202)
    def post(self, request: Request) -> Once[shapes.Import]:
        """Take a campaign in; it arrives paused, with its seats open and you as its facilitator.

        A worker checks it and takes it in; ask what comes of it at the address in ``ask``.
        """
        sent = request.data
        if not isinstance(sent, Zip):
            raise ProblemError("media-type", "Send the file itself, as application/zip.")
        yield
        made = ask_import(file=sent.file, name="campaign.zip", by=self.person)
        return _import(import_page(self.person, made.public_id))


class OneImport(Endpoint):
    """A campaign's file that was sent."""

    read_scope = Scope.FACILITATE

    @extend_schema(operation_id="read_import")
    def get(self, request: Request, transfer_id: str) -> shapes.Import:
        """Ask what has come of a file that you have sent.

        What is wrong with it is said with its place: the file in the zip, the row and the field.
        """
        return _import(import_page(self.person, transfer_id))


def _export(page: TransferPage, campaign_id: str) -> shapes.Export:
    return shapes.Export(
        state=page.state,
        name=page.name,
        size=page.size,
        asked_at=page.asked_at,
        started_at=page.started_at,
        ended_at=page.ended_at,
        expires_at=page.expires_at,
        error=page.error or None,
        ask=api_address("export", campaign_id),
        file=api_address("exported_file", campaign_id) if page.ready else None,
    )


def _import(page: TransferPage) -> shapes.Import:
    here = page.arrived
    return shapes.Import(
        state=page.state,
        name=page.name,
        size=page.size,
        asked_at=page.asked_at,
        started_at=page.started_at,
        ended_at=page.ended_at,
        expires_at=page.expires_at,
        error=page.error or None,
        id=page.id,
        ask=api_address("import_state", page.id),
        campaign=None if here is None else shapes.TakenIn(here.public_id, here.name, here.status),
    )


class Knowledge(CampaignEndpoint):
    """What my seat knows."""

    read_scope = Scope.READ

    @extend_schema(operation_id="export_knowledge")
    def get(self, request: Request, campaign_id: str) -> KnowledgeDocument:
        """Take out what your seat knows, turn by turn, as a document of its own schema (docs/exchange.md)."""
        return knowledge_document(seat_of(self.person, self.campaign) or self.seat())
