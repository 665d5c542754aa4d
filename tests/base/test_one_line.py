"""Names and other lines hold no line breaks, control characters or marks that turn the direction."""

from __future__ import annotations

import importlib
import pkgutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client
from rest_framework import serializers

import battles
import campaign
from battles.table import services
from battles.table.rosters import keep
from battles.table.services import Request
from campaign.base import one_line
from campaign.base.refusal import Refusal
from campaign.founding.draft_saving import open_draft
from campaign.models import Campaign, User
from campaign.people.army.services import Choice, save_pick
from campaign.web.api.fields import Id
from campaign.web.api.request_parsing import Strict
from config.accounts import NameForm
from tests.table.phones import sit_down

As = Callable[[User | None], Client]
BAD = {
    "line feed": "Ada\nBen",
    "carriage return": "Ada\rBcc: ben",
    "control": "Ada\x07Ben",
    "escape": "Ada\x1b[31mBen",
    "C1": "Ada\x85Ben",
    "line separator": "Ada\u2028Ben",
    "turned": "Ada\u202egro.live",
    "isolate": "Ada\u2066Ben",
    "mark": "Ada\u200fBen",
    "unseen": "A\u200bda",
}
MANY_LINES = ("text", "story", "letter", "reason", "word", "evidence", "answer", "setup", "victory", "roster")
MANY_LINES += ("words", "conduct", "participation", "army_lists", "experience", "substitutes")
OPAQUE = ("proof", "picture", "cid", "code", "file")
"""A password, bytes as base64, a program's own id of an action, a code to type: none is shown to anybody."""


@pytest.mark.parametrize("text", BAD.values(), ids=list(BAD))
def test_no_line_holds_it(text: str) -> None:
    with pytest.raises(ValidationError, match=r"one line of text.*U\+"):
        one_line.validate(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ada",
        "Ædda Þórsdóttir",
        "Łódź 4. Pułk",
        "第四鉄騎隊",
        "עדה",
        "آدا",
        "می‌خواهم",
        'Ada\'s "Own" – 4th',  # noqa: RUF001
        "👩‍🚀",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    ],
)
def test_every_script_has_names(text: str) -> None:
    one_line.validate(text)


def modules() -> Iterator[Any]:
    """All modules of the site."""
    for package in (campaign, battles):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in found.name and "management" not in found.name:
                yield importlib.import_module(found.name)


def below(kind: type) -> Iterator[type]:
    """All kinds below one, of the site's own modules."""
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def is_line(field: forms.Field) -> bool:
    """Whether a browser shows it as one line that can be typed in."""
    typed = isinstance(field.widget, forms.TextInput) and not isinstance(
        field.widget, (forms.PasswordInput, forms.EmailInput, forms.NumberInput)
    )
    return type(field) is forms.CharField or (isinstance(field, forms.CharField) and typed)


def test_all_fields_of_forms_for_one_line_refuse_them() -> None:
    list(modules())
    fields = {
        (form.__name__, name): field
        for form in below(forms.Form)
        if form.__module__.split(".")[0] in ("campaign", "battles", "config")
        for name, field in form.declared_fields.items()  # type: ignore[attr-defined]
        if is_line(field)
        and not isinstance(field.widget, forms.Textarea)
        and name not in OPAQUE
        and not field.widget.is_hidden
        and name != "username"  # allauth declares it, and takes it away where people have none
    }
    open_ones = []
    for where, field in fields.items():
        try:
            field.clean("A\u202e\x07B")
        except ValidationError:
            continue
        open_ones.append(where)
    assert not open_ones, open_ones
    assert len(fields) >= 25
    assert ("NameForm", "name") in fields
    assert NameForm.declared_fields["name"]  # type: ignore[attr-defined]


def texts(name: str, field: Any) -> Iterator[tuple[str, serializers.CharField]]:
    """The texts in a field of a shape, also those in lists and dictionaries."""
    if isinstance(field, serializers.CharField):
        yield name, field
    elif getattr(field, "child", None) is not None and not isinstance(field.child, serializers.Serializer):
        yield from texts(name, field.child)


def test_all_lines_of_programs_refuse_them() -> None:
    list(modules())
    lines, open_ones = 0, []
    for shape in below(Strict):
        declared: dict[str, Any] = shape._declared_fields  # type: ignore[attr-defined]
        for name, one in declared.items():
            for _name, field in texts(name, one):
                if isinstance(field, Id) or name in OPAQUE:
                    continue
                if name in MANY_LINES or name in ("why",):
                    continue
                lines += 1
                try:
                    field.run_validation("A\u202eB")
                except serializers.ValidationError as error:
                    if one_line.CODE in error.get_codes():
                        continue
                open_ones.append((shape.__name__, name))
    assert not open_ones, open_ones
    assert lines >= 30


# What people meet


@pytest.mark.django_db
def test_somebody_who_signs_up_is_told_and_loses_nothing() -> None:
    typed = {"name": "Ada\u202eneb", "email": "new@club.example"}
    answer = Client().post("/account/signup/", typed)
    text = answer.content.decode()
    assert "This is one line of text" in text
    assert "new@club.example" in text
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["Ada\nBcc: all@club.example", "Ada\u202eneb"])
def test_a_name_is_refused_on_the_page_and_by_the_api(ada: User, as_user: As, name: str) -> None:
    client, values = as_user(ada), {"name": name, "time_zone": "UTC", "theme": "night"}
    assert "This is one line of text" in client.post("/account/", values).content.decode()
    answer = client.put("/api/v1/account/", values, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "unfit")
    assert [one["path"] for one in answer.json()["errors"]] == ["name"]
    ada.refresh_from_db()
    assert ada.name == "Ada"


def test_campaigns_and_armies(mara: User, ada: User, as_user: As) -> None:
    with pytest.raises(Refusal, match="one line of text"):
        open_draft(by=mara, name="Karst\u202e")
    draft = open_draft(by=mara, name="Karst", seats=2)
    path = f"/api/v1/campaigns/{draft.public_id}/draft/"
    client = as_user(mara)
    version = client.get(path).json()["versions"]["seats"]
    answer = client.put(
        f"{path}seats/", {"armies": ["Iron\nColumn", ""], "version": version}, "application/json"
    )
    assert answer.status_code == 422
    assert "one line of text" in answer.json()["errors"][0]["detail"]
    seat = draft.seats.get(number=1)
    seat.user = ada
    seat.save()
    for choice, field in (
        (Choice("Iron\u2066Column"), "army"),
        (Choice("Iron Column", rules=("hatred",), called={"hatred": "Grud\nge"}), "called.hatred"),
    ):
        with pytest.raises(Refusal, match="one line of text") as caught:
            save_pick(seat=seat, by=ada, choice=choice, submit=False)
        assert caught.value.field == field


def test_what_stands_on_a_map_and_what_a_club_calls_its_rules(mara: User, as_user: As) -> None:
    draft = open_draft(by=mara, name="Karst", seats=2)
    client, path = as_user(mara), f"/api/v1/campaigns/{draft.public_id}/draft/"
    versions = client.get(path).json()["versions"]
    board = draft.draft.board
    named = {
        "features": {"id": "f1", "name": "The\u202eford", "at": [0, 0]},
        "relics": {"id": "r1", "name": "The\nflag", "at": [0, 0]},
        "triggers": {"id": "t\u202e1", "when": {"event": "enter"}, "do": []},
    }
    for key, one in named.items():
        sent = {"board": {**board, key: [one]}, "version": versions["board"]}
        answer = client.put(f"{path}map/", sent, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "board"), key
        assert "one line of text" in answer.json()["errors"][0]["detail"]
    house = [{"id": "house_h1", "title": "Ho\u202eld", "text": "", "mods": []}]
    answer = client.put(f"{path}house/", {"house": house, "version": versions["house"]}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "house")


def test_what_a_table_is_called(db: None) -> None:
    typed = {"name": "Fo\u202erd", "side0": "Red", "side1": "Bl\x07ue", "method": "cards", "phones": "each"}
    answer = Client().post("/t/quick/", typed)
    assert answer.status_code == 422
    assert answer.content.decode().count("This is one line of text") == 2


def test_a_banner_that_is_split_off(tarn: Campaign, ada: User, as_user: As) -> None:
    banner = tarn.seats.get(user=ada).banners.first()
    assert banner is not None
    orders = {banner.public_id: {"secondary": {"order": "split", "name": "Van\u202eguard"}}}
    answer = as_user(ada).put(
        f"/api/v1/campaigns/{tarn.public_id}/turns/1/plan/", {"orders": orders}, "application/json"
    )
    assert answer.status_code == 422
    assert [one["path"] for one in answer.json()["errors"]] == [f"orders.{banner.public_id}.secondary.name"]


def test_a_unit_of_a_list_shows_none_of_it(ada: User, as_user: As) -> None:
    """Of a text or a file it is dropped, for other programs leave it there; a document's name is refused."""
    client = as_user(ada)
    written = "\n".join(f"{text} (50 pts)\n - 5x men with rifles" for text in BAD.values())
    refused = [text for text in BAD.values() if "\x07" in text or "\x1b" in text]
    whole = [text for text in BAD.values() if text not in refused]
    # A file with what XML does not know is refused as a whole.
    files = [roster(whole), *(roster([text]) for text in refused)]
    answers = [
        client.post("/api/v1/lists/", sent, "application/json")
        for sent in ({"roster": written}, *({"file": b64encode(file.encode()).decode()} for file in files))
    ]
    assert [answer.status_code for answer in answers] == [422, 422, *[400 for _ in refused]]
    for answer in answers:
        assert not any(one_line.fault(shown) for shown in lines(answer.json())), answer.json()
    assert len(answers[1].json()["list"]["units"]) == len(whole)
    for text in BAD.values():
        unit = {"name": text, "groups": [{"weapon": "Rifle", "count": 5}]}
        document = {"boltgun_list": 1, "units": [unit]}
        answer = client.post("/api/v1/lists/", {"list": document}, "application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "list")
        assert "units.0.name: this must be one line" in answer.json()["detail"]
        unit["name"] = "Ada"
    assert client.post("/api/v1/lists/", {"list": document}, "application/json").status_code == 200


def roster(names: list[str]) -> str:
    """A roster's file with a squad of each name."""
    named = ["".join(f"&#{ord(x)};" if x >= " " or x in "\n\r\t" else x for x in name) for name in names]
    squads = "".join(
        f'<selection name="{name}" type="unit"><selections><selection name="man with a rifle" number="5"'
        ' type="model"/></selections></selection>'
        for name in named
    )
    force = f'<force name="f"><selections>{squads}</selections></force>'
    return f'<roster name="x"><forces>{force}</forces></roster>'


def lines(value: Any) -> Iterator[str]:
    """All texts in an answer."""
    if isinstance(value, str):
        yield from value.split("\n")
    elif isinstance(value, dict):
        for one in value.values():
            yield from lines(one)
    elif isinstance(value, list):
        for one in value:
            yield from lines(one)


@pytest.mark.parametrize("text", ["Ada\u202eBen", "Ada\x07Ben", "A\u200bda"])
def test_a_table_refuses_it_in_what_is_done_there(text: str, db: None) -> None:
    pair = sit_down()
    unit = {"name": text, "groups": [{"weapon": "Rifle", "count": 5}]}
    values = {"list": {"boltgun_list": 1, "units": [unit]}}
    with pytest.raises(Refusal, match="one line of text") as refused:
        services.act(pair.table, pair.ada, Request("x", "muster", 0, values))
    assert refused.value.field == "list"


def test_a_list_is_kept_under_a_name_that_is_one_line(ada: User) -> None:
    with pytest.raises(Refusal) as refused:
        keep(ada, "Mine\u202e", "Rifle squad")
    assert (refused.value.field, "one line of text" in refused.value.message) == ("name", True)
