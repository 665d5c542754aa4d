"""The film of a turn as a document: beats that turn one map into the next, with the report's sentences.

A player folds the beats onto the map from which the film goes on (``campaign/film/fold.py``). Entries are
those of the map's document.
"""

from __future__ import annotations

from typing import Annotated, Final, NotRequired, TypeAlias, TypedDict

from campaign.base.answers import At, JsonObject, called, one_of
from campaign.base.documents import Names
from rules.reports.film_phases import FilmPhase

VERSION: Final = 1
TRUTH: Final = 0
"""The eyes that see everything; a seat's are its number, and the public's null."""
PUBLIC: Final = -1
"""The public's eyes where they are asked for: ``as=public``. They see what all agreed to show, turns late."""
MOVEMENT, TURN = "movement", "turn"
PARTS = (MOVEMENT, TURN)
BEATS = (
    *("move", "stay", "works", "level", "born", "gone", "flag", "clash", "won"),
    *("land", "fog", "seen", "lost", "pin", "unpin", "aim"),
)
FLAGS = ("retreating", "node", "relics")
PINS = ("feature", "relic", "hint")
OUTCOMES = ("won", "lost", "drawn")

Run: TypeAlias = Annotated[tuple[int, int, str], "y, x, and the signs from there on, eastwards."]


@called("FilmLine")
class FilmLine(TypedDict):
    """A caption: a sentence of the report with its rule, and where to look."""

    text: str
    rule: Annotated[str, "The section of the rules."]
    at: At | None


Beat = TypedDict(
    "Beat",
    {
        "t": Annotated[str, one_of(BEATS)],
        "line": NotRequired[Annotated[int, "The place of its sentence in ``lines``, from 0."]],
        "id": NotRequired[Annotated[str, "A banner, a sighting (seen, lost) or a battle (clash, won)."]],
        "at": NotRequired[Annotated[At, "Of move and stay: whence; of clash: where."]],
        "to": NotRequired[
            Annotated[At | str, "Of move and stay: whither; of stay that same sector where it was nowhere."]
            | Annotated[str, "Of works: what they are now."]
        ],
        "by": NotRequired[Annotated[int, "Of level: by how much it changes."]],
        "entry": NotRequired[Annotated[JsonObject, "Of born, seen, pin and unpin: as the map lists it."]],
        "was": NotRequired[
            Annotated[At | None, "Of seen: where the same one was on the map before; null of a new one."]
        ],
        "key": NotRequired[Annotated[str, one_of(FLAGS)]],
        "value": NotRequired[Annotated[bool | list[str], "Of flag: what holds now; relics by their names."]],
        "mine": NotRequired[Annotated[str, "Of clash: the own banner; of the truth the first of the two."]],
        "with": NotRequired[Annotated[str, "Of clash: the enemy's army."]],
        "attack": NotRequired[Annotated[bool, "Of clash: whether ``mine`` attacks."]],
        "outcome": NotRequired[Annotated[str, one_of(OUTCOMES), "Of won: for ``mine``."]],
        "points": NotRequired[
            Annotated[tuple[int, int] | None, "Of won: points lost by ``mine``, then by the enemy."]
        ],
        "enemy_gone": NotRequired[Annotated[bool, "Of won: the enemy's banner is destroyed."]],
        "rows": NotRequired[Annotated[list[Run], "Of land and fog: what the map's rows show now."]],
        "kind": NotRequired[Annotated[str, one_of(PINS)]],
        "n": NotRequired[Annotated[int, "Of aim: the place among the map's ``goals``, from 0."]],
        "met": NotRequired[bool | None],
        "held": NotRequired[int | None],
        "have": NotRequired[Annotated[int | None, "Of aim: how many of its sectors are held."]],
    },
)
Beat.__doc__ = "One thing that is shown; which keys it has follows from ``t``."


@called("FilmPhase")
class Phase(TypedDict):
    """A step of the turn, with its beats in the order of the report's lines."""

    id: Annotated[str, one_of(FilmPhase)]
    rule: Annotated[str, "The section of the rules."]
    beats: list[Beat]


Film = TypedDict(
    "Film",
    {
        "film": Annotated[int, "The version of this document."],
        "turn": int,
        "as": Annotated[int | None, "Whose eyes: a seat's number, 0 for the truth, null for what is public."],
        "part": Annotated[
            str, one_of(PARTS), "``movement`` from the announcement, up to ``contact``; then ``turn``."
        ],
        "from": Annotated[
            int | None, "The turn of the map that it goes on from; null of a deployment, which has none."
        ],
        "names": Names,
        "lines": list[FilmLine],
        "phases": Annotated[list[Phase], "In their order; those without beats are left out."],
    },
)
Film.__doc__ = "The film of a turn: its beats, applied to the map before, make the map after it."


class FilmTurn(TypedDict):
    """A turn of which there is a film."""

    turn: int
    part: Annotated[str, one_of(PARTS)]


FilmEyes = TypedDict(
    "FilmEyes",
    {
        "as": Annotated[int | None, "A seat's number; 0 for the truth, null for what all may see."],
        "army": Annotated[str, "Empty of the truth, and of what all may see."],
        "own": Annotated[bool, "The eyes that are meant when none are named."],
        "turns": Annotated[list[FilmTurn], "The first first."],
    },
)
FilmEyes.__doc__ = "Eyes through which the reader may see the war, with the turns that they have seen."


class Films(TypedDict):
    """The films that you may see."""

    eyes: list[FilmEyes]
