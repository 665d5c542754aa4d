"""The plans of the regular as they were when bots got levels: what they knew, and what they did."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

from campaign.base.maps.war_templates import TEMPLATE, draw
from campaign.base.setup import setups
from campaign.base.setup.campaign_settings import Variables
from campaign.base.setup.setups import Place
from config.demo.wars import WARS, state_of
from rules.armies import PRESETS
from rules.format.plans import plan_document
from rules.orders import Plan
from rules.plans.knowledge import Knowledge
from rules.scenario import load
from rules.state import State

PINNED = Path(__file__).parents[1] / "cases" / "bot" / "regular.json"
PLANS = 500
WARS_DRAWN = (("crossing", 2), ("crossing", 3), ("reliquary", 4), ("long_war", 4))


def starts() -> Iterator[State]:
    """Wars of every template with the presets' rules, and those of the demo."""
    for number, (key, seats) in enumerate(WARS_DRAWN):
        names = [f"p{seat}" for seat in range(1, seats + 1)]
        rules = [PRESETS[(number + seat) % len(PRESETS)][1] for seat in range(seats)]
        places = [Place(name, name, tuple(own)) for name, own in zip(names, rules, strict=True)]
        variables = Variables(battles="abstract", army_points=9)
        yield load(setups.document_of(draw(TEMPLATE[key], names, number), places, variables)).state
    yield from map(state_of, WARS)


def fingerprint(own: Knowledge, plan: Plan) -> str:
    """What stands for a plan: the first hex digits of its hash, with what it was made for."""
    text = json.dumps([own.player.id, own.turn, plan_document(plan)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]
