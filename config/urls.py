"""The addresses of the site."""

from __future__ import annotations

from importlib.util import find_spec

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from campaign.views import health

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler429 = "config.errors.too_many"
handler500 = "config.errors.server_error"

# The operator comes in as everybody does: throttled, with the second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("account/", include("allauth.account.urls")),
    path("account/second-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    path("", include("battles.urls")),
    path("", include("battles.table.urls")),
    path("", include("campaign.urls")),
]
urlpatterns.append(path("api/v1/", include("battles.table.api_urls")))
if find_spec("campaign.api.urls"):
    urlpatterns.append(path("api/v1/", include("battles.api.urls")))
    urlpatterns.append(path("api/v1/", include("campaign.api.urls")))
