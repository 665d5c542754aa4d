"""The forms of what happens by itself: ready-made, by lot, and one of each word (Rules 14.4)."""

from __future__ import annotations

from typing import Any, Unpack

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_at, sector_name
from campaign.base.maps.plants import PLANTS
from campaign.base.setup.documents import Board, BoardTrigger
from campaign.base.setup.triggers import MOST_HINT, MOST_TOLD
from campaign.base.words.order_words import ORDER_NAMES
from campaign.base.words.trigger_words import REPEAT_CHOICES, TOLD_TO_CHOICES
from campaign.founding.aim_faults import no_ground
from campaign.web.form_options import Choices, FormOptions, Posted, Text
from campaign.web.line_field import Line
from campaign.web.sector_field import Sectors
from rules.club.triggers import Audience, DeedKind, Receiver, TermKind
from rules.format.house import MOST_LISTED
from rules.format.triggers import LEAST_SIDES, MOST_BY, MOST_RADIUS, MOST_SIDES
from rules.orders import ASKED

MOST_TURNS = 10_000


class _At(Line):
    """A sector by its name, as ``[x, y]``; None if it is left empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=10, **options)

    def clean(self, value: object) -> list[int] | None:
        """The sector. Raises ``ValidationError``."""
        text = super().clean(value)
        at = sector_at(text) if text else None
        if text and at is None:
            raise forms.ValidationError(
                _now("%(text)s is no sector; write column and row, as C4.") % {"text": text}
            )
        return None if at is None else list(at)


class PlantForm(forms.Form):
    """A ready-made trigger is put on the map."""

    template = forms.ChoiceField(
        label=_("Which one"),
        widget=forms.RadioSelect,
    )
    at = _At(label=_("Sector"), help_text=_("As C4, or tap it on the map."))
    other = _At(
        label=_("Sector of what lies elsewhere"),
        required=False,
        help_text=_("Of the crown. Empty: across the middle of the map."),
    )

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        _offer(self.fields["template"], ((one.key, f"{one.name}: {one.about}") for one in PLANTS))


class LotsForm(forms.Form):
    """Ready-made triggers that are put on the map by lot."""

    templates = forms.MultipleChoiceField(
        label=_("By lot, when the campaign starts"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        _offer(self.fields["templates"], ((one.key, f"{one.name}: {one.about}") for one in PLANTS))


class HeadForm(forms.Form):
    """How often a trigger fires, and what people are told."""

    repeat = forms.ChoiceField(label=_("How often"), choices=REPEAT_CHOICES)
    hint = forms.CharField(
        label=_("Hint"),
        required=False,
        max_length=MOST_HINT,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Read by whoever knows the feature or carries the relic. Nobody reads the terms."),
    )
    told = forms.CharField(
        label=_("What is told when it fires"),
        required=False,
        max_length=MOST_TOLD,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Empty: nothing is told."),
    )
    told_to = forms.ChoiceField(label=_("It is told to"), choices=TOLD_TO_CHOICES)

    @classmethod
    def of(cls, trigger: BoardTrigger) -> HeadForm:
        """The form of a trigger as it is stored."""
        return cls(
            initial={name: trigger[name] for name in ("repeat", "hint", "told", "told_to")}, prefix="head"
        )

    def words(self) -> dict[str, str]:
        """What was chosen and written."""
        data = self.cleaned_data
        return {
            **{name: data[name] for name in ("repeat", "told_to")},
            **{name: data[name].replace("\r\n", "\n") for name in ("hint", "told")},
        }


class WordForm(forms.Form):
    """One word of a trigger: of what it asks, or of what it does."""

    word = ""
    title: Text = ""

    def __init__(self, board: Board, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.board = board
        self.offer(board)

    @property
    def empty(self) -> bool:
        """Whether there is nothing on the map that it could name."""
        return any(
            isinstance(field, forms.ChoiceField) and field.required and not field.choices
            for field in self.fields.values()
        )

    def offer(self, board: Board) -> None:
        """Fill the choices from what is on the map."""

    def members(self) -> dict[str, object]:
        """What stands beside the word; the fields by their names, those left empty left out."""
        return {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}

    def document(self) -> dict[str, object]:
        """The word as a trigger has it."""
        return {("is" if isinstance(self, TermForm) else "do"): self.word, **self.members()}


class TermForm(WordForm):
    """Something that must hold."""


class UsedForm(TermForm):
    """It is used."""

    word, title = TermKind.USED.value, _("the acting banner uses it: the order Use")


class OrderForm(TermForm):
    """A banner has an order there."""

    word, title = TermKind.ORDER.value, _("the acting banner has a certain order")
    order = forms.ChoiceField(
        label=_("Order"), choices=tuple((kind.value, ORDER_NAMES[kind]) for kind in ASKED)
    )


class CarriesForm(TermForm):
    """A banner carries a relic."""

    word, title = TermKind.CARRIES.value, _("the acting banner carries a relic")
    relic = forms.ChoiceField(label=_("Relic"))

    def offer(self, board: Board) -> None:
        _offer(self.fields["relic"], _relics(board))


class HeldForm(TermForm):
    """It has been held for some time."""

    word, title = TermKind.HELD.value, _("its holder has had it for some turns in a row")
    turns = forms.IntegerField(label=_("Turns"), min_value=1, max_value=MOST_TURNS, initial=2)


class KnowsForm(TermForm):
    """Its holder knows a feature."""

    word, title = TermKind.KNOWS.value, _("its holder knows of a feature")
    feature = forms.ChoiceField(label=_("Feature"))

    def offer(self, board: Board) -> None:
        _offer(self.fields["feature"], _features(board))


class OccupiesForm(TermForm):
    """Its holder occupies sectors."""

    word, title = TermKind.OCCUPIES.value, _("its holder occupies certain sectors")
    sectors = Sectors(
        most=MOST_LISTED,
        label=_("Sectors"),
        help_text=_("All of them: as C4, D4 or C4-E6; at most %(most)s.") % {"most": MOST_LISTED},
    )

    def clean_sectors(self) -> list[list[int]]:
        """Sectors that somebody can occupy. Raises ``ValidationError``."""
        sectors: list[list[int]] = self.cleaned_data["sectors"]
        lost = no_ground(sectors, self.board)
        if lost:
            raise forms.ValidationError(_now("Off the map or impassable: %(sectors)s.") % {"sectors": lost})
        return sectors


class TurnForm(TermForm):
    """It is a certain time."""

    word, title = TermKind.TURN.value, _("it is a certain turn, or from one to another")
    first = forms.IntegerField(label=_("From turn"), required=False, min_value=1, max_value=MOST_TURNS)
    last = forms.IntegerField(label=_("To turn"), required=False, min_value=1, max_value=MOST_TURNS)

    def clean(self) -> dict[str, Any]:
        """One of the two at least. Raises ``ValidationError``."""
        data = self.cleaned_data
        if not self.errors and data.get("first") is None and data.get("last") is None:
            raise forms.ValidationError(_now("Name the first turn, the last, or both."))
        return data

    def members(self) -> dict[str, object]:
        """The turns by the names that a document has for them."""
        names = {"first": "from", "last": "to"}
        return {names[name]: value for name, value in self.cleaned_data.items() if value is not None}


class DieForm(TermForm):
    """A die falls so."""

    word, title = TermKind.DIE.value, _("a die shows enough")
    sides = forms.IntegerField(label=_("Sides"), min_value=LEAST_SIDES, max_value=MOST_SIDES, initial=6)
    at_least = forms.IntegerField(label=_("Shows at least"), min_value=1, max_value=MOST_SIDES, initial=4)

    def clean(self) -> dict[str, Any]:
        """No more than it has sides. Raises nothing."""
        data = self.cleaned_data
        if not self.errors and data["at_least"] > data["sides"]:
            self.add_error("at_least", _now("At most as many as it has sides."))
        return data


class DeedForm(WordForm):
    """Something that it does."""


class LevelForm(DeedForm):
    """Levels change."""

    word, title = DeedKind.LEVEL.value, _("banners gain or lose levels")
    by = forms.IntegerField(
        label=_("By how many levels"),
        min_value=-MOST_BY,
        max_value=MOST_BY,
        help_text=_("Below 0: it loses."),
    )
    on = forms.ChoiceField(
        label=_("Whose"),
        choices=(
            (Receiver.ACTOR.value, _("the acting banner's")),
            (Receiver.ALL.value, _("all of its holder's banners")),
        ),
    )

    def clean_by(self) -> int:
        """Some levels. Raises ``ValidationError``."""
        by: int = self.cleaned_data["by"]
        if by == 0:
            raise forms.ValidationError(_now("0 would change nothing."))
        return by


class RevealForm(DeedForm):
    """Something is found."""

    word, title = DeedKind.REVEAL.value, _("a feature or relic is revealed")
    what = forms.ChoiceField(label=_("What"))
    to = forms.ChoiceField(
        label=_("To whom"),
        choices=((Audience.HOLDER.value, _("its holder")), (Audience.ALL.value, _("everybody"))),
    )

    def offer(self, board: Board) -> None:
        _offer(self.fields["what"], things(board))

    def members(self) -> dict[str, object]:
        """The thing under its kind."""
        kind, _colon, key = self.cleaned_data["what"].partition(":")
        return {kind: key, "to": self.cleaned_data["to"]}


class UnsealForm(DeedForm):
    """A relic is unsealed."""

    word, title = DeedKind.UNSEAL.value, _("a sealed relic is unsealed")
    relic = forms.ChoiceField(label=_("Relic"), help_text=_("One that is not sealed stays as it is."))

    def offer(self, board: Board) -> None:
        _offer(self.fields["relic"], _relics(board))


class SpyForm(DeedForm):
    """Something is seen."""

    word, title = DeedKind.SPY.value, _("its holder sees banners far away, this turn")
    radius = forms.IntegerField(label=_("Sectors around"), min_value=0, max_value=MOST_RADIUS, initial=5)
    at = _At(label=_("Around which sector"), required=False, help_text=_("As C4. Empty: where it is."))

    def clean_at(self) -> list[int] | None:
        """A sector of the map, passable or not. Raises ``ValidationError``."""
        at: list[int] | None = self.cleaned_data["at"]
        rows = self.board["terrain"]
        if at is not None and not (at[1] < len(rows) and at[0] < len(rows[0])):
            raise forms.ValidationError(_now("%(sector)s is off the map.") % {"sector": sector_name(*at)})
        return at


TERMS: dict[str, type[TermForm]] = {
    form.word: form
    for form in (UsedForm, OrderForm, CarriesForm, HeldForm, KnowsForm, OccupiesForm, TurnForm, DieForm)
}
DEEDS: dict[str, type[DeedForm]] = {form.word: form for form in (LevelForm, RevealForm, UnsealForm, SpyForm)}
assert set(TERMS) == {kind.value for kind in TermKind}
assert set(DEEDS) == {kind.value for kind in DeedKind} - {DeedKind.MOVE.value}


def things(board: Board) -> list[tuple[str, str]]:
    """Everything that a trigger may be about: features and relics."""
    return [
        *((f"feature:{key}", name) for key, name in _features(board)),
        *((f"relic:{key}", name) for key, name in _relics(board)),
    ]


def _features(board: Board) -> list[tuple[str, str]]:
    return [(one["id"], one["name"]) for one in board["features"]]


def _relics(board: Board) -> list[tuple[str, str]]:
    sealed = _now("%(name)s (sealed)")
    return [
        (one["id"], sealed % {"name": one["name"]} if one.get("sealed") else one["name"])
        for one in board["relics"]
    ]


def _offer(field: forms.Field, choices: Choices) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)
