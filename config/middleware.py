"""Who watches the processes; who looks: zone, palette, device; what nobody may keep, or learn by time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db.utils import DataError
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from campaign.access import known_devices, logins
from campaign.access.logins import logged_in_lately
from campaign.accounts.again.views import ask_again
from campaign.operations import views as health
from campaign.operations.metrics.views import metrics
from campaign.web.api.problems import invalid, response_of
from config.cookies import LEFT
from config.errors import bad_request, not_allowed
from config.policy import PERMISSIONS

HEALTH: Mapping[str, Callable[[HttpRequest], HttpResponseBase]] = {
    "/healthz": health.alive,
    "/readyz": health.ready,
    "/clockz": health.clock,
    "/metrics": metrics,
}
THEMES = ("paper", "night", "system")
EVEN = frozenset(("/account/signup/", "/account/password/reset/", "/account/login/code/", "/claim/"))
"""Where anybody types an address: what is done differs with whether it has an account."""
RECENTLY: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            *("tokens", "own_data", "account_email", "account_change_password", "account_set_password"),
            *("discord_login", "google_login", "socialaccount_connections"),
        ),
        ("POST",),
    ),
    **dict.fromkeys(
        (
            *("mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"),
            *("mfa_view_recovery_codes", "mfa_download_recovery_codes"),
            *("mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn"),
        ),
        ("GET", "POST"),
    ),
}
"""What gives others a way in, or takes it: which views and methods ask for a log-in of late."""
OPERATORS, UNASKED = "admin", "admin:logout"
COMPANION = "/t/"
SHARED = "/api/v1/shared/"
"""Programs read there without a log-in what whoever shows it may revoke."""
PRIVATE = "private, no-store"
A_YEAR = 365 * 24 * 60 * 60


class HealthMiddleware:
    """Answers those who watch the processes before anything else does, by whatever name they call the host.

    A balancer asks an address that people never see; a redirect to https or a 400 would tell it nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return HEALTH.get(request.path, self.get_response)(request)


class HeadersMiddleware:
    """Tells browsers what no page here asks for, and where to tell of what the policy has stopped."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.cookies and "public" in response.get("Cache-Control", ""):
            # Now and then a session is written anew: who keeps its cookie for others would log them in.
            response["Cache-Control"] = PRIVATE
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Reporting-Endpoints", 'csp="/csp/"')
        return response


class EvenTimeMiddleware:
    """Answers whoever types an address at full steps of time: the time does not tell who has an account.

    The work is made as alike as it can be where it is done; this hides what is left of the difference.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST" or request.path not in EVEN:
            return self.get_response(request)
        began = time.monotonic()
        response = self.get_response(request)
        step = settings.ACCOUNT_ANSWER_STEP
        if step:
            time.sleep(step - (time.monotonic() - began) % step)
        return response


class RecentMiddleware:
    """Lets a person do what gives others a way in only soon after a log-in; else asks who it is first.

    All that operators send on their pages is such, for it is about others' accounts. What was sent meanwhile
    is kept, and done afterwards.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponseBase | None:
        if _opens(request) and request.user.is_authenticated and not logged_in_lately(request):
            return ask_again(request)
        return None


def _opens(request: HttpRequest) -> bool:
    """Whether what is asked for needs a log-in of late."""
    match = request.resolver_match
    if match is None:
        return False
    if OPERATORS in match.namespaces:
        return request.method == "POST" and match.view_name != UNASKED
    return request.method in RECENTLY.get(match.view_name, ())


class StorableMiddleware:
    """Answers 400 to whoever sends the character NUL, in an address or a form: PostgreSQL has no such text.

    It is found where it is asked for: nowhere else can be told what of a request anybody reads.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """Say so, instead of a failure of ours; all other failures are."""
        if not isinstance(exception, DataError) or "NUL" not in str(exception):
            return None
        if request.path.startswith("/api/"):
            return response_of(invalid("", "text must be Unicode without the character NUL"))
        return bad_request(request, exception)


class ShownRequest(HttpRequest):
    """A request on its way: in which palette it is shown, and whether its person logs out by it."""

    theme: str
    leaves: bool


class ViewerMiddleware:
    """Activates the viewer's time zone, finds the palette, and forbids keeping what a person is shown.

    Who logs out leaves nothing behind in the browser: the next page is told to forget all that was kept for
    people (kept.js). It goes by name, for what seals the dice of a war stays. What the companion's worker
    keeps for when there is no network is told whose it is.

    Everything that a logged-in viewer gets is ``no-store`` unless the view says otherwise, so that neither a
    proxy nor the back button on a shared machine shows one player's war to the next. So is what is shared by
    a link for programs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: ShownRequest) -> HttpResponseBase:
        logins.note(request)
        user = request.user
        theme = user.theme if user.is_authenticated else request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
        request.theme = theme if theme in THEMES else "system"
        _activate(user.time_zone if user.is_authenticated else "")
        response = self.get_response(request)
        if response.status_code == 405 and not getattr(response, "content", b"-"):
            response = not_allowed(request, response)
        _whose(request, response)
        known_devices.keep(request, response)
        kept_by_nobody = user.is_authenticated or request.path.startswith(SHARED)
        if kept_by_nobody and not response.has_header("Cache-Control"):
            response["Cache-Control"] = PRIVATE
        return response


@receiver(user_logged_out)
def _leaves(request: ShownRequest, **_more: object) -> None:
    request.leaves = True


def _whose(request: HttpRequest, response: HttpResponseBase) -> None:
    if getattr(request, "leaves", False):
        # Until a page has done it: whoever shuts the window at once comes back, or another does, after long.
        response.set_cookie(LEFT, "1", max_age=A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    if request.path.startswith(COMPANION):
        user = request.user
        response["X-Table-Owner"] = user.public_id if user.is_authenticated else ""


def _activate(zone: str) -> None:
    """Show times in ``zone``; a name that this machine does not know falls back to the site's zone."""
    try:
        timezone.activate(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError):
        timezone.deactivate()
