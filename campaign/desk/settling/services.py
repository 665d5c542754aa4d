"""Settling orders in words: what comes of each, in closed words, and what its player reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from campaign import engine
from campaign.base import one_line
from campaign.base.answers import Json, JsonObject
from campaign.base.refusal import Refusal, Unfit
from campaign.base.words.document_faults import fault_text
from campaign.base.words.log_messages import LogKind
from campaign.models import Phase, Seat, Settlement, Turn, User
from campaign.turn import tick
from campaign.turn.locked_turn import LockedTurn, locked_turn
from campaign.turn.turn_rights import check_facilitator, check_seen
from rules.club.triggers import Settlement as Settled
from rules.format.triggers import settlements_document
from rules.scenario import ScenarioError
from rules.state import BannerId

MOST_WORDS = 1000
Deeds = Sequence[Mapping[str, Json]]
REVIEWS = (Phase.MOVEMENT_REVIEW, Phase.AFTERMATH_REVIEW)


@dataclass(frozen=True, slots=True)
class Said:
    """What comes of an order: lists as a scenario's ``settlements`` have them, and words to its player."""

    start: Deeds | None = None
    """None: nothing, or once the movement has been announced what was said then."""
    end: Deeds = ()
    words: str = ""


def settle(*, turn: Turn, banner: str, said: Said, by: User, seen: str | None = None) -> Settlement:
    """Say what comes of a banner's order in words, in place of what was said; all is worked out anew.

    ``banner`` and the ids in the lists are the engine's. In the aftermath review what happened at the start
    stands. Raises ``Refusal``: ``settlement`` with the path of what is wrong, ``changes_nothing``.
    """
    with locked_turn(turn.pk, *REVIEWS) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        owner = _owner(held, banner)
        old = next((one for one in held.settlements if one.banner == banner), None)
        words = _checked_words(said.words)
        start = said.start
        if start is None:
            start = old.start if old is not None and held.turn.phase == Phase.AFTERMATH_REVIEW else ()
        found = _read(held, banner, start, said.end)
        if not (found.start or found.end or words):
            raise Refusal(
                _("Say what comes of it: an effect, words to the player, or both."),
                code="settlement",
                field="words",
            )
        (document,) = settlements_document((found,))
        before = {"start": [], "end": [], "words": ""} if old is None else _values(old)
        now = {"start": document["start"], "end": document["end"], "words": words}
        _check_change(held, before, now, fresh=old is None)
        made, _created = Settlement.objects.update_or_create(
            turn=held.turn, banner=banner, defaults={**now, "seat": owner, "by": by, "at": held.now}
        )
        _work_out(held)
        names = {"banner": held.named(banner), "army": owner.army}
        held.note(LogKind.SETTLED, names, by=by)
        return made


def unsettle(*, turn: Turn, banner: str, by: User, seen: str | None = None) -> None:
    """Take back what was said of a banner's order, before it takes effect; all is worked out anew.

    Raises ``Refusal``: ``settlement`` if nothing was said, or its start has taken effect.
    """
    with locked_turn(turn.pk, *REVIEWS) as held:
        check_facilitator(held, by)
        check_seen(held, seen)
        owner = _owner(held, banner)
        old = next((one for one in held.settlements if one.banner == banner), None)
        if old is None:
            raise Refusal(_("Nothing has been settled of this order."), code="settlement", field="banner")
        empty = {"start": [], "end": [], "words": ""}
        _check_change(held, _values(old), empty, fresh=True)
        old.delete()
        _work_out(held)
        names = {"banner": held.named(banner), "army": owner.army}
        held.note(LogKind.UNSETTLED, names, by=by)


def _owner(held: LockedTurn, banner: str) -> Seat:
    """The seat whose effective order in words it is. Raises ``Refusal``."""
    document = cast("JsonObject", held.turn.input or {})
    if BannerId(banner) in engine.others_in(document):
        for key, plan in (held.turn.input or {}).get("plans", {}).items():
            if banner in plan.get("orders", {}):
                return held.seats[key]
    raise Refusal(
        _("This banner has no order in words that counts in this turn."), code="settlement", field="banner"
    )


def _checked_words(words: str) -> str:
    """Words to a player: lines of text, without characters that nobody sees. Raises ``Refusal``."""
    words = words.replace("\r\n", "\n").strip()
    for line in words.split("\n"):
        if one_line.stranger(line):
            raise Unfit(one_line.fault(line), code="settlement", field="words")
    if len(words) > MOST_WORDS:
        raise Refusal(
            _("has %(count)s characters; at most %(most)s are allowed")
            % {"count": len(words), "most": MOST_WORDS},
            code="settlement",
            field="words",
        )
    return words


def _read(held: LockedTurn, banner: str, start: Deeds, end: Deeds) -> Settled:
    """The lists as the rules read them. Raises ``Refusal`` with the path of what is wrong."""
    told = {"banner": banner, "start": list(start), "end": list(end)}
    try:
        (found,) = engine.read_settled(cast("JsonObject", held.turn.input or {}), [told])
    except ScenarioError as error:
        path = error.path.removeprefix("settlements[0]").lstrip(".")
        message = f"{path}: {fault_text(error, held.named)}"
        raise Refusal(message, code="settlement", field=path) from error
    return found


def _values(one: Settlement) -> dict[str, Json]:
    return {"start": one.start, "end": one.end, "words": one.words}


def _check_change(held: LockedTurn, before: dict[str, Json], now: dict[str, Json], *, fresh: bool) -> None:
    """Refuse what changes nothing, and what would change a movement that has been announced."""
    if held.turn.phase == Phase.AFTERMATH_REVIEW and before["start"] != now["start"]:
        raise Refusal(
            _("The movement has been announced: what comes of the order at its start stands as it was."),
            code="settlement",
            field="start",
        )
    if before == now and not fresh:
        raise Refusal(_("This settlement changes nothing: it is so already."), code="changes_nothing")


def _work_out(held: LockedTurn) -> None:
    held.__dict__.pop("settlements", None)  # read anew
    if held.turn.phase == Phase.MOVEMENT_REVIEW:
        tick.recompute_movement(held)
    else:
        tick.recompute_settled(held)
