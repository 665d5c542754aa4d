"""The wars to start from: whatever the seed, they can be played as drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campaign.base.maps.fairness import check
from campaign.base.maps.war_templates import TEMPLATES, Template, draw, drawn_for
from campaign.base.setup import setups
from campaign.base.setup.boards import SEAT_KEYS, faults, read_board
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.dossiers import dossier_faults, read_dossier
from campaign.base.setup.setups import Place


def every() -> Iterator[tuple[Template, int]]:
    for template in TEMPLATES:
        for seats in range(template.seats[0], template.seats[1] + 1):
            yield template, seats


@pytest.mark.shared(3)
@pytest.mark.parametrize(
    "seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.long)], ids=["two", "four more"]
)
@pytest.mark.parametrize(("template", "seats"), tuple(every()), ids=lambda one: getattr(one, "key", str(one)))
def test_a_drawn_war_is_valid_and_every_army_has_an_aim(template: Template, seats: int, seeds: range) -> None:
    keys = SEAT_KEYS[:seats]
    for seed in seeds:
        drawn = draw(template, keys, seed)
        board = read_board(drawn.board)
        assert list(faults(board, keys)) == []
        places = [Place(key, key) for key in keys]
        state = setups.state_of(drawn, places, Variables())
        assert {banner.owner for banner in state.banners} == set(keys)
        assert len(state.banners) == seats * len(template.levels)
        for key in keys:
            dossier = read_dossier(drawn.players[key])
            assert any(condition["primary"] for condition in dossier["conditions"])
            assert list(dossier_faults(dossier, board, key, dict.fromkeys(keys, ""))) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_war_to_begin_with_passes_its_own_balance_check(seats: int) -> None:
    """All that is placed keeps the symmetry of the grid; three on a square share the land as they can."""
    crossing, keys = TEMPLATES[0], SEAT_KEYS[:seats]
    for seed in range(10):
        drawn = draw(crossing, keys, seed)
        odd = check(drawn.board, drawn.players, keys).odd
        assert set(odd) <= ({"share"} if seats == 3 else set()), (seed, odd)


def test_the_same_seed_draws_the_same_and_another_another() -> None:
    template, keys = TEMPLATES[-1], SEAT_KEYS[:5]
    assert draw(template, keys, 7) == draw(template, keys, 7)
    assert draw(template, keys, 7).board != draw(template, keys, 8).board


def test_a_blind_draw_depends_on_its_secret_alone() -> None:
    keys = SEAT_KEYS[:4]
    one = drawn_for("long_war", keys, b"a" * 32)
    assert drawn_for("long_war", keys, b"a" * 32) == one
    assert drawn_for("long_war", keys, b"b" * 32) != one
