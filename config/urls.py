"""The addresses of the site."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.socialaccount.providers.google import urls as google
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from battles import api_urls as battles_api
from battles.results import api_urls as results_api
from campaign import api_urls as campaign_api
from campaign.web.api.base import NothingHere
from config import csp_reports, roots
from config.sign_up import outside_sign_up, sign_up

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler429 = "config.errors.too_many"
handler500 = "config.errors.server_error"

# The operator comes in as everybody does: throttled, with the second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

API: list[URLPattern] = [
    *results_api.urlpatterns,
    *campaign_api.urlpatterns,
    re_path(r"^[\s\S]*$", NothingHere.as_view(), name="nothing"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("robots.txt", roots.robots, name="robots"),
    path("favicon.ico", roots.icon, name="favicon"),
    path("csp/", csp_reports.reported, name="csp_reports"),
    path("account/signup/", sign_up, name="account_signup"),
    path("account/outside/signup/", outside_sign_up, name="socialaccount_signup"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("account/outside/", include("allauth.socialaccount.urls")),
    path("account/outside/", include("allauth.socialaccount.providers.discord.urls")),
    path("account/outside/", include(google.urlpatterns[:1])),
    # Passwords are compared in one place: campaign.access.passwords.
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="operator_password",
    ),
    path("admin/", admin.site.urls),
    path("", include("battles.urls")),
    path("", include("campaign.urls")),
    path("", include("config.demo.urls")),
    path("", include("config.public.urls")),
    path("api/v1/", include("battles.table.api_urls")),
    path("api/v1/", include((battles_api.urlpatterns, "api_battles"))),
    path("api/v1/", include((API, "api"))),
]
