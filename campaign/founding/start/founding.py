"""A campaign is founded: set up from a specification, to be started once everything is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import VariableError, Variables, check_automatic
from campaign.base.setup.conditions import conditions_document
from campaign.base.setup.documents import BoardTrigger, EarlySighting
from campaign.base.setup.house_rules import HouseDocument, read_house
from campaign.base.words.document_faults import fault
from campaign.base.words.rule_sentences import wrong_with_rules
from campaign.founding.start.board_deployment import Called, Names, write_board
from campaign.founding.start.services import start_campaign, what_is_missing
from campaign.models import (
    BotCharacter,
    BotLevel,
    Campaign,
    CampaignKind,
    Role,
    RoleKind,
    Seat,
    SeatStatus,
    User,
)
from rules.format.house import house_document
from rules.format.writing import state_document
from rules.scenario import ScenarioError, load
from rules.state import PlayerId, State

__all__ = ["Called", "CampaignSpec", "SeatSpec", "create_campaign", "start_campaign", "what_is_missing"]


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """A seat to be made: the engine's player id, the army's name, and who plays it, if anybody yet."""

    key: str
    army: str
    user: User | None = None
    preset: str = ""
    bot: bool = False
    level: str = BotLevel.REGULAR
    character: str = BotCharacter.STEADY


@dataclass(frozen=True, slots=True)
class CampaignSpec:
    """Everything a campaign starts from.

    ``state`` is the map, the armies' rules and conditions, the banners, features and relics at the start of
    the first turn (its ``turn``; its settings are taken from ``variables``). ``seats`` stand in the order of
    their numbers; ``banners`` and ``things`` name banners, features and relics by engine id; ``briefing``
    lists enemies whose places players know from the start, ``sightings`` what they heard before the war;
    ``house`` and ``triggers`` are the words of the state's house rules and triggers.
    """

    name: str
    state: State
    seats: tuple[SeatSpec, ...]
    story: str = ""
    banners: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, Called] = field(default_factory=dict)
    briefing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    sightings: Mapping[str, tuple[EarlySighting, ...]] = field(default_factory=dict)
    variables: Variables = field(default_factory=Variables)
    schedule: Schedule = field(default_factory=Schedule)
    house: tuple[HouseDocument, ...] = ()
    triggers: Mapping[str, BoardTrigger] = field(default_factory=dict)
    automatic: bool = False
    blind: bool = False
    demo: bool = False
    kind: CampaignKind = CampaignKind.CAMPAIGN


def create_campaign(*, facilitator: User | None, spec: CampaignSpec) -> Campaign:
    """Store a campaign that is being built. Raises ``Refusal`` with code ``spec`` and the field at fault."""
    state = _checked(spec)
    with transaction.atomic():
        campaign = Campaign.objects.create(
            name=spec.name.strip(),
            story=spec.story,
            automatic=spec.automatic,
            blind=spec.blind,
            kind=spec.kind,
            demo=spec.demo,
            map_rows="\n".join(state.rows),
            settings=spec.variables.document(),
            schedule=spec.schedule.document(),
            house=list(spec.house) or read_house(house_document(state.house)),
        )
        if facilitator is not None:
            Role.objects.create(campaign=campaign, user=facilitator, kind=RoleKind.FACILITATOR)
        seats = _make_seats(campaign, spec, state)
        write_board(campaign, state, seats, Names(spec.banners, spec.things, spec.triggers))
        return campaign


def _checked(spec: CampaignSpec) -> State:
    if not spec.name.strip():
        raise Refusal(_("A campaign needs a name."), code="spec", field="name")
    try:
        check_automatic(spec.variables, automatic=spec.automatic)
    except VariableError as error:
        raise Refusal(f"{error}.", code="spec", field=error.name) from error
    if spec.schedule.ready and not (spec.automatic and spec.variables.battles == "abstract"):
        message = _("Only an automatic campaign whose battles are abstract can be played without dates.")
        raise Refusal(message, code="spec", field="schedule")
    try:
        state = load({**state_document(spec.state), "seed": "00" * 32}).state
    except ScenarioError as error:
        raise Refusal(
            _("The set-up is not valid: %(error)s.") % {"error": fault(error)}, code="spec", field=error.path
        ) from error
    if sorted(seat.key for seat in spec.seats) != [player.id for player in state.players]:
        raise Refusal(_("There must be one seat for each player."), code="spec", field="seats")
    for player in state.players:
        _check_army(spec, player.id, player.rules)
    return replace(state, settings=spec.variables.engine)


def _check_army(spec: CampaignSpec, player: str, rules: Iterable[str]) -> None:
    army = next(seat.army for seat in spec.seats if seat.key == player)
    if not spec.variables.army_rules and tuple(rules):
        raise Refusal(
            _("%(army)s has army rules, but this campaign is played without them.") % {"army": army},
            code="spec",
            field="rules",
        )
    found = wrong_with_rules(rules, spec.variables.army_points, spec.state.house)
    if found:
        raise Refusal(f"{army}: {'; '.join(found)}.", code="spec", field="rules")


def _make_seats(campaign: Campaign, spec: CampaignSpec, state: State) -> dict[str, Seat]:
    players = {player.id: player for player in state.players}
    seats = {}
    for number, seat in enumerate(spec.seats, start=1):
        player = players[PlayerId(seat.key)]
        seats[seat.key] = Seat.objects.create(
            campaign=campaign,
            key=seat.key,
            user=seat.user,
            status=_status(seat),
            bot_level=seat.level,
            bot_character=seat.character,
            number=number,
            army=seat.army,
            preset=seat.preset,
            rules=list(player.rules),
            node=player.node or "",
            conditions=conditions_document(player.conditions),
            briefing=sorted(spec.briefing.get(seat.key, ())),
            sightings=list(spec.sightings.get(seat.key, ())),
            grace_left=spec.variables.grace,
        )
    return seats


def _status(seat: SeatSpec) -> SeatStatus:
    if seat.bot:
        return SeatStatus.BOT
    return SeatStatus.OPEN if seat.user is None else SeatStatus.PLAYER
