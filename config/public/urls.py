"""The addresses of what the site says of itself."""

from __future__ import annotations

from django.urls import URLPattern, path

from config.public import sitemap, views

urlpatterns: list[URLPattern] = [
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("privacy/", views.privacy, name="privacy"),
    path("terms/", views.terms, name="terms"),
    path("contact/", views.contact, name="contact"),
    path(".well-known/security.txt", views.security, name="security_txt"),
    path(".well-known/change-password", views.change_password, name="change_password_here"),
]
