"""The forms of corrections: a banner, its orders, a sector, a relic, a feature. Each gives one change."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.corrections import Change
from campaign.forms.desk import ReasonedForm
from campaign.sectors import sector_at
from campaign.selectors.correctable import Correctable
from campaign.wording.orders import ORDER_NAMES
from rules.orders import SLOT_OF, OrderKind, Slot

KEEP = ("", _("as it is"))
WORKS = (KEEP, ("none", _("none")), ("fortified", _("fortified")), ("entrenched", _("entrenched")))
YES_NO = (KEEP, ("yes", _("yes")), ("no", _("no")))
PRIMARY = (OrderKind.MARCH, OrderKind.TELEPORT, OrderKind.SEARCH, OrderKind.RETREAT, OrderKind.DESTROY_RELIC)
SECONDARY = (
    OrderKind.FORTIFY,
    OrderKind.ENTRENCH,
    OrderKind.UNFORTIFY,
    OrderKind.RESUPPLY,
    OrderKind.TRANSFER,
    OrderKind.SPLIT,
    OrderKind.JOIN,
)
MOST_LEVELS = 1000


class SectorField(forms.CharField):
    """A sector by its name; its value is [x, y]."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, **kwargs)
        self.size = (0, 0)

    def clean(self, value: Any) -> Any:
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

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.things = things
        for field in self.fields.values():
            if isinstance(field, SectorField):
                field.size = things.size

    def offer(self, name: str, choices: tuple[tuple[str, Any], ...], *, none: Any = None) -> None:
        """Give a field its choices; with ``none`` also an empty one."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*([("", none)] if none is not None else []), *choices]

    def key(self, name: str) -> str | None:
        """The engine's id of what was chosen."""
        chosen = self.cleaned_data.get(name)
        return self.things.keys[chosen] if chosen else None

    def change(self) -> Change:
        """The change, in the form of ``campaign.corrections``."""
        raise NotImplementedError


class BannerForm(CorrectionForm):
    """A banner's level, works, retreat and, before the movement, its place."""

    banner = forms.ChoiceField(label=_("Banner"))
    level = forms.IntegerField(label=_("Level"), min_value=0, max_value=MOST_LEVELS, required=False)
    works = forms.ChoiceField(label=_("Works"), choices=WORKS, required=False)
    retreating = forms.ChoiceField(label=_("Must retreat"), choices=YES_NO, required=False)
    at = SectorField(label=_("Sector at the start"), required=False, help_text=_("Such as F12"))
    field_order = ("banner", "level", "works", "retreating", "at", "reason")

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(things, *args, **kwargs)
        self.offer("banner", things.banners)
        if not things.movement:
            del self.fields["at"]

    def clean(self) -> dict[str, Any]:
        """Something must be corrected."""
        cleaned = super().clean() or {}
        if not self.errors and set(self.change()) == {"banner"}:
            raise forms.ValidationError(_now("Say what is to be corrected: level, works, retreat or sector."))
        return cleaned

    def change(self) -> Change:
        """``{"banner": id, ...}`` with what is to be other than it is."""
        data, change = self.cleaned_data, {"banner": self.key("banner")}
        made: dict[str, Any] = {**change}
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
    name = forms.CharField(label=_("Name of the new banner"), max_length=60, required=False)
    field_order = ("banner", "primary", "to", "secondary", "other", "levels", "relic", "name", "reason")

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(things, *args, **kwargs)
        self.offer("banner", things.banners)
        self.offer("primary", tuple((kind.value, _words(kind)) for kind in PRIMARY), none=_("none"))
        self.offer("secondary", tuple((kind.value, _words(kind)) for kind in SECONDARY), none=_("none"))
        self.offer("other", things.banners, none="-")
        self.offer("relic", things.relics, none="-")

    def clean(self) -> dict[str, Any]:
        """Each order has what it needs."""
        cleaned = super().clean() or {}
        needs = {"march": "to", "teleport": "to", "retreat": "to", "destroy_relic": "relic", "join": "other"}
        for slot in ("primary", "secondary"):
            needed = needs.get(cleaned.get(slot) or "")
            if needed and not cleaned.get(needed) and needed not in self.errors:
                self.add_error(needed, _now("This order needs it."))
        return cleaned

    def change(self) -> Change:
        """``{"plan": player, "banner": id, "orders": {...}}``."""
        orders: dict[str, Any] = {}
        for name in ("primary", "secondary"):
            if self.cleaned_data.get(name):
                kind = OrderKind(self.cleaned_data[name])
                orders[SLOT_OF[kind].value] = self._order(kind)
        owner = self.things.owners[self.cleaned_data["banner"]]
        return {"plan": owner, "banner": self.key("banner"), "orders": orders or None}

    def _order(self, kind: OrderKind) -> dict[str, Any]:
        data, order = self.cleaned_data, {"order": kind.value}
        carried: dict[str, Any] = {
            OrderKind.TRANSFER: {
                "from": self.key("other"),
                "levels": data.get("levels") or None,
                "relic": self.key("relic"),
            },
            OrderKind.JOIN: {"with": self.key("other")},
            OrderKind.SPLIT: {"name": (data.get("name") or "").strip() or None},
            OrderKind.DESTROY_RELIC: {"relic": self.key("relic")},
        }.get(kind, {"to": data.get("to")} if SLOT_OF[kind] != Slot.SECONDARY else {})
        return {**order, **{name: value for name, value in carried.items() if value is not None}}


class SectorForm(CorrectionForm):
    """Who occupies a sector."""

    sector = SectorField(label=_("Sector"), help_text=_("Such as F12"))
    holder = forms.ChoiceField(label=_("Occupied by"), required=False)
    field_order = ("sector", "holder", "reason")

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(things, *args, **kwargs)
        self.offer("holder", (*things.seats, ("disputed", _("disputed"))), none=_("nobody"))

    def change(self) -> Change:
        """``{"sector": [x, y], "occupier": player or null, "disputed": bool}``."""
        holder = self.cleaned_data.get("holder")
        disputed = holder == "disputed"
        occupier = self.things.keys[holder] if holder and not disputed else None
        return {"sector": self.cleaned_data["sector"], "occupier": occupier, "disputed": disputed}


class RelicForm(CorrectionForm):
    """Where a relic is, and who knows of it when it lies."""

    relic = forms.ChoiceField(label=_("Relic"))
    carrier = forms.ChoiceField(label=_("Carried by"), required=False)
    at = SectorField(label=_("Or it lies at"), required=False, help_text=_("Such as F12"))
    known_to = forms.MultipleChoiceField(
        label=_("Its place is known to"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("relic", "carrier", "at", "known_to", "reason")

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(things, *args, **kwargs)
        self.offer("relic", things.relics)
        self.offer("carrier", things.banners, none=_("nobody"))
        self.offer("known_to", things.seats)

    def clean(self) -> dict[str, Any]:
        """It is carried, or it lies."""
        cleaned = super().clean() or {}
        if bool(cleaned.get("carrier")) == bool(cleaned.get("at")) and not self.errors:
            raise forms.ValidationError(
                _now("Say who carries it, or in which sector it lies: one of the two.")
            )
        return cleaned

    def change(self) -> Change:
        """``{"relic": id, "carried_by": banner}`` or ``{"relic": id, "at": [x, y], "known_to": [...]}``."""
        if self.cleaned_data.get("carrier"):
            return {"relic": self.key("relic"), "carried_by": self.key("carrier")}
        return {"relic": self.key("relic"), "at": self.cleaned_data["at"], "known_to": _known(self)}


class FeatureForm(CorrectionForm):
    """Who knows of a feature."""

    feature = forms.ChoiceField(label=_("Feature"))
    known_to = forms.MultipleChoiceField(
        label=_("It is known to"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("feature", "known_to", "reason")

    def __init__(self, things: Correctable, *args: Any, **kwargs: Any) -> None:
        super().__init__(things, *args, **kwargs)
        self.offer("feature", things.features)
        self.offer("known_to", things.seats)

    def change(self) -> Change:
        """``{"feature": id, "known_to": [player, ...]}``."""
        return {"feature": self.key("feature"), "known_to": _known(self)}


def _known(form: CorrectionForm) -> list[str]:
    return sorted(form.things.keys[chosen] for chosen in form.cleaned_data.get("known_to", ()))


def _words(kind: OrderKind) -> str:
    return str(ORDER_NAMES[kind])


FORMS: dict[str, type[CorrectionForm]] = {
    "banner": BannerForm,
    "orders": OrdersForm,
    "sector": SectorForm,
    "relic": RelicForm,
    "feature": FeatureForm,
}
"""The forms by name; ``orders`` only before the movement."""
