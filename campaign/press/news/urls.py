"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.press.news import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/chronicle/", views.chronicle, name="chronicle"),
    path("c/<str:campaign_id>/chronicle/write/", views.write, name="write_article"),
    path("c/<str:campaign_id>/chronicle/open/", views.open_to_all, name="open_to_all"),
    path("c/<str:campaign_id>/chronicle/front/<whole:number>/", views.front, name="front_page"),
    path("c/<str:campaign_id>/chronicle/<str:article_id>/", views.article, name="article"),
    path("c/<str:campaign_id>/chronicle/<str:article_id>/edit/", views.write, name="edit_article"),
    path("c/<str:campaign_id>/chronicle/<str:article_id>/act/", views.act, name="act_article"),
    path("c/<str:campaign_id>/chronicle/<str:article_id>/pictures/", views.add_plate, name="add_plate"),
    path(
        "c/<str:campaign_id>/chronicle/<str:article_id>/pictures/<str:plate_id>.jpg",
        views.plate,
        name="plate",
    ),
    path("c/<str:campaign_id>/share/", views.share, name="share"),
]
