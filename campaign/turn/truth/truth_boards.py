"""The truth of published turns as whole maps: the battles and the champion's aims with it."""

from __future__ import annotations

from campaign.base.documents import Goal, Map, MapBattle
from campaign.models import Campaign, PlayerTurn
from campaign.turn.truth.truth_rows import TruthRows


class TruthBoards(TruthRows):
    """The truth of one campaign, with what its seats were told of the battles and the champion's aims."""

    def __init__(self, campaign: Campaign) -> None:
        super().__init__(campaign)
        self.champion = next((one for one in self.seats if one.pk == campaign.champion_id), None)

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

    def last(self) -> Map | None:
        """The map after the last published turn; None if there is none."""
        number = next(iter(reversed(self.turns())), None)
        return self.map(number) if number is not None else None
