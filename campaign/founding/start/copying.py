"""A campaign is begun from an old one: as much of it as the person may know."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.access.membership import campaigns_of, facilitates
from campaign.base.answers import JsonObject
from campaign.base.dates.schedule import Schedule
from campaign.base.refusal import Refusal
from campaign.base.setup import setups
from campaign.base.setup.boards import MOST_SIDE, SEAT_KEYS, empty_board, read_board
from campaign.base.setup.campaign_settings import OPEN, Variables
from campaign.base.setup.documents import EarlySighting
from campaign.base.setup.dossiers import read_dossier
from campaign.founding.draft_saving import MOST_SEATS, open_draft
from campaign.founding.drafts import board_for
from campaign.founding.services import put_up
from campaign.models import Banner, Campaign, CampaignStatus, Draft, Feature, Relic, Trigger, Turn, User
from campaign.people.texts.services import copy_texts
from campaign.turn.turn_scenario import scenario_of
from rules.documents import Scenario, ScenarioCondition, ScenarioFeature, ScenarioRelic
from rules.state import SpecialOrders

_GOALS = ("kind", "primary", "turns", "relic", "sectors", "count", "player", "banners", "trigger")


def may_copy_all(user: User, source: Campaign) -> bool:
    """Whether the user may know a campaign's set-up: its facilitators, and all when it has ended."""
    return source.status == CampaignStatus.ENDED or facilitates(user, source)


@transaction.atomic
def copy_campaign(*, by: User, source_id: str, name: str, blind: bool = False) -> Campaign:
    """Begin a campaign like an old one in which the person has a part.

    Story, texts, settings, schedule, armies' names and terrain are public and always come along; what stands
    on the map and what everybody wants only if the person may know it (``may_copy_all``), and never into a
    blind campaign. Raises ``Refusal`` (``draft``, field ``start``).
    """
    source = campaigns_of(by).filter(public_id=source_id).first()
    if source is None:
        raise Refusal(_("There is no such campaign that you take part in."), code="draft", field="start")
    seats = list(source.seats.order_by("number"))
    if len(seats) > MOST_SEATS:
        raise Refusal(_("It has more seats than can be built here."), code="draft", field="start")
    campaign = open_draft(by=by, name=name, seats=max(2, len(seats)), blind=blind)
    campaign.house = list(source.house)
    # Whoever was thrown by a chain alone had no choice at the time, or may choose it again.
    campaign.story, campaign.settings = source.story, {**Variables.of(source).document(), "dice": OPEN}
    campaign.schedule = {**Schedule.of(source).document(), "turns": {}, "holidays": [], "first_contact": 1}
    campaign.schedule.pop("ready", None)
    campaign.automatic = blind or source.automatic
    if campaign.automatic and campaign.settings["special_orders"] == SpecialOrders.ALL:
        campaign.settings["special_orders"] = SpecialOrders.USE.value
    draft = Draft.objects.get(campaign=campaign)
    draft.campaign = campaign
    for seat, old in zip(campaign.seats.order_by("number"), seats, strict=False):
        seat.army = old.army
        seat.save(update_fields=("army",))
    if not blind:
        set_up = _set_up(by, source)
        if campaign.automatic:
            # What was put there by lot is drawn anew, and nobody may have seen where.
            set_up = replace(set_up, board={**set_up.board, "triggers": []})
        put_up(draft, set_up)
    copy_texts(source, campaign, by)
    campaign.save()
    draft.seen = ["story", "settings", "schedule", "seats"]
    draft.save()
    return campaign


def _set_up(by: User, source: Campaign) -> setups.SetUp:
    rows = source.map_rows.split("\n")
    if len(rows) > MOST_SIDE or len(rows[0]) > MOST_SIDE:
        raise Refusal(_("Its map is larger than can be built here."), code="draft", field="start")
    bare = setups.SetUp({**empty_board(), "terrain": rows}, {})
    if not may_copy_all(by, source):
        return bare
    if source.status == CampaignStatus.BUILDING:
        try:
            draft = board_for(by, source)
        except Draft.DoesNotExist:
            return bare
        return setups.SetUp(draft.board, draft.players, source.house)
    return _from_scenario(source)


def _from_scenario(source: Campaign) -> setups.SetUp:
    """The set-up at the start of the first turn, with seat keys in the places of the old ones."""
    first = Turn.objects.filter(campaign=source, number__gt=0).order_by("number").first()
    assert first is not None, "a campaign that runs has a turn"
    document = scenario_of(source, first.number)
    seats = list(source.seats.order_by("number"))
    keys = {seat.key: SEAT_KEYS[n] for n, seat in enumerate(seats)}
    called = {
        (table, key): (name, story)
        for table in (Feature, Relic)
        for key, name, story in table.objects.filter(campaign=source).values_list(
            "key", "name", "description"
        )
    }
    names = dict(Banner.objects.filter(campaign=source).values_list("key", "name"))

    def thing(
        table: type[Feature | Relic], one: ScenarioFeature | ScenarioRelic, *more: str
    ) -> dict[str, object]:
        name, story = called[table, one["id"]]
        held: JsonObject = one
        kept = {key: held[key] for key in ("id", "at", "carried_by", *more) if held.get(key) is not None}
        return {
            **kept,
            "name": name,
            "description": story,
            "known_to": [keys[key] for key in one.get("known_to", ())],
        }

    board = {
        "terrain": list(document["map"]),
        "features": [thing(Feature, one, "needs_search", "effect") for one in document["features"]],
        "relics": [thing(Relic, one, "destructible", "sealed") for one in document["relics"]],
        "banners": [
            {
                **{key: one[key] for key in ("id", "at", "level", "works")},
                "owner": keys[one["owner"]],
                "name": names.get(one["id"], one["id"]),
            }
            for one in document["banners"]
        ],
        "occupied": [
            {"at": one["at"], "occupier": keys[one["occupier"]]}
            for one in document["sectors"]
            if one["occupier"] is not None
        ],
        "triggers": _triggers(source, document),
    }
    briefings = {seat.key: seat.briefing for seat in seats}
    letters = {seat.key: seat.letter for seat in seats}
    heard = {seat.key: seat.sightings for seat in seats}
    wanted = {seat.key: seat.conditions for seat in seats}
    players = {
        keys[player["id"]]: {
            "conditions": _conditions(player["conditions"], keys, wanted[player["id"]]),
            "banners": list(briefings[player["id"]]),
            "letter": letters[player["id"]],
            "sightings": [_sighting(one, keys) for one in heard[player["id"]]],
        }
        for player in document["players"]
    }
    dossiers = {key: read_dossier(one) for key, one in players.items()}
    return setups.SetUp(read_board(board), dossiers, source.house)


def _triggers(source: Campaign, document: Scenario) -> list[dict[str, object]]:
    """The triggers as they were before anything had happened, with what people are told of them."""
    told = {
        key: {"hint": hint, "told": text, "told_to": to}
        for key, hint, text, to in Trigger.objects.filter(campaign=source).values_list(
            "key", "hint", "told", "told_to"
        )
    }
    return [
        {
            **{key: value for key, value in one.items() if key not in ("holder", "held", "fired_by")},
            **told[str(one["id"])],
        }
        for one in document.get("triggers", ())
    ]


def _conditions(
    conditions: list[ScenarioCondition], keys: dict[str, str], stored: list[dict[str, object]]
) -> list[dict[str, object]]:
    """The conditions as a dossier has them, with the titles that a scenario does not hold."""
    titles = [one.get("title", "") for one in stored]
    return [
        _condition(one, keys) | ({"title": title} if title else {})
        for one, title in zip(conditions, titles, strict=True)
    ]


def _condition(condition: ScenarioCondition, keys: dict[str, str]) -> dict[str, object]:
    held: JsonObject = condition
    kept = {key: held[key] for key in _GOALS if held.get(key) is not None}
    return {**kept, "player": keys[condition["player"]]} if "player" in kept else kept


def _sighting(sighting: EarlySighting, keys: dict[str, str]) -> EarlySighting:
    """A sighting from before the war, of an army by its new key."""
    return {**sighting, "seat": keys[sighting["seat"]]} if "seat" in sighting else sighting
