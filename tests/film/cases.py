"""The films of ``tests/cases/film``: chosen random turns in which every beat and every kind of film is there.

``python -m tests.film.cases`` writes them anew, once what a film holds has changed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "cases" / "film"
CHOSEN: tuple[tuple[str, str, int, int], ...] = (
    ("turn", "scenario", 23, 2),
    ("turn", "scenario", 35, 0),
    ("movement", "club", 32, 1),
    ("deployment", "scenario", 45, 1),
    ("turn", "scenario", 24, 0),
    ("turn", "club", 39, 0),
    ("turn", "scenario", 57, 0),
    ("turn", "scenario", 23, 0),
    ("turn", "club", 15, 1),
    ("movement", "scenario", 42, 1),
    ("turn", "club", 45, 1),
    ("turn", "club", 45, 2),
    ("movement", "scenario", 13, 1),
    ("turn", "scenario", 25, 2),
)
"""What of film it is (a turn's, a movement's, a deployment's), of which draw and seed, through whose eyes."""


def made(kind: str, draw: str, seed: int, eyes: int) -> dict[str, Any]:
    """One case: the map before, the film, and the map after it."""
    from campaign.film.fold import folded
    from campaign.film.seat_film import movement_film, turn_film
    from campaign.film.truth_film import truth_film
    from tests.film.turns import told
    from tests.oracle.club import club
    from tests.oracle.scenarios import scenario

    turn = told({"club": club, "scenario": scenario}[draw](seed), corrections=seed if seed % 5 == 0 else None)
    assert turn is not None
    if eyes == 0:
        film = truth_film(turn.before, turn.after, [one.side for one in turn.seats])
        return {"before": turn.before, "film": film, "after": turn.after}
    seat = turn.seats[eyes - 1]
    if kind == "movement":
        film = movement_film(seat.seat, seat.before, seat.announcement, {})
        return {"before": seat.before, "film": film, "after": folded(seat.before, film)}
    if kind == "deployment":
        film = turn_film(seat.seat, None, deployment_told(seat), seat.before, {})
        return {"before": None, "film": film, "after": seat.before}
    film = turn_film(seat.seat, seat.before, seat.report, seat.after, {})
    return {"before": seat.before, "film": film, "after": seat.after}


def deployment_told(seat: Any) -> Any:
    """What a seat was told of the deployment: no lines, no battles."""
    told = seat.report["told"]
    silent = {"turn": told["turn"] - 1, "lines": [], "void": [], "battles": []}
    return {"told": {**told, **silent}, "names": {}}


def text(case: dict[str, Any]) -> str:
    """A case as its file has it."""
    return json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n"


def path(kind: str, draw: str, seed: int, eyes: int) -> Path:
    """The file of a case."""
    return FOLDER / f"{kind}-{draw}-{seed}-as-{eyes}.json"


def write() -> None:
    """Write all cases anew."""
    for one in CHOSEN:
        path(*one).write_text(text(made(*one)))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    write()
