"""What the map editor's script is given: the board, where to send it, and the page's words."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.boards import MOST_DESCRIPTION, MOST_LEVEL, MOST_NAME, MOST_SIDE
from campaign.selectors.mapedit import MapPage


def editor_document(page: MapPage) -> dict[str, Any]:
    """Everything that the editor needs, as JSON."""
    own = [page.campaign.public_id]
    backdrop = page.backdrop
    return {
        "campaign": page.campaign.public_id,
        "board": page.board,
        "version": page.version,
        "problems": list(page.problems),
        "seats": [{"key": place.key, "n": place.number, "name": place.army} for place in page.places],
        "backdrop": reverse("backdrop", args=[*own, backdrop.public_id]) if backdrop else None,
        "urls": {
            "board": reverse("api:build_map", args=own),
            "draw": reverse("api:build_map_draw", args=own),
        },
        "bounds": {
            "side": MOST_SIDE,
            "name": MOST_NAME,
            "description": MOST_DESCRIPTION,
            "level": MOST_LEVEL,
        },
        "words": editor_words(),
    }


def editor_words() -> dict[str, str]:
    """The words of the editor's script."""
    return {
        "turnShort": "",
        "saved": _("Saved"),
        "saving": _("Saving ..."),
        "waiting": _("Not saved yet"),
        "offline": _("No connection: kept on this device, sent when it is back"),
        "refused": _("Not saved: {why}"),
        "conflict": _("{why} Your own drawing is kept on this device."),
        "mine": _("Save mine over it"),
        "theirs": _("Take theirs"),
        "found": _("A drawing of yours that was never sent is kept on this device."),
        "goOn": _("Go on with it"),
        "forget": _("Forget it"),
        "normal": _("Normal"),
        "city": _("City"),
        "impassable": _("Impassable"),
        "nobody": _("Nobody"),
        "heldBy": _("held by {army}"),
        "feature": _("Feature"),
        "relic": _("Relic"),
        "banner": _("Banner"),
        "features": _("Features"),
        "relics": _("Relics"),
        "banners": _("Banners"),
        "newFeature": _("Feature {n}"),
        "newRelic": _("Relic {n}"),
        "newBanner": _("Banner {n}"),
        "name": _("Name"),
        "description": _("Description"),
        "descriptionHelp": _("Read by whoever finds it."),
        "needsSearch": _("Must be searched for"),
        "effect": _("Effect"),
        "none": _("None"),
        "supply": _("Supply: resupply gains 2 levels"),
        "sensor": _("Sensor: its occupier sees around it"),
        "destructible": _("Can be destroyed"),
        "carried": _("Carried by"),
        "lies": _("nobody: it lies in its sector"),
        "owner": _("Army"),
        "level": _("Level"),
        "works": _("Works"),
        "fortified": _("Fortified"),
        "entrenched": _("Entrenched"),
        "move": _("Move it"),
        "moving": _("Tap the sector where it shall stand."),
        "remove": _("Remove"),
        "close": _("Done"),
        "empty": _("Nothing yet. Choose a sign above and tap a sector."),
        "at": _("in {at}"),
        "carriedBy": _("carried by {name}"),
        "painted": _("{at}: {what}"),
        "anchor": _("From {at}. Go to the other end and press Enter; Escape lets it be."),
        "undone": _("Undone"),
        "redone": _("Done again"),
        "nothing": _("Nothing left to undo"),
        "noProblems": _("Nothing is wrong with the map."),
        "bare": _("Without a banner: {armies}."),
        "problems": _("To be mended before the start"),
        "size": _("{wide} x {tall} sectors"),
        "drawnNew": _("A new map is drawn. Undo brings the old one back."),
        "failed": _("The server has not answered. Try again."),
        "tool": _("Tool: {name}"),
    }
