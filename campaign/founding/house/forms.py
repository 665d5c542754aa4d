"""The form of one of the club's own army rules: title, text, points, and the closed words of Rules 14.1."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Unpack, cast

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from campaign.base.setup.house_rules import MOST_TEXT, MOST_TITLE, HouseDocument
from campaign.base.words.house_words import STAT_CHOICES, WHEN_CHOICES
from campaign.base.words.order_words import ORDER_NAMES
from campaign.founding.house.services import name_fault
from campaign.web.form_options import FormOptions, Initial, Posted
from campaign.web.line_field import Line
from rules.armies import ARMY_RULES
from rules.club.house import BOUNDS, IN_BATTLE, MOST_POINTS, Stat
from rules.format.house import MOST_LISTED
from rules.orders import OrderKind

_MOST_BY = max(most for _least, most in BOUNDS.values())
_FIRST_ROWS = 3


class HouseRuleForm(forms.Form):
    """A house army rule. Without any of the lists it is text."""

    title = Line(label=_("What it is called"), max_length=MOST_TITLE)
    text = forms.CharField(
        label=_("What it says"),
        required=False,
        max_length=MOST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("For people. What the app itself is to do is chosen below; without that it is text."),
    )
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        initial=1,
        help_text=_("What it costs; below 0: what it brings."),
    )
    gives = forms.MultipleChoiceField(
        label=_("Army rules that it brings with it"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    never = forms.MultipleChoiceField(
        label=_("Orders that are illegal for it"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(
        self,
        rule: HouseDocument | None,
        data: Posted = None,
        *,
        others: Collection[str] = (),
        **options: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **options)
        self.others = others
        gives, never = (cast("forms.MultipleChoiceField", self.fields[name]) for name in ("gives", "never"))
        gives.choices = [(one.id.value, _now(one.name)) for one in ARMY_RULES]
        never.choices = [
            (kind.value, ORDER_NAMES[kind]) for kind in OrderKind if kind is not OrderKind.RETREAT
        ]
        for row in range(1, MOST_LISTED + 1):
            self.fields |= {
                f"what_{row}": forms.ChoiceField(
                    label=_("What it changes"), required=False, choices=(("", "-"), *STAT_CHOICES)
                ),
                f"by_{row}": forms.IntegerField(
                    label=_("By"), required=False, min_value=-_MOST_BY, max_value=_MOST_BY
                ),
                f"when_{row}": forms.ChoiceField(
                    label=_("In which battles"), required=False, choices=(("", _("always")), *WHEN_CHOICES)
                ),
            }
        if rule is not None:
            self.initial = initial_of(rule)

    def clean_title(self) -> str:
        """A name that no other army rule has: players pick rules by it. Raises ``ValidationError``."""
        title: str = self.cleaned_data["title"]
        wrong = name_fault(title, self.others)
        if wrong:
            raise forms.ValidationError(wrong)
        return title

    def rows(self) -> Iterator[tuple[int, forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The rows of changes, with some to spare."""
        used = [row for row in range(1, MOST_LISTED + 1) if self[f"what_{row}"].value()]
        for row in range(1, min(MOST_LISTED, max(_FIRST_ROWS, max(used, default=0) + 2)) + 1):
            yield row, self[f"what_{row}"], self[f"by_{row}"], self[f"when_{row}"]

    def clean(self) -> dict[str, Any]:
        """Check each change against its own bounds, so that it is told beside it. Raises nothing."""
        data = self.cleaned_data
        for row in range(1, MOST_LISTED + 1):
            what, by = data.get(f"what_{row}"), data.get(f"by_{row}")
            if not what:
                if by is not None and f"what_{row}" not in self.errors:
                    self.add_error(f"what_{row}", _now("Choose what it changes, or empty the row."))
                continue
            least, most = BOUNDS[Stat(what)]
            if by is None and f"by_{row}" not in self.errors:
                self.add_error(f"by_{row}", _now("Say by how much."))
            elif by is not None and not least <= by <= most:
                self.add_error(
                    f"by_{row}", _now("From %(least)s to %(most)s.") % {"least": least, "most": most}
                )
            if data.get(f"when_{row}") and Stat(what) not in IN_BATTLE:
                self.add_error(
                    f"when_{row}", _now("Only what happens in a battle can be for some battles alone.")
                )
        for name in ("gives", "never"):
            if len(data.get(name, ())) > MOST_LISTED:
                self.add_error(name, _now("At most %(most)s.") % {"most": MOST_LISTED})
        return data

    def rule(self) -> dict[str, object]:
        """The rule as a document, without its id."""
        data = self.cleaned_data
        mods = [
            {
                "what": data[f"what_{row}"],
                "by": data[f"by_{row}"],
                **({"when": data[f"when_{row}"]} if data[f"when_{row}"] else {}),
            }
            for row in range(1, MOST_LISTED + 1)
            if data[f"what_{row}"]
        ]
        return {
            "title": data["title"],
            "text": data["text"].replace("\r\n", "\n").strip(),
            "points": data["points"],
            "gives": data["gives"],
            "never": data["never"],
            "mods": mods,
        }

    def field_of(self, path: str) -> str | None:
        """The field that a path within the rule speaks of; None for the whole."""
        head = re.match(r"(\w+)(?:\[(\d+)\](?:\.(\w+))?)?", path)
        if head is None:
            return None
        if head[1] == "mods" and head[2]:
            filled = [row for row in range(1, MOST_LISTED + 1) if self.cleaned_data.get(f"what_{row}")]
            return f"{head[3] or 'what'}_{filled[int(head[2])]}" if int(head[2]) < len(filled) else None
        return head[1] if head[1] in self.fields else None


def initial_of(rule: HouseDocument) -> Initial:
    """What the form of a rule shows first."""
    shown: Initial = {name: rule[name] for name in ("title", "text", "points", "gives", "never")}
    for row, mod in enumerate(rule["mods"], start=1):
        shown |= {f"what_{row}": mod["what"], f"by_{row}": mod["by"], f"when_{row}": mod.get("when", "")}
    return shown
