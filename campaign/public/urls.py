"""The pages' addresses of this room."""

from __future__ import annotations

from django.urls import URLPattern, path

from campaign.public import embed, views
from campaign.public.directory import views as directory

urlpatterns: list[URLPattern] = [
    path("wars/", directory.wars, name="wars"),
    path("wars/feed.atom", directory.feed, name="wars_feed"),
    path("wars/asked/", directory.asked, name="asked"),
    path("wars/<str:campaign_id>/", directory.sought, name="war_sought"),
    path("oembed/", embed.oembed, name="oembed"),
    path("join/<str:token>/card.png", views.invitation_card, name="invitation_card"),
    path("c/<str:campaign_id>/", views.door, name="war_map"),
    path("c/<str:campaign_id>/about/", views.about, name="campaign_about"),
    path("c/<str:campaign_id>/card.png", views.war_card, name="war_card"),
    path("c/<str:campaign_id>/feed.atom", views.war_feed, name="war_feed"),
    path("c/<str:campaign_id>/embed/", embed.war_embed, name="war_embed"),
    path("c/<str:campaign_id>/face/", directory.face, name="public_face"),
]
