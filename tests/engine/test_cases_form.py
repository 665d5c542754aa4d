"""The cases of the rules once more, all of it filled into the forms of the pages that need no script.

A person opens the page, chooses what the form offers, and submits: a plan, the result of a battle, a ruling,
an excuse. What the plan's form does not offer, or refuses, is what the service refuses to a program too:
those orders are written as rows, as everywhere, for the rules to void.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from campaign.base.coordinates import sector_name
from campaign.base.refusal import Refusal
from campaign.models import Battle, Phase, PlanState, PlayerTurn, Seat, User
from campaign.turn.plans.services import save_plan
from rules.agreement import differences
from tests import scenarios
from tests.api.test_cases import Played

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))
ILLEGAL = {"02", "04", "15", "16", "17", "19", "20", "21", "27", "29", "35", "69", "81"}
"""The cases in which somebody orders what cannot be ordered; all others are planned by the form alone."""
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class NotOfferedError(Exception):
    """The form has no such field, or its field no such choice."""


class Form(HTMLParser):
    """The fields of the plan's form as a browser would send them, and what each of them allows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.action: str | None = None
        self.values: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.boxes: dict[str, str] = {}
        self.submits: set[str] = set()
        self._inside = False
        self._select = ""
        self.feed(html)
        assert self.action is not None, "the page has no form for a plan"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a field."""
        have = {name: value or "" for name, value in attributes}
        name = have.get("name", "")
        if tag == "form" and have.get("action", "").endswith("/plan/form/"):
            self.action, self._inside = have["action"], True
        elif not self._inside or "form" in have:
            return
        elif tag == "select":
            self._select = name
            self.choices[name] = []
        elif tag == "option" and self._select:
            self.choices[self._select].append(have["value"])
            if "selected" in have or self._select not in self.values:
                self.values[self._select] = have["value"]
        elif tag == "input" and have.get("type") == "checkbox":
            self.boxes[name] = have["value"]
        elif tag == "input":
            self.values[name] = have.get("value", "")
        elif tag == "button" and name == "do":
            self.submits.add(have["value"])

    def handle_endtag(self, tag: str) -> None:
        """Leave a field, or the form."""
        if tag == "form":
            self._inside = False
        elif tag == "select":
            self._select = ""

    def fill(self, name: str, value: str) -> None:
        """Choose or type a value, if the form lets one."""
        if name not in self.values:
            raise NotOfferedError(name)
        if name in self.choices and value not in self.choices[name]:
            raise NotOfferedError(f"{name}: {value}")
        self.values[name] = value


def _order(form: Form, banner: str, slot: str, order: Mapping[str, Any]) -> None:
    """Fill one order into its fields."""
    kind = order["order"]
    if any(coordinate < 0 for coordinate in order.get("to", ())):
        raise NotOfferedError(f"{banner}: a sector off the map")
    value = {
        "march": lambda: f"{kind}:{sector_name(*order['to'])}",
        "retreat": lambda: f"{kind}:{sector_name(*order['to'])}",
        "join": lambda: f"{kind}:{order['with']}",
        "destroy_relic": lambda: f"{kind}:{order['relic']}",
    }.get(kind, lambda: kind)()
    form.fill(f"{banner}-{slot}", value)
    if kind == "teleport":
        form.fill(f"{banner}-teleport", sector_name(*order["to"]))
    elif kind == "split":
        form.fill(f"{banner}-name", order.get("name", ""))
    elif kind == "transfer":
        form.fill(f"{banner}-giver", order.get("from") or "")
        form.fill(f"{banner}-levels", str(order.get("levels") or ""))
        form.fill(f"{banner}-relic", order.get("relic") or "")


class Pages:
    """Everybody's browser; counts how each plan went in."""

    def __init__(self) -> None:
        self.by_form = self.refused = self.not_offered = 0

    def submit(self, seat: Seat, number: int, plan: Mapping[str, Any]) -> None:
        """Submit a seat's plan by the form, or see that no way takes it."""
        assert seat.user is not None
        client = Client()
        client.force_login(seat.user, BACKEND)
        page = f"/c/{seat.campaign.public_id}/table/"
        wire = scenarios.in_public(seat, plan)
        form = Form(client.get(page).content.decode())
        try:
            self._fill(form, wire)
        except NotOfferedError as error:
            self.not_offered += 1
            self._hand_in(seat, number, plan, wire, f"not offered: {error}")
            return
        if not form.submits:
            assert not seat.banners.filter(gone_in=None).exists(), "a player with banners cannot submit"
            scenarios.hand_in(seat, number, plan)
            return
        assert form.action is not None
        answer = client.post(form.action, {**form.values, "do": "submit", "sure": "yes"})
        if answer.status_code == 422:
            assert 'role="alert"' in answer.content.decode()
            self.refused += 1
            self._hand_in(seat, number, plan, wire, "refused")
            return
        assert (answer.status_code, answer["Location"]) == (302, page)
        self.by_form += 1
        assert PlayerTurn.objects.get(seat=seat, turn__number=number).state == PlanState.SUBMITTED

    def _fill(self, form: Form, wire: Mapping[str, Any]) -> None:
        # A node that lives is not named again: the form does not ask, and the rules do not listen.
        if wire["node"] and "node" in form.values:
            form.fill("node", wire["node"])
        for banner, orders in wire["orders"].items():
            for slot, order in orders.items():
                _order(form, banner, slot, order)

    def _hand_in(
        self, seat: Seat, number: int, plan: Mapping[str, Any], wire: Mapping[str, Any], why: str
    ) -> None:
        """What the form refuses the service refuses; then it is written as rows."""
        try:
            save_plan(seat=seat, number=number, plan=wire, by=seat.user, submit=True)
        except Refusal:
            scenarios.hand_in(seat, number, plan)
        else:
            raise AssertionError(f"The service takes a plan that the form does not ({why}): {wire}")


class Sheets(HTMLParser):
    """The forms of a page: of each what it sends as it is, and what its radio buttons offer."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self.radios: list[dict[str, set[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a form or a field of one."""
        have = {name: value or "" for name, value in attributes}
        name, kind = have.get("name", ""), have.get("type", "")
        if tag == "form":
            self.forms.append({})
            self.radios.append({})
        elif not (name and self.forms):
            return
        elif kind == "radio":
            self.radios[-1].setdefault(name, set()).add(have.get("value", ""))
            if "checked" in have:
                self.forms[-1][name] = have["value"]
        elif tag == "option" or kind == "checkbox":
            return
        elif tag in ("input", "textarea", "select"):
            self.forms[-1][name] = have.get("value", "")

    def filled(self, mark: Mapping[str, str], **values: object) -> dict[str, str]:
        """What the form with the fields and values ``mark`` sends, once ``values`` are chosen and typed."""
        for fields, radios in zip(self.forms, self.radios, strict=True):
            if mark.items() <= fields.items():
                # Whoever cannot sacrifice is not asked how much.
                typed = {name: str(value) for name, value in values.items() if value != 0 or name in fields}
                for name, value in typed.items():
                    assert name in fields or value in radios.get(name, ()), f"{name}: {value}"
                return {**fields, **typed}
        raise NotOfferedError(str(mark))


class PlayedByForm(Played):
    """A scenario, played by people who fill in forms."""

    def __init__(self, document: Mapping[str, Any], pages: Pages) -> None:
        super().__init__(document, lambda user: pytest.fail("a program"))
        self.pages = pages
        self.facilitator = User.objects.get(roles__campaign=self.started.campaign)

    def plan(self, seat: Seat) -> None:
        """Submit a plan."""
        self.pages.submit(seat, self.started.number, self.document.get("plans", {}).get(seat.key, {}))

    def excuse_seat(self, seat: Seat) -> None:
        """Excuse a player at the desk."""
        told = {"seat": seat.public_id, "reason": "The scenario says so"}
        self.send(self.facilitator, "desk/", {"act": "excuse"}, told)

    def say(self, seat: Seat, battle: Battle, body: Mapping[str, Any]) -> None:
        """Tell of a battle on its page."""
        self.send(seat.user, f"battles/{battle.public_id}/", {"points_own": ""}, body)

    def act(self, battle: Battle, what: str, body: Mapping[str, Any]) -> None:
        """Rule, or say that a side has forfeited."""
        mark = {"act": {"ruling": "rule", "forfeit": "forfeit"}[what]}
        self.send(self.facilitator, f"desk/battles/{battle.public_id}/", mark, body)

    def send(
        self, user: User | None, page: str, mark: Mapping[str, str], values: Mapping[str, object]
    ) -> None:
        """Open a page, fill in one of its forms, and send it."""
        assert user is not None
        client = Client()
        client.force_login(user, BACKEND)
        address = f"/c/{self.started.campaign.public_id}/{page}"
        filled = Sheets(client.get(address).content.decode()).filled(mark, **values)
        answer = client.post(address, filled)
        assert answer.status_code == 302, answer.content.decode()


@pytest.mark.shared(4, 0)
@pytest.mark.django_db
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:60])
def test_a_case_comes_out_the_same_through_the_form(path: Path) -> None:
    case = json.loads(path.read_text())
    pages = Pages()
    turn = PlayedByForm(case["scenario"], pages).turn()
    assert turn.phase == Phase.PUBLISHED
    assert differences(case["expect"], turn.outcome) == []
    assert (pages.refused + pages.not_offered > 0) == (path.stem[:2] in ILLEGAL)
