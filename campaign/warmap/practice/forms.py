"""The practice ground's form: the plan's own fields, and what the player guesses of each enemy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from campaign.base.coordinates import sector_name
from campaign.base.setup.ground_words import WORKS_WORDS
from campaign.warmap.plan.forms import BannerForm, Choice, PlanForm
from campaign.warmap.practice.services import Guess
from campaign.web.bounded_fields import whole
from rules.maps.grid import DIRECTIONS, is_passable
from rules.orders import SLOT_OF, Order, OrderKind
from rules.scenario import order_document

WORKS = tuple((works.value, text) for works, text in WORKS_WORDS.items())
FORTIFY, MARCH = OrderKind.FORTIFY, OrderKind.MARCH
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
            order: dict[str, object] | None = None
            if act == FORTIFY:
                order = {SLOT_OF[FORTIFY].value: order_document(Order(FORTIFY))}
            elif act.startswith(f"{MARCH}:"):
                x, _comma, y = act.removeprefix(f"{MARCH}:").partition(",")
                order = {SLOT_OF[MARCH].value: order_document(Order(MARCH, to=(int(x), int(y))))}
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
            (FORTIFY.value, _("fortifies")),
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
            (f"{MARCH}:{to[0]},{to[1]}", _("marches to %(sector)s") % {"sector": sector_name(*to)})
            for to in targets
            if is_passable(self.rows, to)
        ]
