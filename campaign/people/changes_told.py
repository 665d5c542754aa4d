"""Telling those who run a campaign that its people change."""

from __future__ import annotations

from campaign.models import Campaign, Role, RoleKind, User
from campaign.outbox import services as notices_out


def tell_facilitators(
    campaign: Campaign, what: str, army: str, who: User | None, *, bot: bool = False
) -> None:
    """Tell the facilitators that somebody has come, gone, or waits for them; not whoever did it.

    Who plays in a blind campaign that he runs is told, too: all of it stands on the page of its people. With
    ``bot`` a bot plays the seat from now on.
    """
    run = Role.objects.filter(campaign=campaign, kind=RoleKind.FACILITATOR)
    if who is not None:
        run = run.exclude(user=who)
    detail = {"what": str(what), "army": army, "who": who.name if who is not None else "", "bot": bot}
    if who is not None and not who.is_active:
        detail["gone"] = True  # the account, and the name with it
    readers = [(user, None) for user in run.order_by("id").values_list("user_id", flat=True)]
    notices_out.tell(campaign, notices_out.PEOPLE_CHANGED, readers, detail)
