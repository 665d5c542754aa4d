"""Push on the reader's own browsers: turned on by the page's script, turned off and tested by buttons."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from campaign.base.refusal import Refusal
from campaign.models import Device, User
from campaign.notices.forms import DeviceForm
from campaign.notices.push import services as devices

_DEVICE = "push_device"
"""In a session: the browser in which push was turned on in it."""


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker that shows lines and opens their pages; it keeps nothing."""
    response = render(request, "notices/push/worker.js", content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@login_required
@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """Turn push on in the browser that asks."""
    assert isinstance(request.user, User)
    form = DeviceForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The browser gave no address and keys for push; try it again."))
        return redirect("wishes")
    try:
        device = devices.add_device(user=request.user, **form.cleaned_data)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        request.session[_DEVICE] = device.public_id
        messages.success(request, _("Push is on in this browser."))
    return redirect("wishes")


@login_required
@require_POST
def remove(request: HttpRequest, device_id: str) -> HttpResponse:
    """Turn push off in a browser."""
    assert isinstance(request.user, User)
    try:
        devices.remove_device(user=request.user, device=device_id)
    except Device.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("Push is off in that browser."))
    return redirect("wishes")


@login_required
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a line to all of the reader's browsers."""
    assert isinstance(request.user, User)
    try:
        devices.test_devices(user=request.user)
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("Sent: a notice should come up in a moment."))
    return redirect("wishes")


@receiver(user_logged_out)
def _forget(request: HttpRequest, user: User | None, **_more: object) -> None:
    """Who logs out leaves no push behind in that browser: somebody else may use it next."""
    device = request.session.get(_DEVICE)
    if user is not None and device:
        with suppress(Device.DoesNotExist):
            devices.remove_device(user=user, device=device)
