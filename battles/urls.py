"""The pages of battles and of what surrounds them, room by room."""

from __future__ import annotations

from django.urls import URLPattern

from battles.desk import urls as desk
from battles.honours import urls as honours
from battles.page import urls as page
from battles.stories import urls as stories
from battles.table import urls as table

# A room within another comes first: its words would be taken for somebody's id.
ROOMS = (
    page,
    honours,
    desk,
    stories,
    table,
)
urlpatterns: list[URLPattern] = [pattern for room in ROOMS for pattern in room.urlpatterns]
