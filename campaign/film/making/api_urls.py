"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.film.making import api

urlpatterns: list[URLPattern] = [
    path("campaigns/<slug:campaign_id>/film/files/", api.FilmFiles.as_view(), name="film_files"),
    path(
        "campaigns/<slug:campaign_id>/film/files/<slug:file_id>/", api.OneFilmFile.as_view(), name="film_file"
    ),
    path(
        "campaigns/<slug:campaign_id>/film/files/<slug:file_id>/file/",
        api.FetchedFilm.as_view(),
        name="fetched_film",
    ),
]
