"""Who knows whom: by a campaign that is or was shared, and by a profile that its person shows."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from campaign.models import Campaign, Profile, User, Visibility


def known_people(user: User) -> QuerySet[User]:
    """Those who share, or have shared, a campaign with the user."""
    mine = Campaign.objects.filter(Q(seats__user=user) | Q(roles__user=user))
    theirs = Q(seats__campaign__in=mine) | Q(roles__campaign__in=mine)
    return User.objects.filter(theirs, is_active=True).exclude(pk=user.pk).distinct().order_by("name", "id")


def may_look(viewer: User | None, profile: Profile) -> bool:
    """Whether somebody may look at the profile of another; None: a visitor."""
    if profile.visible_to == Visibility.ANYONE:
        return True
    if viewer is None or viewer.guest or profile.visible_to != Visibility.FELLOWS:
        return False
    return known_people(viewer).filter(pk=profile.user_id).exists()
