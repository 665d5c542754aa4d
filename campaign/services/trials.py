"""Bots try out a set-up: started by a builder, played by a worker in a child process, counted in a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from campaign.dates import clock
from campaign.mapping.trials import counted
from campaign.models import BalanceRun, Campaign, TrialState, User
from campaign.offloading import children
from campaign.offloading.children import ChildFailedError, Limits
from campaign.services.drafts import locked_draft
from campaign.services.errors import Refusal
from campaign.services.leasing import next_free
from campaign.setting_up import setups
from campaign.setting_up.setups import Place, SetUp
from campaign.setting_up.variables import Variables
from campaign.wording.faults import fault
from rules.scenario import ScenarioError

GAMES = 200
MOST_GAMES = 500
TURNS = 40
MOST_TURNS = 80
KEPT = 5
"""So many runs of a campaign are kept."""

SLICE = timedelta(seconds=8)
"""So long a worker plays at a stretch: the queue has other work too."""

LEASE = timedelta(seconds=60)
"""A run that a worker has not spoken of for so long is free for another."""

LONGEST = timedelta(minutes=45)
"""A run that has not come to its end by then is given up, with what it has shown."""

LIMITS = Limits(seconds=120)
"""What a child may use in one slice: one game may take longer than the slice."""

OPEN = (TrialState.WAITING, TrialState.RUNNING)

EVERY = timedelta(seconds=1)
"""How often the row is told how far the games are."""


def start_trial(*, campaign: Campaign, by: User, games: int = GAMES, turns: int | None = None) -> BalanceRun:
    """Ask for games of bots with the set-up as it is now. Gives the run, which a worker will play.

    ``turns`` ends each game, by default the campaign's last turn or 40. Raises ``Refusal``: ``not_yours``,
    ``started``, ``blind``, ``not_ready`` while the set-up cannot be played, ``running`` while games are
    being played, ``games`` or ``turns`` out of bounds with the field.
    """
    _bounds("games", games, MOST_GAMES)
    with transaction.atomic():
        draft = locked_draft(campaign, by)
        if draft.campaign.blind:
            raise Refusal(_("This campaign is set up blind: nobody may try it out."), code="blind")
        variables = Variables.of(draft.campaign)
        turns = min(variables.last_turn or TURNS, MOST_TURNS) if turns is None else turns
        _bounds("turns", turns, MOST_TURNS)
        seats = draft.campaign.seats.order_by("number")
        places = [Place(seat.key, seat.army, tuple(seat.rules)) for seat in seats]
        set_up = SetUp(draft.board, draft.players)
        armed = {banner["owner"] for banner in draft.board["banners"]}
        bare = [place.army for place in places if place.key not in armed]
        if bare:
            text = _("The set-up cannot be played yet: no banner on the map for %(armies)s.")
            raise Refusal(text % {"armies": ", ".join(bare)}, code="not_ready")
        try:
            setups.state_of(set_up, places, variables)
            run = BalanceRun.objects.create(
                campaign=campaign,
                by=by,
                scenario=setups.document_of(set_up, places, variables),
                board_version=draft.board_version,
                games=games,
                turns=turns,
            )
        except ScenarioError as error:
            text = _("The set-up cannot be played yet: %(error)s.") % {"error": fault(error)}
            raise Refusal(text, code="not_ready") from error
        except IntegrityError:
            raise Refusal(
                _("Games are being played already; wait for them, or cancel them."), code="running"
            ) from None
        old = BalanceRun.objects.filter(campaign=campaign).order_by("-id").values_list("pk", flat=True)[KEPT:]
        BalanceRun.objects.filter(pk__in=list(old)).delete()
        return run


def _bounds(field: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        text = _("%(field)s: must be from 1 to %(most)s, not %(value)s.")
        raise Refusal(text % {"field": field, "most": most, "value": value}, code=field, field=field)


def cancel_trial(*, campaign: Campaign, by: User) -> None:
    """Stop the games that are being played, keeping what they have shown. Does nothing if there are none.

    Raises ``Refusal`` (``not_yours``, ``started``).
    """
    with transaction.atomic():
        locked_draft(campaign, by)
        open_runs = BalanceRun.objects.filter(campaign=campaign, state__in=OPEN)
        open_runs.update(state=TrialState.CANCELLED, ended_at=clock.now())


def play_next(limits: Limits = LIMITS, *, slice_of: timedelta = SLICE) -> int:
    """Play some of the games that have waited longest; gives how many were played.

    It stops after some seconds, so that other work of the queue has its turn, and goes on when called again.
    Any number of workers may do this at once: each leases a run of its own.
    """
    run = _lease()
    if run is None:
        return 0
    told = _Counter(run)
    asked = {
        "scenario": run.scenario,
        "first": run.played,
        "games": run.games,
        "turns": run.turns,
        "seed": run.seed,
    }
    until = clock.now() + slice_of
    try:
        for line in children.lines("campaign.mapping.trials", json.dumps(asked).encode(), limits):
            if not told.game(line):
                return told.fresh
            if clock.now() > until and told.fresh:
                told.rest()
                return told.fresh
    except ChildFailedError as failed:
        text = _("The games ended after %(played)s of %(games)s: %(why)s.")
        words = {"played": told.played, "games": run.games, "why": str(failed)}
        told.end(TrialState.FAILED, text % words)
    except Exception:
        told.end(TrialState.FAILED, _("The games could not be played; why stands in the site's log."))
        raise
    else:
        told.end(TrialState.DONE, "")
    return told.fresh


class _Counter:
    """What came of the games so far, and the row that is told of it now and then."""

    def __init__(self, run: BalanceRun) -> None:
        self.run = run
        self.tally: Mapping[str, Any] = run.tally
        self.played = run.played
        self.told_at = clock.now()

    @property
    def fresh(self) -> int:
        """How many have been played since the lease."""
        return self.played - self.run.played

    def game(self, line: str) -> bool:
        """Count a game, or an empty line that only says that time passes; whether to go on."""
        if line:
            self.tally = counted(self.tally, json.loads(line))
            self.played += 1
        moment = clock.now()
        if moment - self.told_at < EVERY:
            return True
        self.told_at = moment
        return self._tell(leased_until=moment + LEASE)

    def rest(self) -> None:
        """Leave the rest to whoever comes next."""
        self._tell(leased_until=None)

    def end(self, state: TrialState, error: str) -> None:
        """Say how the games ended, unless somebody has cancelled them."""
        self._tell(state=state, error=error[:500], leased_until=None, ended_at=clock.now())

    def _tell(self, **changes: Any) -> bool:
        running = BalanceRun.objects.filter(pk=self.run.pk, state=TrialState.RUNNING)
        return bool(running.update(played=self.played, tally=dict(self.tally), **changes))


def _lease() -> BalanceRun | None:
    """The run that has waited longest and that nobody is at, taken for a while; one too old is given up."""
    moment = clock.now()
    with transaction.atomic():
        run = next_free(BalanceRun.objects.filter(state__in=OPEN), moment)
        if run is None:
            return None
        if run.started_at is not None and moment - run.started_at > LONGEST:
            run.state, run.ended_at = TrialState.FAILED, moment
            text = _("The games took too long: %(played)s of %(games)s were played.")
            run.error = text % {"played": run.played, "games": run.games}
            run.save(update_fields=("state", "ended_at", "error"))
            return None
        run.state = TrialState.RUNNING
        run.started_at = run.started_at or moment
        run.leased_until = moment + LEASE
        run.save(update_fields=("state", "started_at", "leased_until"))
        return run
