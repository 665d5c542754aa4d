"""How fair a set-up is: its measures, and what came of the bots' games; for those who build it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from campaign.base.answers import PAGE, Json, Named, called
from campaign.base.dates import clock
from campaign.base.maps.fairness import Check, Share, Standing, check, wilson
from campaign.founding.draft_parts import board_version
from campaign.founding.drafts import board_for
from campaign.founding.mapedit.selectors import Place, places_of
from campaign.models import BalanceRun, Campaign, TrialState, User


@dataclass(frozen=True, slots=True)
class Row:
    """One seat with how it stands."""

    place: Place
    standing: Standing

    @property
    def relic(self) -> int | None:
        """How far the nearest lying relic is."""
        return min((way for _name, way in self.standing.relics if way is not None), default=None)


@called("SeatWins")
@dataclass(frozen=True, slots=True)
class Wins:
    """How often a seat has won, with the 95 % interval of its share (Wilson)."""

    seat: str
    number: Annotated[int, PAGE]
    army: str
    wins: int
    by_conditions: int
    share: float
    low: float
    high: float
    unfair: Annotated[bool, "Whether an equal share lies outside the interval."]

    @classmethod
    def of(cls, place: Place, won: Share, decided: int, fair: float) -> Wins:
        """What came of the games for a seat; ``fair`` is the share that it would have if all were alike."""
        unfair = won.of > 0 and not won.covers(fair)
        return cls(
            place.key, place.number, place.army, won.count, decided, won.share, won.low, won.high, unfair
        )


@called("BotGames")
@dataclass(frozen=True, slots=True)
class Games:
    """Games of bots with the set-up."""

    id: str
    state: TrialState
    played: int
    games: int
    turns: Annotated[int, "After which a game ends."]
    error: str
    stale: Annotated[bool, Named("outdated"), "Whether the map has changed since."]
    wins: tuple[Wins, ...]
    nobody: int
    mean_turns: float
    mean_first_battle: float | None
    peaceful: Annotated[int, PAGE]
    minutes_left: Annotated[int | None, PAGE]
    """How long the rest will take, once the first have been played."""

    @property
    def open(self) -> bool:
        """Whether games are still to be played."""
        return self.state in (TrialState.WAITING, TrialState.RUNNING)

    @property
    def odd(self) -> bool:
        """Whether some seat wins hardly by luck too often or too rarely."""
        return any(one.unfair for one in self.wins)


@dataclass(frozen=True, slots=True)
class BalancePage:
    """The measures of the board as it is, and the last games."""

    campaign: Campaign
    version: str
    check: Check
    rows: tuple[Row, ...]
    games: Games | None

    @property
    def bare(self) -> list[str]:
        """The armies without a banner, with which nothing can be compared or played."""
        return [row.place.army for row in self.rows if not row.standing.banners]


def balance_page(user: User, campaign: Campaign) -> BalancePage:
    """How fair the set-up is. Raises ``Draft.DoesNotExist`` for whoever may not see the board."""
    draft = board_for(user, campaign)
    places = places_of(campaign)
    found = check(draft.board, draft.players, [place.key for place in places])
    named = {place.key: place for place in places}
    return BalancePage(
        campaign=campaign,
        version=board_version(draft),
        check=found,
        rows=tuple(Row(named[one.seat], one) for one in found.standings),
        games=_games(campaign, places, draft.board_version),
    )


def last_games(user: User, campaign: Campaign) -> Games | None:
    """The last games alone. Raises ``Draft.DoesNotExist`` for whoever may not see the board."""
    draft = board_for(user, campaign)
    return _games(campaign, places_of(campaign), draft.board_version)


def _games(campaign: Campaign, places: tuple[Place, ...], version: int) -> Games | None:
    run = BalanceRun.objects.filter(campaign=campaign).defer("scenario").order_by("-id").first()
    return None if run is None else games_of(run, places, version)


def games_of(run: BalanceRun, places: tuple[Place, ...], version: int) -> Games:
    """A run as it is shown beside a board of this version."""
    tally: Mapping[str, Json] = run.tally
    played = tally.get("games", 0)
    wins, decided = tally.get("wins", {}), tally.get("decided", {})
    fought = tally.get("fought", 0)
    return Games(
        id=run.public_id,
        state=TrialState(run.state),
        played=played,
        games=run.games,
        turns=run.turns,
        error=run.error,
        stale=run.board_version != version,
        wins=tuple(
            Wins.of(place, wilson(wins.get(place.key, 0), played), decided.get(place.key, 0), 1 / len(places))
            for place in places
        ),
        nobody=played - sum(wins.values()),
        mean_turns=tally.get("turns", 0) / played if played else 0.0,
        mean_first_battle=tally.get("first_battle", 0) / fought if fought else None,
        peaceful=played - fought,
        minutes_left=_minutes_left(run),
    )


def _minutes_left(run: BalanceRun) -> int | None:
    """How many minutes the rest will take at the pace so far, at least 1; None while that is not known."""
    if run.state != TrialState.RUNNING or not run.played or run.started_at is None:
        return None
    each = (clock.now() - run.started_at) / run.played
    return max(1, -(-int((each * (run.games - run.played)).total_seconds()) // 60))
