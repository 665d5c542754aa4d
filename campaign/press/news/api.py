"""The campaign's paper, and a war that has ended."""

from __future__ import annotations

import base64

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.access.membership import keeps
from campaign.access.uploads import encode
from campaign.models import Scope
from campaign.press.news import selectors as reading
from campaign.press.news import services as writing
from campaign.press.news import shapes
from campaign.press.news.selectors import Piece
from campaign.web.api.base import CampaignEndpoint, Once, once
from campaign.web.api.paging import AFTER, rows_after
from campaign.web.api.problems import ProblemError, not_found
from campaign.web.api.request_parsing import Nothing


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

    def paper(self) -> shapes.Paper:
        """A part of it, and how it is shown."""
        self.campaign.refresh_from_db(fields=("open_to_all",))
        rows = reading.articles(self.campaign, drafts=self.keeps)
        found, after = rows_after(self.request, rows, ("-shown_at", "-id"))
        return shapes.Paper(
            next=after,
            open_to_all=self.campaign.open_to_all,
            share=reading.share_text(self.campaign),
            items=reading.in_words(found),
        )

    def article(self, article_id: str) -> Piece:
        """One piece. Raises ``ProblemError``."""
        found = reading.piece(self.campaign, article_id, drafts=self.keeps)
        if found is None:
            raise not_found()
        return found


class News(_Paper):
    """The paper."""

    read_scope = Scope.READ
    parameters = (AFTER,)

    @extend_schema(operation_id="read_paper")
    def get(self, request: Request, campaign_id: str) -> shapes.Paper:
        """Read all pieces, the latest first; drafts are seen by those who write them."""
        return self.paper()

    @extend_schema(request=shapes.ArticleToWrite, operation_id="write_article")
    @once(status=201)
    def post(self, request: Request, campaign_id: str) -> Once[Piece]:
        """Store a piece as a draft."""
        self.must_keep()
        sent = self.read(shapes.ArticleToWrite)
        yield
        made = writing.write_article(campaign=self.campaign, by=self.person, **sent)
        return self.article(made.public_id)

    @extend_schema(request=shapes.Opening, operation_id="open_campaign_to_all")
    @once
    def put(self, request: Request, campaign_id: str) -> Once[shapes.Paper]:
        """Let anybody read what is public of the campaign, and everything once it has ended; or no more."""
        self.must_keep()
        sent = self.read(shapes.Opening)
        yield
        writing.open_to_all(campaign=self.campaign, by=self.person, **sent)
        return self.paper()


class OneArticle(_Paper):
    """An article."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_article")
    def get(self, request: Request, campaign_id: str, article_id: str) -> Piece:
        """Read a piece."""
        return self.article(article_id)

    @extend_schema(request=shapes.ArticleToWrite, operation_id="change_article")
    @once
    def put(self, request: Request, campaign_id: str, article_id: str) -> Once[Piece]:
        """Change a piece."""
        self.must_keep()
        sent = self.read(shapes.ArticleToWrite)
        self.article(article_id)
        yield
        writing.write_article(campaign=self.campaign, by=self.person, article_id=article_id, **sent)
        return self.article(article_id)


class ArticlePublication(_Paper):
    """The publication of a piece."""

    @extend_schema(request=Nothing, operation_id="publish_article")
    @once
    def post(self, request: Request, campaign_id: str, article_id: str) -> Once[Piece]:
        """Publish a piece; everybody is told at the same moment."""
        self.must_keep()
        self.read(Nothing)
        self.article(article_id)
        yield
        writing.publish_article(campaign=self.campaign, by=self.person, article_id=article_id)
        return self.article(article_id)


class ArticleRemoval(_Paper):
    """That a piece goes."""

    @extend_schema(request=Nothing, operation_id="remove_article")
    @once
    def post(self, request: Request, campaign_id: str, article_id: str) -> Once[shapes.Paper]:
        """Take a piece back for good."""
        self.must_keep()
        self.read(Nothing)
        self.article(article_id)
        yield
        writing.take_back_article(campaign=self.campaign, by=self.person, article_id=article_id)
        return self.paper()


class ArticlePictures(_Paper):
    """The pictures of a piece."""

    @extend_schema(request=shapes.PlateToAdd, operation_id="add_article_picture")
    @once
    def post(self, request: Request, campaign_id: str, article_id: str) -> Once[Piece]:
        """Add a picture (base64), which is written anew."""
        self.must_keep()
        sent = self.read(shapes.PlateToAdd)
        self.article(article_id)
        # Before the transaction in which a request counts once: nobody who writes waits for a picture.
        picture = encode(sent["picture"], by=self.person)
        yield
        writing.add_plate(
            campaign=self.campaign,
            by=self.person,
            article_id=article_id,
            raw=picture,
            caption=sent["caption"],
        )
        return self.article(article_id)


class ArticlePicture(_Paper):
    """A picture of a piece."""

    read_scope = Scope.READ

    @extend_schema(operation_id="read_article_picture")
    def get(self, request: Request, campaign_id: str, article_id: str, plate_id: str) -> shapes.PlateFile:
        """Read a picture of a piece that you may read."""
        data = reading.plate(self.campaign, article_id, plate_id, drafts=self.keeps)
        if data is None:
            raise not_found()
        return shapes.PlateFile(base64.b64encode(data).decode(), "image/jpeg")
