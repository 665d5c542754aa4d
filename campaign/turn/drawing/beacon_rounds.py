"""Rounds of the site's beacon, asked for where what leaves for others is sent: not by the clock (Trust 4)."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from campaign.base.dates import clock
from campaign.base.integrations.beacon_answers import ask_chain, ask_round, hash_in
from campaign.models import BeaconChain, BeaconRound, DiceClosing, Phase, Turn
from rules.open_dice.beacons import Beacon

logger = logging.getLogger(__name__)

ANEW = timedelta(hours=1)
"""After this what a beacon says of itself is asked again: no war starts with one that is gone."""
GONE = timedelta(days=1)
"""A beacon that has not agreed with itself for so long is none."""
KEPT = timedelta(days=2)
"""How long a round is kept that no turn waits for: what was mixed is in the turn."""
AT_A_TIME = 2
"""Rounds that a run asks for: where addresses hang, each takes ``beacon_answers.WAIT``."""


def site_beacon() -> Beacon | None:
    """The beacon that a war fixes which starts now; None where the site has none, or none that answers."""
    known = BeaconChain.objects.filter(hash=_hash(), agreed_at__gte=clock.now() - GONE).first()
    return None if known is None else Beacon(bytes.fromhex(known.hash), known.genesis, known.period)


def ask_beacon() -> int:
    """Ask for what turns wait for; gives how many rounds are known now that were not.

    No transaction is open while others are asked.
    """
    if not settings.DICE_BEACON:
        return 0
    _ask_chain()
    return sum(_ask_round(number) for number in _wanted()[:AT_A_TIME])


def _hash() -> str:
    return hash_in(settings.DICE_BEACON[0]) if settings.DICE_BEACON else ""


def _ask_chain() -> None:
    moment = clock.now()
    if BeaconChain.objects.filter(hash=_hash(), agreed_at__gte=moment - ANEW).exists():
        return
    found = ask_chain(settings.DICE_BEACON)
    if found is None:
        logger.warning("the addresses of DICE_BEACON do not agree on their chain, or do not answer")
        return
    BeaconChain.objects.update_or_create(
        hash=found.hash.hex(),
        defaults={"genesis": found.genesis, "period": found.period, "agreed_at": moment},
    )
    BeaconRound.objects.filter(agreed_at__lt=moment - KEPT).delete()


def _waiting(number: int | None = None) -> list[tuple[int, int]]:
    """The turns that wait for a round of the site's beacon which is out, and that round, the oldest first."""
    chain = BeaconChain.objects.filter(hash=_hash()).first()
    if chain is None:
        return []
    beacon = Beacon(bytes.fromhex(chain.hash), chain.genesis, chain.period)
    found = DiceClosing.objects.filter(
        turn__phase=Phase.MOVEMENT_REVIEW,
        turn__draw_due__isnull=False,
        turn__campaign__beacon__hash=chain.hash,
        round__isnull=False,
    )
    if number is not None:
        found = found.filter(round=number)
    moment = clock.now().timestamp()
    rows = found.order_by("round", "turn_id").values_list("turn_id", "round")
    return [(turn, one) for turn, one in rows if one is not None and beacon.out_at(one) <= moment]


def _wanted() -> list[int]:
    """The rounds to ask for. Turns that wait for one that is known already are due at once."""
    waiting = _waiting()
    numbers = sorted({number for _turn, number in waiting})
    known = set(BeaconRound.objects.filter(hash=_hash(), round__in=numbers).values_list("round", flat=True))
    _wake([turn for turn, number in waiting if number in known])
    return [number for number in numbers if number not in known]


def _ask_round(number: int) -> int:
    found = ask_round(settings.DICE_BEACON, number)
    if found is None:
        return 0
    with transaction.atomic():
        BeaconRound.objects.get_or_create(
            hash=_hash(),
            round=number,
            defaults={
                "randomness": found.randomness.hex(),
                "signature": found.signature.hex(),
                "agreed_at": clock.now(),
            },
        )
        _wake([turn for turn, _number in _waiting(number)])
    return 1


def _wake(turns: list[int]) -> None:
    """Let the clock draw these at its next tick."""
    moment = clock.now()
    late = Turn.objects.filter(pk__in=turns, draw_due__isnull=False, resolve_after__gt=moment)
    late.update(resolve_after=moment)
