"""The truth of published turns as maps and films: for whoever may see it, and nobody else asks for it."""

from __future__ import annotations

from typing import cast

from campaign.access.army_rules import titles_by_seat
from campaign.base.documents import Goal, Map, MapBattle, Told
from campaign.film.documents import Film
from campaign.film.truth_film import Side, truth_film
from campaign.models import Campaign, PlayerTurn
from campaign.turn.truth.truth_rows import TruthRows


class Truth(TruthRows):
    """The truth of one campaign, with what its seats were told of the battles and the champion's aims."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self.champion = next((one for one in self.seats if one.pk == campaign.champion_id), None)

    def film(self, number: int) -> Film | None:
        """The film of a published turn; None without its truth."""
        after = self.map(number)
        if after is None:
            return None
        before = self.map(number - 1)
        parts = PlayerTurn.objects.filter(
            turn__campaign=self.campaign, turn__number=number, report__isnull=False
        )
        reports = cast("dict[int, Told]", dict(parts.values_list("seat_id", "report")))
        titles = titles_by_seat(self.seats)
        sides = [
            Side(seat.number, seat.army, reports[seat.pk], titles.get(seat.pk, {}))
            for seat in self.seats
            if seat.pk in reports
        ]
        return truth_film(before, after, sides, self.champion.number if self.champion is not None else 0)

    def map(self, number: int) -> Map | None:
        """The map after a published turn as it was; None without its truth."""
        document = self.document(number)
        if document is None:
            return None
        told = PlayerTurn.objects.filter(
            turn__campaign=self.campaign, turn__number=number, map__isnull=False
        ).order_by("seat__number")
        rows = list(told.values_list("seat_id", "map__battles", "map__goals"))
        battles: dict[str, MapBattle] = {}
        for _seat, fought, _goals in rows:
            for one in fought or ():
                battles.setdefault(one["id"], one)
        champion = self.champion
        goals: list[Goal] = next(
            (found for seat, _, found in rows if champion is not None and seat == champion.pk), []
        )
        in_order = sorted(battles.values(), key=lambda one: (one["at"][1], one["at"][0], one["id"]))
        return self.drawn(number, document, battles=in_order, goals=goals)
