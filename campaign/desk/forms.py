"""The forms of the desk: each act with its reason. Their bounds are those of what they act on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, Unpack

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.desk.pages import BattleRow, DeskPage
from campaign.desk.result_comparison import Side, named_with_army
from campaign.desk.time.services import MOST_HELD
from campaign.turn.contact.battle_bounds import points_wrong, sacrifice_wrong
from campaign.turn.turn_rights import MOST_REASON
from campaign.web.bounded_fields import bound
from campaign.web.form_options import Choices, FormOptions, Posted, Text

DATE_NAMES = {
    "plan_due": _("Plan deadline"),
    "announce_due": _("Announcement"),
    "results_due": _("Results deadline"),
    "publish_due": _("Publication"),
}


class ActForm(forms.Form):
    """An act of the desk; ``seen`` is the mark of what was shown, so that nobody overwrites another."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class ReasonedForm(ActForm):
    """An act that has a reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MOST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Those whom it touches will read it."),
    )


class WithdrawForm(ReasonedForm):
    """Taking a correction back before it takes effect."""

    number = forms.TypedChoiceField(label=_("Correction"), coerce=int)
    field_order = ("number", "reason")

    def __init__(
        self, made: Iterable[tuple[int, str]], data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        _offer(self.fields["number"], [(str(number), what) for number, what in made])
        self.fields["reason"].help_text = _("It stands in the log; the correction is shown to nobody.")


class PublicForm(ReasonedForm):
    """An act whose reason all read."""

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.fields["reason"].help_text = _("All players will read it.")


class ChampionForm(ActForm):
    """Publication; where only an id tells the victors apart, with the champion."""

    champion = forms.ChoiceField(label=_("Champion"), required=False, widget=forms.RadioSelect)

    def __init__(self, page: DeskPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        _offer(self.fields["champion"], [(row.seat, row.army) for row in page.chosen])


class ExcuseForm(ReasonedForm):
    """A player without a plan is excused."""

    seat = forms.ChoiceField(label=_("Player"))
    field_order = ("seat", "reason")

    def __init__(self, page: DeskPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        without = [row for row in page.board if row.excusable]
        _offer(
            self.fields["seat"],
            [(row.seat, f"{row.army} ({row.player})" if row.player else row.army) for row in without],
        )


class HoldForm(PublicForm):
    """A review is held."""

    days = forms.IntegerField(
        label=_("Days"),
        min_value=1,
        max_value=MOST_HELD,
        initial=2,
        help_text=_("1 to 7, once in each review"),
    )
    field_order = ("days", "reason")


class ExtendForm(PublicForm):
    """A deadline that has not passed is moved to later."""

    name = forms.ChoiceField(label=_("Which date"))
    to = forms.DateTimeField(
        label=_("To"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_(
            "In your own time zone. Later dates move with it; the end of a review moves by 7 days at most."
        ),
    )
    field_order = ("name", "to", "reason")

    def __init__(self, page: DeskPage, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        names = [(row.name, DATE_NAMES[row.name]) for row in page.dates if row.state != "passed"]
        _offer(self.fields["name"], names)


class Ruled(Side, Protocol):
    """A side of a battle that is ruled on, and what can be said of it."""

    @property
    def most_points(self) -> int: ...
    @property
    def most_sacrifice(self) -> int: ...


class RulingForm(ReasonedForm):
    """A ruling on a battle between these two."""

    winner = forms.ChoiceField(label=_("Winner of the mission"), widget=forms.RadioSelect)
    points_first = forms.IntegerField(min_value=0)
    points_second = forms.IntegerField(min_value=0)
    sacrifice_first = forms.IntegerField(min_value=0, initial=0)
    sacrifice_second = forms.IntegerField(min_value=0, initial=0)
    field_order = (
        "winner",
        "points_first",
        "points_second",
        "sacrifice_first",
        "sacrifice_second",
        "reason",
    )

    def __init__(
        self, forces: tuple[Ruled, Ruled], data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        first, second = forces
        names: list[tuple[str, Text]] = [
            ("first", named_with_army(first)),
            ("second", named_with_army(second)),
            ("draw", _("Nobody: a draw")),
        ]
        _offer(self.fields["winner"], names)
        for side, force in (("first", first), ("second", second)):
            points, sacrifice = self.fields[f"points_{side}"], self.fields[f"sacrifice_{side}"]
            name = named_with_army(force)
            points.label = _("Points lost by %(name)s") % {"name": name}
            points.help_text = _("0 to %(most)s") % {"most": force.most_points}
            bound(points, force.most_points, points_wrong(force.most_points))
            if force.most_sacrifice:
                sacrifice.label = _("Levels sacrificed by %(name)s") % {"name": name}
                bound(sacrifice, force.most_sacrifice, sacrifice_wrong(force.most_sacrifice))
            else:
                del self.fields[f"sacrifice_{side}"]


class ForfeitForm(ReasonedForm):
    """A side has forfeited a battle."""

    side = forms.ChoiceField(label=_("Who has forfeited"), widget=forms.RadioSelect)
    field_order = ("side", "reason")

    def __init__(self, battle: BattleRow, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        first, second = battle.forces
        _offer(self.fields["side"], [("first", first.army), ("second", second.army)])


def _offer(field: forms.Field, choices: Choices) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
