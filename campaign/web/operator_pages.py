"""Pages for the operators of the site alone, who have shown their second factor (Trust 5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from campaign.access.operators import has_second_factor, operates, second_factor_shown
from campaign.models import User

P = ParamSpec("P")


def for_operators(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """A page that is not there for anybody else; who has no second factor is told how to have one."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        user = request.user
        if not user.is_authenticated:
            answer: HttpResponse = redirect_to_login(request.get_full_path())
            return answer
        if not isinstance(user, User) or not operates(user):
            raise Http404
        if not has_second_factor(user):
            return render(request, "operations/second_factor.html", status=403)
        if not second_factor_shown(request):
            return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({'next': request.get_full_path()})}")
        return view(request, user, *args, **kwargs)

    return guarded
