"""Who runs the site, and whether somebody who does has shown a second factor (Product: Operator; Trust 5)."""

from __future__ import annotations

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest

from campaign.access.membership import campaigns_of
from campaign.models import Campaign, User


def operators() -> QuerySet[User]:
    """The operators of the site, by id."""
    return User.objects.filter(is_superuser=True, is_active=True).order_by("id")


def operates(user: object) -> bool:
    """Whether somebody is an operator."""
    return isinstance(user, User) and user.is_active and user.is_superuser


def has_second_factor(user: User) -> bool:
    """Whether there is anything to show. The log-ins of a demo are printed for all to read: it needs none."""
    return settings.DEMO or is_mfa_enabled(user)


def second_factor_shown(request: HttpRequest) -> bool:
    """Whether the person has shown the second factor in this session."""
    methods = request.session.get("account_authentication_methods", ())
    return settings.DEMO or any(one.get("method") == "mfa" for one in methods)


def wars_of(operator: User) -> QuerySet[Campaign]:
    """The wars in which the operator has or had a part: others decide about them."""
    return campaigns_of(operator)
