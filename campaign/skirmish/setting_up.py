"""What a skirmish begins with: its map, its armies, who plays them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaign.base.maps.skirmish_template import SKIRMISH, with_head_start
from campaign.base.maps.war_templates import draw
from campaign.base.refusal import Refusal
from campaign.base.setup.boards import SEAT_KEYS
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import Place, state_of
from campaign.founding.start.board_deployment import names_on
from campaign.founding.start.founding import CampaignSpec, SeatSpec
from campaign.models import BotCharacter, BotLevel, User
from rules.state import PlayerId

FEWEST_BOTS, MOST_BOTS = 2, 3
OF_GUESTS = (BotLevel.RECRUIT, BotLevel.REGULAR)
"""The levels that guests' bots may have: a veteran takes the time of some hundred turns for every plan."""

ARMIES = (
    lazy("Ford Wardens"),
    lazy("Ash Company"),
    lazy("Brass Lancers"),
    lazy("Grey Herons"),
    lazy("Salt Road Guard"),
    lazy("Moorland Riders"),
    lazy("Red Harrow"),
    lazy("Quarry Regiment"),
)
PLACES = (
    lazy("Stone Well"),
    lazy("Three Roads"),
    lazy("Alder Gap"),
    lazy("Kestrel Down"),
    lazy("Long Barrow"),
    lazy("Cold Ash"),
    lazy("Miller's Cross"),
    lazy("Fennel Hill"),
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person asks for: how many bots, how well they play, what they like to do (empty: by lot)."""

    bots: int = FEWEST_BOTS
    level: str = BotLevel.RECRUIT
    character: str = ""


def check_wish(wish: Wish, *, guest: bool) -> None:
    """Whether there is such a skirmish. Raises ``Refusal`` (``wish``) with the field."""
    if not FEWEST_BOTS <= wish.bots <= MOST_BOTS:
        message = _("There are %(fewest)d or %(most)d bots.")
        raise _wrong("bots", message % {"fewest": FEWEST_BOTS, "most": MOST_BOTS})
    levels = [level.value for level in (OF_GUESTS if guest else BotLevel)]
    if wish.level not in levels:
        raise _wrong("level", _("The level of bots is one of: %(levels)s.") % {"levels": ", ".join(levels)})
    if wish.character and wish.character not in BotCharacter.values:
        message = _("The character of bots is one of: %(kinds)s.")
        raise _wrong("character", message % {"kinds": ", ".join(BotCharacter.values)})


def spec_of(wish: Wish, user: User) -> CampaignSpec:
    """A skirmish as drawn by lot: its map, who starts where, the armies' names."""
    number = wish.bots + 1
    keys = SEAT_KEYS[:number]
    drawn = draw(SKIRMISH, keys, secrets.token_hex(8))
    variables = Variables.parse(SKIRMISH.variables)
    armies, own = _some(ARMIES, number), secrets.randbelow(number)
    seats = [
        SeatSpec(key, army, user)
        if at == own
        else SeatSpec(key, army, bot=True, level=wish.level, character=wish.character or _by_lot())
        for at, (key, army) in enumerate(zip(keys, armies, strict=True))
    ]
    names = names_on(drawn)
    state = state_of(drawn, [Place(seat.key, seat.army) for seat in seats], variables)
    if wish.level == BotLevel.RECRUIT:
        state = with_head_start(state, PlayerId(keys[own]))
    return CampaignSpec(
        name=_("Skirmish at %(place)s") % {"place": secrets.choice(PLACES)},
        story=str(SKIRMISH.story),
        state=state,
        # Whoever plays has the first number, and so the first colour.
        seats=tuple(sorted(seats, key=lambda seat: seat.bot)),
        banners=names.banners,
        things=names.things,
        variables=variables,
    )


def _by_lot() -> str:
    return str(secrets.choice(BotCharacter.values))


def _some(names: tuple[object, ...], number: int) -> list[str]:
    left = [str(name) for name in names]
    return [left.pop(secrets.randbelow(len(left))) for _ in range(number)]


def _wrong(field: str, message: str) -> Refusal:
    return Refusal(message, code="wish", field=field)
