"""How posters and films end: with who has won, once that is so, and by what, to eyes that are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaign.film.drawing.pace import parts_of
from campaign.film.drawing.sheet import Sheet
from campaign.film.making.scenes import given, scenes
from campaign.models import Campaign
from tests.film.test_film_files import FILM, POSTER, end, made
from tests.wars import CLOSE, begin_war, march

pytestmark = pytest.mark.django_db


def test_what_goes_to_the_end_of_a_war_says_who_has_won(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, str, str]] = []
    draw = Sheet._champion

    def noted(self: Sheet, image: Any, *champion: Any) -> int:
        drawn.append(champion)
        return draw(self, image, *champion)

    monkeypatch.setattr(Sheet, "_champion", noted)
    players = [
        {"id": "north", "conditions": [{"kind": "occupation", "count": 1}]},
        {"id": "south", "conditions": [{"kind": "occupation", "count": 900}]},
    ]
    war = begin_war(CLOSE, document={"players": players})
    war.plan("north", {"north1": march(2, 4)})
    war.publish()
    war.campaign.refresh_from_db()
    assert war.campaign.champion == war.seat("north")
    Campaign.objects.filter(pk=war.campaign.pk).update(status="running")
    war.campaign.refresh_from_db()
    for wish in (POSTER, FILM):
        made(war, wish)
    assert drawn == [], "not before the end"
    end(war)
    for wish in (replace(POSTER, first=0, last=0), POSTER, FILM):
        made(war, wish)
    assert drawn == [(1, "Champion", "The north")] * 2
    told = {}
    for eyes in (0, 1, 2):
        wish = replace(POSTER, eyes=eyes)
        found = [one for one in scenes(war.users["south"], war.campaign, wish) if one]
        told[eyes] = given(war.campaign, wish, found)["champion"]
    won = {"seat": 1, "aims": ["Hold one sector undisputed"]}
    assert told == {0: won, 1: won, 2: {"seat": 1, "aims": []}}


def test_of_land_those_sentences_are_told_that_are_of_the_most() -> None:
    beats = [{"t": "land", "line": n, "rows": [[0, 0, "1" * wide]]} for n, wide in enumerate((2, 1, 5, 4))]
    film = {"phases": [{"id": "land", "rule": "8.6", "beats": beats}]}
    assert parts_of(film)[-1].lines == (2, 3)
