"""What the two sides write to each other about a battle: the notes of dates, and what is said to a claim."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from battles.models import Meeting, Offer, OfferState
from battles.stories.flagging import own_side
from campaign.models import FlagKind, ForfeitClaim, Seat, User
from campaign.press.messages.press_modes import person_in
from campaign.press.messages.selectors import moderates
from campaign.press.moderation.rewording import fitting, reason_everywhere
from campaign.press.moderation.subjects import SUBJECTS, Change, Found, Subject, member

_ROWS = ("battle__seat_first__campaign", "battle__seat_second", "battle__turn")
_PLACE = ("place", "link", "note")
EVIDENCE, ANSWER, REASON = "evidence", "answer", "reason"


# Dates


def _date_row(thing: str) -> Offer | Meeting | None:
    """A date that was offered, by its own id; the one that was agreed on by its battle's."""
    offer = Offer.objects.filter(public_id=thing).select_related("seat__user", *_ROWS).first()
    if offer is not None:
        return offer
    return Meeting.objects.filter(battle__public_id=thing).select_related(*_ROWS).first()


def _taken(row: Offer | Meeting) -> Offer | None:
    """The offer that was agreed on."""
    if isinstance(row, Offer):
        return row
    same = {field: getattr(row, field) for field in _PLACE}
    taken = Offer.objects.filter(battle=row.battle, state=OfferState.TAKEN, starts_at=row.starts_at, **same)
    return taken.select_related("seat__user").order_by("-id").first()


def _date(reader: User | None, thing: str) -> Found | None:
    row = _date_row(thing)
    if row is None or own_side(reader, row.battle) is None:
        return None
    text = "\n".join(getattr(row, field) for field in _PLACE if getattr(row, field))
    if not text:
        return None
    offer, campaign = _taken(row), row.battle.seat_first.campaign
    whose = offer.seat.user if offer is not None else None
    path = reverse("battle", args=[campaign.public_id, row.battle.public_id])
    return Found(FlagKind.DATE, thing, campaign, whose, "", text, path)


def _hide_date(thing: str, words: str) -> Iterator[Change]:
    """In all dates of the battle that say the same, agreed ones too."""
    row = _date_row(thing)
    if row is None:
        return
    same = {field: getattr(row, field) for field in _PLACE}
    for model in (Offer, Meeting):
        for one in model._default_manager.filter(battle=row.battle, **same).order_by("pk"):
            yield Change(one, {"place": "", "link": "", "note": fitting(one, "note", words)})


# Claims


def _claim_row(thing: str) -> tuple[ForfeitClaim | None, str]:
    claim, _dot, part = thing.rpartition(".")
    rows = ForfeitClaim.objects.filter(public_id=claim).select_related("seat__user", "settled_by", *_ROWS)
    return rows.first() if part in (EVIDENCE, ANSWER, REASON) else None, part


def _claim(reader: User | None, thing: str) -> Found | None:
    """The two sides read it, and whoever rules on it."""
    row, part = _claim_row(thing)
    person = member(reader)
    if row is None or person is None or not getattr(row, part):
        return None
    campaign = row.battle.seat_first.campaign
    rules = moderates(person_in(person, campaign))
    if not rules and own_side(person, row.battle) is None:
        return None
    page = "desk_claims" if rules else "battle"
    path = reverse(page, args=[campaign.public_id] if rules else [campaign.public_id, row.battle.public_id])
    whose = row.settled_by if part == REASON else _said_by(row, part)
    return Found(FlagKind.CLAIM, thing, campaign, whose, row.seat.army, getattr(row, part), path)


def _said_by(row: ForfeitClaim, part: str) -> User | None:
    sides: tuple[Seat, Seat] = (row.battle.seat_first, row.battle.seat_second)
    return next(seat.user for seat in sides if (seat.pk == row.seat_id) == (part == EVIDENCE))


def _hide_claim(thing: str, words: str) -> Iterator[Change]:
    row, part = _claim_row(thing)
    if row is None:
        return
    if part == REASON:
        yield from reason_everywhere(row.battle.seat_first.campaign, row.reason, words)
    else:
        yield Change(row, {part: fitting(row, part, words)})


def register() -> None:
    """Let the pages on which things are flagged know of dates and claims."""
    SUBJECTS[FlagKind.DATE] = Subject(
        _date,
        _hide_date,
        fields=tuple(f"battles.{model}.{field}" for model in ("Offer", "Meeting") for field in _PLACE),
    )
    SUBJECTS[FlagKind.CLAIM] = Subject(
        _claim,
        _hide_claim,
        fields=tuple(f"campaign.ForfeitClaim.{field}" for field in (EVIDENCE, ANSWER, REASON)),
    )
