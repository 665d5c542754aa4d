"""The club's own army rules are written in the builder and by programs, and nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.founding.draft_saving import open_draft
from campaign.founding.house.services import save_rule
from campaign.models import Campaign, User
from tests.founding.test_builder_pages import logged_in, page, send

pytestmark = pytest.mark.django_db

STREET: dict[str, Any] = {
    "title": "Street fighters",
    "text": "They know every cellar.",
    "points": "2",
    "gives": ["tough"],
    "never": ["search"],
    "what_1": "attrition",
    "by_1": "-1",
    "when_1": "city",
    "what_3": "march",
    "by_3": "1",
}
STORED = {
    "id": "house_street_fighters",
    "points": 2,
    "gives": ["tough"],
    "never": ["search"],
    "mods": [{"what": "attrition", "by": -1, "when": "city"}, {"what": "march", "by": 1}],
    "title": "Street fighters",
    "text": "They know every cellar.",
}


@pytest.fixture
def site(mara: User) -> Campaign:
    """A campaign of two that Mara is building."""
    return open_draft(by=mara, name="The Long March", seats=2)


def house(site: Campaign) -> list[dict[str, Any]]:
    site.refresh_from_db()
    return site.house


def new_path(site: Campaign) -> str:
    return reverse("build_house_new", args=[site.public_id])


def test_a_rule_is_added_changed_and_taken_out(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    assert send(client, new_path(site), STREET).status_code == 302
    assert house(site) == [STORED]
    site.seats.filter(number=1).update(rules=["house_street_fighters"])
    shown = page(client, "build_house", site)
    for said in (
        "Street fighters",
        "They know every cellar.",
        "In a city, it loses one level less in every battle.",
        "Its banners march, and retreat by order, one sector further.",
        "It has Tough: ",
        "Its banners may never be given these orders: search.",
        "Picked by Army 1.",
    ):
        assert said in shown
    path = reverse("build_house_rule", args=[site.public_id, "house_street_fighters"])
    form = client.get(path).content.decode()
    assert '<option value="attrition" selected>' in form
    changed = {"title": "Cellar rats", "text": "", "points": "-1"}
    assert send(client, path, changed).status_code == 302
    empty = {"gives": [], "never": [], "mods": [], "text": ""}
    assert house(site) == [{**STORED, **empty, "title": "Cellar rats", "points": -1}]
    assert "Text only" in page(client, "build_house", site)
    listed = reverse("build_house", args=[site.public_id])
    assert send(client, listed, {"which": "house_street_fighters"}).status_code == 302
    assert house(site) == []
    assert client.get(path)["Location"] == listed


@pytest.mark.parametrize(
    ("wrong", "field", "said"),
    [
        ({"title": ""}, "title", "This field is required"),
        ({"points": "10"}, "points", "less than or equal to 9"),
        ({"by_1": "4"}, "by_1", "less than or equal to 3"),
        ({"what_1": "battle_radius", "by_1": "3", "when_1": ""}, "by_1", "From -2 to 2."),
        ({"by_1": ""}, "by_1", "Say by how much."),
        ({"what_1": ""}, "what_1", "Choose what it changes"),
        ({"when_3": "works"}, "when_3", "Only what happens in a battle"),
        ({"never": ["retreat"]}, "never", "retreat is not one of the available choices"),
        ({"gives": ["luck"]}, "gives", "luck is not one of the available choices"),
    ],
)
def test_what_is_wrong_is_told_beside_it_and_the_rest_stays(
    site: Campaign, mara: User, wrong: dict[str, Any], field: str, said: str
) -> None:
    answer = send(logged_in(mara), new_path(site), {**STREET, **wrong})
    assert answer.status_code == 422
    text = answer.content.decode()
    beside = text[text.index(f'data-field="{field}"') :]
    assert said in beside[: beside.index("</ul>")]
    assert "They know every cellar." in text
    assert house(site) == []


def test_two_who_write_at_once_lose_nothing(site: Campaign, mara: User) -> None:
    client = logged_in(mara)
    before = client.get(new_path(site)).content.decode()
    version = before.partition('name="version" value="')[2][:32]
    save_rule(campaign=site, by=mara, rule={"title": "Others"})
    answer = client.post(new_path(site), {**STREET, "version": version})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "since you opened it" in text
    assert "They know every cellar." in text
    fresh = text.partition('name="version" value="')[2][:32]
    assert client.post(new_path(site), {**STREET, "version": fresh}).status_code == 302
    assert [one["id"] for one in house(site)] == ["house_others", "house_street_fighters"]


def test_titles_that_say_the_same_get_ids_of_their_own(site: Campaign, mara: User) -> None:
    for title in ("Élan", "Elan!", "火"):
        save_rule(campaign=site, by=mara, rule={"title": title})
    assert {one["id"]: one["title"] for one in house(site)} == {
        "house_elan": "Élan",
        "house_elan_2": "Elan!",
        "house_rule": "火",
    }


def test_nobody_else_finds_the_pages(site: Campaign, ada: User) -> None:
    for route in ("build_house", "build_house_new"):
        assert logged_in(ada).get(reverse(route, args=[site.public_id])).status_code == 404
        assert Client().get(reverse(route, args=[site.public_id])).status_code == 302
