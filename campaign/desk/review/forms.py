"""The forms of corrections: of a banner, orders, a sector, a relic, a feature, a trigger; one change each."""

from __future__ import annotations

from typing import Unpack

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.coordinates import sector_at
from campaign.base.setup.ground_words import WORKS_WORDS
from campaign.base.words.order_words import ORDER_NAMES
from campaign.desk.forms import ReasonedForm
from campaign.desk.review.correctable import Correctable
from campaign.engine.corrections import Change
from campaign.web.form_options import Choices, Cleaned, FormOptions, Posted, Text
from campaign.web.line_field import Line
from rules.orders import (
    FEATURE,
    GIVER,
    LEVELS,
    NAME,
    ORDER,
    ORDERS,
    PARTNER,
    RELIC,
    SLOT_OF,
    TEXT,
    TO,
    Names,
    OrderKind,
    Part,
    Slot,
)

KEEP = ("", _("as it is"))
WORKS = (KEEP, *((works.value, text) for works, text in WORKS_WORDS.items()))
YES_NO = (KEEP, ("yes", _("yes")), ("no", _("no")))
_BY_SLOT = [record.kind for slot in Slot for record in ORDERS if record.slot is slot]
SECONDARY = tuple(kind for kind in _BY_SLOT if SLOT_OF[kind] is Slot.SECONDARY)
PRIMARY = tuple(kind for kind in _BY_SLOT if kind not in SECONDARY)
_FIELDS = {
    TO: "to",
    GIVER: "other",
    PARTNER: "other",
    LEVELS: "levels",
    RELIC: "relic",
    FEATURE: "feature",
    NAME: "name",
    TEXT: "text",
}
"""The form's field for each part of an order."""
MOST_LEVELS = 1000
MOST_HELD = 100_000


class SectorField(forms.CharField):
    """A sector by its name; its value is [x, y]."""

    def __init__(self, *, label: Text, required: bool = True, help_text: Text = "") -> None:
        super().__init__(max_length=8, label=label, required=required, help_text=help_text)
        self.size = (0, 0)

    def clean(self, value: object) -> list[int] | None:
        """The sector as [x, y], or None for nothing typed in."""
        text = super().clean(value)
        if not text:
            return None
        at = sector_at(text)
        if at is None or at[0] >= self.size[0] or at[1] >= self.size[1]:
            raise forms.ValidationError(_now("Name a sector of the map, such as A1 or F12."))
        return list(at)


class CorrectionForm(ReasonedForm):
    """One correction; ``change`` is what the engine is told."""

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.things = things
        for field in self.fields.values():
            if isinstance(field, SectorField):
                field.size = things.size

    def offer(self, name: str, choices: Choices, *, none: Text | None = None) -> None:
        """Give a field its choices; with ``none`` also an empty one."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*([("", none)] if none is not None else []), *choices]

    def key(self, name: str) -> str | None:
        """The engine's id of what was chosen."""
        chosen = self.cleaned_data.get(name)
        return self.things.keys[chosen] if chosen else None

    def change(self) -> Change:
        """The change, in the form of ``campaign.engine.corrections``."""
        raise NotImplementedError


class BannerForm(CorrectionForm):
    """A banner's level, works, retreat and, before the movement, its place."""

    banner = forms.ChoiceField(label=_("Banner"))
    level = forms.IntegerField(label=_("Level"), min_value=0, max_value=MOST_LEVELS, required=False)
    works = forms.ChoiceField(label=_("Works"), choices=WORKS, required=False)
    retreating = forms.ChoiceField(label=_("Must retreat"), choices=YES_NO, required=False)
    at = SectorField(label=_("Sector at the start"), required=False, help_text=_("Such as F12"))
    field_order = ("banner", "level", "works", "retreating", "at", "reason")

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("banner", things.banners)
        if not things.movement:
            del self.fields["at"]

    def clean(self) -> Cleaned:
        """Something must be corrected."""
        cleaned = super().clean() or {}
        most = {"most": self.things.most_level}
        if (cleaned.get("level") or 0) > most["most"] and cleaned.get("banner") not in self.things.massive:
            self.add_error("level", _now("0 to %(most)d; only Massive Armies pass that.") % most)
        if not self.errors and set(self.change()) == {"banner"}:
            raise forms.ValidationError(_now("Say what is to be corrected: level, works, retreat or sector."))
        return cleaned

    def change(self) -> Change:
        """``{"banner": id, ...}`` with what is to be other than it is."""
        data, change = self.cleaned_data, {"banner": self.key("banner")}
        made: dict[str, object] = {**change}
        if data.get("level") is not None:
            made["level"] = data["level"]
        if data.get("works"):
            made["works"] = data["works"]
        if data.get("retreating"):
            made["retreating"] = data["retreating"] == "yes"
        if data.get("at") is not None:
            made["at"] = data["at"]
        return made


class OrdersForm(CorrectionForm):
    """A banner's orders, all of them anew; none at all is an order too."""

    banner = forms.ChoiceField(label=_("Banner"))
    primary = forms.ChoiceField(label=_("Primary or special order"), required=False)
    to = SectorField(label=_("Target sector"), required=False, help_text=_("For march, teleport, retreat"))
    secondary = forms.ChoiceField(label=_("Secondary order"), required=False)
    other = forms.ChoiceField(label=_("Giver, or whom it joins"), required=False)
    levels = forms.IntegerField(
        label=_("Levels transferred"), min_value=0, max_value=MOST_LEVELS, required=False
    )
    relic = forms.ChoiceField(label=_("Relic"), required=False)
    feature = forms.ChoiceField(label=_("Feature that is used"), required=False)
    name = Line(label=_("Name of the new banner"), max_length=60, required=False)
    text = Line(label=_("Order in words"), max_length=TEXT.most, required=False)
    field_order = (
        *("banner", "primary", "to", "secondary", "other", "levels", "relic", "feature", "name", "text"),
        "reason",
    )

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("banner", things.banners)
        allowed = [kind for kind in PRIMARY if things.special_orders in ORDER[kind].allowed]
        self.offer("primary", tuple((kind.value, _words(kind)) for kind in allowed), none=_("none"))
        self.offer("secondary", tuple((kind.value, _words(kind)) for kind in SECONDARY), none=_("none"))
        self.offer("other", things.banners, none="-")
        self.offer("relic", things.relics, none="-")
        self.offer("feature", things.features, none="-")
        for part in (FEATURE, TEXT):
            if not any(part in ORDER[kind].parts for kind in allowed):
                del self.fields[_FIELDS[part]]

    def clean(self) -> Cleaned:
        """Each order has what it needs."""
        cleaned = super().clean() or {}
        for slot in ("primary", "secondary"):
            kind = cleaned.get(slot)
            for part in ORDER[OrderKind(kind)].needs if kind else ():
                needed = _FIELDS[part]
                if not cleaned.get(needed) and needed not in self.errors:
                    self.add_error(needed, _now("This order needs it."))
            may = [_FIELDS[part] for part in ORDER[OrderKind(kind)].may] if kind else []
            if kind and ORDER[OrderKind(kind)].either and sum(bool(cleaned.get(name)) for name in may) != 1:
                self.add_error("feature", _now("It uses a relic or a feature: exactly one of them."))
        return cleaned

    def change(self) -> Change:
        """``{"plan": player, "banner": id, "orders": {...}}``."""
        orders: dict[str, object] = {}
        for name in ("primary", "secondary"):
            if self.cleaned_data.get(name):
                kind = OrderKind(self.cleaned_data[name])
                orders[SLOT_OF[kind].value] = self._order(kind)
        owner = self.things.owners[self.cleaned_data["banner"]]
        return {"plan": owner, "banner": self.key("banner"), "orders": orders or None}

    def _order(self, kind: OrderKind) -> dict[str, object]:
        found = {part.key: self._carried(part) for part in ORDER[kind].parts}
        return {"order": kind.value, **{key: given for key, given in found.items() if given is not None}}

    def _carried(self, part: Part) -> object:
        field = _FIELDS[part]
        if part.names in (Names.BANNER, Names.RELIC, Names.FEATURE):
            return self.key(field)
        given = self.cleaned_data.get(field)
        return (given.strip() if isinstance(given, str) else given) or None


class SectorForm(CorrectionForm):
    """Who occupies a sector."""

    sector = SectorField(label=_("Sector"), help_text=_("Such as F12"))
    holder = forms.ChoiceField(label=_("Occupied by"), required=False)
    field_order = ("sector", "holder", "reason")

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("holder", (*things.seats, ("disputed", _("disputed"))), none=_("nobody"))

    def change(self) -> Change:
        """``{"sector": [x, y], "occupier": player or null, "disputed": bool}``."""
        holder = self.cleaned_data.get("holder")
        disputed = holder == "disputed"
        occupier = self.things.keys[holder] if holder and not disputed else None
        return {"sector": self.cleaned_data["sector"], "occupier": occupier, "disputed": disputed}


class RelicForm(CorrectionForm):
    """Where a relic is, who knows of it when it lies, and whether it is sealed."""

    relic = forms.ChoiceField(label=_("Relic"))
    carrier = forms.ChoiceField(label=_("Carried by"), required=False)
    at = SectorField(label=_("Or it lies at"), required=False, help_text=_("Such as F12"))
    known_to = forms.MultipleChoiceField(
        label=_("Its place is known to"), required=False, widget=forms.CheckboxSelectMultiple
    )
    sealed = forms.ChoiceField(
        label=_("Sealed"),
        choices=YES_NO,
        required=False,
        help_text=_("A sealed relic lies unknown, and nobody finds it."),
    )
    field_order = ("relic", "carrier", "at", "known_to", "sealed", "reason")

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("relic", things.relics)
        self.offer("carrier", things.banners, none=_("nobody"))
        self.offer("known_to", things.seats)

    def clean(self) -> Cleaned:
        """It is carried, or it lies."""
        cleaned = super().clean() or {}
        places = bool(cleaned.get("carrier")) + bool(cleaned.get("at"))
        if (places > 1 or not (places or cleaned.get("sealed"))) and not self.errors:
            raise forms.ValidationError(
                _now("Say who carries it, or in which sector it lies: one of the two.")
            )
        return cleaned

    def change(self) -> Change:
        """``{"relic": id, ...}`` with ``carried_by``, with ``at`` and ``known_to``, or with ``sealed``."""
        change: dict[str, object] = {"relic": self.key("relic")}
        if self.cleaned_data.get("carrier"):
            change["carried_by"] = self.key("carrier")
        elif self.cleaned_data.get("at"):
            change |= {"at": self.cleaned_data["at"], "known_to": _known(self)}
        if self.cleaned_data.get("sealed"):
            change["sealed"] = self.cleaned_data["sealed"] == "yes"
            if change["sealed"]:
                change["known_to"] = []
        return change


class FeatureForm(CorrectionForm):
    """Who knows of a feature."""

    feature = forms.ChoiceField(label=_("Feature"))
    known_to = forms.MultipleChoiceField(
        label=_("It is known to"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("feature", "known_to", "reason")

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("feature", things.features)
        self.offer("known_to", things.seats)

    def change(self) -> Change:
        """``{"feature": id, "known_to": [player, ...]}``."""
        return {"feature": self.key("feature"), "known_to": _known(self)}


class TriggerForm(CorrectionForm):
    """Who holds a trigger's thing, for how long, and for whom it has fired."""

    trigger = forms.ChoiceField(label=_("Trigger"))
    holder = forms.ChoiceField(label=_("Held by"), required=False)
    held = forms.IntegerField(label=_("Turns in a row"), min_value=0, max_value=MOST_HELD)
    fired_by = forms.MultipleChoiceField(
        label=_("It has fired for"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("trigger", "holder", "held", "fired_by", "reason")

    def __init__(self, things: Correctable, data: Posted = None, **options: Unpack[FormOptions]) -> None:
        super().__init__(things, data, **options)
        self.offer("trigger", things.triggers)
        self.offer("holder", things.seats, none=_("nobody"))
        self.offer("fired_by", things.seats)

    def change(self) -> Change:
        """``{"trigger": id, "holder": player or null, "held": turns, "fired_by": [...]}``."""
        return {
            "trigger": self.key("trigger"),
            "holder": self.key("holder"),
            "held": self.cleaned_data["held"],
            "fired_by": _known(self, "fired_by"),
        }


def _known(form: CorrectionForm, field: str = "known_to") -> list[str]:
    return sorted(form.things.keys[chosen] for chosen in form.cleaned_data.get(field, ()))


def _words(kind: OrderKind) -> str:
    return str(ORDER_NAMES[kind])


FORMS: dict[str, type[CorrectionForm]] = {
    "banner": BannerForm,
    "orders": OrdersForm,
    "sector": SectorForm,
    "relic": RelicForm,
    "feature": FeatureForm,
    "trigger": TriggerForm,
}
"""The forms by name; ``orders`` only before the movement."""
