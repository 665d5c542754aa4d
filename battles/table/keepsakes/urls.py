"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.table.keepsakes import views

urlpatterns: list[URLPattern] = [
    path("t/<str:table_id>/cards/", views.cards, name="table_cards"),
    path("t/<str:table_id>/rematch/", views.rematch, name="table_rematch"),
    path("t/<str:table_id>/share/", views.share, name="table_share"),
    path("t/<str:table_id>/summary.png", views.own_picture, name="table_picture"),
    path("shared/tables/<str:token>/", views.shared, name="shared_table"),
    path("shared/tables/<str:token>/summary.png", views.shared_picture, name="shared_table_picture"),
]
