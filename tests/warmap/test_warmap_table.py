"""The map as a table, with the plan as a form of plain fields: the same actions without a script."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse

from campaign.base.dates import clock
from campaign.models import Banner, PlanState
from campaign.warmap.sector_table import Area, Shown, sector_rows
from campaign.warmap.selectors import war_map
from tests.warmap.test_warmap import RELICS, ask, browser, ids
from tests.wars import APART, CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db


def write(war: War, army: str, fields: dict[str, str], **extra: str) -> HttpResponse:
    """Send the form as a browser without scripts does; fields are named by banner key."""
    public = ids(war)
    sent = dict(extra)
    for name, value in fields.items():
        key, _, rest = name.partition("-")
        sent[f"{public.get(key, key)}-{rest}" if rest else name] = _named(value, public)
    with clock.at(war.turn.plan_due - timedelta(hours=1)):
        return browser(war.users[army]).post(f"/c/{war.campaign.public_id}/plan/form/", sent)


def _named(value: str, public: dict[str, str]) -> str:
    for key, public_id in public.items():
        value = value.replace(key, public_id)
    return value


def stored(war: War, army: str) -> dict[str, Any]:
    """The orders of the army's plan by banner key."""
    orders: dict[str, Any] = {}
    for row in war.part(army).orders.order_by("banner", "slot"):
        orders.setdefault(row.banner, {})[row.slot] = row.detail
    return orders


def test_the_form_saves_what_the_map_would_save() -> None:
    war = begin_war()
    answer = write(
        war,
        "north",
        {"north1-primary": "march:C3", "north1-secondary": "resupply", "north2-hold": "1"},
        do="save",
    )
    assert answer.status_code == 302
    assert stored(war, "north") == {
        "north1": {
            "primary": {"order": "march", "to": [2, 2]},
            "secondary": {"order": "resupply"},
        },
        "north2": {"hold": {}},
    }
    assert war.part("north").state == PlanState.DRAFT
    page = ask(war, "north", "table/").content.decode()
    assert '<option value="march:C3" selected>March to C3</option>' in page
    assert war.part("north").receipt in page


def test_the_form_submits_for_good() -> None:
    war = begin_war()
    write(war, "north", {"north1-hold": "1", "north2-hold": "1"}, do="submit", sure="yes")
    assert war.part("north").state == PlanState.SUBMITTED
    page = ask(war, "north", "table/").content.decode()
    assert "is final" in page
    assert "Submit plan" not in page


def test_a_transfer_a_split_and_a_join_are_said_in_fields() -> None:
    war = begin_war({"north": ((2, 1), (3, 1), (4, 1), (5, 1)), "south": ((2, 8),)}, document=RELICS)
    data = {
        "north2-secondary": "transfer",
        "north2-giver": "north1",
        "north2-levels": "2",
        "north3-secondary": "split",
        "north3-name": "New Guard",
    }
    assert write(war, "north", data, do="save").status_code == 302
    assert stored(war, "north")["north2"]["secondary"] == {"order": "transfer", "from": "north1", "levels": 2}
    assert stored(war, "north")["north3"]["secondary"] == {"order": "split", "name": "New Guard"}


def test_a_row_of_the_table_marches_a_banner_there_and_keeps_the_rest() -> None:
    war = begin_war()
    public = ids(war)
    assert "March North 1 to D3" in ask(war, "north", "table/").content.decode()
    write(
        war,
        "north",
        {"north1-primary": "search", "north1-secondary": "resupply", "north2-primary": "search"},
        send=f"{public['north1']}:march:D3",
    )
    assert stored(war, "north") == {
        "north1": {"primary": {"order": "march", "to": [3, 2]}, "secondary": {"order": "resupply"}},
        "north2": {"primary": {"order": "search"}},
    }


def test_an_illegal_order_stands_beside_its_banner_and_nothing_typed_is_lost() -> None:
    war = begin_war()
    fields = {
        "north1-primary": "march:C3",
        "north1-secondary": "fortify",
        "north2-secondary": "split",
        "north2-name": "Typed with care",
    }
    answer = write(war, "north", fields, do="save")
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert page.count("March and fortify cannot be done in one turn. (Rules 3)") >= 2
    assert 'value="Typed with care"' in page
    assert '<option value="march:C3" selected>' in page
    assert '<option value="fortify" selected>' in page
    assert stored(war, "north") == {}


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"north1-primary": "teleport", "north1-teleport": "nowhere"}, "Teleport needs a sector"),
        ({"north1-primary": "march:?"}, "A march needs a sector"),
        ({"north1-secondary": "transfer", "north1-levels": "many"}, "Levels must be a whole number"),
        ({"north1-primary": "dance"}, "North 1</a>: must be one of march"),
        ({"north1-secondary": "transfer", "north1-levels": "9" * 5000}, "Levels must be a whole number"),
        ({"north1-sacrifice": "9" * 5000}, "levels can be sacrificed"),
        ({"north1-secondary": "split", "north1-name": "a\0b"}, "without the character NUL"),
        ({"south1-primary": "march:C3"}, "You have no banner"),
        ({"send": "south1:march:C3"}, "You have no banner"),
        ({"send": "north1:march:somewhere"}, "A march needs a sector"),
        ({"turn": "soon", "north1-hold": "1"}, "The turn must be a number"),
    ],
)
def test_a_field_that_cannot_be_read_says_what_is_allowed(fields: dict[str, str], wrong: str) -> None:
    war = begin_war()
    answer = write(war, "north", fields, do="save")
    assert answer.status_code == 422
    assert wrong in unescape(answer.content.decode())
    assert stored(war, "north") == {}


def test_a_form_of_a_turn_that_is_over_does_not_plan_the_next_one() -> None:
    war = begin_war()
    war.pass_deadline()
    war.publish()
    answer = write(war, "north", {"north1-primary": "march:C3"}, do="save", turn="1")
    page = unescape(answer.content.decode())
    assert answer.status_code == 422
    assert "Turn 1 is no longer in planning: its plan deadline has passed." in page
    assert '<option value="march:C3" selected>' in page
    assert '<input type="hidden" name="turn" value="2">' in page
    assert stored(war, "north") == {}


def test_a_banner_that_must_retreat_is_offered_nothing_else() -> None:
    war = begin_war()
    Banner.objects.filter(key="north1").update(retreating=True)
    page = ask(war, "north", "table/").content.decode()
    assert "It must retreat" in page
    assert "Retreat North 1 to C1" in page
    assert "March North 1" not in page
    write(war, "north", {"north1-special": "retreat:C1"}, do="save")
    assert stored(war, "north")["north1"] == {"special": {"order": "retreat", "to": [2, 0]}}


def test_the_table_lists_what_the_map_shows() -> None:
    war = begin_war(CLOSE, document=RELICS)
    war.plan("north", {"north1": march(2, 2), "north2": HOLD})
    war.plan("south", {})
    war.publish()
    page = war_map(war.seat("north"))
    assert page is not None
    rows = {row.name: row for row in sector_rows(page, Area(Shown.ALL)).rows}
    known = war.part("north", 1).map
    assert len(rows) == 140
    for seen in known["sightings"]:
        assert any(thing.name == seen["name"] for row in rows.values() for thing in row.things)
    assert [thing.kind for thing in rows["C3"].things] == ["banner", "feature"]
    assert rows["C3"].holder == "The north"
    assert {march.name for march in rows["C2"].marches} == {"North 1"}


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("show=things", ["C2", "F2"]),
        ("at=A1", [f"{x}{y}" for y in range(1, 5) for x in "ABCD"]),
        ("show=held", [f"{x}{y}" for y in range(1, 4) for x in "BCDEFG"]),
    ],
)
def test_the_table_shows_what_is_asked_for(asked: str, names: list[str]) -> None:
    war = begin_war(APART)
    page = ask(war, "north", f"table/?{asked}")
    assert [row.name for row in page.context["table"].rows] == names


def test_a_sector_off_the_map_is_an_error_beside_its_field() -> None:
    war = begin_war()
    for name in ("Z99", "hello", "1A"):
        page = ask(war, "north", f"table/?at={name}")
        assert page.status_code == 200
        assert "Write a sector of this map, as G6." in page.content.decode()


def test_the_page_without_scripts_says_where_the_same_orders_are() -> None:
    war = begin_war()
    page = ask(war, "north").content.decode()
    assert f'<a href="/c/{war.campaign.public_id}/table/">' in page.split("<noscript>")[1]


def test_levels_to_sacrifice_are_part_of_the_plan_where_all_battles_are_abstract() -> None:
    rules = {"north": ["sacrifice"]}
    war = begin_war(rules=rules, battles="abstract")
    write(war, "north", {"north1-primary": "search", "north1-sacrifice": "2"}, do="save")
    assert stored(war, "north")["north1"] == {
        "primary": {"order": "search"},
        "sacrifice": {"levels": 2},
    }
    page = ask(war, "north", "table/").content.decode()
    assert '<option value="2" selected>2</option>' in page
    assert "Levels to sacrifice" not in ask(war, "south", "table/").content.decode()


def test_the_form_s_own_address_leads_to_the_table() -> None:
    war = begin_war(APART)
    path = f"/c/{war.campaign.public_id}"
    answer = browser(war.users["north"]).get(f"{path}/plan/form/")
    assert (answer.status_code, answer["Location"]) == (302, f"{path}/table/")
