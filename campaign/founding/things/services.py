"""Triggers and seals are put on the board of a campaign that is being built, at a place or by lot."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from django.db import transaction
from django.utils.translation import gettext as _

from campaign.base.maps.plants import PLANT, planted
from campaign.base.refusal import Refusal
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.documents import Board, BoardTrigger
from campaign.base.setup.triggers import bare_triggers
from campaign.base.words.document_faults import fault, kind_of
from campaign.founding.draft_parts import lots_version
from campaign.founding.draft_saving import check_version, locked_draft, save_board
from campaign.founding.services import mark_saved, save_settings
from campaign.models import Campaign, User
from rules.format.reading import Node, ScenarioError
from rules.format.triggers import read_triggers
from rules.maps.grid import is_passable
from rules.state import Feature, FeatureId, Settings, State

NONE, USE = "none", "use"


def plant(
    *,
    campaign: Campaign,
    by: User,
    key: str,
    at: Sequence[int],
    other: Sequence[int] | None = None,
    version: str | None = None,
) -> None:
    """Put a ready-made trigger with its feature and relics on the board.

    Where it needs the order ``use``, special orders are allowed. Raises ``Refusal``: ``board`` with the field
    ``template``, ``at`` or ``other``, ``automatic``, and as saving a board does.
    """
    wanted = _plant(key)

    def grow(board: Board) -> Board:
        for field, place in (("at", at), ("other", other)):
            if place is not None and not is_passable(tuple(board["terrain"]), (place[0], place[1])):
                raise Refusal(_("This sector is off the map or impassable."), code="board", field=field)
        return planted(board, wanted, (at[0], at[1]), None if other is None else (other[0], other[1]))

    with transaction.atomic():
        _edit(campaign, by, grow, version)
        if PLANT[wanted].uses:
            _allow_use(campaign, by)


def save_trigger(
    *,
    campaign: Campaign,
    by: User,
    trigger: Mapping[str, Any],
    version: str | None = None,
) -> str:
    """Store a trigger in the place of the one with its id; without an id it is new. Gives its id.

    Raises ``Refusal`` (``board``) with the path within the trigger as field, or ``automatic``.
    """
    own = str(trigger.get("id") or "")

    def change(board: Board) -> Board:
        nonlocal own
        kept = list(board.get("triggers", ()))
        own = own or _fresh([one["id"] for one in kept])
        mine = cast("BoardTrigger", {**trigger, "id": own})  # It is read where the board is.
        _check_places(mine, board)
        board["triggers"] = [*(one for one in kept if one["id"] != own), mine]
        return board

    try:
        _edit(campaign, by, change, version)
    except Refusal as refusal:
        raise _within(refusal) from refusal
    return own


def _check_places(trigger: BoardTrigger, board: Board) -> None:
    """See that the sectors and features that a trigger names are on this map. Raises ``Refusal``."""
    features = tuple(Feature(FeatureId(one["id"]), (0, 0)) for one in board["features"])
    state = State(1, Settings(), tuple(board["terrain"]), (), (), features=features)
    try:
        read_triggers(Node({"triggers": bare_triggers([trigger])}).members()["triggers"], state)
    except ScenarioError as error:
        raise kind_of(error)(f"{fault(error)}.", code="board", field=error.path) from error


def remove_trigger(*, campaign: Campaign, by: User, key: str, version: str | None = None) -> None:
    """Take a trigger out. Raises ``Refusal``."""

    def change(board: Board) -> Board:
        board["triggers"] = [one for one in board.get("triggers", ()) if one["id"] != key]
        return board

    _edit(campaign, by, change, version, also_automatic=True)


def seal(*, campaign: Campaign, by: User, relic: str, sealed: bool, version: str | None = None) -> None:
    """Seal a relic that lies, or leave it open; a sealed one is known to nobody. Raises ``Refusal``."""

    def change(board: Board) -> Board:
        found = next((one for one in board["relics"] if one["id"] == relic), None)
        if found is None:
            raise Refusal(_("This relic is no longer there."), code="board", field="relic")
        if sealed and "carried_by" in found:
            raise Refusal(
                _("A banner carries it: what is sealed lies somewhere."), code="board", field="relic"
            )
        found["sealed"] = sealed
        found["known_to"] = [] if sealed else found["known_to"]
        return board

    _edit(campaign, by, change, version, also_automatic=True)


@transaction.atomic
def save_lots(*, campaign: Campaign, by: User, keys: Iterable[str], version: str | None = None) -> None:
    """Store which ready-made triggers are put on the map by lot when the campaign starts, unseen.

    Raises ``Refusal`` (``draft``, field ``templates``).
    """
    draft = locked_draft(campaign, by)
    check_version(draft, "lots", lots_version(draft), version, by)
    wanted = [_plant(key, "templates") for key in dict.fromkeys(keys)]
    draft.lots = [key for key in PLANT if key in wanted]
    mark_saved(draft, by, "things", "lots", parts=("lots",))
    if any(PLANT[key].uses for key in wanted):
        _allow_use(campaign, by)


def _edit(
    campaign: Campaign,
    by: User,
    change: Callable[[Board], Board],
    version: str | None,
    *,
    also_automatic: bool = False,
) -> None:
    """Change the board and store it as the map editor does."""
    with transaction.atomic():
        draft = locked_draft(campaign, by)
        if draft.campaign.automatic and not also_automatic:
            raise Refusal(own_triggers(), code="automatic")
        board = change(copy.deepcopy(draft.board))
        save_board(campaign=campaign, by=by, board=board, version=version)
        draft.refresh_from_db(fields=("version", "seen", "saved"))
        mark_saved(draft, by, "things", parts=())


def own_triggers() -> str:
    """Why an automatic campaign has no triggers of its own."""
    return _(
        "Where turns go on by themselves, triggers come ready-made and by lot alone: nobody could mend what"
        " goes wrong with others."
    )


def _plant(key: str, field: str = "template") -> str:
    if key not in PLANT:
        raise Refusal(
            _("There is no such template; there are %(keys)s.") % {"keys": ", ".join(PLANT)},
            code="draft",
            field=field,
        )
    return key


def _allow_use(campaign: Campaign, by: User) -> None:
    """Let things be used, where no special orders are allowed yet."""
    campaign.refresh_from_db(fields=("settings",))
    if Variables.of(campaign).special_orders == NONE:
        save_settings(campaign=campaign, by=by, changes={"special_orders": USE})


def _fresh(taken: list[str]) -> str:
    number = 1
    while f"t{number}" in taken:
        number += 1
    return f"t{number}"


def _within(refusal: Refusal) -> Refusal:
    """The same with the path within the trigger."""
    path = refusal.field or ""
    if refusal.code != "board" or not path.startswith("triggers["):
        return refusal
    inner = path.partition("].")[2]
    words = refusal.message.partition(": ")[2]
    return type(refusal)(f"{words[:1].upper()}{words[1:]}", code="board", field=inner)
