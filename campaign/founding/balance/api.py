"""The balance check, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from campaign.founding.balance import services as trials
from campaign.founding.balance import shapes
from campaign.founding.balance.selectors import Games, balance_page, last_games
from campaign.founding.mapedit.api import BuildEndpoint
from campaign.web.api.base import Once, once
from campaign.web.api.problems import not_found
from campaign.web.api.request_parsing import Nothing


class BalanceCheck(BuildEndpoint):
    """How fair the set-up is."""

    @extend_schema(operation_id="read_balance")
    def get(self, request: Request, campaign_id: str) -> shapes.Balance:
        """Read how fair the set-up is: distances, points, shares of the map, and the bots' last games."""
        page = balance_page(self.person, self.campaign)
        return shapes.Balance(
            version=page.version,
            seats=tuple(map(shapes.SeatBalance.of, page.rows)),
            shared=page.check.shared,
            uneven=page.check.odd,
            games=page.games,
        )


class BalanceGames(BuildEndpoint):
    """Games of bots."""

    @extend_schema(request=shapes.GamesToPlay, operation_id="start_games")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[Games]:
        """Let bots play the set-up against each other; read the balance for how far they are."""
        self.board()
        sent = self.read(shapes.GamesToPlay)
        yield
        trials.start_trial(campaign=self.campaign, by=self.person, **sent)
        return self.last()

    def last(self) -> Games:
        """The games played last. Raises ``ProblemError``."""
        found = last_games(self.person, self.campaign)
        if found is None:
            raise not_found()
        return found


class BalanceCancellation(BalanceGames):
    """That games of bots stop."""

    @extend_schema(request=Nothing, operation_id="cancel_games")
    @once
    def post(self, request: Request, campaign_id: str) -> Once[Games]:
        """Stop the bots' games, keeping what they have shown."""
        self.read(Nothing)
        self.last()
        yield
        trials.cancel_trial(campaign=self.campaign, by=self.person)
        return self.last()
