"""The seeds: a hash chain, one commitment, nothing to read at rest (Rules 4)."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from campaign.engine import seeds
from campaign.models import Campaign

LAST = bytes(range(32))


def bound(first: int = 1, length: int = 5) -> Campaign:
    campaign = Campaign(name="A war")
    seeds.bind(campaign, seeds.make_chain(first, length=length, last_seed=LAST))
    return campaign


def test_each_seed_is_the_hash_of_the_next_and_the_commitment_the_hash_of_the_first() -> None:
    campaign = bound(length=3)
    found = [seeds.seed_of(campaign, number) for number in (1, 2, 3)]
    assert found[2] == LAST
    assert found[1] == hashlib.sha256(LAST).digest()
    assert found[0] == hashlib.sha256(found[1]).digest()
    assert campaign.commitment == hashlib.sha256(found[0]).hexdigest()


def test_a_chain_is_made_for_a_thousand_turns_from_chance() -> None:
    one, other = seeds.make_chain(1), seeds.make_chain(1)
    assert one.length == 1000
    assert one.commitment != other.commitment


def test_nothing_at_rest_or_in_a_log_shows_a_seed() -> None:
    chain = seeds.make_chain(1, length=2, last_seed=LAST)
    campaign = bound(length=2)
    for secret in (LAST, LAST.hex().encode(), hashlib.sha256(LAST).digest()):
        assert secret not in bytes(campaign.sealed_seed)
        assert secret.hex() not in repr(chain)
    assert bytes(chain.sealed).decode() not in repr(chain)


def test_turns_beyond_the_chain_start_a_new_one_and_the_old_seeds_stay() -> None:
    campaign = bound(first=1, length=2)
    before = seeds.seed_of(campaign, 2)
    assert not seeds.covers(campaign, 3)
    seeds.bind(campaign, seeds.make_chain(3, length=2))
    assert seeds.covers(campaign, 3)
    assert seeds.seed_of(campaign, 2) == before
    assert seeds.seed_of(campaign, 3) != before


def test_a_turn_without_a_chain_is_an_error_that_names_it() -> None:
    with pytest.raises(seeds.SeedError, match="turn 9"):
        seeds.seed_of(bound(length=2), 9)


def test_seeds_open_with_an_old_key_and_not_with_a_wrong_one(settings: Any) -> None:
    settings.SECRET_KEY = "an old key of fifty characters and more, long enough"
    settings.SEED_KEY = ""
    campaign = bound()
    first = seeds.seed_of(campaign, 1)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of fifty characters and more, long enough"
    assert seeds.seed_of(campaign, 1) == first
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(seeds.SeedError, match="SEED_KEY"):
        seeds.seed_of(campaign, 1)
