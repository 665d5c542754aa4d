"""What waits for a side of a battle: dates to take, a list to hand in, a claim to answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.models import Act, ActKind, ArmyList, Meeting, Offer, OfferState
from campaign.base.dates.clock import now
from campaign.home.todo_items import Errand, Fight
from campaign.models import ClaimState, ForfeitClaim
from campaign.turn.contact.battle_status import Standing

DECIDED_AFTER = timedelta(hours=72)
"""How long a claim that nobody answers or decides may wait (``battles.claims.services``)."""


def errands_around(fights: Sequence[Fight]) -> Iterator[tuple[Fight, Errand]]:
    """What waits for the sides of these battles; the number of queries does not grow with them."""
    known = _Known([fight.battle.pk for fight in fights])
    for fight in fights:
        battle = fight.battle
        own, other = fight.seat, _other(fight)
        claimed = known.claims.get((battle.pk, other))
        if claimed is not None:
            text = _("%(army)s claims a forfeit: answer") % {"army": fight.enemy}
            yield fight, Errand(battle.public_id, text, "contact", claimed + DECIDED_AFTER)
        if fight.standing != Standing.OPEN:
            continue
        if (battle.pk, other) in known.missed:
            text = _("%(army)s says that you did not come: offer another date") % {"army": fight.enemy}
            yield fight, Errand(battle.public_id, text, "date")
        dates = known.offers.get((battle.pk, other))
        if dates:
            text = ngettext(
                "%(army)s offers a date: take it or offer another",
                "%(army)s offers %(count)s dates: take one or offer others",
                len(dates),
            ) % {"army": fight.enemy, "count": len(dates)}
            yield fight, Errand(battle.public_id, text, "date", max(dates))
        meeting = known.meetings.get(battle.pk)
        wanted = meeting is not None or (battle.pk, other) in known.lists
        if wanted and (battle.pk, own) not in known.lists:
            text = _("Hand in your army list against %(army)s") % {"army": fight.enemy}
            yield fight, Errand(battle.public_id, text, "lists", meeting)


def _other(fight: Fight) -> int:
    battle = fight.battle
    return battle.seat_second_id if battle.seat_first_id == fight.seat else battle.seat_first_id


class _Known:
    """What is stored around some battles, by battle and seat."""

    def __init__(self, battles: Sequence[int]) -> None:
        moment = now()
        self.offers: defaultdict[tuple[int, int], list[datetime]] = defaultdict(list)
        offers = Offer.objects.filter(battle__in=battles, state=OfferState.OPEN, starts_at__gt=moment)
        for battle, seat, starts_at in offers.order_by("id").values_list("battle", "seat", "starts_at"):
            self.offers[battle, seat].append(starts_at)
        self.lists = set(ArmyList.objects.filter(battle__in=battles).values_list("battle", "seat"))
        meetings = Meeting.objects.filter(battle__in=battles, cancelled_at__isnull=True, starts_at__gt=moment)
        self.meetings = dict(meetings.values_list("battle", "starts_at"))
        said = Act.objects.filter(
            battle__in=battles,
            kind=ActKind.NO_SHOW,
            battle__meeting__cancelled_at__isnull=True,
            at__gte=F("battle__meeting__starts_at"),
        )
        self.missed = set(said.values_list("battle", "seat"))
        claims = ForfeitClaim.objects.filter(battle__in=battles, state=ClaimState.OPEN, answer="")
        self.claims = {
            (battle, seat): made_at
            for battle, seat, made_at in claims.order_by("id").values_list("battle", "seat", "made_at")
        }
