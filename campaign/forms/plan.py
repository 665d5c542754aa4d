"""What a plan's page offers, and how what comes back is read: JSON from the script, fields from the form.

Reading checks shape only. Whose the banners are, what is legal and whether it is in time is for
``campaign.services.plans`` to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaign.forms.bounds import whole
from campaign.sectors import sector_at, sector_name
from campaign.selectors.warmap import OwnBanner, WarMapPage
from campaign.wire import MOST_SACRIFICED, SACRIFICE
from campaign.wording.orders import order_name, problem_text
from rules.legality import Option, Problem
from rules.orders import SLOT_OF, OrderKind, Slot

MOST_BYTES = 512 * 1024
MOST_LEVELS = 999
FIELDS = ("hold", *map(str, Slot), "teleport", "giver", "levels", "relic", "name", SACRIFICE)
"""The fields of the form, each after the id of its banner."""
_MOVES = (OrderKind.MARCH, OrderKind.TELEPORT)
_DIGGING = (OrderKind.FORTIFY, OrderKind.ENTRENCH, OrderKind.UNFORTIFY)

Document = dict[str, Any]


class UnreadableError(ValueError):
    """A request that holds no plan; the message says what was expected."""


# For the script


def page_document(page: WarMapPage, urls: Mapping[str, str]) -> Document:
    """Everything that the page's script needs beside the map itself."""
    return {
        "number": page.number,
        "phase": page.phase,
        "first": 0,
        "may": page.may,
        "banners": [banner.document for banner in page.banners],
        "battles": list(page.battles),
        "plan": {
            "state": page.plan.state,
            "saved": page.plan.saved_words,
            "receipt": page.plan.receipt,
            "orders": page.plan.orders,
            "node": page.plan.node,
        },
        "draftsCount": page.variables.drafts_count,
        "options": {banner: options_document(offered) for banner, offered in page.options().items()},
        "pairs": forbidden_pairs(page.army.steadfast),
        "last": page.last if page.may else {},
        "own": {
            "battle": page.army.battle,
            "recon": page.army.recon,
            "search": page.army.search,
            "reach": page.army.reach,
            "massive": page.army.massive,
            "flexible": page.army.flexible,
            "names_node": page.army.names_node,
            "sacrifices": page.army.sacrifices,
        },
        "relics": {
            key: {"name": page.relic_names[key], "by": relic.carried_by or ""}
            for key, relic in sorted(page.relics.items())
        },
        "everyTurn": page.variables.engagement == "every_turn",
        "urls": dict(urls),
    }


def forbidden_pairs(steadfast: bool) -> list[list[str]]:
    """The primary and secondary orders that void each other (Rules 3)."""
    return [
        [move.value, dig.value]
        for move in _MOVES
        for dig in _DIGGING
        if not (steadfast and dig == OrderKind.FORTIFY)
    ]


def options_document(offered: tuple[Option, ...]) -> list[Document]:
    """What each order offers a banner; a teleport's targets are left out: any passable sector but its own."""
    return [_option_document(option) for option in offered]


def _option_document(option: Option) -> Document:
    document: Document = {"order": option.order.value, "legal": option.legal}
    if option.targets and option.order != OrderKind.TELEPORT:
        document["targets"] = [list(at) for at in option.targets]
    if option.order == OrderKind.TRANSFER:
        document |= {"from": list(option.givers), "relics": list(option.relics)}
    if option.order == OrderKind.DESTROY_RELIC:
        document["relics"] = list(option.relics)
    if option.order == OrderKind.JOIN:
        document["with"] = list(option.partners)
    if option.problems:
        document["problems"] = [problem_document(problem) for problem in option.problems]
    return document


def problem_document(problem: Problem) -> Document:
    """A reason against an order in words, with its rule and its place in the plan."""
    return {
        "banner": problem.banner,
        "slot": problem.slot.value,
        "order": problem.order.value,
        "rule": problem.rule,
        "text": problem_text(problem),
    }


def read_body(body: bytes) -> Document:
    """The plan in a request of the script. Raises ``UnreadableError``."""
    if len(body) > MOST_BYTES:
        raise UnreadableError(_("The plan is too large."))
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        raise UnreadableError(_("The plan must be JSON.")) from None
    if not isinstance(document, dict):
        raise UnreadableError(_("The plan must be a JSON object with orders and node."))
    return document


# For the form without a script


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class BannerForm:
    """One banner's part of the form: what can be chosen in each slot, what is chosen, what is wrong."""

    banner: OwnBanner
    slots: tuple[tuple[str, str, tuple[Choice, ...]], ...]
    hold: bool
    teleport: str | None
    givers: tuple[Choice, ...]
    levels: str
    relics: tuple[Choice, ...]
    new_name: str | None
    sacrifices: tuple[Choice, ...]
    impossible: tuple[tuple[str, str], ...]
    errors: tuple[str, ...] = ()


@dataclass(slots=True)
class PlanForm:
    """The plan as a form: filled from the stored plan or from what was sent; nothing typed is lost."""

    page: WarMapPage
    sent: Mapping[str, str] | None = None
    errors: dict[str, list[str]] = field(default_factory=dict)

    def banners(self) -> list[BannerForm]:
        """The parts of the form, in the order of the banners."""
        offered = self.page.options()
        return [self._part(banner, offered.get(banner.id, ())) for banner in self.page.banners]

    def nodes(self) -> list[Choice]:
        """The banners that can be named as node."""
        chosen = self.sent.get("node", "") if self.sent is not None else self.page.plan.node or ""
        return [Choice(one.id, one.name, one.id == chosen) for one in self.page.banners]

    def document(self) -> Document:
        """What was sent as a plan on the wire; fields that cannot be read are in ``errors``."""
        orders: Document = {}
        for banner in self.page.banners:
            entry = self._entry(banner.id)
            if entry:
                orders[banner.id] = entry
        # Whoever saves it is told that these are not his, as a program would be.
        orders |= {banner: {} for banner in self._foreign()}
        return {"node": self._get("node") or None, "orders": orders}

    def add_problem(self, banner: str, text: str) -> None:
        """Note what is wrong with a banner's orders, or with the plan where ``banner`` is empty."""
        self.errors.setdefault(banner, []).append(text)

    @property
    def general_errors(self) -> list[str]:
        """What is wrong with the plan as a whole."""
        return self.errors.get("", [])

    def _get(self, name: str) -> str:
        return (self.sent or {}).get(name, "").strip()

    def _foreign(self) -> list[str]:
        """What was sent for banners that the page does not have."""
        own = {one.id for one in self.page.banners}
        named = [name.rpartition("-")[::2] for name, value in (self.sent or {}).items() if value]
        found = [banner for banner, part in named if part in FIELDS and banner]
        sent = self._get("send")
        if sent:
            found.append(sent.partition(":")[0])
        return [one for one in found if one not in own]

    def _entry(self, banner: str) -> Document:
        entry: Document = {}
        sent_to = self._sent_by_row(banner)
        if self._get(f"{banner}-hold") and sent_to is None:
            return {"hold": True, **self._sacrifice(banner)}
        for slot in Slot:
            value = self._get(f"{banner}-{slot}")
            if value:
                order = self._order(banner, value)
                if order is not None:
                    entry[slot.value] = order
        return {**entry, **(sent_to or {}), **self._sacrifice(banner)}

    def _sacrifice(self, banner: str) -> Document:
        levels = self._get(f"{banner}-sacrifice")
        number = whole(levels, MOST_LEVELS) if levels else 0
        if number is None:
            most = {"most": MOST_SACRIFICED}
            self.add_problem(banner, _("From 0 to %(most)d levels can be sacrificed.") % most)
        return {SACRIFICE: number} if number else {}

    def _sent_by_row(self, banner: str) -> Document | None:
        """The march that a row of the table orders, in place of the banner's main order."""
        who, _colon, rest = self._get("send").partition(":")
        kind, _colon, sector = rest.partition(":")
        at = sector_at(sector)
        if who != banner:
            return None
        if at is None or kind not in (OrderKind.MARCH, OrderKind.RETREAT):
            self.add_problem(banner, _("A march needs a sector, written as G6."))
            return None
        return {SLOT_OF[OrderKind(kind)].value: {"order": kind, "to": list(at)}}

    def _order(self, banner: str, value: str) -> Document | None:
        kind, _colon, rest = value.partition(":")
        order: Document = {"order": kind}
        if kind == OrderKind.TELEPORT:
            at = sector_at(self._get(f"{banner}-teleport"))
            if at is None:
                self.add_problem(banner, _("Teleport needs a sector, written as G6."))
                return None
            order["to"] = list(at)
        elif kind in (OrderKind.MARCH, OrderKind.RETREAT):
            at = sector_at(rest)
            if at is None:
                self.add_problem(banner, _("A march needs a sector, written as G6."))
                return None
            order["to"] = list(at)
        elif kind == OrderKind.JOIN:
            order["with"] = rest
        elif kind == OrderKind.DESTROY_RELIC:
            order["relic"] = rest
        elif kind == OrderKind.SPLIT:
            order["name"] = self._get(f"{banner}-name")
        elif kind == OrderKind.TRANSFER:
            return self._transfer(banner, order)
        return order

    def _transfer(self, banner: str, order: Document) -> Document | None:
        giver, levels, relic = (self._get(f"{banner}-{name}") for name in ("giver", "levels", "relic"))
        number = whole(levels, MOST_LEVELS) if levels else 0
        if number is None:
            wrong = _("Levels must be a whole number from 0 to %(most)d.") % {"most": MOST_LEVELS}
            self.add_problem(banner, wrong)
            return None
        if giver:
            order["from"] = giver
        if number:
            order["levels"] = number
        if relic:
            order["relic"] = relic
        return order

    def _part(self, banner: OwnBanner, offered: tuple[Option, ...]) -> BannerForm:
        given = self._given(banner.id)
        legal = {option.order: option for option in offered if option.legal}
        slots = tuple(
            (slot.value, label, choices)
            for slot, label in (
                (Slot.PRIMARY, _("Main order")),
                (Slot.SECONDARY, _("Beside that")),
                (Slot.SPECIAL, _("Or only")),
            )
            if (choices := tuple(self._choices(slot, legal, given)))
        )
        transfer = legal.get(OrderKind.TRANSFER)
        return BannerForm(
            banner=banner,
            slots=slots,
            hold=bool(given.get("hold")),
            teleport=given.get("teleport", "") if OrderKind.TELEPORT in legal else None,
            givers=self._givers(transfer, given),
            levels=given.get("levels", ""),
            relics=self._relics(transfer, given),
            new_name=given.get("name", "") if OrderKind.SPLIT in legal else None,
            sacrifices=self._sacrifices(given),
            impossible=tuple(
                (order_name(option.order), _reasons(option)) for option in offered if not option.legal
            ),
            errors=tuple(self.errors.get(banner.id, ())),
        )

    def _given(self, banner: str) -> dict[str, str]:
        """The values of a banner's fields: as sent, else as the stored plan has them."""
        if self.sent is not None:
            return {name: self._get(f"{banner}-{name}") for name in FIELDS}
        entry = self.page.plan.orders.get(banner, {})
        values = {"hold": "1" if entry.get("hold") else "", SACRIFICE: str(entry.get(SACRIFICE, 0))}
        for slot in Slot:
            order = entry.get(slot.value)
            if order:
                values |= _field_values(slot, order)
        return values

    def _choices(
        self, slot: Slot, legal: Mapping[OrderKind, Option], given: Mapping[str, str]
    ) -> Iterator[Choice]:
        chosen = given.get(slot.value, "")
        for kind, option in legal.items():
            if SLOT_OF[kind] != slot:
                continue
            for value, label in _values(option, self.page):
                yield Choice(value, label, value == chosen)

    def _givers(self, transfer: Option | None, given: Mapping[str, str]) -> tuple[Choice, ...]:
        names = {banner.id: banner for banner in self.page.banners}
        ids = transfer.givers if transfer is not None else ()
        return tuple(
            Choice(one, f"{names[one].name} ({names[one].level})", one == given.get("giver")) for one in ids
        )

    def _sacrifices(self, given: Mapping[str, str]) -> tuple[Choice, ...]:
        if not self.page.army.sacrifices:
            return ()
        chosen = given.get("sacrifice") or "0"
        return tuple(Choice(str(n), str(n), str(n) == chosen) for n in range(MOST_SACRIFICED + 1))

    def _relics(self, transfer: Option | None, given: Mapping[str, str]) -> tuple[Choice, ...]:
        ids = transfer.relics if transfer is not None else ()
        return tuple(
            Choice(one, self.page.relic_names.get(one, ""), one == given.get("relic")) for one in ids
        )


def _reasons(option: Option) -> str:
    """Why an order is not offered, each reason with its rule."""
    return " ".join(
        _("%(reason)s (Rules %(rule)s)") % {"reason": problem_text(problem), "rule": problem.rule}
        for problem in option.problems
    )


def _values(option: Option, page: WarMapPage) -> Iterator[tuple[str, str]]:
    """The entries that one legal order puts into a select."""
    kind, name = option.order, order_name(option.order)
    if kind in (OrderKind.MARCH, OrderKind.RETREAT):
        for at in option.targets:
            sector = sector_name(*at)
            yield f"{kind}:{sector}", _("%(order)s to %(sector)s") % {"order": name, "sector": sector}
    elif kind == OrderKind.JOIN:
        names = {banner.id: banner.name for banner in page.banners}
        for partner in option.partners:
            yield f"{kind}:{partner}", _("%(order)s with %(name)s") % {"order": name, "name": names[partner]}
    elif kind == OrderKind.DESTROY_RELIC:
        for relic in option.relics:
            yield f"{kind}:{relic}", f"{name}: {page.relic_names.get(relic, '')}"
    else:
        yield kind.value, name


def _field_values(slot: Slot, order: Mapping[str, Any]) -> dict[str, str]:
    """A stored order as the values of the form's fields."""
    kind = order["order"]
    if kind in (OrderKind.MARCH, OrderKind.RETREAT):
        return {slot.value: f"{kind}:{sector_name(*order['to'])}"}
    if kind == OrderKind.TELEPORT:
        return {slot.value: kind, "teleport": sector_name(*order["to"])}
    if kind == OrderKind.JOIN:
        return {slot.value: f"{kind}:{order['with']}"}
    if kind == OrderKind.DESTROY_RELIC:
        return {slot.value: f"{kind}:{order['relic']}"}
    values = {slot.value: kind, "name": order.get("name", "")}
    values |= {"giver": order.get("from", ""), "relic": order.get("relic", "")}
    return values | {"levels": str(order["levels"]) if order.get("levels") else ""}
