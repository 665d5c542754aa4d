"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.founding.mapedit import views

urlpatterns: list[URLPattern] = [
    path("c/<str:campaign_id>/build/map/", views.edit, name="build_map"),
    path("c/<str:campaign_id>/build/map/files/", views.files, name="build_map_files"),
    path("c/<str:campaign_id>/build/map/files/<slug:form>/", views.export, name="build_map_export"),
    path("c/<str:campaign_id>/map/<str:picture_id>/", views.backdrop, name="backdrop"),
]
