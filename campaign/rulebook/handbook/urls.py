"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.rulebook.handbook import views

urlpatterns: list[URLPattern] = [
    path("help/", views.handbook, name="help"),
    path("help/words/", views.words, name="help_words"),
    path("help/<slug:name>/", views.chapter_page, name="help_chapter"),
]
