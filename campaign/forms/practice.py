"""The practice ground's form: the plan's own fields, and what the player guesses of each enemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.forms.bounds import whole
from campaign.forms.plan import BannerForm, Choice, PlanForm
from campaign.sectors import sector_name
from campaign.services.practice import Guess
from rules.grid import DIRECTIONS, is_passable

WORKS = (
    ("none", gettext_lazy("no works")),
    ("fortified", gettext_lazy("fortified")),
    ("entrenched", gettext_lazy("entrenched")),
)
AWAY = "away"


@dataclass(frozen=True, slots=True)
class EnemyForm:
    """One enemy's fields as they stand: what was sent, else the first guess."""

    guess: Guess
    level: str
    works: tuple[Choice, ...]
    acts: tuple[Choice, ...]
    error: str = ""


class PracticePlan(PlanForm):
    """The plan's form, open at any time: nothing here is stored."""

    def banners(self) -> list[BannerForm]:
        """The parts of the form, with what is legal on what the seat knows."""
        offered = self.page.offers()
        return [self._part(banner, offered[banner.id]) for banner in self.page.banners]


@dataclass(slots=True)
class EnemyForms:
    """What is guessed of the enemies."""

    enemies: Sequence[Guess]
    rows: tuple[str, ...]
    sent: Mapping[str, str] | None = None

    def forms(self) -> list[EnemyForm]:
        """A part for each enemy."""
        return [self._form(guess) for guess in self.enemies]

    @property
    def valid(self) -> bool:
        """Whether every guess can be read."""
        return not any(form.error for form in self.forms())

    def guesses(self) -> list[Guess]:
        """The guesses as sent, without those that are supposed to have gone away."""
        found = []
        for guess in self.enemies:
            act = self._value(guess, "act", "")
            if act == AWAY:
                continue
            order: dict[str, Any] | None = None
            if act == "fortify":
                order = {"secondary": {"order": "fortify"}}
            elif act.startswith("march:"):
                x, _comma, y = act.removeprefix("march:").partition(",")
                order = {"primary": {"order": "march", "to": [int(x), int(y)]}}
            level = int(self._value(guess, "level", str(guess.level)))
            works = self._value(guess, "works", guess.works)
            found.append(replace(guess, level=level, works=works, order=order))
        return found

    def _value(self, guess: Guess, name: str, usual: str) -> str:
        return usual if self.sent is None else self.sent.get(f"{guess.id}-{name}", usual).strip()

    def _form(self, guess: Guess) -> EnemyForm:
        level = self._value(guess, "level", str(guess.level))
        works, act = self._value(guess, "works", guess.works), self._value(guess, "act", "")
        acts = [
            ("", _("holds")),
            ("fortify", _("fortifies")),
            *self._marches(guess),
            (AWAY, _("has gone away")),
        ]
        wrong = ""
        if whole(level, guess.highest) is None:
            wrong = _("The level must be a whole number from 0 to %(most)d.") % {"most": guess.highest}
        elif works not in {value for value, _label in WORKS} or act not in {value for value, _label in acts}:
            wrong = _("Choose its works and what it does from the lists.")
        return EnemyForm(
            guess=guess,
            level=level,
            works=tuple(Choice(value, str(label), value == works) for value, label in WORKS),
            acts=tuple(Choice(value, label, value == act) for value, label in acts),
            error=wrong,
        )

    def _marches(self, guess: Guess) -> list[tuple[str, str]]:
        x, y = guess.at
        targets = [(x + dx, y + dy) for dx, dy in DIRECTIONS]
        return [
            (f"march:{to[0]},{to[1]}", _("marches to %(sector)s") % {"sector": sector_name(*to)})
            for to in targets
            if is_passable(self.rows, to)
        ]
