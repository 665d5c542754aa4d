"""What needs a person, by when: over all campaigns in which the person has a seat or runs things."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated

from django.db.models import Q

from campaign.access.membership import acting_seats
from campaign.access.readable import has_address, readable_rows
from campaign.base.answers import one_of
from campaign.base.setup.open_vision import lacks_consent
from campaign.home.handed_in import (
    armies_to_approve,
    disputes_to_judge,
    flags_to_settle,
    states_of_armies,
)
from campaign.home.home_cards import (
    DeskCard,
    Home,
    HomeInvitation,
    LeadAim,
    OpenOffer,
    Place,
    SeatCard,
    StandInCard,
    page_of,
)
from campaign.home.home_places import held_because, place_of
from campaign.home.todo_items import Errand, Fight, by_date, errands_of
from campaign.models import (
    Banner,
    Battle,
    BattleResult,
    Campaign,
    CampaignStatus,
    ClaimState,
    ForfeitClaim,
    Gathering,
    Order,
    Phase,
    PlanState,
    PlayerTurn,
    Promise,
    PromiseState,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    StandIn,
    Theme,
    Turn,
    User,
)
from campaign.people.invitations.selectors import waiting_for
from campaign.press.promises.partners import may_be_answered
from campaign.turn.contact.battle_status import CLOSED, Standing, standing_of
from campaign.turn.told.own_aims import aims_of_seats

LATER = datetime.max.replace(tzinfo=UTC)


def home_of(user: User, number: int = 1) -> Home:
    """Gather the cards of page ``number`` (from 1): whatever their number, the same queries."""
    held = acting_seats(user).select_related("campaign__champion").order_by("id")
    seats = [seat for seat in held if has_address(seat.campaign)]
    played = {seat.campaign_id for seat in seats}
    roles = [
        role
        for role in Role.objects.filter(user=user).select_related("campaign__champion").order_by("id")
        if role.campaign_id not in played and has_address(role.campaign)
    ]
    run = [role.campaign for role in roles if _runs(role)]
    watched = [role.campaign for role in roles if not _runs(role)]
    judged = {role.campaign_id for role in roles if role.kind == RoleKind.ARBITER}
    turns = _open_turns(played | {role.campaign_id for role in roles})
    whole = Home(
        invitations=(),
        seats=tuple(sorted(_seat_cards(user, seats, turns), key=_by_need)),
        desks=tuple(sorted(_desk_cards(user, run, turns), key=_by_need)),
        watched=_watched(watched, turns, judged),
        stands=tuple(sorted(_stands(user), key=_by_need)),
        judged=frozenset(campaign.public_id for campaign in watched if campaign.pk in judged),
    )
    return _with_aims(page_of(whole, number), seats)


def _with_aims(page: Home, seats: Iterable[Seat]) -> Home:
    """The page with what each of its seats fights for, and where people come together for tonight."""
    keys = {(seat.campaign.public_id, seat.number): seat for seat in seats}
    shown = [keys[card.place.campaign_id, card.number] for card in page.seats]
    running = [seat.pk for seat in shown if seat.campaign.status == CampaignStatus.RUNNING]
    aims = aims_of_seats(running) if running else {}
    building = [seat.campaign_id for seat in shown if seat.campaign.status == CampaignStatus.BUILDING]
    known = Gathering.objects.filter(campaign__in=building) if building else Gathering.objects.none()
    gather = set(known.values_list("campaign", flat=True))
    cards = (
        replace(
            card,
            aim=LeadAim.of(aims[seat.pk]) if seat.pk in aims else None,
            gathers=seat.campaign_id in gather,
        )
        for card, seat in zip(page.seats, shown, strict=True)
    )
    return replace(page, seats=tuple(cards))


def invitations_for(user: User) -> tuple[HomeInvitation, ...]:
    """The invitations that were mailed to the user and still work, as the home page of a program has them."""
    return tuple(
        HomeInvitation(one.campaign.name, one.kind, one.token, one.expires_at) for one in waiting_for(user)
    )


@dataclass(frozen=True, slots=True)
class Account:
    """My account, without its address and what it is opened with."""

    name: str
    time_zone: str
    theme: Annotated[str, one_of(Theme)]


def account_of(user: User) -> Account:
    """How the user is called, reads times and sees pages."""
    return Account(user.name, user.time_zone, user.theme)


def _runs(role: Role) -> bool:
    """Whether the role opens a desk, or the builder; a blind campaign has no desk."""
    if role.kind != RoleKind.FACILITATOR:
        return False
    return not role.campaign.blind or role.campaign.status == CampaignStatus.BUILDING


def _by_need(card: SeatCard | DeskCard | StandInCard) -> tuple[bool, datetime, str]:
    return not card.wanted, card.place.due or LATER, card.place.campaign


def _open_turns(campaigns: set[int]) -> dict[int, Turn]:
    """The turn of each campaign that is not published yet, without its heavy documents."""
    rows = (
        Turn.objects.filter(campaign__in=campaigns)
        .exclude(phase=Phase.PUBLISHED)
        .only(
            "campaign",
            "number",
            "phase",
            "plan_due",
            "announce_due",
            "results_due",
            "publish_due",
            "draw_due",
            "held_movement",
            "held_aftermath",
        )
        .order_by("id")
    )
    return {turn.campaign_id: turn for turn in rows}


def _watched(watched: list[Campaign], turns: Mapping[int, Turn], judged: set[int]) -> tuple[Place, ...]:
    """The campaigns of which one only sees what is public; those that wait for a ruling come first."""
    disputes = disputes_to_judge(judged & {campaign.pk for campaign in watched})
    places = (
        replace(place_of(campaign, turns.get(campaign.pk)), disputes=disputes[campaign.pk])
        for campaign in watched
    )
    return tuple(sorted(places, key=lambda place: not place.disputes))


def _seat_cards(user: User, seats: list[Seat], turns: Mapping[int, Turn]) -> Iterable[SeatCard]:
    ids = [seat.pk for seat in seats]
    parts = {
        part.seat_id: part
        for part in PlayerTurn.objects.filter(seat__in=ids, turn__in=[turn.pk for turn in turns.values()])
        .only("seat", "state", "excused")
        .order_by("id")
    }
    idle = _idle(ids, parts.values())
    reports = (
        PlayerTurn.objects.filter(seat__in=ids, turn__number__gt=0, turn__phase=Phase.PUBLISHED)
        .order_by("turn__number")
        .values_list("seat", "turn__number", "read_at")
    )
    # Only the newest report is news: who has read it need not go back for those before.
    unread = {seat: None if read_at else number for seat, number, read_at in reports}
    waiting, errands = _waiting(ids, turns.values())
    offers, picks = _offers(user, seats, turns), states_of_armies(seats, user)
    for seat in seats:
        part = parts.get(seat.pk)
        counts = waiting[seat.pk]
        yield SeatCard(
            place=place_of(seat.campaign, turns.get(seat.campaign_id), unread.get(seat.pk)),
            army=seat.army,
            number=seat.number,
            deputy=seat.user_id != user.pk,
            plan=part.state if part else PlanState.NOTHING,
            excused=bool(part and part.excused),
            idle=tuple(idle[seat.pk]) if part and part.state != PlanState.SUBMITTED else (),
            to_report=counts["report"],
            to_confirm=counts["confirm"],
            disputed=counts["disputed"],
            errands=by_date(errands[seat.pk]),
            to_agree=_is_asked(seat, user),
            offers=tuple(offers[seat.pk]),
            pick=picks.get(seat.pk, ""),
        )


def _offers(user: User, seats: Iterable[Seat], turns: Mapping[int, Turn]) -> Mapping[int, list[OpenOffer]]:
    """The peace that is offered to each seat, as its player may still answer: a deputy reads none of it."""
    own = {seat.pk: seat for seat in seats if seat.user_id == user.pk and seat.campaign_id in turns}
    rows = Promise.objects.filter(seat_to__in=own, state=PromiseState.OFFERED).select_related("seat_by")
    found: defaultdict[int, list[OpenOffer]] = defaultdict(list)
    for row in rows.order_by("offered_at", "id") if own else ():
        if may_be_answered(row, turns[own[row.seat_to_id].campaign_id]):
            found[row.seat_to_id].append(OpenOffer(row.seat_by.number, row.seat_by.army, row.until))
    return found


def _is_asked(seat: Seat, user: User) -> bool:
    """Whether somebody is asked to agree anew, as the seat's player and while the campaign lasts."""
    if seat.user_id != user.pk or seat.campaign.status == CampaignStatus.ENDED:
        return False
    return seat.to_agree or lacks_consent(seat.campaign, seat)


def _idle(seats: list[int], parts: Iterable[PlayerTurn]) -> Mapping[int, list[str]]:
    """The names of each seat's banners for which its plan says nothing."""
    seat_of = {part.pk: part.seat_id for part in parts}
    ordered = {
        (seat_of[part], banner)
        for part, banner in Order.objects.filter(player_turn__in=seat_of).values_list("player_turn", "banner")
    }
    idle: defaultdict[int, list[str]] = defaultdict(list)
    rows = Banner.objects.filter(seat__in=seats, alive=True).order_by("-level", "name", "id")
    for seat, key, name in rows.values_list("seat", "key", "name"):
        if (seat, key) not in ordered:
            idle[seat].append(name)
    return idle


def _waiting(
    seats: list[int], turns: Iterable[Turn]
) -> tuple[Mapping[int, Counter[str]], Mapping[int, list[Errand]]]:
    """Per seat: how many announced battles wait for its word, and what else they want."""
    fighting = [turn.pk for turn in turns if turn.phase == Phase.BATTLES]
    rows = Battle.objects.filter(Q(seat_first__in=seats) | Q(seat_second__in=seats), turn__in=fighting)
    waiting: defaultdict[int, Counter[str]] = defaultdict(Counter)
    fights: list[Fight] = []
    mine = set(seats)
    told = dict(_with_results(rows.select_related("seat_first", "seat_second").order_by("id")))
    for _row, wanted in readable_rows(told, lambda battle: _wanted(battle, told[battle])):
        for seat, kind, fight in wanted:
            waiting[seat.pk][kind] += 1
            if fight is not None and seat.pk in mine:
                fights.append(fight)
    errands: defaultdict[int, list[Errand]] = defaultdict(list)
    for (seat_id, _battle), found in errands_of(fights).items():
        errands[seat_id] += found
    return waiting, errands


def _wanted(battle: Battle, results: list[BattleResult]) -> list[tuple[Seat, str, Fight | None]]:
    """What a battle wants of each of its two seats."""
    return [(seat, *_wants(battle, seat.pk, enemy, results)) for seat, enemy in _sides(battle)]


def _sides(battle: Battle) -> tuple[tuple[Seat, Seat], tuple[Seat, Seat]]:
    """Both seats of a battle, each with its enemy."""
    return (battle.seat_first, battle.seat_second), (battle.seat_second, battle.seat_first)


def _wants(battle: Battle, seat: int, enemy: Seat, results: list[BattleResult]) -> tuple[str, Fight | None]:
    """What a battle wants of a seat (``report``, ``confirm``, ``disputed`` or nothing), and the battle as
    the seat still has to fight it.
    """
    standing = standing_of(battle, results)
    told = {result.seat_id: result for result in results}
    if standing in CLOSED:
        asked = standing == Standing.AGREED and told[enemy.pk].reopen and not told[seat].reopen
        return "confirm" if asked else "", None
    fight = Fight(battle, seat, enemy.army, standing)
    if standing == Standing.DISPUTE:
        return "disputed", fight
    if standing == Standing.ONE:
        return "" if seat in told else "confirm", fight
    return "report", fight


def _stands(user: User) -> Iterable[StandInCard]:
    """The battles that the person fights for others, until their turn is published."""
    taken = StandIn.objects.filter(
        user=user,
        accepted_at__isnull=False,
        ended_at__isnull=True,
        seat__campaign__status=CampaignStatus.RUNNING,
    ).exclude(battle__turn__phase=Phase.PUBLISHED)
    places = list(
        taken.select_related(
            "seat__campaign__champion", "battle__seat_first", "battle__seat_second"
        ).order_by("id")
    )
    turns = _open_turns({place.seat.campaign_id for place in places})
    told = dict(_with_results(place.battle for place in places if place.battle is not None))
    wants: dict[int, tuple[str, Fight | None]] = {}
    for place in places:
        turn = turns.get(place.seat.campaign_id)
        if place.battle is not None and turn is not None and turn.phase == Phase.BATTLES:
            wants[place.pk] = _wants(place.battle, place.seat_id, _enemy(place), told[place.battle])
    errands = errands_of([fight for _kind, fight in wants.values() if fight is not None])
    for place in places:
        kind, _fight = wants.get(place.pk, ("", None))
        mine = errands.get((place.seat_id, place.battle_id or 0), ())
        yield StandInCard(
            place=place_of(place.seat.campaign, turns.get(place.seat.campaign_id)),
            army=place.seat.army,
            number=place.seat.number,
            enemy=_enemy(place).army if place.battle is not None else "",
            battle_id=place.battle.public_id if place.battle is not None else "",
            token=place.token,
            wanted=bool(kind or mine),
            errands=mine,
        )


def _enemy(place: StandIn) -> Seat:
    assert place.battle is not None
    battle = place.battle
    return battle.seat_second if battle.seat_first_id == place.seat_id else battle.seat_first


def _with_results(battles: Iterable[Battle]) -> list[tuple[Battle, list[BattleResult]]]:
    found = list(battles)
    results: defaultdict[int, list[BattleResult]] = defaultdict(list)
    for result in BattleResult.objects.filter(battle__in=[battle.pk for battle in found]).order_by("id"):
        results[result.battle_id].append(result)
    return [(battle, results[battle.pk]) for battle in found]


def _desk_cards(user: User, run: list[Campaign], turns: Mapping[int, Turn]) -> Iterable[DeskCard]:
    armies, flags = armies_to_approve(run), flags_to_settle(run, user)
    mine = [turns[campaign.pk] for campaign in run if campaign.pk in turns]
    missing = Counter(
        PlayerTurn.objects.filter(
            turn__in=[turn.pk for turn in mine if turn.phase == Phase.PLANNING],
            state=PlanState.NOTHING,
            excused=False,
            seat__status=SeatStatus.PLAYER,
            seat__in=Banner.objects.filter(alive=True).values("seat"),
        ).values_list("turn", flat=True)
    )
    standings: defaultdict[int, Counter[Standing]] = defaultdict(Counter)
    battles = Battle.objects.filter(turn__in=[turn.pk for turn in mine if turn.phase == Phase.BATTLES])
    told = dict(_with_results(battles.order_by("id")))
    for battle, standing in readable_rows(told, lambda battle: standing_of(battle, told[battle])):
        standings[battle.turn_id][standing] += 1
    claims = Counter(
        ForfeitClaim.objects.filter(
            battle__turn__in=[turn.pk for turn in mine], state=ClaimState.OPEN
        ).values_list("battle__turn", flat=True)
    )
    for campaign in run:
        turn = turns.get(campaign.pk)
        counts = standings[turn.pk] if turn else Counter[Standing]()
        yield DeskCard(
            place=place_of(campaign, turn),
            missing=missing[turn.pk] if turn else 0,
            open_battles=sum(count for standing, count in counts.items() if standing not in CLOSED),
            disputes=counts[Standing.DISPUTE],
            claims=claims[turn.pk] if turn else 0,
            held=bool(turn and held_because(turn)),
            armies=armies[campaign.pk],
            flags=flags[campaign.pk],
        )
