"""Forfeit claims: one side says that the other does not answer; somebody, or the app's own times, decide.

A facilitator grants a claim or not. It is granted by itself in an automatic campaign, or after 72 hours
without an answer, if the other side did nothing on the battle's page for 48 hours after two offered dates.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from battles.models import ActKind
from battles.rights.contact_clock import clock_of
from battles.rights.page_rights import At, still_to_fight
from campaign.base.dates.clock import now
from campaign.base.jobs.rounds import go_round
from campaign.base.refusal import Refusal
from campaign.base.words.log_messages import LogKind
from campaign.desk.services import IN_PLAY, SIDES, check_forfeitable, forfeit_under_lock
from campaign.models import Battle, CampaignStatus, ClaimState, ForfeitClaim, Seat, Turn, User
from campaign.outbox.services import CLAIM, CLAIM_SETTLED
from campaign.turn.contact.battle_closing import results_of, touch
from campaign.turn.contact.battle_notices import tell_sides
from campaign.turn.contact.battle_status import CLOSED, place_of, sides_named, standing_of
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.turn_rights import check_facilitator, check_reason, check_seen

logger = logging.getLogger(__name__)

LONGEST_EVIDENCE = 2000
DECIDE = timedelta(hours=72)
"""How long a facilitator has, before silence decides."""


def claim_forfeit(*, battle: Battle, seat: Seat, evidence: str, by: User | None) -> ForfeitClaim:
    """Claim that the other side has forfeited, with what shows it.

    In an automatic campaign it is granted at once if the app's own times show the silence. Raises
    ``Refusal``: ``early`` before 48 hours of contact, ``claimed``, ``impossible`` with the field.
    """
    with still_to_fight(battle, seat, by) as at:
        text = _check_text(evidence, "evidence")
        announced = at.held.turn.announced_at
        if announced is None or at.held.now < announced + timedelta(hours=48):
            raise Refusal(
                _("The other side has 48 hours from the announcement to answer (Rules 12)."), code="early"
            )
        if _open_claim(at.battle, seat) is not None:
            raise Refusal(_("You have claimed it already; it waits for an answer."), code="claimed")
        at.note(ActKind.CLAIMED)
        clock = clock_of(at.battle, seat, at.other, at.held.now)
        claim = ForfeitClaim.objects.create(
            battle=at.battle,
            seat=seat,
            evidence=text,
            made_at=at.held.now,
            silent_since=clock.second_offer if clock.silent else None,
        )
        detail = {"claimant": seat.number}
        at.tell_both(CLAIM, about=claim.public_id, detail=detail)
        at.held.tell_facilitators(
            CLAIM, about=claim.public_id, detail={"battle": at.battle.public_id, **detail}
        )
        at.held.note(
            LogKind.CLAIM, {"army": seat.army, "other": at.other.army, **sides_named(at.battle)}, by=by
        )
        if at.held.campaign.automatic and claim.silent_since is not None:
            _grant(at.held, claim, at.battle, _by_the_clock(), None)
        return claim


def answer_claim(*, battle: Battle, seat: Seat, answer: str, by: User | None) -> None:
    """Say something to the other side's claim: it ends the silence. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        claim = _open_claim(at.battle, at.other)
        if claim is None:
            raise Refusal(_("There is no claim to answer."), code="no_claim")
        claim.answer = _check_text(answer, "answer")
        claim.save(update_fields=("answer",))
        at.note(ActKind.ANSWERED)


def withdraw_claim(*, battle: Battle, seat: Seat, by: User | None) -> None:
    """Take the own claim back. Raises ``Refusal``."""
    with still_to_fight(battle, seat, by) as at:
        claim = _open_claim(at.battle, seat)
        if claim is None:
            raise Refusal(_("You have no open claim."), code="no_claim")
        _settle(claim, ClaimState.WITHDRAWN, at.held.now)
        at.note(ActKind.WITHDREW_CLAIM)


def decide_claim(*, claim: ForfeitClaim, grant: bool, reason: str, by: User, seen: str | None = None) -> None:
    """Grant a claim, which leaves the battle to the dice with five less for the other side, or do not.

    Raises ``Refusal``: ``not_yours``, ``settled``, ``bound``, ``reason``.
    """
    with locked_turn(claim.battle.turn_id, *IN_PLAY) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        _decide(held, claim, grant, check_reason(reason), by)


@dataclass(frozen=True, slots=True)
class Decided:
    """How many claims were decided, and those that could not be, by id with the reason."""

    decided: int
    left: Mapping[str, str]


def decide_claims(
    *, turn: Turn, decisions: Mapping[str, bool], reason: str, by: User, seen: str | None = None
) -> Decided:
    """Decide many claims of a turn at once, for one reason: by id, whether it is granted.

    What cannot be decided any more is left, and the rest is done. Raises ``Refusal``: ``not_yours``,
    ``reason``, or ``none`` if nothing could be decided.
    """
    with locked_turn(turn.pk, *IN_PLAY) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        reason = check_reason(reason)
        found = ForfeitClaim.objects.filter(battle__turn=held.turn, public_id__in=decisions)
        claims = {claim.public_id: claim for claim in found.order_by("made_at", "id")}
        left = {key: _("There is no such claim in this turn.") for key in decisions if key not in claims}
        for key, claim in claims.items():
            try:
                _decide(held, claim, decisions[key], reason, by)
            except Refusal as refusal:
                left[key] = refusal.message
        if len(left) == len(decisions):
            words = " ".join(sorted(set(left.values())))
            raise Refusal(words or _("Decide at least one claim."), code="none")
        return Decided(len(decisions) - len(left), left)


def _decide(held: LockedTurn, claim: ForfeitClaim, grant: bool, reason: str, by: User) -> None:
    claim = ForfeitClaim.objects.select_related("seat").get(pk=claim.pk)
    if claim.state != ClaimState.OPEN:
        raise Refusal(_("This claim is settled already."), code="settled")
    battle = _battle(held, claim)
    if grant:
        _grant(held, claim, battle, reason, by)
        return
    claim.reason, claim.settled_by = reason, by
    _settle(claim, ClaimState.REFUSED, held.now)
    held.note(
        LogKind.CLAIM_REFUSED, {"army": claim.seat.army, **sides_named(battle), "reason": reason}, by=by
    )
    _tell(held, claim, battle)


def grant_due_claims() -> int:
    """Grant the claims that the clock decides; gives how many. Repeating it does no harm."""
    waiting = ForfeitClaim.objects.filter(
        state=ClaimState.OPEN,
        battle__turn__phase__in=IN_PLAY,
        battle__turn__campaign__status=CampaignStatus.RUNNING,
    )
    found = waiting.select_related("battle")
    return go_round(found, _grant_if_due, name="forfeit claims", log=logger, what="forfeit claim")


def _grant_if_due(found: ForfeitClaim) -> bool:
    if not _may_be_due(found, now()):
        return False
    with locked_turn(found.battle.turn_id) as held:
        claim = ForfeitClaim.objects.select_related("seat").get(pk=found.pk)
        if claim.state != ClaimState.OPEN or held.turn.phase not in IN_PLAY:
            return False
        battle = _battle(held, claim)
        if standing_of(battle, results_of(battle)) in CLOSED:
            return False
        if claim.silent_since is None:
            own = place_of(battle, claim.seat) or 0
            other = (battle.seat_second, battle.seat_first)[own]
            clock = clock_of(battle, claim.seat, other, held.now)
            if not clock.silent:
                return False
            claim.silent_since = clock.second_offer
            claim.save(update_fields=("silent_since",))
        if not held.campaign.automatic and held.now < claim.made_at + DECIDE:
            return False
        _grant(held, claim, battle, _by_the_clock(), None)
        return True


def _may_be_due(claim: ForfeitClaim, moment: datetime) -> bool:
    """Whether it is worth taking the lock."""
    return claim.battle.turn.campaign.automatic or moment >= claim.made_at + DECIDE


def _by_the_clock() -> str:
    return _("Two dates were offered and nothing was done on the battle's page for 48 hours (Rules 12).")


def _battle(held: LockedTurn, claim: ForfeitClaim) -> Battle:
    battle = Battle.objects.select_related("seat_first", "seat_second").get(pk=claim.battle_id)
    battle.turn = held.turn
    return battle


def _grant(held: LockedTurn, claim: ForfeitClaim, battle: Battle, reason: str, by: User | None) -> None:
    check_forfeitable(battle)
    own = place_of(battle, claim.seat) or 0
    claim.reason, claim.settled_by = reason, by
    _settle(claim, ClaimState.GRANTED, held.now)
    forfeit_under_lock(held, battle, SIDES[1 - own], reason, by)
    _tell(held, claim, battle)


def _settle(claim: ForfeitClaim, state: ClaimState, moment: datetime) -> None:
    claim.state, claim.settled_at = state, moment
    claim.save(update_fields=("state", "settled_at", "reason", "settled_by"))


def _tell(held: LockedTurn, claim: ForfeitClaim, battle: Battle) -> None:
    touch(battle)
    detail = {"battle": battle.public_id, "claimant": claim.seat.number, "state": str(claim.state)}
    sides = (battle.seat_first, battle.seat_second)
    tell_sides(held, battle, sides, CLAIM_SETTLED, about=f"{claim.public_id}:settled", detail=detail)


def _open_claim(battle: Battle, seat: Seat) -> ForfeitClaim | None:
    return ForfeitClaim.objects.filter(battle=battle, seat=seat, state=ClaimState.OPEN).first()


def _check_text(text: str, field: str) -> str:
    text = text.strip()
    if not text:
        raise Refusal(_("Write a few words: those who decide read them."), code="impossible", field=field)
    if len(text) > LONGEST_EVIDENCE:
        raise Refusal(
            _("It has at most %(most)s characters.") % {"most": LONGEST_EVIDENCE},
            code="impossible",
            field=field,
        )
    return text


__all__ = ["At", "answer_claim", "claim_forfeit", "decide_claim", "grant_due_claims", "withdraw_claim"]
