"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.film.making import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/film/", views.making, name="film_making"),
    path("c/<str:campaign_id>/turns/<whole:number>/film/still.png", views.film_still, name="film_still"),
    path("c/<str:campaign_id>/film/<str:file_id>/file", views.film_download, name="film_file"),
]
