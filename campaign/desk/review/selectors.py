"""What a review would make true, for facilitators only: banners, contacts, occupation, and the truth's map.

All of it is read from the turn's own documents (its input, its movement, its proposal), never from plans that
are not due yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.answers import Json
from campaign.base.coordinates import sector_name
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.missions import CATEGORY_NAMES
from campaign.base.words.ledger_words import decided_words
from campaign.base.words.order_words import problem_text, with_names
from campaign.desk.banner_names import banner_of
from campaign.desk.review.others import others_of
from campaign.desk.review.review_pages import (
    Army,
    BannerRow,
    ContactRow,
    CorrectionRow,
    PlanRow,
    ReviewPage,
    SectorRow,
)
from campaign.desk.review.truth_ledger import TruthLedger
from campaign.desk.review.truth_words import change_in_words, orders_in_words
from campaign.models import (
    Banner,
    Campaign,
    Correction,
    Feature,
    Phase,
    PlanCounted,
    PlayerTurn,
    Relic,
    Seat,
    Turn,
)
from campaign.turn.plans_counted import counted_by_correction
from campaign.turn.truth.truth_map import Thing, truth_map
from campaign.turn.truth.truth_rows import called_of, radii_of
from campaign.turn.turn_scenario import voids_in
from rules.orders import OrderKind

Document = Mapping[str, Json]

__all__ = ["Army", "ReviewPage", "review_page"]

NOBODY, DISPUTED = gettext_lazy("nobody"), gettext_lazy("disputed")


_PLANS: Mapping[str, Promise] = {
    PlanCounted.SUBMITTED: gettext_lazy(
        "sent no plan; by the corrected orders it has one, and forfeits nothing"
    ),
    PlanCounted.EXCUSED: gettext_lazy("no plan, but excused: no orders, and nothing is forfeited"),
    PlanCounted.MISSED: gettext_lazy("no plan: no orders, and all its battles are forfeited"),
}


def review_page(campaign: Campaign, turn: Turn) -> ReviewPage | None:
    """What the turn would come to, or has come to, so far; None while plans are still being made."""
    documents = {
        Phase.MOVEMENT_REVIEW: ("movement", turn.input, turn.proposal),
        Phase.BATTLES: ("movement", turn.input, turn.movement),
        Phase.AFTERMATH_REVIEW: ("outcome", turn.movement, turn.proposal),
        Phase.PUBLISHED: ("outcome", turn.movement, turn.outcome),
    }
    stage, before, after = documents.get(Phase(turn.phase), ("", None, None))
    if before is None or after is None:
        return None
    return _Review(campaign, turn, stage, before, after).page()


class _Review:
    """Compares two documents of a turn, with the names of everything."""

    def __init__(self, campaign: Campaign, turn: Turn, stage: str, before: Document, after: Document) -> None:
        self.campaign, self.turn, self.stage = campaign, turn, stage
        self.before, self.after = before, after
        seats = Seat.objects.filter(campaign=campaign).order_by("number")
        self.armies = {seat.key: Army(seat.number, seat.army, seat.public_id) for seat in seats}
        rows = Banner.objects.filter(campaign=campaign).select_related("seat").order_by("key")
        self.rows = {row.key: row for row in rows}
        self.relics = {row.key: row for row in Relic.objects.filter(campaign=campaign).order_by("key")}
        features = Feature.objects.filter(campaign=campaign).order_by("y", "x", "key")
        self.features = {row.key: row for row in features}
        self.problems = voids_in(turn, after) if stage == "movement" else {}
        self.ledger = TruthLedger(turn.explained if stage == "outcome" else None, self.public_id, self.name)
        self.owners = {one["id"]: one["owner"] for one in (*before["banners"], *after["banners"])}
        self.plans: Document = (turn.input or {}).get("plans", {}) if stage == "movement" else {}

    def page(self) -> ReviewPage:
        """The page."""
        banners = tuple(sorted(self._banners(), key=lambda row: (row.army.number, row.name, row.id)))
        contacts = tuple(self._contacts())
        counts = Counter(army for contact in contacts for army in contact.armies)
        moves = tuple(
            {"id": row.id, "from": list(row.came_from), "to": list(row.at), "kind": OrderKind.MARCH}
            for row in banners
            if row.moved and row.came_from is not None
        )
        return ReviewPage(
            stage=self.stage,
            live=self.turn.phase in (Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW),
            banners=banners,
            contacts=contacts,
            sectors=tuple(self._sectors()),
            battles_per_army=tuple((army, counts[army]) for army in self.armies.values()),
            load=Variables.of(self.campaign).battle_load,
            corrections=tuple(self._corrections()),
            plans=tuple(self._without_plan()) if self.stage == "movement" else (),
            others=others_of(self.campaign, self.turn),
            victors=tuple(self.armies[key] for key in self.after.get("victors", ())),
            map=self._map(contacts),
            moves=moves if self.stage == "movement" else (),
        )

    # Banners

    def _banners(self) -> Iterator[BannerRow]:
        before = {one["id"]: one for one in self.before["banners"]}
        after = {one["id"]: one for one in self.after["banners"]}
        for key in sorted(before.keys() | after.keys()):
            yield self._banner(key, before.get(key), after.get(key))

    def _banner(self, key: str, old: Document | None, new: Document | None) -> BannerRow:
        shown = new or old
        assert shown is not None
        orders = self.plans.get(shown["owner"], {}).get("orders", {}).get(key, {})
        voids = (
            [one for one in self.after["void"] if one["banner"] == key] if self.stage == "movement" else []
        )
        return BannerRow(
            id=self.public_id(key),
            name=self.name(key),
            army=self.armies[shown["owner"]],
            before=sector_name(*old["at"]) if old else None,
            after=sector_name(*new["at"]) if new else None,
            at=_at(shown),
            came_from=_at(old) if old else None,
            level_before=old["level"] if old else None,
            level_after=new["level"] if new else None,
            works=shown["works"],
            retreating=bool(shown["retreating"]),
            orders=orders_in_words(orders, self.name, self.thing_name),
            void=tuple(map(self._void, voids)),
            fate=self._fate(key, old, new),
            ledger=self.ledger.account(key),
            change=self.ledger.words(key),
        )

    def _void(self, stored: Document) -> str:
        """An order that does not count with its reasons; as they were stored where they are known no more."""
        problems = self.problems.get((stored["banner"], stored["order"]))
        if not problems:
            return f"{_(stored['order'])}: {stored['reason']}"
        reasons = " ".join(problem_text(with_names(one, self.called)) for one in problems)
        return f"{_(stored['order'])}: {reasons}"

    def _fate(self, key: str, old: Document | None, new: Document | None) -> str:
        if new is None:
            heir = self.after.get("heirs", {}).get(key)
            return _("joined into %(banner)s") % {"banner": self.name(heir)} if heir else _("destroyed")
        if old is None:
            return _("split from %(banner)s") % {"banner": self.name(key.rpartition(".")[0])}
        if new["retreating"] and not old["retreating"]:
            return _("must retreat")
        return "" if new["works"] == old["works"] else _("works: %(works)s") % {"works": _(new["works"])}

    def name(self, key: str) -> str:
        """What a banner is called; one that a split has just made by its order, or after its parent."""
        row = self.rows.get(key)
        if row is not None:
            return row.name
        parent = key.rpartition(".")[0]
        for plan in self.plans.values():
            split = plan.get("orders", {}).get(parent, {}).get("secondary") or {}
            if split.get("name", "").strip():
                return str(split["name"]).strip()
        return f"{self.name(parent)} II" if parent else key

    def full_name(self, key: str) -> str:
        """The same with its army, where banners of several stand side by side."""
        row = self.rows.get(key)
        owner = self.owners.get(key) or (row.seat.key if row is not None else "")
        return banner_of(self.name(key), self.army_name(owner)) if owner else self.name(key)

    def public_id(self, key: str) -> str:
        """A banner's public id; one that has no row yet is told by its parent's."""
        row = self.rows.get(key)
        if row is not None:
            return row.public_id
        parent = self.rows.get(key.rpartition(".")[0])
        return f"{parent.public_id}-new" if parent is not None else "new"

    def called(self, key: str) -> str:
        """What an engine id is called; whatever is none, as it is."""
        return self.rows[key].name if key in self.rows else self.thing_name(key)

    def thing_name(self, key: str) -> str:
        """What a relic or a feature is called."""
        found: Relic | Feature | None = self.relics.get(key) or self.features.get(key)
        return found.name if found is not None else key

    def army_name(self, key: str) -> str:
        """What an army is called."""
        return self.armies[key].name if key in self.armies else key

    # Battles and sectors

    def _contacts(self) -> Iterator[ContactRow]:
        for battle in self.after["battles"]:
            first, second = battle["banners"]
            decided = self.ledger.decided(first, second)
            yield ContactRow(
                sector=sector_name(*battle["sector"]),
                at=(battle["sector"][0], battle["sector"][1]),
                names=(self.name(first), self.name(second)),
                armies=(self.armies[self.owners[first]], self.armies[self.owners[second]]),
                levels=(battle["levels"][first], battle["levels"][second]),
                attacker=battle["banners"].index(battle["attacker"]),
                category=CATEGORY_NAMES[battle["category"]],
                die=battle["mission_die"],
                auto=battle["auto"],
                result=self._result(battle),
                clause=decided["clause"] if decided is not None else None,
                attempts=tuple(decided["attempts"]) if decided is not None else (),
                difference=decided["difference"] if decided is not None else None,
                decided=decided_words(decided) if decided is not None else None,
            )

    def _result(self, battle: Document) -> str:
        if "winner" not in battle:
            return ""
        who = _("nobody won")
        if battle["winner"]:
            who = _("%(banner)s won") % {"banner": self.full_name(battle["winner"])}
        lost = ", ".join(f"{self.full_name(key)} -{battle['lost'][key]}" for key in battle["banners"])
        return f"{who} ({_(battle['method'])}): {lost}"

    def _sectors(self) -> Iterator[SectorRow]:
        before, after = self._holders(self.before), self._holders(self.after)
        for y, x in sorted(before.keys() | after.keys()):
            old, new = before.get((y, x), NOBODY), after.get((y, x), NOBODY)
            if old != new:
                yield SectorRow((x, y), sector_name(x, y), str(old), str(new))

    def _holders(self, document: Document) -> dict[tuple[int, int], str | Promise]:
        return {
            (one["at"][1], one["at"][0]): self._holder(one["occupier"], bool(one["disputed"]))
            for one in document["sectors"]
        }

    def _holder(self, occupier: str | None, disputed: bool) -> str | Promise:
        if disputed:
            return DISPUTED
        return self.armies[occupier].name if occupier else NOBODY

    def _corrections(self) -> Iterator[CorrectionRow]:
        stage = "input" if self.stage == "movement" else "outcome"
        made = Correction.objects.filter(turn=self.turn, stage=stage).select_related("user").order_by("id")
        for number, one in enumerate(made, start=1):
            yield CorrectionRow(
                number=number,
                what=change_in_words(one.change, self.full_name, self.thing_name, self.army_name),
                reason=one.reason,
                by=one.user.name if one.user is not None else "",
                seats=tuple(self.armies[key].name for key in one.seats if key in self.armies),
                withdrawn=one.withdrawn_because,
            )

    def _without_plan(self) -> Iterator[PlanRow]:
        """The seats with banners of which no plan came, as the input has them (Rules 2)."""
        living = {one["owner"] for one in self.before["banners"]}
        parts = PlayerTurn.objects.filter(turn=self.turn).select_related("seat")
        found = list(parts.defer("announcement", "report", "map").order_by("seat__number"))
        corrected = counted_by_correction(self.turn, Variables.of(self.campaign), found)
        for player in sorted(self.before["players"], key=lambda one: self.armies[one["id"]].number):
            state = PlanCounted.EXCUSED if player["excused"] else PlanCounted.MISSED
            if player["submitted"] and player["id"] in corrected:
                state = PlanCounted.SUBMITTED
            elif player["submitted"] or player["id"] not in living:
                continue
            yield PlanRow(self.armies[player["id"]], state.value, str(_PLANS[state]))

    # The map

    def _map(self, contacts: Sequence[ContactRow]) -> Document:
        called = called_of(
            self.campaign,
            {key: (army.number, army.name) for key, army in self.armies.items()},
            {
                one["id"]: Thing(self.public_id(one["id"]), self.name(one["id"]))
                for one in self.after["banners"]
            },
            self.relics.values(),
            self.features.values(),
        )
        battles = [{"id": str(n), "at": list(one.at)} for n, one in enumerate(contacts)]
        radii = radii_of(self.campaign)
        # A movement's document says nothing of the players: they are still those of its input.
        document = {"players": self.before.get("players", ()), **self.after}
        return truth_map(self.turn.number, document, called, radii=radii, battles=battles)


def _at(banner: Document) -> tuple[int, int]:
    return banner["at"][0], banner["at"][1]
