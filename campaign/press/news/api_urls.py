"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.news import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/news/", api.News.as_view(), name="news"),
    path("campaigns/<slug:campaign_id>/news/<slug:article_id>/", api.OneArticle.as_view(), name="article"),
    path(
        "campaigns/<slug:campaign_id>/news/<slug:article_id>/publish/",
        api.ArticlePublication.as_view(),
        name="article_publish",
    ),
    path(
        "campaigns/<slug:campaign_id>/news/<slug:article_id>/remove/",
        api.ArticleRemoval.as_view(),
        name="article_remove",
    ),
    path(
        "campaigns/<slug:campaign_id>/news/<slug:article_id>/pictures/",
        api.ArticlePictures.as_view(),
        name="article_pictures",
    ),
    path(
        "campaigns/<slug:campaign_id>/news/<slug:article_id>/pictures/<slug:plate_id>/",
        api.ArticlePicture.as_view(),
        name="article_picture",
    ),
]
