"""Bots try out a set-up: started by a builder, played by a worker in a child process, counted in a row."""

from __future__ import annotations

import json
from collections.abc import Generator
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaign.base.dates import clock
from campaign.base.jobs.runner import Ending, Kind, Step, carry_on
from campaign.base.maps.bot_games import counted
from campaign.base.refusal import Refusal
from campaign.base.sandbox import children
from campaign.base.sandbox.children import ChildFailedError, Limits
from campaign.base.setup import setups
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import Place, SetUp
from campaign.base.words.document_faults import fault
from campaign.founding.checklist import checklist_of
from campaign.founding.draft_saving import locked_draft
from campaign.models import BalanceRun, Campaign, Draft, TrialState, User
from rules.scenario import ScenarioError

GAMES = 200
MOST_GAMES = 500
TURNS = 40
MOST_TURNS = 80
KEPT = 5
"""So many runs of a campaign are kept."""

LIMITS = Limits(seconds=120)
"""What a child may use in one slice: one game may take longer than the slice."""


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
        set_up = SetUp(draft.board, draft.players, draft.campaign.house)
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
                asked_at=clock.now(),
            )
        except ScenarioError as error:
            wrong = _said_in_the_checklist(draft) or f"{fault(error)}."
            text = _("The set-up cannot be played yet: %(wrong)s") % {"wrong": wrong}
            raise Refusal(text, code="not_ready") from error
        except IntegrityError:
            raise Refusal(
                _("Games are being played already; wait for them, or cancel them."), code="running"
            ) from None
        old = BalanceRun.objects.filter(campaign=campaign).order_by("-id").values_list("pk", flat=True)[KEPT:]
        BalanceRun.objects.filter(pk__in=list(old)).delete()
        return run


def _said_in_the_checklist(draft: Draft) -> str:
    """What is wrong with the set-up, with names and sectors as a builder knows them; empty if nothing is."""
    items = checklist_of(draft.campaign, draft)
    return next((one.text for one in items if one.blocking and one.step in ("map", "players")), "")


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
        open_runs = BalanceRun.objects.filter(campaign=campaign, state__in=BalanceRun.OPEN)
        open_runs.update(state=TrialState.CANCELLED, ended_at=clock.now())


def play_next() -> int:
    """Play on for some seconds what has waited longest; gives how many sets of games were carried on."""
    return carry_on(TRIALS)


def _play(run: BalanceRun) -> Generator[Step]:
    """The games that have not been played yet, counted one by one."""
    played, tally = run.played, run.tally
    asked = {
        "scenario": run.scenario,
        "first": played,
        "games": run.games,
        "turns": run.turns,
        "seed": run.seed,
    }
    try:
        for line in children.lines("campaign.base.maps.bot_games", json.dumps(asked).encode(), LIMITS):
            if line:
                played, tally = played + 1, counted(tally, json.loads(line))
                yield {"played": played, "tally": tally}
            else:
                yield {}
    except ChildFailedError as failed:
        text = _("The games ended after %(played)s of %(games)s: %(why)s.")
        words = {"played": played, "games": run.games, "why": failed}
        raise Refusal(text % words, code="failed") from None
    yield Ending(TrialState.DONE)


def _too_long(run: BalanceRun) -> str:
    text = _("The games took too long: %(played)s of %(games)s were played.")
    return text % {"played": run.played, "games": run.games}


TRIALS = Kind(
    model=BalanceRun,
    work=_play,
    given_up=_too_long,
    failed=gettext_lazy("The games could not be played; why stands in the site's log."),
    slice=timedelta(seconds=8),
    attempts=None,
    in_all=timedelta(minutes=45),
)
"""Games of bots, put down after some seconds and taken up again; what they have shown is kept."""
