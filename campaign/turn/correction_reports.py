"""Corrections as they are shown to the players whom they touch: what was changed, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from campaign.base.answers import Json
from campaign.base.documents import Correction
from campaign.models import CorrectionStage
from campaign.turn.locked_turn import LockedTurn
from campaign.turn.told.player_projection import Names
from rules.state import BannerId, FeatureId, PlayerId, RelicId

_OWN = ("at", "level", "works", "retreating")


def corrections_told(
    held: LockedTurn, stage: CorrectionStage, names: Names
) -> dict[PlayerId, list[Correction]]:
    """For each player touched, the corrections of a stage as that player may read them."""
    told: dict[PlayerId, list[Correction]] = {}
    for made in held.corrections:
        for key in made.seats if made.stage == stage else ():
            player = PlayerId(key)
            entry = {"reason": made.reason, **_change(player, made.change, names)}
            told.setdefault(player, []).append(cast("Correction", entry))
    return told


def _change(player: PlayerId, change: Mapping[str, Json], names: Names) -> dict[str, object]:
    """What was changed: new values only of what is the player's own."""
    if "sector" in change:
        return {"kind": "sector", "sector": change["sector"]}
    if "feature" in change:
        return {"kind": "feature", "feature": _word(names, names.features.get(FeatureId(change["feature"])))}
    if "relic" in change:
        return {"kind": "relic", "relic": _word(names, names.relics.get(RelicId(change["relic"])))}
    banner = BannerId(change["banner"])
    kind = "plan" if "plan" in change else "banner"
    if names.owners.get(banner) != player:
        return {"kind": kind}
    values = {key: change[key] for key in _OWN if key in change}
    return {"kind": kind, "banner": names.banners[banner], **values}


def _word(names: Names, public_id: str | None) -> str:
    return names.words.get(public_id or "", "")
