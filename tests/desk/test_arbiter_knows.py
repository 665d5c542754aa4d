"""What an arbiter may know of a battle, as a closed list: nothing else of it reaches a page or the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

import pytest
from django.db import models
from django.db.models import F
from drf_spectacular.generators import SchemaGenerator

from battles.results.services import Claim
from campaign.desk.disputes.selectors import Dispute
from campaign.desk.pages import BattleRow
from campaign.models import Battle, BattleResult, Campaign, Role, RoleKind, User
from campaign.turn.contact.battle_status import Standing
from tests.fights import WON, battle_in, browser, meet, tell, while_fighting
from tests.secrecy.crawl import Address, Answer, ask_all
from tests.wars import War

pytestmark = pytest.mark.django_db

WORD = {"method", "winner", "points", "sacrifice", "story", "at", "by_app"}
FORCE = {"name", "army", "number", "level", "most_points", "most_sacrifice", "attacks"}
DISPUTE = {"id", "forces", "told_first", "told_second"}
KNOWN = {"Dispute": DISPUTE, "DisputeForce": FORCE, "DisputeResult": WORD}
ANSWERED = {
    "Dispute": DISPUTE,
    "DisputeForce": FORCE - {"number"} | {"seat"},
    "DisputeResult": WORD,
}


def types_in(kind: Any) -> Iterator[type]:
    """A frozen value's type, and those of all values in it."""
    if isinstance(kind, type) and is_dataclass(kind):
        yield kind
        for inner in get_type_hints(kind).values():
            yield from types_in(inner)
    for inner in get_args(kind):
        yield from types_in(inner)


def test_what_an_arbiter_may_know_is_a_closed_list() -> None:
    found = {kind.__name__: {field.name for field in fields(kind)} for kind in types_in(Dispute)}
    assert found == KNOWN


def test_what_is_added_to_a_battle_on_the_desk_does_not_reach_an_arbiter() -> None:
    """Neither the desk's row of a battle nor a part of it is in what an arbiter is shown."""
    whole = {parent for kind in types_in(BattleRow) for parent in kind.__mro__[:-1]}
    assert whole & {parent for kind in types_in(Dispute) for parent in kind.__mro__[:-1]} == set()


def test_the_api_tells_an_arbiter_what_is_on_that_list() -> None:
    document: Any = SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True)
    schemas = document["components"]["schemas"]
    found: dict[str, set[str]] = {}
    wanted = ["Dispute"]
    while wanted:
        name = wanted.pop()
        shape = schemas[name]
        if "properties" in shape:
            found[name] = set(shape["properties"])
        inner = re.findall(r"#/components/schemas/(\w+)", repr(shape))
        wanted += [one for one in inner if one not in found and "properties" in schemas[one]]
    assert found == ANSWERED


@pytest.fixture
def war(nils: User) -> War:
    """A blind war in dispute whose arbiter is Nils. Both have told a story, and given up no level."""
    made = meet()
    Role.objects.filter(campaign=made.campaign).delete()
    Campaign.objects.filter(pk=made.campaign.pk).update(blind=True, automatic=True)
    made.campaign.refresh_from_db()
    Role.objects.create(campaign=made.campaign, user=nils, kind=RoleKind.ARBITER)
    tell(made, "north", WON)
    claim = Claim("tabletop", "own", points_own=0, points_enemy=1500, story="Rain, all day.")
    assert tell(made, "south", claim) == Standing.DISPUTE
    return made


def read(war: War, user: User) -> list[Answer]:
    """Everything that an arbiter can read of the dispute, and what the database was asked for it."""
    root, battle = war.campaign.public_id, battle_in(war).public_id
    paths = [f"{base}{root}/disputes/" for base in ("/c/", "/api/v1/campaigns/")]
    asked = [Address("", path, accept="*/*") for one in paths for path in (one, f"{one}{battle}/")]
    with while_fighting(war):
        answers = ask_all(browser(user), asked)
    assert [answer.status for answer in answers.values()] == [200] * 4
    return list(answers.values())


SHOWN = {
    *("id", "turn", "public_id", "first", "second", "seat_first", "seat_second"),
    *("name_first", "name_second", "attacker"),
    *("auto", "forfeit_first", "forfeit_second", "ruling"),
}
"""What an arbiter is shown of a battle's row, and what says whether it is in dispute at all."""

OTHERS = [field for field in Battle._meta.concrete_fields if field.name not in SHOWN]


def other_value(field: models.Field[Any, Any]) -> Any:
    """Another value than the battle has, whatever it is."""
    if isinstance(field, models.ForeignKey):
        return User.objects.get(name="Nils").pk
    if isinstance(field, models.BooleanField):
        return not getattr(Battle.objects.get(), field.name)
    if isinstance(field, models.JSONField):
        return {"rolls": [], "marzipan": 1}
    if isinstance(field, models.DateTimeField):
        return "2020-02-02T02:02:02Z"
    if isinstance(field, models.CharField):
        return "marzipan"[: field.max_length]
    # Above the level at which banners fight, so that only the full level is another one.
    return 7 if field.null else F(field.name) + 7


def test_nothing_else_of_a_battle_changes_what_an_arbiter_reads(war: War, nils: User) -> None:
    Battle.objects.update(level_first=23, level_second=25)
    before = read(war, nils)
    as_it_was = Battle.objects.values().get()
    telling = []
    for field in OTHERS:
        Battle.objects.update(**{field.name: other_value(field)})
        if read(war, nils) != before:
            telling.append(field.name)
        Battle.objects.update(**as_it_was)
    assert telling == []


def test_what_an_arbiter_reads_does_change_with_what_was_told(war: War, nils: User) -> None:
    """Else the test above could not fail."""
    before = read(war, nils)
    BattleResult.objects.filter(seat=war.seat("south")).update(story="Sunshine.")
    after = read(war, nils)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, False, False]
