"""The campaign's paper, and a war that has ended."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaign.api.base import CampaignEndpoint
from campaign.api.paging import AFTER, rows_after
from campaign.api.problems import ProblemError, invalid, not_found
from campaign.api.reading import Nothing
from campaign.api.serializers import press as shapes
from campaign.models import Scope
from campaign.selectors import news as reading
from campaign.selectors import war_end
from campaign.selectors.access import keeps
from campaign.selectors.war_statistics import statistics
from campaign.services import news as writing


class _Paper(CampaignEndpoint):
    write_scope = Scope.FACILITATE

    @property
    def keeps(self) -> bool:
        """Whether the person writes the paper."""
        return keeps(self.person, self.campaign)

    def must_keep(self) -> None:
        """Let in those who write the paper only. Raises ``ProblemError``."""
        if not self.keeps:
            raise ProblemError("forbidden", "Only a facilitator of the campaign may do this.")

    def paper(self) -> Mapping[str, Any]:
        """A part of it, and how it is shown."""
        self.campaign.refresh_from_db(fields=("open_to_all",))
        rows = reading.articles(self.campaign, drafts=self.keeps)
        found, after = rows_after(self.request, rows, ("-shown_at", "-id"))
        return shapes.Paper(
            {
                "open_to_all": self.campaign.open_to_all,
                "share": reading.share_text(self.campaign),
                "items": reading.in_words(found),
                "next": after,
            }
        ).data

    def article(self, article_id: str) -> Mapping[str, Any]:
        """One piece. Raises ``ProblemError``."""
        found = reading.piece(self.campaign, article_id, drafts=self.keeps)
        if found is None:
            raise not_found()
        return shapes.Article(found).data

    def changed(self, article_id: str, act: Callable[[], object]) -> Response:
        """Do ``act`` once to a piece and answer with it."""
        self.must_keep()
        self.article(article_id)

        def effect() -> Mapping[str, Any]:
            act()
            return self.article(article_id)

        return self.once(effect)


class News(_Paper):
    """The paper."""

    parameters = (AFTER,)

    @extend_schema(responses=shapes.Paper, operation_id="read_paper")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read all pieces, the latest first; drafts are seen by those who write them."""
        return Response(self.paper())

    @extend_schema(
        request=shapes.ArticleToWrite, responses={201: shapes.Article}, operation_id="write_article"
    )
    def post(self, request: Request, campaign_id: str) -> Response:
        """Store a piece as a draft."""
        self.must_keep()
        sent = self.read(shapes.ArticleToWrite)

        def effect() -> Mapping[str, Any]:
            made = writing.write_article(campaign=self.campaign, by=self.person, **sent)
            return self.article(made.public_id)

        return self.once(effect, status=201)

    @extend_schema(request=shapes.Opening, responses=shapes.Paper, operation_id="open_campaign_to_all")
    def put(self, request: Request, campaign_id: str) -> Response:
        """Let anybody read what is public of the campaign, and everything once it has ended; or no more."""
        self.must_keep()
        sent = self.read(shapes.Opening)

        def effect() -> Mapping[str, Any]:
            writing.open_to_all(campaign=self.campaign, by=self.person, **sent)
            return self.paper()

        return self.once(effect)


class OneArticle(_Paper):
    """A piece of the paper."""

    @extend_schema(responses=shapes.Article, operation_id="read_article")
    def get(self, request: Request, campaign_id: str, article_id: str) -> Response:
        """Read a piece."""
        return Response(self.article(article_id))

    @extend_schema(request=shapes.ArticleToWrite, responses=shapes.Article, operation_id="change_article")
    def put(self, request: Request, campaign_id: str, article_id: str) -> Response:
        """Change a piece."""
        self.must_keep()
        sent = self.read(shapes.ArticleToWrite)
        return self.changed(
            article_id,
            lambda: writing.write_article(
                campaign=self.campaign, by=self.person, article_id=article_id, **sent
            ),
        )


class ArticlePublication(_Paper):
    """The publication of a piece."""

    @extend_schema(request=Nothing, responses=shapes.Article, operation_id="publish_article")
    def post(self, request: Request, campaign_id: str, article_id: str) -> Response:
        """Publish a piece; everybody is told at the same moment."""
        self.must_keep()
        self.read(Nothing)
        return self.changed(
            article_id,
            lambda: writing.publish_article(campaign=self.campaign, by=self.person, article_id=article_id),
        )


class ArticleRemoval(_Paper):
    """That a piece goes."""

    @extend_schema(request=Nothing, responses=shapes.Paper, operation_id="remove_article")
    def post(self, request: Request, campaign_id: str, article_id: str) -> Response:
        """Take a piece back for good."""
        self.must_keep()
        self.read(Nothing)
        self.article(article_id)

        def effect() -> Mapping[str, Any]:
            writing.take_back_article(campaign=self.campaign, by=self.person, article_id=article_id)
            return self.paper()

        return self.once(effect)


class ArticlePictures(_Paper):
    """The pictures of a piece."""

    @extend_schema(request=shapes.PlateToAdd, responses=shapes.Article, operation_id="add_article_picture")
    def post(self, request: Request, campaign_id: str, article_id: str) -> Response:
        """Add a picture (base64), which is written anew."""
        self.must_keep()
        sent = self.read(shapes.PlateToAdd)
        try:
            raw = base64.b64decode(sent["picture"], validate=True)
        except (binascii.Error, ValueError):
            raise invalid("picture", "must be base64") from None
        return self.changed(
            article_id,
            lambda: writing.add_plate(
                campaign=self.campaign,
                by=self.person,
                article_id=article_id,
                raw=raw,
                caption=sent["caption"],
            ),
        )


class ArticlePicture(_Paper):
    """A picture of a piece."""

    @extend_schema(responses=shapes.PlateFile, operation_id="read_article_picture")
    def get(self, request: Request, campaign_id: str, article_id: str, plate_id: str) -> Response:
        """Read a picture of a piece that you may read."""
        data = reading.plate(self.campaign, article_id, plate_id, drafts=self.keeps)
        if data is None:
            raise not_found()
        return Response({"picture": base64.b64encode(data).decode(), "media_type": "image/jpeg"})


class _Ended(CampaignEndpoint):
    def must_have_ended(self) -> None:
        """Let in after the end only. Raises ``ProblemError``."""
        if not war_end.has_ended(self.campaign):
            raise ProblemError("refused", "This is shown when the campaign has ended.", code="not_ended")


class WarStatistics(_Ended):
    """A finished war in numbers."""

    @extend_schema(responses=shapes.WarNumbers, operation_id="read_statistics")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read each army's standing after each turn; refused (409) until the campaign ends."""
        self.must_have_ended()
        return Response(shapes.WarNumbers(statistics(self.campaign)).data)


class WarReplay(_Ended):
    """A turn of a finished war."""

    @extend_schema(responses=shapes.ReplayTurn, operation_id="replay_turn")
    def get(self, request: Request, campaign_id: str, number: int) -> Response:
        """Read a turn as it was and as each army knew it; refused (409) until the campaign ends."""
        self.must_have_ended()
        document = war_end.replay_document(self.campaign, number)
        if document is None:
            raise not_found()
        return Response(shapes.ReplayTurn(document).data)


class WholeWar(_Ended):
    """A finished war as one document."""

    @extend_schema(responses=shapes.War, operation_id="export_war")
    def get(self, request: Request, campaign_id: str) -> Response:
        """Read all turns with all plans; refused (409) until the campaign ends."""
        self.must_have_ended()
        return Response(shapes.War(war_end.war_document(self.campaign)).data)
