"""The API around battles, room by room, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern

from battles.desk import api_urls as desk
from battles.honours import api_urls as honours
from battles.lists import api_urls as lists
from battles.page import api_urls as page

# A room within another comes first: its words would be taken for somebody's id.
ROOMS = (
    page,
    desk,
    honours,
    lists,
)
urlpatterns: list[URLPattern] = [pattern for room in ROOMS for pattern in room.urlpatterns]
