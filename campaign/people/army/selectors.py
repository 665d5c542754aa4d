"""A player's choice of army as its page shows it: every rule, what it costs, and whether it still fits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _

from campaign.access.army_rules import OfferedRule, offered_rules
from campaign.base.answers import PAGE, Named, called, one_of
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.house_rules import house_of
from campaign.base.words.rule_sentences import wrong_with_rules
from campaign.models import ArmyPick, Campaign, CampaignStatus, PickState, Seat
from campaign.people.army.preset_words import preset_why
from rules.armies import PRESETS, points_of

COLOURS = 8
RULES_OF = {name: tuple(rule.value for rule in rules) for name, rules in PRESETS}
"""The ids of each preset's rules, by its name."""
CLAIMING = (PickState.SUBMITTED, PickState.APPROVED)


@called("PickedRule")
@dataclass(frozen=True, slots=True)
class RuleRow:
    """An army rule: ``after`` is what all would be worth with it, ``fits`` whether that may be."""

    id: Annotated[str, "Of the rulebook, or house_... for one of the club's own."]
    name: str
    points: int
    text: str
    chosen: bool
    why: str
    called: str
    after: int
    fits: bool


@called("PresetRow")
@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules; ``fits`` whether the campaign's points allow it."""

    name: str
    rules: tuple[str, ...]
    points: int
    fits: bool
    why: Annotated[Mapping[str, str], "A justification of each of its rules, by its id."]


@called("PickedArmy")
@dataclass(frozen=True, slots=True)
class PickPage:
    """A choice of army; ``problems`` say what is missing before it can be handed in."""

    seat: Annotated[str, PAGE]
    number: Annotated[int, Named("seat")]
    player: Annotated[str, PAGE]
    army: str
    colour: int
    colours: Annotated[tuple[int, ...], "Those that are free."]
    preset: str
    rules: tuple[RuleRow, ...]
    points: int
    limit: int
    with_rules: bool
    problems: tuple[str, ...]
    presets: tuple[Preset, ...]
    state: Annotated[str, one_of(PickState)]
    word: str
    changed_at: Annotated[datetime | None, PAGE]
    open: Annotated[bool, "Whether it can still be changed."]

    @property
    def justifications(self) -> dict[str, Mapping[str, str]]:
        """Why each preset has its rules, by its name."""
        return {preset.name: preset.why for preset in self.presets}

    @property
    def chosen(self) -> tuple[RuleRow, ...]:
        """The rules that are chosen."""
        return tuple(row for row in self.rules if row.chosen)


def pick_of(seat: Seat) -> ArmyPick:
    """A seat's choice, not stored where nothing was picked: once the war has begun, what the army has."""
    stored = ArmyPick.objects.filter(seat=seat).first()
    if stored is not None:
        return stored
    if seat.campaign.status == CampaignStatus.BUILDING:
        return ArmyPick(seat=seat)
    return ArmyPick(
        seat=seat,
        army=seat.army,
        preset=seat.preset,
        rules=list(seat.rules),
        state=PickState.APPROVED,
    )


def pick_page(seat: Seat, pick: ArmyPick, variables: Variables) -> PickPage:
    """The choice of a seat; ``seat`` has its campaign, ``pick`` may be one that is not stored."""
    offered = offered_rules(seat.campaign)
    known = {rule.id: rule.points for rule in offered}
    chosen = [rule for rule in pick.rules if rule in known]
    limit, points = variables.army_points, sum(known[rule] for rule in chosen)
    return PickPage(
        seat=seat.public_id,
        number=seat.number,
        player=seat.user.name if seat.user is not None else "",
        army=pick.army,
        colour=pick.colour or seat.number,
        colours=free_colours(seat),
        preset=pick.preset,
        rules=tuple(_rows(pick, offered, chosen, limit)) if variables.army_rules else (),
        points=points,
        limit=limit,
        with_rules=variables.army_rules,
        problems=tuple(wrong_with(pick, variables)),
        presets=tuple(_presets(limit)),
        state=pick.state,
        word=pick.word,
        changed_at=pick.changed_at,
        open=seat.campaign.status == "building",
    )


def _rows(pick: ArmyPick, offered: Sequence[OfferedRule], chosen: list[str], limit: int) -> Iterator[RuleRow]:
    points = sum(rule.points for rule in offered if rule.id in chosen)
    for rule in offered:
        has = rule.id in chosen
        after = points if has else points + rule.points
        yield RuleRow(
            id=rule.id,
            name=rule.name,
            points=rule.points,
            text=rule.text,
            chosen=has,
            why=_text(pick.why, rule.id),
            called=_text(pick.called, rule.id),
            after=after,
            fits=after <= limit or rule.points < 0,
        )


def _presets(limit: int) -> Iterator[Preset]:
    for name, rules in PRESETS:
        points = points_of(rules)
        yield Preset(name, RULES_OF[name], points, points <= limit, preset_why(name))


def is_preset(name: str, rules: Iterable[str]) -> bool:
    """Whether these are just the rules of the preset of that name."""
    return name in RULES_OF and set(RULES_OF[name]) == set(rules)


def approves_itself(campaign: Campaign, pick: ArmyPick) -> bool:
    """Whether an army that is handed in, and within its points, needs nobody's approval."""
    how = Variables.of(campaign).army_approval
    return campaign.blind or how == "points" or (how == "presets" and is_preset(pick.preset, pick.rules))


def free_presets(seat: Seat, variables: Variables) -> list[Preset]:
    """The presets that fit the points, and that no other seat of the campaign has; ``seat`` has its campaign.

    Where armies have no rules, none.
    """
    if not variables.army_rules:
        return []
    others = Seat.objects.filter(campaign=seat.campaign).exclude(pk=seat.pk)
    taken = {name.casefold() for pair in others.values_list("army", "preset") for name in pair if name}
    picked = ArmyPick.objects.filter(seat__in=others).values_list("army", "preset")
    taken |= {name.casefold() for pair in picked for name in pair if name}
    fitting = [one for one in _presets(variables.army_points) if one.fits]
    return [one for one in fitting if one.name.casefold() not in taken]


def wrong_with(pick: ArmyPick, variables: Variables) -> Iterator[str]:
    """What is missing before the choice can be handed in, in words."""
    if not pick.army.strip():
        yield _("the army needs a name")
    if not variables.army_rules:
        if pick.rules:
            yield _("this campaign is played without army rules")
        return
    yield from wrong_with_rules(pick.rules, variables.army_points, house_of(pick.seat.campaign))
    for rule in offered_rules(pick.seat.campaign):
        if rule.id in pick.rules and not _text(pick.why, rule.id).strip():
            yield _("%(rule)s needs a justification") % {"rule": rule.name}


def _text(texts: Mapping[str, str], rule: str) -> str:
    return str(texts.get(rule, ""))


def free_colours(seat: Seat) -> tuple[int, ...]:
    """The colours that the seat may have: all but those that other players have claimed."""
    return tuple(n for n in range(1, COLOURS + 1) if n not in _claimed(seat))


def _claimed(seat: Seat) -> set[int]:
    others = ArmyPick.objects.filter(seat__campaign=seat.campaign_id, state__in=CLAIMING).exclude(seat=seat)
    return {colour for colour in others.values_list("colour", flat=True) if colour is not None}


def picks_of(campaign: Campaign) -> Mapping[int, ArmyPick]:
    """The choices of a campaign's seats, by the seat's primary key."""
    return {pick.seat_id: pick for pick in ArmyPick.objects.filter(seat__campaign=campaign).order_by("id")}


def picks_missing(seats: Iterable[Seat]) -> Iterator[str]:
    """Which armies are not approved yet, in words: what keeps the campaign from starting."""
    found = list(seats)
    for pick in ArmyPick.objects.filter(seat__in=found).select_related("seat__user").order_by("seat__number"):
        player = pick.seat.user
        if player is None or pick.state == PickState.APPROVED or pick.seat.status != "player":
            continue
        if pick.state == PickState.SUBMITTED:
            yield _("The army of %(player)s waits for your approval.") % {"player": player.name}
        else:
            yield _("%(player)s has not handed in an army yet.") % {"player": player.name}
