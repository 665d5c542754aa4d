"""The words of the war map and its sheet, for the scripts of the page; gaps are written ``{name}``."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.base.setup.ground_words import GROUND_WORDS, WORKS_WORDS
from campaign.base.words.order_words import ORDER_WORDS
from campaign.base.words.sighting_words import GRADE_WORDS

_MAP: Mapping[str, Promise] = {
    # Translators: the letter before a turn's number on an old sighting, as in T8 or T8-10.
    "turnShort": _("T"),
    "turnNow": _("Now"),
    "turnPast": _("After turn {n}"),
    "turnStart": _("At the start"),
    "turnMissing": _("This turn could not be fetched. Try again."),
    "you": _("you"),
    **GROUND_WORDS,
    "heldByYou": _("held by you"),
    "heldBy": _("held by {army}"),
    "heldByNobody": _("held by nobody"),
    "disputed": _("disputed"),
    "seenNow": _("known now"),
    "seenBefore": _("seen in an earlier turn"),
    "neverSeen": _("never seen"),
    "bannerHere": _("{name}, level {level}"),
    "sightingHere": _("{name}, level {level}"),
    "sightingOld": _("{name}, level {level}, last seen in turn {turn}"),
    "sightingBefore": _("{name}, level {level}, seen {age} turns before the war"),
    "graded": _("{seen}; {grade}"),
    **{f"grade_{grade}": words for grade, words in GRADE_WORDS.items()},
    "marked": _("{name} ({mark}, to be destroyed)"),
    "unknownLevel": _("unknown"),
    "battleHere": _("your battle against {army}"),
    "rule": _("(Rules {rule})"),
}

_ORDERS: Mapping[str, Promise] = {
    "facts": _("Level {level} · {points} points · at {at} · {works}"),
    **{works.value: text for works, text in WORKS_WORDS.items()},
    "carries": _("Carries {relics}"),
    "isNode": _("The army's node"),
    "backToPlan": _("Back to the plan"),
    "mustRetreat": _(
        "Beaten: it must retreat. Choose where to; without an order it goes straight away from who beat it."
    ),
    "marchTo": _("Where {name} marches to"),
    "retreatTo": _("Where {name} retreats to"),
    "marchTo1": _("March to {at}"),
    "retreatTo1": _("Retreat to {at}"),
    "stayAt": _("Stay at {at}"),
    "meets": _("meets {names}"),
    "notWith": _("not in a turn with {order} (Rules 3)"),
    "besides": _("Beside that"),
    "hold": _("Hold"),
    "holdHint": _("no orders, on purpose"),
    "holdRetreat": _("it retreats by itself"),
    "battleRange": _("battle range"),
    "reconRange": _("recon range"),
    "searchRange": _("search range"),
    "fromTo": _("{from} to {to}"),
    "splitHint": _("{one} and {other}"),
    "searchHint": _("sees {n} sectors far"),
    "toSector": _("to {at}"),
    "withBanner": _("with {name}"),
    "impossible": _("Not possible now ({n})"),
    "youMeet": _(
        "At {at} your battle range meets {enemy} ({level}). If both stand there after movement, you fight at"
        " {sector}, {ground}; if it has not moved, you attack."
    ),
    "standsNear": _(
        "{enemy} ({level}) is within reach of your battle range. If both stand there after movement, you"
        " fight at {sector}, {ground}."
    ),
    "inContact": _(
        "In contact with {enemy} ({level}) already: no new battle while the ranges still overlap."
    ),
    "inCity": _("in the city"),
    "inOpen": _("on open ground"),
    "auto": _("A banner of level 9 or less does not stand in a battle: it is destroyed."),
    "cannotMarch": _("{at} is out of reach."),
    "noSuchSector": _("{at} is not a passable sector."),
    "choose": _("Choose ..."),
    "joinWith": _("Join with"),
    "joinApart": _("As planned, they will not stand in the same sector."),
    "splitName": _("Name of the new banner"),
    "splitPreview": _("{name} keeps level {one}; the new banner has level {other}."),
    "teleportTo": _("Sector to aim for"),
    "whichRelic": _("Relic"),
    "whichThing": _("Relic or feature"),
    "ownWords": _("What it is to do"),
    "giver": _("From"),
    "fromGround": _("the ground: pick up a relic"),
    "noRelic": _("no relic"),
    "noRelicKnown": _("none is known to lie anywhere"),
    "levels": _("Levels"),
    "fewer": _("One level less"),
    "more": _("One level more"),
    "levelsFrom": _("{n} levels"),
    "fromBanner": _("{things} from {name}"),
    "sacrifice": _("Levels to sacrifice in each battle"),
    "sacrificeHint": _("The enemy loses as many and one more (Rules 7)."),
    "giverFar": _("As planned, the battle range of {name} does not meet this one's: nothing would arrive."),
    "giverBusy": _("{name} has a {order} order and can give nothing this turn."),
}

_PLAN: Mapping[str, Promise] = {
    "planTitle": _("Plan of turn {n}"),
    "planCount": _("{n} of {all} banners have orders"),
    "noBanners": _("You have no banner left. You go on seeing what you knew, and what is public."),
    "holds": _("holds"),
    "noOrders": _("no orders yet"),
    "without": _("no orders"),
    "retreatsAlone": _("retreats by itself"),
    "orderTo": _("{order} to {at}"),
    "orderWith": _("{order} with {name}"),
    "nextBanner": _("Next banner without orders"),
    "toPlan": _("Back to the plan"),
    "sameAsLast": _("Same as last turn"),
    "sameDone": _("{n} banners have last turn's orders again."),
    "holdRest": _("All others hold"),
    "nameNode": _("The army's node"),
    "nodeHint": _("The army has none. Without a name the strongest banner takes its place (Rules 8.4)."),
    "receipt": _("Receipt {hash}"),
    "nothingYet": _("Nothing saved yet."),
    "savedAt": _("Draft saved {at}."),
    "submittedAt": _("Submitted {at}. It is final."),
    "saving": _("Saving ..."),
    "notSaved": _("Not saved: no answer came. Your orders are kept here and tried again."),
    "loggedOut": _("Not saved: log in again. Your orders are kept in this tab."),
    "tryAgain": _("Try again now"),
    "refused": _("Not saved."),
    "draftCounts": _("A saved draft counts at the deadline."),
    "draftUndated": _("There is no deadline: nothing happens until you submit."),
    "draftIdle": _("Only a submitted plan counts at the deadline."),
    "stillWaiting": _("Without orders: {names}."),
    "allOrdered": _("Every banner has orders."),
}


def page_words(*, again: bool = False) -> dict[str, object]:
    """All the words, in the reader's language; ``again`` where a submitted plan may be replaced."""
    words: dict[str, object] = {
        key: str(text) for part in (_MAP, _ORDERS, _PLAN) for key, text in part.items()
    }
    for key, part in (("orders", "name"), ("short", "short"), ("hints", "hint"), ("notes", "note")):
        words[key] = {kind.value: str(getattr(one, part)) for kind, one in ORDER_WORDS.items()}
    if again:
        words["submittedAt"] = str(_("Submitted {at}. You may replace it until the deadline."))
    return words


def map_words() -> dict[str, object]:
    """The words of a map without a plan, as beside a report."""
    return {key: str(text) for key, text in _MAP.items()}
