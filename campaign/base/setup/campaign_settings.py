"""A campaign's variables: every choice a group can make, with its default and the rule it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from rules.state import Engagement, Settings, SpecialOrders

if TYPE_CHECKING:
    from campaign.models import Campaign


CHAIN, OPEN = "chain", "open"
"""How a war's dice are thrown: by its own chain of seeds alone, or mixed with what nobody knew (Trust 4)."""
FACTS, FRONT, BANNERS = VISIONS = ("facts", "front", "banners")
"""What anybody may see of a war beside its public facts, some turns late (Face C1)."""


class VariableError(ValueError):
    """A variable that is unknown or out of bounds; ``name`` says which."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class Variables:
    """The variables of a campaign. Radii in sectors; hours, days and minutes as named."""

    battle_radius: int = 1
    recon_radius: int = 2
    search_radius: int = 3
    engagement: str = "on_contact"
    army_rules: bool = True
    army_points: int = 2
    army_approval: str = "by_hand"
    special_orders: str = "none"
    drafts_count: bool = True
    plan_revision: bool = False
    grace: int = 1
    missed_limit: int = 2
    early_close: bool = True
    early_close_minutes: int = 15
    early_results: bool = True
    battles: str = "tabletop"
    press: str = "full"
    battle_load: int = 2
    min_plan_hours: int = 72
    min_battle_days: int = 7
    dispute_hours: int = 72
    vacation_days: int = 10
    last_turn: int | None = None
    dice: str = CHAIN
    open_hours: int = 6
    open_vision: str = "facts"
    open_delay: int = 3
    plans_on_time: int = 0
    newcomers_too: bool = False

    @classmethod
    def of_new_war(cls) -> Variables:
        """The variables of a war that somebody begins to build: what is not said of an older one differs."""
        return cls(dice=OPEN)

    @property
    def engine(self) -> Settings:
        """The part of the variables that the adjudicator reads."""
        return Settings(
            battle_radius=self.battle_radius,
            recon_radius=self.recon_radius,
            search_radius=self.search_radius,
            engagement=Engagement(self.engagement),
            special_orders=SpecialOrders(self.special_orders),
        )

    def document(self) -> dict[str, Json]:
        """The variables as JSON, to be stored with the campaign."""
        return asdict(self)

    @classmethod
    def of(cls, campaign: Campaign) -> Variables:
        """The variables of a stored campaign."""
        return cls.parse(campaign.settings)

    @classmethod
    def parse(cls, document: Mapping[str, Json]) -> Variables:
        """Read variables from JSON; what is left out has its default. Raises ``VariableError``."""
        known = {field.name for field in fields(cls)}
        for name in document:
            if name not in known:
                raise VariableError(
                    name, _("is no variable; there are %(allowed)s") % {"allowed": ", ".join(sorted(known))}
                )
        variables = cls(**document)
        for field in fields(cls):
            check_variable(field.name, getattr(variables, field.name))
        if not variables.battle_radius <= variables.recon_radius <= variables.search_radius:
            raise VariableError(
                "recon_radius", _("must lie between the battle range and the search range (Rules 1)")
            )
        return variables


def check_automatic(variables: Variables, *, automatic: bool) -> None:
    """Check that an automatic campaign has no orders in own words: nobody would settle them (Rules 14.2)."""
    if automatic and variables.special_orders == SpecialOrders.ALL:
        raise VariableError(
            "special_orders",
            _("cannot be all in an automatic campaign: nobody would settle orders in own words; use can"),
        )


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "engagement": ("on_contact", "every_turn"),
    "special_orders": ("none", "use", "all"),
    "battles": ("tabletop", "abstract"),
    "press": ("full", "public", "none"),
    "army_approval": ("by_hand", "presets", "points"),
    "dice": (OPEN, CHAIN),
    "open_vision": VISIONS,
}
_SWITCHES = (
    *("army_rules", "drafts_count", "plan_revision", "early_close", "early_results"),
    "newcomers_too",
)
_BOUNDS: Mapping[str, tuple[int, int]] = {
    "battle_radius": (0, 10),
    "recon_radius": (0, 20),
    "search_radius": (0, 30),
    "army_points": (-20, 20),
    "grace": (0, 20),
    "missed_limit": (1, 20),
    "early_close_minutes": (0, 24 * 60),
    "battle_load": (0, 100),
    "min_plan_hours": (0, 24 * 30),
    "min_battle_days": (0, 60),
    "dispute_hours": (0, 24 * 30),
    "vacation_days": (0, 365),
    "last_turn": (1, 100_000),
    "open_hours": (1, 24),
    "open_delay": (2, 10),
    "plans_on_time": (0, 100),
}


def check_variable(name: str, value: object) -> None:
    """Check one variable by itself. Raises ``VariableError``."""
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise VariableError(
                name, _("must be one of %(allowed)s") % {"allowed": ", ".join(_CHOICES[name])}
            )
    elif name in _SWITCHES:
        if not isinstance(value, bool):
            raise VariableError(name, _("must be true or false"))
    elif not (name == "last_turn" and value is None):
        low, high = _BOUNDS[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise VariableError(
                name, _("must be a whole number from %(low)s to %(high)s") % {"low": low, "high": high}
            )
