"""The war map's page: what it shows its player, how it saves a plan, and that it stays small."""

from __future__ import annotations

import gzip
import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.base.dates import clock
from campaign.models import Banner, Order, PlanState, User
from campaign.warmap.views import MODULES
from config.storage import uncommented
from tests.wars import APART, CLOSE, HOLD, War, begin_war, march

pytestmark = pytest.mark.django_db

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
DATA = re.compile(r'<script type="application/json" id="([\w-]+)">(.*?)</script>', re.DOTALL)
RELICS: dict[str, Any] = {
    "relics": [{"id": "orb", "carried_by": "north1"}, {"id": "rod", "at": [3, 2], "known_to": ["north"]}],
    "features": [{"id": "well", "at": [2, 2], "effect": "supply", "known_to": ["north"]}],
}


def browser(user: User | None) -> Client:
    """A browser in which the person is logged in."""
    client = Client()
    if user is not None:
        client.force_login(user, BACKEND)
    return client


def ask(war: War, army: str, path: str = "") -> HttpResponse:
    """What the army's player is answered while the latest turn is in planning."""
    with clock.at(war.turn.plan_due - timedelta(hours=1)):
        return browser(war.users[army]).get(f"/c/{war.campaign.public_id}/{path}")


def data_of(response: HttpResponse) -> dict[str, Any]:
    """The JSON blocks of a page by their ids."""
    return {key: json.loads(text) for key, text in DATA.findall(response.content.decode())}


def send(war: War, army: str, plan: object, *, how: str = "plan/", late: bool = False) -> HttpResponse:
    """Send a plan as the page's script does."""
    moment = war.turn.plan_due + timedelta(minutes=1 if late else -60)
    with clock.at(moment):
        return browser(war.users[army]).post(
            f"/c/{war.campaign.public_id}/{how}", json.dumps(plan), content_type="application/json"
        )


def ids(war: War) -> dict[str, str]:
    """The public ids of all banners by key."""
    return dict(Banner.objects.filter(campaign=war.campaign).values_list("key", "public_id"))


def test_a_player_sees_its_own_banners_and_what_it_may_order() -> None:
    war = begin_war(CLOSE)
    page = ask(war, "north")
    data = data_of(page)
    assert page.status_code == 200
    assert [(one["name"], one["at"]) for one in data["page-data"]["banners"]] == [
        ("North 1", [2, 3]),
        ("North 2", [9, 1]),
    ]
    options = {one["order"]: one for one in data["page-data"]["options"][ids(war)["north1"]]}
    assert [2, 4] in options["march"]["targets"]
    assert options["unfortify"] == {
        "order": "unfortify",
        "legal": False,
        "problems": [
            {
                "banner": ids(war)["north1"],
                "slot": "secondary",
                "order": "unfortify",
                "rule": "3",
                "text": "It has no works to leave.",
            }
        ],
    }
    assert ["march", "fortify"] in data["page-data"]["pairs"]


def test_nothing_of_a_rival_is_on_the_page_but_what_was_seen() -> None:
    war = begin_war(CLOSE)
    text = ask(war, "north").content.decode()
    public = ids(war)
    for secret in (
        "South 1",
        "South 2",
        public["south1"],
        public["south2"],
        "north1",
        "south1",
        war.campaign.commitment,
    ):
        assert secret not in text
    assert [one["name"] for one in data_of(ask(war, "north"))["map-data"]["sightings"]] == ["The south 1"]


def test_strangers_find_nothing_and_facilitators_their_desk() -> None:
    war = begin_war()
    nils = User.objects.create_user(email="nils@elsewhere.example", name="Nils")
    address = f"/c/{war.campaign.public_id}/"
    for path in ("", "table/", "report/", "turns/0/map.json", "turns/1/report/"):
        assert browser(nils).get(address + path).status_code == 404
        assert browser(None).get(address + path).status_code == 302
    assert browser(nils).post(address + "plan/", "{}", content_type="application/json").status_code == 404
    assert browser(war.facilitator).get(address)["Location"] == f"{address}desk/"


def test_a_save_is_answered_with_its_receipt() -> None:
    war = begin_war()
    plan = {"node": None, "orders": {ids(war)["north1"]: march(2, 2)}}
    answer = send(war, "north", plan)
    part = war.part("north")
    assert answer.status_code == 200
    assert answer.json() == {
        "receipt": part.receipt,
        "saved": answer.json()["saved"],
        "state": "draft",
        "final": False,
    }
    assert "Fri 27 Nov" in answer.json()["saved"]
    shown = data_of(ask(war, "north"))["page-data"]["plan"]
    assert (shown["orders"], shown["receipt"]) == (plan["orders"], part.receipt)


def test_a_submitted_plan_is_final() -> None:
    war = begin_war()
    plan = {"orders": {ids(war)["north1"]: HOLD, ids(war)["north2"]: HOLD}}
    assert send(war, "north", plan, how="plan/submit/").json()["final"] is True
    again = send(war, "north", {"orders": {}})
    assert (again.status_code, again.json()["code"]) == (409, "final")
    data = data_of(ask(war, "north"))["page-data"]
    assert (data["may"], data["options"]) == (False, {})


def test_an_illegal_plan_is_refused_with_every_reason_and_nothing_is_stored() -> None:
    war = begin_war()
    public = ids(war)
    plan = {
        "orders": {
            public["north1"]: {**march(9, 9), "secondary": {"order": "unfortify"}},
            public["north2"]: {**march(5, 2), "secondary": {"order": "fortify"}},
        }
    }
    answer = send(war, "north", plan)
    assert answer.status_code == 422
    found = [(one["banner"], one["order"], one["rule"]) for one in answer.json()["problems"]]
    assert set(found) == {
        (public["north1"], "march", "3"),
        (public["north1"], "unfortify", "3"),
        (public["north2"], "march", "3"),
        (public["north2"], "fortify", "3"),
    }
    assert not Order.objects.exists()
    assert war.part("north").state == PlanState.NOTHING


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("no json", 400),
        ("[]", 400),
        ('{"orders": {"nobody": {}}}', 422),
        ('{"orders": []}', 400),
        ('{"surprise": 1}', 400),
        ('{"node": 7}', 400),
        ("[" * 100_000, 400),
        ('{"orders": {"north1": {"hold": "yes"}}}', 400),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(body: str, status: int) -> None:
    war = begin_war()
    body = body.replace("north1", ids(war)["north1"])
    with clock.at(war.turn.plan_due - timedelta(hours=1)):
        answer = browser(war.users["north"]).post(
            f"/c/{war.campaign.public_id}/plan/", body, content_type="application/json"
        )
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_a_page_of_a_turn_that_is_over_does_not_plan_the_next_one() -> None:
    war = begin_war()
    war.pass_deadline()
    war.publish()
    plan = json.dumps({"orders": {ids(war)["north1"]: HOLD}})
    for turn, status in (("1", 409), ("3", 404), ("first", 400), ("2", 200)):
        with clock.at(war.turn.plan_due - timedelta(hours=1)):
            answer = browser(war.users["north"]).post(
                f"/c/{war.campaign.public_id}/plan/",
                plan,
                content_type="application/json",
                headers={"X-Turn": turn},
            )
        assert answer.status_code == status
        assert (war.part("north").receipt != "") == (status == 200)


def test_a_rivals_banner_is_answered_like_one_that_does_not_exist() -> None:
    war = begin_war()
    answers = [
        send(war, "north", {"orders": {key: HOLD}}).content.replace(key.encode(), b"?")
        for key in (ids(war)["south1"], "x" * 22)
    ]
    assert answers[0] == answers[1]


def test_after_the_deadline_nothing_is_saved() -> None:
    war = begin_war()
    answer = send(war, "north", {"orders": {ids(war)["north1"]: HOLD}}, late=True)
    assert (answer.status_code, answer.json()["code"]) == (409, "late")
    assert not Order.objects.exists()


def test_the_turns_gone_by_are_served_as_they_were_stored_to_their_own_player() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 2)})
    war.plan("south", {})
    war.publish()
    for army in ("north", "south"):
        for number in (0, 1):
            answer = ask(war, army, f"turns/{number}/map.json")
            assert json.loads(answer.content) == war.part(army, number).map
    assert ask(war, "north", "turns/2/map.json").status_code == 404
    assert ask(war, "north", "turns/9/map.json").status_code == 404


def test_last_turns_marches_are_offered_again_as_the_way_they_went() -> None:
    war = begin_war()
    war.plan("north", {"north1": march(3, 2), "north2": HOLD})
    war.plan("south", {})
    war.publish()
    last = data_of(ask(war, "north"))["page-data"]["last"]
    public = ids(war)
    assert last == {
        public["north1"]: {"primary": {"order": "march", "by": [1, 1]}},
        public["north2"]: {"hold": True},
    }


def test_relics_are_known_from_the_first_turn_on() -> None:
    war = begin_war(document=RELICS)
    data = data_of(ask(war, "north"))["page-data"]
    public = ids(war)
    assert sorted((one["name"] != "", one["by"]) for one in data["relics"].values()) == sorted(
        [(True, public["north1"]), (True, "")]
    )
    options = {one["order"]: one for one in data["options"][public["north1"]]}
    assert options["destroy_relic"]["legal"]
    assert data_of(ask(war, "south"))["page-data"]["relics"] == {}


def test_orders_that_name_relics_and_banners_come_back_with_public_ids() -> None:
    war = begin_war(document=RELICS)
    data = data_of(ask(war, "north"))["page-data"]
    public = ids(war)
    orb = next(key for key, one in data["relics"].items() if one["by"])
    transfer = {"order": "transfer", "from": public["north1"], "levels": 2, "relic": orb}
    plan = {"node": None, "orders": {public["north2"]: {"secondary": transfer}}}
    assert send(war, "north", plan).status_code == 200
    assert data_of(ask(war, "north"))["page-data"]["plan"]["orders"] == plan["orders"]


def test_names_cannot_break_out_of_the_pages_data() -> None:
    war = begin_war()
    Banner.objects.filter(key="north1").update(name="</script><script>alert(1)</script>&amp;")
    page = ask(war, "north")
    assert b"<script>alert" not in page.content
    assert data_of(page)["page-data"]["banners"][0]["name"] == "</script><script>alert(1)</script>&amp;"


def test_battles_are_on_the_map_once_they_are_announced() -> None:
    war = begin_war(CLOSE)
    war.plan("north", {"north1": march(2, 4)})
    war.plan("south", {})
    war.pass_deadline()
    assert data_of(ask(war, "north"))["page-data"]["battles"] == []
    war.pass_deadline()
    data = data_of(ask(war, "north"))["page-data"]
    assert [(one["with"], one["sector"], one["mine"]) for one in data["battles"]] == [
        ("The south", "C6", ids(war)["north1"])
    ]
    assert data["may"] is False
    assert next(one["at"] for one in data["banners"] if one["name"] == "North 1") == [2, 4]


def many(war: War, count: int) -> None:
    """Give the north more banners, each with an order."""
    seat = war.seat("north")
    part = war.part("north")
    rows = [
        Banner(campaign=war.campaign, seat=seat, key=f"more{n}", name=f"Column {n}", x=n % 14, y=0, level=12)
        for n in range(count)
    ]
    Banner.objects.bulk_create(rows)
    Order.objects.bulk_create(
        [Order(player_turn=part, banner=row.key, slot="primary", detail={"order": "search"}) for row in rows]
    )


def queries(war: War, *, again: bool = False) -> int:
    """How many statements one war map takes, the session and the user included; ``again``: unchanged."""
    client = browser(war.users["north"])
    address = f"/c/{war.campaign.public_id}/"
    cache.clear()
    if again:
        client.get(address)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert client.get(address).status_code == 200
    return len(seen)


def test_the_map_takes_at_most_six_queries_however_many_banners() -> None:
    war = begin_war(APART)
    many(war, 18)
    few, again = queries(war), queries(war, again=True)
    Banner.objects.filter(key__startswith="more").delete()
    Order.objects.all().delete()
    many(war, 198)
    assert (queries(war), queries(war, again=True)) == (few, again)
    assert few <= 6
    assert again <= 4


def test_a_kept_page_is_never_anothers_and_never_old() -> None:
    war = begin_war()
    public = ids(war)
    pages = {army: data_of(ask(war, army)) for army in ("north", "south")}
    assert {one["name"] for one in pages["south"]["page-data"]["banners"]} == {"South 1", "South 2"}
    assert {one["name"] for one in data_of(ask(war, "north"))["page-data"]["banners"]} == {
        "North 1",
        "North 2",
    }
    send(war, "north", {"orders": {public["north1"]: HOLD}})
    assert data_of(ask(war, "north"))["page-data"]["plan"]["orders"] == {public["north1"]: HOLD}
    war.plan("south", {})
    war.publish()
    data = data_of(ask(war, "north"))
    assert (data["page-data"]["number"], data["map-data"]["turn"]) == (2, 1)


@pytest.mark.parametrize("hints", [5, 0], ids=["without a hint", "with a hint"])
def test_the_page_with_all_it_loads_stays_under_120_kilobytes_over_the_wire(hints: int) -> None:
    war = begin_war(CLOSE)
    User.objects.filter(pk=war.users["north"].pk).update(hints=hints)
    page = ask(war, "north").content
    loaded = set(re.findall(r'(?:src|href)="/static/([^"#]+)', page.decode()))
    assert {"js/warmap/plan/plan.js", "css/warmap/warmap.css", *MODULES} <= loaded
    assert ("css/lessons/hint.css" in loaded) == (hints == 0)
    sizes = {"page": len(gzip.compress(page))} | sizes_of({*loaded, "icons/sprite.svg"})
    assert sum(sizes.values()) < 120_000, sizes
    # The script of a hint comes when the map stands; with its own module it is small all the same.
    late = set(re.findall(r'data-script="/static/([^"#]+)', page.decode()))
    assert late == (set() if hints else {"js/lessons/map.js"})
    assert sum(sizes_of(late | {"js/lessons/hint.js"}).values()) < 6_000


def sizes_of(names: set[str]) -> dict[str, int]:
    """The bytes over the wire: all is sent as it lies, but for what style sheets say to who writes them."""
    found = {name: finders.find(name) for name in names}
    assert all(found.values()), found
    texts = {name: Path(str(path)).read_bytes() for name, path in found.items()}
    sent = {
        name: uncommented(text.decode()).encode() if name.endswith(".css") else text
        for name, text in texts.items()
    }
    return {name: len(gzip.compress(text)) for name, text in sent.items()}


def test_every_script_that_the_page_loads_is_fetched_at_once() -> None:
    root = Path(settings.BASE_DIR) / "static" / "js"
    wanted: set[str] = set()
    seen = {root / "warmap/plan/plan.js"}
    waiting = [root / "warmap/plan/plan.js"]
    while waiting:
        path = waiting.pop()
        for name in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            target = (path.parent / name).resolve()
            if target not in seen:
                seen.add(target)
                waiting.append(target)
                wanted.add(f"js/{target.relative_to(root)}")
    assert wanted == set(MODULES)
