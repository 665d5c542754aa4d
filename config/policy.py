"""What browsers are told that no page of the site does, whatever gets into one."""

from __future__ import annotations

from csp.constants import NONE, SELF

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
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
        *("accelerometer", "autoplay", "bluetooth", "browsing-topics", "camera", "display-capture"),
        *("encrypted-media", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get"),
        *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials"),
        *("payment", "picture-in-picture", "serial", "storage-access", "usb", "window-management"),
        "xr-spatial-tracking",
    )
)
"""What no page may do, whatever gets into it. Wake lock, sharing, copying and passkeys are the pages' own."""
