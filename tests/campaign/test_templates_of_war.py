"""The wars to start from: whatever the seed, they can be played as drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from campaign.mapping.balance import check
from campaign.mapping.templates_of_war import TEMPLATES, Template, draw, drawn_for
from campaign.setting_up import setups
from campaign.setting_up.boards import SEAT_KEYS, faults, read_board
from campaign.setting_up.dossiers import dossier_faults, read_dossier
from campaign.setting_up.setups import Place
from campaign.setting_up.variables import Variables


def every() -> Iterator[tuple[Template, int]]:
    for template in TEMPLATES:
        for seats in range(template.seats[0], template.seats[1] + 1):
            yield template, seats


@pytest.mark.parametrize(("template", "seats"), tuple(every()), ids=lambda one: getattr(one, "key", str(one)))
def test_a_drawn_war_is_valid_and_every_army_has_an_aim(template: Template, seats: int) -> None:
    keys = SEAT_KEYS[:seats]
    for seed in range(6):
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
