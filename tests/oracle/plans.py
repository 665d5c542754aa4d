"""Random plans for random scenarios: mostly legal, in each other's way; plenty are illegal."""

import random

from tests.oracle.themes import Theme
from tests.oracle.world import DIRECTIONS, Document, Sector, roll


class Planner:
    """Draws the orders of one scenario's banners."""

    def __init__(self, rng: random.Random, document: Document, theme: Theme) -> None:
        self.rng = rng
        self.theme = theme
        self.document = document
        self.banners = document["banners"]
        self.relics = document.get("relics", [])
        self.rules = {player["id"]: player.get("rules", []) for player in document["players"]}
        self.rows = document["map"]
        self.stood = {(banner["at"][0], banner["at"][1]) for banner in self.banners}
        # sectors that somebody already heads for, to make collisions common
        self.wanted: list[Sector] = []
        if theme.name == "drift":
            ground = [(x, y) for y, row in enumerate(self.rows) for x in range(len(row)) if row[x] != "#"]
            self.wanted = rng.sample(ground, 2)
        self.joining: dict[str, tuple[str, Sector | None]] = {}

    def passable(self, at: Sector) -> bool:
        """Whether a banner may stand there."""
        x, y = at
        return 0 <= y < len(self.rows) and 0 <= x < len(self.rows[0]) and self.rows[y][x] != "#"

    def target(self, banner: Document) -> Sector:
        """Where to march or retreat: mostly next door, mostly where there is trouble."""
        rng = self.rng
        x, y = banner["at"]
        if rng.random() < 0.06:
            return rng.choice([(x, y), (-1, y), (x + 3, y), (x, len(self.rows)), (x + 2, y + 1), (0, 0)])
        far = 2 if "highly_mobile" in self.rules[banner["owner"]] and rng.random() < 0.5 else 1
        around = [
            (x + dx, y + dy)
            for dx in range(-far, far + 1)
            for dy in range(-far, far + 1)
            if (dx or dy) and self.passable((x + dx, y + dy))
        ]
        if not around:
            return (x, y)
        trouble = [at for at in around if at in self.stood or at in self.wanted]
        at = rng.choice(trouble if trouble and rng.random() < 0.55 else around)
        nodes = [player.get("node") for player in self.document["players"]]
        doomed = banner["id"] in nodes or (self.theme.name == "heirs" and rng.random() < 0.7)
        if doomed and banner.get("retreating", False):
            at = self.doom(banner, around) or at
        self.wanted.append(at)
        return at

    def doom(self, banner: Document, around: list[Sector]) -> Sector | None:
        """A sector among these where an enemy stands, for a node that shall be lost."""
        theirs = [tuple(one["at"]) for one in self.banners if one["owner"] != banner["owner"]]
        held = [at for at in around if at in theirs]
        return self.rng.choice(held) if held else None

    def anywhere(self, banner: Document) -> Sector:
        """A target for a teleport: so that it drifts to trouble, near somebody, or anywhere at all."""
        rng = self.rng
        dx, dy, steps = self.drift(banner)
        for _ in range(3):
            x, y = rng.choice([*self.wanted[-4:], rng.choice(self.banners)["at"]])
            start = (x - dx * steps, y - dy * steps)
            if self.passable(start) and rng.random() < 0.8:
                self.wanted.append((x, y))
                return start
        if rng.random() < 0.7:
            x, y = rng.choice(self.banners)["at"]
            return (x + rng.randint(-2, 2), y + rng.randint(-2, 2))
        return (rng.randrange(len(self.rows[0])), rng.randrange(len(self.rows)))

    def drift(self, banner: Document) -> tuple[int, int, int]:
        """How a teleport of the banner will drift: direction and number of sectors."""
        label = f"teleport/{self.document['turn']}/{banner['id']}"
        seed = bytes.fromhex(self.document["seed"])
        dx, dy = DIRECTIONS[roll(seed, f"{label}/direction", 8) - 1]
        return dx, dy, roll(seed, f"{label}/distance", 6)

    def plan_joins(self) -> None:
        """Pairs that join: standing together, or the one marching to the other, or both to a third sector."""
        for one in self.banners:
            for other in self.banners:
                if one["owner"] != other["owner"] or one["id"] >= other["id"]:
                    continue
                (ax, ay), (bx, by) = one["at"], other["at"]
                near = 1 if self.theme.name != "drift" else 8
                if max(abs(ax - bx), abs(ay - by)) > near or self.rng.random() > self.theme.join:
                    continue
                if one["id"] in self.joining or other["id"] in self.joining:
                    continue
                apart = (ax, ay) != (bx, by)
                self.joining[one["id"]] = (other["id"], (bx, by) if apart else None)
                self.joining[other["id"]] = (one["id"], None)

    def orders(self, banner: Document) -> Document:
        """The orders of one banner, in their slots."""
        rng = self.rng
        if banner.get("retreating", False) and rng.random() < 0.7:
            retreat = {"order": "retreat", "to": list(self.target(banner))}
            orders: Document = {"special": retreat}
            beside = self.secondary(banner)
            if rng.random() < 0.1 and beside is not None:
                orders["secondary"] = beside
            return orders
        if rng.random() < self.theme.special:
            return self.odd_special(banner)
        orders = {}
        primary, secondary = self.primary(banner), self.secondary(banner)
        if primary is not None:
            orders["primary"] = primary
        if secondary is not None:
            orders["secondary"] = secondary
        if banner["id"] in self.joining and rng.random() < 0.95:
            partner, to = self.joining[banner["id"]]
            orders["secondary"] = {"order": "join", "with": partner}
            if to is None and rng.random() < 0.7:
                orders.pop("primary", None)
            elif to is not None:
                orders["primary"] = self.approach(banner, to)
        return orders

    def approach(self, banner: Document, to: Sector) -> Document:
        """The move that brings a banner to the one it joins, by teleport if it drifts there."""
        dx, dy, steps = self.drift(banner)
        start = (to[0] - dx * steps, to[1] - dy * steps)
        if self.theme.name == "drift" and self.passable(start) and start != tuple(banner["at"]):
            return {"order": "teleport", "to": list(start)}
        return {"order": "march", "to": list(to)}

    def odd_special(self, banner: Document) -> Document:
        """A special order, mostly the destruction of a relic, sometimes with something beside it."""
        rng = self.rng
        carried = [relic["id"] for relic in self.relics if relic.get("carried_by") == banner["id"]]
        names = carried * 4 + [relic["id"] for relic in self.relics] + ["nothing"]
        orders: Document = {"special": {"order": "destroy_relic", "relic": rng.choice(names)}}
        if rng.random() < 0.2:
            orders["special"] = {"order": "retreat", "to": list(self.target(banner))}
        primary, secondary = self.primary(banner), self.secondary(banner)
        if rng.random() < 0.2 and primary is not None:
            orders["primary"] = primary
        if rng.random() < 0.1 and secondary is not None:
            orders["secondary"] = secondary
        return orders

    def primary(self, banner: Document) -> Document | None:
        """A march, a search, a teleport or nothing."""
        order = self.rng.choice(self.theme.primary)
        able = "teleport" in self.rules[banner["owner"]]
        if order == "march" and self.rng.random() < (0.4 if able else 0.03):
            order = "teleport"
        if order == "none":
            return None
        if order == "search":
            return {"order": "search"}
        to = self.anywhere(banner) if order == "teleport" else self.target(banner)
        return {"order": order, "to": list(to)}

    def secondary(self, banner: Document) -> Document | None:
        """One of the seven or nothing; works are put up and taken down where that makes sense, mostly."""
        rng = self.rng
        order = rng.choice(self.theme.secondary)
        if order == "none":
            return None
        works = banner.get("works", "none")
        if order in ("fortify", "entrench", "unfortify") and rng.random() < 0.7:
            order = {"none": "fortify", "fortified": "entrench", "entrenched": "unfortify"}[works]
        if order == "split" and (banner["level"] < 8 or works != "none") and rng.random() < 0.7:
            order = "transfer"
        if order == "transfer":
            return self.transfer(banner)
        if order == "split":
            return {"order": "split"} if rng.random() < 0.5 else {"order": "split", "name": "Column"}
        if order == "join":
            named = [one["id"] for one in self.banners if one["owner"] == banner["owner"]]
            named += [rng.choice(self.banners)["id"], "nobody"]
            return {"order": "join", "with": rng.choice(named)}
        return {"order": order}

    def transfer(self, banner: Document) -> Document:
        """Levels and relics, from friends near and far, and relics from the ground."""
        rng = self.rng
        own = [one for one in self.banners if one["owner"] == banner["owner"]]
        lying = [relic["id"] for relic in self.relics if "at" in relic]
        if lying and rng.random() < 0.35:
            order: Document = {"order": "transfer", "relic": rng.choice(lying)}
            if rng.random() < 0.2:
                order["levels"] = 0
            return order
        carried = [relic for relic in self.relics if "carried_by" in relic]
        owners = {one["id"]: one["owner"] for one in self.banners}
        mine = [relic for relic in carried if owners[relic["carried_by"]] == banner["owner"]]
        if mine and rng.random() < 0.5:
            relic = rng.choice(mine)
            order = {"order": "transfer", "from": relic["carried_by"], "relic": relic["id"]}
            if rng.random() < 0.4:
                order["levels"] = rng.randint(0, 4)
            return order
        near = [
            one["id"]
            for one in own
            if max(abs(one["at"][0] - banner["at"][0]), abs(one["at"][1] - banner["at"][1])) <= 3
        ]
        giver = rng.choice(near * 3 + [one["id"] for one in own] + [rng.choice(self.banners)["id"], "nobody"])
        order = {"order": "transfer", "from": giver, "levels": rng.choice([0, 1, 2, 3, 5, 9, 20, 40])}
        if self.relics and rng.random() < 0.1:
            order["relic"] = rng.choice([rng.choice(self.relics)["id"], "nothing"])
        return order


def add_plans(rng: random.Random, document: Document, theme: Theme) -> None:
    """Plans for most players, with nodes named wisely and not."""
    planner = Planner(rng, document, theme)
    planner.plan_joins()
    plans: Document = {}
    for player in document["players"]:
        if rng.random() < 0.05:
            continue
        own = [one for one in document["banners"] if one["owner"] == player["id"]]
        orders = {one["id"]: planner.orders(one) for one in own if rng.random() < 0.93}
        plan: Document = {"orders": orders}
        if rng.random() < 0.3:
            names = [one["id"] for one in own] * 3 + [one["id"] for one in document["banners"]]
            plan["node"] = rng.choice([*names, "nobody", None])
        plans[player["id"]] = plan
    document["plans"] = plans
