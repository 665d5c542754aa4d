"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.film import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/turns/<whole:number>/film.json", views.turn_film, name="turn_film"),
    path("c/<str:campaign_id>/turns/<whole:number>/film/map.json", views.film_map, name="film_map"),
    path("c/<str:campaign_id>/film.json", views.films, name="films"),
]
