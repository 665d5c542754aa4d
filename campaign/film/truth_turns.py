"""The truth of published turns as maps and films: for whoever may see it, and nobody else asks for it."""

from __future__ import annotations

from typing import cast

from campaign.access.army_rules import titles_by_seat
from campaign.base.documents import Told
from campaign.film.documents import Film
from campaign.film.truth_film import Side, truth_film
from campaign.models import PlayerTurn
from campaign.turn.truth.truth_boards import TruthBoards


class Truth(TruthBoards):
    """The truth of one campaign, as maps and as films."""

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
