"""A draft becomes the truth: its board and dossiers are written into rows, as the campaign starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from campaign.base.maps.plants import planted_by_lot
from campaign.base.maps.war_templates import drawn_for
from campaign.base.refusal import Refusal
from campaign.base.rows import rows
from campaign.base.setup import setups
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.conditions import conditions_document
from campaign.base.setup.documents import BoardTrigger
from campaign.base.setup.setups import Place, SetUp
from campaign.base.words.document_faults import fault
from campaign.models import Audience, Banner, Campaign, Draft, Feature, Relic, Seat, Sector, Trigger
from rules.format.triggers import triggers_document
from rules.scenario import ScenarioError
from rules.state import PlayerId, State


@dataclass(frozen=True, slots=True)
class Called:
    """What a feature or relic is called and the story told of it."""

    name: str
    story: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What the things on a board are called, by engine id."""

    banners: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, Called] = field(default_factory=dict)
    triggers: Mapping[str, BoardTrigger] = field(default_factory=dict)


def lay_out(campaign: Campaign, draft: Draft) -> None:
    """Write the truth from the draft, inside the transaction that starts the campaign.

    A blind campaign's set-up is drawn here, and exists nowhere before. Raises ``Refusal`` (``not_ready``).
    """
    seats = list(campaign.seats.order_by("number"))
    variables = Variables.of(campaign)
    set_up = SetUp(draft.board, draft.players, campaign.house)
    if campaign.blind:
        drawn = drawn_for(draft.template, [seat.key for seat in seats], bytes(draft.key))
        set_up = replace(drawn, house=campaign.house)
    if draft.lots:
        set_up = replace(set_up, board=planted_by_lot(set_up.board, draft.lots, bytes(draft.key)))
    places = [Place(seat.key, seat.army, tuple(seat.rules)) for seat in seats]
    try:
        state = setups.state_of(set_up, places, variables)
    except ScenarioError as error:
        raise Refusal(
            _("The set-up is not valid: %(error)s.") % {"error": fault(error)},
            code="not_ready",
            field=error.path,
        ) from error
    campaign.map_rows = "\n".join(state.rows)
    campaign.save(update_fields=("map_rows",))
    players = {player.id: player for player in state.players}
    for seat in seats:
        dossier = set_up.dossier(seat.key)
        player = players[PlayerId(seat.key)]
        seat.conditions = conditions_document(player.conditions, dossier["conditions"])
        seat.node = player.node or ""
        enemies = {banner.id for banner in state.banners if banner.owner != seat.key}
        seat.briefing = sorted(enemies & set(dossier["banners"]))
        seat.sightings = list(dossier["sightings"])
        seat.letter = dossier["letter"]
        seat.grace_left = variables.grace
        seat.save(update_fields=("conditions", "node", "briefing", "sightings", "letter", "grace_left"))
    write_board(campaign, state, {seat.key: seat for seat in seats}, names_on(set_up))


def names_on(set_up: SetUp) -> Names:
    """What the things on a drawn board are called."""
    board = set_up.board
    return Names(
        {banner["id"]: banner["name"] for banner in board["banners"]},
        {
            thing["id"]: Called(thing["name"], thing["description"])
            for thing in (*board["features"], *board["relics"])
        },
        {trigger["id"]: trigger for trigger in board.get("triggers", ())},
    )


def write_board(campaign: Campaign, state: State, seats: Mapping[str, Seat], names: Names) -> None:
    """Store what stands on the map of a campaign, each thing under its name."""
    Banner.objects.bulk_create(
        Banner(
            campaign=campaign,
            seat=seats[banner.owner],
            key=banner.id,
            name=names.banners.get(banner.id, banner.id),
            x=banner.at[0],
            y=banner.at[1],
            level=banner.level,
            works=banner.works.value,
            retreating=banner.retreating,
            beaten_by=banner.beaten_by or "",
        )
        for banner in state.banners
    )
    rows.insert(
        Sector,
        ("campaign", "x", "y", "occupier", "disputed"),
        [
            (campaign.pk, *one.at, seats[one.occupier].pk if one.occupier else None, one.disputed)
            for one in state.sectors
        ],
    )
    Feature.objects.bulk_create(
        Feature(
            campaign=campaign,
            key=feature.id,
            name=names.things.get(feature.id, Called(feature.id)).name,
            description=names.things.get(feature.id, Called(feature.id)).story,
            x=feature.at[0],
            y=feature.at[1],
            needs_search=feature.needs_search,
            effect=feature.effect.value if feature.effect is not None else "",
            known_to=list(feature.known_to),
        )
        for feature in state.features
    )
    Relic.objects.bulk_create(
        Relic(
            campaign=campaign,
            key=relic.id,
            name=names.things.get(relic.id, Called(relic.id)).name,
            description=names.things.get(relic.id, Called(relic.id)).story,
            carrier=relic.carried_by or "",
            x=relic.at[0] if relic.at is not None else None,
            y=relic.at[1] if relic.at is not None else None,
            destructible=relic.destructible,
            sealed=relic.sealed,
            known_to=list(relic.known_to),
        )
        for relic in state.relics
    )
    _write_triggers(campaign, state, names)


def _write_triggers(campaign: Campaign, state: State, names: Names) -> None:
    """Store the triggers: their terms as a document, what happens to them in columns."""
    rows_made = []
    for trigger, document in zip(state.triggers, triggers_document(state.triggers), strict=True):
        told = names.triggers.get(trigger.id)
        terms = {
            key: value for key, value in document.items() if key not in ("id", "holder", "held", "fired_by")
        }
        rows_made.append(
            Trigger(
                campaign=campaign,
                key=trigger.id,
                document=terms,
                hint=told["hint"] if told else "",
                told=told["told"] if told else "",
                told_to=told["told_to"] if told else Audience.HOLDER,
                holder=trigger.holder or "",
                held=trigger.held,
                fired_by=list(trigger.fired_by),
            )
        )
    Trigger.objects.bulk_create(rows_made)
