"""What is public of a campaign: the same for everybody who takes part in it, whatever their role.

Settings, terrain, seats with armies and rules, turn and state, dates and their moves with reasons, how many
plans are in (a number, and only while planning), the commitment, the champion. Nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, TypeAlias

from django.db.models import OuterRef, QuerySet, Subquery

from campaign.access.army_rules import Titles, rules_of, titles_by_seat
from campaign.access.membership import acting_seats, seat_of
from campaign.base.answers import called, one_of
from campaign.base.dates.schedule import Schedule
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_messages import topic_of
from campaign.base.words.log_words import kept_reason, words_of
from campaign.models import (
    AuditEntry,
    BotCharacter,
    BotLevel,
    Campaign,
    CampaignStatus,
    Phase,
    PlanState,
    PlayerTurn,
    Role,
    Seat,
    SeatStatus,
    Turn,
    User,
    documents,
)

ROLES = ("player", "deputy", "facilitator", "arbiter", "observer")
OwnRole: TypeAlias = Annotated[str, one_of(ROLES)]
OwnSeat: TypeAlias = Annotated[int | None, "The number of the seat in which you act."]


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """A seat; ``number`` is what maps and reports call it."""

    number: int
    army: str
    preset: str
    rules: Annotated[tuple[str, ...], "Ids of army rules."]
    titles: Annotated[Mapping[str, str], "What the army's player calls its rules, by id."]
    bot: bool
    bot_level: Annotated[str | None, one_of(BotLevel), "How well the bot plays it; null unless it does."]
    bot_character: Annotated[
        str | None, one_of(BotCharacter), "What the bot likes to do in it; null unless it plays it."
    ]
    you: bool


@dataclass(frozen=True, slots=True)
class TurnFacts:
    """A turn and its dates."""

    number: int
    phase: Annotated[str, one_of(Phase)]
    plan_due: datetime | None
    announce_due: datetime | None
    results_due: datetime | None
    publish_due: datetime | None
    opened_at: datetime | None
    announced_at: datetime | None
    published_at: datetime | None
    plans_in: Annotated[int | None, "How many plans are in; null when planning is over."]
    closing: Annotated[str, "With open dice: what bound plans and seals when these closed, 64 hex digits."]
    draw_due: Annotated[datetime | None, "While the dice are being drawn: when they are at the latest."]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that was told to all, with its reason: a date that moved, a hold, a pause."""

    at: datetime
    turn: int | None
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign in a list."""

    id: str
    name: str
    status: Annotated[str, one_of(CampaignStatus)]
    role: OwnRole
    seat: OwnSeat
    turn: int | None
    phase: Annotated[str | None, one_of(Phase)]
    due: Annotated[datetime | None, "When the phase ends."]


@called("Campaign")
@dataclass(frozen=True, slots=True)
class CampaignFacts:
    """What is public of a campaign, and the viewer's role in it."""

    id: str
    name: str
    story: str
    status: Annotated[str, one_of(CampaignStatus)]
    automatic: bool
    role: OwnRole
    seat: OwnSeat
    pause_reason: str
    settings: Annotated[Mapping[str, object], "Every variable of the campaign by its name."]
    schedule: Annotated[Mapping[str, object], "Weekdays and hours of the deadlines, holidays, time zone."]
    terrain: Annotated[tuple[str, ...], "One string per row, north first: . normal, C city, # impassable."]
    seats: tuple[SeatFacts, ...]
    turn: Annotated[TurnFacts | None, "The latest turn."]
    notices: Annotated[tuple[Notice, ...], "What was told to all: moved dates, holds, pauses."]
    commitment: str
    champion: Annotated[int | None, "The number of the champion's seat."]
    ended_at: datetime | None


_DUE = {
    Phase.PLANNING: "plan_due",
    Phase.MOVEMENT_REVIEW: "announce_due",
    Phase.BATTLES: "results_due",
    Phase.AFTERMATH_REVIEW: "publish_due",
}
_DATED = (
    *("number", "phase", "closing", "draw_due"),
    *_DUE.values(),
    *("opened_at", "announced_at", "published_at"),
)


def campaign_lines(user: User, campaigns: Sequence[Campaign]) -> tuple[CampaignLine, ...]:
    """These campaigns of the user's: four queries, however many."""
    last = Turn.objects.filter(campaign=OuterRef("campaign")).order_by("-number").values("pk")[:1]
    latest = {
        turn.campaign_id: turn
        for turn in Turn.objects.filter(campaign__in=campaigns, pk=Subquery(last))
        .only("campaign_id", *_DATED)
        .order_by("id")
    }
    acting = list(acting_seats(user).order_by("-id"))
    own = {seat.campaign_id: seat.number for seat in acting if seat.user_id == user.pk}
    deputed = {seat.campaign_id: seat.number for seat in acting if seat.user_id != user.pk}
    roles = dict(Role.objects.filter(user=user).order_by("id").values_list("campaign_id", "kind"))
    lines = []
    for campaign in campaigns:
        now = latest.get(campaign.pk)
        role, seat = _role(own.get(campaign.pk), roles.get(campaign.pk), deputed.get(campaign.pk))
        lines.append(
            CampaignLine(
                id=campaign.public_id,
                name=campaign.name,
                status=campaign.status,
                role=role,
                seat=seat,
                turn=None if now is None else now.number,
                phase=None if now is None else now.phase,
                due=_due(now),
            )
        )
    return tuple(lines)


def campaign_facts(user: User, campaign: Campaign) -> CampaignFacts:
    """What is public of a campaign that the user takes part in."""
    variables = Variables.of(campaign)
    seats = tuple(Seat.objects.filter(campaign=campaign).order_by("number"))
    for seat in seats:
        seat.campaign = campaign
    titles = titles_by_seat(seats)
    turn = Turn.objects.filter(campaign=campaign).only(*_DATED).order_by("-number").first()
    own = next((seat.number for seat in seats if seat.user_id == user.pk), None)
    acting = seat_of(user, campaign) if own is None else None
    kind = Role.objects.filter(campaign=campaign, user=user).values_list("kind", flat=True).first()
    role, number = _role(own, kind, None if acting is None else acting.number)
    champion = next((seat.number for seat in seats if seat.pk == campaign.champion_id), None)
    return CampaignFacts(
        id=campaign.public_id,
        name=campaign.name,
        story=campaign.story,
        status=campaign.status,
        automatic=campaign.automatic,
        role=role,
        seat=number,
        pause_reason=kept_reason(campaign.pause_reason),
        settings=variables.document(),
        schedule=Schedule.of(campaign).document(),
        terrain=tuple(campaign.map_rows.split("\n")),
        seats=tuple(_seat(seat, user, titles) for seat in seats),
        turn=None if turn is None else _turn(turn, plans_in(turn, variables)),
        notices=_notices(campaign),
        commitment=campaign.commitment,
        champion=champion,
        ended_at=campaign.ended_at,
    )


@called("Commitment")
@dataclass(frozen=True, slots=True)
class Bond:
    """What binds dice before they are thrown (Rules 4)."""

    first_turn: Annotated[int, "The turn whose seed it binds, and all after it."]
    commitment: Annotated[str, "SHA-256 of that turn's seed, in hex."]


def commitments_of(campaign: Campaign) -> tuple[Bond, ...]:
    """The commitments of the campaign, the present one first; none before it has started."""
    present = [Bond(campaign.chain_start, campaign.commitment)] if campaign.commitment else []
    old = [Bond(chain["first"], chain["commitment"]) for chain in reversed(campaign.old_chains)]
    return (*present, *old)


def turns_of(campaign: Campaign) -> QuerySet[Turn]:
    """The campaign's turns; turn 0 is the deployment."""
    return Turn.objects.filter(campaign=campaign).only(*_DATED)


def turn_facts(campaign: Campaign, turns: Iterable[Turn]) -> tuple[TurnFacts, ...]:
    """What is public of these turns of the campaign."""
    variables = Variables.of(campaign)
    return tuple(_turn(turn, plans_in(turn, variables)) for turn in turns)


def seat_by_number(campaign: Campaign, number: int) -> Seat | None:
    """The seat with this number, if there is one."""
    return Seat.objects.filter(campaign=campaign, number=number).first()


def plans_in(turn: Turn, variables: Variables) -> int | None:
    """How many plans would count if the deadline were now; None when planning is over."""
    if turn.phase != Phase.PLANNING:
        return None
    counting = [PlanState.SUBMITTED, *([PlanState.DRAFT] if variables.drafts_count else [])]
    return PlayerTurn.objects.filter(turn=turn, state__in=counting).count()


def _role(own: int | None, kind: str | None, deputed: int | None) -> tuple[str, int | None]:
    if own is not None:
        return "player", own
    if kind is not None:
        return kind, None
    return "deputy", deputed


def _due(turn: Turn | None) -> datetime | None:
    name = _DUE.get(Phase(turn.phase)) if turn is not None else None
    if turn is None or name is None:
        return None
    return turn.draw_due or getattr(turn, name)


def _seat(seat: Seat, user: User, titles: Mapping[int, Titles]) -> SeatFacts:
    bot = seat.status == SeatStatus.BOT
    return SeatFacts(
        number=seat.number,
        army=seat.army,
        preset=seat.preset,
        rules=tuple(seat.rules),
        titles={rule.id: rule.title for rule in rules_of(seat, titles) if rule.title},
        bot=bot,
        bot_level=seat.bot_level if bot else None,
        bot_character=seat.bot_character if bot else None,
        you=seat.user_id == user.pk,
    )


def _turn(turn: Turn, plans: int | None) -> TurnFacts:
    return TurnFacts(
        number=turn.number,
        phase=turn.phase,
        plan_due=turn.plan_due,
        announce_due=turn.announce_due,
        results_due=turn.results_due,
        publish_due=turn.publish_due,
        opened_at=turn.opened_at,
        announced_at=turn.announced_at,
        published_at=turn.published_at,
        plans_in=plans,
        closing=turn.closing,
        draw_due=turn.draw_due,
    )


def _notices(campaign: Campaign) -> tuple[Notice, ...]:
    entries: Iterable[AuditEntry] = (
        AuditEntry.objects.filter(campaign=campaign, public=True)
        .select_related("turn")
        .defer(*documents("turn"))
        .order_by("-id")
    )
    return tuple(
        Notice(
            entry.created_at,
            entry.turn.number if entry.turn else None,
            topic_of(entry.kind),
            words_of(entry),
        )
        for entry in entries
    )
