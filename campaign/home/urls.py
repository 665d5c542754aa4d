"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.home import views

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("film/shipped/turns/<whole:number>/film.json", views.shipped_film, name="shipped_film"),
    path("film/shipped/turns/<whole:number>/film/map.json", views.shipped_map, name="shipped_map"),
]
