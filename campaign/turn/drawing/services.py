"""What freezes when plans close, and the mix that throws a turn's dice (Trust 4.2 to 4.5)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Q

from campaign.base.words.log_messages import LogKind
from campaign.base.words.log_words import stamp
from campaign.ids import random_key
from campaign.models import BeaconRound, DiceClosing, DiceSeal, SeatStatus, Turn
from campaign.outbox import services as notices_out
from campaign.turn.drawing.draw_dates import (
    DRAW,
    MOST_UNOPENED,
    beacon_of,
    drawn_by,
    may_seal,
    open_until,
)
from campaign.turn.locked_turn import LockedTurn
from rules.open_dice.documents import BeaconDocument, MixDocument
from rules.open_dice.mixing import SeatLine, closing_of, lines_text


def freeze(held: LockedTurn, receipts: Mapping[int, str], *, waits: bool) -> None:
    """Bind what the seats have sealed and planned, and tell the hash to all; the turn waits for its draw.

    ``receipts`` are those of the plans that count, by the seats' numbers. Unless it ``waits``, because nobody
    could have sealed anything, only a beacon is waited for.
    """
    seals = _seals_that_count(held)
    lines = lines_text(
        SeatLine(seat.number, _bytes(seals.get(seat.pk, "")), _bytes(receipts.get(seat.number, "")))
        for seat in held.seats_in_order()
    )
    salt, beacon = random_key(), beacon_of(held.campaign)
    closing = closing_of(held.campaign.mixed_as, held.turn.number, salt, lines).hex()
    due = held.turn.plan_due or held.now
    number = None if beacon is None else beacon.round_for(due.timestamp())
    DiceClosing.objects.update_or_create(
        turn=held.turn,
        defaults={"salt": salt, "lines": lines, "round": number if number and number > 0 else None},
    )
    draw_due = drawn_by(held.campaign, held.turn, held.now)
    if beacon is None and not waits:
        draw_due = held.now
    held.set_turn(closing=closing, draw_due=draw_due, mix=None)
    held.note(LogKind.PLANS_SEALED, {"closing": closing}, public=True)
    held.tell_all(notices_out.DICE_SEALED, detail={"closing": closing})


def _seals_that_count(held: LockedTurn) -> dict[int, str]:
    """The seals by seat; of a seat that a bot plays, or that has left two shut, none counts."""
    found = DiceSeal.objects.filter(turn=held.turn, seat__status=SeatStatus.PLAYER)
    shut = Count("seat__dice_seals", filter=Q(seat__dice_seals__unopened=True))
    return dict(found.annotate(shut=shut).filter(shut__lt=MOST_UNOPENED).values_list("seat_id", "seal"))


def is_bound(sealed: DiceSeal) -> bool:
    """Whether a seal froze when the plans closed: of who did not play then none did, and none is opened."""
    closing = DiceClosing.objects.filter(turn=sealed.turn_id).values_list("lines", flat=True).first()
    bound = {line.split()[0]: line.split()[1] for line in (closing or "").splitlines()}
    return bound.get(str(sealed.seat.number)) == sealed.seal


def draw(held: LockedTurn, receipts: Mapping[int, str]) -> bool:
    """Mix the turn's seed if all that it waits for is there, or its time is over; whether that is done.

    What froze on another site stayed there: of a war that has been taken in meanwhile it freezes anew.
    """
    closing = DiceClosing.objects.filter(turn=held.turn).first()
    if closing is None:
        freeze(held, receipts, waits=may_seal(held.seats.values()))
        closing = DiceClosing.objects.get(turn=held.turn)
    assert held.turn.draw_due is not None, "only a turn that is being drawn is drawn"
    beacon = _answer(held, closing)
    if beacon is None and held.now < _until(held):
        held.set_turn(resolve_after=held.turn.draw_due)
        return False
    opened = DiceSeal.objects.filter(turn=held.turn).exclude(share="").values_list("seat_id", "share")
    numbers = {seat.pk: seat.number for seat in held.seats.values()}
    shares = {str(number): share for number, share in sorted((numbers[seat], one) for seat, one in opened)}
    mix: MixDocument = {
        "beacon": beacon,
        "lines": closing.lines,
        "salt": bytes(closing.salt).hex(),
        "closing": held.turn.closing,
        "shares": shares,
    }
    held.set_turn(mix=mix, draw_due=None)
    if beacon is None:
        _mark_unopened(held, closing)
        held.note(LogKind.DICE_DRAWN, public=True)
    else:
        held.note(LogKind.DICE_DRAWN_BY_BEACON, {"round": beacon["round"]}, public=True)
    return True


def _until(held: LockedTurn) -> datetime:
    """Until when seals are opened; where the app was down meanwhile that is later, and written down once."""
    due, until = held.turn.draw_due, open_until(held.campaign, held.turn, held.now)
    assert due is not None
    if until is None or until <= due or not may_seal(held.seats.values()):
        return due
    zone = held.schedule.zone
    moved = {"before": stamp(due, zone), "after": stamp(until, zone)}
    held.note(LogKind.DATE_MOVED_DRAWING, moved, public=True)
    held.set_turn(draw_due=until, moved_for_downtime=[*held.turn.moved_for_downtime, DRAW])
    return until


def mix_alone(turn: Turn) -> None:
    """Bind a turn that was begun on another site: what is thrown of it here follows from the chain alone."""
    salt = random_key()
    closing = closing_of(turn.campaign.mixed_as, turn.number, salt, "").hex()
    mix: MixDocument = {"beacon": None, "lines": "", "salt": salt.hex(), "closing": closing, "shares": {}}
    turn.closing, turn.mix = closing, mix


def _answer(held: LockedTurn, closing: DiceClosing) -> BeaconDocument | None:
    """What the war's beacon said for the turn, if that was known in time.

    What came after the hour counts nowhere, however late the draw itself is: nobody chooses between two
    results by holding the clock.
    """
    beacon, due = beacon_of(held.campaign), held.turn.plan_due
    if beacon is None or closing.round is None or due is None:
        return None
    known = BeaconRound.objects.filter(hash=beacon.hash.hex(), round=closing.round)
    found = known.filter(agreed_at__lte=held.turn.draw_due).first()
    if found is None:
        return None
    return {
        "hash": beacon.hash.hex(),
        "genesis": beacon.genesis,
        "period": beacon.period,
        "due": due.timestamp(),
        "round": closing.round,
        "randomness": found.randomness,
        "signature": found.signature,
    }


def _mark_unopened(held: LockedTurn, closing: DiceClosing) -> None:
    """Remember who has left a seal shut that counted."""
    sealed = [int(line.split()[0]) for line in closing.lines.splitlines() if line.split()[1] != "-"]
    shut = DiceSeal.objects.filter(turn=held.turn, share="", seat__number__in=sealed)
    shut.update(unopened=True)


def _bytes(text: str) -> bytes | None:
    return bytes.fromhex(text) if text else None
