"""What a seat wants, in words, for those who build the campaign: banners by their names."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaign.base.coordinates import sector_name
from campaign.base.setup.documents import Board, Condition
from campaign.base.words.trigger_words import ThingNames


def aim_words(condition: Condition, board: Board, armies: Mapping[str, str], mark: str = "") -> str:
    """A condition of a draft as a sentence; ``armies`` are names by seat key, ``mark`` the player's own word
    for the banners that it names.
    """
    text = _aim(condition, board, armies)
    if mark:
        text = _("%(aim)s (its player sees: %(mark)s)") % {"aim": text, "mark": mark}
    turns = int(condition.get("turns", 1))
    if turns > 1:
        text = _("%(aim)s, for %(turns)d turns in a row") % {"aim": text, "turns": turns}
    return text


def _aim(condition: Condition, board: Board, armies: Mapping[str, str]) -> str:
    gone = _("(no longer there)")
    if "relic" in condition:
        names = {relic["id"]: relic["name"] for relic in board["relics"]}
        return _("Carry %(relic)s") % {"relic": names.get(condition["relic"], gone)}
    if "trigger" in condition:
        own = next((one for one in board.get("triggers", ()) if one["id"] == condition["trigger"]), None)
        thing = gone if own is None else ThingNames.on(board).of(own)
        told = condition.get("title") or _("nothing more")
        return _("Make the trigger of %(thing)s fire (its player reads: %(told)s)") % {
            "thing": thing,
            "told": told,
        }
    if "player" in condition:
        return _("Leave %(army)s without a banner") % {"army": armies.get(condition["player"], gone)}
    if "banners" in condition:
        names = {banner["id"]: banner["name"] for banner in board["banners"]}
        listed = ", ".join(names.get(banner, gone) for banner in condition["banners"])
        return _("Destroy %(banners)s") % {"banners": listed}
    if "sectors" in condition:
        listed = ", ".join(sector_name(x, y) for x, y in condition["sectors"])
        return _("Hold %(sectors)s") % {"sectors": listed}
    count = int(condition["count"])
    return ngettext("Hold one sector", "Hold %(count)d sectors", count) % {"count": count}
