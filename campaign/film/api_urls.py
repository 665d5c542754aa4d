"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.film import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/film/", api.MyFilms.as_view(), name="films"),
    path("campaigns/<slug:campaign_id>/turns/<whole:number>/film/", api.TurnFilm.as_view(), name="film"),
    path(
        "campaigns/<slug:campaign_id>/turns/<whole:number>/film/map/", api.FilmMap.as_view(), name="film_map"
    ),
]
