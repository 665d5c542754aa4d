"""A page value or a document is described once, and answered as it is described."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any, NotRequired, TypedDict
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from django.utils.translation import gettext_lazy
from drf_spectacular.generators import SchemaGenerator
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from campaign.base.answers import (
    PAGE,
    Named,
    Sector,
    answered,
    answered_after,
    called,
    document_of,
    members_of,
    one_of,
)
from campaign.models import Scope, Theme
from campaign.web.api.answer_schema import AnswerExtension, answer_of, record_of
from campaign.web.api.base import Endpoint, Once, once


class Colour(StrEnum):
    """Two words."""

    RED = "red"
    BLUE = "blue"


class Shield(TypedDict):
    """A shield."""

    colour: Annotated[str, one_of(Colour)]
    crack: NotRequired[Annotated[int, "How deep."]]


@called("Rider")
@dataclass(frozen=True, slots=True)
class RiderRow:
    """Somebody on a horse."""

    number: Annotated[int, Named("seat")]
    name: Annotated[str, "What all call the rider."]
    secret: Annotated[str, PAGE]
    at: Sector | None
    shields: tuple[Shield, ...] = ()
    friend: str | UnsetType | None = UNSET

    @answered_after("name")
    def loud(self) -> Annotated[str, one_of(Colour)]:
        """The name, shouted."""
        return self.name.upper()

    @answered
    def last(self) -> bool:
        """Whether nobody comes after."""
        return self.number == 9

    @property
    def quiet(self) -> str:
        """For the page alone."""
        return self.name.lower()


def rider(**more: Any) -> RiderRow:
    return RiderRow(number=9, name="Ann", secret="hush", at=(3, 1), **more)


class Sink:
    """Takes the components in place of the framework."""

    def __init__(self) -> None:
        self.registry = self
        self.found: dict[str, Any] = {}

    def register_on_missing(self, component: Any) -> None:
        self.found[component.name] = component.schema


def described(kind: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """The component of a class, and those in it."""
    sink: Any = Sink()
    extension: Any = AnswerExtension(kind)
    return extension.map_serializer(sink, "response"), sink.found


def test_a_page_value_is_answered_in_its_order_with_what_is_the_pages_left_out() -> None:
    found = document_of(rider(shields=({"colour": "red"},)))
    assert list(found.items()) == [
        ("seat", 9),
        ("name", "Ann"),
        ("loud", "ANN"),
        ("at", [3, 1]),
        ("shields", [{"colour": "red"}]),
        ("last", True),
    ]
    assert "friend" not in found
    assert document_of(rider(friend=None))["friend"] is None
    # Within documents and lists too: a value in a dict hides what it hides anywhere.
    assert "hush" not in json.dumps(document_of({"riders": [rider()]}))


@dataclass(frozen=True, slots=True)
class Knight(RiderRow):
    """A rider who knows more than is said of riders."""

    grail: str = "in the well"


class Camp(TypedDict):
    """Where riders sleep."""

    beds: dict[str, RiderRow]


@dataclass(frozen=True, slots=True)
class Troop:
    """Riders together."""

    riders: Annotated[tuple[RiderRow, ...], "By number."]
    first: RiderRow | None
    camp: Camp
    knights: tuple[Knight, ...] = ()


class TroopEndpoint(Endpoint):
    """Answers with what says less than it knows."""

    authentication_classes, permission_classes = (), ()
    read_scope, write_scope, has_effect = Scope.READ, Scope.READ, False

    def get(self, request: Request) -> RiderRow:
        return Knight(number=1, name="Bo", secret="hush", at=None)

    @once
    def post(self, request: Request) -> Once[RiderRow]:
        yield
        return Knight(number=1, name="Bo", secret="hush", at=None)


def test_of_a_class_below_the_declared_one_nothing_more_is_answered() -> None:
    knight = Knight(number=1, name="Bo", secret="hush", at=None)
    troop = Troop(riders=(rider(), knight), first=knight, camp={"beds": {"left": knight}}, knights=(knight,))
    found = document_of(troop)
    assert json.dumps(found).count("in the well") == 1
    assert found["knights"][0]["grail"] == "in the well"
    assert found["riders"][1] == found["first"] == found["camp"]["beds"]["left"]
    for ask in (APIRequestFactory().get("/"), APIRequestFactory().post("/", {}, format="json")):
        answer: Any = TroopEndpoint.as_view()(ask)
        assert answer.data == found["first"]


def test_what_is_no_json_is_written_as_the_reader_reads_it() -> None:
    moment = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
    assert document_of(moment) == "2026-07-01T12:00:00Z"
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert document_of([moment]) == ["2026-07-01T14:00:00+02:00"]
    assert document_of({1: date(2026, 7, 1)}) == {"1": "2026-07-01"}
    assert document_of({Colour.RED: Theme.NIGHT}) == {"red": "night"}
    assert document_of(gettext_lazy("a battle")) == "a battle"
    assert document_of(frozenset({5})) == [5]


def test_the_class_is_the_component_with_all_that_stands_beside_its_types() -> None:
    schema, inner = described(RiderRow)
    assert schema["description"] == "Somebody on a horse."
    assert list(schema["properties"]) == ["seat", "name", "loud", "at", "shields", "friend", "last"]
    assert schema["required"] == ["seat", "name", "loud", "at", "shields", "last"]
    assert schema["properties"]["name"] == {
        "type": "string",
        "description": "What all call the rider.",
    }
    assert schema["properties"]["loud"]["enum"] == ["red", "blue"]
    assert schema["properties"]["loud"]["description"] == "The name, shouted."
    assert schema["properties"]["friend"] == {"type": ["string", "null"]}
    assert schema["properties"]["at"]["type"] == ["array", "null"]
    assert schema["properties"]["at"]["items"] == {"type": "integer"}
    assert schema["properties"]["shields"]["items"] == {"$ref": "#/components/schemas/Shield"}
    assert inner["Shield"]["required"] == ["colour"]
    assert inner["Shield"]["properties"]["crack"] == {"type": "integer", "description": "How deep."}


def test_a_word_or_nothing_may_be_nothing() -> None:
    @called("Perhaps")
    @dataclass(frozen=True, slots=True)
    class Perhaps:
        """Perhaps a word."""

        word: Annotated[str | None, one_of(Colour)]
        when: datetime | None
        share: float

    found, _inner = described(Perhaps)
    assert found["properties"] == {
        "word": {"type": ["string", "null"], "enum": ["red", "blue", None]},
        "when": {"type": ["string", "null"], "format": "date-time"},
        "share": {"type": "number", "format": "double"},
    }


def test_two_classes_of_one_name_are_refused() -> None:
    @called("Rider")
    @dataclass(frozen=True, slots=True)
    class Other:
        """Somebody on a mule."""

        name: str

    record_of(RiderRow)
    with pytest.raises(TypeError, match="Rider is"):
        record_of(Other)


def test_what_a_method_returns_is_its_answer() -> None:
    def read() -> RiderRow:
        return rider()

    def write() -> Once[RiderRow]:
        yield
        return rider()

    def binary() -> bytes:
        return b""

    assert answer_of(read) is RiderRow
    assert answer_of(write) is RiderRow
    assert answer_of(binary) is None


def test_every_class_that_is_answered_says_what_it_is() -> None:
    document: Mapping[str, Any] = SchemaGenerator(urlconf="config.urls").get_schema(request=None, public=True)
    silent = [
        name for name, schema in document["components"]["schemas"].items() if not schema.get("description")
    ]
    assert silent == []


def test_members_are_those_of_the_classes_above_too() -> None:
    @dataclass(frozen=True, slots=True)
    class Marshal(RiderRow):
        """Somebody before a rider."""

        troop: int = 0

    assert [one.name for one in members_of(Marshal)][-2:] == ["troop", "last"]


class Score(TypedDict):
    """A name with its points."""

    row: tuple[str, int]


def test_a_list_of_several_sorts_is_described_so_that_generators_of_clients_read_it() -> None:
    row = described(Score)[0]["properties"]["row"]
    assert (row["minItems"], row["maxItems"], "items" in row) == (2, 2, False)
    assert [one["type"] for one in row["prefixItems"]] == ["string", "integer"]
