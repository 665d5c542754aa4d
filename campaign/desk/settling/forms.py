"""The form that says what comes of an order in words: its closed words as fields, and words to the player.

A list has as many fields of a kind as it needs and some that are empty. At the end levels come first, then
what is unsealed, revealed, spied out: so what is unsealed here can be revealed here, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.answers import Json
from campaign.base.coordinates import sector_name
from campaign.desk.forms import ActForm
from campaign.desk.review.correctable import Correctable
from campaign.desk.review.forms import SectorField
from campaign.desk.review.other_pages import OtherRow
from campaign.desk.settling.services import MOST_WORDS, Said
from campaign.web.form_options import Cleaned, FormOptions, Posted
from rules.format.house import MOST_LISTED
from rules.format.triggers import MOST_BY, MOST_RADIUS

Deed = Mapping[str, Json]
SPARE = 2
"""Empty fields for levels beyond those in use; of all else there is one."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One kind of effect: what it does, its fields by the keys of its document, how many are spare."""

    do: str
    keys: tuple[str, ...]
    spare: int = 1


_START = (_Part("level", ("by", "banner"), SPARE), _Part("move", ("to",), 1))
_END = (
    _Part("level", ("by", "banner"), SPARE),
    _Part("unseal", ("relic",)),
    _Part("reveal", ("thing", "to_all")),
    _Part("spy", ("at", "radius")),
)
_LISTS = {"start": _START, "end": _END}


class SettleForm(ActForm):
    """What comes of one order; empty fields say nothing."""

    words = forms.CharField(
        label=_("Words to the player"),
        max_length=MOST_WORDS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only the player of this order and the facilitators read them."),
    )

    def __init__(
        self, things: Correctable, row: OtherRow, data: Posted = None, **options: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **options)
        self.things, self.row = things, row
        self.lists = {name: parts for name, parts in _LISTS.items() if things.movement or name == "end"}
        self.initial["words"] = row.words
        for name, parts in self.lists.items():
            given: tuple[Deed, ...] = getattr(row, name)
            for part in parts:
                self._add(name, part, [deed for deed in given if deed["do"] == part.do])
        for field in self.fields.values():
            if isinstance(field, SectorField):
                field.size = things.size

    def _add(self, name: str, part: _Part, given: list[Deed]) -> None:
        """The fields of one kind of effect: those that are said, and empty ones."""
        single = part.do == "move"
        for place in range(1 if single else min(len(given) + part.spare, MOST_LISTED)):
            deed = given[place] if place < len(given) else {}
            for key in part.keys:
                field = f"{name}_{part.do}_{place}_{key}"
                self.fields[field] = self._field(part.do, key)
                self.initial[field] = _shown(deed, key)

    def _field(self, do: str, key: str) -> forms.Field:
        if key in ("by", "radius"):
            return _number(key)
        if key == "to_all":
            return forms.BooleanField(label=_("to all players"), required=False)
        if key in ("to", "at"):
            label = _("It moves to") if do == "move" else _("A spy at")
            return SectorField(label=label, required=False, help_text=_("Such as F12"))
        return self._choice(key)

    def _choice(self, key: str) -> forms.ChoiceField:
        """A banner, with none its own; a relic; a feature or a relic."""
        things = self.things
        relics = [(f"relic:{one}", name) for one, name in things.relics]
        features = [(f"feature:{one}", name) for one, name in things.features]
        own = _now("its own: %(name)s") % {"name": self.row.name}
        label, none, choices = {
            "banner": (_("Of"), own, list(things.banners)),
            "relic": (_("Unseal a relic"), "-", list(things.relics)),
            "thing": (_("Reveal a feature or a relic"), "-", features + relics),
        }[key]
        return forms.ChoiceField(label=label, choices=[("", none), *choices], required=False)

    def groups(self) -> Iterator[tuple[str, list[BoundField]]]:
        """The fields by what they belong to, each under its heading."""
        titles = {"start": _now("Before the movement"), "end": _now("At the end of the turn")}
        for name in self.lists:
            yield titles[name], [self[field] for field in self.fields if field.startswith(f"{name}_")]

    def clean(self) -> Cleaned:
        """What belongs together is there together."""
        cleaned = super().clean() or {}
        for name, parts in self.lists.items():
            for part in parts:
                self._check(name, part, cleaned)
        return cleaned

    def _check(self, name: str, part: _Part, cleaned: Cleaned) -> None:
        for _place, field, values in self._places(name, part, cleaned):
            if part.do == "level" and values["banner"] and not values["by"]:
                self.add_error(f"{field}_by", _now("Say how many levels it gains, or loses with a minus."))
            elif part.do == "spy" and (values["at"] is None) != (values["radius"] is None):
                self.add_error(f"{field}_radius", _now("A spy needs a sector, and how far it sees."))
            elif part.do == "reveal" and values["to_all"] and not values["thing"]:
                self.add_error(f"{field}_thing", _now("Say what is revealed."))

    def _places(self, name: str, part: _Part, cleaned: Cleaned) -> Iterator[tuple[int, str, dict[str, Any]]]:
        place = 0
        while (field := f"{name}_{part.do}_{place}") and f"{field}_{part.keys[0]}" in self.fields:
            yield place, field, {key: cleaned.get(f"{field}_{key}") for key in part.keys}
            place += 1

    def said(self) -> Said:
        """What was said, with engine ids; nothing of what this review cannot change."""
        start = self._deeds("start") if "start" in self.lists else None
        return Said(start, self._deeds("end"), self.cleaned_data["words"])

    def _deeds(self, name: str) -> list[dict[str, Json]]:
        found = []
        for part in self.lists[name]:
            for _place, _field, values in self._places(name, part, self.cleaned_data):
                deed = _deed(part.do, values, self.things.keys)
                if deed is not None:
                    found.append(deed)
        return found


def _number(key: str) -> forms.IntegerField:
    """By how many levels, or how far a spy sees."""
    if key == "by":
        return forms.IntegerField(
            label=_("Levels"),
            min_value=-MOST_BY,
            max_value=MOST_BY,
            required=False,
            help_text=_now("%(least)d to %(most)d") % {"least": -MOST_BY, "most": MOST_BY},
        )
    label = _("which sees so many sectors far")
    return forms.IntegerField(label=label, min_value=0, max_value=MOST_RADIUS, required=False)


def _shown(deed: Deed, key: str) -> Json:
    """A field's value for an effect that has been said."""
    match key:
        case "thing":
            return next((f"{kind}:{deed[kind]}" for kind in ("feature", "relic") if kind in deed), "")
        case "to_all":
            return deed.get("to") == "all"
        case "to" | "at":
            return sector_name(*deed[key]) if key in deed else ""
    return deed.get(key)


def _deed(do: str, values: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Json] | None:
    """An effect as a scenario has it; None where nothing was said."""
    match do:
        case "level" if values["by"]:
            banner = {"banner": keys[values["banner"]]} if values["banner"] else {}
            return {"do": do, "by": values["by"], **banner}
        case "move" if values["to"]:
            return {"do": do, "to": values["to"]}
        case "unseal" if values["relic"]:
            return {"do": do, "relic": keys[values["relic"]]}
        case "reveal" if values["thing"]:
            kind, _colon, one = values["thing"].partition(":")
            return {"do": do, kind: keys[one], "to": "all" if values["to_all"] else "holder"}
        case "spy" if values["at"]:
            return {"do": do, "radius": values["radius"], "at": values["at"]}
    return None
