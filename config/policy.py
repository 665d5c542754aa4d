"""What browsers are told that no page of the site does, whatever gets into one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from csp.constants import NONE, SELF

OUTSIDE = {"discord": "https://discord.com", "google": "https://accounts.google.com"}
"""Where forms lead that ask others who somebody is: browsers look at where a form's answer sends them too."""


def policy(outside: Iterable[str] = ()) -> dict[str, Any]:
    """What is allowed, where the site is registered with these others."""
    return {
        "DIRECTIVES": {
            "default-src": [NONE],
            "script-src": [SELF],
            "style-src": [SELF],
            "img-src": [SELF, "data:", "blob:"],
            "font-src": [SELF],
            "connect-src": [SELF],
            "manifest-src": [SELF],
            "worker-src": [SELF],
            "form-action": [SELF, *(OUTSIDE[one] for one in outside)],
            "base-uri": [NONE],
            "frame-ancestors": [NONE],
            "object-src": [NONE],
            "report-uri": ["/csp/"],
            "report-to": ["csp"],
        }
    }


PERMISSIONS = ", ".join(
    f"{one}=()"
    for one in (
        *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture"),
        *("encrypted-media", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get"),
        *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials"),
        *("payment", "picture-in-picture", "serial", "storage-access", "usb", "window-management"),
        "xr-spatial-tracking",
    )
)
"""What no page may do, whatever gets into it. Wake lock, sharing, copying and passkeys are the pages' own.
Bluetooth is not among them: browsers that are built without it complain of its name on each page.
"""
BARE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "Permissions-Policy": PERMISSIONS,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""What comes with a page that is answered before a request has come as far as what says so of all others."""
