"""A player chooses an army; the facilitator approves it or gives it back with a word (Rules 11).

Of a campaign that is set up blind nobody approves: the points check does. So it does where the setting
``army_approval`` says so, for all armies or for unchanged presets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from campaign.access.army_rules import offered_rules
from campaign.access.membership import facilitates
from campaign.base.dates import clock
from campaign.base.refusal import Refusal, check_line
from campaign.base.rows.audit import note
from campaign.base.setup.campaign_settings import Variables
from campaign.base.words.log_messages import LogKind
from campaign.models import ArmyPick, Campaign, CampaignStatus, PickState, Seat, User
from campaign.outbox import services as notices_out
from campaign.people.army.preset_words import preset_why
from campaign.people.army.selectors import COLOURS, approves_itself, free_colours, is_preset, wrong_with
from campaign.people.changes_told import tell_facilitators
from rules.armies import PRESETS

MOST_NAME, MOST_WHY, MOST_WORD = 60, 1000, 500
_PRESETS = {name for name, _rules in PRESETS}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player has chosen: the army's name and colour, its rules by id, and a text for each."""

    army: str
    colour: int | None = None
    preset: str = ""
    rules: tuple[str, ...] = ()
    why: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)


def save_pick(*, seat: Seat, by: User, choice: Choice, submit: bool = False) -> ArmyPick:
    """Store the choice; with ``submit`` it is handed in, and must be complete.

    Saving again takes back what was handed in or approved. Raises ``Refusal``: ``not_yours``, ``started``,
    ``impossible`` with the field, ``incomplete`` with all that is missing (nothing typed is lost: the choice
    is stored all the same).
    """
    if seat.user_id != by.pk:
        raise Refusal(_("Only the seat's player chooses its army."), code="not_yours")
    with transaction.atomic():
        campaign = _building(seat)
        seat.campaign = campaign
        variables = Variables.of(campaign)
        rules = [rule.id for rule in offered_rules(campaign)]
        _check(choice, rules)
        pick, _made = ArmyPick.objects.select_for_update(no_key=True).get_or_create(seat=seat)
        was = pick.state
        pick.army = " ".join(choice.army.split())
        pick.rules = [rule for rule in rules if rule in choice.rules]
        # A preset that was changed is one no more.
        pick.preset = choice.preset if is_preset(choice.preset, pick.rules) else ""
        pick.why = {**preset_why(pick.preset), **_texts(choice.why, rules)}
        pick.called = _texts(choice.called, rules)
        pick.colour = choice.colour or pick.colour
        pick.changed_at = clock.now()
        wrong = list(wrong_with(pick, variables))
        if pick.colour is not None and pick.colour not in free_colours(seat):
            wrong.append(_("this colour is another player's"))
        if not submit:
            pick.state = PickState.RETURNED if was == PickState.RETURNED else PickState.DRAFT
        elif not wrong:
            pick.state = PickState.SUBMITTED
        pick.save()
        if submit and not wrong:
            _hand_in(campaign, seat, pick)
    if submit and wrong:
        raise Refusal(
            _("Saved, but not handed in: %(wrong)s.") % {"wrong": "; ".join(wrong)}, code="incomplete"
        )
    return pick


def _hand_in(campaign: Campaign, seat: Seat, pick: ArmyPick) -> None:
    note(campaign, LogKind.ARMY_HANDED_IN, {"army": pick.army}, by=seat.user)
    if approves_itself(campaign, pick):
        apply_pick(campaign, seat, pick, None)
    else:
        tell_facilitators(campaign, "army", pick.army, seat.user)


def approve_pick(*, seat: Seat, by: User) -> ArmyPick:
    """Approve what the seat's player has handed in: it becomes the seat's army.

    Raises ``Refusal``: ``not_yours``, ``started``, ``not_handed_in``, ``incomplete``.
    """
    with transaction.atomic():
        campaign, pick = _handed_in(seat, by)
        wrong = list(wrong_with(pick, Variables.of(campaign)))
        if wrong:
            raise Refusal(
                _("It cannot be approved as it is: %(wrong)s.") % {"wrong": "; ".join(wrong)},
                code="incomplete",
            )
        apply_pick(campaign, pick.seat, pick, by)
        _tell(pick, approved=True)
        return pick


def return_pick(*, seat: Seat, by: User, word: str) -> ArmyPick:
    """Give back what was handed in, with a word on what should change. Raises ``Refusal``, also ``word``."""
    word = " ".join(word.split())
    if not word or len(word) > MOST_WORD:
        raise Refusal(
            _("Say in 1 to %(most)s characters what should change.") % {"most": MOST_WORD},
            code="word",
            field="word",
        )
    with transaction.atomic():
        _campaign, pick = _handed_in(seat, by)
        pick.state, pick.word = PickState.RETURNED, word
        pick.decided_at, pick.decided_by = clock.now(), by
        pick.save()
        _tell(pick, approved=False)
        return pick


def _handed_in(seat: Seat, by: User) -> tuple[Campaign, ArmyPick]:
    if not facilitates(by, seat.campaign):
        raise Refusal(_("Only a facilitator approves armies."), code="not_yours")
    campaign = _building(seat)
    pick = (
        ArmyPick.objects.select_for_update(no_key=True, of=("self",))
        .select_related("seat")
        .filter(seat=seat)
        .first()
    )
    if pick is None or pick.state != PickState.SUBMITTED:
        raise Refusal(_("No army waits for approval here."), code="not_handed_in")
    pick.seat.campaign = campaign
    return campaign, pick


def apply_pick(campaign: Campaign, seat: Seat, pick: ArmyPick, by: User | None) -> None:
    """Make the choice the seat's army; who had its colour without claiming it gets the seat's old one."""
    pick.state, pick.word = PickState.APPROVED, ""
    pick.decided_at, pick.decided_by = clock.now(), by
    pick.colour = pick.colour if pick.colour in free_colours(seat) else seat.number
    pick.save()
    old = seat.number
    if pick.colour != old:
        Seat.objects.filter(pk=seat.pk).update(number=COLOURS + 1 + seat.pk % 30_000)
        Seat.objects.filter(campaign=campaign, number=pick.colour).update(number=old)
    Seat.objects.filter(pk=seat.pk).update(
        number=pick.colour,
        army=pick.army,
        preset=pick.preset,
        rules=pick.rules,
        version=F("version") + 1,
    )
    note(campaign, LogKind.ARMY_APPROVED, {"army": pick.army}, by=by)


def _tell(pick: ArmyPick, *, approved: bool) -> None:
    seat = pick.seat
    if seat.user_id is not None:
        detail = {"approved": approved, "word": pick.word, "army": pick.army}
        notices_out.tell(seat.campaign, notices_out.ARMY_DECIDED, [(seat.user_id, seat.pk)], detail)


def _building(seat: Seat) -> Campaign:
    campaign = Campaign.objects.select_for_update(no_key=True).get(pk=seat.campaign_id)
    if campaign.status != CampaignStatus.BUILDING:
        raise Refusal(_("The campaign has started; armies are fixed."), code="started")
    return campaign


def _check(choice: Choice, rules: Sequence[str]) -> None:
    """Refuse what no choice can hold, naming the field."""
    check_line(choice.army.strip(), "army")
    if len(choice.army) > MOST_NAME:
        raise _impossible("army", _("A name has at most %(most)s characters.") % {"most": MOST_NAME})
    if choice.colour is not None and not 1 <= choice.colour <= COLOURS:
        raise _impossible("colour", _("A colour is a number from 1 to %(most)s.") % {"most": COLOURS})
    if choice.preset and choice.preset not in _PRESETS:
        raise _impossible("preset", _("There is no preset %(name)s.") % {"name": choice.preset})
    for rule in (*choice.rules, *choice.why, *choice.called):
        if rule not in rules:
            raise _impossible("rules", _("There is no army rule %(rule)s.") % {"rule": rule})
    for name, texts, most in (("why", choice.why, MOST_WHY), ("called", choice.called, MOST_NAME)):
        for rule, text in texts.items():
            if name == "called":
                check_line(text.strip(), f"{name}.{rule}")
            if len(text) > most:
                raise _impossible(
                    f"{name}.{rule}", _("This may have at most %(most)s characters.") % {"most": most}
                )


def _texts(texts: Mapping[str, str], rules: Sequence[str]) -> dict[str, str]:
    """The texts that say something, also of rules that are not chosen just now: nothing typed is lost."""
    return {rule: texts[rule].strip() for rule in rules if texts.get(rule, "").strip()}


def _impossible(field: str, message: str) -> Refusal:
    return Refusal(message, code="impossible", field=field)
