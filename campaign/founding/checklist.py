"""What is missing before a campaign can start, and what is odd about it, step by step of the builder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaign.base.answers import called
from campaign.base.maps.war_templates import TEMPLATE
from campaign.base.setup import setups
from campaign.base.setup.boards import faults
from campaign.base.setup.campaign_settings import VariableError, Variables, check_automatic
from campaign.base.setup.early_sightings import sighting_faults
from campaign.base.setup.house_rules import house_of
from campaign.base.setup.open_vision import without_consent
from campaign.base.setup.setups import Place, SetUp
from campaign.base.words.document_faults import fault
from campaign.base.words.rule_sentences import wrong_with_rules
from campaign.founding.aim_faults import aim_fault
from campaign.models import Campaign, Draft, Role, RoleKind, Seat, SeatStatus
from campaign.people.army.selectors import picks_missing
from rules.scenario import ScenarioError

FEWEST_SEATS = 2


@called("ChecklistItem")
@dataclass(frozen=True, slots=True)
class Item:
    """Something that is missing (``blocking``) or only odd; ``step`` is the builder's page that mends it."""

    step: str
    text: str
    blocking: bool = True


def checklist_of(campaign: Campaign, draft: Draft) -> tuple[Item, ...]:
    """All that is missing before the campaign can start, then what is only odd; empty if all is well."""
    seats = list(campaign.seats.order_by("number"))
    items = [*_people(campaign, seats), *_rules(campaign, seats)]
    if campaign.blind:
        items += _blind(campaign, draft, seats)
    else:
        items += _set_up(campaign, draft, seats)
    return tuple(sorted(items, key=lambda item: not item.blocking))


def _people(campaign: Campaign, seats: list[Seat]) -> Iterator[Item]:
    if len(seats) < FEWEST_SEATS:
        yield Item("seats", _("There are fewer than two seats."))
    for seat in seats:
        if seat.status == SeatStatus.OPEN:
            yield Item(
                "people",
                _("Nobody plays %(army)s: invite a player, or give the seat to the bot.")
                % {"army": seat.army},
            )
    for seat in without_consent(campaign, seats):
        text = _("%(army)s has not agreed yet to what all may see of the war, turns late.")
        yield Item("people", text % {"army": seat.army})
    yield from (Item("people", text) for text in picks_missing(seats))
    armies = [seat.army.casefold() for seat in seats]
    if len(set(armies)) < len(armies):
        yield Item("seats", _("Two armies have the same name."), blocking=False)
    if not campaign.story.strip():
        yield Item("story", _("There is no story yet: why do they fight?"), blocking=False)


def _rules(campaign: Campaign, seats: list[Seat]) -> Iterator[Item]:
    variables, house = Variables.of(campaign), house_of(campaign)
    try:
        check_automatic(variables, automatic=campaign.automatic)
    except VariableError as error:
        yield Item("settings", f"{error}.")
    for seat in seats:
        if seat.rules and not variables.army_rules:
            text = _("%(army)s has army rules, but this campaign is played without them.")
            yield Item("seats", text % {"army": seat.army})
        for problem in wrong_with_rules(seat.rules, variables.army_points, house):
            yield Item("seats", f"{seat.army}: {problem}.")


def _blind(campaign: Campaign, draft: Draft, seats: list[Seat]) -> Iterator[Item]:
    template = TEMPLATE.get(draft.template)
    if template is None:
        yield Item("template", _("Choose the war from which the set-up is drawn."))
    elif not template.fits(len(seats)):
        fewest, most = template.seats
        text = _("%(name)s is for %(fewest)s to %(most)s seats, and there are %(count)s.")
        names = {"name": template.name, "fewest": fewest, "most": most, "count": len(seats)}
        yield Item("template", text % names)
    variables = Variables.of(campaign)
    # Where dice decide, or a dispute waits for nobody, there is nothing to settle.
    disputed = variables.battles != "abstract" and variables.dispute_hours > 0
    if disputed and not Role.objects.filter(campaign=campaign, kind=RoleKind.ARBITER).exists():
        yield Item("arbiter", _("Name an arbiter: someone without a seat who settles disputed battles."))


def _set_up(campaign: Campaign, draft: Draft, seats: list[Seat]) -> Iterator[Item]:
    names = {seat.key: seat.army for seat in seats}
    wrong = [Item("map", f"{fault}.") for fault in faults(draft.board, names)]
    armed = {banner["owner"] for banner in draft.board["banners"]}
    for seat in seats:
        if seat.key not in armed:
            wrong.append(Item("map", _("%(army)s has no banner on the map.") % {"army": seat.army}))
    set_up = SetUp(draft.board, draft.players, draft.campaign.house)
    for seat in seats:
        dossier = set_up.dossier(seat.key)
        found = [
            *(aim_fault(one, draft.board, seat.key, names) for one in dossier["conditions"]),
            *sighting_faults(dossier["sightings"], draft.board, seat.key, names),
        ]
        wrong += [Item("players", f"{seat.army}: {fault}.") for fault in dict.fromkeys(found) if fault]
    if not wrong:
        places = [Place(seat.key, seat.army, tuple(seat.rules)) for seat in seats]
        try:
            setups.state_of(set_up, places, Variables.of(campaign))
        except ScenarioError as error:
            wrong.append(Item("map", _("The set-up is not valid: %(error)s.") % {"error": fault(error)}))
    if campaign.automatic and draft.board.get("triggers"):
        text = _("Where turns go on by themselves, triggers come ready-made and by lot: remove your own.")
        wrong.append(Item("things", text))
    yield from wrong
    yield from _idle(campaign, draft)
    yield from _odd(campaign, set_up, seats)


def _idle(campaign: Campaign, draft: Draft) -> Iterator[Item]:
    """A trigger that waits for an order that nobody can give."""
    uses = any(term["is"] == "used" for one in draft.board.get("triggers", ()) for term in one["when"])
    if uses and Variables.of(campaign).special_orders == "none":
        text = _(
            "A trigger waits for the order Use, but the settings allow no special orders: it never fires."
        )
        yield Item("things", text, blocking=False)


def _odd(campaign: Campaign, set_up: SetUp, seats: list[Seat]) -> Iterator[Item]:
    """What can be played, but is hardly meant."""
    aimless = [
        seat.army
        for seat in seats
        if not any(condition["primary"] for condition in set_up.dossier(seat.key)["conditions"])
    ]
    if not aimless:
        return
    if len(aimless) == len(seats) and Variables.of(campaign).last_turn is None:
        text = _("Nobody has a primary aim and there is no last turn: the war would never end.")
        yield Item("players", text, blocking=False)
    else:
        text = _("No primary aim, so no victory by one: %(armies)s.")
        yield Item("players", text % {"armies": ", ".join(aimless)}, blocking=False)
