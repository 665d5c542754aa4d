"""What a plan's page offers, and how what comes back is read: JSON from the script, fields from the form.

Reading checks shape only. Whose the banners are, what is legal and whether it is in time is for
``campaign.turn.plans.services`` to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from campaign.base.answers import Json
from campaign.base.coordinates import sector_at, sector_name
from campaign.base.words.order_words import order_name, problem_and_rule
from campaign.turn.plans.plan_codec import SACRIFICE
from campaign.warmap.page_data import Document
from campaign.warmap.selectors import OwnBanner, WarMapPage
from campaign.web.bounded_fields import whole
from rules.orders import (
    FEATURE,
    GIVER,
    NAME,
    ORDER,
    ORDERS,
    PARTNER,
    SLOT_OF,
    TEXT,
    TO,
    Names,
    OrderKind,
    Part,
    Slot,
)
from rules.plans.legality import Option
from rules.tables import MOST_SACRIFICED

MOST_BYTES = 512 * 1024
MOST_LEVELS = 999
STEPS = tuple(record.kind for record in ORDERS if TO in record.needs and not record.anywhere)
ANYWHERE = tuple(record.kind for record in ORDERS if record.anywhere)
"""The orders whose sector is written into a field of their own."""
LOOSE = {part: part.field for record in ORDERS if not record.either for part in record.may}
"""What an order may carry has a field of its own, for all orders; what one needs is chosen with it."""
WORDS = TEXT.field
"""The field for an order in the player's own words."""
FIELDS = ("hold", *map(str, Slot), *map(str, ANYWHERE), *LOOSE.values(), WORDS, SACRIFICE)
"""The fields of the form, each after the id of its banner."""


class UnreadableError(ValueError):
    """A request that holds no plan; the message says what was expected."""


# For the script


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
    aims: tuple[tuple[str, str, str], ...]
    givers: tuple[Choice, ...]
    levels: str
    relics: tuple[Choice, ...]
    new_name: str | None
    words: str | None
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
        if self._words(banner) and not any(TEXT.key in order for order in entry.values()):
            name = {"order": order_name(OrderKind.OTHER)}
            self.add_problem(
                banner,
                _("Your own words count only with the order %(order)s: choose it, or clear the field.")
                % name,
            )
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
        if at is None or kind not in STEPS:
            self.add_problem(banner, _("A march needs a sector, written as G6."))
            return None
        return {SLOT_OF[OrderKind(kind)].value: {"order": kind, "to": list(at)}}

    def _words(self, banner: str) -> str:
        """What was written in words of one's own: lines of a field are one, as the order is one line."""
        return " ".join(line.strip() for line in self._get(f"{banner}-{WORDS}").splitlines())

    def _order(self, banner: str, value: str) -> Document | None:
        kind, _colon, chosen = value.partition(":")
        order: Document = {"order": kind}
        record = ORDER.get(OrderKind(kind)) if kind in ORDER else None
        for part in record.needs if record is not None else ():
            if part is TO:
                at = sector_at(self._get(f"{banner}-{kind}") if kind in ANYWHERE else chosen)
                if at is None:
                    self.add_problem(banner, _needs_sector(kind))
                    return None
                order[part.key] = list(at)
            else:
                order[part.key] = self._words(banner) if part is TEXT else chosen
        if record is not None and record.either:
            key, _colon, one = chosen.partition(":")
            return {**order, key: one}
        for part in record.may if record is not None else ():
            given = self._loose(banner, part)
            if given is None:
                return None
            if given or part is NAME:
                order[part.key] = given
        return order

    def _loose(self, banner: str, part: Part) -> str | int | None:
        """What was sent beside the order; None, with the reason noted, if it cannot be read."""
        given = self._get(f"{banner}-{LOOSE[part]}")
        if part.names is not Names.NUMBER:
            return given
        number = whole(given, MOST_LEVELS) if given else 0
        if number is None:
            wrong = _("Levels must be a whole number from 0 to %(most)d.") % {"most": MOST_LEVELS}
            self.add_problem(banner, wrong)
        return number

    def _names(self, legal: Iterable[OrderKind]) -> bool:
        """Whether a new banner may be named here: a guest types no words."""
        user = self.page.seat.user
        return not (user is not None and user.guest) and any(NAME in ORDER[kind].may for kind in legal)

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
        giving = next((option for kind, option in legal.items() if GIVER in ORDER[kind].may), None)
        return BannerForm(
            banner=banner,
            slots=slots,
            hold=bool(given.get("hold")),
            aims=tuple(
                (kind.value, order_name(kind), given.get(kind, "")) for kind in ANYWHERE if kind in legal
            ),
            givers=self._givers(giving, given),
            levels=given.get("levels", ""),
            relics=self._relics(giving, given),
            new_name=given.get("name", "") if self._names(legal) else None,
            words=given.get(WORDS, "") if any(TEXT in ORDER[kind].needs for kind in legal) else None,
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

    def _givers(self, giving: Option | None, given: Mapping[str, str]) -> tuple[Choice, ...]:
        names = {banner.id: banner for banner in self.page.banners}
        ids = giving.givers if giving is not None else ()
        return tuple(
            Choice(one, f"{names[one].name} ({names[one].level})", one == given.get("giver")) for one in ids
        )

    def _sacrifices(self, given: Mapping[str, str]) -> tuple[Choice, ...]:
        if not self.page.army.sacrifices:
            return ()
        chosen = given.get("sacrifice") or "0"
        return tuple(Choice(str(n), str(n), str(n) == chosen) for n in range(MOST_SACRIFICED + 1))

    def _relics(self, giving: Option | None, given: Mapping[str, str]) -> tuple[Choice, ...]:
        ids = giving.relics if giving is not None else ()
        return tuple(
            Choice(one, self.page.relic_names.get(one, ""), one == given.get("relic")) for one in ids
        )


def _reasons(option: Option) -> str:
    """Why an order is not offered, each reason with its rule."""
    return " ".join(map(problem_and_rule, option.problems))


def _needs_sector(kind: str) -> str:
    if kind in ANYWHERE:
        return _("%(order)s needs a sector, written as G6.") % {"order": order_name(OrderKind(kind))}
    return _("A march needs a sector, written as G6.")


def _values(option: Option, page: WarMapPage) -> Iterator[tuple[str, str]]:
    """The entries that one legal order puts into a select: one for each thing that it needs to name."""
    kind, name = option.order, order_name(option.order)
    needed = [part for part in ORDER[kind].needs if kind not in ANYWHERE and part is not TEXT]
    if ORDER[kind].either:
        yield from _either(option, page)
        return
    for part in needed:
        for one in getattr(option, part.offered):
            if part is TO:
                sector = sector_name(*one)
                yield f"{kind}:{sector}", _("%(order)s to %(sector)s") % {"order": name, "sector": sector}
            elif part is PARTNER:
                names = {banner.id: banner.name for banner in page.banners}
                yield f"{kind}:{one}", _("%(order)s with %(name)s") % {"order": name, "name": names[one]}
            else:
                yield f"{kind}:{one}", f"{name}: {page.relic_names.get(one, '')}"
    if not needed:
        yield kind.value, name


def _either(option: Option, page: WarMapPage) -> Iterator[tuple[str, str]]:
    """The entries of an order that names exactly one of several kinds of things."""
    kind, name = option.order, order_name(option.order)
    for part in ORDER[kind].may:
        called = page.feature_names if part is FEATURE else page.relic_names
        for one in getattr(option, part.offered):
            yield f"{kind}:{part.key}:{one}", f"{name}: {called.get(one, '')}"


def _field_values(slot: Slot, order: Mapping[str, Json]) -> dict[str, str]:
    """A stored order as the values of the form's fields."""
    kind, record = order["order"], ORDER[OrderKind(order["order"])]
    if record.either:
        part = next(part for part in record.may if part.key in order)
        return {slot.value: f"{kind}:{part.key}:{order[part.key]}"}
    if TEXT in record.needs:
        return {slot.value: kind, WORDS: str(order[TEXT.key])}
    values = {LOOSE[part]: str(order.get(part.key) or "") for part in record.may}
    named = [sector_name(*order["to"]) if part is TO else str(order[part.key]) for part in record.needs]
    if kind in ANYWHERE:
        return values | {slot.value: kind, kind: named[0]}
    return values | {slot.value: ":".join([kind, *named])}
