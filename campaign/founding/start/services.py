"""A campaign starts: its dice are bound, its deployment published, its first turn opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from campaign import engine
from campaign.access.membership import keeps
from campaign.base.dates import clock
from campaign.base.dates.schedule import Schedule, first_contact
from campaign.base.documents import UNTOLD
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.rows.audit import note
from campaign.base.setup.campaign_settings import OPEN, Variables
from campaign.base.setup.open_vision import without_consent
from campaign.base.words.log_messages import LogKind
from campaign.engine import Board, seeds
from campaign.founding.checklist import checklist_of
from campaign.founding.start.board_deployment import lay_out
from campaign.models import (
    Campaign,
    CampaignStatus,
    Draft,
    Phase,
    PlayerTurn,
    Seat,
    SeatStatus,
    Turn,
    User,
)
from campaign.outbox import public_events as events
from campaign.outbox import services as notices_out
from campaign.turn.drawing.beacon_rounds import site_beacon
from campaign.turn.drawing.draw_dates import beacon_document, dice_at_start
from campaign.turn.opening import add_parts, open_turn
from campaign.turn.told.early_sightings import with_early_sightings
from campaign.turn.told.map_building import War
from campaign.turn.told.player_projection import Names, Teller
from rules import VERSION
from rules.armies import Trait
from rules.plans.knowledge import Sighting, knowledge_by_player
from rules.reports.report import Goal, Report
from rules.review import deployed, look_around
from rules.state import BannerId, ConditionKind, PlayerId, State
from rules.tables import pace

FEWEST_SEATS = 2


def start_campaign(*, campaign: Campaign, by: User | None) -> Turn:
    """Start a campaign: bind its dice, publish the deployment, open the first turn. Gives that turn.

    Raises ``Refusal`` with code ``not_ready`` while something is missing, ``started`` if it runs already,
    ``not_yours`` for somebody who does not facilitate it. ``by`` None is the app itself.
    """
    if by is not None and not keeps(by, campaign):
        raise Refusal(_("Only a facilitator starts the campaign."), code="not_yours")
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        if campaign.status != CampaignStatus.BUILDING:
            raise Refusal(_("The campaign has started already."), code="started")
        missing = what_is_missing(campaign)
        if missing:
            listed = "; ".join(one.rstrip(".") for one in missing)
            message = _("The campaign cannot start yet: %(missing)s.") % {"missing": listed}
            raise Refusal(message, code="not_ready")
        draft = Draft.objects.filter(campaign=campaign).first()
        if draft is not None:
            lay_out(campaign, draft)
        return begin(campaign, by, seeds.make_chain(1))


def begin(campaign: Campaign, by: User | None, chain: seeds.Chain, *, deploy: bool = True) -> Turn:
    """Begin the war with the first turn of ``chain``, inside a transaction, whatever is missing.

    ``deploy`` works out who occupies what from where the banners stand; without it the stored sectors stand.
    """
    seats = list(campaign.seats.order_by("number"))
    for seat in seats:
        seat.campaign = campaign
    moment = clock.now()
    board = engine.read_board(campaign, chain.first, seats)
    if deploy:
        state = deployed(board.state)
        engine.store(campaign, board, state, {seat.key: seat for seat in seats}, {})
        board = replace(board, state=state)
    seeds.bind(campaign, chain)
    _fix_dice(campaign)
    campaign.schedule = _schedule(campaign, seats, board, chain.first).document()
    campaign.status = CampaignStatus.RUNNING
    campaign.save()
    _publish_deployment(campaign, seats, board, chain.first - 1, moment)
    turn = open_turn(campaign, seats, chain.first, moment=moment)
    _announce_start(campaign, turn, by, moment)
    return turn


def _fix_dice(campaign: Campaign) -> None:
    """How the war is thrown stands from here on: openly or not, and with which beacon (Trust 4.3)."""
    beacon = site_beacon()
    dice, variables = dice_at_start(campaign, beacon), Variables.of(campaign)
    if dice != variables.dice:
        campaign.settings = {**variables.document(), "dice": dice}
    campaign.beacon = beacon_document(beacon) if dice == OPEN else {}


def what_is_missing(campaign: Campaign) -> tuple[str, ...]:
    """What must still be done before the campaign can start, in words; empty if nothing."""
    draft = Draft.objects.filter(campaign=campaign).first()
    if draft is not None:
        return tuple(item.text for item in checklist_of(campaign, draft) if item.blocking)
    return tuple(_missing(campaign, list(campaign.seats.order_by("number"))))


def _missing(campaign: Campaign, seats: list[Seat]) -> Iterable[str]:
    if len(seats) < FEWEST_SEATS:
        yield _("it has %(count)s seats, and needs %(least)s or more") % {
            "count": len(seats),
            "least": FEWEST_SEATS,
        }
    for seat in seats:
        if seat.status == SeatStatus.OPEN:
            yield _("nobody plays %(army)s: invite a player or give it to the bot") % {"army": seat.army}
        if not seat.banners.exists():
            yield _("%(army)s has no banner") % {"army": seat.army}
    for seat in without_consent(campaign, seats):
        yield _("%(army)s has not agreed yet to what all may see of the war") % {"army": seat.army}


def _schedule(campaign: Campaign, seats: list[Seat], board: Board, first_turn: int) -> Schedule:
    """The schedule with the first turn in which banners could meet, counted from the starts alone."""
    war = War.of(board, seats, campaign)
    starts = []
    for banner in board.state.banners:
        seat = war.seat(banner.owner)
        teleports = Trait.TELEPORT in war.army(seat)
        starts.append(
            (
                seat.key,
                banner.at,
                pace(war.army(seat).ids, war.army(seat).mods),
                war.battle_radius(seat),
                teleports,
            )
        )
    return replace(Schedule.of(campaign), first_contact=first_contact(starts) + first_turn - 1)


def _publish_deployment(
    campaign: Campaign, seats: list[Seat], board: Board, number: int, moment: datetime
) -> None:
    turn = Turn.objects.create(
        campaign=campaign,
        number=number,
        phase=Phase.PUBLISHED,
        opened_at=moment,
        published_at=moment,
        rules_version=VERSION,
    )
    add_parts(turn, seats)
    state = replace(board.state, turn=number)
    names = Names.of(board, seats, (board.state,))
    war = War.of(board, seats, campaign)
    parts = dict(PlayerTurn.objects.filter(turn=turn).values_list("seat_id", "pk"))
    told = []
    for player, report in starting_reports(state, seats).items():
        seat = war.seat(player)
        teller = Teller(war, seat, names)
        document, board_map = teller.report(report, UNTOLD, ())
        told.append((parts[seat.pk], document, with_early_sightings(teller, report, board_map)))
    rows.update(PlayerTurn, ("report", "map"), told)


def starting_reports(state: State, seats: Iterable[Seat]) -> dict[PlayerId, Report]:
    """What each player knows when the war begins: its own, what its ranges show, what it was briefed on."""
    known = look_around(state)
    own = knowledge_by_player(state, known)
    briefing = {PlayerId(seat.key): seat.briefing for seat in seats}
    banners = {banner.id: banner for banner in state.banners}
    reports = {}
    for player, seen in known.items():
        sightings = {sighting.id: sighting for sighting in seen.sightings}
        for key in briefing.get(player, ()):
            banner = banners[BannerId(key)]
            brief = Sighting(banner.id, banner.owner, banner.at, banner.level, state.turn)
            sightings.setdefault(banner.id, brief)
        reports[player] = Report(
            turn=state.turn,
            player=player,
            node=own[player].player.node,
            banners=own[player].banners,
            lines=(),
            void=(),
            battles=(),
            sightings=tuple(sightings[key] for key in sorted(sightings)),
            seen=seen.seen,
            sectors=seen.sectors,
            features=own[player].features,
            relics=own[player].relics,
            found_features=(),
            found_relics=(),
            conditions=tuple(_goal(condition.kind) for condition in own[player].player.conditions),
        )
    return reports


def _goal(kind: ConditionKind) -> Goal:
    return Goal(None, None) if kind == ConditionKind.DESTRUCTION else Goal(False, 0)


def _announce_start(campaign: Campaign, turn: Turn, by: User | None, moment: datetime) -> None:
    note(campaign, LogKind.STARTED, {"commitment": campaign.commitment}, by=by, of_turn=turn, public=True)
    if campaign.beacon:
        note(campaign, LogKind.DICE_OF_BEACON, campaign.beacon, by=by, of_turn=turn, public=True)
    elif campaign.settings.get("dice") == OPEN:
        note(campaign, LogKind.DICE_OF_SHARES, by=by, of_turn=turn, public=True)
    readers = notices_out.readers_of(campaign, moment)
    told = [*readers.of_seats(campaign.seats.all()), *readers.facilitators]
    when, kind = notices_out.Window(moment), notices_out.CAMPAIGN_STARTS
    detail = {"commitment": campaign.commitment}
    notices_out.store(
        [
            *notices_out.notices_for(campaign, kind, told, when=when, turn=turn, detail=detail),
            *events.of_kind(
                campaign, kind, told if readers.listening else (), when=when, turn=turn, detail=detail
            ),
        ]
    )
