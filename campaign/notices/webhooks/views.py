"""The webhooks of a person's programs: made, the secret shown once, tried, removed."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaign.access.membership import campaigns_of
from campaign.base.integrations.webhook_post import program_hosts
from campaign.base.refusal import Refusal
from campaign.models import Hook, User
from campaign.notices.webhooks.forms import HookForm
from campaign.notices.webhooks.selectors import ended_with_token, hooks_of
from campaign.notices.webhooks.services import make_hook, remove_hook, test_hook
from campaign.web.page_actions import fulfilled


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def hooks(request: HttpRequest) -> HttpResponse:
    """The list and the form; a new secret is in the answer to the form and nowhere else."""
    user = _user(request)
    campaigns = list(campaigns_of(user))
    form = HookForm(campaigns, request.POST if request.method == "POST" else None)
    made: Hook | None = None
    secret = ""
    names = {"campaign": "campaign_id"}
    done = fulfilled(form, lambda: make_hook(user=user, **form.cleaned_data), names=names)
    if done:
        (made, secret), form = done[0], HookForm(campaigns)
    status = 422 if form.is_bound else 200
    page = {
        "form": form,
        "made": made,
        "secret": secret,
        "hooks": [(hook, ended_with_token(hook)) for hook in hooks_of(user)],
        "hosts": program_hosts(),
    }
    return render(request, "notices/webhooks/hooks.html", page, status=status)


@require_POST
@login_required
def test(request: HttpRequest, hook_id: str) -> HttpResponse:
    """Tell a program that this is a test."""
    try:
        test_hook(user=_user(request), public_id=hook_id)
    except Hook.DoesNotExist:
        raise Http404 from None
    except Refusal as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, _("The program has taken the test."))
    return redirect("hooks")


@require_POST
@login_required
def remove(request: HttpRequest, hook_id: str) -> HttpResponse:
    """Tell a program no more."""
    try:
        remove_hook(user=_user(request), public_id=hook_id)
    except Hook.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("The webhook is removed; its program is told nothing any more."))
    return redirect("hooks")
