"""A person says who may look at the profile, and what of it."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.refusal import Refusal
from campaign.models import Campaign, CampaignKind, CampaignStatus, Profile, User, Visibility


@transaction.atomic
def choose_profile(*, user: User, visible_to: str, shows_counts: bool, left_out: Collection[str]) -> None:
    """Set who sees the profile, whether it tells the counts, and which ended wars it leaves out.

    Raises ``Refusal``: ``unknown`` with the field.
    """
    if visible_to not in Visibility.values:
        allowed = ", ".join(Visibility.values)
        raise Refusal(
            _("A profile is shown to one of %(allowed)s.") % {"allowed": allowed},
            code="unknown",
            field="visible_to",
        )
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    wars = Campaign.objects.filter(
        seats__user=user,
        kind=CampaignKind.CAMPAIGN,
        status=CampaignStatus.ENDED,
        public_id__in=set(left_out),
    )
    if wars.count() != len(set(left_out)):
        raise Refusal(
            _("Only ended wars in which you held a seat can be left out."), code="unknown", field="left_out"
        )
    chosen = {"visible_to": visible_to, "shows_counts": shows_counts}
    profile, _made = Profile.objects.update_or_create(user=user, defaults=chosen)
    profile.left_out.set(wars)
