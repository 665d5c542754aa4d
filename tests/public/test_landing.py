"""The first page plays the operator's war, else the newest long one that has ended, else the one shipped."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from campaign.film import fold
from campaign.home import landing
from campaign.home.landing import landing_war, shipped_war
from campaign.models import Campaign, Turn
from tests.archive.test_war_end import client_of, finished

pytestmark = pytest.mark.django_db
MOST = 150_000
"""Bytes that the first page may take more, for its poster and the film's first turns."""


def test_without_any_war_the_shipped_one_is_played() -> None:
    page = client_of(None).get("/").content.decode()
    assert "/film/shipped/turns/0/film.json" in page
    assert shipped_war()["name"] in page
    assert client_of(None).get("/film/shipped/turns/3/film.json").json()["turn"] == 3
    assert client_of(None).get("/film/shipped/turns/999/film.json").status_code == 404


def test_the_shipped_wars_films_make_its_maps() -> None:
    war = shipped_war()
    before = None
    for number in sorted(map(int, war["maps"])):
        film, after = war["films"][str(number)], war["maps"][str(number)]
        assert fold.shown(fold.folded(before, film, after)) == fold.shown(after), number
        before = after
    assert len(war["maps"]) > landing.LEAST_TURNS


def test_what_the_first_page_takes_more() -> None:
    """The poster first; of what is fetched when the film is asked for, its script and looks and two turns."""
    poster = Path(str(finders.find(landing.POSTER))).stat().st_size
    scripts = [settings.BASE_DIR / "static" / "js" / name for name in ("public/landing.js", "web/films.js")]
    assert poster + sum(len(gzip.compress(one.read_bytes())) for one in scripts) < MOST
    player = sorted((settings.BASE_DIR / "static" / "js" / "film").glob("*.js"))
    later = sum(len(gzip.compress(one.read_bytes())) for one in player)
    for part, number in (("maps", 0), ("films", 0), ("films", 1)):
        later += len(gzip.compress(str(landing.shipped_part(part, number)).encode()))
    assert poster + later < MOST


def test_a_long_war_that_has_ended_goes_first_and_the_operators_choice_before_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    war = finished()
    Campaign.objects.update(open_to_all=True)
    assert landing_war().link == "", "it is too short"
    monkeypatch.setattr(settings, "LANDING_WAR", war.campaign.public_id)
    assert landing_war().link == f"/c/{war.campaign.public_id}/"
    Campaign.objects.update(open_to_all=False)
    assert landing_war().link == "", "nobody may read it"
    monkeypatch.setattr(settings, "LANDING_WAR", "")
    Campaign.objects.update(open_to_all=True)
    for number in range(3, 9):
        Turn.objects.create(campaign=war.campaign, number=number, phase="published")
    page = client_of(None).get("/").content.decode()
    assert f'src="/c/{war.campaign.public_id}/card.png"' in page
    assert f"/c/{war.campaign.public_id}/turns/0/film.json" in page
