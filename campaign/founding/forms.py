"""The forms of the builder. Their bounds are the services'; here they are only asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Unpack

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.dates.schedule import DEADLINES, WEEKDAYS, Schedule
from campaign.base.setup.campaign_settings import VariableError, Variables, check_variable
from campaign.base.words.setting_words import GROUPS, TIMES, SettingWords
from campaign.founding.draft_saving import FEWEST_SEATS, MOST_NAME, MOST_SEATS
from campaign.founding.rhythm_form import RhythmForm
from campaign.founding.services import MOST_ARMY, MOST_STORY, sentence
from campaign.models import Campaign
from campaign.web.account_fields import zones
from campaign.web.form_options import Choices, Cleaned, FormOptions, Initial, Posted, Text
from campaign.web.line_field import Line

DAYS = (
    ("", _("every day")),
    ("monday", _("Monday")),
    ("tuesday", _("Tuesday")),
    ("wednesday", _("Wednesday")),
    ("thursday", _("Thursday")),
    ("friday", _("Friday")),
    ("saturday", _("Saturday")),
    ("sunday", _("Sunday")),
)
assert {day for day, _name in DAYS} == {"", *WEEKDAYS}

DEADLINE_NAMES = {
    "plan": _("Plans are due"),
    "announce": _("Battles are announced by"),
    "results": _("Results are due"),
    "publish": _("The turn is published by"),
}
MOST_OWN_TURNS = 6


class NewForm(forms.Form):
    """A campaign is begun."""

    name = Line(
        label=_("Name of the campaign"),
        max_length=MOST_NAME,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    seats = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        initial=4,
        choices=[(n, str(n)) for n in range(FEWEST_SEATS, MOST_SEATS + 1)],
        help_text=_("The seats on the map. You can change the number while you build."),
    )
    blind = forms.ChoiceField(
        label=_("Your own part"),
        initial="no",
        widget=forms.RadioSelect,
        choices=(
            ("no", _("I run it: I build it, see everything and settle what must be settled. I do not play.")),
            (
                "yes",
                _(
                    "I want to play too: the set-up is drawn by lot when the campaign starts and shown to"
                    " nobody, turns go on by themselves, and an arbiter settles disputes. For ever."
                ),
            ),
        ),
    )
    start = forms.ChoiceField(label=_("Begin with"), required=False, widget=forms.RadioSelect)

    def __init__(self, data: Posted = None, *, starts: Choices, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        _offer(self.fields["start"], starts)


class StoryForm(forms.Form):
    """What the campaign is called, and why they fight."""

    name = Line(label=_("Name"), max_length=MOST_NAME)
    story = forms.CharField(
        label=_("Story"),
        required=False,
        max_length=MOST_STORY,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_(
            "What all players read before they join: where it is, what it is about, what is at stake."
        ),
    )

    @classmethod
    def initial_of(cls, campaign: Campaign) -> Initial:
        """What it shows first."""
        return {"name": campaign.name, "story": campaign.story}


class SettingsForm(forms.Form):
    """All variables but those of time, and whether turns are reviewed."""

    automatic = forms.ChoiceField(
        label=_("How does a turn go on?"),
        widget=forms.RadioSelect,
        choices=(
            ("no", _("Reviewed: a facilitator looks at movement and outcome before they are told")),
            ("yes", _("Automatic: both are told at once, and nobody can correct them")),
        ),
    )

    def __init__(self, data: Posted = None, *, blind: bool = False, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        if blind:
            del self.fields["automatic"]
        for group in GROUPS:
            for name, words in group.settings.items():
                self.fields[name] = _field(name, words)

    def clean(self) -> Cleaned:
        """Everything that is out of bounds at once, not the next only when one is mended."""
        for name, value in self.changes().items():
            try:
                check_variable(name, value)
            except VariableError as error:
                self.add_error(name, sentence(error.message))
        return self.cleaned_data

    def groups(self) -> Iterable[tuple[Promise, list[tuple[forms.BoundField, str]]]]:
        """The fields by group, each with its section of the rules."""
        for group in GROUPS:
            yield group.title, [(self[name], words.rule) for name, words in group.settings.items()]

    def changes(self) -> Cleaned:
        """The variables as they were chosen."""
        return {name: value for name, value in self.cleaned_data.items() if name != "automatic"}

    @property
    def is_automatic(self) -> bool | None:
        """Whether reviews are left out; None where that is not asked."""
        chosen = self.cleaned_data.get("automatic")
        return None if chosen is None else chosen == "yes"

    @classmethod
    def initial_of(cls, campaign: Campaign) -> Initial:
        """What it shows first."""
        return {
            **Variables.of(campaign).document(),
            "automatic": "yes" if campaign.automatic else "no",
        }


class ScheduleForm(RhythmForm):
    """When the deadlines fall."""

    time_zone = forms.ChoiceField(
        label=_("Time zone of the campaign"),
        choices=zones,
        help_text=_(
            "Deadlines keep their hour when summer time begins or ends. Everybody reads them in"
            " their own zone."
        ),
    )
    short_turns = forms.BooleanField(
        label=_("Short turns until armies can meet"),
        required=False,
        help_text=_(
            "In the first turns, in which no two banners could meet, counted from the starts alone, plans"
            " are due every day, and a turn takes about three days."
        ),
    )
    holidays = forms.CharField(
        label=_("Holidays"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "2026-12-24"}),
        help_text=_(
            "One date a line, as 2026-12-24. A deadline on one moves to the same hour of the next free day."
        ),
    )

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        for name in DEADLINES:
            day = forms.ChoiceField(label=_("Weekday"), choices=DAYS, required=False)
            hour = forms.TimeField(
                label=_("Hour"),
                widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                input_formats=("%H:%M", "%H:%M:%S"),
            )
            self.fields |= {f"{name}_weekday": day, f"{name}_hour": hour}
        for name, words in TIMES.items():
            self.fields[name] = _field(name, words)
        for row in range(1, MOST_OWN_TURNS + 1):
            for part, label, most in (
                ("turn", _("Turn"), 100_000),
                ("hours", _("Hours for plans"), 24 * 60),
                ("days", _("Days for battles"), 120),
            ):
                self.fields[f"own_{row}_{part}"] = forms.IntegerField(
                    label=label, required=False, min_value=1 if part == "turn" else 0, max_value=most
                )

    def clean(self) -> Cleaned:
        """No turn with a length of its own is dropped in silence: each is whole, and there once."""
        data = super().clean()
        named = set()
        for row in range(1, MOST_OWN_TURNS + 1):
            turn, lengths = f"own_{row}_turn", (f"own_{row}_hours", f"own_{row}_days")
            if self.errors.keys() & {turn, *lengths}:
                continue
            number, given = data.get(turn), any(data.get(part) is not None for part in lengths)
            if number is None and given:
                self.add_error(turn, _now("Say which turn."))
            elif number is not None and not given:
                self.add_error(turn, _now("Say how many hours for plans it has, or days for battles."))
            elif number is not None and number in named:
                self.add_error(turn, _now("Turn %(number)s stands here twice.") % {"number": number})
            named.add(number)
        return data

    def deadlines(self) -> Iterable[tuple[Text, forms.BoundField, forms.BoundField]]:
        """The rows of the deadlines: name, weekday, hour."""
        for name in DEADLINES:
            yield DEADLINE_NAMES[name], self[f"{name}_weekday"], self[f"{name}_hour"]

    def times(self) -> Iterable[tuple[forms.BoundField, str]]:
        """The variables of time, each with its section of the rules."""
        return [(self[name], words.rule) for name, words in TIMES.items()]

    def own_turns(self) -> Iterable[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The rows of turns with a length of their own."""
        for row in range(1, MOST_OWN_TURNS + 1):
            yield self[f"own_{row}_turn"], self[f"own_{row}_hours"], self[f"own_{row}_days"]

    def clean_holidays(self) -> list[str]:
        """The dates, each checked."""
        days = []
        for line in self.cleaned_data["holidays"].replace(",", "\n").split():
            try:
                days.append(date.fromisoformat(line).isoformat())
            except ValueError as error:
                raise forms.ValidationError(
                    _now("%(text)s is no date; write it as 2026-12-24.") % {"text": line}
                ) from error
        return sorted(set(days))

    def changes(self) -> Cleaned:
        """The variables of time."""
        return {name: self.cleaned_data[name] for name in TIMES}

    def document(self, schedule: Schedule) -> dict[str, object]:
        """The schedule as it was chosen; what a turn has of its own besides stays."""
        data = self.cleaned_data
        turns = {str(number): own.document() for number, own in schedule.turns.items()}
        for shown in _own_turns(schedule):
            turns[str(shown)].pop("plan_hours", None)
            turns[str(shown)].pop("battle_days", None)
        for row in range(1, MOST_OWN_TURNS + 1):
            number = data.get(f"own_{row}_turn")
            if number is None:
                continue
            own = turns.setdefault(str(number), {})
            for key, part in (("plan_hours", "hours"), ("battle_days", "days")):
                if data.get(f"own_{row}_{part}") is not None:
                    own[key] = data[f"own_{row}_{part}"]
        return {
            "time_zone": data["time_zone"],
            "short_turns": data["short_turns"],
            "holidays": data["holidays"],
            "turns": {number: own for number, own in turns.items() if own},
            "rhythm": self.rhythm(),
            **{
                name: {
                    "weekday": data[f"{name}_weekday"] or None,
                    "hour": data[f"{name}_hour"].strftime("%H:%M"),
                }
                for name in DEADLINES
            },
        }

    @classmethod
    def initial_of(cls, campaign: Campaign) -> Initial:
        """What it shows first."""
        schedule, variables = Schedule.of(campaign), Variables.of(campaign)
        initial: Initial = {
            "time_zone": schedule.time_zone,
            "short_turns": schedule.short_turns,
            "holidays": "\n".join(day.isoformat() for day in schedule.holidays),
            **{name: getattr(variables, name) for name in TIMES},
        }
        for name in DEADLINES:
            slot = getattr(schedule, name)
            initial[f"{name}_weekday"] = "" if slot.weekday is None else WEEKDAYS[slot.weekday]
            initial[f"{name}_hour"] = slot.hour
        initial |= cls.minutes_of(schedule.rhythm)
        for row, number in enumerate(_own_turns(schedule), start=1):
            initial |= {
                f"own_{row}_turn": number,
                f"own_{row}_hours": schedule.turns[number].plan_hours,
                f"own_{row}_days": schedule.turns[number].battle_days,
            }
        return initial


class SeatsForm(forms.Form):
    """How many seats there are, and what their armies are called until their players choose."""

    count = forms.TypedChoiceField(
        label=_("Number of seats"),
        coerce=int,
        choices=[(n, str(n)) for n in range(FEWEST_SEATS, MOST_SEATS + 1)],
    )

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        for number in range(1, MOST_SEATS + 1):
            self.fields[f"army_{number}"] = Line(
                label=_("Army of seat %(number)s") % {"number": number}, required=False, max_length=MOST_ARMY
            )

    def armies(self) -> list[str]:
        """The names in order."""
        return [self.cleaned_data[f"army_{n}"] for n in range(1, self.cleaned_data["count"] + 1)]

    @classmethod
    def initial_of(cls, campaign: Campaign) -> Initial:
        """What it shows first."""
        seats = list(campaign.seats.order_by("number"))
        return {
            "count": len(seats),
            **{f"army_{n}": seat.army for n, seat in enumerate(seats, start=1)},
        }


class DiscardForm(forms.Form):
    """A campaign is thrown away before it starts."""

    discard_name = Line(label=_("Type its name to delete it"), max_length=MOST_NAME)


def _own_turns(schedule: Schedule) -> list[int]:
    """The turns with a length of their own that the form shows; a program may have set more."""
    own = [
        number
        for number, one in sorted(schedule.turns.items())
        if one.plan_hours is not None or one.battle_days is not None
    ]
    return own[:MOST_OWN_TURNS]


def _field(name: str, words: SettingWords) -> forms.Field:
    """The field of a variable, by the sort of its default."""
    usual = getattr(Variables(), name)
    common: dict[str, Any] = {"label": words.label, "help_text": words.help}
    if words.choices:
        return forms.ChoiceField(**common, choices=words.choices)
    if isinstance(usual, bool):
        return forms.BooleanField(**common, required=False)
    return forms.IntegerField(**common, required=usual is not None)


def _offer(field: forms.Field, choices: Choices) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


__all__ = [
    "DiscardForm",
    "Mapping",
    "NewForm",
    "ScheduleForm",
    "SeatsForm",
    "SettingsForm",
    "StoryForm",
]
