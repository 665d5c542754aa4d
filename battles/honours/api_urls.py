"""The API's addresses of this room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, path

from battles.honours import api

urlpatterns: list[URLPattern] = [
    path("availability/", api.MyAvailability.as_view(), name="availability"),
    path("stand-ins/", api.MyStandIns.as_view(), name="stand_ins"),
    path("stand-ins/<slug:token>/", api.OneStandIn.as_view(), name="stand_in_link"),
    path("shared/<slug:token>/", api.SharedBattle.as_view(), name="shared"),
    path("shared/<slug:token>/summary/", api.SharedSummary.as_view(), name="shared_summary"),
    path(
        "shared/<slug:token>/pictures/<slug:picture_id>/", api.SharedPicture.as_view(), name="shared_picture"
    ),
]
