"""What the script of the war map needs beside the map itself."""

from __future__ import annotations

from collections.abc import Mapping

from campaign.base.answers import Json
from campaign.base.words.order_words import problem_text
from campaign.warmap.selectors import WarMapPage
from rules.orders import TO
from rules.plans.legality import Option, Problem, offers

Document = dict[str, Json]


def page_document(page: WarMapPage, urls: Mapping[str, str]) -> Document:
    """Everything that the page's script needs beside the map itself."""
    return {
        "number": page.number,
        "phase": page.phase,
        "first": 0,
        "may": page.may,
        "banners": [banner.document for banner in page.banners],
        "battles": list(page.battles),
        "plan": {
            "state": page.plan.state,
            "saved": page.plan.saved_words,
            "receipt": page.plan.receipt,
            "orders": page.plan.orders,
            "node": page.plan.node,
        },
        "draftsCount": page.variables.drafts_count,
        "options": {banner: options_document(offered) for banner, offered in page.options().items()},
        "pairs": [[pair.primary.value, pair.secondary.value] for pair in page.army.pairs],
        "last": page.last if page.may else {},
        "own": {
            "battle": page.army.battle,
            "recon": page.army.recon,
            "search": page.army.search,
            "reach": page.army.reach,
            "resupply": page.army.resupply,
            "massive": page.army.massive,
            "flexible": page.army.flexible,
            "names_node": page.army.names_node,
            "sacrifices": page.army.sacrifices,
        },
        "relics": {
            key: {"name": page.relic_names[key], "by": relic.carried_by or ""}
            for key, relic in sorted(page.relics.items())
        },
        "undated": page.frame.undated and page.may,
        "guest": page.seat.user is not None and page.seat.user.guest,
        "everyTurn": page.variables.engagement == "every_turn",
        "urls": dict(urls),
    }


def options_document(offered: tuple[Option, ...]) -> list[Document]:
    """What each order offers a banner; a teleport's targets are left out: any passable sector but its own."""
    return [_option_document(option) for option in offered]


def _option_document(option: Option) -> Document:
    document: Document = {"order": option.order.value, "legal": option.legal}
    document |= {key: found for key, found in offers(option).items() if found or key != TO.offers}
    if option.problems:
        document["problems"] = [problem_document(problem) for problem in option.problems]
    return document


def problem_document(problem: Problem) -> Document:
    """A reason against an order in words, with its rule and its place in the plan."""
    return {
        "banner": problem.banner,
        "slot": problem.slot.value,
        "order": problem.order.value,
        "rule": problem.rule,
        "text": problem_text(problem),
    }
