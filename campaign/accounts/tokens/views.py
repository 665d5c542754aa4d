"""The tokens of a person's programs: made, shown once, revoked."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from campaign.access.api_tokens import make_token, revoke_token
from campaign.accounts.tokens.forms import TokenForm
from campaign.accounts.tokens.selectors import tokens_of
from campaign.models import ApiToken
from campaign.web.page_actions import fulfilled


@never_cache
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """The list and the form; a new token's secret is in the answer to the form and nowhere else."""
    user = request.user
    assert user.is_authenticated
    form = TokenForm(request.POST or None, user=user)
    made: ApiToken | None = None
    secret = ""
    done = fulfilled(form, lambda: make_token(user=user, **form.cleaned_data))
    if done:
        (made, secret), form = done[0], TokenForm(user=user)
    page = {"form": form, "made": made, "secret": secret, "tokens": tokens_of(user)}
    return render(request, "accounts/tokens/tokens.html", page, status=422 if form.is_bound else 200)


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: str) -> HttpResponse:
    """Take a token back."""
    user = request.user
    assert user.is_authenticated
    try:
        token = revoke_token(user=user, public_id=token_id)
    except ApiToken.DoesNotExist:
        raise Http404 from None
    messages.success(request, _("%(name)s can no longer log in.") % {"name": token.name})
    return redirect("tokens")
